"""Questions and answers in English: what a seat is asked, what an action is called, where it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.question import BoardTarget, Choice, Form, NumberForm, StandingOrder
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import BLOCK_TRADE_EFFECT, GOES_ON, OPEN, AirkwireState
from aerodrome.games.airkwire.rules import queries as rules
from aerodrome.games.airkwire.steps.finish import EndVoteStep
from aerodrome.games.airkwire.steps.merger import HomeAircraftStep, RivalChoiceStep, ShareDisposalStep
from aerodrome.games.airkwire.steps.payout import PriceRiseStep
from aerodrome.games.airkwire.steps.pile import DealStep, FirstPlayerStep, PileDrawStep
from aerodrome.games.airkwire.steps.power import DecommissionStep, FreeDiscardStep
from aerodrome.games.airkwire.steps.routes import ApprovalStep, RouteOrDiscardStep
from aerodrome.games.airkwire.steps.stock import StockStep
from aerodrome.games.airkwire.steps.takeover import AssignMarkersStep, MarkerShortageStep, TakeOverStep
from aerodrome.games.airkwire.steps.turn import ReplenishStep
from aerodrome.games.airkwire.text.names import (
    aircraft_name,
    airline_name,
    capitalize_first,
    card_name,
    city_name,
    format_money,
    join_words,
    power_name,
    seat_name,
    spell_count,
    spell_points,
)

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

POWER_CARD_TEXTS = (
    "Everybody, for one turn: all shares of an airline trade at one price; its marker moves when the trading is over.",
    "Everybody, for one turn: no brokerage fee.",
    "At once, from you on in the direction of play: the CEO of each airline may remove one of its routes.",
    "Everybody, for one turn: up to two routes; the dividend marker moves once.",
    "At the start of the turn, everybody for one turn: throw away any cards and refill from the pile.",
    "Dividends at the end of this turn; then the dividend marker starts again.",
    "The dividend marker goes back to the start without a payout.",
    "At the start of the turn: the discard pool is shuffled into the draw pile.",
    "From the end of this turn play goes the other way round.",
)

# What is going on


def phase(game: Airkwire, state: AirkwireState) -> str:
    if state.end != GOES_ON:
        return "Game over"
    step = state.step_stack[-1]
    if isinstance(step, (FirstPlayerStep, DealStep)):
        return "Set-up"
    return f"Round {game.round_number(state)} · {seat_name(game, state.turn)} · {_describe_step(game, state)}"


def _describe_step(game: Airkwire, state: AirkwireState) -> str:
    step = state.step_stack[-1]
    if isinstance(step, (StockStep, EndVoteStep)):
        return "Stock" if isinstance(step, StockStep) else "Vote"
    if isinstance(step, RouteOrDiscardStep):
        return "Route or discard"
    if isinstance(step, ApprovalStep):
        return f"Approval by {seat_name(game, state.ceo[step.airline])}"
    if isinstance(step, (ReplenishStep, PileDrawStep)):
        return "Replenish"
    if isinstance(step, PriceRiseStep):
        return "Dividends"
    if isinstance(step, FreeDiscardStep):
        return "Free Discard"
    if isinstance(step, DecommissionStep):
        return "Decommission Route"
    return "Merger"


def find_pending_proposal(state: AirkwireState) -> ApprovalStep | None:
    """The proposal that waits for its CEO."""
    for step in state.step_stack:
        if isinstance(step, ApprovalStep):
            return step
    return None


def find_pending_merger(state: AirkwireState) -> tuple[int, int, tuple[int, ...]] | None:
    """Acquirer, defunct airline, and the seats that still dispose of shares."""
    for step in state.step_stack[::-1]:
        if isinstance(step, ShareDisposalStep):
            return step.acquirer, step.defunct, step.order
        if isinstance(step, (HomeAircraftStep, TakeOverStep, AssignMarkersStep, MarkerShortageStep)):
            return step.acquirer, step.defunct, ()
    return None


# Questions


def prompt(game: Airkwire, state: AirkwireState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, StockStep):
        return _prompt_stock(game, state)
    if isinstance(step, RouteOrDiscardStep):
        return _prompt_route(game, state)
    if isinstance(step, ApprovalStep):
        return (
            f"{seat_name(game, state.turn)} wants to fly {airline_name(game, step.airline)} to "
            f"{city_name(game, step.city)} with a {aircraft_name(game, step.aircraft)}. Do you approve?"
        )
    if isinstance(step, ReplenishStep):
        return "Draw a card, or leave your hand as it is"
    if isinstance(step, ShareDisposalStep):
        return (
            f"{airline_name(game, step.acquirer)} takes over {airline_name(game, step.defunct)}: exchange two of your "
            f"{state.shares[step.defunct][seat]} shares for one, or sell at {_format_airline_price(game, state, step.defunct)}"
        )
    if isinstance(step, HomeAircraftStep):
        return f"Choose the aircraft of {airline_name(game, step.acquirer)} for {home_city_name(game, step.defunct)}"
    if isinstance(step, RivalChoiceStep):
        return f"Which airline does {airline_name(game, step.entering)} deal with at {city_name(game, step.city)}?"
    if isinstance(step, MarkerShortageStep):
        return (
            f"{airline_name(game, step.acquirer)} has {spell_count(state.acquired[step.acquirer], 'acquired marker')} for "
            f"{spell_count(state.routes[step.defunct], 'city', 'cities')}: replace an aircraft or forfeit a city"
        )
    if isinstance(step, PriceRiseStep):
        return f"{airline_name(game, step.airline)} is sold out and paid: raise its price one space?"
    if isinstance(step, FreeDiscardStep):
        return f"Free Discard: throw away cards, then refill — {spell_count(step.thrown, 'card')} thrown so far"
    if isinstance(step, DecommissionStep):
        return f"Remove one route of {airline_name(game, step.airline)}, or keep them all?"
    if isinstance(step, EndVoteStep):
        return f"{seat_name(game, state.turn)} proposes to end the game here. Do you agree?"
    return "Chance decides"


def _prompt_stock(game: Airkwire, state: AirkwireState) -> str:
    left = rules.trades_left(game, state)
    text = f"Buy or sell up to {spell_count(left, 'share')}" if left else "No trades left"
    if 0 < left < game.trades_per_turn:
        text = f"Buy or sell — {spell_count(left, 'trade')} left"
    if state.owed:
        text += f"; you owe a route for {_join_owed_airlines(game, state)}"
    return text


def _prompt_route(game: Airkwire, state: AirkwireState) -> str:
    if state.owed:
        return f"Create the route for {_join_owed_airlines(game, state)} that you owe"
    if state.routes_made:
        return "Create a second route, or go on"
    return "Create a route, or discard a card"


def _join_owed_airlines(game: Airkwire, state: AirkwireState) -> str:
    return join_words([airline_name(game, airline) for airline in state.owed])


def _format_airline_price(game: Airkwire, state: AirkwireState, airline: int) -> str:
    return format_money(game.price[state.index[airline]])


def home_city_name(game: Airkwire, airline: int) -> str:
    return city_name(game, game.home[airline])


# Answers


def describe_action(game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
    if isinstance(action, (act.Buy, act.Sell)):
        return _describe_trade(game, state, who, action)
    if isinstance(action, act.Propose):
        return (
            f"Fly {airline_name(game, action.airline)} to {city_name(game, action.city)} "
            f"with a {aircraft_name(game, action.aircraft)}"
        )
    if isinstance(action, act.Dispose):
        return _describe_disposal(game, state, who, action)
    if isinstance(action, act.Discard):
        return f"Discard {card_name(game, action.card)}"
    if isinstance(action, act.TakePool):
        return f"Take {city_name(game, action.city)} from the discard pool"
    if isinstance(action, act.PlayPower):
        return f"Play {power_name(game, action.power)}"
    if isinstance(action, act.Give):
        return f"Give {format_money(action.amount)} to {seat_name(game, action.seat)}"
    if isinstance(action, act.Vote):
        return "End the game here" if action.agree else "Play on"
    if isinstance(action, act.Rival):
        return f"Deal with {airline_name(game, action.airline)}"
    if isinstance(action, act.PlaceHome):
        return f"Place a {aircraft_name(game, action.aircraft)}"
    if isinstance(action, act.Replace):
        return f"Replace the aircraft in {city_name(game, action.city)} by a {aircraft_name(game, action.aircraft)}"
    if isinstance(action, act.Forfeit):
        return f"Forfeit {city_name(game, action.city)}"
    if isinstance(action, act.ThrowAway):
        return f"Throw away {card_name(game, action.card)}"
    if isinstance(action, act.Decommission):
        return f"Decommission {city_name(game, action.city)}"
    if isinstance(action, act.First):
        return f"{seat_name(game, action.seat)} goes first"
    if isinstance(action, act.Draw):
        return f"The card is {card_name(game, action.card)}"
    return FIXED_LABELS[type(action).__name__]


FIXED_LABELS = {
    "CloseStock": "No more trades",
    "CallVote": "Propose to end the game here",
    "Approve": "Approve the route",
    "Refuse": "Refuse the route",
    "Pass": "Pass",
    "DrawPile": "Draw from the pile",
    "KeepHand": "Draw no card",
    "Raise": "Raise the price one space",
    "Hold": "Leave the price where it is",
    "Refill": "Done: refill the hand",
    "KeepRoutes": "Keep all routes",
}


def _describe_trade(game: Airkwire, state: AirkwireState, who: int, action: act.Buy | act.Sell) -> str:
    airline = action.airline
    name = airline_name(game, airline)
    if not 0 <= airline < state.airlines or not 0 <= who < state.seats:
        return f"Trade a share of {name}"
    fee = rules.brokerage_fee(game, state, who)
    price = format_money(rules.trade_price(game, state, airline))
    charge = f" and {format_money(fee)} fee" if fee else ""
    if isinstance(action, act.Sell):
        return f"Sell a share of {name} for {price}{f' less {format_money(fee)} fee' if fee else ''}"
    if state.status[airline] == OPEN:
        return f"Buy a share of {name} for {price}{charge}"
    return f"Open {name}: {spell_count(game.opening_shares, 'share')} for {price}{charge}"


def _describe_disposal(game: Airkwire, state: AirkwireState, who: int, action: act.Dispose) -> str:
    step = state.step_stack[-1] if state.step_stack else None
    if not isinstance(step, ShareDisposalStep) or not 0 <= who < state.seats:
        return f"Exchange for {spell_count(action.exchange, 'share')}, sell the rest"
    held = state.shares[step.defunct][who]
    swapped = action.exchange * game.exchange_ratio
    parts: list[str] = []
    if action.exchange:
        parts.append(
            f"exchange {swapped} for {spell_count(action.exchange, 'share')} of {airline_name(game, step.acquirer)}"
        )
    if held > swapped:
        parts.append(
            f"sell {held - swapped} for {format_money((held - swapped) * game.price[state.index[step.defunct]])}"
        )
    text = join_words(parts) or "keep nothing"
    return capitalize_first(text)


def choice(game: Airkwire, state: AirkwireState, seat: int, action: Action) -> Choice:
    return Choice(
        action=game.dump(action),
        label=_label_choice(game, state, seat, action),
        group=GROUPS.get(type(action).__name__, ""),
        detail=_describe_choice_detail(game, state, seat, action),
        where=board_target(game, action),
        confirm=_ask_confirmation(game, state, seat, action),
    )


def _label_choice(game: Airkwire, state: AirkwireState, seat: int, action: Action) -> str:
    """As short as a button: what a trade costs is in its detail."""
    if isinstance(action, act.Sell):
        return f"Sell {airline_name(game, action.airline)}"
    if isinstance(action, act.Buy):
        verb = "Buy" if state.status[action.airline] == OPEN else "Open"
        return f"{verb} {airline_name(game, action.airline)}"
    return describe_action(game, state, seat, action)


GROUPS = {
    "Buy": "Buy",
    "Sell": "Sell",
    "Give": "Give cash",
    "Propose": "Create a route",
    "Discard": "Discard",
    "TakePool": "Discard pool",
    "PlayPower": "Power card",
    "Replace": "Replace",
    "Forfeit": "Forfeit",
    "ThrowAway": "Throw away",
    "Decommission": "Decommission",
}


def board_target(game: Airkwire, action: Action) -> BoardTarget:
    """The places an action is about, by the names of its own fields."""
    data = game.dump(action)
    return {name: data[name] for name in ("city", "airline", "aircraft", "card", "power", "seat") if name in data}


def _describe_choice_detail(game: Airkwire, state: AirkwireState, seat: int, action: Action) -> str:
    if isinstance(action, act.Buy):
        return _describe_purchase_detail(game, state, seat, action.airline)
    if isinstance(action, act.Sell):
        left = state.shares[action.airline][seat] - 1
        price = _format_price_and_fee(game, state, seat, action.airline, "−")
        return f"{price} · {f'you keep {left}' if left else 'your last share'}"
    if isinstance(action, act.Propose):
        points = spell_points(game.points_of[action.city])
        ceo = state.ceo[action.airline]
        if ceo == seat:
            return points
        return f"{points}; {seat_name(game, ceo)} must approve"
    if isinstance(action, act.TakePool):
        return spell_points(game.points_of[action.city])
    if isinstance(action, act.PlayPower):
        return POWER_CARD_TEXTS[action.power]
    if isinstance(action, act.Forfeit):
        return f"Gives up {spell_points(game.points_of[action.city])}"
    if isinstance(action, act.DrawPile):
        return f"{spell_count(state.pile_size, 'card')} in the pile"
    return ""


def _format_price_and_fee(game: Airkwire, state: AirkwireState, seat: int, airline: int, sign: str) -> str:
    fee = rules.brokerage_fee(game, state, seat)
    price = format_money(rules.trade_price(game, state, airline))
    return f"{price} {sign} {format_money(fee)} fee" if fee else price


def _describe_purchase_detail(game: Airkwire, state: AirkwireState, seat: int, airline: int) -> str:
    price = _format_price_and_fee(game, state, seat, airline, "+")
    if state.status[airline] != OPEN:
        shares = spell_count(game.opening_shares, "share")
        return f"{shares} for {price} · home {home_city_name(game, airline)}, must fly this turn"
    holds = f"you hold {state.shares[airline][seat]}"
    if state.effects[seat] & BLOCK_TRADE_EFFECT:
        return f"{price} · {holds}, the price stays until your trading is over"
    nxt = game.price[min(game.last_index, state.index[airline] + 1)]
    return f"{price} · {holds}, price to {format_money(nxt)}"


def _ask_confirmation(game: Airkwire, state: AirkwireState, seat: int, action: Action) -> str:
    if isinstance(action, act.Sell):
        name = airline_name(game, action.airline)
        falls = state.index[action.airline] == 0 and not state.effects[seat] & BLOCK_TRADE_EFFECT
        if falls or rules.shares_held(game, state, action.airline) == 1:
            return f"This makes {name} bankrupt. Sell?"
        return ""
    if isinstance(action, act.Buy):
        price = rules.trade_price(game, state, action.airline) + rules.brokerage_fee(game, state, seat)
        return f"Pay {format_money(price)}?" if 2 * price > state.cash[seat] else ""
    if isinstance(action, act.Forfeit):
        return f"Give up {city_name(game, action.city)} for good?"
    if isinstance(action, act.Vote):
        return "End the game here for all?" if action.agree else ""
    if isinstance(action, act.Give):
        return f"Give {format_money(action.amount)} to {seat_name(game, action.seat)}? Nothing makes them pay it back."
    return ""


def forms(game: Airkwire, state: AirkwireState, seat: int) -> list[Form]:
    step = state.step_stack[-1]
    found: list[Form] = []
    if game.loans and isinstance(step, (StockStep, RouteOrDiscardStep)):
        for other in range(state.seats):
            if other != seat and other not in state.gifts_made and state.cash[seat] >= 10:
                found.append(_build_gift_form(game, state, seat, other))
    if isinstance(step, ShareDisposalStep):
        most = rules.max_exchanges(game, state, seat, step.acquirer, step.defunct)
        found.append(
            NumberForm(
                label=f"Shares of {airline_name(game, step.acquirer)} by exchange",
                action={"type": "dispose"},
                field="exchange",
                min=0,
                max=most,
                start=0,
                detail="Two shares for one; the rest is sold",
            )
        )
    return found


def _build_gift_form(game: Airkwire, state: AirkwireState, seat: int, other: int) -> NumberForm:
    return NumberForm(
        label=f"Give cash to {seat_name(game, other)}",
        action={"type": "give", "seat": other},
        field="amount",
        min=10,
        max=state.cash[seat],
        start=10,
        step=10,
        unit="$",
        detail="Once to each player in your turn; nothing makes them pay it back",
    )


# Standing orders


def standing_orders(game: Airkwire, state: AirkwireState, seat: int) -> list[StandingOrder]:
    found: list[StandingOrder] = []
    for airline in range(state.airlines):
        if state.ceo[airline] == seat:
            found.append(
                StandingOrder(
                    _standing_order_key(game, airline), f"Approve all routes of {airline_name(game, airline)}"
                )
            )
    return found


def standing_order_action(game: Airkwire, state: AirkwireState, seat: int, given: frozenset[str]) -> Action | None:
    step = state.step_stack[-1] if state.step_stack else None
    if not isinstance(step, ApprovalStep) or state.ceo[step.airline] != seat:
        return None
    return game.approvals[0] if _standing_order_key(game, step.airline) in given else None


def _standing_order_key(game: Airkwire, airline: int) -> str:
    return f"approve:{game.edition.airline[airline].id}"
