"""Two editions of a title side by side: the same bots, the same seeds, another board."""

import shlex
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import NamedTuple

import msgspec
import polars as pl

from aerodrome.lab import charts, stats, winning
from aerodrome.lab.asking import asking
from aerodrome.lab.head import ending, place
from aerodrome.lab.paper import Front, Section, sheet, table
from aerodrome.lab.plan import Plan
from aerodrome.lab.ratings import Z95, interval
from aerodrome.lab.summary import cut, wrap
from aerodrome.lab.tournament import read, run
from aerodrome.lab.traits import GAME, START
from aerodrome.lab.workers import Run

SHOWN = 16
"""Lines of what wins."""


class Line(NamedTuple):
    """One thing measured in both editions, with the 95 % interval of each and of the difference."""

    name: str
    values: tuple[float, float]
    errors: tuple[float, float]
    """Half the interval."""
    doubts: float
    """The difference in standard errors."""
    rate: bool = True
    bounds: tuple[tuple[float, float], ...] = ()
    """Where the intervals of two rates begin and end: not quite as far on both sides."""

    @property
    def differs(self) -> bool:
        return abs(self.doubts) > Z95

    def texts(self) -> tuple[str, str, str]:
        one, other = self.values
        if self.rate:
            told = [f"{value:.1%} ±{error:.1%}" for value, error in zip(self.values, self.errors, strict=True)]
            return told[0], told[1], f"{100 * (other - one):+.1f} pt"
        told = [f"{value:,.1f} ±{error:,.1f}" for value, error in zip(self.values, self.errors, strict=True)]
        return told[0], told[1], f"{other - one:+,.1f}"


class Comparison(NamedTuple):
    title: str
    names: tuple[str, str]
    sentence: str
    course: list[Line]
    """Seats, length, scores, ends."""
    wins: list[Line]
    """What wins, the greatest differences first."""
    only: tuple[list[str], list[str]]
    """What seats had in one of the editions only."""

    def wide(self) -> float:
        """How many standard errors are clear of chance with so many comparisons."""
        return NormalDist().inv_cdf(1 - 0.025 / max(1, len(self.course) + len(self.wins)))

    def mark(self, line: Line) -> str:
        return "**" if abs(line.doubts) > self.wide() else "*" if line.differs else ""


def compare(plan: Plan, editions: tuple[str, str], folder: Path, play: Run) -> str:
    """Plays both, writes a page into the folder, and says in plain text what differs."""
    frames = []
    for edition in editions:
        out = folder / f"{plan.title}-{Path(edition).stem}.parquet"
        run(msgspec.structs.replace(plan, edition=edition), out, play)
        frames.append(read(out))
    names = (Path(editions[0]).stem, Path(editions[1]).stem)
    found = comparison(frames[0], frames[1], names)
    page = folder / f"{plan.title}-{names[0]}-{names[1]}.html"
    facts = {
        "Editions": " and ".join(editions),
        "Bot": f"{plan.bots[0]}, in all {plan.seats} seats",
        "Seed": str(plan.seed),
        "Made by": _command(plan, editions),
    }
    page.write_text(sheet(_front(found, facts), _sections(found), text(found)), encoding="utf-8")
    return f"{text(found)}\n\nReport: {page}"


def _command(plan: Plan, editions: tuple[str, str]) -> str:
    parts = ["aerodrome", "lab", "balance", plan.title, "--edition", editions[1]]
    parts += ["--against", editions[0]] if editions[0] != "house" else []
    parts += ["--bot", plan.bots[0], "--seats", str(plan.seats), "--games", str(plan.games()), "--seed", str(plan.seed)]
    return shlex.join(parts)


def report(one: pl.DataFrame, other: pl.DataFrame, names: tuple[str, str]) -> str:
    return text(comparison(one, other, names))


def comparison(one: pl.DataFrame, other: pl.DataFrame, names: tuple[str, str]) -> Comparison:
    frames = (one, other)
    counts = [stats.games(frame) for frame in frames]
    wins, only = _what_wins(frames)
    return Comparison(
        title=one["title"][0],
        names=names,
        sentence=f"{counts[0]:,} games with {names[0]}, {counts[1]:,} with {names[1]}, the same bots and seeds",
        course=[*_seats(frames), *_means(frames), *_ends(frames)],
        wins=wins,
        only=only,
    )


Frames = tuple[pl.DataFrame, pl.DataFrame]


def _rated(name: str, wins: tuple[float, float], games: tuple[int, int]) -> Line:
    """Two rates; the error of each as Wilson has it, of the difference from both (Newcombe)."""
    values = wins[0] / games[0], wins[1] / games[1]
    bounds = [interval(won, count) for won, count in zip(wins, games, strict=True)]
    errors = (bounds[0][1] - bounds[0][0]) / 2, (bounds[1][1] - bounds[1][0]) / 2
    step = values[1] - values[0]
    near, far = (0, 1) if step > 0 else (1, 0)
    spread = sqrt((bounds[near][1] - values[near]) ** 2 + (values[far] - bounds[far][0]) ** 2)
    return Line(name, values, errors, Z95 * step / spread if spread else 0.0, bounds=tuple(bounds))


def _seats(frames: Frames) -> list[Line]:
    tables = [stats.by_seat(frame) for frame in frames]
    return [
        _rated(f"{place(seat)} wins", (tables[0]["wins"][seat], tables[1]["wins"][seat]), _games(tables, seat))
        for seat in range(min(part.height for part in tables))
    ]


def _games(tables: list[pl.DataFrame], seat: int) -> tuple[int, int]:
    return tables[0]["games"][seat], tables[1]["games"][seat]


def _means(frames: Frames) -> list[Line]:
    lines = []
    for field in ("rounds", "choices"):
        lines.append(_mean(f"{field} in a game", [stats.lengths(frame)[field] for frame in frames]))
    lines.append(_mean("the winner's score", [frame.filter(pl.col("won") > 0)["score"] for frame in frames]))
    lines.append(_mean("score of all seats", [frame["score"] for frame in frames]))
    return lines


def _mean(name: str, series: list[pl.Series]) -> Line:
    means, errors = [], []
    for values in series:
        numbers = [float(value) for value in values]
        mean = sum(numbers) / len(numbers)
        square = sum((number - mean) ** 2 for number in numbers) / max(1, len(numbers) - 1)
        means.append(mean)
        errors.append(sqrt(square / len(numbers)))
    spread = sqrt(errors[0] ** 2 + errors[1] ** 2)
    doubts = (means[1] - means[0]) / spread if spread else 0.0 if means[0] == means[1] else float("inf")
    return Line(name, (means[0], means[1]), (Z95 * errors[0], Z95 * errors[1]), doubts, rate=False)


def _ends(frames: Frames) -> list[Line]:
    counts: list[dict[str, int]] = [dict(stats.reasons(frame).iter_rows()) for frame in frames]
    games = stats.games(frames[0]), stats.games(frames[1])
    reasons = sorted(set(counts[0]) | set(counts[1]))
    found = [
        _rated(f"ends with {ending(reason)}", (counts[0].get(reason, 0), counts[1].get(reason, 0)), games)
        for reason in reasons
    ]
    return found if len(reasons) > 1 else []


def _what_wins(frames: Frames) -> tuple[list[Line], tuple[list[str], list[str]]]:
    lines: list[Line] = []
    only: tuple[list[str], list[str]] = ([], [])
    for when in (START, GAME):
        rows = [
            {row["name"]: row for row in winning.names_that_win(frame, when).rows.iter_rows(named=True)}
            for frame in frames
        ]
        for name in sorted(set(rows[0]) & set(rows[1])):
            one, other = rows[0][name], rows[1][name]
            lines.append(_rated(name, (one["wins"], other["wins"]), (one["seats"], other["seats"])))
        for side in (0, 1):
            had = set(frames[1 - side]["traits"].explode().drop_nulls().unique())
            only[side].extend(sorted(name for name in rows[side] if when + name not in had))
    return sorted(lines, key=lambda line: (-abs(line.doubts), line.name)), only


def findings(found: Comparison) -> list[str]:
    """What a designer would want to hear first."""
    told = []
    for line in (*found.course, *found.wins[:3]):
        if line.differs:
            one, other, step = line.texts()
            sure = "" if found.mark(line) == "**" else " (perhaps by chance)"
            told.append(f"{line.name[:1].upper()}{line.name[1:]}: {one} becomes {other}, {step}{sure}.")
    for side in (0, 1):
        if found.only[side]:
            told.append(f"Only in {found.names[side]}: {', '.join(found.only[side][:8])}.")
    return told or ["These games show no difference between the two editions; more games would show smaller ones."]


def compared(found: Comparison) -> str:
    lines = [*found.course, *found.wins]
    marked = sum(line.differs for line in lines)
    sure = sum(found.mark(line) == "**" for line in lines)
    return (
        f"{len(lines)} compared, {marked} marked * (chance alone would mark about {0.05 * len(lines):.0f}), "
        f"{sure} clear of chance even so **."
    )


def text(found: Comparison) -> str:
    """Plain text, no line over 100 columns."""
    title = f"{asking(found.title).name}: {found.names[0]} against {found.names[1]}"
    parts = [title, "=" * len(title), wrap(found.sentence), ""]
    parts += [wrap(sentence, "- ") for sentence in findings(found)]
    parts += ["", _columns("The course of the game", (*found.names, "difference")), *_rows(found, found.course)]
    if found.wins:
        heading = "Win rate of those who had"
        parts += ["", _columns(heading, (*found.names, "difference")), *_rows(found, found.wins[:SHOWN])]
    return "\n".join([*parts, "", wrap(compared(found))])


def _columns(label: str, values: tuple[str, str, str], mark: str = "") -> str:
    cells = " ".join(f"{cut(value, 17).strip():>17}" for value in values[:2])
    return f"{cut(label, 44)} {cells} {values[2]:>13} {mark}".rstrip()


def _rows(found: Comparison, lines: list[Line]) -> list[str]:
    return [_columns(f"  {line.name}", line.texts(), found.mark(line)) for line in lines]


def _front(found: Comparison, facts: dict[str, str]) -> Front:
    return Front(found.title, asking(found.title).name, found.sentence, findings(found), facts)


def _sections(found: Comparison) -> list[Section]:
    seats = [line for line in found.course if line.rate]
    told = "Each point is a win rate or a share of games, the line through it its 95 % interval. " + compared(found)
    sections = [Section("The course of the game", [told], {"": _chart(found, seats)}, _table(found, found.course))]
    if found.wins:
        note = (
            "How often those won who had it, where the editions differ most. "
            "* is more than chance for one comparison, ** for all of them."
        )
        plots = {"": _chart(found, found.wins[:SHOWN])}
        sections.append(Section("What wins", [note], plots, _table(found, found.wins)))
    return sections


def _chart(found: Comparison, lines: list[Line]) -> charts.Chart:
    rows = [
        (f"{line.name} {found.mark(line)}".strip(), found.names[side], line.values[side], *line.bounds[side])
        for line in lines
        for side in (0, 1)
    ]
    return charts.pairs(
        pl.DataFrame(rows, schema=["name", "edition", "rate", "low", "high"], orient="row"), found.names
    )


def _table(found: Comparison, lines: list[Line]) -> str:
    rows = [
        (("up" if line.doubts > 0 else "down") if line.differs else "", [line.name, *line.texts(), found.mark(line)])
        for line in lines
    ]
    return table(["", *found.names, "difference", "mark"], rows)
