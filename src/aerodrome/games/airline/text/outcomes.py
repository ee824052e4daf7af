"""What a choice brings in a few words, and what lists of choices are sorted by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.foresight import Foresight
from aerodrome.core.text import format_money_change
from aerodrome.games.airline.model import actions
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.steps.trading import AnswerOfferStep
from aerodrome.games.airline.text.names import seat_name

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

CHALLENGE_ODDS = "44 in 100"  # AL-R23


def summarize_and_rate_outcome(
    game: Airline, state: AirlineState, seat: int, action: Action, foresight: Foresight
) -> tuple[str, float]:
    """The essence, and the fares in force that the choice adds; a deal is worth what it would bring if accepted."""
    if isinstance(action, (actions.Offer, actions.CounterOffer)):
        cash = action.want_cash - action.give_cash
        return f"{format_money_change(cash, 'M')} if {seat_name(game, action.to)} accepts" if cash else "", float(cash)
    change = {figure.name: figure for figure in foresight.changes if figure.seat == seat}
    parts = [format_money_change(int(change["Cash"].after - change["Cash"].before), "M")] if "Cash" in change else []
    fares = change.get("Fares in force")
    if fares:
        parts.append(f"fares {fares.before:.0f} → {fares.after:.0f}")
    elif isinstance(action, actions.BuyLandingRights):
        parts.append("not connected to your base")
    if isinstance(action, actions.ChallengeCityOwner):
        parts.append(f"won {CHALLENGE_ODDS}")
    if isinstance(action, actions.AcceptOffer):
        parts += _describe_change_of_partner_fares(game, state, foresight)
    return " · ".join(parts), fares.after - fares.before if fares else 0.0


def _describe_change_of_partner_fares(game: Airline, state: AirlineState, foresight: Foresight) -> list[str]:
    """What the other side of a deal gains in fares."""
    offer = state.step_stack[-1]
    if not isinstance(offer, AnswerOfferStep):
        return []
    for figure in foresight.changes:
        if figure.name == "Fares in force" and figure.seat == offer.proposer:
            return [f"{seat_name(game, figure.seat)}'s {figure.before:.0f} → {figure.after:.0f}"]
    return []
