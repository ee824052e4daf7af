"""Reviews of many matches as one HTML page and as text with tables for a document."""

from pathlib import Path

import polars as pl

from aerodrome.lab import charts
from aerodrome.lab.calibration import ReliabilityReport, format_reliability
from aerodrome.lab.confidence_intervals import Z95
from aerodrome.lab.html_page import PageHeader, PageSection, render_folded_table, render_page
from aerodrome.lab.report_header import format_seat_ordinal
from aerodrome.lab.review_statistics import (
    MOST_KINDS,
    AverageLoss,
    DecisionKindCost,
    LossDifference,
    LuckShare,
    PlayerAccuracy,
    PlayerLossDifference,
    SeatLuck,
    compare_player_losses,
    count_matches,
    measure_curve_reliability,
    measure_decision_costs,
    measure_luck_shares_by_title,
    measure_player_accuracy,
    measure_seat_luck,
    select_costliest_choices,
    split_by_title,
)
from aerodrome.lab.title_metrics import load_title_metrics_or_default

CLEAR = 0.05
"""A probability below this, all comparisons counted, is not chance."""
ACCURACY_NOTE = (
    "What a decision cost on average, in points of winning chance, by what the player could know. Each counts by how "
    "open the match was for the player: where all is decided, no choice costs anything. The table has the plain "
    "average too. The line through each point is its 95 % interval, whole matches resampled."
)
LUCK_NOTE = (
    "Mean luck of each seat, in points of winning chance for a match. It is 0 but for chance: a seat stands out only "
    "if its probability (Student's t, Holm's correction for all seats of all titles) is below 5 %."
)
KINDS_NOTE = "What decisions of each kind cost in a match, all seats together, in points of winning chance."
CURVE_NOTE = (
    "How often those won whose chance stood there, at twelve places of every curve. Chances mean “if captains played "
    "on”: they need not come true where weaker and stronger players sit together."
)


class ReviewStatistics:
    """Everything that is told of a table of reviews."""

    def __init__(self, rows: pl.DataFrame) -> None:
        self.rows = rows
        self.accuracy = measure_player_accuracy(rows)
        self.player_loss_differences = compare_player_losses(rows)
        self.luck = measure_seat_luck(rows)
        self.luck_shares = measure_luck_shares_by_title(rows)
        self.costs = measure_decision_costs(rows)
        self.reliability: dict[str, ReliabilityReport] = {
            title: measure_curve_reliability(part) for title, part in split_by_title(rows).items()
        }


def write_review_page_and_get_plain_text(rows: pl.DataFrame, page_path: Path, command: str) -> str:
    """Write the page into a file; returns the same facts as text."""
    figures = ReviewStatistics(rows)
    text = format_review_summary(figures)
    page_path.write_text(render_review_report(figures, command, text), encoding="utf-8")
    return text


# The page


def render_review_report(statistics: ReviewStatistics, command: str, plain_text: str) -> str:
    """The page as HTML."""
    rows = statistics.rows
    parts = split_by_title(rows)
    names = {title: load_title_metrics_or_default(title).name for title in parts}
    sentence = f"{_format_count(count_matches(rows), 'match', 'matches')} reviewed"
    facts = {
        "Titles": ", ".join(f"{names[title]} ({count_matches(part)})" for title, part in parts.items()),
        "Effort": rows["effort"][0],
        "Decisions": f"{rows['decisions'].sum():,}",
        "Made by": command,
    }
    colours = load_title_metrics_or_default(next(iter(parts))).header_colours
    header = PageHeader("Reviews in numbers", sentence, summarize_review_findings(statistics), facts, colours)
    sections = [section for title, name in names.items() for section in _build_sections(statistics, title, name)]
    return render_page(header, sections, plain_text)


def _build_sections(statistics: ReviewStatistics, title: str, title_name: str) -> list[PageSection]:
    accuracy = [one for one in statistics.accuracy if one.title == title]
    luck = [one for one in statistics.luck if one.title == title]
    costs = [one for one in statistics.costs if one.title == title][:MOST_KINDS]
    share = next(one for one in statistics.luck_shares if one.title == title)
    choices = select_costliest_choices(split_by_title(statistics.rows)[title])
    return [
        PageSection(
            f"{title_name}: what a decision cost",
            [ACCURACY_NOTE],
            {"": charts.plot_values_with_intervals(_build_accuracy_frame(accuracy), "points lost for each decision")},
            render_folded_table(*_tabulate_accuracy(accuracy)),
        ),
        PageSection(
            f"{title_name}: luck by seat",
            [LUCK_NOTE, _describe_luck_share(share)],
            {
                "": charts.plot_values_with_intervals(
                    _build_seat_luck_frame(luck), "luck in points", reference_value=0.0
                )
            },
            render_folded_table(*_tabulate_seat_luck(luck)),
        ),
        PageSection(
            f"{title_name}: which decisions cost most",
            [KINDS_NOTE],
            {"": charts.plot_values_with_intervals(_build_decision_costs_frame(costs), "points lost in a match")}
            if costs
            else {},
            render_folded_table(*_tabulate_decision_costs(costs))
            + render_folded_table(*_tabulate_costliest_choices(choices), "The single choices that cost most"),
        ),
        PageSection(
            f"{title_name}: do the chances come true?",
            [CURVE_NOTE, _describe_reliability(statistics.reliability[title])],
            {},
            render_folded_table(*_tabulate_reliability(statistics.reliability[title])),
        ),
    ]


def _build_accuracy_frame(accuracy: list[PlayerAccuracy]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "name": one.player,
                "value": 100 * one.weighed.mean,
                "low": 100 * one.weighed.low,
                "high": 100 * one.weighed.high,
            }
            for one in accuracy
        ]
    )


def _build_seat_luck_frame(seat_luck: list[SeatLuck]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "name": f"{format_seat_ordinal(one.seat)} of {one.table}",
                "value": 100 * one.mean,
                "low": 100 * (one.mean - Z95 * one.error),
                "high": 100 * (one.mean + Z95 * one.error),
            }
            for one in seat_luck
        ]
    )


def _build_decision_costs_frame(decision_costs: list[DecisionKindCost]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "name": one.kind.replace("_", " "),
                "value": 100 * one.per_match,
                "low": 100 * one.per_match * (1 - one.error / one.loss if one.loss else 1.0),
                "high": 100 * one.per_match * (1 + one.error / one.loss if one.loss else 1.0),
            }
            for one in decision_costs
        ]
    )


Table = tuple[list[str], list[tuple[str, list[str]]]]
"""The columns, and each row with its tone."""


def _tabulate_accuracy(accuracy: list[PlayerAccuracy]) -> Table:
    columns = ["player", "matches", "decisions", "lost for each, weighed", "accuracy", "lost for each, all alike"]
    return columns, [
        (
            "",
            [
                one.player,
                str(one.matches),
                f"{one.decisions:,}",
                _format_average_loss(one.weighed),
                f"{one.accuracy:.0f}",
                _format_average_loss(one.plain),
            ],
        )
        for one in accuracy
    ]


def _format_average_loss(average_loss: AverageLoss) -> str:
    return f"{100 * average_loss.mean:.2f} ({100 * average_loss.low:.2f} to {100 * average_loss.high:.2f})"


def _tabulate_player_loss_differences(player_loss_differences: list[PlayerLossDifference]) -> Table:
    columns = ["loses more", "than", "matches of both", "weighed", "by chance", "all alike", "by chance"]
    return columns, [
        (
            "",
            [
                one.player,
                one.other,
                str(one.matches),
                *_format_loss_difference_cells(one.weighed),
                *_format_loss_difference_cells(one.plain),
            ],
        )
        for one in player_loss_differences
    ]


def _format_loss_difference_cells(loss_difference: LossDifference) -> list[str]:
    """In points a decision, and its probability."""
    return [
        f"{100 * loss_difference.mean:.2f} ±{100 * Z95 * loss_difference.error:.2f}",
        _format_p_value(loss_difference.probability),
    ]


def _tabulate_seat_luck(seat_luck: list[SeatLuck]) -> Table:
    columns = ["seat", "matches", "mean luck, points", "95 % interval", "probability by chance"]
    return columns, [
        (
            "",
            [
                f"{format_seat_ordinal(one.seat)} of {one.table}",
                str(one.matches),
                f"{100 * one.mean:+.1f}",
                f"{100 * (one.mean - Z95 * one.error):+.1f} to {100 * (one.mean + Z95 * one.error):+.1f}",
                _format_p_value(one.probability),
            ],
        )
        for one in seat_luck
    ]


def _tabulate_luck_shares(luck_shares: list[LuckShare]) -> Table:
    columns = ["title", "matches", "variance of results", "without luck", "reduction", "95 % interval"]
    return columns, [
        (
            "",
            [
                one.title,
                str(one.matches),
                f"{one.of_results:.3f}",
                f"{one.without_luck:.3f}",
                f"{one.variance_reduction:.0%}",
                f"{one.low:.0%} to {one.high:.0%}",
            ],
        )
        for one in luck_shares
    ]


def _tabulate_decision_costs(decision_costs: list[DecisionKindCost]) -> Table:
    columns = ["decision", "choices", "lost for each, points", "lost in a match"]
    return columns, [
        (
            "",
            [
                one.kind.replace("_", " "),
                f"{one.choices:,}",
                f"{100 * one.loss:.2f} ±{100 * one.error:.2f}",
                f"{100 * one.per_match:.1f}",
            ],
        )
        for one in decision_costs
    ]


def _tabulate_costliest_choices(choices: pl.DataFrame) -> Table:
    columns = ["record", "action", "player", "chose", "better", "points lost"]
    return columns, [
        (
            "",
            [
                row["file"],
                str(row["position"] + 1),
                row["player"],
                row["words"],
                row["better"],
                f"{100 * row['loss']:.0f} ±{100 * Z95 * row['error']:.0f}",
            ],
        )
        for row in choices.iter_rows(named=True)
    ]


def _tabulate_reliability(reliability: ReliabilityReport) -> Table:
    return ["said", "came true", "95 % interval", "places"], [
        (
            "",
            [
                f"{row.said:.0%}",
                f"{row.came:.0%}",
                f"{max(0.0, row.low):.0%} to {min(1.0, row.high):.0%}",
                str(row.forecasts),
            ],
        )
        for row in reliability.rows
    ]


# Words


def summarize_review_findings(statistics: ReviewStatistics) -> list[str]:
    """What to tell a friend."""
    found: list[str] = []
    for title, part in split_by_title(statistics.rows).items():
        name = load_title_metrics_or_default(title).name
        order = [f"{one.player} {one.accuracy:.0f}" for one in statistics.accuracy if one.title == title]
        found.append(f"{name}, {_format_count(count_matches(part), 'match', 'matches')}: accuracy {', '.join(order)}.")
    unfair = [one for one in statistics.luck if one.probability < CLEAR]
    if unfair:
        seats = ", ".join(f"{one.title} {format_seat_ordinal(one.seat)}" for one in unfair)
        found.append(f"Luck that chance does not explain: {seats}.")
    else:
        found.append(f"Luck was fair: none of {len(statistics.luck)} seats stands out when all are counted.")
    return found


def format_losses_by_player(rows: pl.DataFrame) -> str:
    """What decisions cost each player, and who lost more than whom, as text that a document takes as it is."""
    accuracy = _format_markdown_table(_tabulate_accuracy(measure_player_accuracy(rows)))
    differences = _format_markdown_table(_tabulate_player_loss_differences(compare_player_losses(rows)))
    return f"{accuracy}\n\n{differences}"


def format_review_summary(statistics: ReviewStatistics) -> str:
    """The tables of the page as text that a document takes as it is."""
    blocks: list[str] = []
    for title in split_by_title(statistics.rows):
        accuracy = [one for one in statistics.accuracy if one.title == title]
        differences = [one for one in statistics.player_loss_differences if one.title == title]
        luck = [one for one in statistics.luck if one.title == title]
        costs = [one for one in statistics.costs if one.title == title][:MOST_KINDS]
        blocks += [
            f"## {load_title_metrics_or_default(title).name}",
            _format_markdown_table(_tabulate_accuracy(accuracy)),
            _format_markdown_table(_tabulate_player_loss_differences(differences)) if differences else "",
            _format_markdown_table(_tabulate_seat_luck(luck)),
            _format_markdown_table(_tabulate_decision_costs(costs)) if costs else "",
            format_reliability(statistics.reliability[title]),
        ]
    blocks += [
        "## How much of the results was luck",
        _format_markdown_table(_tabulate_luck_shares(statistics.luck_shares)),
    ]
    return "\n\n".join(block for block in blocks if block)


def _format_markdown_table(table: Table) -> str:
    columns, rows = table
    lines = [columns, ["---"] * len(columns), *[cells for _tone, cells in rows]]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _describe_luck_share(luck_share: LuckShare) -> str:
    return (
        f"With the luck taken out, results vary by {luck_share.variance_reduction:.0%} less "
        f"(95 % interval {luck_share.low:.0%} to {luck_share.high:.0%})."
    )


def _describe_reliability(reliability: ReliabilityReport) -> str:
    return (
        f"Pooled error {reliability.error:.3f}; a calibrated judge stays under {reliability.error_of_calibrated:.3f} "
        f"nineteen times in twenty. Brier score {reliability.brier:.3f}, fair shares {reliability.base_brier:.3f}."
    )


def _format_p_value(p_value: float) -> str:
    return "< 0.001" if p_value < 0.001 else f"{p_value:.3f}" if p_value < 0.1 else f"{p_value:.2f}"


def _format_count(number: int, singular: str, plural: str) -> str:
    return f"{number:,} {singular if number == 1 else plural}"
