"""What a report is about: title, edition, table, bots, seed, and the command that plays it again."""

import json
import shlex
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import polars as pl

from aerodrome.lab.result_statistics import count_games
from aerodrome.lab.title_metrics import load_title_metrics_or_default
from aerodrome.lab.tournament_plan import TournamentPlan

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


class ReportHeader(NamedTuple):
    """What was played, for the top of a summary or page."""

    title: str
    edition: str
    seats: int
    games: int
    bots: list[str]
    seed: int | None
    options: str
    command: str

    def describe_games(self) -> str:
        """ "60 games at a table of three"."""
        seats = NUMBERS[self.seats] if self.seats < len(NUMBERS) else str(self.seats)
        return f"{self.games:,} game{'s' if self.games > 1 else ''} at a table of {seats}"


def build_report_header(results: pl.DataFrame, plan: TournamentPlan | None) -> ReportHeader:
    """From the plan beside the results, and without one from the results themselves."""
    first = results.row(0, named=True)
    return ReportHeader(
        title=load_title_metrics_or_default(first["title"]).name,
        edition=first["edition"] if plan is None else format_edition_name(plan.edition, first["edition"]),
        seats=first["table"],
        games=count_games(results),
        bots=sorted(results["bot"].unique()) if plan is None else list(dict.fromkeys(plan.bots)),
        seed=None if plan is None else plan.seed,
        options="" if plan is None else _format_options(plan.options, " = "),
        command="" if plan is None else format_tournament_command(plan),
    )


def format_edition_name(requested_edition: str, edition_id: str) -> str:
    """ "house (house-1)" and "mine.toml (my-map-2)": what was asked for, and what that calls itself."""
    name = requested_edition if requested_edition == "house" else Path(requested_edition).name
    return name if name == edition_id else f"{name} ({edition_id})"


def format_tournament_command(plan: TournamentPlan) -> str:
    """The command line that plays the plan again."""
    parts = ["aerodrome", "tournament", plan.title, *plan.bots, "--seats", str(plan.seats)]
    if plan.format != "round-robin":
        parts += ["--format", plan.format]
    parts += ["--games", str(plan.count_games()), "--seed", str(plan.seed)]
    if plan.edition != "house":
        parts += ["--edition", plan.edition]
    for name, value in plan.options.items():
        parts += ["-o", _format_options({name: value}, "=")]
    return shlex.join(parts)


def _format_options(options: dict[str, Any], separator: str) -> str:
    pairs = ((name, value if isinstance(value, str) else json.dumps(value)) for name, value in options.items())
    return ", ".join(f"{name}{separator}{value}" for name, value in pairs)


def find_plan_beside(results_file: Path) -> TournamentPlan | None:
    """The plan that lies beside the results, if they are still together."""
    path = results_file.with_suffix(".plan.json")
    try:
        return msgspec.json.decode(path.read_bytes(), type=TournamentPlan)
    except (OSError, msgspec.DecodeError):
        return None


def format_seat_ordinal(seat: int) -> str:
    """Seats as people count them."""
    return f"{seat + 1}{ {0: 'st', 1: 'nd', 2: 'rd'}.get(seat, 'th') } seat"
