"""Standing orders: what a seat can have answered for it, and the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.question import StandingOrder
from aerodrome.core.standing_order_keys import find_standing_order_amount
from aerodrome.games.airline.model.actions import CollectClaim
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import find_claim_index, find_tradable_city_bits
from aerodrome.games.airline.steps.claims import CollectClaimsStep
from aerodrome.games.airline.steps.trading import AnswerOfferStep, MakeOfferStep
from aerodrome.games.airline.text.names import city_name

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


ASK_FOR_OFFERS = "ask_for_offers"
"""Without it a person makes no offers in the turns of others: most never do, and were asked four times a round."""
NO_OFFERS = "no_offers"
"""Says what is the default now; some matches that began earlier have it."""
NO_RESCUE = "no_rescue"
REJECT_ALL = "reject_all"
COLLECT_ALL = "collect_all"
ACCEPT = "accept-"
"""With the id of a city of one's own: it is sold alone, for cash."""
MAX_PRICE = 500


def list_offered_standing_orders(game: Airline, state: AirlineState, seat: int) -> list[StandingOrder]:
    if state.out[seat]:
        return []
    found = [
        StandingOrder(ASK_FOR_OFFERS, "Ask me for offers in others' turns", is_switch=True),
        StandingOrder(NO_RESCUE, "Make no offers to players in debt"),
        StandingOrder(REJECT_ALL, "Reject every offer"),
    ]
    if game.must_call_claims:
        found.append(StandingOrder(COLLECT_ALL, "Collect every claim at once"))
    tradable = find_tradable_city_bits(state, seat) if state.base[seat] != NOBODY else 0
    for city in range(len(game.edition.city)):
        if tradable >> city & 1:
            label = f"Accept any offer of ${{amount}}M or more for {city_name(game, city)} alone"
            found.append(StandingOrder(_build_accept_standing_order_key(game, city), label, max_amount=MAX_PRICE))
    return found


def find_answer_by_standing_orders(
    game: Airline, state: AirlineState, seat: int, orders: frozenset[str]
) -> Action | None:
    step = state.step_stack[-1]
    if isinstance(step, MakeOfferStep) and _do_standing_orders_decline_to_offer(state, step, orders):
        return game.pass_
    if isinstance(step, AnswerOfferStep):
        accepts = _does_offer_meet_price_of_standing_order(game, state, step, orders)
        if accepts != (REJECT_ALL in orders):  # whose orders contradict each other is asked
            return game.accept_reject[0 if accepts else 1]
    if isinstance(step, CollectClaimsStep) and COLLECT_ALL in orders:
        for claim in game.collects:
            if isinstance(claim, CollectClaim) and find_claim_index(state, seat, claim.claim) >= 0:
                return claim
    return None


def _do_standing_orders_decline_to_offer(state: AirlineState, step: MakeOfferStep, orders: frozenset[str]) -> bool:
    """Whoever is owed something is asked all the same: it can be collected at this moment."""
    if step.raising:
        return NO_RESCUE in orders
    if NO_OFFERS in orders:
        return True
    return ASK_FOR_OFFERS not in orders and all(claim[0] != step.seat for claim in state.claims)


def _build_accept_standing_order_key(game: Airline, city: int) -> str:
    return f"{ACCEPT}{game.edition.city[city].id}"


def _does_offer_meet_price_of_standing_order(
    game: Airline, state: AirlineState, step: AnswerOfferStep, orders: frozenset[str]
) -> bool:
    """Whether the offer is nothing but cash for one city, enough of it by the seat's order, and may be accepted."""
    if len(step.want_cities) != 1 or step.give_cities or step.want_cash:
        return False
    price = find_standing_order_amount(orders, _build_accept_standing_order_key(game, step.want_cities[0]))
    return price is not None and step.give_cash >= price and not step.find_rule_against_acceptance(game, state)
