"""What threatens a seat that is asked: an event that it could not pay without emergency bonds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.question import QuestionWarning
from aerodrome.core.text import format_count
from aerodrome.games.tingoose.model.state import CRASH, FACE_DOWN, OIL, PLAYED, STRIKE, TinGooseState
from aerodrome.games.tingoose.rules.queries import compute_event_cost_or_strike_loss, count_emergency_bonds_needed

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

KIND_NAMES = {STRIKE: "A lost strike", CRASH: "A crash", OIL: "An oil event"}


def warnings(game: TinGoose, state: TinGooseState, seat: int) -> list[QuestionWarning]:
    """The event of this era that would cost the seat most, among the cards that others may still play."""
    worst, kind = 0, STRIKE
    for card in _list_cards_others_may_play(game, state, seat):
        cost = compute_event_cost_or_strike_loss(game, state, seat, card)
        if cost > worst:
            worst, kind = cost, game.card_kind[card]
    bonds = count_emergency_bonds_needed(game, state.cash[seat], worst)
    if not bonds:
        return []
    loss = bonds * -game.per_bond
    text = (
        f"{KIND_NAMES[kind]} of this era could cost you ${worst} and you have ${state.cash[seat]}: "
        f"{format_count(bonds, 'emergency bond')}, ${loss} less at the end"
    )
    return [QuestionWarning(text, "TG-R2")]


def _list_cards_others_may_play(game: TinGoose, state: TinGooseState, seat: int) -> list[int]:
    """The cards of the era that the seat has neither seen played nor holds; none when nobody plays any more."""
    if not state.round or (state.round == game.rounds and (state.active + 1) % state.seats == state.first):
        return []
    era = game.era_of_round[state.round]
    known = (PLAYED, seat, FACE_DOWN + seat)
    return [card for card in game.decks[era] if state.holder[card] not in known]
