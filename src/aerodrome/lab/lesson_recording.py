"""Records what chance and the other seats do in a lesson, and plays it through: for whoever writes one."""

import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from aerodrome.bots import create_bot
from aerodrome.core.actions import CHANCE, Action, BadData
from aerodrome.core.chance import compute_seeded_uniform
from aerodrome.core.digest_rules import read_digest_rules_by_id
from aerodrome.core.game import Game
from aerodrome.core.lesson import (
    Lesson,
    LessonError,
    LessonMoves,
    LessonScript,
    LessonStep,
    OtherSensibleChoice,
    list_lessons_with_names,
    list_taught_rules,
    matches_pattern,
)
from aerodrome.core.registry import load, titles
from aerodrome.core.state import EventSink, State

MOST_MOVES = 400
"""So many moves in a row without a question to the learner: something is wrong."""


class LessonQuestion(NamedTuple):
    """A question to the learner in a lesson that is played through."""

    number: int
    """Of the step, counted from 0; after the last one, their number."""
    state: State
    script: LessonScript


def load_lesson_game(title: str, lesson: Lesson) -> Game:
    """The newest rules of a title, with the lesson's options."""
    return load(title, "house", lesson.options)


def record_lesson_moves(game: Game, lesson: Lesson, tell: EventSink | None = None) -> LessonMoves:
    """Play the lesson with its shown choices and keep what happens between them; then each other choice's own moves."""
    state = game.new(lesson.seats)
    played = 0
    after: dict[str, list[tuple[int, Action]]] = {}
    after["0"] = _play_and_record_until_asked(game, lesson, state, "0", 0, played, tell)
    for number, step in enumerate(lesson.steps):
        played += len(after[str(number)])
        for other in step.also:
            if other.goes_on and other.key:
                branch = state.clone()
                game.apply(branch, lesson.seat, require_action_by_pattern(game, branch, lesson.seat, other.choose))
                key = f"{number + 1}.{other.key}"
                after[key] = _play_and_record_until_asked(game, lesson, branch, key, number + 1, played + 1, None)
        game.apply(state, lesson.seat, require_action_by_pattern(game, state, lesson.seat, step.choose), tell)
        played += 1
        key = str(number + 1)
        after[key] = _play_and_record_until_asked(game, lesson, state, key, number + 1, played, tell)
    return LessonMoves({key: [(who, game.dump(action)) for who, action in line] for key, line in after.items()})


def _play_and_record_until_asked(
    game: Game, lesson: Lesson, state: State, moves_key: str, step_index: int, played_count: int, tell: EventSink | None
) -> list[tuple[int, Action]]:
    """Play on until the learner is asked what the next step is about."""
    moves: list[tuple[int, Action]] = []
    while len(moves) < MOST_MOVES:
        steered = next((one for one in lesson.steer if (one.after, one.move) == (moves_key, len(moves) + 1)), None)
        if steered is None and _is_learner_asked_for_step(game, lesson, state, step_index):
            return moves
        if not game.actors(state):
            raise LessonError(f"after {moves_key}: the game is over, and step {step_index + 1} was not asked")
        if steered is not None:
            who, action = _require_steered_move(game, state, steered.do)
        else:
            who, action = _choose_unsteered_move(game, lesson, state, played_count + len(moves))
        game.apply(state, who, action, tell)
        moves.append((who, action))
    raise LessonError(
        f"after {moves_key}: {MOST_MOVES} moves and the learner was not asked what step {step_index + 1} expects"
    )


def _is_learner_asked_for_step(game: Game, lesson: Lesson, state: State, step_index: int) -> bool:
    """Whether the line stops here: the learner is asked what the next step expects; after the last step at once."""
    if step_index >= len(lesson.steps):
        return game.actors(state) != (CHANCE,)
    return is_seat_asked_as_step_expects(game, state, lesson.seat, lesson.steps[step_index])


def is_seat_asked_as_step_expects(game: Game, state: State, seat: int, step: LessonStep) -> bool:
    """Whether the seat has the question that a step expects, and its shown choice."""
    if seat not in game.actors(state) or not game.prompt(state, seat).startswith(step.asks):
        return False
    return any(matches_pattern(game.dump(action), step.choose) for action in game.legal(state, seat))


def require_action_by_pattern(game: Game, state: State, seat: int, pattern: Mapping[str, object]) -> Action:
    """The first legal action of a seat that fits a pattern; one that can only be filled in is taken as it stands."""
    wanted = dict(pattern)
    for action in game.legal(state, seat):
        if matches_pattern(game.dump(action), wanted):
            return action
    try:
        action = game.parse(wanted)
    except BadData as error:
        raise LessonError(f"{wanted}: {error}") from None
    refusal = game.why_not(state, seat, action)
    if refusal is not None:
        raise LessonError(f"{wanted}: {refusal.text}")
    return action


def _require_steered_move(game: Game, state: State, pattern: Mapping[str, object]) -> tuple[int, Action]:
    for who in game.actors(state):
        if any(matches_pattern(game.dump(action), dict(pattern)) for action in game.legal(state, who)):
            return who, require_action_by_pattern(game, state, who, pattern)
    raise LessonError(f"{dict(pattern)} cannot be done there; {game.actors(state)} act")


def _choose_unsteered_move(game: Game, lesson: Lesson, state: State, played_count: int) -> tuple[int, Action]:
    """What chance does by the lesson's seed, or a bot; for the learner too, where the lesson asks nothing."""
    actors = game.actors(state)
    if actors == (CHANCE,):
        return CHANCE, game.pick_outcome(state, compute_seeded_uniform(lesson.seed, played_count))
    who = next((one for one in actors if one != lesson.seat), lesson.seat)
    if who == lesson.seat:
        for pattern in lesson.idle:
            if any(matches_pattern(game.dump(action), pattern) for action in game.legal(state, who)):
                return who, require_action_by_pattern(game, state, who, pattern)
    rng = random.Random(f"{lesson.seed}:{played_count}")
    return who, create_bot(lesson.level).choose(game, game.imagine(state, who, rng), who, rng)


def play_lesson_and_yield_questions(
    script: LessonScript, other_choices_by_step: Mapping[int, OtherSensibleChoice], tell: EventSink | None = None
) -> Iterator[LessonQuestion]:
    """Play a lesson as it is on file, yielding before each choice; other choices are taken instead of those shown."""
    game, lesson = script.game, script.lesson
    state = game.new(lesson.seats)
    _apply_recorded_moves(script, state, "0", tell)
    for number, step in enumerate(lesson.steps):
        yield LessonQuestion(number, state, script)
        other = other_choices_by_step.get(number)
        pattern, key = step.choose, str(number + 1)
        if other is not None:
            pattern, key = other.choose, script.get_key_of_moves_after_other_choice(number, other)
        game.apply(state, lesson.seat, require_action_by_pattern(game, state, lesson.seat, pattern), tell)
        _apply_recorded_moves(script, state, key, tell)
    yield LessonQuestion(len(lesson.steps), state, script)


def _apply_recorded_moves(script: LessonScript, state: State, moves_key: str, tell: EventSink | None) -> None:
    for who, action in script.moves[moves_key]:
        refusal = script.game.why_not(state, who, action)
        if refusal is not None:
            raise LessonError(f"after {moves_key}: {script.game.dump(action)} of {who}: {refusal.text}")
        script.game.apply(state, who, action, tell)


def build_taught_rules_page() -> str:
    """The page that says which rules each lesson speaks of, section by section."""
    parts = [
        "# What the lessons teach\n\n"
        "Which rules each lesson speaks of, by the sections of the digest.\n"
        "Written by `scripts/record_lesson.py --page`, checked by `tests/lessons`.\n"
    ]
    for title in titles():
        lessons = list_lessons_with_names(title)
        if lessons:
            parts.append(_build_taught_rules_table(title, [lesson for _, lesson in lessons]))
    return "\n".join(parts)


def _build_taught_rules_table(title: str, lessons: list[Lesson]) -> str:
    rules = read_digest_rules_by_id(title)
    sections = list(dict.fromkeys(rule.section for rule in rules.values()))
    lines = [
        f"## {title}\n",
        "| section | " + " | ".join(lesson.name for lesson in lessons) + " |",
        "| --- |" + " --- |" * len(lessons),
    ]
    for section in sections:
        cells = [
            ", ".join(rule for rule in list_taught_rules(lesson) if rules[rule].section == section)
            for lesson in lessons
        ]
        if any(cells):
            lines.append(f"| {section} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
