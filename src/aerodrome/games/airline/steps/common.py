"""What the steps of Airline share: leaving, calling a claim, the dice, and the end of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import Action
from aerodrome.core.state import AutoStep, ChanceStep, EventSink, Step
from aerodrome.games.airline.model import actions as act
from aerodrome.games.airline.model.state import CREDITOR, KIND, AirlineState
from aerodrome.games.airline.rules.queries import find_claim_index, has_given_city_lately

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


AirlineStep = Step["Airline", AirlineState]
"""Any step of Airline."""


class DecisionStep(Step["Airline", AirlineState]):
    """A question to one seat. Concrete steps judge and do their own actions first and leave the rest to these."""

    def allows_out_of_turn(self, game: Airline, state: AirlineState, who: int, action: Action) -> bool:
        return isinstance(action, act.LeaveGame) and 0 <= who < state.seats and not state.out[who]  # AL-R38

    def find_rule_against_common_action(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        """The rule against an action that is no answer to this question in particular, or ""."""
        if isinstance(action, act.LeaveGame):
            return self._find_rule_against_leaving(game, state, who)
        if isinstance(action, act.CollectClaim):
            return "" if find_claim_index(state, who, action.claim) >= 0 else "AL-11.1"
        return get_timing_rule(action)

    def _find_rule_against_leaving(self, game: Airline, state: AirlineState, who: int) -> str:
        """Who leaves in debt is bankrupt, and may be so at any time."""  # AL-R38
        return "AL-R56" if has_given_city_lately(state, who) and not game.is_in_debt(state, who) else ""

    def apply_common_action(
        self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None
    ) -> None:
        """Carry out what is allowed at every question."""
        if isinstance(action, act.LeaveGame):
            game.remove_player(state, who, tell)
        elif isinstance(action, act.CollectClaim):
            game.pay_claim_or_raise_money(state, find_claim_index(state, who, action.claim), tell)

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        """What remains of this step on the step stack when a seat is out; None when nothing does."""
        return self


class AirlineAutoStep(AutoStep["Airline", AirlineState]):
    """A step that follows without a question."""

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        return self


class DiceThrowStep(ChanceStep["Airline", AirlineState]):
    """Two dice are thrown: one action of CHANCE with 36 equal outcomes."""  # AL-R54

    rule: ClassVar[str] = "AL-R54"

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        return game.throws

    def odds(self, game: Airline, state: AirlineState) -> list[float]:
        return game.throw_odds

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, act.ThrowDice) and 1 <= action.first <= 6 and 1 <= action.second <= 6:
            return ""
        return "AL-R54"

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        return self


@final
class PassTurnStep(AirlineAutoStep):
    """The turn passes to the left; any phase of a turn may end in it."""

    stored_name: ClassVar[str] = "PassTurn"

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        game.pass_turn_or_end_game(state, tell)


def combine_answers_and_claim_actions(
    game: Airline, state: AirlineState, seat: int, answers: list[Action]
) -> list[Action]:
    """The answers, and the claims of this seat: one may be called at any decision of one's own."""  # AL-R18
    mine: list[Action] = [game.collects[claim[KIND]] for claim in state.claims if claim[CREDITOR] == seat]
    return answers + mine if mine else answers


def get_timing_rule(action: Action) -> str:
    """The rule that says where this action belongs."""
    return TIMING_RULES.get(type(action), "AL-2.4")


TIMING_RULES: Final[dict[type[Action], str]] = {
    act.BuyLandingRights: "AL-2.7",
    act.ChallengeCityOwner: "AL-2.7",
    act.ExchangeAircraft: "AL-2.5",
    act.Offer: "AL-2.6",
    act.AcceptOffer: "AL-R32",
    act.RejectOffer: "AL-R32",
    act.CounterOffer: "AL-R32",
    act.CloseTradeAndFly: "AL-2.1",
    act.EndTurn: "AL-R7",
    act.MakeNoOffer: "AL-R55",
    act.DeclareBankruptcy: "AL-R14",
    act.LeaveClaimsUncalled: "AL-R18",
    act.ChooseBase: "AL-5.3",
    act.ThrowDice: "AL-R54",
}
