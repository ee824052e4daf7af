"""One self-contained HTML page about a results table: what it says at a glance, plots, numbers."""

from pathlib import Path
from typing import Any

import polars as pl

from aerodrome.lab import charts
from aerodrome.lab.bot_ratings import compute_win_rates, rate_bots
from aerodrome.lab.html_page import PageHeader, PageSection, escape_html, render_page, render_table
from aerodrome.lab.report_findings import format_multiple_comparison_note, summarize_findings
from aerodrome.lab.report_header import build_report_header
from aerodrome.lab.result_statistics import list_faults, list_game_lengths
from aerodrome.lab.text_summary import FIGURE_HEADINGS, TRAIT_HEADINGS, format_summary
from aerodrome.lab.title_metrics import find_title_metrics
from aerodrome.lab.tournament_plan import TournamentPlan
from aerodrome.lab.win_factors import compute_figure_correlations, compute_trait_win_rates, explain_decided_by_bots

INTERVAL_NOTE = "The line through each point is its 95 % interval: the truth is probably within it."
TRAITS_NOTE = (
    "Each point is how often those won who had it; the small upright line is how often the same bots won with any of "
    "that kind. Green and red are those whose whole interval lies to one side of it. What goes together with winning "
    "need not be its cause: who is ahead can buy more."
)


def write_report(results: pl.DataFrame, out: Path, plan: TournamentPlan | None = None) -> None:
    """Writes the page about a results table into a file."""
    out.write_text(render_report(results, plan), encoding="utf-8")


def render_report(results: pl.DataFrame, plan: TournamentPlan | None = None) -> str:
    """The page about a results table, as HTML."""
    about = build_report_header(results, plan)
    facts = {
        "Edition": about.edition,
        "Seats": str(about.seats),
        "Games": f"{about.games:,}",
        "Bots": ", ".join(about.bots),
        "Options": about.options,
        "Seed": "" if about.seed is None else str(about.seed),
        "Made by": about.command,
    }
    header = PageHeader(
        about.title,
        about.describe_games(),
        summarize_findings(results),
        facts,
        find_title_metrics(results["title"][0]).header_colours,
    )
    return render_page(header, _build_sections(results), format_summary(results, plan))


def _build_sections(results: pl.DataFrame) -> list[PageSection]:
    return [
        *_build_bot_strength_sections(results),
        *_build_game_course_sections(results),
        *_build_win_factor_sections(results),
        *_build_fault_section(results),
    ]


def _build_bot_strength_sections(results: pl.DataFrame) -> list[PageSection]:
    found: list[PageSection] = []
    strength = rate_bots(results)
    if not strength.is_empty():
        note = "Strength as one number (openskill, Plackett-Luce): more is better, 25 is where everybody begins. "
        found.append(PageSection("Ratings", [note + INTERVAL_NOTE], {"": charts.plot_ratings(strength)}))
    pairs = compute_win_rates(results)
    if not pairs.is_empty():
        note = "How often each bot wins against those at its table. The dashed line is the fair share. "
        names = pairs["bot"] + " against " + pairs["against"]
        found.append(PageSection("Who wins", [note + INTERVAL_NOTE], {"": charts.plot_win_rates(pairs, names)}))
    return found


def _build_game_course_sections(results: pl.DataFrame) -> list[PageSection]:
    seats = (
        "Every bot sits in every seat equally often, so a difference is the seat's. The dashed line is the fair share. "
    )
    field, length = charts.plot_game_lengths(results)
    rounds = list_game_lengths(results)["rounds"]
    same = f"All games last {rounds[0]} rounds; so here is how many choices were made in them, all seats together."
    note = "How many rounds games last." if field == "rounds" else same
    middle = (
        "The bar holds the middle half of all final scores, the mark in it the median, the thin line the whole range."
    )
    return [
        PageSection("Win rate by seat", [seats + INTERVAL_NOTE], {"": charts.plot_seat_win_rates(results)}),
        PageSection("Length", [note], {"": length}),
        PageSection("Final scores", [middle], {"": charts.plot_final_scores(results)}),
    ]


def _build_win_factor_sections(results: pl.DataFrame) -> list[PageSection]:
    why = explain_decided_by_bots(results)
    if why:
        return [PageSection("What wins", [why])]
    found: list[PageSection] = []
    for phase, heading in TRAIT_HEADINGS.items():
        had = compute_trait_win_rates(results, phase)
        if had.note:
            found.append(PageSection(heading, [had.note]))
        elif not had.rows.is_empty():
            notes = [
                "" if any(section.plots for section in found) else TRAITS_NOTE,
                format_multiple_comparison_note(had),
            ]
            found.append(PageSection(heading, notes, _plot_traits_by_kind(had.rows), _render_trait_table(had.rows)))
    for phase, heading in FIGURE_HEADINGS.items():
        had = compute_figure_correlations(results, phase)
        if had.note:
            found.append(PageSection(heading, [had.note]))
        elif not had.rows.is_empty():
            note = "How strongly each figure goes with winning: 1 always, 0 not at all, −1 with losing. "
            notes = [note + "The thin line is the 95 % interval.", format_multiple_comparison_note(had)]
            found.append(
                PageSection(
                    heading, notes, {"": charts.plot_figure_correlations(had.rows)}, _render_figure_table(had.rows)
                )
            )
    return found


def _plot_traits_by_kind(rows: pl.DataFrame) -> dict[str, charts.Chart]:
    """A plot for each kind of thing; of long lists both ends."""
    found: dict[str, charts.Chart] = {}
    most = rows["high"].max()
    assert isinstance(most, float)
    for (kind,), part in rows.group_by(pl.col("name").str.split(": ").list.first(), maintain_order=True):
        cut = part.height > charts.MAX_ROWS
        found[f"{kind} (both ends of {part.height})" if cut else str(kind)] = charts.plot_trait_win_rates(part, most)
    return found


def _choose_row_tone(row: dict[str, Any], more: bool) -> str:
    return ("up" if more else "down") if row["significant"] else ""


def _render_trait_table(rows: pl.DataFrame) -> str:
    cells = [
        (
            _choose_row_tone(row, row["rate"] > row["expected"]),
            [
                row["name"],
                f"{row['rate']:.1%}",
                f"{row['low']:.0%}–{row['high']:.0%}",
                f"{row['expected']:.1%}",
                f"{row['seats']:,}",
                _describe_significance(row),
            ],
        )
        for row in rows.iter_rows(named=True)
    ]
    return render_table(["", "wins", "95 % interval", "its kind", "seats", "clear of chance"], cells)


def _render_figure_table(rows: pl.DataFrame) -> str:
    cells = [
        (
            _choose_row_tone(row, row["correlation"] > 0),
            [
                row["name"],
                f"{row['winners']:,.1f}",
                f"{row['others']:,.1f}",
                f"{row['correlation']:+.2f}",
                f"{row['low']:+.2f} to {row['high']:+.2f}",
                _describe_significance(row),
            ],
        )
        for row in rows.iter_rows(named=True)
    ]
    return render_table(["", "winners", "others", "correlation", "95 % interval", "clear of chance"], cells)


def _describe_significance(row: dict[str, Any]) -> str:
    return "yes" if row["significant_corrected"] else "maybe" if row["significant"] else ""


def _build_fault_section(results: pl.DataFrame) -> list[PageSection]:
    found = list_faults(results)
    if not found:
        return []
    note = f"{len(found)} choices were refused, late or ended in an error, and were made at random instead."
    lines = "".join(f"<li>{escape_html(fault)}</li>" for fault in found[:50])
    return [PageSection("Faults", [note, "Seats are counted from 0 here."], {}, f"<ul>{lines}</ul>")]
