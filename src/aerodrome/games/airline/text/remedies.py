"""What is nearest missing where a rule forbids something: with it the action is allowed, or another rule is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action, Remedy
from aerodrome.games.airline.model.actions import CounterOffer, Offer
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import (
    count_cities_in_bits,
    find_amount_of_uncalled_fare,
    list_cities_in_bits,
)
from aerodrome.games.airline.steps.debts import find_raise_money_step

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

KINDS = {
    "cash": "The seat in `things` has `amount`.",
    "debt": "The seat has `amount`, and with it pays its debt.",
    "place": "The seat's aircraft stands in one of the cities in `things`.",
    "aircraft": "The seat flies the aircraft in `things`.",
    "markers": "The seat in `things` owns `amount` cities less.",
}

JET = 1


def find_remedy(game: Airline, state: AirlineState, who: int, action: Action, rule: str) -> Remedy | None:
    if not 0 <= who < state.seats:
        return None
    if rule == "AL-4.4":
        return Remedy("cash", game.rights_price, (who,))
    if rule == "AL-6.12":
        return Remedy("cash", game.exchange_fee, (who,))
    if rule == "AL-9.11":
        return Remedy("cash", game.challenge_fee + find_amount_of_uncalled_fare(state, who), (who,))
    if rule == "AL-2.8":
        debt = find_raise_money_step(state)
        return None if debt is None else Remedy("debt", debt.amount)
    if rule == "AL-6.7":
        return Remedy("place", things=tuple(list_cities_in_bits(game, state.owned[who])))
    if rule in ("AL-6.3", "AL-6.4"):
        return Remedy("aircraft", things=(JET,))
    if rule in ("AL-4.10", "AL-9.12"):
        surplus = count_cities_in_bits(game, state.owned[who]) + 1 - game.marker_limit
        return Remedy("markers", surplus, (who,))
    if isinstance(action, (Offer, CounterOffer)):
        return _find_deal_remedy(game, state, who, action, rule)
    return None


def _find_deal_remedy(
    game: Airline, state: AirlineState, who: int, deal: Offer | CounterOffer, rule: str
) -> Remedy | None:
    if rule == "AL-5.9":
        if deal.give_cash > state.cash[who]:
            return Remedy("cash", deal.give_cash, (who,))
        return Remedy("cash", deal.want_cash, (deal.to,))
    if rule == "AL-5.10":
        gained = len(deal.want_cities) - len(deal.give_cities)
        winner = who if gained > 0 else deal.to
        surplus = count_cities_in_bits(game, state.owned[winner]) + abs(gained) - game.marker_limit
        return Remedy("markers", surplus, (winner,))
    return None
