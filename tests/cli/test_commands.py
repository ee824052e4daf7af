"""The command line: what it prints, what it refuses, and with which exit code."""

import subprocess
import sys
from importlib.metadata import version as installed
from pathlib import Path

import msgspec
import pytest

import aerodrome
from aerodrome.cli import app as cli
from aerodrome.cli.rules import matching
from aerodrome.cli.version import version
from aerodrome.core import rulebook


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A short recorded match."""
    assert cli.run(["simulate", "airline", "--games", "1", "--seed", "3", "--records", str(tmp_path)]) == 0
    return tmp_path / "airline-3.json"


def complaint(capsys: pytest.CaptureFixture[str], *tokens: str) -> str:
    """The one line that a wrong command line gives."""
    assert cli.run(list(tokens)) != 0
    err = capsys.readouterr().err
    assert err.count("\n") == 1, err
    return err


def printed(capsys: pytest.CaptureFixture[str], *tokens: str) -> str:
    capsys.readouterr()
    assert cli.run(list(tokens)) == 0
    return capsys.readouterr().out


def test_the_version_says_which_form_of_the_engine_runs() -> None:
    assert version() in (
        f"aerodrome {installed('aerodrome')} (plain Python engine)",
        f"aerodrome {installed('aerodrome')} (compiled engine)",
    )


def test_the_program_starts_and_exits_with_the_code_of_the_command() -> None:
    good = subprocess.run([sys.executable, "-m", "aerodrome", "--version"], capture_output=True, text=True, check=False)
    assert (good.returncode, good.stdout.strip()) == (0, version())
    bad = subprocess.run(
        [sys.executable, "-m", "aerodrome", "simulate", "nosuch"], capture_output=True, text=True, check=False
    )
    assert bad.returncode == 1
    assert "Traceback" not in bad.stderr
    for title in aerodrome.titles():
        assert title in bad.stderr


def test_without_the_extra_the_program_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['cyclopts'] = None; sys.argv = ['aerodrome', 'titles']\n"
        "from aerodrome.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == "aerodrome: the command line needs cyclopts: pip install 'aerodrome[cli]'"


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (["simulate", "nosuch"], "no title 'nosuch'; there are airkwire, airline"),
        (["simulate", "airline", "--bots", "nosuch"], "no bot 'nosuch'; there are random, greedy"),
        (["simulate", "airline", "--seats", "9"], "airline takes 2 to 4 seats, not 9"),
        (["simulate", "airline", "--seats", "2", "--bots", "random,random,random"], "do not fit on 2 seats"),
        (["simulate", "airline", "--games", "0"], "at least 1"),
        (["simulate", "airline", "-o", "nosuch=1"], "no option 'nosuch'"),
        (["simulate", "airline", "-o", "nosuch"], "expected name=value"),
        (["simulate", "airline", "--games", "many"], "many"),
        (["simulate", "airline", "--edition", "nosuch.toml"], "nosuch.toml"),
        (["nosuch"], "no command 'nosuch'"),
        (["play", "nosuch"], "no title 'nosuch'"),
        (["replay", "nosuch.json"], "nosuch.json: No such file"),
        (["verify", "nosuch.json"], "nosuch.json: No such file"),
        (["rules"], "of which title?"),
        (["rules", "nosuch"], "no title 'nosuch'"),
        (["rules", "airline", "AL-99.9"], "no rule 'AL-99.9'"),
        (["rules", "--coverage", "--tests", "nosuch"], "no folder nosuch"),
        (["edition", "check", "nosuch.toml"], "nosuch.toml"),
    ],
)
def test_a_wrong_command_line_is_answered_with_one_line(
    tokens: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in complaint(capsys, *tokens)


def test_titles_come_with_seats_and_settings(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "titles")
    for title in aerodrome.titles():
        assert title in out
    assert "-o " in out


def test_a_rule_is_found_by_its_id_and_a_section_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert "AL-1.7" in printed(capsys, "rules", "airline", "al-1.7")
    section = [entry.id for entry in matching(rulebook.entries("airline"), "AL-1")]
    assert "AL-1.2" in section
    assert "AL-10.2" not in section
    assert matching(rulebook.entries("airline"), "") == list(rulebook.entries("airline").values())


def test_coverage_counts_claimed_rules_and_lists_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "test_x.py").write_text("import pytest\n@pytest.mark.rule('AL-1.1')\ndef test_x(): ...\n")
    out = printed(capsys, "rules", "airline", "--coverage", "--tests", str(tmp_path))
    assert "AL-1.1   test_x.py:2" in out
    assert "AL-1.2   –" in out
    (tmp_path / "test_y.py").write_text("import pytest\n@pytest.mark.rule('AL-99.1')\ndef test_y(): ...\n")
    assert "AL-99.1" in complaint(capsys, "rules", "airline", "--coverage", "--tests", str(tmp_path))


def test_a_record_is_told_up_to_an_action(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = printed(capsys, "replay", str(record))
    part = printed(capsys, "replay", str(record), "--to", "5", "--seat", "1")
    assert len(part) < len(whole)
    assert "Won by" in whole
    assert "actions, not 999999" in complaint(capsys, "replay", str(record), "--to", "999999")
    assert "seat: the match has seats 0 to 1" in complaint(capsys, "replay", str(record), "--seat", "7")


def test_a_sound_record_is_verified(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "are what the seed gives" in printed(capsys, "verify", str(record))


def test_forged_chance_and_forged_actions_are_found(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = msgspec.json.decode(record.read_bytes())
    data["seed"] = "4"
    record.write_bytes(msgspec.json.encode(data))
    assert "commitment" in complaint(capsys, "verify", str(record))
    data["seed"] = "3"
    del data["log"][4]
    record.write_bytes(msgspec.json.encode(data))
    assert "log[" in complaint(capsys, "verify", str(record))
    record.write_bytes(record.read_bytes()[:-100])
    assert "broken JSON" in complaint(capsys, "verify", str(record))


@pytest.mark.parametrize("title", aerodrome.titles())
def test_an_edition_is_recognised_and_a_broken_one_named(
    title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = Path(aerodrome.__file__).parent / "games" / title / "house.toml"
    mine = tmp_path / "mine.toml"
    mine.write_bytes(house.read_bytes())
    assert f"sound edition of {title}" in " ".join(printed(capsys, "edition", "check", str(mine)).split())
    mine.write_text("this is = not [toml")
    assert "mine.toml" in complaint(capsys, "edition", "check", str(mine))
    mine.write_text("[nothing]\n")
    assert "--title" in complaint(capsys, "edition", "check", str(mine))
    assert "mine.toml" in complaint(capsys, "edition", "check", str(mine), "--title", title)


def test_the_table_says_what_it_needs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "aerodrome.server.main", None)
    assert "pip install 'aerodrome[server]'" in complaint(capsys, "serve")
