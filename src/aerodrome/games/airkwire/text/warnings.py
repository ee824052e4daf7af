"""What threatens a seat that is asked: an airline it has shares of is near bankruptcy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.question import QuestionWarning
from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.rules import queries
from aerodrome.games.airkwire.text.names import airline_name, format_money

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def warnings(game: Airkwire, state: AirkwireState, seat: int) -> list[QuestionWarning]:
    found = []
    for airline in range(state.airlines):
        held = state.shares[airline][seat]
        if state.status[airline] == OPEN and held:
            danger = _describe_bankruptcy_danger(game, state, airline)
            if danger:
                yours = "your share" if held == 1 else f"your {held} shares"
                text = f"{airline_name(game, airline)} {danger}: {yours} would be worth nothing"
                found.append(QuestionWarning(text, "AK-12.2"))
    return found


def _describe_bankruptcy_danger(game: Airkwire, state: AirkwireState, airline: int) -> str:
    """What would make the airline bankrupt now; "" where one thing alone cannot."""
    if queries.will_go_bankrupt_after_trading(state, airline):
        return "goes bankrupt when this stock step ends"
    if queries.find_price_index_after_trading(game, state, airline):
        return ""
    left = f"is at {format_money(game.price[0])}, the last space: one sale"
    next_miss = state.unpaid[airline] + 1 >= game.unpaid_before_drop
    if next_miss and queries.find_rule_against_payout(game, state, airline):
        return f"{left}, or the next payout, which it misses as it stands, makes it bankrupt"
    return f"{left} makes it bankrupt"
