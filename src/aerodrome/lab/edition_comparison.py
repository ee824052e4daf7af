"""Two editions of a title side by side: the same bots, the same seeds, another board."""

import shlex
from pathlib import Path
from typing import NamedTuple

import msgspec
import polars as pl
from rich.console import Console

from aerodrome.lab import charts
from aerodrome.lab.batch_runners import BatchRunner
from aerodrome.lab.comparison_rows import EditionComparisonRow, build_mean_comparison_row, build_rate_comparison_row
from aerodrome.lab.confidence_intervals import compute_bonferroni_z
from aerodrome.lab.html_page import PageHeader, PageSection, render_folded_table, render_page
from aerodrome.lab.report_header import format_seat_ordinal
from aerodrome.lab.result_statistics import (
    compute_seat_win_rates,
    count_games,
    count_games_by_end_reason,
    select_game_lengths_and_end_reasons,
)
from aerodrome.lab.text_summary import cut_or_pad_text, wrap_text
from aerodrome.lab.title_metrics import load_title_metrics_or_default
from aerodrome.lab.tournament import read_results, run_tournament
from aerodrome.lab.tournament_plan import TournamentPlan
from aerodrome.lab.trait_collector import GAME, START
from aerodrome.lab.win_factors import compute_trait_win_rates

MAX_ROWS = 16
"""Lines of what wins."""
COURSE_NOTE = "Each point is a win rate or a share of games, the line through it its 95 % interval. "
WIN_FACTORS_NOTE = (
    "How often those won who had it, where the editions differ most. "
    "* is more than chance for one comparison, ** for all of them."
)


class EditionComparison(NamedTuple):
    """Everything measured in two editions of a title."""

    title: str
    names: tuple[str, str]
    sentence: str
    overall: list[EditionComparisonRow]
    """Seats, length, scores, ends."""
    win_factors: list[EditionComparisonRow]
    """What wins, the greatest differences first."""
    only_in: tuple[list[str], list[str]]
    """What seats had in one of the editions only."""

    def get_significance_mark(self, row: EditionComparisonRow) -> str:
        """Stars: "*" for more than chance in one comparison, "**" in all of them."""
        corrected = compute_bonferroni_z(len(self.overall) + len(self.win_factors))
        return "**" if abs(row.z_score) > corrected else "*" if row.differs_significantly else ""


def play_editions_write_page_and_get_plain_text(
    plan: TournamentPlan,
    editions: tuple[str, str],
    folder: Path,
    run_batches: BatchRunner,
    console: Console | None = None,
) -> str:
    """Plays both, writes a page into the folder, and says in plain text what differs."""
    plans = [msgspec.structs.replace(plan, edition=edition) for edition in editions]
    for one in plans:
        one.validate()  # both before the first game
    both_results = []
    for one in plans:
        out = folder / f"{plan.title}-{Path(one.edition).stem}.parquet"
        run_tournament(one, out, run_batches, console)
        both_results.append(read_results(out))
    names = (Path(editions[0]).stem, Path(editions[1]).stem)
    comparison = compare_edition_results(both_results[0], both_results[1], names)
    page = folder / f"{plan.title}-{names[0]}-{names[1]}.html"
    facts = {
        "Editions": " and ".join(editions),
        "Bot": f"{plan.bots[0]}, in all {plan.seats} seats",
        "Seed": str(plan.seed),
        "Made by": _format_balance_command(plan, editions),
    }
    header, text = _build_page_header(comparison, facts), format_edition_comparison(comparison)
    page.write_text(render_page(header, _build_sections(comparison), text), encoding="utf-8")
    return f"{text}\n\nReport: {page}"


def _format_balance_command(plan: TournamentPlan, editions: tuple[str, str]) -> str:
    parts = ["aerodrome", "lab", "balance", plan.title, "--edition", editions[1]]
    parts += ["--against", editions[0]] if editions[0] != "house" else []
    parts += ["--bot", plan.bots[0], "--seats", str(plan.seats)]
    return shlex.join([*parts, "--games", str(plan.count_games()), "--seed", str(plan.seed)])


def compare_edition_results(
    first_results: pl.DataFrame, other_results: pl.DataFrame, edition_names: tuple[str, str]
) -> EditionComparison:
    """From the results of the same plan with two editions."""
    both_results = (first_results, other_results)
    counts = [count_games(results) for results in both_results]
    factors, only_in = _compare_win_factors_and_list_unshared_traits(both_results)
    return EditionComparison(
        title=first_results["title"][0],
        names=edition_names,
        sentence=(
            f"{counts[0]:,} games with {edition_names[0]}, {counts[1]:,} with {edition_names[1]}, "
            "the same bots and seeds"
        ),
        overall=[
            *_compare_seat_win_rates(both_results),
            *_compare_lengths_and_scores(both_results),
            *_compare_endings(both_results),
        ],
        win_factors=factors,
        only_in=only_in,
    )


ResultsPair = tuple[pl.DataFrame, pl.DataFrame]


def _compare_seat_win_rates(both_results: ResultsPair) -> list[EditionComparisonRow]:
    tables = [compute_seat_win_rates(results) for results in both_results]
    return [
        build_rate_comparison_row(
            f"{format_seat_ordinal(seat)} wins",
            (tables[0]["wins"][seat], tables[1]["wins"][seat]),
            (tables[0]["games"][seat], tables[1]["games"][seat]),
        )
        for seat in range(min(part.height for part in tables))
    ]


def _compare_lengths_and_scores(both_results: ResultsPair) -> list[EditionComparisonRow]:
    lengths = [select_game_lengths_and_end_reasons(results) for results in both_results]
    winners = [results.filter(pl.col("won") > 0) for results in both_results]
    return [
        build_mean_comparison_row("rounds in a game", [games["rounds"] for games in lengths]),
        build_mean_comparison_row("choices in a game", [games["choices"] for games in lengths]),
        build_mean_comparison_row("the winner's score", [seats["score"] for seats in winners]),
        build_mean_comparison_row("score of all seats", [results["score"] for results in both_results]),
    ]


def _compare_endings(both_results: ResultsPair) -> list[EditionComparisonRow]:
    counts: list[dict[str, int]] = [dict(count_games_by_end_reason(results).iter_rows()) for results in both_results]
    games = count_games(both_results[0]), count_games(both_results[1])
    metrics = load_title_metrics_or_default(both_results[0]["title"][0])
    reasons = sorted(set(counts[0]) | set(counts[1]))
    rows = [
        build_rate_comparison_row(
            f"ends with {metrics.describe_ending(reason)}", (counts[0].get(reason, 0), counts[1].get(reason, 0)), games
        )
        for reason in reasons
    ]
    return rows if len(reasons) > 1 else []


def _compare_win_factors_and_list_unshared_traits(
    both_results: ResultsPair,
) -> tuple[list[EditionComparisonRow], tuple[list[str], list[str]]]:
    rows: list[EditionComparisonRow] = []
    only_in: tuple[list[str], list[str]] = ([], [])
    for phase in (START, GAME):
        tables = [compute_trait_win_rates(results, phase).rows for results in both_results]
        traits = [{trait["name"]: trait for trait in table.iter_rows(named=True)} for table in tables]
        for name in sorted(set(traits[0]) & set(traits[1])):
            one, other = traits[0][name], traits[1][name]
            rows.append(build_rate_comparison_row(name, (one["wins"], other["wins"]), (one["seats"], other["seats"])))
        for side in (0, 1):
            had = set(both_results[1 - side]["traits"].explode().drop_nulls().unique())
            only_in[side].extend(sorted(name for name in traits[side] if phase + name not in had))
    return sorted(rows, key=lambda row: (-abs(row.z_score), row.name)), only_in


def describe_main_differences(comparison: EditionComparison) -> list[str]:
    """What a designer would want to hear first."""
    told = []
    for row in (*comparison.overall, *comparison.win_factors[:3]):
        if row.differs_significantly:
            one, other, step = row.format_cells()
            sure = "" if comparison.get_significance_mark(row) == "**" else " (perhaps by chance)"
            told.append(f"{row.name[:1].upper()}{row.name[1:]}: {one} becomes {other}, {step}{sure}.")
    for side in (0, 1):
        if comparison.only_in[side]:
            told.append(f"Only in {comparison.names[side]}: {', '.join(comparison.only_in[side][:8])}.")
    return told or ["These games show no difference between the two editions; more games would show smaller ones."]


def format_multiple_comparison_note(comparison: EditionComparison) -> str:
    """How many differences are marked, and how many chance alone would mark."""
    rows = [*comparison.overall, *comparison.win_factors]
    marked = sum(row.differs_significantly for row in rows)
    sure = sum(comparison.get_significance_mark(row) == "**" for row in rows)
    return (
        f"{len(rows)} compared, {marked} marked * (chance alone would mark about {0.05 * len(rows):.0f}), "
        f"{sure} clear of chance even so **."
    )


def format_edition_comparison(comparison: EditionComparison) -> str:
    """Plain text, no line over 100 columns."""
    title = (
        f"{load_title_metrics_or_default(comparison.title).name}: {comparison.names[0]} against {comparison.names[1]}"
    )
    parts = [title, "=" * len(title), wrap_text(comparison.sentence), ""]
    parts += [wrap_text(sentence, "- ") for sentence in describe_main_differences(comparison)]
    blocks = {
        "The course of the game": comparison.overall,
        "Win rate of those who had": comparison.win_factors[:MAX_ROWS],
    }
    for heading, rows in blocks.items():
        if rows:
            parts += ["", _format_comparison_row_as_text(heading, (*comparison.names, "difference"))]
            parts += [
                _format_comparison_row_as_text(
                    f"  {row.name}", row.format_cells(), comparison.get_significance_mark(row)
                )
                for row in rows
            ]
    return "\n".join([*parts, "", wrap_text(format_multiple_comparison_note(comparison))])


def _format_comparison_row_as_text(label: str, values: tuple[str, str, str], mark: str = "") -> str:
    cells = " ".join(f"{cut_or_pad_text(value, 17).strip():>17}" for value in values[:2])
    return f"{cut_or_pad_text(label, 44)} {cells} {values[2]:>13} {mark}".rstrip()


def _build_page_header(comparison: EditionComparison, facts: dict[str, str]) -> PageHeader:
    metrics = load_title_metrics_or_default(comparison.title)
    return PageHeader(
        metrics.name, comparison.sentence, describe_main_differences(comparison), facts, metrics.header_colours
    )


def _build_sections(comparison: EditionComparison) -> list[PageSection]:
    rates = [row for row in comparison.overall if row.is_rate]
    notes = [COURSE_NOTE + format_multiple_comparison_note(comparison)]
    plots = {"": _plot_rates_of_both_editions(comparison, rates)}
    course = PageSection(
        "The course of the game", notes, plots, _render_comparison_table(comparison, comparison.overall)
    )
    if not comparison.win_factors:
        return [course]
    plots = {"": _plot_rates_of_both_editions(comparison, comparison.win_factors[:MAX_ROWS])}
    table = _render_comparison_table(comparison, comparison.win_factors)
    return [course, PageSection("What wins", [WIN_FACTORS_NOTE], plots, table)]


def _plot_rates_of_both_editions(comparison: EditionComparison, rows: list[EditionComparisonRow]) -> charts.Chart:
    points = [
        (
            f"{row.name} {comparison.get_significance_mark(row)}".strip(),
            comparison.names[side],
            row.values[side],
            *row.bounds[side],
        )
        for row in rows
        for side in (0, 1)
    ]
    table = pl.DataFrame(points, schema=["name", "edition", "rate", "low", "high"], orient="row")
    return charts.plot_edition_rates(table, comparison.names)


def _render_comparison_table(comparison: EditionComparison, rows: list[EditionComparisonRow]) -> str:
    tones = [("up" if row.z_score > 0 else "down") if row.differs_significantly else "" for row in rows]
    cells = [[row.name, *row.format_cells(), comparison.get_significance_mark(row)] for row in rows]
    return render_folded_table(["", *comparison.names, "difference", "mark"], list(zip(tones, cells, strict=True)))
