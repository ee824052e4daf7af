"""The levels people choose from: what they notice, forget and say."""

import random
from dataclasses import replace

import pytest

from aerodrome import CHANCE, Action, Game, State
from aerodrome.bots import choose_action, create_bot
from aerodrome.bots.levels import Ace, Cadet, Captain
from aerodrome.core.evaluator import CadetSettings
from aerodrome.core.reason import Reason
from toy.actions import Bid, Deal
from toy.game import Toy, ToyEvaluator, ToyState


class TalkativeEvaluator(ToyEvaluator):
    """Gives a reason for the highest bid and one against the lowest, and two that argue the other way."""

    def find_reasons(self, game: Game, state: State, who: int, action: Action) -> list[Reason]:
        if action == Bid(9):
            return [Reason("dear", (), False), Reason("highest")]
        return [Reason("cheap"), Reason("lowest", (), False)] if action == Bid(0) else []


def describe_reason(game: Game, state: State, who: int, action: Action, reason: Reason) -> str:
    return {"highest": "nobody can go higher", "lowest": "anybody can go higher"}.get(reason.kind, reason.kind)


@pytest.fixture
def talkative(toy: Toy) -> Toy:
    toy.evaluator = TalkativeEvaluator({})
    toy.presentation = replace(toy.presentation, describe_reason=describe_reason)
    return toy


def dealt(toy: Toy, *cards: int) -> ToyState:
    state = toy.new(len(cards))
    for card in cards:
        toy.apply(state, CHANCE, Deal(card))
    assert isinstance(state, ToyState)
    return state


def test_the_second_to_bid_knows_why(talkative: Toy) -> None:
    state = dealt(talkative, 0, 3)
    for bot in (Cadet(forget_rate=0.0), Captain(worlds=8), Ace(simulations=200)):
        state.bids[1] = 9
        assert choose_action(bot, talkative, state, 0, random.Random(2)) == Bid(9)
        assert bot.reason == "nobody can go higher"


def test_the_cadet_forgets_and_the_captain_does_not(toy: Toy) -> None:
    state = dealt(toy, 0, 3)
    forgetful = {choose_action(Cadet(), toy, state, 0, random.Random(seed)) for seed in range(99)}
    steady = {choose_action(Captain(worlds=8), toy, state, 0, random.Random(seed)) for seed in range(40)}
    assert forgetful == set(toy.bids)
    assert steady <= {Bid(6), Bid(9)}


def test_any_bot_can_be_asked_what_it_thinks(toy: Toy) -> None:
    state = dealt(toy, 2, 3)
    for name in ("random", "cadet", "captain", "ace?simulations=40", "search?simulations=40"):
        rng = random.Random(1)
        evaluations = create_bot(name).evaluate_moves(toy, toy.imagine(state, 0, rng), 0, rng)
        assert toy.why_not(state, 0, evaluations[0].action) is None


def test_an_only_choice_needs_no_thought_and_no_reason(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.bids = [Bid(3)]
    bot = Ace(simulations=50)
    assert choose_action(bot, toy, dealt(toy, 0, 1), 0, random.Random(1)) == Bid(3)
    assert bot.reason == ""
    assert bot.search.done == 0


class PlainToSeeEvaluator(ToyEvaluator):
    """Everybody sees a bid of 9; a bid of 6 is pointless; 0 is not worth a thought."""

    def is_never_overlooked(self, game: Game, state: State, who: int, action: Action) -> bool:
        return action == Bid(9)

    def is_pointless(self, game: Game, state: State, who: int, action: Action) -> bool:
        return action == Bid(6)

    def estimate_action_prior(self, game: Game, state: State, who: int, action: Action) -> float:
        return -1.0 if action == Bid(0) else 1.0


class ThriftyEvaluator(PlainToSeeEvaluator):
    def evaluate(self, game: Toy, state: ToyState) -> list[float]:
        return [-float(bid) for bid in state.bids]


def test_a_cadet_never_overlooks_what_everybody_sees_nor_does_what_is_pointless(toy: Toy) -> None:
    state = dealt(toy, 0, 3)
    toy.evaluator = PlainToSeeEvaluator({})
    for seed in range(60):
        evaluations = Cadet(forget_rate=0.95).evaluate_moves(toy, state, 0, random.Random(seed))
        assert Bid(9) in [evaluation.action for evaluation in evaluations]
        assert not {Bid(0), Bid(6)} & {evaluation.action for evaluation in evaluations}


def test_what_a_cadet_cannot_tell_apart_goes_to_what_everybody_sees(toy: Toy) -> None:
    state = dealt(toy, 0, 3)
    state.step_stack.append(state.step_stack[-1])  # another round follows: nothing is won or lost yet
    toy.evaluator = ThriftyEvaluator({})
    blind = Cadet(forget_rate=0.0, noise=500.0)
    assert {choose_action(blind, toy, state, 0, random.Random(seed)) for seed in range(30)} == {Bid(9)}


class FarSightedEvaluator(ToyEvaluator):
    """What a bid is good for shows further on."""

    def get_cadet_settings(self, game: Game, state: State) -> CadetSettings:
        return CadetSettings(noise=0.0, simulations=3, rounds=1)


def test_a_cadet_plays_on_in_thought_where_its_title_says_so(toy: Toy) -> None:
    state = dealt(toy, 0, 3)
    cadet = Cadet(forget_rate=0.0)
    cadet.choose(toy, state.clone(), 0, random.Random(1))
    assert cadet.search.done == 0
    toy.evaluator = FarSightedEvaluator({})
    chosen = {cadet.choose(toy, state.clone(), 0, random.Random(1)) for _time in range(3)}
    assert cadet.search.done == 3
    assert len(chosen) == 1, "the same luck, the same choice"


class FarAheadEvaluator(ToyEvaluator):
    """The first seat is hopelessly ahead or behind; a bid of 3 still brings the most money."""

    def evaluate(self, game: Toy, state: ToyState) -> list[float]:
        return [self.weights["sign"] * 900.0 - abs(state.bids[0] - 3), *[0.0] * (state.seats - 1)]


@pytest.mark.parametrize(
    "name", ["greedy", "cadet?forget_rate=0.0", "captain", "ace?simulations=60", "search?simulations=60"]
)
@pytest.mark.parametrize("seat_is_ahead", [True, False])
def test_in_a_decided_game_the_better_lead_wins(toy: Toy, name: str, seat_is_ahead: bool) -> None:
    state = dealt(toy, 0, 3, 2)
    state.step_stack.append(state.step_stack[-1])  # another round follows: nothing is won or lost yet
    toy.evaluator = FarAheadEvaluator({"sign": 1.0 if seat_is_ahead else -1.0})
    choices = {choose_action(create_bot(name), toy, state, 0, random.Random(seed)) for seed in range(12)}
    assert choices == {Bid(3)}
