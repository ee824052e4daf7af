"""One self-contained HTML page about a results table: what it says at a glance, plots, numbers."""

from pathlib import Path
from typing import Any

import polars as pl

from aerodrome.lab import charts, stats, winning
from aerodrome.lab.findings import compared, findings
from aerodrome.lab.head import head
from aerodrome.lab.paper import Front, Section, safe, sheet, table
from aerodrome.lab.plan import Plan
from aerodrome.lab.ratings import rate, win_rates
from aerodrome.lab.summary import FIGURES, NAMES, summary

REST = "The line through each point is its 95 % interval: the truth is probably within it."
KINDS = (
    "Each point is how often those won who had it; the small upright line is how often the same bots won with any of "
    "that kind. Green and red are those whose whole interval lies to one side of it. What goes together with winning "
    "need not be its cause: who is ahead can buy more."
)


def write(frame: pl.DataFrame, out: Path, plan: Plan | None = None) -> None:
    out.write_text(page(frame, plan), encoding="utf-8")


def page(frame: pl.DataFrame, plan: Plan | None = None) -> str:
    about = head(frame, plan)
    facts = {
        "Edition": about.edition,
        "Seats": str(about.seats),
        "Games": f"{about.games:,}",
        "Bots": ", ".join(about.bots),
        "Options": about.options,
        "Seed": "" if about.seed is None else str(about.seed),
        "Made by": about.command,
    }
    front = Front(frame["title"][0], about.title, about.sentence(), findings(frame), facts)
    return sheet(front, _sections(frame), summary(frame, plan))


def _sections(frame: pl.DataFrame) -> list[Section]:
    return [*_strength(frame), *_course(frame), *_what_wins(frame), *_faults(frame)]


def _strength(frame: pl.DataFrame) -> list[Section]:
    found: list[Section] = []
    strength = rate(frame)
    if not strength.is_empty():
        note = "Strength as one number (openskill, Plackett-Luce): more is better, 25 is where everybody begins. "
        found.append(Section("Ratings", [note + REST], {"": charts.ratings(strength)}))
    pairs = win_rates(frame)
    if not pairs.is_empty():
        note = "How often each bot wins against those at its table. The dashed line is the fair share. "
        names = pairs["bot"] + " against " + pairs["against"]
        found.append(Section("Who wins", [note + REST], {"": charts.rates(pairs, names)}))
    return found


def _course(frame: pl.DataFrame) -> list[Section]:
    seats = (
        "Every bot sits in every seat equally often, so a difference is the seat's. The dashed line is the fair share. "
    )
    field, length = charts.length(frame)
    rounds = stats.lengths(frame)["rounds"]
    same = f"All games last {rounds[0]} rounds; so here is how many choices were made in them, all seats together."
    note = "How many rounds games last." if field == "rounds" else same
    middle = (
        "The bar holds the middle half of all final scores, the mark in it the median, the thin line the whole range."
    )
    return [
        Section("Win rate by seat", [seats + REST], {"": charts.seats(frame)}),
        Section("Length", [note], {"": length}),
        Section("Final scores", [middle], {"": charts.scores(frame)}),
    ]


def _what_wins(frame: pl.DataFrame) -> list[Section]:
    why = winning.decided(frame)
    if why:
        return [Section("What wins", [why])]
    found: list[Section] = []
    for when, heading in NAMES.items():
        had = winning.names_that_win(frame, when)
        if had.note:
            found.append(Section(heading, [had.note]))
        elif not had.rows.is_empty():
            notes = ["" if any(section.plots for section in found) else KINDS, compared(had)]
            found.append(Section(heading, notes, _kinds(had.rows), _names_table(had.rows)))
    for when, heading in FIGURES.items():
        had = winning.figures_that_win(frame, when)
        if had.note:
            found.append(Section(heading, [had.note]))
        elif not had.rows.is_empty():
            note = "How strongly each figure goes with winning: 1 always, 0 not at all, −1 with losing. "
            notes = [note + "The thin line is the 95 % interval.", compared(had)]
            found.append(Section(heading, notes, {"": charts.figures(had.rows)}, _figures_table(had.rows)))
    return found


def _kinds(rows: pl.DataFrame) -> dict[str, charts.Chart]:
    """A plot for each kind of thing; of long lists both ends."""
    found: dict[str, charts.Chart] = {}
    most = rows["high"].max()
    assert isinstance(most, float)
    for (kind,), part in rows.group_by(pl.col("name").str.split(": ").list.first(), maintain_order=True):
        cut = part.height > charts.MOST
        found[f"{kind} (both ends of {part.height})" if cut else str(kind)] = charts.names(part, most)
    return found


def _tone(row: dict[str, Any], more: bool) -> str:
    return ("up" if more else "down") if row["marked"] else ""


def _names_table(rows: pl.DataFrame) -> str:
    cells = [
        (
            _tone(row, row["rate"] > row["expected"]),
            [
                row["name"],
                f"{row['rate']:.1%}",
                f"{row['low']:.0%}–{row['high']:.0%}",
                f"{row['expected']:.1%}",
                f"{row['seats']:,}",
                _stars(row),
            ],
        )
        for row in rows.iter_rows(named=True)
    ]
    return table(["", "wins", "95 % interval", "its kind", "seats", "clear of chance"], cells)


def _figures_table(rows: pl.DataFrame) -> str:
    cells = [
        (
            _tone(row, row["correlation"] > 0),
            [
                row["name"],
                f"{row['winners']:,.1f}",
                f"{row['others']:,.1f}",
                f"{row['correlation']:+.2f}",
                f"{row['low']:+.2f} to {row['high']:+.2f}",
                _stars(row),
            ],
        )
        for row in rows.iter_rows(named=True)
    ]
    return table(["", "winners", "others", "correlation", "95 % interval", "clear of chance"], cells)


def _stars(row: dict[str, Any]) -> str:
    return "yes" if row["sure"] else "maybe" if row["marked"] else ""


def _faults(frame: pl.DataFrame) -> list[Section]:
    found = stats.faults(frame)
    if not found:
        return []
    note = f"{len(found)} choices were refused, late or ended in an error, and were made at random instead."
    lines = "".join(f"<li>{safe(fault)}</li>" for fault in found[:50])
    return [Section("Faults", [note, "Seats are counted from 0 here."], {}, f"<ul>{lines}</ul>")]
