"""What a report is about: title, edition, table, bots, seed, and the command that plays it again."""

import json
import shlex
from pathlib import Path
from typing import NamedTuple

import msgspec
import polars as pl

from aerodrome.lab import stats
from aerodrome.lab.asking import asking
from aerodrome.lab.plan import Plan

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


class Head(NamedTuple):
    title: str
    edition: str
    seats: int
    games: int
    bots: list[str]
    seed: int | None
    options: str
    command: str

    def sentence(self) -> str:
        seats = NUMBERS[self.seats] if self.seats < len(NUMBERS) else str(self.seats)
        return f"{self.games:,} game{'s' if self.games > 1 else ''} at a table of {seats}"


def head(frame: pl.DataFrame, plan: Plan | None) -> Head:
    """From the plan beside the results, and without one from the results themselves."""
    first = frame.row(0, named=True)
    return Head(
        title=asking(first["title"]).name,
        edition=first["edition"] if plan is None else edition_name(plan.edition, first["edition"]),
        seats=first["table"],
        games=stats.games(frame),
        bots=sorted(frame["bot"].unique()) if plan is None else list(dict.fromkeys(plan.bots)),
        seed=None if plan is None else plan.seed,
        options="" if plan is None else ", ".join(f"{name} = {_value(value)}" for name, value in plan.options.items()),
        command="" if plan is None else command(plan),
    )


def edition_name(asked: str, found: str) -> str:
    """ "house (house-1)" and "mine.toml (my-map-2)": what was asked for, and what that calls itself."""
    name = asked if asked == "house" else Path(asked).name
    return name if name == found else f"{name} ({found})"


def command(plan: Plan) -> str:
    parts = ["aerodrome", "tournament", plan.title, *plan.bots, "--seats", str(plan.seats)]
    if plan.format != "round-robin":
        parts += ["--format", plan.format]
    parts += ["--games", str(plan.games()), "--seed", str(plan.seed)]
    if plan.edition != "house":
        parts += ["--edition", plan.edition]
    for name, value in plan.options.items():
        parts += ["-o", f"{name}={_value(value)}"]
    return shlex.join(parts)


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def plan_of(results: Path) -> Plan | None:
    """The plan that lies beside the results, if they are still together."""
    path = results.with_suffix(".plan.json")
    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan)
    except (OSError, msgspec.DecodeError):
        return None


def place(seat: int) -> str:
    """Seats as people count them."""
    return f"{seat + 1}{ {0: 'st', 1: 'nd', 2: 'rd'}.get(seat, 'th') } seat"


ENDINGS = {
    "rounds": "the last round",
    "round_limit": "the round limit",
    "last player": "one player left",
    "points": "an airline at the last city point",
    "stalled": "no new route for too long",
    "exhausted": "a round without any play",
    "agreed": "the agreement of all",
}


def ending(reason: str) -> str:
    """What a game ended with."""
    return ENDINGS.get(reason) or reason.replace("_", " ") or "no reason given"
