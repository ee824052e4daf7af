"""Many records reviewed: what is kept, what is left out, and what the figures say."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from aerodrome import Record
from aerodrome.bots import choose_action, create_bot
from aerodrome.cli.app import run_command_line
from aerodrome.lab.batch_runners import B, PlayBatch, run_batches_serially
from aerodrome.lab.review_collection import (
    ReviewedChoice,
    ReviewedMatch,
    ReviewedSeat,
    ReviewLog,
    hash_file,
    require_record_files,
    review_missing_and_list_skipped,
)
from aerodrome.lab.review_report import ReviewStatistics, format_review_summary, summarize_review_findings
from aerodrome.lab.review_statistics import (
    compare_player_losses,
    measure_luck_shares_by_title,
    measure_player_accuracy,
    measure_seat_luck,
)
from aerodrome.lab.significance import compute_mean_standard_error_and_p_value, compute_two_sided_student_tail

PLAYERS = ["lab.players:Bold", "lab.players:Meek", "random"]


def write_records(folder: Path, count: int) -> list[Path]:
    """Finished matches of the toy, the players in changing seats."""
    folder.mkdir()
    for number in range(count):
        names = PLAYERS[number % 3 :] + PLAYERS[: number % 3]
        record = Record.start("toy", 3, seed=number, names=names)
        rng = random.Random(number)
        record.advance()
        while not record.over:
            who = record.game.actors(record.state)[0]
            record.play(who, choose_action(create_bot(names[who]), record.game, record.state, who, rng))
            record.advance()
        (folder / f"toy-{number}.json").write_bytes(record.to_json())
    return require_record_files(folder)


def stop_after_two(play_batch: PlayBatch[B], first: int, end: int, batch_size: int) -> Iterator[B]:
    yield from run_batches_serially(play_batch, first, min(end, first + 2), batch_size)
    raise KeyboardInterrupt


def test_a_row_for_each_seat_that_adds_up_and_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_records(tmp_path / "records", 6)
    out = tmp_path / "reviews.parquet"
    assert run_command_line(["lab", "review", str(tmp_path / "records"), "--out", str(out)]) == 0
    rows = pl.read_parquet(out)
    assert rows.height == 18
    parts = rows.select(pl.sum_horizontal("start", "luck", "own", "others", "nobody")).to_series()
    assert parts.to_list() == pytest.approx(rows["result"].to_list())
    assert rows.group_by("file").agg(pl.col("luck").sum())["luck"].to_list() == pytest.approx([0.0] * 6, abs=1e-9)
    assert [len(choices) for choices in rows["choices"]] == rows["decisions"].to_list()
    told = capsys.readouterr().out
    page = out.with_suffix(".html").read_text(encoding="utf-8")
    assert "6 of 6 records" in told
    for player in PLAYERS:
        assert f"| {player} | 6 |" in told
        assert player in page
    assert not re.findall(r'(?:src|href)="http', page)


def test_who_stops_keeps_what_is_done_and_the_rest_gives_the_same(tmp_path: Path) -> None:
    files = write_records(tmp_path / "records", 5)
    log = ReviewLog(tmp_path / "stopped.parquet", "quick")
    with pytest.raises(KeyboardInterrupt):
        review_missing_and_list_skipped(files, log, "quick", run_batches=stop_after_two)
    assert len(ReviewLog(tmp_path / "stopped.parquet", "quick").matches) == 2
    with log.path.open("ab") as file:
        file.write(b'{"file":"toy-2.js')  # the power went in the middle of a line
    again = ReviewLog(tmp_path / "stopped.parquet", "quick")
    heard: list[tuple[int, int]] = []
    assert (
        review_missing_and_list_skipped(
            files, again, "quick", report_progress=lambda done, total: heard.append((done, total))
        )
        == []
    )
    assert heard == [(3, 5), (4, 5), (5, 5)]
    whole = ReviewLog(tmp_path / "whole.parquet", "quick")
    review_missing_and_list_skipped(files, whole, "quick")
    assert again.matches == whole.matches
    assert list(again.parts.iterdir()) == []


def test_what_cannot_be_reviewed_is_left_out_by_name(tmp_path: Path) -> None:
    files = write_records(tmp_path / "records", 2)
    unfinished = Record.start("toy", 3, seed=1)
    files[0].write_bytes(unfinished.to_json())
    (tmp_path / "records" / "notes.json").write_text("{}")
    log = ReviewLog(tmp_path / "r.parquet", "quick")
    skipped = review_missing_and_list_skipped(require_record_files(tmp_path / "records"), log, "quick")
    assert {Path(one.file).name for one in skipped} == {"notes.json", "toy-0.json"}
    assert "not over" in next(one.problem for one in skipped if one.file.endswith("toy-0.json"))
    assert set(log.matches) == {hash_file(files[1])}


def test_another_effort_does_not_mix_with_what_is_there(tmp_path: Path) -> None:
    files = write_records(tmp_path / "records", 1)
    review_missing_and_list_skipped(files, ReviewLog(tmp_path / "r.parquet", "quick"), "quick")
    with pytest.raises(ValueError, match="another effort"):
        ReviewLog(tmp_path / "r.parquet", "deep")
    with pytest.raises(ValueError, match="there are no records"):
        require_record_files(tmp_path)


# Figures of matches made up


def make_rows(folder: Path, matches: int, lucky: float = 0.0, explained: float = 1.0) -> pl.DataFrame:
    """Two seats whose results are luck, so much of it noticed; "cadet" loses a point more for each decision."""
    rng = random.Random(matches)
    log = ReviewLog(folder / "made.parquet", "quick")
    for number in range(matches):
        won = float(rng.random() < 0.5)
        seats = []
        for seat, player in enumerate(("captain", "cadet") if number % 2 else ("cadet", "captain")):
            result = won if seat == 0 else 1.0 - won
            luck = explained * (result - 0.5) + (lucky if seat == 0 else -lucky)
            loss = 0.01 + 0.01 * (player == "cadet") + 0.002 * rng.random()
            own = result - 0.5 - luck
            choices = [ReviewedChoice(place, "pass", 0.5, loss, 0.0, False, "", "") for place in range(50)]
            seats.append(
                ReviewedSeat(seat, player, 50, loss, 0.0, 0.0, 0.5, luck, own, 0.0, 0.0, result, [0.5, result], choices)
            )
        log.append_match(ReviewedMatch(f"{number}.json", str(number), "quick", "toy", 2, seats))
    return log.write_parquet(log.matches)


def test_luck_that_is_not_fair_is_found_and_fair_luck_is_not(tmp_path: Path) -> None:
    assert all(one.probability > 0.05 for one in measure_seat_luck(make_rows(tmp_path, 40)))
    unfair = ReviewStatistics(make_rows(tmp_path, 41, lucky=0.4))
    assert all(one.probability < 0.05 for one in unfair.luck)
    assert any("does not explain" in sentence for sentence in summarize_review_findings(unfair))


def test_luck_taken_out_leaves_what_it_does_not_explain(tmp_path: Path) -> None:
    (all_of_it,) = measure_luck_shares_by_title(make_rows(tmp_path, 30))
    assert all_of_it.variance_reduction == pytest.approx(1.0)
    (half,) = measure_luck_shares_by_title(make_rows(tmp_path, 31, explained=0.5))
    assert half.low <= half.variance_reduction <= half.high
    assert 0.5 < half.variance_reduction < 0.9


def test_who_loses_more_is_told_with_its_probability(tmp_path: Path) -> None:
    rows = make_rows(tmp_path, 20)
    (difference,) = compare_player_losses(rows)
    assert (difference.player, difference.other, difference.matches) == ("cadet", "captain", 20)
    assert difference.weighed == difference.plain, "all decisions were made at even chances"
    assert difference.plain.mean == pytest.approx(0.01, abs=0.001)
    assert difference.plain.probability < 0.001
    assert "| cadet | captain | 20 |" in format_review_summary(ReviewStatistics(rows))


def test_who_is_beaten_early_is_not_praised_for_losing_nothing_any_more(tmp_path: Path) -> None:
    """Both give away a fifth of the odds with every choice; one of them at even chances, the other when beaten."""
    rng = random.Random(1)
    log = ReviewLog(tmp_path / "made.parquet", "quick")
    for number in range(30):
        seats = []
        for seat, (player, chance) in enumerate((("even", 0.5), ("beaten", 0.02))):
            choices = []
            for place in range(20):
                lost = 0.2 * chance * (1 - chance) * 2 * rng.random()
                choices.append(ReviewedChoice(place, "pass", chance, lost, 0.0, False, "", ""))
            seats.append(ReviewedSeat(seat, player, 20, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.5, [0.5], choices))
        log.append_match(ReviewedMatch(f"{number}.json", str(number), "quick", "toy", 2, seats))
    rows = log.write_parquet(log.matches)
    (difference,) = compare_player_losses(rows)
    assert abs(difference.weighed.mean) < 4 * difference.weighed.error < 0.01
    assert abs(difference.plain.mean) > 0.04
    assert difference.plain.probability < 0.001
    for one in measure_player_accuracy(rows):
        assert one.weighed.low < one.weighed.mean < one.weighed.high
        assert one.weighed.mean == pytest.approx(0.05, abs=0.006)


def test_students_t_of_known_cases() -> None:
    assert compute_two_sided_student_tail(12.706, 1) == pytest.approx(0.05, abs=1e-4)
    assert compute_two_sided_student_tail(2.086, 20) == pytest.approx(0.05, abs=1e-4)
    assert compute_two_sided_student_tail(1.984, 99) == pytest.approx(0.05, abs=1e-4)
    assert compute_two_sided_student_tail(0.0, 5) == pytest.approx(1.0)
    assert compute_mean_standard_error_and_p_value([1.0, -1.0]) == pytest.approx((0.0, 1.0, 1.0))
    assert compute_mean_standard_error_and_p_value([0.0, 0.0]) == (0.0, 0.0, 1.0)
