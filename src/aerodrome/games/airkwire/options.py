"""What a table can agree on before the game."""

from typing import Annotated, Literal

from msgspec import Meta

from aerodrome.core.options import Options


class AirkwireOptions(Options, frozen=True):
    starting_cash: Annotated[
        Literal["split", "each"], Meta(description="$12,000 split among all players, or $12,000 for each")
    ] = "split"
    power_cards: Annotated[bool, Meta(description="Shuffle the ten special power cards into the bottom half")] = False
    loans: Annotated[
        bool,
        Meta(description="Players may give each other cash: in their own turn to all, in another's to that player"),
    ] = False
    stall_rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            description="The game ends after so many rounds without a new route (0: never)",
            examples=[2, 10],
        ),
    ] = 10
    round_limit: Annotated[
        int, Meta(ge=0, le=10000, description="The game ends after so many rounds in all (0: never)", examples=[6, 100])
    ] = 100
