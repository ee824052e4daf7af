"""What a table can settle before the game."""

from typing import Annotated, Literal

from msgspec import Meta

from aerodrome.core.options import Options


class AirsteamCommonOptions(Options, frozen=True):
    """What every version of the rules knows."""

    game: Annotated[
        Literal["basic", "full"],
        Meta(description="Basic Game, or Full Game with characters and the 13th movement cards"),
    ] = "basic"


class AirsteamOptionsOfRules1(AirsteamCommonOptions, frozen=True):
    """What rules version 1 knows."""

    colours: Annotated[
        Literal["random", "by_seat"],
        Meta(description="Full Game: colours drawn by lot, or given out by seat in turn order"),
    ] = "random"


class AirsteamOptions(AirsteamCommonOptions, frozen=True):
    colours: Annotated[
        Literal["random", "by_seat", "by_choice"],
        Meta(
            description="Full Game: colours drawn by lot, given out by seat, or chosen by the players seat after seat"
        ),
    ] = "random"
    plan_changes: Annotated[
        int,
        Meta(
            description="How often a seat may take back, exchange or open what it has planned or settled, in a round",
            ge=0,
            le=200,
            examples=[0, 40],
        ),
    ] = 40
