"""A record judged on the command line."""

import itertools
import random
from pathlib import Path
from typing import Any

import pytest

from aerodrome import Record
from aerodrome.bots import choose_action, create_bot
from aerodrome.cli.missing_extras import UserError
from aerodrome.cli.review_command import review_record
from aerodrome.reviews.review import BATCH
from aerodrome.reviews.tasks import TaskResult, do_review_tasks


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    record = Record.start("airline", 2, {"round_limit": 2}, seed=1, names=["Ann", "Ben"])
    rng, bot = random.Random(1), create_bot("random")
    record.advance()
    while not record.over:
        who = record.game.actors(record.state)[0]
        record.play(who, choose_action(bot, record.game, record.state, who, rng))
        record.advance()
    file = tmp_path / "match.json"
    file.write_bytes(record.to_json())
    return file


def test_review_prints_the_seats_and_writes_a_page(record_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = record_file.with_name("review.html")
    review_record(record_file, page, "quick", 1, None, record_file.with_name("kept"), "house")
    told = capsys.readouterr().out
    assert "Ann" in told
    assert "Accuracy" in told
    assert "How it stood" in page.read_text()
    again = record_file.with_name("review.json")
    review_record(record_file, again, "quick", 1, None, record_file.with_name("kept"), "house")
    assert again.read_bytes().startswith(b'{"title":"airline"')


@pytest.mark.parametrize("is_kept", [True, False])
def test_ctrl_c_says_what_is_kept(
    record_file: Path, is_kept: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = record_file.with_name("kept") if is_kept else None
    batches = itertools.count()

    def do_two_batches(*arguments: Any) -> list[TaskResult]:
        if next(batches) == 2:
            raise KeyboardInterrupt
        return do_review_tasks(*arguments)

    monkeypatch.setattr("aerodrome.reviews.review.do_review_tasks", do_two_batches)
    with pytest.raises(KeyboardInterrupt):
        review_record(record_file, None, "quick", 1, None, kept, "house")
    said = capsys.readouterr().err
    assert ("is kept in" if is_kept else "With --kept FILE") in said
    if kept is not None:
        assert str(kept) in said
        assert len(kept.read_bytes().splitlines()) == 1 + 2 * BATCH


def test_another_kind_of_file_is_refused_before_any_work(record_file: Path) -> None:
    with pytest.raises(UserError, match=r"written as \.html or \.json"):
        review_record(record_file, Path("review.pdf"), "quick", 1, None, None, "house")
    with pytest.raises(ValueError, match=r"match\.txt"):
        review_record(record_file.with_name("match.txt"), None, "quick", 1, None, None, "house")


def test_two_processes_give_the_review_of_one(record_file: Path) -> None:
    assert write_review(record_file, "two", jobs=2) == write_review(record_file, "one", jobs=1)


@pytest.mark.slow
def test_a_ray_cluster_gives_the_review_of_one_process(record_file: Path) -> None:
    assert write_review(record_file, "ray", jobs=2, ray="local") == write_review(record_file, "one", jobs=1)


def write_review(record_file: Path, name: str, jobs: int, ray: str | None = None) -> bytes:
    out = record_file.with_name(f"{name}.json")
    review_record(record_file, out, "quick", jobs, ray, None, "house")
    return out.read_bytes()
