"""The commands and their settings. What each one needs is imported when it runs, so that none waits for another's."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter

from aerodrome.cli.version import version

app = App(name="aerodrome", help="Four airline board games: table, bots and lab.", version=version)
edition_app = App(name="edition", help="Component data of one's own.")
app.command(edition_app)

Options = Annotated[
    list[str], Parameter(name=["--options", "-o"], help="A setting of the title as name=value; may be repeated.")
]
Edition = Annotated[str, Parameter(help="house, or a TOML file.")]


@app.default
def alone() -> None:
    """Start the table on this machine and open the browser."""
    _server("127.0.0.1", 8000, None, 1, True)


@app.command
def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    workers: int = 1,
    open_browser: bool = False,
) -> None:
    """Serve tables to browsers.

    Parameters
    ----------
    host: address to listen on.
    port: port to listen on.
    database: a database URL; without one, SQLite in the user's data folder.
    workers: server processes; more than one needs PostgreSQL.
    open_browser: open the first page.
    """
    _server(host, port, database, workers, open_browser)


def _server(host: str, port: int, database: str | None, workers: int, open_browser: bool) -> None:
    try:
        from aerodrome.server.main import run_server
    except ModuleNotFoundError as error:
        raise Failure(f"the table needs {error.name}: pip install 'aerodrome[server]'") from None
    run_server(host=host, port=port, database=database, workers=workers, open_browser=open_browser)


@app.command
def titles() -> None:
    """The titles, with their seats and settings."""
    from aerodrome.cli.rules import print_titles

    print_titles()


@app.command
def simulate(
    title: str,
    *,
    games: int = 100,
    seats: int = 0,
    bots: str = "random",
    jobs: int = 1,
    seed: int = 0,
    options: Options | None = None,
    edition: Edition = "house",
    records: Path | None = None,
) -> None:
    """Let bots play and say who won.

    Parameters
    ----------
    title: which game.
    games: how many.
    seats: at each table; the fewest of the title, or one for each bot, unless given.
    bots: names with commas between; they change seats from game to game.
    jobs: processes to use; the games are the same for any number.
    seed: of the first game.
    records: a folder to keep the record of every game in.
    """
    from aerodrome.cli.simulate import Plan, simulate

    simulate(Plan.checked(title, games, seats, bots, seed, options or [], edition), jobs, records)


@app.command
def play(
    title: str = "",
    *,
    players: str = "",
    seed: str | None = None,
    options: Options | None = None,
    edition: Edition = "house",
    resume: Path | None = None,
    record: Path | None = None,
) -> None:
    """Play in the terminal.

    Parameters
    ----------
    title: which game.
    players: who sits where, with commas between: `human`, or the name of a bot. Several humans share the keyboard.
    seed: of the match; a secret one is drawn unless given.
    resume: go on with a match that was saved.
    record: where to keep the record at the end.
    """
    from aerodrome.cli.play import resumed, started

    table = resumed(resume, players) if resume else started(title, players, seed, options or [], edition)
    table.run(record)


@app.command
def replay(file: Path, *, to: int | None = None, seat: int | None = None, edition: Edition = "house") -> None:
    """Tell a recorded match, and show where it stands.

    Parameters
    ----------
    file: a record.
    to: stop after so many actions.
    seat: as this seat saw it; as a spectator unless given.
    """
    from aerodrome.cli.records import replay

    replay(file, to, seat, edition)


@app.command
def verify(file: Path, *, edition: Edition = "house") -> None:
    """Check a record: every action by the rules, every die and draw by the seed."""
    from aerodrome.cli.records import verify

    verify(file, edition)


@app.command
def rules(title: str = "", rule: str = "", *, coverage: bool = False, tests: Path = Path("tests")) -> None:
    """The rules of a title, one of them, or which are proved by tests.

    Parameters
    ----------
    title: which game.
    rule: an id such as AL-4.3, or the start of several.
    coverage: print the table of rules and the tests that claim them.
    tests: where the tests are.
    """
    from aerodrome.cli.rules import print_coverage, print_rules

    if coverage:
        print_coverage(title, tests)
    else:
        print_rules(title, rule)


@edition_app.command
def check(file: Path, *, title: str = "") -> None:
    """Check an edition file; names the first place that is wrong.

    Parameters
    ----------
    file: TOML with component data.
    title: whose edition it is; found out unless given.
    """
    from aerodrome.cli.editions import check

    check(file, title)


class Failure(Exception):
    """Something the user can put right: told in one line."""


def run(tokens: list[str]) -> int:
    """Carry out a command line; the exit code."""
    sys.path.insert(0, str(Path.cwd()))  # a bot of one's own lies where one works
    _mount_lab(tokens)
    if tokens and not tokens[0].startswith("-") and tokens[0] not in set(app):
        return _complain(f"no command {tokens[0]!r}; aerodrome --help lists them", 2)
    try:
        app(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return _complain(" ".join(str(error).split()), 2)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (Failure, ValueError, OSError) as error:
        return _complain(str(error))
    except Exception as error:
        if os.environ.get("AERODROME_DEBUG"):
            raise
        return _complain(f"{type(error).__name__}: {error} (AERODROME_DEBUG=1 shows where)")
    return 0


def _complain(message: str, code: int = 1) -> int:
    print(f"aerodrome: {message}", file=sys.stderr)
    return code


def _mount_lab(tokens: list[str]) -> None:
    """Tournaments and reports live in the lab; they are looked up when somebody may mean them."""
    mine = set(app) - {"--help", "-h"}
    if (tokens and tokens[0] in mine) or find_spec("aerodrome.lab.commands") is None:
        return
    try:
        from aerodrome.lab.commands import app as lab
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("aerodrome"):
            raise
        return
    app.command(lab, name="*")
