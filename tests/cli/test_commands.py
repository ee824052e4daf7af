"""The command line: what it prints, what it refuses, and with which exit code."""

import subprocess
import sys
from importlib.metadata import version as installed
from pathlib import Path

import msgspec
import pytest

import aerodrome
from aerodrome.cli import app as cli
from aerodrome.cli.title_and_rule_commands import find_rules
from aerodrome.cli.version import format_version
from aerodrome.core import digest_rules


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A short recorded match."""
    assert cli.run_command_line(["simulate", "airline", "--games", "1", "--seed", "3", "--records", str(tmp_path)]) == 0
    return tmp_path / "airline-3.json"


def complaint(capsys: pytest.CaptureFixture[str], *tokens: str) -> str:
    """The one line that a wrong command line gives."""
    assert cli.run_command_line(list(tokens)) != 0
    err = capsys.readouterr().err
    assert err.count("\n") == 1, err
    return err


def printed(capsys: pytest.CaptureFixture[str], *tokens: str) -> str:
    capsys.readouterr()
    assert cli.run_command_line(list(tokens)) == 0
    return capsys.readouterr().out


def test_the_version_says_which_form_of_the_engine_runs() -> None:
    assert format_version() in (
        f"aerodrome {installed('aerodrome')} (plain Python engine)",
        f"aerodrome {installed('aerodrome')} (compiled engine)",
    )


def test_the_program_starts_and_exits_with_the_code_of_the_command() -> None:
    good = subprocess.run([sys.executable, "-m", "aerodrome", "--version"], capture_output=True, text=True, check=False)
    assert (good.returncode, good.stdout.strip()) == (0, format_version())
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
        (
            ["rules", "--coverage", "--tests", "nosuch/tests"],
            "scripts/rule_coverage.py: tests claim rules in a checkout",
        ),
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
    section = [entry.id for entry in find_rules(digest_rules.read_digest_rules_by_id("airline"), "AL-1")]
    assert "AL-1.2" in section
    assert "AL-10.2" not in section
    assert find_rules(digest_rules.read_digest_rules_by_id("airline"), "") == list(
        digest_rules.read_digest_rules_by_id("airline").values()
    )


def test_a_checkout_says_which_tests_claim_which_rule(capsys: pytest.CaptureFixture[str]) -> None:
    tests = Path(__file__).parent.parent
    assert "AL-1.1   games/airline/" in printed(capsys, "rules", "airline", "--coverage", "--tests", str(tests))


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


def test_an_edition_is_told_with_all_that_is_wrong_odd_and_different(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = Path(aerodrome.__file__).parent / "games" / "airline" / "components" / "house.toml"
    mine = tmp_path / "mine.toml"
    text = house.read_text(encoding="utf-8").replace("house-1", "mine")
    mine.write_text(text.replace("fares = [7, 14, 21]", "fares = [40, 80, 120]"), encoding="utf-8")
    told = " ".join(printed(capsys, "edition", "check", str(mine)).split())
    assert "odd: line" in told
    assert "1 difference from the house edition: - Fares of Rome: $40m, $80m, $120m" in told
    mine.write_text(text.replace("fares = [7, 14, 21]", "fares = [7, 21, 14]").replace("sides = 6", "sides = 8"))
    assert "dice.sides" in complaint(capsys, "edition", "check", str(mine))


@pytest.mark.parametrize("title", aerodrome.titles())
def test_an_edition_is_recognised_and_a_broken_one_named(
    title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = Path(aerodrome.__file__).parent / "games" / title / "components" / "house.toml"
    mine = tmp_path / "mine.toml"
    mine.write_bytes(house.read_bytes())
    assert f"sound edition of {title}" in " ".join(printed(capsys, "edition", "check", str(mine)).split())
    assert "0 differences" in printed(capsys, "edition", "check", str(mine))
    mine.write_text("this is = not [toml")
    assert "mine.toml" in complaint(capsys, "edition", "check", str(mine))
    mine.write_text("[nothing]\n")
    assert "--title" in complaint(capsys, "edition", "check", str(mine))
    assert "mine.toml" in complaint(capsys, "edition", "check", str(mine), "--title", title)


BLOCK = "import sys; sys.modules.update(dict.fromkeys({packages!r})); sys.argv = ['aerodrome', *{tokens!r}]\n"
START = "from aerodrome.__main__ import main; main()"
LAB_ONLY = ["polars", "altair", "openskill", "vl_convert", "ray"]
SERVER_ONLY = ["litestar", "granian", "sqlalchemy", "httpx", "apprise"]


def run_without(packages: list[str], *tokens: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own where these packages cannot be imported."""
    code = BLOCK.format(packages=packages, tokens=list(tokens)) + START
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("missing", "tokens", "extra"),
    [
        (SERVER_ONLY, ["serve", "--port", "0"], "server"),
        (LAB_ONLY, ["tournament", "airline", "random", "greedy"], "lab"),
        (LAB_ONLY, ["report", "t.parquet"], "lab"),
        (LAB_ONLY, ["lab", "balance", "airline", "--edition", "mine.toml"], "lab"),
        (["ray"], ["tournament", "airline", "random", "greedy", "--ray", "local"], "ray"),
    ],
)
def test_a_command_says_which_extra_it_needs(missing: list[str], tokens: list[str], extra: str) -> None:
    done = run_without(missing, *tokens)
    assert done.returncode == 2
    assert f'pip install "aerodrome[{extra}]"' in done.stderr
    assert done.stderr.count("\n") == 1


def test_simulations_need_nothing_of_the_lab() -> None:
    done = run_without([*LAB_ONLY, *SERVER_ONLY], "simulate", "airline", "--games", "1", "-o", "round_limit=2")
    assert done.returncode == 0, done.stderr
    assert "95 % interval" in done.stdout


def test_help_lists_every_command_and_loads_no_package_of_theirs() -> None:
    code = (
        "import sys; from aerodrome.cli.app import run_command_line; assert run_command_line(['--help']) == 0\n"
        f"print([name for name in {[*LAB_ONLY, *SERVER_ONLY, 'numpy', 'multiprocessing']!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    for command in ("simulate", "play", "tournament", "report", "lab", "serve", "edition"):
        assert f" {command} " in done.stdout


@pytest.mark.parametrize("command", ["simulate", "play", "replay", "verify", "rules", "serve", "tournament", "report"])
def test_every_option_has_a_help_text(command: str) -> None:
    arguments = cli.app[command].assemble_argument_collection(parse_docstring=True)
    assert len(arguments) > 0
    assert [argument.name for argument in arguments if not argument.parameter.help] == []
