"""The commands and their settings. What each one needs is imported when it runs, so that none waits for another's."""

import os
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter

from aerodrome.cli import lab_commands, people_admin_commands
from aerodrome.cli.missing_extras import UserError, explaining_missing_extra
from aerodrome.cli.shared_parameters import AT_LEAST_ONE, Edition, Jobs, Options, Ray, Title
from aerodrome.cli.version import format_version

app = App(
    name="aerodrome",
    help="Four airline board games: table, bots and lab.",
    version=format_version,
    help_format="plaintext",
)
edition_app = App(name="edition", help="Component data of one's own.")
app.command(edition_app)
lab_commands.add_lab_commands(app)
app.command(people_admin_commands.admin_app)


@app.default
def start_server_and_open_browser(
    *,
    lan: Annotated[bool, Parameter(help="Open it to the local network too; the page can do so later.")] = False,
) -> None:
    """Start the table on this machine and open the browser."""
    serve(open_browser=True, lan=lan)


@app.command
def serve(
    host: Annotated[str, Parameter(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="Port to listen on.")] = 8000,
    database: Annotated[
        str | None, Parameter(help="A database URL; without one, SQLite in the user's data folder.")
    ] = None,
    workers: Annotated[int, Parameter(help="Server processes; more than one needs PostgreSQL.")] = 1,
    open_browser: Annotated[bool, Parameter(help="Open the first page.")] = False,
    lan: Annotated[bool, Parameter(help="On loopback: open it to the local network too.")] = False,
) -> None:
    """Serve tables to browsers."""
    with explaining_missing_extra("server", "the table"):
        from aerodrome.server.main import run_server

    run_server(host=host, port=port, database=database, workers=workers, open_browser=open_browser, local_network=lan)


@app.command(name="titles")
def list_titles() -> None:
    """The titles, with their seats and settings."""
    from aerodrome.cli.title_and_rule_commands import print_titles

    print_titles()


@app.command(name="simulate")
def simulate_games(
    title: Title,
    *,
    games: Annotated[int, Parameter(help="How many.")] = 100,
    seats: Annotated[
        int, Parameter(help="At each table; 0 for the fewest of the title, or one for each bot if that is more.")
    ] = 0,
    bots: Annotated[str, Parameter(help="Names with commas between; they change seats from game to game.")] = "random",
    jobs: Annotated[
        int, Parameter(help="Processes to use; the games are the same for any number.", validator=AT_LEAST_ONE)
    ] = 1,
    seed: Annotated[int, Parameter(help="Of the first game; each further game has the next.")] = 0,
    options: Options = (),
    edition: Edition = "house",
    records: Annotated[Path | None, Parameter(help="A folder to keep the record of every game in.")] = None,
    out: Annotated[
        Path | None, Parameter(help="Keeps a line of JSON for each game. If it is there in part, the rest is played.")
    ] = None,
) -> None:
    """Let bots play and say who won.

    Whoever stops it (Ctrl-C) gets the figures of what was played; with --out the same command goes on from there.
    """
    from aerodrome.cli.simulation import create_simulation_plan, run_simulation

    run_simulation(create_simulation_plan(title, games, seats, bots, seed, options, edition), jobs, records, out)


@app.command(name="play")
def play_match(
    title: Title = "",
    *,
    players: Annotated[
        str,
        Parameter(
            help="Who sits where, with commas between: human, or the name of a bot. Several humans share the keyboard."
        ),
    ] = "",
    seed: Annotated[str | None, Parameter(help="Of the match; a secret one is drawn unless given.")] = None,
    options: Options = (),
    edition: Edition = "house",
    resume: Annotated[Path | None, Parameter(help="Go on with a match that was saved.")] = None,
    record: Annotated[Path | None, Parameter(help="Where to keep the record at the end.")] = None,
    plain: Annotated[
        bool,
        Parameter(
            help="Lines instead of columns, for a screen reader; so it is where NO_COLOR is set or no terminal is.",
            negative="",
        ),
    ] = False,
) -> None:
    """Play in the terminal."""
    from aerodrome.cli.terminal_match import create_terminal_match, load_saved_match

    match = (
        load_saved_match(resume, players, plain)
        if resume
        else create_terminal_match(title, players, seed, options, edition, plain)
    )
    match.run_match(record)


@app.command(name="replay")
def replay_record(
    file: Annotated[Path, Parameter(help="A record.")],
    *,
    to: Annotated[int | None, Parameter(help="Stop after so many actions.")] = None,
    seat: Annotated[int | None, Parameter(help="As this seat saw it; as a spectator unless given.")] = None,
    edition: Edition = "house",
) -> None:
    """Tell a recorded match, and show where it stands."""
    from aerodrome.cli.record_commands import replay_record

    replay_record(file, to, seat, edition)


@app.command(name="verify")
def verify_rules_and_chance(
    file: Annotated[Path, Parameter(help="A record.")],
    *,
    original: Annotated[Path | None, Parameter(help="The record that this one goes on from.")] = None,
    edition: Edition = "house",
) -> None:
    """Check a record: every action by the rules, every die and draw by the seed.

    Ends with 1 when the record is not fair, with 3 when part of its chance came from another record and was not
    checked.
    """
    from aerodrome.cli.record_commands import verify_rules_and_chance

    verify_rules_and_chance(file, edition, original)


@app.command(name="review")
def review_record(
    file: Annotated[Path, Parameter(help="A record of a finished match.")],
    *,
    out: Annotated[Path | None, Parameter(help="The file to write: review.html or review.json.")] = None,
    deep: Annotated[bool, Parameter(help="Look closer; takes about thirty times as long.", negative="--quick")] = False,
    kept: Annotated[Path | None, Parameter(help="Keeps what is done; a stopped review goes on from it.")] = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    edition: Edition = "house",
) -> None:
    """Judge a finished match: how it stood, which choices cost what, and how much was luck."""
    from aerodrome.cli.review_command import review_record

    review_record(file, out, "deep" if deep else "quick", jobs, ray, kept, edition)


@app.command(name="rules")
def show_rules(
    title: Title = "",
    rule: Annotated[str, Parameter(help="An id such as AL-4.3, or the start of several.")] = "",
    *,
    coverage: Annotated[bool, Parameter(help="Which rules are proved by which tests; in a checkout.")] = False,
    tests: Annotated[Path, Parameter(help="Where the tests of the checkout are.")] = Path("tests"),
) -> None:
    """The rules of a title, one of them, or which are proved by tests."""
    from aerodrome.cli.title_and_rule_commands import print_rule_coverage, print_rules

    if coverage:
        print_rule_coverage(title, tests)
    else:
        print_rules(title, rule)


@edition_app.command(name="check")
def check_edition(
    file: Annotated[Path, Parameter(help="TOML with component data.")],
    *,
    title: Annotated[str, Parameter(help="Whose edition it is; found out unless given.")] = "",
) -> None:
    """Check an edition file: what is wrong, what is odd, and what it has otherwise than the house edition."""
    from aerodrome.cli.edition_check import print_edition_check

    print_edition_check(file, title)


def run_command_line(tokens: list[str]) -> int:
    """Carry out a command line; the exit code."""
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # a bot of one's own lies where one works
    if tokens and not tokens[0].startswith("-") and tokens[0] not in set(app):
        return _print_error_and_get_code(f"no command {tokens[0]!r}; aerodrome --help lists them", 2)
    try:
        app(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return _print_error_and_get_code(" ".join(str(error).split()), 2)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except UserError as error:
        return _print_error_and_get_code(str(error), error.exit_code)
    except (ValueError, OSError) as error:
        return _print_error_and_get_code(str(error))
    except Exception as error:
        if os.environ.get("AERODROME_DEBUG"):
            raise
        return _print_error_and_get_code(f"{type(error).__name__}: {error} (AERODROME_DEBUG=1 shows where)")
    return 0


def _print_error_and_get_code(message: str, exit_code: int = 1) -> int:
    print(f"aerodrome: {message}", file=sys.stderr)
    return exit_code
