"""A coach on the smallest title, and on positions of every title: what it finds, and that it knows no secrets."""

import random

import pytest

import aerodrome
from aerodrome import CHANCE, Game, State
from aerodrome.bots import coaching
from aerodrome.bots.advice import AdvisedChoice
from aerodrome.matches.bot_pool import BotRequest, judge_cost_of_choice, survey_choices_for_coach
from laws.test_advice import positions
from toy.actions import Bid, Deal
from toy.game import Toy, ToyState


def dealt(toy: Toy, *cards: int) -> ToyState:
    state = toy.new(len(cards))
    for card in cards:
        toy.apply(state, CHANCE, Deal(card))
    assert isinstance(state, ToyState)
    return state


def test_a_poor_bid_is_costly_and_the_best_one_is_not(toy: Toy) -> None:
    state = dealt(toy, 0, 3)
    best = coaching.survey_choices(toy, state, 0).choices[0].action
    poor = coaching.judge_choice(toy, state, 0, Bid(0), best)
    assert poor.is_costly()
    assert poor.best_percent - poor.percent >= coaching.COSTLY_PERCENT
    assert poor.loss > 2 * poor.error
    assert not coaching.judge_choice(toy, state, 0, best, best).is_costly()
    assert not coaching.judge_choice(toy, state, 0, best, Bid(0)).is_costly()


def test_a_loss_within_its_uncertainty_is_none() -> None:
    assert coaching.JudgedChoice(20, 30, 0.1, 0.04).is_costly()
    assert not coaching.JudgedChoice(20, 30, 0.1, 0.06).is_costly()
    assert not coaching.JudgedChoice(20, 24, 0.04, 0.0).is_costly()


def advised(percent: int, about_as_good: bool = False) -> AdvisedChoice:
    choice = AdvisedChoice(Bid(percent))
    choice.percent, choice.about_as_good = percent, about_as_good
    return choice


def test_only_questions_that_matter_deserve_a_word() -> None:
    assert coaching.does_choice_matter([advised(30), advised(29, True), advised(25)])
    assert not coaching.does_choice_matter([advised(30), advised(25, True)])
    assert not coaching.does_choice_matter([advised(30), advised(26)])
    assert not coaching.does_choice_matter([advised(30)])


def test_what_the_survey_found_about_as_good_is_not_judged() -> None:
    assert not coaching.may_choice_be_costly([30, 27, 20], 0)
    assert not coaching.may_choice_be_costly([30, 27, 20], 1)
    assert coaching.may_choice_be_costly([30, 27, 20], 2)
    assert coaching.may_choice_be_costly([30, 27, 20], None)


def phrase_all(game: Game, state: State, seat: int) -> list[str]:
    return [
        coaching.phrase_main_reason_for_coach(game, state, seat, action, is_for)
        for action in game.legal(state, seat)[:20]
        for is_for in (True, False)
    ]


@pytest.mark.parametrize("title", aerodrome.titles())
def test_a_coach_says_the_same_at_all_tables_that_look_alike(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "SIMULATIONS", 6)
    monkeypatch.setattr(coaching, "MEASUREMENTS", 9)
    monkeypatch.setattr(coaching, "TABLES", 4)
    monkeypatch.setattr(coaching, "COSTLY", -1.0)
    monkeypatch.setattr(coaching, "COSTLY_PERCENT", 0)
    spoken = 0
    for moment in positions(title, 6):
        game, seat = moment.game, moment.who
        here = BotRequest(title, game.rules_version, game.resolved_options(), game.to_json(moment.state), seat, 1)
        other = game.imagine(moment.state, seat, random.Random(2))
        there = here._replace(state_json=game.to_json(other), random_seed=2)
        choices = survey_choices_for_coach(here)
        assert survey_choices_for_coach(there) == choices
        facts, other_facts = phrase_all(game, moment.state, seat), phrase_all(game, other, seat)
        assert facts == other_facts
        spoken += any(facts)
        worst = game.dump(game.legal(moment.state, seat)[-1])
        judged = judge_cost_of_choice(here, worst, choices[0].action)
        assert judge_cost_of_choice(there, worst, choices[0].action) == judged
        assert judged is None or judged.mine
    assert spoken
