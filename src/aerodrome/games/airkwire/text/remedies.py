"""What is nearest missing where a rule forbids something: with it the action is allowed, or another rule is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action, Remedy
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.rules import queries, trading
from aerodrome.games.airkwire.steps.merger import ChooseAircraftForDefunctHomeStep

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

KINDS = {
    "cash": "The seat has `amount`.",
    "share": "The seat holds a share of the airline in `things`.",
    "card": "The seat holds the card in `things`.",
    "price": "The airline in `things` stands on space `amount` of the price track.",
    "aircraft": "The airline in `things` flies with the aircraft in `things`, from space `amount` of the track on.",
    "opening": "The seat has `amount` and as many trades as `things` say.",
}


def find_remedy(game: Airkwire, state: AirkwireState, who: int, action: Action, rule: str) -> Remedy | None:
    if not 0 <= who < state.seats:
        return None
    if rule == "AK-R18":
        return _find_required_cash_remedy(game, state, who, action)
    if rule == "AK-4.4" and isinstance(action, act.SellShare):
        return Remedy("share", things=(action.airline,)) if state.status[action.airline] == OPEN else None
    if rule == "AK-R21" and isinstance(action, act.BuyShare):
        return _find_airline_opening_remedy(game, state, who, action.airline)
    if isinstance(action, act.ProposeRoute):
        return _find_route_remedy(game, state, action, rule)
    step = state.step_stack[-1] if state.step_stack else None
    if rule == "AK-10.3" and isinstance(action, act.PlaceAircraftAtDefunctHome):
        assert isinstance(step, ChooseAircraftForDefunctHomeStep)
        return Remedy("price", _find_first_price_index_allowing(game, action.aircraft), (step.acquirer,))
    return None


def _find_required_cash_remedy(game: Airkwire, state: AirkwireState, who: int, action: Action) -> Remedy | None:
    if isinstance(action, act.BuyShare):
        price = trading.get_price_of_next_share(game, state, action.airline)
        return Remedy("cash", price + queries.get_brokerage_fee(game, state, who))
    return Remedy("cash", action.amount) if isinstance(action, act.GiveCash) else None


def find_card_for_cheapest_first_route(game: Airkwire, state: AirkwireState, who: int, airline: int) -> int | None:
    """The card in hand whose city a new airline could fly to at the lowest price; None when there is none."""
    first = game.first_index
    near = [
        card for card in state.hands[who] if card < state.cities and first[airline * state.cities + card] < game.never
    ]
    return min(near, key=lambda card: first[airline * state.cities + card], default=None)


def _find_airline_opening_remedy(game: Airkwire, state: AirkwireState, who: int, airline: int) -> Remedy | None:
    card = find_card_for_cheapest_first_route(game, state, who, airline)
    if card is None or state.owed:
        return None
    purchases, cash = trading.compute_purchases_and_cost_to_open_and_fly(game, state, who, airline, card)
    return Remedy("opening", cash, (purchases,)) if purchases <= game.trades_per_turn else None


def _find_route_remedy(game: Airkwire, state: AirkwireState, route: act.ProposeRoute, rule: str) -> Remedy | None:
    if rule == "AK-7.2" and 0 <= route.city < state.cities:
        return Remedy("card", things=(route.city,))
    if rule == "AK-7.1" and state.status[route.airline] == OPEN:
        return Remedy("share", things=(route.airline,))
    if rule == "AK-7.5":
        return Remedy("price", _find_first_price_index_allowing(game, route.aircraft), (route.airline,))
    if rule == "AK-7.7":
        for index, limit in enumerate(game.limit):
            if limit > state.routes[route.airline]:
                return Remedy("price", index, (route.airline,))
    if rule == "AK-7.4":
        return _find_aircraft_remedy(game, state, route)
    return None


def _find_aircraft_remedy(game: Airkwire, state: AirkwireState, route: act.ProposeRoute) -> Remedy | None:
    """The smallest aircraft on the airline's card that reaches the city, from the price it needs on."""
    reaching = queries.find_aircraft_type_bits_reaching(game, state, route.city, state.network[route.airline])
    for kind in range(state.types):
        if reaching >> kind & 1 and state.hangar[route.airline * state.types + kind]:
            return Remedy("aircraft", _find_first_price_index_allowing(game, kind), (route.airline, kind))
    return None


def _find_first_price_index_allowing(game: Airkwire, aircraft: int) -> int:
    """The lowest space of the price track at which this aircraft may fly."""
    return next(index for index, allowed in enumerate(game.allowed) if allowed >> aircraft & 1)
