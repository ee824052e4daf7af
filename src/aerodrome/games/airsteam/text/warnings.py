"""What threatens a seat that is asked: upkeep that it cannot pay, and the last one, after which cubes are worthless."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.question import QuestionWarning
from aerodrome.core.text import format_count
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import compute_upkeep_due, count_kept_cubes_at, list_possible_cube_places
from aerodrome.games.airsteam.rules.routes import SHIP_FINAL, find_destinations_with_max_cubes
from aerodrome.games.airsteam.steps.turn import TakeActionStep
from aerodrome.games.airsteam.steps.upkeep import UpkeepStep
from aerodrome.games.airsteam.text.names import format_money

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def warnings(game: Airsteam, state: AirsteamState, seat: int) -> list[QuestionWarning]:
    step = state.step_stack[-1]
    if isinstance(step, TakeActionStep) and state.slot == SLOTS - 1:
        due = compute_upkeep_due(game, state, seat)
        if due > state.cash[seat]:
            cash = format_money(state.cash[seat])
            return [
                QuestionWarning(f"Upkeep is next: your cubes cost {format_money(due)} and you have {cash}", "KS-20.3")
            ]
    if isinstance(step, UpkeepStep) and state.round == game.rounds:
        lost = count_cubes_without_final_sale(game, state, seat)
        if lost:
            bring = "brings" if lost == 1 else "bring"
            text = f"The last upkeep: {format_count(lost, 'cube')} of yours {bring} nothing any more"
            return [QuestionWarning(f"{text}, in the hold or out of reach of a city", "KS-22.1")]
    return []


def count_cubes_without_final_sale(game: Airsteam, state: AirsteamState, seat: int) -> int:
    """Cubes kept that final shipping cannot sell: those in the hold, and those that no city in reach takes."""
    count = 0
    for place in list_possible_cube_places(state, seat):
        for good in range(GOODS):
            kept = count_kept_cubes_at(state, seat, place, good)
            if kept > 0 and (
                place < 0 or not find_destinations_with_max_cubes(game, state, seat, place, good, SHIP_FINAL)
            ):
                count += kept
    return count
