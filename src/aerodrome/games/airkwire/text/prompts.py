"""What a seat is asked, what else it can fill in, and what is going on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.question import Form, NumberForm
from aerodrome.games.airkwire.model.state import GOES_ON, AirkwireState
from aerodrome.games.airkwire.rules import mergers, trading
from aerodrome.games.airkwire.steps.draws import PileDrawStep
from aerodrome.games.airkwire.steps.end import EndVoteInTurnOrderStep
from aerodrome.games.airkwire.steps.merger import (
    ChooseAircraftForDefunctHomeStep,
    ChooseRivalStep,
    ExchangeOrSellDefunctSharesStep,
)
from aerodrome.games.airkwire.steps.payout import RaiseOrHoldPriceStep
from aerodrome.games.airkwire.steps.power_cards import DecommissionRouteStep, FreeDiscardStep
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep, RouteOrDiscardStep
from aerodrome.games.airkwire.steps.setup import DealStartingCardStep, DrawFirstPlayerAndDealCashStep
from aerodrome.games.airkwire.steps.stock import TradeSharesStep
from aerodrome.games.airkwire.steps.takeover import ReplaceOrForfeitStep
from aerodrome.games.airkwire.steps.turn import ReplenishHandStep
from aerodrome.games.airkwire.text.names import (
    aircraft_name,
    airline_name,
    city_name,
    format_money,
    home_city_name,
    join_airline_names,
    seat_name,
    spell_count,
)

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def describe_phase(game: Airkwire, state: AirkwireState) -> str:
    """The round, whose turn it is and at which step, as a heading."""
    if state.end != GOES_ON:
        return "Game over"
    step = state.step_stack[-1]
    if isinstance(step, (DrawFirstPlayerAndDealCashStep, DealStartingCardStep)):
        return "Set-up"
    return f"Round {game.round_number(state)} · {seat_name(game, state.turn)} · {_name_current_step(game, state)}"


def _name_current_step(game: Airkwire, state: AirkwireState) -> str:
    step = state.step_stack[-1]
    if isinstance(step, (TradeSharesStep, EndVoteInTurnOrderStep)):
        return "Stock" if isinstance(step, TradeSharesStep) else "Vote"
    if isinstance(step, RouteOrDiscardStep):
        return "Route or discard"
    if isinstance(step, RouteApprovalStep):
        return f"Approval by {seat_name(game, state.ceo[step.airline])}"
    if isinstance(step, (ReplenishHandStep, PileDrawStep)):
        return "Replenish"
    if isinstance(step, RaiseOrHoldPriceStep):
        return "Dividends"
    if isinstance(step, FreeDiscardStep):
        return "Free Discard"
    if isinstance(step, DecommissionRouteStep):
        return "Decommission Route"
    return "Merger"


def prompt(game: Airkwire, state: AirkwireState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, TradeSharesStep):
        return _prompt_for_trading(game, state)
    if isinstance(step, RouteOrDiscardStep):
        return _prompt_for_route(game, state)
    if isinstance(step, RouteApprovalStep):
        return (
            f"{seat_name(game, state.turn)} wants to fly {airline_name(game, step.airline)} to "
            f"{city_name(game, step.city)} with a {aircraft_name(game, step.aircraft)}. Do you approve?"
        )
    if isinstance(step, ReplenishHandStep):
        return "Draw a card, or leave your hand as it is"
    if isinstance(step, ExchangeOrSellDefunctSharesStep):
        price = format_money(game.price[state.index[step.defunct]])
        return (
            f"{airline_name(game, step.acquirer)} takes over {airline_name(game, step.defunct)}: exchange your "
            f"{state.shares[step.defunct][seat]} shares two for one, or sell them at {price} each"
        )
    if isinstance(step, ChooseAircraftForDefunctHomeStep):
        return f"Choose the aircraft of {airline_name(game, step.acquirer)} for {home_city_name(game, step.defunct)}"
    if isinstance(step, ChooseRivalStep):
        return f"Which airline does {airline_name(game, step.entering)} deal with at {city_name(game, step.city)}?"
    if isinstance(step, ReplaceOrForfeitStep):
        markers = spell_count(state.acquired[step.acquirer], "acquired marker")
        return (
            f"{airline_name(game, step.acquirer)} has {markers} for "
            f"{spell_count(state.routes[step.defunct], 'city', 'cities')}: replace an aircraft or forfeit a city"
        )
    if isinstance(step, RaiseOrHoldPriceStep):
        return f"{airline_name(game, step.airline)} is sold out and paid: raise its price one space?"
    if isinstance(step, FreeDiscardStep):
        return f"Free Discard: throw away cards, then refill — {spell_count(step.thrown, 'card')} thrown so far"
    if isinstance(step, DecommissionRouteStep):
        return f"Remove one route of {airline_name(game, step.airline)}, or keep them all?"
    if isinstance(step, EndVoteInTurnOrderStep):
        return f"{seat_name(game, state.turn)} proposes to end the game here. Do you agree?"
    return "Chance decides"


def _prompt_for_trading(game: Airkwire, state: AirkwireState) -> str:
    left = trading.count_trades_left(game, state)
    text = f"Buy or sell up to {spell_count(left, 'share')}" if left else "No trades left"
    if 0 < left < game.trades_per_turn:
        text = f"Buy or sell — {spell_count(left, 'trade')} left"
    if state.owed:
        text += f"; you owe a route for {join_airline_names(game, state.owed)}"
    return text


def _prompt_for_route(game: Airkwire, state: AirkwireState) -> str:
    if state.owed:
        return f"Create the route for {join_airline_names(game, state.owed)} that you owe"
    if state.routes_made:
        return "Create a second route, or go on"
    return "Create a route, or discard a card"


def forms(game: Airkwire, state: AirkwireState, seat: int) -> list[Form]:
    step = state.step_stack[-1]
    found: list[Form] = []
    if game.loans and isinstance(step, (TradeSharesStep, RouteOrDiscardStep)):
        for other in range(state.seats):
            if other != seat and other not in state.cash_gifts_made and state.cash[seat] >= 10:
                found.append(_build_cash_gift_form(game, state, seat, other))
    if isinstance(step, ExchangeOrSellDefunctSharesStep):
        most = mergers.count_max_new_shares_by_exchange(game, state, seat, step.acquirer, step.defunct)
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


def _build_cash_gift_form(game: Airkwire, state: AirkwireState, seat: int, receiver: int) -> NumberForm:
    return NumberForm(
        label=f"Give cash to {seat_name(game, receiver)}",
        action={"type": "give", "seat": receiver},
        field="amount",
        min=10,
        max=state.cash[seat],
        start=10,
        step=10,
        unit="$",
        detail="Once to each player in your turn; nothing makes them pay it back",
    )
