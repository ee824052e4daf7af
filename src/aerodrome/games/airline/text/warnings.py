"""What threatens a seat that is asked: a debt that ends its game, or a landing it could not pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.core.question import QuestionWarning
from aerodrome.core.text import format_count
from aerodrome.games.airline.model.state import CRASH_SPACE, MAINTENANCE_SPACE, TRACK_LENGTH, AirlineState
from aerodrome.games.airline.rules.queries import (
    count_cities_in_bits,
    find_city_owner,
    find_tradable_city_bits,
    get_current_fare,
)
from aerodrome.games.airline.steps.debts import RaiseMoneyStep
from aerodrome.games.airline.steps.turn import BeforeMovementThrowStep
from aerodrome.games.airline.text.names import format_money, space_name

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

THROWS = range(2, 13)


def warnings(game: Airline, state: AirlineState, seat: int) -> list[QuestionWarning]:
    step = state.step_stack[-1]
    if isinstance(step, RaiseMoneyStep):
        return [_warn_debtor(game, state, seat, step)]
    if isinstance(step, BeforeMovementThrowStep):
        return _warn_of_unaffordable_landing(game, state, seat)
    return []


def _warn_debtor(game: Airline, state: AirlineState, seat: int, step: RaiseMoneyStep) -> QuestionWarning:
    short = format_money(step.amount - state.cash[seat])
    cities = count_cities_in_bits(game, find_tradable_city_bits(state, seat))
    if not cities:
        return QuestionWarning("You have no city to sell: no deal can raise the money", "AL-12.3")
    sell = f"{format_count(cities, 'city', 'cities')} to sell"
    return QuestionWarning(f"Without {short} more you are out of the game; you have {sell}", "AL-12.3")


def _warn_of_unaffordable_landing(game: Airline, state: AirlineState, seat: int) -> list[QuestionWarning]:
    """The space that one throw can reach and the seat could pay for least, where it is short of something."""
    worst, worst_space, worst_cost = 0, NOBODY, 0
    for pips in THROWS:
        space = state.pos[seat] + pips
        passed = space >= TRACK_LENGTH
        cost = compute_certain_landing_cost(game, state, seat, space % TRACK_LENGTH)
        short = cost - state.cash[seat] - (game.subsidies[state.aircraft[seat]] if passed else 0)
        if short > worst:
            worst, worst_space, worst_cost = short, space % TRACK_LENGTH, cost
    if not worst:
        return []
    price, missing = format_money(worst_cost), format_money(worst)
    return [
        QuestionWarning(
            f"{space_name(game, worst_space)} in reach costs {price}: you would be {missing} short", "AL-R14"
        )
    ]


def compute_certain_landing_cost(game: Airline, state: AirlineState, seat: int, space: int) -> int:
    """What landing there costs for certain; HIJACK costs only after a double."""
    if game.kind_at[space] == MAINTENANCE_SPACE:
        return game.maintenance[state.aircraft[seat]]
    if game.kind_at[space] == CRASH_SPACE:
        return game.crash_cost
    city = game.city_at[space]
    owner = NOBODY if city == NOBODY else find_city_owner(state, city)
    return 0 if owner in (NOBODY, seat) else get_current_fare(game, state, owner, city)
