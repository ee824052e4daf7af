"""What an action is called, and how a choice looks: label, group, detail, place and confirmation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.question import Choice
from aerodrome.core.text import capitalize_first, join_with_and
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import BLOCK_TRADE_EFFECT, OPEN, AirkwireState
from aerodrome.games.airkwire.rules import queries
from aerodrome.games.airkwire.rules.mergers import find_acquirer_and_defunct_by_route
from aerodrome.games.airkwire.steps.merger import ExchangeOrSellDefunctSharesStep
from aerodrome.games.airkwire.steps.power_cards import FreeDiscardStep
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep
from aerodrome.games.airkwire.text.names import (
    POWER_CARD_TEXTS,
    aircraft_name,
    airline_name,
    card_name,
    city_name,
    format_money,
    home_city_name,
    power_card_name,
    seat_name,
    spell_count,
    spell_points,
)
from aerodrome.games.airkwire.text.targets import find_board_target

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def describe_action(game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
    if isinstance(action, (act.BuyShare, act.SellShare)):
        return _describe_trade(game, state, who, action)
    if isinstance(action, act.ProposeRoute):
        return (
            f"Fly {airline_name(game, action.airline)} to {city_name(game, action.city)} "
            f"with a {aircraft_name(game, action.aircraft)}"
        )
    if isinstance(action, act.ExchangeOrSellShares):
        return _describe_share_disposal(game, state, who, action)
    if isinstance(action, act.DiscardCard):
        return f"Discard {card_name(game, action.card)}"
    if isinstance(action, act.TakeFromPool):
        return f"Take {city_name(game, action.city)} from the discard pool"
    if isinstance(action, act.PlayPowerCard):
        return f"Play {power_card_name(game, action.power)}"
    if isinstance(action, act.GiveCash):
        return f"Give {format_money(action.amount)} to {seat_name(game, action.seat)}"
    if isinstance(action, act.AnswerEndVote):
        return "End the game here" if action.agree else "Play on"
    if isinstance(action, act.ChooseRival):
        return f"Deal with {airline_name(game, action.airline)}"
    if isinstance(action, act.PlaceAircraftAtDefunctHome):
        return f"Place a {aircraft_name(game, action.aircraft)}"
    if isinstance(action, act.ReplaceDefunctAircraft):
        return f"Replace the aircraft in {city_name(game, action.city)} by a {aircraft_name(game, action.aircraft)}"
    if isinstance(action, act.ForfeitDefunctCity):
        return f"Forfeit {city_name(game, action.city)}"
    if isinstance(action, act.ThrowAwayInFreeDiscard):
        return f"Throw away {card_name(game, action.card)}"
    if isinstance(action, act.DecommissionRoute):
        return f"Decommission {city_name(game, action.city)}"
    if isinstance(action, act.FinishFreeDiscard):
        step = state.step_stack[-1] if state.step_stack else None
        if isinstance(step, FreeDiscardStep) and not step.thrown and not step.own:
            return "Throw away nothing: no cards to draw"
        return "Done: refill the hand"
    if isinstance(action, act.DrawFirstPlayer):
        return f"{seat_name(game, action.seat)} goes first"
    if isinstance(action, act.DrawCardByChance):
        return f"The card is {card_name(game, action.card)}"
    return FIXED_LABELS[type(action).__name__]


FIXED_LABELS = {
    "EndTrading": "No more trades",
    "CallEndVote": "Propose to end the game here",
    "ApproveRoute": "Approve the route",
    "RefuseRoute": "Refuse the route",
    "SkipRouteOrDiscard": "Pass",
    "DrawFromPile": "Draw from the pile",
    "StopDrawing": "Draw no card",
    "RaisePrice": "Raise the price one space",
    "HoldPrice": "Leave the price where it is",
    "DecommissionNoRoute": "Keep all routes",
}


def _describe_trade(game: Airkwire, state: AirkwireState, who: int, action: act.BuyShare | act.SellShare) -> str:
    airline = action.airline
    name = airline_name(game, airline)
    if not 0 <= airline < state.airlines or not 0 <= who < state.seats:
        return f"Trade a share of {name}"
    fee = queries.get_brokerage_fee(game, state, who)
    price = format_money(queries.get_trade_price(game, state, airline))
    charge = f" and {format_money(fee)} fee" if fee else ""
    if isinstance(action, act.SellShare):
        return f"Sell a share of {name} for {price}{f' less {format_money(fee)} fee' if fee else ''}"
    if state.status[airline] == OPEN:
        return f"Buy a share of {name} for {price}{charge}"
    return f"Open {name}: {spell_count(game.opening_shares, 'share')} for {price}{charge}"


def _describe_share_disposal(game: Airkwire, state: AirkwireState, who: int, action: act.ExchangeOrSellShares) -> str:
    step = state.step_stack[-1] if state.step_stack else None
    if not isinstance(step, ExchangeOrSellDefunctSharesStep) or not 0 <= who < state.seats:
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
    return capitalize_first(join_with_and(parts) or "keep nothing")


def build_choice(game: Airkwire, state: AirkwireState, seat: int, action: Action) -> Choice:
    return Choice(
        action=game.dump(action),
        label=_format_button_label(game, state, seat, action),
        group=GROUPS.get(type(action).__name__, ""),
        detail=_describe_choice_detail(game, state, seat, action),
        where=find_board_target(game, action),
        confirm=_get_confirmation_question(game, state, seat, action),
        piece=_name_airline_and_aircraft(game, action),
        place=_name_place_of_action(game, action),
    )


def list_out_of_turn_choices(game: Airkwire, state: AirkwireState, seat: int) -> list[Choice]:
    """The call for a vote is no ordinary choice and so not listed by `legal`; people find it beside them (AK-R64).

    With loans, others can help the player whose turn it is (AK-R65).
    """
    if game.loans and seat != state.turn:
        gifts = [gift for gift in game.gifts[seat] if gift.seat == state.turn]
        return [build_choice(game, state, seat, gift) for gift in gifts if not game.violated_rule(state, seat, gift)]
    if seat not in game.actors(state) or game.violated_rule(state, seat, game.call_vote):
        return []
    return [build_choice(game, state, seat, game.call_vote)]


def _name_airline_and_aircraft(game: Airkwire, action: Action) -> str:
    """With which airline and aircraft: the second step of a choice."""
    if isinstance(action, act.ProposeRoute):
        return f"{airline_name(game, action.airline)}, {aircraft_name(game, action.aircraft)}"
    return aircraft_name(game, action.aircraft) if isinstance(action, act.ReplaceDefunctAircraft) else ""


def _name_place_of_action(game: Airkwire, action: Action) -> str:
    """The city a choice is about: its third step."""
    if isinstance(
        action,
        (act.ProposeRoute, act.TakeFromPool, act.ReplaceDefunctAircraft, act.ForfeitDefunctCity, act.DecommissionRoute),
    ):
        return city_name(game, action.city)
    return ""


def _format_button_label(game: Airkwire, state: AirkwireState, seat: int, action: Action) -> str:
    """As short as a button: what a trade costs is in its detail."""
    if isinstance(action, act.SellShare):
        return f"Sell {airline_name(game, action.airline)}"
    if isinstance(action, act.BuyShare):
        verb = "Buy" if state.status[action.airline] == OPEN else "Open"
        return f"{verb} {airline_name(game, action.airline)}"
    return describe_action(game, state, seat, action)


GROUPS = {
    "BuyShare": "Buy",
    "SellShare": "Sell",
    "GiveCash": "Give cash",
    "ProposeRoute": "Create a route",
    "DiscardCard": "Discard",
    "DrawFromPile": "Draw",
    "TakeFromPool": "Discard pool",
    "PlayPowerCard": "Power card",
    "ReplaceDefunctAircraft": "Replace",
    "ForfeitDefunctCity": "Forfeit",
    "ThrowAwayInFreeDiscard": "Throw away",
    "DecommissionRoute": "Decommission",
}


def _describe_choice_detail(game: Airkwire, state: AirkwireState, seat: int, action: Action) -> str:
    if isinstance(action, act.BuyShare):
        return _describe_purchase_detail(game, state, seat, action.airline)
    if isinstance(action, act.SellShare):
        left = state.shares[action.airline][seat] - 1
        price = _format_price_and_fee(game, state, seat, action.airline, "−")
        return f"{price} · {f'you keep {left}' if left else 'your last share'}"
    if isinstance(action, act.ProposeRoute):
        points = spell_points(game.points_of[action.city])
        ceo = state.ceo[action.airline]
        if ceo == seat:
            return points
        return f"{points}; {seat_name(game, ceo)} must approve"
    if isinstance(action, act.TakeFromPool):
        return spell_points(game.points_of[action.city])
    if isinstance(action, act.PlayPowerCard):
        return POWER_CARD_TEXTS[action.power]
    if isinstance(action, act.ForfeitDefunctCity):
        return f"Gives up {spell_points(game.points_of[action.city])}"
    if isinstance(action, act.DrawFromPile):
        return f"{spell_count(state.pile_size, 'card')} in the pile"
    return ""


def _format_price_and_fee(game: Airkwire, state: AirkwireState, seat: int, airline: int, sign: str) -> str:
    fee = queries.get_brokerage_fee(game, state, seat)
    price = format_money(queries.get_trade_price(game, state, airline))
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


def _find_led_airline_lost_by_route(
    game: Airkwire, state: AirkwireState, seat: int, airline: int, city: int, aircraft: int
) -> int:
    """The airline this seat leads that a route would make part of another one; NOBODY if there is none."""
    if queries.find_other_airline_in_city(game, state, airline, city) == NOBODY:
        return NOBODY
    defunct = find_acquirer_and_defunct_by_route(game, state, airline, city, aircraft)[1]
    return defunct if defunct != NOBODY and state.ceo[defunct] == seat else NOBODY


def _get_confirmation_question(game: Airkwire, state: AirkwireState, seat: int, action: Action) -> str:
    if isinstance(action, act.SellShare):
        name = airline_name(game, action.airline)
        # With Block Trade the marker moves when the trading is over, by all trades together.
        falls = queries.find_price_index_after_trading(game, state, action.airline) <= 0
        if falls or queries.count_shares_held(game, state, action.airline) == 1:
            return f"This makes {name} bankrupt. Sell?"
        return ""
    if isinstance(action, act.BuyShare):
        price = queries.get_trade_price(game, state, action.airline) + queries.get_brokerage_fee(game, state, seat)
        return f"Pay {format_money(price)}?" if 2 * price > state.cash[seat] else ""
    if isinstance(action, act.ProposeRoute):
        lost = _find_led_airline_lost_by_route(game, state, seat, action.airline, action.city, action.aircraft)
        return "" if lost == NOBODY else f"Your {airline_name(game, lost)} is taken over. Fly?"
    if isinstance(action, act.ApproveRoute):
        step = state.step_stack[-1]
        assert isinstance(step, RouteApprovalStep)
        lost = _find_led_airline_lost_by_route(game, state, seat, step.airline, step.city, step.aircraft)
        return "" if lost == NOBODY else f"Your {airline_name(game, lost)} is taken over. Approve?"
    if isinstance(action, act.ForfeitDefunctCity):
        return f"Give up {city_name(game, action.city)} for good?"
    if isinstance(action, act.CallEndVote):
        return "Ask all whether the game ends here? There is no payout; wealth is counted as it stands."
    if isinstance(action, act.AnswerEndVote):
        return "End the game here for all?" if action.agree else ""
    if isinstance(action, act.GiveCash):
        return f"Give {format_money(action.amount)} to {seat_name(game, action.seat)}? Nothing makes them pay it back."
    return ""
