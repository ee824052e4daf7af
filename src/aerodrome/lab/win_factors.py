"""What winners had that others had not: names and figures, against what the same bots win anyway."""

from math import atanh, sqrt, tanh
from typing import NamedTuple

import polars as pl

from aerodrome.lab.confidence_intervals import Z95, compute_bonferroni_z, compute_wilson_interval
from aerodrome.lab.trait_collector import END, GAME, START

MIN_SEATS = 15
"""Seats that must have had something, and as many that had it not, before it is worth a line."""
MIN_UNCERTAINTY = 0.2
"""Below this part of the doubt that equal bots would leave, the bots decide the games and nothing else shows."""
MIN_LOSERS_LEFT = 0.1
"""When less than this part of the others has anything left, what is left says who won and not why."""
TRAIT_HEADINGS = {
    START: "What wins: what a seat began with",
    GAME: "What wins: what a seat had or did during the game",
    END: "What wins: what a seat had at the end",
}
FIGURE_HEADINGS = {
    GAME: "Over the game: what winners and others got and paid",
    END: "The final count of winners and others",
}
NOTHING_LEFT = "Hardly anybody but the winner has anything left at the end."
COMPARED_WITHIN = ("pairing", "bot")
"""Seats that are alike but for what they had: the same bot in the same line-up."""
_NUMBERS = dict.fromkeys(("wins", "expected", "rate", "low", "high"), pl.Float64)
_FIGURES = dict.fromkeys(("winners", "others", "correlation", "low", "high"), pl.Float64)
_MARKS = dict.fromkeys(("significant", "significant_corrected"), pl.Boolean)


class WinFactorTable(NamedTuple):
    """What goes with winning, of one phase: a row for each thing compared. `note`: why there is nothing to show."""

    rows: pl.DataFrame
    note: str = ""

    @property
    def has_figures(self) -> bool:
        """Whether it is about figures and not about traits."""
        return "correlation" in self.rows.columns

    def count_significant_expected_by_chance(self) -> float:
        """How many of them an interval of 95 % would leave out if nothing mattered."""
        return 0.05 * self.rows.height

    def count_significant(self) -> int:
        """How many lie outside their own 95 % interval."""
        return int(self.rows["significant"].sum())

    def count_significant_after_correction(self) -> int:
        """How many do even when all comparisons are allowed for."""
        return int(self.rows["significant_corrected"].sum())


def measure_winner_uncertainty_given_bots(results: pl.DataFrame) -> float:
    """How open the games were: 1 when every seat won its fair share, 0 when the bot told who wins."""
    rate = pl.col("won").mean().over(*COMPARED_WITHIN)
    fair = 1.0 / pl.col("table")
    open_, all_ = results.select((rate * (1 - rate)).sum().alias("open"), (fair * (1 - fair)).sum().alias("all")).row(0)
    return float(open_ / all_) if all_ else 0.0


def explain_if_decided_by_bots(results: pl.DataFrame) -> str:
    """Why there is nothing to learn about what wins, or ""."""
    if measure_winner_uncertainty_given_bots(results) >= MIN_UNCERTAINTY:
        return ""
    best = results.group_by("bot").agg(pl.col("won").mean()).sort("won", "bot", descending=[True, False]).row(0)
    return (
        f"These games were decided by who plays: {best[0]} wins {best[1]:.0%} of its seats whatever it has. "
        "To see what wins, let equal bots play each other: name one bot for every seat, with --format melee."
    )


def list_win_factor_tables(results: pl.DataFrame) -> list[tuple[str, WinFactorTable]]:
    """All that have something to say, each with its heading: traits phase by phase, then figures."""
    tables = [(heading, compute_trait_win_rates(results, phase)) for phase, heading in TRAIT_HEADINGS.items()]
    tables += [(heading, correlate_figures_with_winning(results, phase)) for phase, heading in FIGURE_HEADINGS.items()]
    return [(heading, table) for heading, table in tables if table.note or not table.rows.is_empty()]


def compute_trait_win_rates(results: pl.DataFrame, phase: str) -> WinFactorTable:
    """For everything a seat had by name at that time: how often its holders win, with the 95 % interval.

    `expected` is what the same bots in the same line-ups win who had any of that kind (any base, any fleet): neither
    what strong bots like nor what only survivors can have at all is taken for what makes strong.
    `significant`: the interval leaves it out; `significant_corrected`: also one made wide enough for all comparisons.
    """
    own = results.with_columns(
        pl.col("traits").list.eval(pl.element().filter(pl.element().str.starts_with(phase))).alias("name")
    ).filter(pl.col("name").list.len() > 0)
    if own.is_empty():
        return WinFactorTable(_compute_trait_rates_and_significance([]))
    open_with, open_of_all = measure_winner_uncertainty_given_bots(own), measure_winner_uncertainty_given_bots(results)
    if phase == END and own.height < results.height and open_with < MIN_UNCERTAINTY <= open_of_all:
        return WinFactorTable(_compute_trait_rates_and_significance([]), NOTHING_LEFT)
    own = own.with_columns(pl.col("won").mean().over(*COMPARED_WITHIN).alias("alike"))
    pairs = own.explode("name").with_columns(pl.col("name").str.split(": ").list.first().alias("kind"))
    rows = (
        pairs.with_columns(pl.col("won").mean().over("kind", *COMPARED_WITHIN).alias("others_of_kind"))
        .group_by("kind", "name")
        .agg(pl.len().alias("seats"), pl.col("won").sum().alias("wins"), pl.col("alike", "others_of_kind").mean())
        .filter((pl.col("seats") >= MIN_SEATS) & (pl.col("seats") <= own.height - MIN_SEATS))
        .with_columns(
            pl.when(pl.len().over("kind") > 1).then("others_of_kind").otherwise("alike").alias("expected"),
            pl.col("name").str.strip_prefix(phase),
        )
        .sort("name")
    )
    return WinFactorTable(
        _compute_trait_rates_and_significance(rows.select("name", "seats", "wins", "expected").to_dicts())
    )


def _compute_trait_rates_and_significance(rows: list[dict[str, float]]) -> pl.DataFrame:
    """Adds rate, interval and significance to rows of name, seats, wins and expected rate; best first."""
    wide = compute_bonferroni_z(len(rows))
    for row in rows:
        row["rate"] = row["wins"] / row["seats"]
        row["low"], row["high"] = compute_wilson_interval(row["wins"], row["seats"])
        least, most = compute_wilson_interval(row["wins"], row["seats"], wide)
        row["significant"] = not row["low"] <= row["expected"] <= row["high"]
        row["significant_corrected"] = not least <= row["expected"] <= most
    schema = {"name": pl.String, "seats": pl.Int64, **_NUMBERS, **_MARKS}
    return pl.DataFrame(rows, schema=schema).sort(pl.col("rate") - pl.col("expected"), "name", descending=[True, False])


def correlate_figures_with_winning(results: pl.DataFrame, phase: str) -> WinFactorTable:
    """For every figure of that time: its mean with winners and with others, and its correlation with winning.

    Correlated are the distances from the mean of the same bot in the same line-up; a seat without the figure has 0 of
    it. Figures that are the score itself are left out.
    """
    groups = results.group_by(*COMPARED_WITHIN).agg(
        pl.len().alias("n"), pl.col("won").sum().alias("w"), (pl.col("won") ** 2).sum().alias("ww")
    )
    winners = int((results["won"] > 0).sum())
    long = (
        results.select("game", "seat", *COMPARED_WITHIN, "won", "score", "figures")
        .explode("figures")
        .drop_nulls("figures")
        .unnest("figures")
        .filter(pl.col("name").str.starts_with(phase))
    )
    sums = long.group_by("name", *COMPARED_WITHIN).agg(
        pl.len().alias("known"),
        pl.col("value").sum().alias("v"),
        (pl.col("value") ** 2).sum().alias("vv"),
        (pl.col("value") * pl.col("won")).sum().alias("vw"),
        pl.col("value").filter(pl.col("won") > 0).sum().alias("won_by"),
        (pl.col("value") == pl.col("score")).all().alias("is_score"),
    )
    parts = (
        sums.join(groups, on=COMPARED_WITHIN)
        .group_by("name")
        .agg(
            pl.col("known").sum(),
            (pl.col("vw") - pl.col("v") * pl.col("w") / pl.col("n")).sum().alias("sxy"),
            (pl.col("vv") - pl.col("v") ** 2 / pl.col("n")).sum().alias("sxx"),
            (pl.col("ww") - pl.col("w") ** 2 / pl.col("n")).sum().alias("syy"),
            pl.col("v").sum(),
            pl.col("won_by").sum(),
            pl.col("is_score").all(),
        )
    )
    if (
        phase == END
        and parts.height
        and _count_losers_with_any_nonzero_figure(long) < MIN_LOSERS_LEFT * (results.height - winners)
    ):
        return WinFactorTable(_compute_correlations_and_significance([], 0, 0, 0), NOTHING_LEFT)
    rows = parts.filter(~pl.col("is_score")).with_columns(pl.col("name").str.strip_prefix(phase)).sort("name")
    return WinFactorTable(
        _compute_correlations_and_significance(rows.to_dicts(), results.height, winners, groups.height)
    )


def _count_losers_with_any_nonzero_figure(figure_rows: pl.DataFrame) -> int:
    """How many seats that did not win have any figure but 0."""
    left = figure_rows.filter((pl.col("won") == 0) & (pl.col("value") != 0))
    return left.select(pl.struct("game", "seat").n_unique()).item() if left.height else 0


def _compute_correlations_and_significance(
    rows: list[dict[str, float]], seats: int, winners: int, groups: int
) -> pl.DataFrame:
    """Correlation with winning, interval and significance of rows of sums; strongest first."""
    kept: list[dict[str, float]] = []
    usable = [row for row in rows if row["sxx"] > 1e-9 and row["syy"] > 1e-9 and row["known"] >= MIN_SEATS]
    wide = compute_bonferroni_z(len(usable))
    freedom = seats - groups - 2
    for row in usable if freedom > 0 else []:
        r = max(-1.0, min(1.0, row["sxy"] / sqrt(row["sxx"] * row["syy"])))
        z, step = atanh(max(-0.999999, min(0.999999, r))), 1 / sqrt(freedom)
        kept.append(
            {
                "name": row["name"],
                "winners": row["won_by"] / winners if winners else 0.0,
                "others": (row["v"] - row["won_by"]) / (seats - winners) if seats > winners else 0.0,
                "correlation": r,
                "low": tanh(z - Z95 * step),
                "high": tanh(z + Z95 * step),
                "significant": abs(z) > Z95 * step,
                "significant_corrected": abs(z) > wide * step,
            }
        )
    schema = {"name": pl.String, **_FIGURES, **_MARKS}
    return pl.DataFrame(kept, schema=schema).sort(pl.col("correlation").abs(), "name", descending=[True, False])


def take_head_and_tail(rows: pl.DataFrame, limit: int) -> pl.DataFrame:
    """The top and the bottom of a long table."""
    return rows if rows.height <= limit else pl.concat([rows.head(limit - limit // 2), rows.tail(limit // 2)])
