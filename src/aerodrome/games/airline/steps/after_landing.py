"""After landing: the city landed on is bought or challenged for, players deal, the turn ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import EventSink
from aerodrome.games.airline.model.actions import BuyLandingRights, ChallengeCityOwner, EndTurn, ThrowDice
from aerodrome.games.airline.model.events import (
    ChallengeDiceThrown,
    ChallengeLost,
    ChallengeWon,
    CityOwnerChallenged,
    LandingRightsBought,
)
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import (
    find_rule_against_challenge,
    find_rule_against_purchase,
    get_seat_left_of,
)
from aerodrome.games.airline.rules.state_changes import (
    pay_to_bank,
    place_marker_and_tell_reconnected,
    remove_markers_and_update_network,
    transfer_cash,
)
from aerodrome.games.airline.steps.claims import pay_open_fare_claim
from aerodrome.games.airline.steps.common import DiceThrowStep
from aerodrome.games.airline.steps.trading import ActivePlayerStep, ask_next_to_make_offer

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def begin_after_landing_and_ask_for_offers(
    game: Airline, state: AirlineState, city: int, owner_at_landing: int
) -> None:
    """Let the active player act on this landing; the others are asked for offers first."""
    state.step_stack.append(AfterLandingStep(city, owner_at_landing, False))
    seat = state.active
    ask_next_to_make_offer(game, state, get_seat_left_of(state, seat), seat, False)


@final
class AfterLandingStep(ActivePlayerStep):
    """AFTER: purchase or challenge for the city landed on, trades, END."""  # AL-2.4

    rule: ClassVar[str] = "AL-2.4"
    stored_name: ClassVar[str] = "After"

    def __init__(self, city: int, owner: int, done: bool) -> None:
        self.city = city
        """The city of this landing, NOBODY on a special space."""
        self.owner = owner
        """Whose it was on landing."""
        self.done = done
        """Bought or challenged."""

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        answers: list[Action] = [game.end]
        city = self.city
        if city >= 0 and not self.done and self.owner != who:
            if self.owner == NOBODY:
                if not find_rule_against_purchase(game, state, who, city, NOBODY, False):
                    answers.append(game.purchases[city])
            elif not find_rule_against_challenge(game, state, who, city, self.owner, False):
                answers.append(game.challenges[city])
        return self.list_answers_and_common_actions(game, state, who, answers)

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, EndTurn):
            return ""
        if isinstance(action, (BuyLandingRights, ChallengeCityOwner)):
            if action.city != self.city:
                return "AL-2.7"
            if isinstance(action, BuyLandingRights):
                return find_rule_against_purchase(game, state, who, action.city, self.owner, self.done)
            return find_rule_against_challenge(game, state, who, action.city, self.owner, self.done)
        return self.find_rule_against_common_action(game, state, who, action)

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, EndTurn):
            state.step_stack.pop()
            game.pass_turn_or_end_game(state, tell)
        elif isinstance(action, BuyLandingRights):
            self._buy_landing_rights(game, state, who, action.city, tell)
        elif isinstance(action, ChallengeCityOwner):
            self._pay_fee_and_start_challenge(game, state, who, action.city, tell)
        else:
            self.apply_common_action(game, state, who, action, tell)

    def _buy_landing_rights(
        self, game: Airline, state: AirlineState, who: int, city: int, tell: EventSink | None
    ) -> None:
        state.step_stack[-1] = AfterLandingStep(city, self.owner, True)
        pay_to_bank(state, who, game.rights_price)
        if tell is not None:
            tell(LandingRightsBought(who, city, game.rights_price))
        place_marker_and_tell_reconnected(game, state, who, city, tell)

    def _pay_fee_and_start_challenge(
        self, game: Airline, state: AirlineState, who: int, city: int, tell: EventSink | None
    ) -> None:
        state.step_stack[-1] = AfterLandingStep(city, self.owner, True)  # AL-9.10
        if state.claims:
            pay_open_fare_claim(game, state, who, tell)
        transfer_cash(state, who, self.owner, game.challenge_fee)  # AL-9.3, AL-9.9
        if tell is not None:
            tell(CityOwnerChallenged(who, self.owner, city, game.challenge_fee))
        state.step_stack.append(ChallengeThrowStep(city, self.owner, 0))


@final
class ChallengeThrowStep(DiceThrowStep):
    """The challenger's throw, then the owner's."""  # AL-9.6

    stored_name: ClassVar[str] = "ChallengeThrow"

    def __init__(self, city: int, owner: int, total: int) -> None:
        self.city = city
        self.owner = owner
        self.total = total
        """What the challenger threw; 0 before."""

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ThrowDice)
        seat = state.active
        thrown = action.first + action.second
        if tell is not None:
            tell(ChallengeDiceThrown(self.owner if self.total else seat, action.first, action.second))
        if self.total == 0:
            state.step_stack[-1] = ChallengeThrowStep(self.city, self.owner, thrown)
            return
        state.step_stack.pop()
        if self.total <= thrown:  # AL-9.7
            if tell is not None:
                tell(ChallengeLost(seat, self.owner, self.city, self.total, thrown))
            return
        if tell is not None:
            tell(ChallengeWon(seat, self.owner, self.city, self.total, thrown))
        remove_markers_and_update_network(game, state, self.owner, 1 << self.city, tell)  # AL-9.8
        place_marker_and_tell_reconnected(game, state, seat, self.city, tell)
