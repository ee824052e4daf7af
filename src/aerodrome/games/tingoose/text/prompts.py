"""What a seat is asked, where the table is, and what can be typed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aerodrome.core.actions import NOBODY
from aerodrome.core.question import Form, NumberForm
from aerodrome.core.text import format_count
from aerodrome.games.tingoose.components.checks import COLOURS, ERAS
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import owns_fleet_of_same_kind
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, ConditionRemovalStep, DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.steps.opening import AirmailChoiceStep, DrawOpeningTieWinnerStep, OpeningBidStep
from aerodrome.games.tingoose.steps.setup import DealCardStep, DrawDemandAndPlaceTokensStep
from aerodrome.games.tingoose.steps.turn import CardPlayStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionStep
from aerodrome.games.tingoose.text.names import card_name, describe_fleet_figures, seat_name

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


def prompt(game: TinGoose, state: TinGooseState, seat: int) -> str:
    step = state.step_stack[-1]
    if isinstance(step, OpeningBidStep):
        own = f"you have ${state.cash[seat]}"
        return f"Bid in secret for the choice of airmail routes and the first turn; everybody pays their bid — {own}"
    if isinstance(step, AirmailChoiceStep):
        return f"Take an airmail route — ${game.airmail_reward} when your network reaches its target"
    if isinstance(step, CardPlayStep):
        era = ERAS[game.era_of_round[state.round]]
        return f"Play a {era} card"
    if isinstance(step, StrikeBidStep):
        won, lost = game.strike_win[step.card], game.strike_lose[step.card]
        own = format_count(state.chips[seat], "labor chip")
        return (
            f"Strike: bid labor chips; the most win ${won}, the others and a bid of none pay ${lost} — you have {own}"
        )
    if isinstance(step, AuctionBidStep):
        return _prompt_for_auction_bid(game, state, seat, step)
    if isinstance(step, DeployOrUpgradeStep):
        name = card_name(game, step.card)
        legal = step.legal(game, state, seat)
        return f"Deploy the {name} or upgrade a fleet with it" if len(legal) > 1 else f"Deploy the {name}"
    if isinstance(step, ConditionRemovalStep):
        return "Remove one condition, or none"
    if isinstance(step, TurnActionStep):
        return f"Choose an action — {format_count(step.actions_left, 'slot')} left"
    raise TypeError(step)


def _prompt_for_auction_bid(game: TinGoose, state: TinGooseState, seat: int, step: AuctionBidStep) -> str:
    high = "no bid yet" if step.leader == NOBODY else f"{seat_name(game, step.leader)} has bid ${step.high_bid}"
    last = ", you are last" if seat == state.active else ""
    fleet = f"{card_name(game, step.card)} ({describe_fleet_figures(game, step.card)})"
    kind = ""
    if owns_fleet_of_same_kind(game, state, seat, step.card):
        kind = f", another of yours: income {format_count(game.same_kind_bonus_boxes, 'box', 'boxes')} up"
    return f"Bid once for the {fleet}{kind}, or pass — {high}{last}, you have ${state.cash[seat]}"


def describe_phase(game: TinGoose, state: TinGooseState) -> str:
    if not state.step_stack:
        return "Game over"
    step = state.step_stack[-1]
    if state.round == 0:
        return f"Set-up · {_describe_setup_phase(step)}"
    # Not capitalised: Blue is somebody at the table.
    era = ERAS[game.era_of_round[state.round]]
    return f"Round {state.round} · {era} era · {_describe_turn_phase(game, state, step)}"


def _describe_setup_phase(step: Any) -> str:
    if isinstance(step, DrawDemandAndPlaceTokensStep):
        return f"Demand in {COLOURS[step.colour]} cities"
    if isinstance(step, DealCardStep):
        return "Dealing"
    if isinstance(step, OpeningBidStep):
        return "Opening bid"
    if isinstance(step, DrawOpeningTieWinnerStep):
        return "Equal bids"
    return "Airmail routes"


def _describe_turn_phase(game: TinGoose, state: TinGooseState, step: Any) -> str:
    name = seat_name(game, state.active)
    if isinstance(step, CardPlayStep):
        return f"{name} plays a card"
    if isinstance(step, StrikeBidStep):
        return "Strike"
    if isinstance(step, AuctionBidStep):
        return f"Auction of the {card_name(game, step.card)}"
    if isinstance(step, DeployOrUpgradeStep):
        return f"{seat_name(game, step.seat)} uses the {card_name(game, step.card)}"
    if isinstance(step, ConditionRemovalStep):
        return f"{seat_name(game, step.seat)} may remove a condition"
    return f"{name} acts"


def forms(game: TinGoose, state: TinGooseState, seat: int) -> list[Form]:
    step = state.step_stack[-1]
    if isinstance(step, AuctionBidStep):
        low, cash = max(step.high_bid + 1, game.min_auction_bid), state.cash[seat]
        return [NumberForm("Your bid", {"type": "bid"}, "amount", low, cash, low, unit="$")] if low <= cash else []
    if isinstance(step, OpeningBidStep):
        return [NumberForm("Your bid", {"type": "bid_opening"}, "amount", 0, state.cash[seat], 0, unit="$")]
    if isinstance(step, StrikeBidStep) and state.chips[seat] > 0:
        return [NumberForm("Labor chips", {"type": "bid_chips"}, "chips", 0, state.chips[seat], 0, unit="chips")]
    return []
