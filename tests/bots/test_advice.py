"""Advice on the smallest title: fresh figures, in the order shown, with reasons that do not argue against them."""

import os
import random
import subprocess
import sys
from dataclasses import replace

import pytest

from aerodrome import CHANCE, Action, Game, State
from aerodrome.bots.advice import (
    advise,
    compute_mean_and_standard_error,
    hash_position_seen_by,
    round_to_percent,
)
from aerodrome.core.reason import Reason
from laws.test_advice import plain
from toy.actions import Bid, Deal
from toy.game import Toy, ToyEvaluator, ToyState


def dealt(toy: Toy, *cards: int) -> ToyState:
    state = toy.new(len(cards))
    for card in cards:
        toy.apply(state, CHANCE, Deal(card))
    assert isinstance(state, ToyState)
    return state


class TalkativeEvaluator(ToyEvaluator):
    """Has a reason for and one against every bid."""

    def find_reasons(self, game: Game, state: State, who: int, action: Action) -> list[Reason]:
        return [Reason("against", (), False), Reason("for")]


@pytest.fixture
def talkative(toy: Toy) -> Toy:
    toy.evaluator = TalkativeEvaluator({})
    toy.presentation = replace(
        toy.presentation,
        describe_reason=lambda game, state, who, action, reason: reason.kind,
        format_gain=lambda game, amount: f"{amount:+.0f} chips",
    )
    return toy


def test_the_best_bid_comes_first_and_a_clearly_worse_one_is_argued_against(talkative: Toy) -> None:
    choices = advise(talkative, dealt(talkative, 0, 3), 0).choices
    assert choices[0].action == Bid(9)
    assert (choices[0].reason, choices[0].gain, choices[0].gain_words) == ("for", 0.0, "")
    second = choices[1]
    assert not second.about_as_good
    assert second.reason == "against"
    assert second.gain < 0.0
    assert second.gain_words == f"{second.gain:+.0f} chips"
    assert [choice.percent for choice in choices] == sorted((c.percent for c in choices), reverse=True)


def test_the_same_question_gets_the_same_answer_whatever_is_hidden(talkative: Toy) -> None:
    answers = [
        [plain(talkative, choice) for choice in advise(talkative, dealt(talkative, 2, other), 0).choices]
        for other in (0, 1, 3, 0)
    ]
    assert all(answer == answers[0] for answer in answers)
    assert hash_position_seen_by(talkative, dealt(talkative, 2, 0), 0) != hash_position_seen_by(
        talkative, dealt(talkative, 1, 0), 0
    )


class IndifferentEvaluator(TalkativeEvaluator):
    """Thinks all bids equal but for a penny and a share that nobody can see."""

    def evaluate(self, game: Toy, state: ToyState) -> list[float]:
        return [0.001 * state.bids[0], *[0.0] * (state.seats - 1)]


def test_what_cannot_be_told_apart_is_about_as_good_and_has_no_gain(talkative: Toy) -> None:
    talkative.evaluator = IndifferentEvaluator({})
    state = dealt(talkative, 0, 1, 2)
    state.step_stack.append(state.step_stack[-1])  # another round follows: nothing is won or lost yet
    choices = advise(talkative, state, 0, measurements=32).choices
    assert len(choices) == 4
    for choice in choices[1:]:
        assert choice.percent == choices[0].percent
        assert choice.gain_words == ""


class FarAheadEvaluator(TalkativeEvaluator):
    def evaluate(self, game: Toy, state: ToyState) -> list[float]:
        return [self.weights["sign"] * 900.0 - abs(state.bids[0] - 3), *[0.0] * (state.seats - 1)]


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_in_a_decided_game_advice_is_about_the_money(talkative: Toy, sign: float) -> None:
    talkative.evaluator = FarAheadEvaluator({"sign": sign})
    state = dealt(talkative, 0, 3, 2)
    state.step_stack.append(state.step_stack[-1])
    choices = advise(talkative, state, 0, measurements=32).choices
    assert [choice.action for choice in choices][:1] == [Bid(3)]
    assert [choice.about_as_good for choice in choices] == [False] * 4
    assert [choice.reason for choice in choices] == ["for", "against", "against", "against"]
    assert choices[-1].gain_words == "-6 chips"


class CautiousEvaluator(TalkativeEvaluator):
    def calibrate_search_share(self, game: Game, state: State, share: float) -> float:
        return share * share


def test_chances_and_their_errors_are_calibrated(talkative: Toy) -> None:
    state = dealt(talkative, 0, 3)
    plain_choice = advise(talkative, state, 0).choices[0]
    talkative.evaluator = CautiousEvaluator({})
    choice = advise(talkative, state, 0).choices[0]
    assert choice.action == plain_choice.action
    assert choice.win_chance == pytest.approx(plain_choice.win_chance**2)
    assert choice.percent == round_to_percent(choice.win_chance)


class PointlessEvaluator(TalkativeEvaluator):
    def is_pointless(self, game: Game, state: State, who: int, action: Action) -> bool:
        return action in (Bid(9), Bid(0))


def test_pointless_choices_are_not_named(talkative: Toy) -> None:
    talkative.evaluator = PointlessEvaluator({})
    choices = advise(talkative, dealt(talkative, 0, 3), 0, measurements=16).choices
    assert {choice.action for choice in choices} == {Bid(3), Bid(6)}


def test_an_only_choice_has_a_chance_too(talkative: Toy) -> None:
    talkative.bids = [Bid(3)]
    choices = advise(talkative, dealt(talkative, 0, 3), 0).choices
    assert [choice.action for choice in choices] == [Bid(3)]
    assert (choices[0].percent, choices[0].uncertainty) == (100, 0.0)  # the other bids 3 as well, on a worse card


def test_asking_leaves_the_table_as_it_is(talkative: Toy) -> None:
    state = dealt(talkative, 0, 1)
    before = talkative.to_json(state)
    advise(talkative, state, 0, measurements=16)
    assert talkative.to_json(state) == before


@pytest.mark.parametrize(
    ("chance", "percent"),
    [(0.0, 0), (0.001, 1), (0.014, 1), (0.015, 2), (0.625, 63), (0.6249, 62), (0.9999, 99), (1.0, 100)],
)
def test_certainty_is_shown_only_where_there_is_some(chance: float, percent: int) -> None:
    assert round_to_percent(chance) == percent


def test_the_error_of_a_mean_is_that_of_its_sample() -> None:
    rng = random.Random(5)
    means = []
    for _ in range(400):
        values = [rng.gauss(3.0, 2.0) for _ in range(25)]
        means.append(compute_mean_and_standard_error(values))
    inside = sum(1 for mean, error in means if abs(mean - 3.0) <= 2.0 * error)
    assert 360 <= inside <= 390  # 94.3 % by Student's t with 24 degrees of freedom
    assert compute_mean_and_standard_error([2.0, 2.0, 2.0]) == (2.0, 0.0)


ASK_IN_ANOTHER_PROCESS = """
import aerodrome
from aerodrome.bots.advice import advise
from laws.test_advice import plain, positions
for title in aerodrome.titles():
    for moment in positions(title, 2, seed=4):
        for choice in advise(moment.game, moment.state, moment.who, simulations=16, measurements=20).choices:
            print(plain(moment.game, choice))
"""


def test_another_process_gives_the_same_answer() -> None:
    answers = [
        subprocess.run(
            [sys.executable, "-c", ASK_IN_ANOTHER_PROCESS],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert answers[0] == answers[1]
    assert answers[0].count("\n") >= 8
