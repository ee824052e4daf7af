"""Every lesson on file is true: what it expects is asked, what it shows is legal, what it points at is there."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from aerodrome.core import digest_rules
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.lesson import (
    MAX_CHOICES,
    Lesson,
    LessonPanel,
    LessonScript,
    LessonStep,
    OtherSensibleChoice,
    list_lesson_panels,
    list_lessons_with_names,
    list_taught_rules,
    matches_pattern,
    read_lesson,
)
from aerodrome.core.registry import titles
from aerodrome.core.state import State
from aerodrome.lab.lesson_recording import (
    build_taught_rules_page,
    is_seat_asked_as_step_expects,
    load_lesson_game,
    play_lesson_and_yield_questions,
    require_action_by_pattern,
)

DOCS = Path(__file__).parents[2] / "docs"
LESSONS = [(title, name) for title in titles() for name, _ in list_lessons_with_names(title)]
MOST_WORDS = 85
MOST_COMBINATIONS = 64
MOST_OF_A_PATTERN = 6

each_lesson = pytest.mark.parametrize(("title", "name"), LESSONS)
each_title = pytest.mark.parametrize("title", sorted({title for title, _ in LESSONS}))


def load_script(title: str, name: str) -> LessonScript:
    return LessonScript.load(load_lesson_game(title, read_lesson(title, name)), name)


def list_others(step: LessonStep) -> list[OtherSensibleChoice | None]:
    return [None, *(other for other in step.also if other.goes_on)]


def combine_choices(lesson: Lesson) -> Iterator[dict[int, OtherSensibleChoice]]:
    """The shown choices, each other one that the lesson goes on from, and all of them as far as there is time."""
    ways = [list_others(step) for step in lesson.steps]
    yield {}
    for number, others in enumerate(ways):
        yield from ({number: other} for other in others if other is not None)
    for chosen, _ in zip(product(*ways), range(MOST_COMBINATIONS), strict=False):
        yield {number: other for number, other in enumerate(chosen) if other is not None}


@each_lesson
def test_every_question_is_asked_and_every_way_leads_to_the_end(title: str, name: str) -> None:
    script = load_script(title, name)
    lesson = script.lesson
    for others in combine_choices(lesson):
        reached = -1
        for moment in play_lesson_and_yield_questions(script, others):
            reached = moment.number
            if reached < len(lesson.steps):
                step = lesson.steps[reached]
                ask = script.game.prompt(moment.state, lesson.seat)
                assert is_seat_asked_as_step_expects(script.game, moment.state, lesson.seat, step), (
                    reached + 1,
                    step.asks,
                    ask,
                    others,
                )
        assert reached == len(lesson.steps)


@each_lesson
def test_it_is_short(title: str, name: str) -> None:
    lesson = read_lesson(title, name)
    assert 1 <= len(lesson.steps) <= MAX_CHOICES
    for panel in list_lesson_panels(lesson):
        points = " ".join(point.text for point in panel.points)
        words = len(f"{panel.text} {points} {panel.note}".split())
        assert words <= MOST_WORDS, (panel.heading, words)
        assert len(panel.heading.split()) <= 6, panel.heading
        assert len(panel.points) <= 3, panel.heading


@each_lesson
def test_rules_are_named_by_their_ids(title: str, name: str) -> None:
    known = digest_rules.read_digest_rules_by_id(title)
    lesson = read_lesson(title, name)
    assert [rule for rule in list_taught_rules(lesson) if rule not in known] == []
    assert [step.heading for step in lesson.steps if not step.rules] == []


@each_lesson
def test_what_is_shown_is_a_choice_of_the_question(title: str, name: str) -> None:
    """The client marks it among the choices, so that it must be one that a click gives."""
    script = load_script(title, name)
    for moment in play_lesson_and_yield_questions(script, {}):
        if moment.number < len(script.lesson.steps):
            step = script.lesson.steps[moment.number]
            choices = script.game.question(moment.state, script.lesson.seat).choices
            assert any(matches_pattern(choice.action, step.choose) for choice in choices), step.choose


@each_lesson
def test_every_other_choice_that_is_answered_can_be_made(title: str, name: str) -> None:
    script = load_script(title, name)
    for moment in play_lesson_and_yield_questions(script, {}):
        if moment.number < len(script.lesson.steps):
            for other in script.lesson.steps[moment.number].also:
                require_action_by_pattern(script.game, moment.state, script.lesson.seat, other.choose)


def list_answers(script: LessonScript, state: State, number: int) -> list[tuple[Action, OtherSensibleChoice]]:
    """Legal actions that an answer is for, a few of each."""
    found: list[tuple[Action, OtherSensibleChoice]] = []
    for other in script.lesson.steps[number].also:
        fitting = [
            action
            for action in script.game.legal(state, script.lesson.seat)
            if script.find_panel_and_next_moves_key(number, script.game.dump(action))[0] is other
        ]
        found += [(action, other) for action in fitting[:MOST_OF_A_PATTERN]]
    return found


@each_lesson
def test_each_action_behind_a_pattern_goes_on(title: str, name: str) -> None:
    script = load_script(title, name)
    for moment in play_lesson_and_yield_questions(script, {}):
        if moment.number == len(script.lesson.steps):
            continue
        for action, other in list_answers(script, moment.state.clone(), moment.number):
            if other.goes_on:
                dumped = script.game.dump(action)
                exact = msgspec.structs.replace(other, choose=dumped)
                assert list(play_lesson_and_yield_questions(script, {moment.number: exact}))


@each_lesson
def test_what_is_pointed_at_is_on_the_table(title: str, name: str) -> None:
    script = load_script(title, name)
    lesson = script.lesson
    moments = [(moment.number, moment.state.clone()) for moment in play_lesson_and_yield_questions(script, {})]
    for number, state in moments:
        panels: list[LessonPanel] = [lesson.steps[number]] if number < len(lesson.steps) else [lesson.end]
        panels += [lesson.steps[number - 1].happened] if number else [lesson.welcome]
        for panel in panels:
            for point in panel.points:
                assert not point.where or is_on_table(script.game, state, lesson.seat, point.where), point
    for number, state in moments[:-1]:
        for other in lesson.steps[number].also:
            for point in other.points:
                assert not point.where or is_on_table(script.game, state, lesson.seat, point.where), point


def is_on_table(game: Game, state: State, seat: int, where: dict[str, Any]) -> bool:
    """Whether something at the table is called so."""
    describe = getattr(game, "describe", None)
    if describe is not None:
        return describe(state, seat, where) is not None
    vocabulary = game.codec.vocabulary
    return all(value in vocabulary[key] for key, value in where.items() if key in vocabulary)


@each_lesson
def test_a_choice_without_words_is_taken_back(title: str, name: str) -> None:
    script = load_script(title, name)
    game, seat = script.game, script.lesson.seat
    state = game.new(script.lesson.seats)
    played = list(script.moves["0"])
    for who, action in played:
        game.apply(state, who, action)
    assert script.find_learner_progress(played).status == "choosing"
    for action in game.legal(state, seat):
        place = script.find_learner_progress([*played, (seat, action)])
        answer, key = script.find_panel_and_next_moves_key(0, game.dump(action))
        assert place.answer is answer
        assert place.back_to == len(played)
        assert (place.status == "astray") == (not key)


@each_title
def test_together_they_touch_every_action_and_the_score(title: str) -> None:
    lessons = list_lessons_with_names(title)
    touched: set[str] = set()
    rules: set[str] = set()
    for name, lesson in lessons:
        script = load_script(title, name)
        touched |= set(lesson.aside)
        rules |= set(list_taught_rules(lesson))
        own = [action for line in script.moves.values() for who, action in line if who == lesson.seat]
        touched |= {script.game.dump(action)["type"] for action in own}
        touched |= {pattern["type"] for step in lesson.steps for pattern in list_patterns(step)}
    game = load_lesson_game(title, lessons[0][1])
    wanted = {game.dump(action)["type"] for action in game.action_space(lessons[0][1].seats)}
    assert wanted - touched == set()
    state = game.new(lessons[0][1].seats)
    scored = {line.rule for lines in game.score_breakdown(state) for line in lines if line.rule}
    assert scored - rules == set()


def list_patterns(step: LessonStep) -> list[dict[str, Any]]:
    return [step.choose, *(other.choose for other in step.also)]


def test_the_page_of_what_is_taught_is_up_to_date() -> None:
    """Written by `python scripts/record_lesson.py --page`."""
    assert (DOCS / "lessons_taught.md").read_text(encoding="utf-8") == build_taught_rules_page()
