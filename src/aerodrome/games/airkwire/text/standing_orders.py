"""Standing orders: answers a seat gives in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.question import StandingOrder
from aerodrome.core.standing_order_keys import find_standing_order_amount
from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.rules.mergers import count_max_new_shares_by_exchange, list_lowest_valued_rivals
from aerodrome.games.airkwire.steps.end import EndVoteInTurnOrderStep
from aerodrome.games.airkwire.steps.merger import ExchangeOrSellDefunctSharesStep
from aerodrome.games.airkwire.steps.payout import RaiseOrHoldPriceStep
from aerodrome.games.airkwire.steps.power_cards import DecommissionRouteStep
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep
from aerodrome.games.airkwire.text.names import airline_name

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

# With the id of the airline.
APPROVE = "approve:"
REFUSE = "refuse:"
APPROVE_POINTS = "approve-points:"
RAISE = "raise:"
EXCHANGE = "exchange:"
SELL = "sell:"

PLAY_ON = "play-on"
KEEP_ROUTES = "keep-routes"


def list_offered_standing_orders(game: Airkwire, state: AirkwireState, seat: int) -> list[StandingOrder]:
    found: list[StandingOrder] = []
    for airline in range(state.airlines):
        if state.ceo[airline] == seat:
            found += _list_standing_orders_offered_to_ceo(game, state, airline)
    for airline in range(state.airlines):
        if _can_be_taken_over(game, state, airline) and state.shares[airline][seat] >= game.exchange_ratio:
            found += _list_standing_orders_offered_to_shareholder(game, airline)
    found.append(StandingOrder(PLAY_ON, "Say no to ending the game early"))
    if game.power_cards:
        found.append(StandingOrder(KEEP_ROUTES, "Keep all my routes when somebody else plays Decommission Route"))
    return found


def find_answer_by_standing_orders(
    game: Airkwire, state: AirkwireState, seat: int, orders: frozenset[str]
) -> Action | None:
    step = state.step_stack[-1]
    if isinstance(step, RouteApprovalStep):
        return _find_route_answer_by_standing_orders(game, state, step, orders)
    if isinstance(step, ExchangeOrSellDefunctSharesStep):
        return _find_share_exchange_by_standing_orders(game, state, step, seat, orders)
    if isinstance(step, RaiseOrHoldPriceStep) and _build_standing_order_key(game, RAISE, step.airline) in orders:
        return game.rises[0]
    if isinstance(step, EndVoteInTurnOrderStep) and PLAY_ON in orders:
        return game.votes[1]
    if isinstance(step, DecommissionRouteStep) and KEEP_ROUTES in orders and state.turn != seat:
        return game.keep_routes
    return None


def _list_standing_orders_offered_to_ceo(game: Airkwire, state: AirkwireState, airline: int) -> list[StandingOrder]:
    name = airline_name(game, airline)
    points = f"Approve routes of {name} that bring {{amount}} points or more, to cities where no other airline is"
    found = [
        StandingOrder(_build_standing_order_key(game, APPROVE, airline), f"Approve all routes of {name}"),
        StandingOrder(_build_standing_order_key(game, APPROVE_POINTS, airline), points, max_amount=max(game.points_of)),
        StandingOrder(_build_standing_order_key(game, REFUSE, airline), f"Refuse all routes of {name} by others"),
    ]
    if not state.unsold[airline]:
        found.append(
            StandingOrder(_build_standing_order_key(game, RAISE, airline), f"Raise the price of {name} whenever I may")
        )
    return found


def _list_standing_orders_offered_to_shareholder(game: Airkwire, airline: int) -> list[StandingOrder]:
    name, highest = airline_name(game, airline), game.price[game.last_index]
    exchange = f"If an airline at ${{amount}} a share or more takes over {name}, exchange all my shares that I can"
    sell = f"If an airline at ${{amount}} a share or less takes over {name}, sell all my shares"
    return [
        StandingOrder(_build_standing_order_key(game, EXCHANGE, airline), exchange, max_amount=highest),
        StandingOrder(_build_standing_order_key(game, SELL, airline), sell, max_amount=highest),
    ]


def _can_be_taken_over(game: Airkwire, state: AirkwireState, airline: int) -> bool:
    """Whether it is not immune (AK-9.2)."""
    return state.status[airline] == OPEN and state.points[airline] < game.immunity


def _find_route_answer_by_standing_orders(
    game: Airkwire, state: AirkwireState, step: RouteApprovalStep, orders: frozenset[str]
) -> Action | None:
    airline, city = step.airline, step.city
    points = find_standing_order_amount(orders, _build_standing_order_key(game, APPROVE_POINTS, airline))
    is_met = points is not None and game.points_of[city] >= points
    approves = _build_standing_order_key(game, APPROVE, airline) in orders or (
        is_met and not list_lowest_valued_rivals(game, state, airline, city)
    )
    if approves == (_build_standing_order_key(game, REFUSE, airline) in orders):  # who gave both is asked
        return None
    return game.approvals[0 if approves else 1]


def _find_share_exchange_by_standing_orders(
    game: Airkwire, state: AirkwireState, step: ExchangeOrSellDefunctSharesStep, seat: int, orders: frozenset[str]
) -> Action | None:
    price = game.price[state.index[step.acquirer]]
    at_least = find_standing_order_amount(orders, _build_standing_order_key(game, EXCHANGE, step.defunct))
    at_most = find_standing_order_amount(orders, _build_standing_order_key(game, SELL, step.defunct))
    exchanges = at_least is not None and price >= at_least
    sells = at_most is not None and price <= at_most
    if exchanges == sells:  # whose orders contradict each other is asked
        return None
    most = count_max_new_shares_by_exchange(game, state, seat, step.acquirer, step.defunct)
    return game.disposals[most if exchanges else 0]


def _build_standing_order_key(game: Airkwire, order_prefix: str, airline: int) -> str:
    return order_prefix + game.edition.airline[airline].id
