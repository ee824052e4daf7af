"""The plots of a report. Colours are names ("@good") that the page fills in, by day and by night."""

import textwrap
from typing import Any

import altair as alt
import polars as pl

from aerodrome.lab.report_header import format_seat_ordinal
from aerodrome.lab.result_statistics import compute_seat_win_rates, select_game_lengths_and_end_reasons
from aerodrome.lab.title_metrics import load_title_metrics_or_default
from aerodrome.lab.win_factors import take_head_and_tail

Chart = Any
"""An Altair chart, whose methods promise less than they return."""
LABEL_WIDTH = 28
MAX_ROWS = 14
"""Rows of a plot of what wins."""


def _wrap_labels(names: pl.Series) -> pl.Series:
    """Long names on several lines, also those without a blank."""
    lines = [textwrap.wrap(name.replace("?", "? ").replace("&", "& "), LABEL_WIDTH) or [name] for name in names]
    return pl.Series(
        "label", ["\n".join(part.replace("? ", "?").replace("& ", "&") for part in found) for found in lines]
    )


def _create_row_axis(rows: pl.DataFrame) -> Chart:
    """The upright axis: one label for each row, in their order."""
    axis = alt.Axis(
        labelExpr="split(datum.label, '\\n')",
        labelOffset=alt.ExprRef("-7 * (length(split(datum.label, '\\n')) - 1)"),
        domain=False,
        ticks=False,
        labelPadding=8,
        labelOverlap=False,
    )
    return alt.Y("label:N", sort=rows["label"].to_list(), title=None, axis=axis)


def _convert_to_inline_data(rows: pl.DataFrame) -> Chart:
    return alt.InlineData(values=rows.to_dicts())


def _set_chart_size(chart: Chart, row_count: int, row_height: int = 30) -> Chart:
    return chart.properties(
        width="container",
        height=max(2, row_count) * row_height,
        autosize=alt.AutoSizeParams(type="fit-x", contains="padding"),
    )


def _create_tooltips(titles_by_field: dict[str, str], is_percent: bool) -> list[Chart]:
    found = [alt.Tooltip("label:N", title=" ")]
    return found + [
        alt.Tooltip(f"{name}:Q", title=title, format=".1%" if is_percent else ".2f")
        for name, title in titles_by_field.items()
    ]


def plot_ratings(ratings: pl.DataFrame) -> Chart:
    """The rating of each bot with its interval."""
    rows = ratings.with_columns(_wrap_labels(ratings["bot"]))
    tips = _create_tooltips({"rating": "rating", "low": "from", "high": "to"}, is_percent=False)
    return _set_chart_size(_plot_intervals(rows, "rating", tips, is_percent=False), rows.height, 36)


def plot_win_rates(win_rates: pl.DataFrame, row_names: pl.Series) -> Chart:
    """Win rates with their intervals; a dashed line at the fair share."""
    rows = win_rates.with_columns(_wrap_labels(row_names), _build_tone_column("fair"))
    tips = _create_tooltips({"rate": "wins", "low": "from", "high": "to", "fair": "fair"}, is_percent=True)
    line = (
        alt.Chart(_convert_to_inline_data(rows.select("fair").unique()))
        .mark_rule(strokeDash=[5, 4], color="@brass", size=1.5)
        .encode(x="fair:Q")
    )
    return _set_chart_size(alt.layer(line, _plot_intervals(rows, "rate", tips, is_percent=True)), rows.height, 36)


def _build_tone_column(expected_column: str) -> pl.Expr:
    """Column "tone": whether the whole interval lies above or below the expected value."""
    return (
        pl.when(pl.col("low") > pl.col(expected_column))
        .then(pl.lit("more"))
        .when(pl.col("high") < pl.col(expected_column))
        .then(pl.lit("less"))
        .otherwise(pl.lit("as expected"))
        .alias("tone")
    )


def _create_tone_colour_channel() -> Chart:
    scale = alt.Scale(domain=["more", "as expected", "less"], range=["@good", "@soft", "@warn"])
    return alt.Color("tone:N", scale=scale, legend=None)


def _plot_intervals(
    rows: pl.DataFrame, value_column: str, tooltips: list[Chart], is_percent: bool, max_value: float = 0.0
) -> Chart:
    """A point for each row's value with a line from its "low" to its "high"."""
    colour = _create_tone_colour_channel() if "tone" in rows.columns else alt.value("@accent")
    axis = alt.Axis(format="%" if is_percent else "d", tickCount=6, domain=False)
    title = "share of games won" if is_percent else value_column
    scale = alt.Scale(domain=[0, max_value]) if max_value else alt.Scale(zero=is_percent, nice=True)
    base = alt.Chart(_convert_to_inline_data(rows)).encode(y=_create_row_axis(rows), color=colour, tooltip=tooltips)
    line = base.mark_rule(size=2.5, opacity=0.55).encode(
        x=alt.X("low:Q", title=title, axis=axis, scale=scale), x2="high:Q"
    )
    return alt.layer(line, base.mark_point(filled=True, size=110, opacity=1).encode(x=f"{value_column}:Q"))


def plot_trait_win_rates(trait_rates: pl.DataFrame, max_rate: float) -> Chart:
    """What wins: the interval, the rate and (a small upright line) what others of its kind win."""
    rows = take_head_and_tail(trait_rates, MAX_ROWS)
    shown = rows.with_columns(_wrap_labels(rows["name"].str.split(": ").list.last()), _build_tone_column("expected"))
    tips = _create_tooltips(
        {"rate": "wins", "low": "from", "high": "to", "expected": "others of its kind"}, is_percent=True
    )
    tips.append(alt.Tooltip("seats:Q", title="seats that had it"))
    tick = (
        alt.Chart(_convert_to_inline_data(shown))
        .mark_tick(color="@brass", thickness=2.5, size=20)
        .encode(x="expected:Q", y=_create_row_axis(shown))
    )
    return _set_chart_size(
        alt.layer(tick, _plot_intervals(shown, "rate", tips, is_percent=True, max_value=max_rate)), shown.height, 26
    )


def plot_correlations_with_winning(correlations: pl.DataFrame) -> Chart:
    """How strongly each figure goes with winning, as bars to both sides."""
    rows = correlations.head(2 * MAX_ROWS)
    shown = rows.with_columns(
        _wrap_labels(rows["name"]), pl.lit(0.0).alias("zero"), pl.col("correlation").alias("value")
    ).with_columns(_build_tone_column("zero"))
    tips = _create_tooltips(
        {"correlation": "correlation", "low": "from", "high": "to", "winners": "winners", "others": "others"},
        is_percent=False,
    )
    base = alt.Chart(_convert_to_inline_data(shown)).encode(
        y=_create_row_axis(shown), color=_create_tone_colour_channel(), tooltip=tips
    )
    bars = base.mark_bar(opacity=0.75, size=14).encode(
        x=alt.X(
            "correlation:Q",
            title="← goes with losing · correlation · goes with winning →",
            scale=alt.Scale(domain=[-1, 1]),
            axis=alt.Axis(tickCount=5, domain=False),
        ),
        x2="zero:Q",
    )
    line = base.mark_rule(size=1.5).encode(x="low:Q", x2="high:Q")
    return _set_chart_size(alt.layer(bars, line), shown.height)


def plot_game_lengths_and_get_length_column(results: pl.DataFrame) -> tuple[str, Chart]:
    """A histogram of rounds; of choices where all games have the same number of rounds."""
    metrics = load_title_metrics_or_default(results["title"][0])
    games = select_game_lengths_and_end_reasons(results)
    games = games.with_columns(pl.Series("end", [metrics.describe_ending(reason) for reason in games["reason"]]))
    field = "rounds" if games["rounds"].n_unique() > 1 else "choices"
    least, most = int(games[field].min()), int(games[field].max())  # type: ignore[arg-type]
    step = max(1, -(-(most - least + 1) // 30))
    ticks = list(range(least, most + step + 1, step * max(1, -(-(most - least) // step // 9))))
    bars = (
        games.with_columns(((pl.col(field) - least) // step * step + least).alias("from"))
        .with_columns((pl.col("from") + step).alias("to"))
        .group_by("from", "to", "end")
        .agg(pl.len().alias("games"))
        .sort("from", "end")
    )
    chart = (
        alt.Chart(_convert_to_inline_data(bars))
        .mark_bar(stroke="@sheet")
        .encode(
            x=alt.X(
                "from:Q",
                bin="binned",
                title=field,
                scale=alt.Scale(zero=False, nice=False),
                axis=alt.Axis(values=ticks, grid=False, labelOverlap=True, format="d"),
            ),
            x2="to:Q",
            y=alt.Y("games:Q", stack=True, title="games", axis=alt.Axis(tickMinStep=1, domain=False)),
            color=alt.Color("end:N", title="ended with", legend=alt.Legend() if bars["end"].n_unique() > 1 else None),
            tooltip=[alt.Tooltip("from:Q", title=field), "games:Q", alt.Tooltip("end:N", title="ended with")],
        )
    )
    return field, _set_chart_size(chart, 7)


def plot_final_scores(results: pl.DataFrame) -> Chart:
    """All seats of each bot: the whole range, the middle half, the median."""
    table = results.group_by("bot").agg(
        pl.col("score").min().alias("least"),
        pl.col("score").quantile(0.25).alias("low"),
        pl.col("score").median().alias("median"),
        pl.col("score").quantile(0.75).alias("high"),
        pl.col("score").max().alias("most"),
    )
    table = table.sort("median", "bot", descending=[True, False])
    rows = table.with_columns(_wrap_labels(table["bot"]))
    tips = _create_tooltips(
        {"least": "lowest", "low": "a quarter below", "median": "median", "high": "a quarter above", "most": "highest"},
        is_percent=False,
    )
    base = alt.Chart(_convert_to_inline_data(rows)).encode(y=_create_row_axis(rows), tooltip=tips)
    whole = base.mark_rule(color="@line", size=2).encode(
        x=alt.X("least:Q", title="final score", axis=alt.Axis(domain=False, tickCount=6)), x2="most:Q"
    )
    middle = base.mark_bar(size=16, color="@accent", opacity=0.45).encode(x="low:Q", x2="high:Q")
    tick = base.mark_tick(color="@accent", thickness=3, size=22).encode(x="median:Q")
    return _set_chart_size(alt.layer(whole, middle, tick), rows.height, 40)


def plot_seat_win_rates(results: pl.DataFrame) -> Chart:
    """How often each seat wins, against the fair share."""
    table = compute_seat_win_rates(results)
    return plot_win_rates(table, pl.Series([format_seat_ordinal(seat) for seat in table["seat"]]))


def plot_edition_rates(rates: pl.DataFrame, editions: tuple[str, str]) -> Chart:
    """The rates of two editions under each other."""
    rows = rates.with_columns(_wrap_labels(rates["name"]))
    tips = [*_create_tooltips({"rate": "rate", "low": "from", "high": "to"}, is_percent=True), alt.Tooltip("edition:N")]
    scale = alt.Scale(domain=list(editions), range=["@brass", "@accent"])
    labels = rows.select("label").unique(maintain_order=True)
    base = alt.Chart(_convert_to_inline_data(rows)).encode(
        y=_create_row_axis(labels),
        yOffset=alt.YOffset("edition:N", sort=list(editions)),
        color=alt.Color("edition:N", scale=scale, title=None),
        tooltip=tips,
    )
    axis = alt.Axis(format="%", tickCount=6, domain=False)
    line = base.mark_rule(size=2.5, opacity=0.55).encode(x=alt.X("low:Q", title=None, axis=axis), x2="high:Q")
    points = base.mark_point(filled=True, size=90, opacity=1).encode(x="rate:Q")
    return _set_chart_size(alt.layer(line, points), labels.height, 40)


def plot_values_with_intervals(values: pl.DataFrame, axis_title: str, reference_value: float | None = None) -> Chart:
    """Rows of name, value, low and high; with a reference, a dashed line there and colours for what lies off it."""
    rows = values.with_columns(_wrap_labels(values["name"]))
    colour: Chart = alt.value("@accent")
    if reference_value is not None:
        rows = rows.with_columns(pl.lit(reference_value).alias("reference")).with_columns(
            _build_tone_column("reference")
        )
        colour = _create_tone_colour_channel()
    tips = _create_tooltips({"value": axis_title, "low": "from", "high": "to"}, is_percent=False)
    axis = alt.Axis(tickCount=6, domain=False)
    base = alt.Chart(_convert_to_inline_data(rows)).encode(y=_create_row_axis(rows), color=colour, tooltip=tips)
    line = base.mark_rule(size=2.5, opacity=0.55).encode(x=alt.X("low:Q", title=axis_title, axis=axis), x2="high:Q")
    layers = [line, base.mark_point(filled=True, size=110, opacity=1).encode(x="value:Q")]
    if reference_value is not None:
        fair = alt.Chart(_convert_to_inline_data(rows.select("reference").unique()))
        layers.insert(0, fair.mark_rule(strokeDash=[5, 4], color="@brass", size=1.5).encode(x="reference:Q"))
    return _set_chart_size(alt.layer(*layers), rows.height, 34)
