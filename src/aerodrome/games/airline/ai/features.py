"""A position as numbers for a learner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.games.airline.ai.outlook import IncomeOutlook
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import count_cities_in_bits, owner_of
from aerodrome.games.airline.steps.debts import RaiseMoneyStep
from aerodrome.games.airline.steps.trading import AnswerOfferStep

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def compute_features(game: Airline, outlook: IncomeOutlook, state: AirlineState, seat: int) -> list[float]:
    """The table as this seat sees it: itself first, then the others in turn order, the cities, what is pending."""
    found: list[float] = [state.round / 100.0]
    order = [(seat + i) % state.seats for i in range(state.seats)]
    for other in order:
        out = state.out[other]
        aircraft = state.aircraft[other]
        pos = state.pos[other]
        found += [
            0.0 if out else 1.0,
            state.cash[other] / 200.0,
            0.5 * aircraft,
            count_cities_in_bits(game, state.owned[other]) / 12.0,
            count_cities_in_bits(game, state.network[other]) / 12.0,
            outlook.expected_fares_per_turn(aircraft, state.network[other]) / 10.0,
            outlook.upkeep[aircraft] / 10.0,
            pos / 24.0,
            1.0 if state.active == other else 0.0,
        ]
    for city in range(18):
        owner = owner_of(state, city)
        found.append(0.0 if owner == NOBODY else (1.0 if owner == seat else -1.0))
        found.append(0.0 if owner == NOBODY else float((state.network[owner] >> city) & 1))
        found.append(1.0 if owner != NOBODY and state.base[owner] == city else 0.0)
    return found + _compute_offer_and_debt_features(state, seat)


def _compute_offer_and_debt_features(state: AirlineState, seat: int) -> list[float]:
    """The open offer and the open debt, as this seat feels them."""
    offer = [0.0, 0.0]
    debt = [0.0, 0.0]
    for step in state.step_stack:
        if isinstance(step, AnswerOfferStep):
            sign = 1.0 if step.receiver == seat else -1.0 if step.proposer == seat else 0.0
            offer = [sign, sign * (step.give_cash - step.want_cash) / 100.0]
        elif isinstance(step, RaiseMoneyStep):
            mine = 1.0 if step.debtor == seat else -1.0
            debt = [mine, step.amount / 50.0]
    return offer + debt
