"""The levels people choose from, and the advice they can ask for."""

import random

import pytest

from aerodrome import CHANCE, Action, Game, State
from aerodrome.bots import choose_action, create_bot
from aerodrome.bots.advice import advise, evaluate_legal_moves
from aerodrome.bots.explain import format_gain, write_explanation_sentence
from aerodrome.bots.levels import Ace, Cadet, Captain
from toy.actions import Bid, Deal
from toy.game import Toy, ToyEvaluator, ToyState


class Reasons(ToyEvaluator):
    def explain_choice(self, game: Game, state: State, who: int, action: Action) -> str:
        return "nobody can go higher" if action == Bid(9) else ""


@pytest.fixture
def talkative(toy: Toy) -> Toy:
    toy.evaluator = Reasons({})
    return toy


def dealt(toy: Toy, *cards: int) -> ToyState:
    state = toy.new(len(cards))
    for card in cards:
        toy.apply(state, CHANCE, Deal(card))
    assert isinstance(state, ToyState)
    return state


def test_a_sentence_says_what_why_and_what_is_expected(talkative: Toy) -> None:
    state = dealt(talkative, 0, 1)
    assert write_explanation_sentence(talkative, state, 0, Bid(9), 6.2) == "Bid 9: nobody can go higher, expected +6."
    assert write_explanation_sentence(talkative, state, 0, Bid(3), -0.44) == "Bid 3: expected -0.4."
    assert write_explanation_sentence(talkative, state, 0, Bid(3), 0.0) == "Bid 3."


@pytest.mark.parametrize(("gain", "words"), [(12.4, "+12"), (1.26, "+1.3"), (-3.0, "-3"), (0.01, ""), (-0.04, "")])
def test_what_rounds_to_nothing_is_not_said(gain: float, words: str) -> None:
    assert format_gain(gain) == words


def test_the_second_to_bid_knows_why(talkative: Toy) -> None:
    state = dealt(talkative, 0, 3)
    for bot in (Cadet(forget_rate=0.0), Captain(worlds=8), Ace(simulations=200)):
        state.bids[1] = 9
        assert choose_action(bot, talkative, state, 0, random.Random(2)) == Bid(9)
        assert bot.reason.startswith("nobody can go higher")


def test_advice_is_three_choices_with_expectations_best_first(talkative: Toy) -> None:
    state = dealt(talkative, 0, 3)
    advice = advise(talkative, state, 0, random.Random(1), simulations=400)
    assert len(advice) == 3
    action, expectation, words = advice[0]
    assert action == Bid(9)
    assert expectation > 0
    assert words.startswith("Bid 9: nobody can go higher, expected +")
    assert len({choice[0] for choice in advice}) == 3


def test_the_cadet_forgets_and_the_captain_does_not(toy: Toy) -> None:
    state = dealt(toy, 0, 3)
    forgetful = {choose_action(Cadet(), toy, state, 0, random.Random(seed)) for seed in range(99)}
    steady = {choose_action(Captain(worlds=8), toy, state, 0, random.Random(seed)) for seed in range(40)}
    assert forgetful == set(toy.bids)
    assert steady <= {Bid(6), Bid(9)}


def test_any_bot_can_be_asked_what_it_thinks(toy: Toy) -> None:
    state = dealt(toy, 2, 3)
    for name in ("random", "cadet", "captain", "ace?simulations=40", "search?simulations=40"):
        evaluations = evaluate_legal_moves(create_bot(name), toy, state, 0, random.Random(1))
        assert toy.why_not(state, 0, evaluations[0].action) is None


def test_an_only_choice_needs_no_thought_and_no_reason(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.bids = [Bid(3)]
    bot = Ace(simulations=50)
    assert choose_action(bot, toy, dealt(toy, 0, 1), 0, random.Random(1)) == Bid(3)
    assert bot.reason == ""
    assert bot.search.done == 0
