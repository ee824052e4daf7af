"""One self-contained HTML page about a results table: what it says at a glance, plots, numbers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from aerodrome.core.text import escape_html
from aerodrome.lab import charts
from aerodrome.lab.bot_ratings import compute_lone_bot_win_rates, rate_bots
from aerodrome.lab.html_page import PageHeader, PageSection, render_folded_table, render_page
from aerodrome.lab.report_findings import format_multiple_comparison_note, summarize_findings
from aerodrome.lab.report_header import build_report_header, format_seat_ordinal
from aerodrome.lab.result_statistics import (
    compute_seat_win_rates_by_bot,
    list_bot_faults,
    select_game_lengths_and_end_reasons,
)
from aerodrome.lab.sample_games import SampleGame, replay_and_write_sample_games
from aerodrome.lab.text_summary import format_tournament_summary
from aerodrome.lab.title_metrics import load_title_metrics_or_default
from aerodrome.lab.tournament_plan import TournamentPlan
from aerodrome.lab.win_factors import WinFactorTable, explain_if_decided_by_bots, list_win_factor_tables

INTERVAL_NOTE = "The line through each point is its 95 % interval: the truth is probably within it."
FIGURES_NOTE = (
    "How strongly each figure goes with winning: 1 always, 0 not at all, −1 with losing. "
    "The thin line is the 95 % interval."
)
TRAITS_NOTE = (
    "Each point is how often those won who had it; the small upright line is how often the same bots won with any of "
    "that kind. Green and red are those whose whole interval lies to one side of it. What goes together with winning "
    "need not be its cause: who is ahead can buy more."
)


def write_tournament_report(
    results: pl.DataFrame, page_path: Path, plan: TournamentPlan | None = None, sample_count: int = 0
) -> None:
    """Writes the page about a results table, and records of so many sample games into a folder beside it."""
    kept = (
        []
        if plan is None or sample_count < 1
        else replay_and_write_sample_games(results, plan, page_path.with_suffix(".games"), sample_count)
    )
    page_path.write_text(render_tournament_report(results, plan, kept), encoding="utf-8")


def render_tournament_report(
    results: pl.DataFrame, plan: TournamentPlan | None = None, samples: Sequence[SampleGame] = ()
) -> str:
    """The page about a results table, as HTML; samples are linked by the name of their folder."""
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
    colours = load_title_metrics_or_default(results["title"][0]).header_colours
    header = PageHeader(about.title, about.describe_games(), summarize_findings(results), facts, colours)
    sections = _build_bot_strength_sections(results) + _build_seat_length_and_score_sections(results)
    sections += _build_win_factor_sections(results) + _build_sample_game_sections(samples)
    sections += _build_fault_sections(results)
    return render_page(header, sections, format_tournament_summary(results, plan))


def _build_bot_strength_sections(results: pl.DataFrame) -> list[PageSection]:
    found: list[PageSection] = []
    strength = rate_bots(results)
    if not strength.is_empty():
        note = "Strength as one number (openskill, Plackett-Luce): more is better, 25 is where everybody begins. "
        found.append(PageSection("Ratings", [note + INTERVAL_NOTE], {"": charts.plot_ratings(strength)}))
    pairs = compute_lone_bot_win_rates(results)
    if not pairs.is_empty():
        note = "How often each bot wins against those at its table. The dashed line is the fair share. "
        names = pairs["bot"] + " against " + pairs["against"]
        found.append(PageSection("Who wins", [note + INTERVAL_NOTE], {"": charts.plot_win_rates(pairs, names)}))
    return found


def _build_seat_length_and_score_sections(results: pl.DataFrame) -> list[PageSection]:
    seats = (
        "Every bot sits in every seat equally often, so a difference is the seat's. The dashed line is the fair share. "
    )
    field, length = charts.plot_game_lengths_and_get_length_column(results)
    rounds = select_game_lengths_and_end_reasons(results)["rounds"]
    same = f"All games last {rounds[0]} rounds; so here is how many choices were made in them, all seats together."
    note = "How many rounds games last." if field == "rounds" else same
    middle = (
        "The bar holds the middle half of all final scores, the mark in it the median, the thin line the whole range."
    )
    return [
        PageSection(
            "Win rate by seat",
            [seats + INTERVAL_NOTE],
            {"": charts.plot_seat_win_rates(results)},
            _render_seat_win_rates_by_bot(results),
        ),
        PageSection("Length", [note], {"": length}),
        PageSection("Final scores", [middle], {"": charts.plot_final_scores(results)}),
    ]


def _render_seat_win_rates_by_bot(results: pl.DataFrame) -> str:
    """Wins by bot and seat; nothing where one bot plays in all seats."""
    table = compute_seat_win_rates_by_bot(results)
    if table["bot"].n_unique() < 2:
        return ""
    rows: list[tuple[str, list[str]]] = []
    for row in table.iter_rows(named=True):
        interval = f"{row['low']:.0%}–{row['high']:.0%}"
        cells = [f"{row['bot']}, {format_seat_ordinal(row['seat'])}", f"{row['rate']:.1%}", interval]
        rows.append(("", [*cells, f"{row['games']:,}"]))
    return render_folded_table(["by bot and seat", "wins", "95 % interval", "games"], rows)


def _build_sample_game_sections(samples: Sequence[SampleGame]) -> list[PageSection]:
    if not samples:
        return []
    note = (
        "Records of single games, kept beside this page; aerodrome replay tells one. "
        "Their dice are the tournament's, not those of a record's seed, so that aerodrome verify cannot vouch for them."
    )
    items = "".join(
        f'<li><a href="{escape_html(sample.file.parent.name)}/{escape_html(sample.file.name)}">game {sample.game}</a>: '
        f"{escape_html(_describe_sample_game(sample))}</li>"
        for sample in samples
    )
    return [PageSection("Sample games", [note], {}, f"<ul>{items}</ul>")]


def _describe_sample_game(sample: SampleGame) -> str:
    counts = ", ".join(f"{bot} {score:,}" for bot, score in zip(sample.lineup, sample.scores, strict=True))
    return f"{sample.reason} ({counts})"


def _build_win_factor_sections(results: pl.DataFrame) -> list[PageSection]:
    why = explain_if_decided_by_bots(results)
    if why:
        return [PageSection("What wins", [why])]
    found: list[PageSection] = []
    for heading, table in list_win_factor_tables(results):
        chance = format_multiple_comparison_note(table)
        if table.note:
            found.append(PageSection(heading, [table.note]))
        elif table.has_figures:
            plots = {"": charts.plot_correlations_with_winning(table.rows)}
            found.append(PageSection(heading, [FIGURES_NOTE, chance], plots, _render_factor_table(table)))
        else:
            notes = ["" if any(section.plots for section in found) else TRAITS_NOTE, chance]
            found.append(
                PageSection(heading, notes, _plot_win_rates_by_trait_kind(table.rows), _render_factor_table(table))
            )
    return found


def _plot_win_rates_by_trait_kind(rows: pl.DataFrame) -> dict[str, charts.Chart]:
    """A plot for each kind of thing; of long lists both ends."""
    found: dict[str, charts.Chart] = {}
    most = max(rows["high"])
    for (kind,), part in rows.group_by(pl.col("name").str.split(": ").list.first(), maintain_order=True):
        cut = part.height > charts.MAX_ROWS
        found[f"{kind} (both ends of {part.height})" if cut else str(kind)] = charts.plot_trait_win_rates(part, most)
    return found


def _render_factor_table(table: WinFactorTable) -> str:
    names = ["winners", "others", "correlation", "95 % interval"]
    columns = names if table.has_figures else ["wins", "95 % interval", "its kind", "seats"]
    format_cells = _format_figure_tone_and_cells if table.has_figures else _format_trait_tone_and_cells
    rows = [
        (tone if row["significant"] else "", [row["name"], *cells, _describe_significance(row)])
        for row in table.rows.iter_rows(named=True)
        for tone, cells in [format_cells(row)]
    ]
    return render_folded_table(["", *columns, "clear of chance"], rows)


def _format_trait_tone_and_cells(row: dict[str, Any]) -> tuple[str, list[str]]:
    cells = [f"{row['rate']:.1%}", f"{row['low']:.0%}–{row['high']:.0%}", f"{row['expected']:.1%}", f"{row['seats']:,}"]
    return "up" if row["rate"] > row["expected"] else "down", cells


def _format_figure_tone_and_cells(row: dict[str, Any]) -> tuple[str, list[str]]:
    interval = f"{row['low']:+.2f} to {row['high']:+.2f}"
    cells = [f"{row['winners']:,.1f}", f"{row['others']:,.1f}", f"{row['correlation']:+.2f}", interval]
    return "up" if row["correlation"] > 0 else "down", cells


def _describe_significance(row: dict[str, Any]) -> str:
    return "yes" if row["significant_corrected"] else "maybe" if row["significant"] else ""


def _build_fault_sections(results: pl.DataFrame) -> list[PageSection]:
    found = list_bot_faults(results)
    if not found:
        return []
    note = f"{len(found)} choices were refused, late or ended in an error, and were made at random instead."
    lines = "".join(f"<li>{escape_html(fault)}</li>" for fault in found[:50])
    return [PageSection("Faults", [note, "Seats are counted from 0 here."], {}, f"<ul>{lines}</ul>")]
