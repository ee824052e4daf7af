"""Section 2: demand tokens, hands and airmail cards, all by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.chance import get_uniform_odds
from aerodrome.core.state import ChanceStep, EventSink
from aerodrome.games.tingoose.model.actions import DealCard, DrawDemandCard, LayOutAirmailCard
from aerodrome.games.tingoose.model.events import AirmailCardLaidOut, CardDealt, CardDealtUnseen, DemandTokensPlaced
from aerodrome.games.tingoose.model.state import UNDEALT, TinGooseState
from aerodrome.games.tingoose.steps.opening import OpeningBidStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


class DrawDemandAndPlaceTokensStep(ChanceStep["TinGoose", TinGooseState]):
    """The demand cards of one colour, one after another."""

    stored_name: ClassVar[str] = "DrawsDemand"
    rule: ClassVar[str] = "TG-2.3"

    def __init__(self, colour: int) -> None:
        self.colour: int = colour

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        return [draw for i, draw in enumerate(game.demand_draws) if i not in state.card_row]

    def odds(self, game: TinGoose, state: TinGooseState) -> list[float]:
        return get_uniform_odds(len(game.demand_draws) - len(state.card_row))

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if not isinstance(action, DrawDemandCard) or not 0 <= action.demand < len(game.demand_draws):
            return "TG-2.3"
        return "TG-2.3" if action.demand in state.card_row else ""

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, DrawDemandCard)
        place_demand_tokens(game, state, game.demand_city[self.colour][action.demand], len(state.card_row), tell)
        state.card_row.append(action.demand)
        if len(state.card_row) == game.demand_per_colour:
            state.card_row = []  # TG-2.4
            state.step_stack.pop()


def place_demand_tokens(
    game: TinGoose, state: TinGooseState, city: int, draw_position: int, tell: EventSink | None
) -> None:
    replaced = state.gold >> city & 1 == 1
    if replaced:  # TG-2.5
        state.gold &= ~(1 << city)
        state.gold_left += 1
    silver = 0
    if draw_position == 0:
        state.gold |= 1 << city
        state.gold_left -= 1
    else:
        silver = game.demand_chart[state.seats][draw_position - 1]  # TG-2.6
        state.silver[city] += silver
        state.silver_left -= silver
    if tell is not None:
        tell(DemandTokensPlaced(city, 1 if draw_position == 0 else 0, silver, replaced))


class DealCardStep(ChanceStep["TinGoose", TinGooseState]):
    """One card of an era to one seat; in the variant from the fleets or from the events alone."""

    stored_name: ClassVar[str] = "DealsCard"
    rule: ClassVar[str] = "TG-2.8"

    def __init__(self, seat: int, era: int, pile: int) -> None:
        self.seat: int = seat
        self.era: int = era
        self.pile: int = pile

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        holder = state.holder
        deals = game.card_deals
        return [deals[card] for card in game.deal_piles[self.era][self.pile] if holder[card] == UNDEALT]

    def odds(self, game: TinGoose, state: TinGooseState) -> list[float]:
        holder = state.holder
        left = 0
        for card in game.deal_piles[self.era][self.pile]:
            if holder[card] == UNDEALT:
                left += 1
        return get_uniform_odds(left)

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if not isinstance(action, DealCard) or action.card < 0 or state.holder[action.card] != UNDEALT:
            return "TG-2.8"
        if game.card_era[action.card] != self.era:
            return "TG-2.8"
        return "" if action.card in game.deal_piles[self.era][self.pile] else "TG-17.2"

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, DealCard)
        state.step_stack.pop()
        state.holder[action.card] = self.seat
        if tell is not None:
            tell(CardDealt(self.seat, action.card, visible_only_to=self.seat))
            tell(CardDealtUnseen(self.seat, self.era, hidden_from=self.seat))


class LayOutAirmailCardsStep(ChanceStep["TinGoose", TinGooseState]):
    """The airmail cards to choose from, one after another."""

    stored_name: ClassVar[str] = "LaysAirmail"
    rule: ClassVar[str] = "TG-2.10"

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        return [lay for i, lay in enumerate(game.airmail_layouts) if i not in state.card_row]

    def odds(self, game: TinGoose, state: TinGooseState) -> list[float]:
        return get_uniform_odds(len(game.airmail_layouts) - len(state.card_row))

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if not isinstance(action, LayOutAirmailCard) or not 0 <= action.airmail < len(game.airmail_layouts):
            return "TG-2.10"
        return "TG-2.10" if action.airmail in state.card_row else ""

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, LayOutAirmailCard)
        state.card_row.append(action.airmail)
        if tell is not None:
            tell(AirmailCardLaidOut(action.airmail))
        if len(state.card_row) == state.seats + game.extra_airmail_cards:
            state.step_stack.pop()
            opening = state.step_stack[-1]
            assert isinstance(opening, OpeningBidStep)
            opening.seal_forced_zero_bids(game, state, tell)
