"""Lessons: a table that teaches. Words and expected choices are data beside the title; the rules are the real ones.

A lesson is a line of play. `<name>.toml` holds what is said and which choices the learner may make, `<name>.moves.json`
what chance and the other seats do in between, so that the same happens each time. How far somebody is follows from the
actions in force alone: nothing about a lesson is stored besides its name, and an undo leads back by itself.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.question import BoardTarget
from aerodrome.core.registry import get_title_folder

MAX_CHOICES = 15
"""So many choices of one's own a lesson has at most."""


class LessonError(ValueError):
    """A lesson's file that cannot be used: which one, and why."""


class LessonRemark(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A numbered sentence, and the place on the table that gets its number."""

    text: str
    where: BoardTarget = {}


class LessonPanel(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the lesson says at one moment."""

    heading: str
    text: str = ""
    phase: str = ""
    """Where in the game this is, above the heading: "A turn · second of three slots"."""
    points: list[LessonRemark] = []
    note: str = ""
    """The price of a choice or the reason for it, set apart."""
    rules: list[str] = []
    """The rules this teaches."""
    compare: list[list[str]] = []
    """A small table, the first row its head: what the learner's own choice brought and what the shown one would."""


class OtherSensibleChoice(LessonPanel, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Another sensible choice with the answer to it."""

    choose: dict[str, Any]
    key: str = ""
    """Names the moves that follow it, where the lesson goes on from it."""
    goes_on: bool = False
    """Whether the lesson goes on from it; else it is taken back."""


class LessonStep(LessonPanel, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A question to the learner: what is said before, what is shown, and what is said afterwards."""

    asks: str
    """How the question begins that the rules put then."""
    choose: dict[str, Any]
    """The choice that is shown: an action, or some of its fields."""
    happened: LessonPanel
    """What the shown choice did, after it."""
    also: list[OtherSensibleChoice] = []


class SteeredMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For recording: what is done at a place of the line instead of what bot or seed would do there."""

    after: str
    """The choice before it: "0" for the start, "3" for the third, "3.coast" for another choice there."""
    move: int
    """Which move after that, counted from 1."""
    do: dict[str, Any]


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson as its file has it."""

    name: str
    """What it is called: "Your first turns"."""
    about: str
    """What one learns, in one sentence."""
    order: int
    """Its place among the lessons of the title; 1 is the one for newcomers."""
    seats: int
    seat: int
    """The learner's."""
    seed: str
    """For recording, and for chance after a choice that the lesson does not foresee."""
    options: dict[str, Any] = {}
    level: str = "captain"
    """The bots that sit there, and play on when the lesson is over."""
    minutes: int = 10
    welcome: LessonPanel
    steps: list[LessonStep]
    end: LessonPanel
    aside: dict[str, str] = {}
    """Actions of the turn that the lesson leaves out, with the reason."""
    idle: list[dict[str, Any]] = []
    """For recording: what the lesson chooses for the learner where it asks nothing, the first that is legal."""
    steer: list[SteeredMove] = []


Move = tuple[int, dict[str, Any]]
"""An actor (-1 is chance) and an action."""


class LessonMoves(msgspec.Struct, forbid_unknown_fields=True):
    """What chance and the other seats do, by the choice that comes before ("0": the start)."""

    after: dict[str, list[Move]]


class LessonProgress(NamedTuple):
    """How far somebody is in a lesson."""

    step: int
    """The present step, counted from 0; the number of steps when all are done."""
    status: Literal["choosing", "moving", "astray", "done", "changed"]
    """`astray`: a choice was made that must be taken back; `changed`: the file is not the one that was played."""
    next_move: tuple[int, Action] | None = None
    """What happens next by itself."""
    answer: LessonPanel | None = None
    """What is said about the learner's last choice."""
    back_to: int | None = None
    """The position before that choice."""
    is_other: bool = False
    """The last choice was not the shown one."""


UNFORESEEN = LessonPanel(
    heading="You can do that",
    text="It is a move the rules allow, and in a game of your own you may try it. "
    "This lesson has prepared something else: take it back and look at what is lit.",
)
"""What is said about a choice that a lesson has no words for."""


@cache
def read_lesson(title: str, lesson_name: str) -> Lesson:
    """A lesson of a title. Raises LessonError when there is none, or its file is not right."""
    file = find_lesson_folder(title) / f"{lesson_name}.toml"
    if lesson_name not in list_lesson_names(title):
        raise LessonError(f"{title} has no lesson {lesson_name!r}")
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Lesson)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise LessonError(f"{file.name} of {title}: {error}") from None


@cache
def list_lesson_names(title: str) -> tuple[str, ...]:
    """The lessons of a title by their file names; none for a title that brings none."""
    folder = find_lesson_folder(title)
    return tuple(sorted(file.stem for file in folder.glob("*.toml"))) if folder.is_dir() else ()


def list_lessons_with_names(title: str) -> list[tuple[str, Lesson]]:
    """The lessons of a title with their file names, in the order they are taken."""
    found = [(name, read_lesson(title, name)) for name in list_lesson_names(title)]
    return sorted(found, key=lambda one: one[1].order)


def find_lesson_folder(title: str) -> Path:
    """Where the lessons of a title are."""
    return get_title_folder(title) / "lessons"


def read_lesson_moves(title: str, lesson_name: str) -> LessonMoves:
    """What chance and the others do in a lesson. Raises LessonError."""
    file = find_lesson_folder(title) / f"{lesson_name}.moves.json"
    try:
        return msgspec.json.decode(file.read_bytes(), type=LessonMoves)
    except (OSError, msgspec.DecodeError) as error:
        raise LessonError(f"{file.name} of {title}: {error}") from None


def matches_pattern(action: dict[str, Any], pattern: dict[str, Any]) -> bool:
    """Whether an action has all that a pattern names."""
    return all(action.get(field) == value for field, value in pattern.items())


class LessonScript:
    """A lesson bound to the game it is played with: says how far a list of actions has come."""

    def __init__(self, game: Game, lesson: Lesson, moves: LessonMoves) -> None:
        self.game = game
        self.lesson = lesson
        self.moves = {key: [(who, game.parse(do)) for who, do in line] for key, line in moves.after.items()}

    @classmethod
    def load(cls, game: Game, lesson_name: str) -> "LessonScript":
        """The lesson of this name of the game's title. Raises LessonError."""
        return cls(game, read_lesson(game.title, lesson_name), read_lesson_moves(game.title, lesson_name))

    def find_learner_progress(self, played_actions: list[tuple[int, Action]]) -> LessonProgress:
        """How far the lesson is after these actions."""
        place = self._follow_moves(played_actions, 0, "0", LessonProgress(0, "moving"))
        position = len(self.moves.get("0", ()))
        while place.status == "choosing" and position < len(played_actions):
            place, position = self._follow_choice(played_actions, position, place.step)
        return place

    def _follow_choice(
        self, played_actions: list[tuple[int, Action]], position: int, step_index: int
    ) -> tuple[LessonProgress, int]:
        """The place after the choice made at a position and the moves that followed it."""
        who, action = played_actions[position]
        if who != self.lesson.seat:
            return LessonProgress(step_index, "changed"), position
        answer, key = self.find_panel_and_next_moves_key(step_index, self.game.dump(action))
        is_other = answer is not self.lesson.steps[step_index].happened
        if not key:
            return LessonProgress(step_index, "astray", None, answer, position, True), position
        after = LessonProgress(step_index + 1, "moving", None, answer, position, is_other)
        return self._follow_moves(played_actions, position + 1, key, after), position + 1 + len(self.moves.get(key, ()))

    def _follow_moves(
        self, played_actions: list[tuple[int, Action]], start_position: int, moves_key: str, progress: LessonProgress
    ) -> LessonProgress:
        """The place after those of the moves behind a choice that were played."""
        for number, move in enumerate(self.moves.get(moves_key, ())):
            if start_position + number >= len(played_actions):
                return progress._replace(next_move=move)
            if played_actions[start_position + number] != move:
                return LessonProgress(progress.step, "changed")
        return progress._replace(status="choosing" if progress.step < len(self.lesson.steps) else "done")

    def find_panel_and_next_moves_key(self, step_index: int, action: dict[str, Any]) -> tuple[LessonPanel, str]:
        """What is said about a choice, and the name of the moves that follow it; "" when it is taken back."""
        found = self.lesson.steps[step_index]
        if matches_pattern(action, found.choose):
            return found.happened, str(step_index + 1)
        for other in found.also:
            if matches_pattern(action, other.choose):
                return other, self.get_key_of_moves_after_other_choice(step_index, other)
        return UNFORESEEN, ""

    def get_key_of_moves_after_other_choice(self, step_index: int, other_choice: OtherSensibleChoice) -> str:
        """Under which name the moves after another choice are kept: its own, or those of the shown choice."""
        if not other_choice.goes_on:
            return ""
        return f"{step_index + 1}.{other_choice.key}" if other_choice.key else str(step_index + 1)


def list_lesson_panels(lesson: Lesson) -> list[LessonPanel]:
    """All that a lesson says, in its order."""
    said: list[LessonPanel] = [lesson.welcome]
    for step in lesson.steps:
        said += [step, step.happened, *step.also]
    return [*said, lesson.end]


def list_taught_rules(lesson: Lesson) -> list[str]:
    """The rules that a lesson speaks of, each once."""
    return list(dict.fromkeys(rule for panel in list_lesson_panels(lesson) for rule in panel.rules))
