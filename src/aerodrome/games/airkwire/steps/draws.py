"""The two-layer draw pile: every card that chance turns up (AK-2.14, AK-3.8, AK-R83)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.chance import get_uniform_odds
from aerodrome.core.state import ChanceStep, EventSink
from aerodrome.games.airkwire.model.actions import DrawCardByChance
from aerodrome.games.airkwire.model.events import CardDrawn, CardDrawnUnseen
from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.rules.state_changes import refill_empty_pile

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def list_drawable_cards(game: Airkwire, state: AirkwireState) -> list[int]:
    """Cards that the next draw can turn up (AK-2.14)."""
    return game.plain_cards if state.top_left else game.all_cards


def list_chance_draws(game: Airkwire, state: AirkwireState) -> list[Action]:
    pile, draws = state.pile, game.draws
    return [draws[card] for card in list_drawable_cards(game, state) if pile[card]]


def compute_chance_draw_odds(game: Airkwire, state: AirkwireState) -> list[float]:
    pile = state.pile
    counts = [pile[card] for card in list_drawable_cards(game, state) if pile[card]]
    total = sum(counts)
    if total == len(counts):
        return get_uniform_odds(total)
    return [count / total for count in counts]


def find_rule_against_drawn_card(game: Airkwire, state: AirkwireState, action: Action) -> str:
    if not isinstance(action, DrawCardByChance) or not 0 <= action.card < state.cards or not state.pile[action.card]:
        return "AK-1.21"
    return "AK-2.14" if state.top_left and not game.is_plain[action.card] else ""


def draw_card(state: AirkwireState, seat: int, action: Action, tell: EventSink | None) -> None:
    assert isinstance(action, DrawCardByChance)
    state.pile[action.card] -= 1
    state.pile_size -= 1
    if state.top_left:
        state.top_left -= 1
    else:
        state.late[seat] += 1
    state.hands[seat] = [*state.hands[seat], action.card]
    if tell is not None:
        tell(CardDrawn(seat, action.card, visible_only_to=seat))
        tell(CardDrawnUnseen(seat, hidden_from=seat))
    refill_empty_pile(state, tell)


class CardDrawStep(ChanceStep["Airkwire", AirkwireState]):
    """Chance draws the next card of the pile; subclasses say for whom."""

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        return list_chance_draws(game, state)

    def odds(self, game: Airkwire, state: AirkwireState) -> list[float]:
        return compute_chance_draw_odds(game, state)

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        return find_rule_against_drawn_card(game, state, action)


class PileDrawStep(CardDrawStep):
    """A player draws the top card of the pile (AK-3.8, AK-1.21)."""

    stored_name: ClassVar[str] = "PileDraw"
    rule: ClassVar[str] = "AK-1.21"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        draw_card(state, self.seat, action, tell)
