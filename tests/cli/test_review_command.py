"""A record judged on the command line."""

import random
from pathlib import Path

import pytest

from aerodrome import Record
from aerodrome.bots import choose_action, create_bot
from aerodrome.cli.missing_extras import UserError
from aerodrome.cli.review_command import review_record


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
