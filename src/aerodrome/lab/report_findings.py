"""The few sentences somebody would tell a friend about a tournament."""

from typing import Any

import polars as pl

from aerodrome.lab.bot_ratings import rate_bots
from aerodrome.lab.confidence_intervals import compute_bonferroni_z, compute_wilson_interval
from aerodrome.lab.report_header import format_seat_ordinal
from aerodrome.lab.result_statistics import (
    compute_seat_win_rates,
    count_games_by_end_reason,
    list_bot_faults,
    select_game_lengths_and_end_reasons,
)
from aerodrome.lab.title_metrics import load_title_metrics_or_default
from aerodrome.lab.trait_collector import END, GAME, START
from aerodrome.lab.win_factors import (
    WinFactorTable,
    compute_trait_win_rates,
    correlate_figures_with_winning,
    explain_if_decided_by_bots,
)


def summarize_findings(results: pl.DataFrame) -> list[str]:
    """The sentences, most wanted first."""
    told = [
        _describe_strongest_bot(results),
        _describe_seat_advantage(results),
        _describe_length_and_ending(results),
        *_describe_win_factors(results),
        _describe_choices_made_at_random(results),
    ]
    return [sentence for sentence in told if sentence]


def _describe_strongest_bot(results: pl.DataFrame) -> str:
    table = rate_bots(results)
    if table.height < 2:
        return f"All seats were played by {results['bot'][0]}."
    first, second = table.row(0, named=True), table.row(1, named=True)
    if first["low"] > second["high"]:
        then = f"then {second['bot']} {second['rating']:.1f}"
        return f"{first['bot']} is the strongest: rated {first['rating']:.1f}, {then}."
    return f"{first['bot']} is rated highest, but these games cannot tell it from {second['bot']} with certainty."


def _describe_seat_advantage(results: pl.DataFrame) -> str:
    told = []
    seats = compute_seat_win_rates(results)
    wide = compute_bonferroni_z(seats.height)
    for row in seats.iter_rows(named=True):
        if not row["low"] <= row["fair"] <= row["high"]:
            least, most = compute_wilson_interval(row["wins"], row["games"], wide)
            chance = ", perhaps by chance" if least <= row["fair"] <= most else ""
            told.append(
                f"the {format_seat_ordinal(row['seat'])} wins {row['rate']:.0%} "
                f"({format_percent_interval(row)}{chance})"
            )
    fair = 1 / results["table"][0]
    if not told:
        return f"No seat is shown to be favoured: all are within chance of the fair {fair:.0%}."
    text = " and ".join(told) + f" where {fair:.0%} would be fair."
    return text[0].upper() + text[1:]


def _describe_length_and_ending(results: pl.DataFrame) -> str:
    lengths = select_game_lengths_and_end_reasons(results)
    played, choices = lengths["rounds"].to_list(), lengths["choices"].to_list()
    least, most = min(played), max(played)
    mean = sum(played) / len(played)
    spread = f"{least} rounds" if least == most else f"{least} to {most} rounds ({mean:.0f} on average)"
    reason, count = count_games_by_end_reason(results).row(0)
    part = "all" if count == lengths.height else f"{count / lengths.height:.0%}"
    each = f"{sum(choices) / len(choices):,.0f} choices"
    ending = load_title_metrics_or_default(results["title"][0]).describe_ending(reason)
    return f"Games last {spread}, with {each}; {part} end with {ending}."


def _describe_win_factors(results: pl.DataFrame) -> list[str]:
    """What is clear of chance; what was had at the end or added up only where nothing else is: it may be no cause."""
    if explain_if_decided_by_bots(results):
        return []
    told = _describe_significant_traits(results, START, "At the start") + _describe_significant_traits(
        results, GAME, "During the game"
    )
    told = told or _describe_significant_traits(
        results, END, "At the end"
    ) + _describe_figure_most_correlated_with_winning(results)
    return told or ["Nothing that a seat had is clear of chance; more games would show smaller differences."]


def _describe_significant_traits(results: pl.DataFrame, phase: str, introduction: str) -> list[str]:
    """The best and the worst trait of a phase that are clear of chance."""
    clear = compute_trait_win_rates(results, phase).rows.filter(pl.col("significant_corrected"))
    ends = [clear.row(index, named=True) for index in dict.fromkeys((0, clear.height - 1))] if clear.height else []
    return [f"{introduction}: {'; '.join(map(_describe_trait_win_rate, ends))}."] if ends else []


def _describe_trait_win_rate(trait_row: dict[str, Any]) -> str:
    way = "more" if trait_row["rate"] > trait_row["expected"] else "less"
    rate = f"wins {trait_row['rate']:.0%} ({format_percent_interval(trait_row)})"
    return f"“{trait_row['name']}” {rate}, {way} than the {trait_row['expected']:.0%} of its kind"


def _describe_figure_most_correlated_with_winning(results: pl.DataFrame) -> list[str]:
    """The figure over the game, or else at the end, that goes most with winning or losing and is clear of chance."""
    for phase in (GAME, END):
        clear = correlate_figures_with_winning(results, phase).rows.filter(pl.col("significant_corrected"))
        if clear.height:
            row = clear.row(0, named=True)
            way = "winning" if row["correlation"] > 0 else "losing"
            strength = f"correlation {row['correlation']:+.2f}, {row['low']:+.2f} to {row['high']:+.2f}"
            return [f"Of the figures “{row['name']}” goes most with {way} ({strength})."]
    return []


def _describe_choices_made_at_random(results: pl.DataFrame) -> str:
    count = len(list_bot_faults(results))
    return f"{count} choices were refused and made at random; they are listed below." if count else ""


def format_percent_interval(interval_row: dict[str, Any]) -> str:
    """ "40% to 60%"."""
    return f"{interval_row['low']:.0%} to {interval_row['high']:.0%}"


def format_multiple_comparison_note(table: WinFactorTable) -> str:
    """How not to be fooled by a long list."""
    expected = table.count_significant_expected_by_chance()
    chance = f"about {expected:.0f}" if expected >= 0.95 else "less than one"
    return (
        f"{table.rows.height} compared, {table.count_significant()} marked (chance alone would mark {chance}), "
        f"{table.count_significant_after_correction()} clear of chance even so."
    )
