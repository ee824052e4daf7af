"""A results table in plain text, for the terminal: no line over 100 columns."""

import textwrap
from typing import Any

import polars as pl

from aerodrome.lab.bot_ratings import compute_lone_bot_win_rates, rate_bots
from aerodrome.lab.confidence_intervals import Z95
from aerodrome.lab.report_findings import format_multiple_comparison_note, summarize_findings
from aerodrome.lab.report_header import build_report_header, format_seat_ordinal
from aerodrome.lab.result_statistics import (
    compute_seat_win_rates,
    compute_seat_win_rates_by_bot,
    count_games_by_end_reason,
    list_bot_faults,
    select_game_lengths_and_end_reasons,
    summarize_scores_by_bot,
)
from aerodrome.lab.title_metrics import load_title_metrics_or_default
from aerodrome.lab.tournament_plan import TournamentPlan
from aerodrome.lab.win_factors import (
    WinFactorTable,
    explain_if_decided_by_bots,
    list_win_factor_tables,
    take_head_and_tail,
)

WIDTH = 100
BAR_WIDTH = 24
MARKS_NOTE = "* its kind's average lies outside its 95 % interval; ** also when all comparisons are allowed for"


def format_tournament_summary(results: pl.DataFrame, plan: TournamentPlan | None = None) -> str:
    """Ratings, win rates, seats, lengths, scores and what wins."""
    findings = "\n".join(wrap_text(sentence, "- ") for sentence in summarize_findings(results))
    parts = [_format_header(results, plan), findings, _format_ratings(results), _format_win_rates(results)]
    parts += [_format_seat_win_rates(results), _format_seat_win_rates_by_bot(results)]
    parts += [_format_lengths_and_endings(results), _format_scores(results)]
    parts += [_format_win_factors(results), _format_faults(results)]
    return "\n\n".join(part for part in parts if part)


def wrap_text(text: str, indent: str = "") -> str:
    """Lines no wider than the summary, the first one with this indent."""
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent))


def cut_or_pad_text(text: str, width: int) -> str:
    """Cut or filled up with blanks to this width."""
    return f"{text if len(text) <= width else text[: width - 1] + '…':{width}}"


def _format_header(results: pl.DataFrame, plan: TournamentPlan | None) -> str:
    about = build_report_header(results, plan)
    title = f"{about.title}: {about.describe_games()}"
    lines = [title, "=" * len(title)]
    facts = [("Edition", about.edition), ("Bots", ", ".join(about.bots)), ("Options", about.options)]
    facts += [("Seed", "" if about.seed is None else str(about.seed)), ("Command", about.command)]
    return "\n".join(lines + [wrap_text(value, f"{name + ':':9} ") for name, value in facts if value])


def _format_ratings(results: pl.DataFrame) -> str:
    table = rate_bots(results)
    if table.is_empty():
        return ""
    low, high = min(table["low"]), max(table["high"])
    lines = ["Ratings (openskill; --- is the 95 % interval)"]
    for row in table.iter_rows(named=True):
        mark = _draw_interval(row["low"], row["rating"], row["high"], low, high)
        lines.append(f"  {cut_or_pad_text(row['bot'], 38)} {row['rating']:6.2f} ±{Z95 * row['sigma']:5.2f}  {mark}")
    return "\n".join(lines)


def _draw_interval(low: float, middle: float, high: float, axis_start: float, axis_end: float) -> str:
    """An interval as ASCII: ---o---."""
    width = max(axis_end - axis_start, 1e-9)
    places = [int((value - axis_start) / width * BAR_WIDTH) for value in (low, middle, high)]
    cells = ["-" if places[0] <= cell <= places[2] else " " for cell in range(BAR_WIDTH + 1)]
    cells[places[1]] = "o"
    return "|" + "".join(cells) + "|"


def _format_win_rates(results: pl.DataFrame) -> str:
    table = compute_lone_bot_win_rates(results)
    if table.is_empty():
        return ""
    fair = table["fair"][0]
    lines = [f"Who wins (fair: {fair:.1%}; | marks it in the bars)"]
    for row in table.iter_rows(named=True):
        who = cut_or_pad_text(f"{row['bot']} against {row['against']}", 46)
        lines.append(
            f"  {who} {row['rate']:6.1%} {_format_bounds(row)} {row['games']:6}  {_draw_bar(row['rate'], fair, 16)}"
        )
    return "\n".join(lines)


def _format_bounds(row: dict[str, float]) -> str:
    return f"[{row['low']:6.1%}, {row['high']:6.1%}]"


def _draw_bar(rate: float, fair_share: float, width: int = BAR_WIDTH) -> str:
    cells = ["#" if cell < round(rate * width) else "." for cell in range(width)]
    cells[min(width - 1, round(fair_share * width))] = "|"
    return "".join(cells)


def _format_seat_win_rates(results: pl.DataFrame) -> str:
    table = compute_seat_win_rates(results)
    lines = [f"Win rate by seat (fair: {table['fair'][0]:.1%})"]
    for row in table.iter_rows(named=True):
        bar = _draw_bar(row["rate"], row["fair"])
        lines.append(f"  {format_seat_ordinal(row['seat'])}  {row['rate']:6.1%} {_format_bounds(row)}  {bar}")
    return "\n".join(lines)


def _format_seat_win_rates_by_bot(results: pl.DataFrame) -> str:
    table = compute_seat_win_rates_by_bot(results)
    if table["bot"].n_unique() < 2:
        return ""
    lines = ["Win rate by bot and seat"]
    for (bot,), part in table.group_by("bot", maintain_order=True):
        rates = [f"{format_seat_ordinal(seat)} {rate:.0%}" for seat, rate in part.select("seat", "rate").iter_rows()]
        lines.append(wrap_text(", ".join(rates), f"  {cut_or_pad_text(str(bot), 38)} "))
    return "\n".join(lines)


def _format_lengths_and_endings(results: pl.DataFrame) -> str:
    table = select_game_lengths_and_end_reasons(results)
    metrics = load_title_metrics_or_default(results["title"][0])
    lines = ["Length"]
    for field in ("rounds", "choices"):
        counts = table[field].to_list()
        lines.append(f"  {field:11} {sum(counts) / len(counts):8.1f} on average, {min(counts)} to {max(counts)}")
    for reason, count in count_games_by_end_reason(results).iter_rows():
        lines.append(f"  ended with  {count:8} of {table.height}: {metrics.describe_ending(reason)}")
    return "\n".join(lines)


def _format_scores(results: pl.DataFrame) -> str:
    lines = [f"{'Final scores':40} {'mean':>10} {'deviation':>10} {'median':>10} {'best':>10}"]
    for row in summarize_scores_by_bot(results).iter_rows(named=True):
        deviation = row["deviation"] or 0.0
        numbers = f"{row['mean']:10,.1f} {deviation:10,.1f} {row['median']:10,.1f} {row['best']:10,}"
        lines.append(f"  {cut_or_pad_text(row['bot'], 38)} {numbers}")
    return "\n".join(lines)


def _format_win_factors(results: pl.DataFrame) -> str:
    why = explain_if_decided_by_bots(results)
    if why:
        return "What wins\n" + wrap_text(why, "  ")
    return "\n\n".join(_format_factor_table(heading, table) for heading, table in list_win_factor_tables(results))


def _format_factor_table(heading: str, table: WinFactorTable) -> str:
    if table.note:
        return f"{heading}\n  {table.note}"
    note = wrap_text(format_multiple_comparison_note(table), "  ")
    if table.has_figures:
        columns = f"{heading:54} {'winners':>10} {'others':>10} {'correlation':>12}"
        return "\n".join([columns, *map(_format_figure_row, table.rows.head(12).iter_rows(named=True)), note])
    columns = f"{heading:50} {'wins':>6} {'95 % interval':>16} {'its kind':>9} {'seats':>7}"
    rows = take_head_and_tail(table.rows, 12).iter_rows(named=True)
    return "\n".join([columns, *map(_format_trait_row, rows), note, wrap_text(MARKS_NOTE, "  ")])


def _format_trait_row(row: dict[str, Any]) -> str:
    numbers = f"{row['rate']:6.1%} {_format_bounds(row):>16} {row['expected']:9.1%} {row['seats']:7}"
    return f"  {cut_or_pad_text(row['name'], 48)} {numbers} {_format_significance_stars(row)}".rstrip()


def _format_figure_row(row: dict[str, Any]) -> str:
    numbers = f"{row['winners']:10,.1f} {row['others']:10,.1f} {row['correlation']:+12.2f}"
    return f"  {cut_or_pad_text(row['name'], 52)} {numbers} {_format_significance_stars(row)}".rstrip()


def _format_significance_stars(row: dict[str, Any]) -> str:
    return "**" if row["significant_corrected"] else "*" if row["significant"] else ""


def _format_faults(results: pl.DataFrame) -> str:
    found = list_bot_faults(results)
    if not found:
        return ""
    lines = [f"Faults ({len(found)}; the choice was made at random; seats counted from 0)"]
    lines += [wrap_text(fault, "  ") for fault in found[:10]]
    return "\n".join(lines + ([f"  … and {len(found) - 10} more"] if len(found) > 10 else []))
