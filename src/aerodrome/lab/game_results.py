"""What came of a game: one line of a results file. Field names are the columns of the stored results."""

from collections.abc import Sequence

import msgspec

from aerodrome.core.game import Game
from aerodrome.core.state import State
from aerodrome.lab.tournament_plan import ScheduledGame
from aerodrome.ratings.finishing_places import compute_finishing_places


class SeatFigure(msgspec.Struct, frozen=True):
    """A number that a seat reached in a game."""

    name: str
    value: float


class SeatResult(msgspec.Struct, frozen=True):
    """How one seat fared. `won`: its share of the win; `place`: 1 for winners, then by score."""

    seat: int
    bot: str
    score: int
    won: float
    place: int
    traits: list[str] = []
    figures: list[SeatFigure] = []


class GameResult(msgspec.Struct, frozen=True):
    """One game of a tournament or simulation."""

    game: int
    round: int
    pairing: int
    title: str
    edition: str
    table: int
    """How many seats."""
    rounds: int
    choices: int
    reason: str
    faults: list[str]
    seats: list[SeatResult]


def build_game_result(
    game: Game,
    state: State,
    scheduled_game: ScheduledGame,
    choice_count: int,
    faults: Sequence[str] = (),
    traits: Sequence[list[str]] = (),
    figures: Sequence[dict[str, float]] = (),
) -> GameResult:
    """The result of a game that is over; traits and figures are given for each seat, or not at all."""
    scores = game.scores(state)
    winners = game.winners(state)
    places = compute_finishing_places(scores, winners)
    return GameResult(
        game=scheduled_game.game,
        round=scheduled_game.round,
        pairing=scheduled_game.pairing,
        title=game.title,
        edition=game.edition_id,
        table=state.seats,
        rounds=game.round_number(state),
        choices=choice_count,
        reason=game.end_reason(state),
        faults=list(faults),
        seats=[
            SeatResult(
                seat=seat,
                bot=scheduled_game.lineup[seat],
                score=scores[seat],
                won=1.0 / len(winners) if seat in winners else 0.0,
                place=places[seat],
                traits=traits[seat] if traits else [],
                figures=[SeatFigure(name, value) for name, value in figures[seat].items()] if figures else [],
            )
            for seat in range(state.seats)
        ],
    )
