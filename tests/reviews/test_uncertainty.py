"""How far a review's figures may be off: what was not looked at, and tables that end all alike."""

import msgspec
import pytest

import aerodrome
from aerodrome import Record
from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.search import Candidate
from aerodrome.core.actions import Action
from aerodrome.reviews.decision_judge import _measure_loss_and_error
from aerodrome.reviews.match_stretches import split_record_into_stretches
from aerodrome.reviews.model import CHANCE_STEP, QUICK
from aerodrome.reviews.page import format_luck_in_points
from aerodrome.reviews.position_judge import PositionJudge
from aerodrome.reviews.review import review
from aerodrome.reviews.tasks import ReviewTask, TaskResult, do_review_task
from aerodrome.reviews.uncertainty import compute_change_errors, compute_figure_errors
from reviews.test_review import TINY, play


def test_what_a_sample_of_outcomes_leaves_open_is_told() -> None:
    """The starts of one match, sampled differently each time, differ by as much as their errors say."""
    record = play("tingoose")
    found = [
        do_review_task(Record(record.game, record.seats, str(seed)), ReviewTask(0, False), TINY) for seed in range(40)
    ]
    starts = [one.chances[0] for one in found if one.chances is not None]
    mean = sum(starts) / len(starts)
    deviation = (sum((start - mean) ** 2 for start in starts) / (len(starts) - 1)) ** 0.5
    told = (sum(one.sampling_errors[0] ** 2 for one in found) / len(found)) ** 0.5
    assert 0.6 * deviation < told < 1.7 * deviation
    throws = play("airline")
    judged = [
        do_review_task(throws, ReviewTask(one.begin, False), QUICK)
        for one in split_record_into_stretches(throws)
        if one.kind == CHANCE_STEP
    ]
    known = [one for one in judged if one.sampling_errors == []]
    assert known, "all throws of two dice are looked at, where they lead to no other"
    assert any(one.chance_table is not None and one.chance_table.looked_at == 36 for one in known)


def test_what_playouts_leave_open_is_told_and_not_counted_twice() -> None:
    """The position of a match judged by other dice each time differs by as much as the jackknife says; of what one step
    changed, what all playouts share is no part."""
    record = play("airsteam")
    state, after = (record.state_at(len(record.played) // 2 + step) for step in (0, 1))
    effort = msgspec.structs.replace(TINY, playouts=6)
    found = []
    for seed in range(25):
        judge = PositionJudge(record.game, effort, str(seed))
        positions = [judge.judge_where_no_chance_acts(one) for one in (state, after)]
        found.append([TaskResult(one.chances, without_playout=list(one.without_playout)) for one in positions])
    starts = [both[0].chances[0] for both in found if both[0].chances is not None]
    mean = sum(starts) / len(starts)
    deviation = (sum((start - mean) ** 2 for start in starts) / (len(starts) - 1)) ** 0.5
    told = (sum(compute_figure_errors(both, {0: 1.0})[0] ** 2 for both in found) / len(found)) ** 0.5
    assert 0.5 * deviation < told < 2.0 * deviation
    for both in found:
        apart = [compute_figure_errors(both, {number: 1.0})[0] for number in (0, 1)]
        change = (compute_change_errors(both, 0) or [0.0])[0]
        assert change < sum(apart)
    assert compute_figure_errors([found[0][0], found[0][0]], {0: -1.0, 1: 1.0}) == [0.0, 0.0]


@pytest.mark.parametrize("title", ["airsteam", "tingoose"])
def test_luck_says_how_far_it_may_be_off(title: str) -> None:
    judged = review(play(title), msgspec.structs.replace(TINY, candidates=0, playouts=2))
    for summary in judged.summaries:
        assert summary.luck_error > 0.0
        assert summary.own_error >= 0.0
    lucky = [step for step in judged.steps if step.kind == CHANCE_STEP and step.errors]
    assert lucky
    assert "±" in format_luck_in_points(
        msgspec.structs.replace(judged.summaries[0], luck_error=max(0.01, judged.summaries[0].luck_error))
    )


def test_tables_that_end_all_alike_still_leave_something_open() -> None:
    game = aerodrome.load("airkwire")
    state = game.new(3)
    lost, won, even = (Candidate(MoveEvaluation(Action())) for _ in range(3))
    for tables, at_least in ((8, 0.15), (32, 0.05)):
        lost.shares, won.shares, even.shares = [0.0] * tables, [1.0] * tables, [0.5] * tables
        loss, error = _measure_loss_and_error(game, state, won, lost)
        assert loss == 1.0
        assert at_least < error < 0.25
        assert _measure_loss_and_error(game, state, won, won) == (0.0, 0.0)
        assert _measure_loss_and_error(game, state, even, lost)[1] == 0.0, "what is not decided varies by itself"
