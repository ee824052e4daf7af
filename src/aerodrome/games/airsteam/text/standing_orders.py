"""What a seat can have answered for it, and the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.question import StandingOrder
from aerodrome.core.standing_order_keys import find_standing_order_amount
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.loading import encode_hold, is_loading_situation_unchanged
from aerodrome.games.airsteam.rules.queries import compute_upkeep_due, count_kept_cubes_at, count_kept_cubes_in_hold
from aerodrome.games.airsteam.steps.characters import SacrificeCubeForActionStep, SwapRevealedCardStep
from aerodrome.games.airsteam.steps.turn import LoadOrUnloadStep
from aerodrome.games.airsteam.steps.upkeep import UpkeepStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

PAY_UPKEEP = "upkeep"
PAY_UPKEEP_UP_TO = "upkeep up to"
MAX_UPKEEP = 99
LOAD_ONCE = "load once"
NEVER_SWAP = "no swap"
NEVER_SACRIFICE = "no sacrifice"


def list_offered_standing_orders(game: Airsteam, state: AirsteamState, seat: int) -> list[StandingOrder]:
    found = [
        StandingOrder(
            PAY_UPKEEP,
            "Pay upkeep for all my cubes whenever I can; in the last round give up those in my hold, which nobody buys",
        ),
        StandingOrder(LOAD_ONCE, "Do not ask about loading again where nothing has changed"),
    ]
    if state.round < game.rounds:  # in the last one cubes in the hold are not worth it
        label = "Pay upkeep for all my cubes when it costs ${amount} or less"
        found.insert(1, StandingOrder(PAY_UPKEEP_UP_TO, label, max_amount=MAX_UPKEEP))
    if game.can_swap_cards[state.character[seat]]:
        found.append(StandingOrder(NEVER_SWAP, "Never swap a planned card"))
    if game.has_extra_action[state.character[seat]]:
        found.append(StandingOrder(NEVER_SACRIFICE, "Never give up a cube for one more action"))
    return found


def find_answer_by_standing_orders(
    game: Airsteam, state: AirsteamState, seat: int, orders: frozenset[str]
) -> Action | None:
    step = state.step_stack[-1]
    open_for_orders = state.paying & ~state.upkeep_opened
    if isinstance(step, UpkeepStep) and open_for_orders >> seat & 1:
        if PAY_UPKEEP in orders:
            return _choose_upkeep_action(game, state, seat)
        return game.pay_upkeep if _is_upkeep_within_standing_order_limit(game, state, seat, orders) else None
    if isinstance(step, LoadOrUnloadStep) and LOAD_ONCE in orders:
        hold = state.hold[seat * GOODS : (seat + 1) * GOODS]
        return (
            game.get_load_or_unload_action(encode_hold(hold))
            if is_loading_situation_unchanged(game, state, seat)
            else None
        )
    if isinstance(step, SwapRevealedCardStep) and NEVER_SWAP in orders:
        return game.decline
    if isinstance(step, SacrificeCubeForActionStep) and NEVER_SACRIFICE in orders:
        return game.decline
    return None


def _choose_upkeep_action(game: Airsteam, state: AirsteamState, seat: int) -> Action | None:
    """Pays for all that may still be sold; cubes in the hold are not, after the last round (KS-22.1)."""
    worthless = count_kept_cubes_in_hold(state, seat) if state.round == game.rounds else 0
    if compute_upkeep_due(game, state, seat) - worthless * game.upkeep_per_cube > state.cash[seat]:
        return None
    if not worthless:
        return game.pay_upkeep
    good = next(good for good in range(GOODS) if count_kept_cubes_at(state, seat, NOBODY, good))
    return game.get_give_up_cube_action(NOBODY, good)


def _is_upkeep_within_standing_order_limit(
    game: Airsteam, state: AirsteamState, seat: int, orders: frozenset[str]
) -> bool:
    """Whether all that is due may be paid by the seat's order; who gives up cubes by hand goes on by hand."""
    limit = find_standing_order_amount(orders, PAY_UPKEEP_UP_TO)
    if limit is None or state.round == game.rounds or seat in state.cubes_given_up[::3]:
        return False
    return compute_upkeep_due(game, state, seat) <= min(limit, state.cash[seat])
