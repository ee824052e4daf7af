"""Write what chance and the other seats do in a lesson: python scripts/record_lesson.py tingoose first --page

With --show nothing is written: it prints what happens, with the places that `steer` names, each question of the
learner, and at its end what could be chosen next and how it is written in the file.
"""

import argparse
from pathlib import Path

import msgspec

from aerodrome.core.actions import CHANCE, Event
from aerodrome.core.lesson import LessonError, LessonScript, find_lesson_folder, read_lesson
from aerodrome.core.state import State
from aerodrome.lab.lesson_recording import (
    build_taught_rules_page,
    load_lesson_game,
    record_lesson_moves,
    require_action_by_pattern,
)

PAGE = Path(__file__).parent.parent / "docs" / "lessons_taught.md"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", nargs="?")
    parser.add_argument("name", nargs="?")
    parser.add_argument("--page", action="store_true", help="write docs/lessons_taught.md")
    parser.add_argument("--show", action="store_true", help="print the line of play, write nothing")
    parser.add_argument("--choices", action="store_true", help="with --show: all choices at each question")
    parser.add_argument("--from-step", type=int, default=0, help="with --show: print only from this step on")
    parser.add_argument("--steps", type=int, help="with --show: only so many steps, to see what is asked then")
    given = parser.parse_args()
    if given.page:
        PAGE.write_text(build_taught_rules_page(), encoding="utf-8")
    if given.page and not given.title:
        return
    if not given.name:
        parser.error("name a title and a lesson")
    lesson = read_lesson(given.title, given.name)
    if given.show:
        lesson = msgspec.structs.replace(lesson, steps=lesson.steps[: given.steps])
    game = load_lesson_game(given.title, lesson)
    heard: list[Event] = []
    try:
        moves = record_lesson_moves(game, lesson, heard.append)
    except LessonError as error:
        print(*(game.describe_event(event) for event in heard[-40:]), sep="\n")
        raise SystemExit(f"{given.title} {given.name}: {error}") from None
    script = LessonScript(game, lesson, moves)
    if given.show:
        show_line(script, given.choices, given.from_step)
        return
    file = find_lesson_folder(given.title) / f"{given.name}.moves.json"
    lines = [
        f"  {msgspec.json.encode(key).decode()}: [\n"
        + ",\n".join(f"   {msgspec.json.encode(move).decode()}" for move in line)
        + "\n  ]"
        for key, line in moves.after.items()
    ]
    file.write_text('{"after": {\n' + ",\n".join(lines) + "\n}}\n", encoding="utf-8")
    print(f"{file}: {sum(map(len, moves.after.values()))} moves around {len(lesson.steps)} choices")


def show_line(script: LessonScript, with_choices: bool, first: int) -> None:
    """Print what happens and what is asked."""
    game, lesson = script.game, script.lesson
    state = game.new(lesson.seats)
    for key in [str(number) for number in range(len(lesson.steps) + 1)]:
        number = int(key)
        for place, (who, action) in enumerate(script.moves[key], 1):
            told: list[Event] = []
            game.apply(state, who, action, told.append)
            if number >= first:
                name = "chance" if who == CHANCE else f"seat {who}"
                print(f'  after = "{key}", move = {place}  {name}: {msgspec.json.encode(game.dump(action)).decode()}')
                for event in told:
                    if event.is_visible_to(lesson.seat):
                        print("        ", game.describe_event(event))
        if number >= first:
            show_question(script, state, number, with_choices)
        if number < len(lesson.steps):
            heard: list[Event] = []
            action = require_action_by_pattern(game, state, lesson.seat, lesson.steps[number].choose)
            game.apply(state, lesson.seat, action, heard.append)
            if number >= first:
                print("  the shown choice:", game.say(state, lesson.seat, action))
                print(*(f"         {game.describe_event(event)}" for event in heard), sep="\n")


def show_question(script: LessonScript, state: State, number: int, with_choices: bool) -> None:
    """Print the learner's question; after the last step, and where it is wished, with its choices."""
    game, lesson = script.game, script.lesson
    if lesson.seat not in game.actors(state):
        print("== the learner is not asked")
        return
    question = game.question(state, lesson.seat)
    is_last = number == len(lesson.steps)
    print(f"== {'end' if is_last else f'step {number + 1}'}: {question.ask}")
    for choice in question.choices if with_choices or is_last else []:
        print("     ", msgspec.json.encode(choice.action).decode(), "·", choice.label, "·", choice.where)


if __name__ == "__main__":
    main()
