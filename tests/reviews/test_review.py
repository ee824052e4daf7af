"""A finished match judged: what must add up, what must not matter, and what is kept."""

import random
from collections.abc import Iterator
from itertools import pairwise, permutations
from pathlib import Path

import msgspec
import pytest

import aerodrome
from aerodrome import CHANCE, Record, RecordError
from aerodrome.bots import choose_action, create_bot
from aerodrome.bots.evaluation import MoveEvaluation, compute_win_shares
from aerodrome.bots.greedy import GreedyBot
from aerodrome.bots.search import Candidate, Simulator
from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.leaders import find_leaders
from aerodrome.core.state import State
from aerodrome.games.airkwire.model.actions import BuyShare, EndTrading
from aerodrome.games.airkwire.steps.stock import TradeSharesStep
from aerodrome.games.tingoose.game import TinGoose
from aerodrome.games.tingoose.model.state import CRASH, FLEET, UNDEALT, TinGooseState
from aerodrome.reviews.decision_judge import (
    _find_best_or_played,
    _list_possibly_better_candidates,
    _measure_loss_and_error,
    create_bot_for_review_playouts,
    credit_playing_best_after_played,
    judge_decision,
)
from aerodrome.reviews.match_stretches import split_record_into_stretches
from aerodrome.reviews.model import CHANCE_STEP, JOINT_STEP, QUICK, Effort, JudgedAlternative, JudgedDecision, Review
from aerodrome.reviews.page import format_change_in_points, render_review_page
from aerodrome.reviews.position_judge import JudgedChances, PositionJudge, is_chance_next
from aerodrome.reviews.review import DoBatch, review
from aerodrome.reviews.summary import compute_accuracy, summarize_seat
from aerodrome.reviews.tasks import TaskResult, do_review_tasks, fit_playouts_to_position_count, list_review_tasks
from toy.actions import Bid
from toy.game import Toy, ToyOptions, ToyState

TINY = Effort("tiny", most_outcomes=4, playouts=1, tables=4, more_tables=6, candidates=2)
SHORT: dict[str, tuple[int, dict[str, int], int]] = {
    "airline": (2, {"round_limit": 3}, 60),
    "airkwire": (3, {"round_limit": 2}, 45),
    "airsteam": (2, {}, 40),
    "tingoose": (3, {}, 65),
}
"""Of each title a short match: seats, options, and after how many actions the players agree to end it."""


SHARPENED = {
    f"calibration.seats_2.{name}": value
    for name, value in {
        "slope_early": 3.0,
        "slope_late": 3.0,
        "shift_early": 0.2,
        "shift_late": 0.2,
        "power_early": 2.0,
        "power_late": 2.0,
    }.items()
}


def play(title: str, seed: int = 1, names: list[str] | None = None) -> Record:
    """A short match of players who choose at random; where the rules do not end it soon, they agree to."""
    seats, options, most_actions = SHORT[title]
    record = Record.start(title, seats, options, seed=seed, names=names)
    rng, bot = random.Random(seed), create_bot("random")
    record.advance()
    while not record.over and len(record.played) < most_actions:
        who = record.game.actors(record.state)[0]
        record.play(who, choose_action(bot, record.game, record.state, who, rng))
        record.advance()
    record.ended_by_agreement = not record.over
    return record


@pytest.mark.parametrize("title", sorted(SHORT))
def test_start_luck_and_choices_add_up_to_the_result(title: str) -> None:
    record = play(title)
    judged = review(record, TINY)
    winners = find_leaders(record.game, record.state)
    for seat, one in enumerate(judged.summaries):
        assert one.start + one.luck + one.own + one.others + one.nobody == pytest.approx(one.result, abs=1e-12)
        assert one.result == pytest.approx(1 / len(winners) if seat in winners else 0.0)
    assert [step.begin for step in judged.steps[1:]] == [step.end for step in judged.steps[:-1]]
    assert judged.steps[-1].end == len(record.played)
    before = judged.start
    for step in judged.steps:
        assert sum(step.chances) == pytest.approx(1.0)
        changes = [after - was for after, was in zip(step.chances, before, strict=True)]
        assert sum(changes) == pytest.approx(0.0, abs=1e-12)
        before = step.chances
    assert read_again(judged) == judged


def read_again(judged: Review) -> Review:
    return msgspec.json.decode(judged.to_json(), type=Review)


@pytest.mark.parametrize("title", ["airline", "airkwire"])
def test_luck_is_zero_on_average_over_what_could_have_come(title: str) -> None:
    """The value before a throw is the mean of the values after its outcomes, weighed by their odds."""
    record = play(title)
    game = record.game
    judge = PositionJudge(game, Effort("all", 1000, 0, 4, 4, 2), "seed")
    looked = 0
    for position, (who, _action) in enumerate(record.played):
        state = record.state_at(position)
        if who != CHANCE or len(game.legal(state, CHANCE)) > 120:
            continue
        tables = [state.clone() for _ in game.legal(state, CHANCE)]
        for table, outcome in zip(tables, game.legal(state, CHANCE), strict=True):
            game.apply(table, CHANCE, outcome)
        if any(is_chance_next(game, table) for table in tables):
            continue
        total = [0.0] * record.seats
        for table, chance in zip(tables, game.odds(state), strict=True):
            for seat, value in enumerate(judge.judge_position(table, position)):
                total[seat] += chance * value
        assert judge.judge_position(state, position) == pytest.approx(total)
        looked += 1
        if looked == 2:
            return
    assert looked > 0


def test_luck_is_measured_with_the_same_playouts_before_and_after() -> None:
    game = Toy(ToyOptions(), {})
    state = game.new(2)
    judge = PositionJudge(game, Effort("all", 1000, 3, 4, 4, 2), "seed")
    while is_chance_next(game, state):
        before, total = judge.judge_position(state, 0), [0.0, 0.0]
        for outcome, chance in zip(game.legal(state, CHANCE), game.odds(state), strict=True):
            table = state.clone()
            game.apply(table, CHANCE, outcome)
            for seat, value in enumerate(judge.judge_position(table, 0)):
                total[seat] += chance * value
        assert before == pytest.approx(total)
        assert judge.judge_position(state, 0) == before
        game.apply(state, CHANCE, game.legal(state, CHANCE)[0])


def test_where_nothing_is_hidden_a_position_is_judged_as_it_stands() -> None:
    record = play("airline")
    state = record.state_at(len(record.played) // 2)
    as_it_stands, with_playouts = (
        PositionJudge(record.game, Effort("one", 8, playouts, 4, 4, 2), "seed").judge_position(state, 0)
        for playouts in (0, 2)
    )
    assert with_playouts == as_it_stands


def test_in_tin_goose_what_was_dealt_is_luck_at_once() -> None:
    """A hand with a crash is better than one with a fleet in its place, before anybody has played a card."""
    record = play("tingoose")
    game = record.game
    position = next(i for i, (who, _action) in enumerate(record.played) if who != CHANCE)
    state = record.state_at(position)
    judge = PositionJudge(game, TINY, "seed")
    assert isinstance(game, TinGoose)
    found = []
    for kind in (CRASH, FLEET):
        table = state.clone()
        assert isinstance(table, TinGooseState)
        deck = game.decks[0]
        for card in deck:
            if table.holder[card] == 0:
                table.holder[card] = UNDEALT
        table.holder[next(card for card in deck if game.card_kind[card] == kind and table.holder[card] == UNDEALT)] = 0
        found.append(judge.judge_position(table, position)[0])
    assert found[0] > found[1] + 0.01


def test_a_position_of_a_title_that_games_taught_is_judged_without_playouts_and_noise() -> None:
    for title in ("airkwire", "tingoose"):
        record = play(title)
        state = record.state_at(len(record.played) // 2)
        found = [
            PositionJudge(record.game, TINY, seed).estimate_uncalibrated_win_shares(state) for seed in ("one", "two")
        ]
        assert found[0] == found[1] != compute_win_shares(record.game, state)


def test_in_air_kwire_greedy_bots_play_on_and_games_say_what_they_came_to() -> None:
    """And what is found so is the chance: it is no advice's, and not corrected as such."""
    record = play("airkwire", seed=2)
    game = record.game
    bot = create_bot_for_review_playouts(game, game.evaluator.get_review_settings().greedy_rounds)
    assert isinstance(bot.playout_bot, GreedyBot)
    assert bot.judge is not None
    for position, (who, action) in enumerate(record.played):
        judged = None
        if who != CHANCE:
            judged = judge_decision(game, record.state_at(position), position, who, action, TINY)
        if judged is not None and judged.loss != 0.0:
            assert judged.best.chance - judged.played.chance == pytest.approx(judged.loss)
            return
    raise AssertionError("no choice of the match cost anything")


def test_what_can_come_right_after_the_choice_made_is_not_lost() -> None:
    """Two purchases in one move: with both of them it does not matter which comes first. To stop trading ends it."""
    record = play("airkwire")
    game = record.game
    seat, state, first, second = next(find_purchases_of_one_move(record))
    simulator = Simulator(create_bot_for_review_playouts(game, 1), game, state, seat, random.Random(1))
    chosen, better, stopped = (Candidate(MoveEvaluation(action)) for action in (first, second, EndTrading()))
    for _table in range(4):
        simulator.simulate_each_once([chosen, better, stopped])
    shares_of_stopping = list(stopped.shares)
    chosen.shares = [0.0] * 4
    credit_playing_best_after_played(simulator, chosen, better)
    assert len(chosen.shares) == 4
    assert min(chosen.shares) > 0.0
    chosen.shares = [1.0] * 4
    credit_playing_best_after_played(simulator, chosen, better)
    assert chosen.shares == [1.0] * 4, "what the choice brought by itself was better"
    credit_playing_best_after_played(simulator, stopped, better)
    assert stopped.shares == shares_of_stopping


def find_purchases_of_one_move(record: Record) -> Iterator[tuple[int, State, Action, Action]]:
    """Where a seat can make two purchases, one right after the other."""
    game = record.game
    for position, (seat, _action) in enumerate(record.played):
        state = record.state_at(position)
        if seat != CHANCE and isinstance(state.step_stack[-1], TradeSharesStep):
            for first, second in permutations(game.legal(state, seat), 2):
                if isinstance(first, BuyShare) and isinstance(second, BuyShare):
                    after = state.clone()
                    game.apply(after, seat, first)
                    if second in game.legal(after, seat):
                        yield seat, state, first, second


def test_a_sample_of_many_outcomes_is_spread_over_the_odds_and_has_the_right_mean() -> None:
    record = play("airline")
    game = record.game
    position = next(
        i
        for i, (who, _) in enumerate(record.played)
        if who == CHANCE and len(game.legal(record.state_at(i), CHANCE)) > 8
    )
    state = record.state_at(position)
    exact = PositionJudge(game, Effort("all", 1000, 0, 4, 4, 2), "").judge_position(state, position)
    sampled = [
        PositionJudge(game, Effort("some", 8, 0, 4, 4, 2), str(seed)).judge_position(state, position)[0]
        for seed in range(60)
    ]
    mean = sum(sampled) / len(sampled)
    error = (sum((one - mean) ** 2 for one in sampled) / 59 / 60) ** 0.5
    assert abs(mean - exact[0]) <= 4 * error + 1e-12


def test_runs_of_chance_are_one_step_and_choices_made_at_once_are_one_step() -> None:
    record = play("airsteam")
    steps = split_record_into_stretches(record)
    for step in steps:
        actors = [who for who, _action in record.played[step.begin : step.end]]
        if step.kind == CHANCE_STEP:
            assert set(actors) == {CHANCE}
        else:
            assert CHANCE not in actors
    joint = [step for step in steps if step.kind == JOINT_STEP and step.end < len(record.played)]
    assert joint
    assert all(len({who for who, _ in record.played[step.begin : step.end]}) > 1 for step in joint)
    for one, other in pairwise(steps):
        assert not (one.kind == other.kind == CHANCE_STEP)


def test_a_throw_is_told_by_what_else_could_have_come() -> None:
    record = play("airline")
    steps = split_record_into_stretches(record)
    results = do_review_tasks(
        record.to_json(), "house", msgspec.structs.replace(TINY, most_outcomes=36), 0, len(steps) + 1
    )
    tables = [
        (step, result)
        for step, result in zip(steps, results[:-1], strict=True)
        if step.kind == CHANCE_STEP and result.chance_table is not None
    ]
    assert len(tables) > 3
    for step, result in tables:
        table = result.chance_table
        assert table is not None
        assert (table.looked_at, table.possible) == (36, 36)
        assert 1 <= len(table.rows) <= 7
        assert sum(row.odds for row in table.rows) == pytest.approx(1.0, abs=1e-3)
        assert sum(1 + row.alike for row in table.rows) == 36
        assert [row.came for row in table.rows].count(True) == 1
        assert result.chances is not None
        for seat, expected in enumerate(result.chances):
            assert sum(row.odds * row.chances[seat] for row in table.rows) == pytest.approx(expected, abs=1e-3)
        best_first = [row.chances[table.seat] for row in table.rows]
        assert best_first == sorted(best_first, reverse=True)
        if step.end == step.begin + 1:
            came = next(row for row in table.rows if row.came)
            thrown = record.played[step.begin][1]
            assert came.words.startswith(f"{thrown.first} and {thrown.second} ")  # type: ignore[attr-defined]


def test_a_long_deal_is_told_by_its_fifths() -> None:
    record = play("tingoose")
    table = do_review_tasks(record.to_json(), "house", msgspec.structs.replace(TINY, most_outcomes=10), 0, 1)[
        0
    ].chance_table
    assert table is not None
    assert (table.looked_at, table.possible, len(table.rows)) == (10, 0, 5)
    assert all((row.words, row.odds, row.alike, row.came) == ("", 0.2, 1, False) for row in table.rows)


def test_a_run_whose_first_draw_means_nothing_is_told_by_its_fifths(
    toy_title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the three cards of a deal only the last one decides here, so that no first card is better than another."""
    record = Record.start(toy_title, seats=3, seed=5)
    record.advance()
    monkeypatch.setattr(
        PositionJudge,
        "judge_where_no_chance_acts",
        lambda judge, state: JudgedChances([float(state.cards[2] % 2), 1.0, 0.0]),
    )
    deal = do_review_tasks(record.to_json(), "house", msgspec.structs.replace(TINY, most_outcomes=36), 0, 1)[0]
    assert deal.chances == pytest.approx([0.5, 1.0, 0.0])
    table = deal.chance_table
    assert table is not None
    assert table.seat == 0
    assert sum(row.odds for row in table.rows) == pytest.approx(1.0, abs=1e-3)
    assert sum(row.odds * row.chances[0] for row in table.rows) == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("title", sorted(SHORT))
def test_what_the_seat_cannot_know_changes_no_judgement(title: str) -> None:
    record = play(title, seed=2)
    game, rng = record.game, random.Random(3)
    looked = 0
    chosen = [position for position, (who, _action) in enumerate(record.played) if who != CHANCE]
    for position in chosen[:: max(1, len(chosen) // 12)]:
        who, action = record.played[position]
        state = record.state_at(position)
        judged = judge_decision(game, state, position, who, action, TINY)
        assert judge_decision(game, game.imagine(state, who, rng), position, who, action, TINY) == judged
        looked += judged is not None
    assert looked > 0


def test_equal_choices_show_no_loss_on_average() -> None:
    """Eight choices that differ in nothing but noise: the best of them is measured where it was not chosen."""
    rng = random.Random(5)
    game = aerodrome.load("airline", weights=SHARPENED)  # a correction bends what is measured: equal stays equal
    state = game.new(2)
    losses, naive = [], []
    for _decision in range(600):
        candidates = []
        for _choice in range(8):
            candidate = Candidate(MoveEvaluation(Action()))
            candidate.shares = [rng.random() for _table in range(16)]
            candidates.append(candidate)
        best = _find_best_or_played(candidates, candidates[0])
        losses.append(_measure_loss_and_error(game, state, best, candidates[0])[0])
        means = [
            game.evaluator.calibrate_search_share(game, state, sum(candidate.shares) / 16) for candidate in candidates
        ]
        naive.append(max(means) - means[0])
    mean = sum(losses) / len(losses)
    error = (sum((loss - mean) ** 2 for loss in losses) / 599 / 600) ** 0.5
    assert abs(mean) < 4 * error
    assert sum(naive) / len(naive) > 10 * error, "the best of many noisy numbers is too good"


class EvenToy(Toy):
    """Who wins depends on both bids together: all bids are equal by symmetry, and their noise is as great as can be."""

    def scores(self, state: ToyState) -> list[int]:
        if NOBODY in state.bids:
            return [0] * state.seats
        first_wins = sum(state.bids) // 3 % 2 == 0
        return [int(first_wins), int(not first_wins)]


def test_choices_that_are_equal_by_symmetry_cost_nothing_on_average() -> None:
    """From the candidates to the measured loss: rivals that drop out on the way must not make it a loss."""
    effort = Effort("law", most_outcomes=36, playouts=0, tables=8, more_tables=16, candidates=4)
    losses = []
    for number in range(120):
        game = EvenToy(ToyOptions(), {})
        game.edition_hash = str(number)  # another position as the judge's seed sees it
        state = game.new(2)
        while game.actors(state) == (CHANCE,):
            game.apply(state, CHANCE, game.legal(state, CHANCE)[number % 2])
        judged = judge_decision(game, state, 0, 0, Bid(3), effort)
        assert judged is not None
        assert len(judged.alternatives) == 4
        losses.append(judged.loss)
    mean = sum(losses) / len(losses)
    error = (sum((loss - mean) ** 2 for loss in losses) / 119 / 120) ** 0.5
    assert 0.0 < error < 0.05
    assert abs(mean) < 4 * error


def test_rivals_are_told_by_the_tables_that_choose_alone() -> None:
    played, better, worse, same = (Candidate(MoveEvaluation(Action())) for _ in range(4))
    played.shares = [0.5, 0.9] * 4
    better.shares = [0.6, 0.0] * 4
    worse.shares = [0.4, 1.0] * 4
    same.shares = [0.501, 1.0] * 4
    assert _list_possibly_better_candidates([played, worse, better, same], played) == [better]


def test_a_match_with_few_positions_affords_more_playouts() -> None:
    assert fit_playouts_to_position_count(QUICK, 100_000).playouts == QUICK.playouts
    assert fit_playouts_to_position_count(QUICK, 10).playouts == QUICK.more_playouts
    assert fit_playouts_to_position_count(TINY, 10) == TINY
    record = play("airkwire")
    tasks = list_review_tasks(record, split_record_into_stretches(record))
    assert len({task.places for task in tasks if not task.is_decision}) == 1, "one judge for the whole match"


def test_a_review_that_was_stopped_goes_on_and_is_the_same(tmp_path: Path) -> None:
    record = play("airline", seed=4)
    whole = review(record, TINY)
    kept = tmp_path / "kept.jsonl"
    done: list[int] = []

    class Stopped(Exception):
        pass

    def stop_soon(do_batch: DoBatch, first: int, end: int, size: int) -> Iterator[list[TaskResult]]:
        for start in range(first, end, size):
            if start >= first + 3 * size:
                raise Stopped
            done.append(start)
            yield do_batch(start, min(size, end - start))

    with pytest.raises(Stopped):
        review(record, TINY, kept=kept, run_batches=stop_soon)
    with kept.open("ab") as file:
        file.write(b'{"chances":[0.1')  # the power went in the middle of a line
    starts: list[int] = []

    def run_rest(do_batch: DoBatch, first: int, end: int, size: int) -> Iterator[list[TaskResult]]:
        starts.append(first)
        for start in range(first, end, size):
            yield do_batch(start, min(size, end - start))

    assert review(record, TINY, kept=kept, run_batches=run_rest) == whole
    assert starts == [24]
    other = play("airline", seed=5)
    assert review(other, TINY, kept=kept).commitment == other.commitment, "another match begins anew"


def test_only_finished_matches_are_reviewed() -> None:
    record = Record.start("tingoose", 3, seed=1)
    record.advance()
    with pytest.raises(RecordError, match="not over"):
        aerodrome.review(record)
    with pytest.raises(ValueError, match="effort: expected one of quick, deep; got 'hasty'"):
        aerodrome.review(record, "hasty")
    record.ended_by_agreement = True
    judged = review(record, TINY)
    assert judged.steps[-1].kind == "agreement"
    assert sum(one.result for one in judged.summaries) == pytest.approx(1.0)


def test_a_decision_counts_by_how_open_the_match_was() -> None:
    def decide(chance: float, loss: float) -> JudgedDecision:
        best = JudgedAlternative("", {}, chance, 0.0)
        return JudgedDecision(0, 0, best, best, loss, 0.01, False, [])

    open_match = summarize_seat(0, [0.5, 0.5], [], [decide(0.5, 0.1), decide(0.5, 0.0)])
    assert open_match.weighed_loss == open_match.average_loss == pytest.approx(0.05)
    decided = summarize_seat(0, [0.5, 0.5], [], [decide(0.5, 0.1), decide(0.5, 0.0), *[decide(0.001, 0.0)] * 50])
    assert decided.average_loss < 0.002
    assert decided.weighed_loss == pytest.approx(0.05, rel=0.1)
    assert decided.accuracy == pytest.approx(compute_accuracy(decided.weighed_loss))
    assert decided.weighed_loss_error == pytest.approx(0.01 * 52**0.5 / (2 + 50 * 4 * 0.001 * 0.999))
    nothing = summarize_seat(0, [0.5, 0.5], [], [decide(1.0, 0.0)])
    assert (nothing.weighed_loss, nothing.weighed_loss_error, nothing.accuracy) == (0.0, 0.0, 100.0)


def test_accuracy_falls_with_the_average_loss() -> None:
    assert compute_accuracy(0.0) == 100.0
    assert compute_accuracy(-0.01) == 100.0
    assert compute_accuracy(0.01) > compute_accuracy(0.05) > compute_accuracy(0.2) > 0.0


def test_a_change_has_a_sign_and_none_has_none() -> None:
    assert [format_change_in_points(chance) for chance in (0.117, -0.117, -0.0004, 0.0)] == ["+12", "-12", "0", "0"]


def test_the_page_holds_the_review_and_no_markup_of_names() -> None:
    judged = review(play("airkwire", names=["<b>Ann</b>", "Ben & Co", "Cy"]), TINY)
    page = render_review_page(judged)
    assert "<b>Ann" not in page
    assert f"&lt;b&gt;Ann&lt;/b&gt; ({judged.colours[0]})" in page, "moments call seats by their colours"
    assert page.count("<path class=") == 2 * judged.seats
    assert all(str(number) in page for number, _moment in enumerate(judged.moments, 1))
    assert "http" not in page
