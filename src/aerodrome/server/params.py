"""How handlers get what they need, by name."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from aerodrome.server.house import House
from aerodrome.server.identity import Caller

TheHouse = NamedDependency[House]
TheCaller = NamedDependency[Caller]
MatchId = Annotated[str, PathParameter(max_length=32, description="The id of a match")]
TitleName = Annotated[str, PathParameter(max_length=40, description="The name of a title")]
SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=15, description="One of the seats the caller holds")]
