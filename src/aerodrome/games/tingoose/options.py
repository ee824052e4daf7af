"""The settings a table of Tin Goose can choose."""

from typing import Annotated

from msgspec import Meta

from aerodrome.core.options import Options


class TinGooseOptions(Options, frozen=True):
    even_events: Annotated[
        bool,
        Meta(description="Deal fleets and events separately, so that everybody holds one event of each era (TG-17.1)"),
    ] = False
