"""The settings of Airline, as the table of the rules digest has them."""

from typing import Annotated, Literal

from msgspec import Meta

from aerodrome.core.options import Options


class AirlineOptions(Options, frozen=True):
    banker: Annotated[
        int,
        Meta(
            ge=0,
            le=3,
            examples=[0, 1],
            description="The seat that is banker and takes the first normal turn",
            extra={"by_lot": True},  # AL-R3
        ),
    ] = 0
    first_turn: Annotated[
        Literal["banker", "dice_winner"],
        Meta(description="Who takes the first normal turn: the banker, or the winner of the opening throw"),
    ] = "banker"
    marker_limit: Annotated[Literal[12, 0], Meta(description="The most cities one player may own; 0 is no limit")] = 12
    collect: Annotated[
        Literal["auto", "claim"],
        Meta(description="Fares and receipts are paid at once, or must be claimed before the next movement throw"),
    ] = "auto"
    raise_offers: Annotated[
        int,
        Meta(ge=0, le=20, examples=[3, 0], description="Offers a debtor may make to each opponent for one debt"),
    ] = 3
    offers_active: Annotated[
        int, Meta(ge=0, le=50, examples=[8, 0], description="Offers the active player may make in a turn")
    ] = 8
    offers_other: Annotated[
        int, Meta(ge=0, le=50, examples=[2, 0], description="Offers every other player may make in a turn")
    ] = 2
    counters: Annotated[
        int, Meta(ge=0, le=20, examples=[3, 0], description="Counter-offers that may follow one offer")
    ] = 3
    short_game: Annotated[bool, Meta(description="The first bankruptcy ends the game; cash and cities are counted")] = (
        False
    )
    round_limit: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            examples=[200, 20],
            description="Rounds after which the count decides; 0 is no limit",
            extra={"people": 0},  # AL-R44
        ),
    ] = 200
