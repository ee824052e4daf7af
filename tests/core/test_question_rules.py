"""Every question names the rule that puts it, where the Rules tab opens; the digest has that rule."""

import importlib

import pytest

import aerodrome
from aerodrome.core.digest_rules import read_digest_rules_by_id
from aerodrome.core.state import AutoStep, ChanceStep, Step
from laws.walk import walk


def list_question_steps(title: str) -> list[type[Step[aerodrome.Game, aerodrome.State]]]:
    steps = importlib.import_module(f"aerodrome.games.{title}.steps").STEPS
    return [step for step in steps.values() if not issubclass(step, AutoStep | ChanceStep)]


@pytest.mark.parametrize("title", aerodrome.titles())
def test_every_question_of_a_title_names_a_rule_of_its_digest(title: str) -> None:
    steps, rules = list_question_steps(title), read_digest_rules_by_id(title)
    assert steps
    assert [(step.__name__, step.rule) for step in steps if step.rule not in rules] == []


@pytest.mark.parametrize("title", aerodrome.titles())
def test_the_rule_is_sent_with_the_question(title: str) -> None:
    game = aerodrome.load(title)
    for moment in walk(game, game.seats_min, 1):
        if moment.who >= 0:
            question = game.question(moment.state, moment.who)
            assert question.rule == moment.state.step_stack[-1].rule != ""
            return
