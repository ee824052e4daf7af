"""What worker processes do for the review of a match: judge, put together, and look at its positions."""

import time
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from aerodrome.core.actions import CHANCE
from aerodrome.core.game import Game
from aerodrome.core.question import BoardTarget
from aerodrome.core.record import Record
from aerodrome.matches.replay_pool import ReplaySegment, load_game_and_checkpoint_state
from aerodrome.reviews.match_stretches import split_record_into_stretches
from aerodrome.reviews.model import Effort, JudgedDecision, Review
from aerodrome.reviews.page import render_review_page
from aerodrome.reviews.review import review
from aerodrome.reviews.tasks import ReviewTask, TaskResult, do_review_task, list_review_tasks

JOB_SECONDS = 1.0
"""After so long a job ends with what it has: others may be waiting."""

_encoder = msgspec.json.Encoder()


class OutlinedStep(NamedTuple):
    """A step of the match before it is judged, and the round it led to."""

    kind: str
    begin: int
    end: int
    seat: int
    round: int


class ReviewOutline(NamedTuple):
    """What a review consists of: its steps, and how many tasks there are."""

    steps: list[OutlinedStep]
    task_count: int


class AlternativeOnBoard(NamedTuple):
    """Where a choice would be made on the board, and what the seat would see after it (None: not worked out)."""

    where: BoardTarget
    view: dict[str, Any] | None


class ReviewedPosition(NamedTuple):
    """A position as one seat could see it, and what was played and was better there."""

    view: dict[str, Any]
    actors: list[int]
    round: int
    ask: str
    alternatives: list[AlternativeOnBoard]


@lru_cache(maxsize=2)
def _replay_record_and_list_tasks(record_json: bytes) -> tuple[Record, list[ReviewTask]]:
    record = Record.replay(record_json)
    return record, list_review_tasks(record, split_record_into_stretches(record))


def outline_review(record_json: bytes) -> ReviewOutline:
    """The steps of a match with their rounds, and the number of tasks."""
    record, tasks = _replay_record_and_list_tasks(record_json)
    game, state = record.game, record.game.new(record.seats)
    position, found = 0, []
    for step in split_record_into_stretches(record):
        while position < step.end:
            game.apply(state, *record.played[position])
            position += 1
        found.append(OutlinedStep(step.kind, step.begin, step.end, step.seat, game.round_number(state)))
    return ReviewOutline(found, len(tasks))


def do_review_tasks_within_time(record_json: bytes, effort: Effort, task_numbers: list[int]) -> dict[int, bytes]:
    """The results of the first of these tasks: at least one, and no more than fit in the time of a job."""
    end = time.monotonic() + JOB_SECONDS
    record, tasks = _replay_record_and_list_tasks(record_json)
    done: dict[int, bytes] = {}
    for number in task_numbers:
        done[number] = _encoder.encode(do_review_task(record, tasks[number], effort))
        if time.monotonic() > end:
            break
    return done


def build_review_json(
    record_json: bytes, seat_names: list[str], effort: Effort, results_by_task: dict[int, bytes]
) -> bytes:
    """The review as far as it is done: all positions must be; of the choices, those that are missing are left out."""
    record, tasks = _replay_record_and_list_tasks(record_json)
    record.names = seat_names
    nothing = TaskResult()
    decoded = [
        msgspec.json.decode(results_by_task[number], type=TaskResult) if number in results_by_task else nothing
        for number in range(len(tasks))
    ]
    return review(record, effort, run_batches=lambda *_range: iter([decoded])).to_json()


def render_review_html(review_json: bytes) -> str:
    """A review as one HTML file."""
    return render_review_page(msgspec.json.decode(review_json, type=Review))


def build_reviewed_position(
    segment: ReplaySegment, viewer: int | None, decision: JudgedDecision | None
) -> ReviewedPosition:
    """The end of a segment as somebody could see it then; with a decision, as the seat that made it could."""
    game, state = load_game_and_checkpoint_state(segment)
    for actor, action in segment.actions:
        game.apply(state, actor, game.parse(action))
    actors = [actor for actor in game.actors(state) if actor != CHANCE]
    found = ReviewedPosition(game.view(state, viewer), actors, game.round_number(state), "", [])
    if decision is None:
        return found
    drawn = (decision.played.action, decision.best.action)
    looked = [
        _build_alternative_on_board(game, state, decision.seat, one.action, one.action in drawn)
        for one in decision.alternatives
    ]
    view, ask = game.view(state, decision.seat), game.prompt(state, decision.seat)
    return found._replace(view=view, ask=ask, alternatives=looked)


def _build_alternative_on_board(
    game: Game, state: Any, seat: int, action: dict[str, object], is_drawn: bool
) -> AlternativeOnBoard:
    chosen = game.parse(action)
    where = game.choice(state, seat, chosen).where
    if not is_drawn:
        return AlternativeOnBoard(where, None)
    table = state.clone()
    game.apply(table, seat, chosen)
    return AlternativeOnBoard(where, game.view(table, seat))
