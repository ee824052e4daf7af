"""All bodies of the API as types: requests, answers, stream events. The client's types are generated from these."""

from aerodrome.server.schemas.accounts import *
from aerodrome.server.schemas.common import *
from aerodrome.server.schemas.competitions import *
from aerodrome.server.schemas.editions import *
from aerodrome.server.schemas.notices import *
from aerodrome.server.schemas.passkeys import *
from aerodrome.server.schemas.people import *
from aerodrome.server.schemas.ratings import *
from aerodrome.server.schemas.requests import *
from aerodrome.server.schemas.reviews import *
from aerodrome.server.schemas.room import *
from aerodrome.server.schemas.tables import *
from aerodrome.server.schemas.time_away import *
from aerodrome.server.schemas.titles import *
