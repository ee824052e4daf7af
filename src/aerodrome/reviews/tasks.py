"""The work of a review in pieces that do not need each other: positions to judge and decisions to judge.

Each piece depends on the record, the effort and its own number alone, so that pieces can be done anywhere, in any
order, and again, with the same outcome.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from aerodrome.core.actions import CHANCE, Action
from aerodrome.core.record import Record
from aerodrome.reviews.chance_tables import (
    LONG_RUN,
    find_seat_with_greatest_change,
    tabulate_chance_outcomes,
    tabulate_long_chance_runs_by_fifths,
)
from aerodrome.reviews.decision_judge import judge_decision
from aerodrome.reviews.match_stretches import MatchStretch, split_record_into_stretches
from aerodrome.reviews.model import AGREEMENT_STEP, CHANCE_STEP, ChanceTable, Effort, JudgedDecision
from aerodrome.reviews.position_judge import (
    PositionJudge,
    PossibleOutcome,
    estimate_sampling_errors,
    is_chance_next,
    judge_expectation_without_each_playout,
    sum_chances_weighted_by_odds,
)

JUDGEMENT_VERSION: Final = 5
"""Grows when the judgement changes so that kept results no longer go with new ones."""
POSITIONS_WITH_FEWEST_PLAYOUTS: Final = 3000
"""A match with fewer positions to judge affords more playouts for each."""
OUTCOMES_OF_A_RUN: Final = 36
"""Before chance acts, a position is as many as its outcomes: about so many."""


ERROR_DIGITS: Final = 5


class ReviewTask(NamedTuple):
    """A position to judge, or the decision that was made there; `places`: how many positions the match has to judge."""

    position: int
    is_decision: bool
    is_agreed_end: bool = False
    places: int = POSITIONS_WITH_FEWEST_PLAYOUTS


class TaskResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of one task: chances of a position, with what chance could bring where it acted next, or a decision
    (None where there was nothing to choose).

    What was not looked at: `sampling_errors` of a position before chance, and a position's chances without each of the
    playouts that it was judged by.
    """

    chances: list[float] | None = None
    sampling_errors: list[float] = []
    without_playout: list[list[float]] = []
    decision: JudgedDecision | None = None
    chance_table: ChanceTable | None = None


def list_review_tasks(record: Record, stretches: list[MatchStretch]) -> list[ReviewTask]:
    """First the start and the position after each stretch, then every choice of a seat."""
    places = 1 + sum(OUTCOMES_OF_A_RUN if stretch.kind == CHANCE_STEP else 1 for stretch in stretches)
    tasks = [ReviewTask(0, False, False, places)]
    tasks += [ReviewTask(stretch.end, False, stretch.kind == AGREEMENT_STEP, places) for stretch in stretches]
    tasks += [ReviewTask(i, True) for i, (who, _action) in enumerate(record.played) if who != CHANCE]
    return tasks


def do_review_tasks(
    record_json: bytes, edition: str | Path, effort: Effort, first_task: int, count: int
) -> list[TaskResult]:
    """The results of so many tasks of a record, from that number on."""
    record, tasks = _read_record_and_list_tasks(record_json, edition)
    return [do_review_task(record, task, effort) for task in tasks[first_task : first_task + count]]


@lru_cache(maxsize=2)
def _read_record_and_list_tasks(record_json: bytes, edition: str | Path) -> tuple[Record, list[ReviewTask]]:
    """Once in each process: to play a long record again for every few tasks takes as long as the tasks."""
    record = Record.replay(record_json, edition)
    return record, list_review_tasks(record, split_record_into_stretches(record))


def fit_playouts_to_position_count(effort: Effort, position_count: int) -> Effort:
    """The same number of playouts for all positions of a match, or its luck would not be measured by one judge."""
    affordable = effort.playouts * POSITIONS_WITH_FEWEST_PLAYOUTS // position_count
    return msgspec.structs.replace(effort, playouts=max(effort.playouts, min(effort.more_playouts, affordable)))


def do_review_task(record: Record, task: ReviewTask, effort: Effort) -> TaskResult:
    game = record.game
    state = record.state_at(task.position)
    if task.is_decision:
        who, action = record.played[task.position]
        return TaskResult(decision=judge_decision(game, state, task.position, who, action, effort))
    judge = PositionJudge(game, fit_playouts_to_position_count(effort, task.places), record.commitment)
    if task.is_agreed_end:
        return TaskResult(chances=judge.compute_win_shares_of_agreed_end(state))
    if not is_chance_next(game, state):
        chances, without_playout = judge.judge_where_no_chance_acts(state)
        return TaskResult(chances=chances, without_playout=_round_each(without_playout))
    runs = judge.judge_chance_runs(state, task.position)
    outcomes = judge.join_runs_unless_sampled(state, runs)
    expected = sum_chances_weighted_by_odds(outcomes)
    return TaskResult(
        chances=expected,
        sampling_errors=estimate_sampling_errors(runs),
        without_playout=_round_each(judge_expectation_without_each_playout(outcomes)),
        chance_table=_tabulate_what_chance_could_have_brought(record, task.position, judge, runs, outcomes, expected),
    )


def _tabulate_what_chance_could_have_brought(
    record: Record,
    position: int,
    judge: PositionJudge,
    runs: list[PossibleOutcome],
    outcomes: list[PossibleOutcome],
    expected_chances: list[float],
) -> ChanceTable | None:
    """For the seat whose chance it changed most, as it is told of that one. None where chance did not act."""
    played = _list_chance_actions_from(record, position)
    if not played:
        return None
    end = position + len(played)
    seat = find_seat_with_greatest_change(expected_chances, judge.judge_position(record.state_at(end), end))
    table = None
    if len(played) < LONG_RUN:
        table = tabulate_chance_outcomes(record.game, record.state_at(position), seat, outcomes, played[0])
    if table is None and len(played) > 1:
        table = tabulate_long_chance_runs_by_fifths(seat, runs)
    return table


def _round_each(chances: Iterable[list[float]]) -> list[list[float]]:
    """They say how far something may be off: as many digits as are kept are plenty."""
    return [[round(chance, ERROR_DIGITS) for chance in each] for each in chances]


def _list_chance_actions_from(record: Record, position: int) -> list[Action]:
    """What chance brought from that position on, before anybody chose."""
    rest = record.played[position:]
    return [action for _who, action in takewhile(lambda one: one[0] == CHANCE, rest)]
