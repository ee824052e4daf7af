"""What a table can settle before the game."""

from typing import Annotated, Literal

from msgspec import Meta

from aerodrome.core.options import Options


class AirsteamOptions(Options, frozen=True):
    game: Annotated[
        Literal["basic", "full"],
        Meta(description="Basic Game, or Full Game with characters and the 13th movement cards"),
    ] = "basic"
    colours: Annotated[
        Literal["random", "by_seat"],
        Meta(description="Full Game: colours drawn by lot, or given out by seat in turn order"),
    ] = "random"
