"""One self-contained HTML page about a results table: plots, numbers, nothing fetched from anywhere."""

import html
import json
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl
import vl_convert

from aerodrome.lab import stats
from aerodrome.lab.ratings import rate, win_rates
from aerodrome.lab.summary import summary

WIDTH = 640

Chart = Any
"""An Altair chart, whose methods promise less than they return."""

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1c2733; background: #fff; max-width: 54rem; margin: 2rem auto;
  padding: 0 1rem } h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2.5rem } p { color: #4a5866 }
pre { font: 13px/1.35 ui-monospace, monospace; overflow-x: auto; background: #f4f6f8; padding: 1rem }
.plot { overflow-x: auto }
"""


def write(frame: pl.DataFrame, out: Path) -> None:
    out.write_text(page(frame), encoding="utf-8")


def page(frame: pl.DataFrame) -> str:
    first = frame.row(0, named=True)
    title = f"{first['title']}: {stats.games(frame)} games with {first['table']} seats"
    body: list[str] = []
    scripts: list[str] = []
    for number, (heading, note, chart) in enumerate(_sections(frame)):
        body.append(
            f'<h2>{html.escape(heading)}</h2><p>{html.escape(note)}</p><div class="plot" id="plot{number}"></div>'
        )
        scripts.append(f"vegaEmbed('#plot{number}', {_safe(chart)}, {{actions: false, renderer: 'svg'}});")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
        f"<h1>{html.escape(title)}</h1><p>Edition {html.escape(first['edition'])}.</p>{''.join(body)}"
        f"<h2>In plain text</h2><pre>{html.escape(summary(frame))}</pre>"
        f"<script>{_libraries()}</script><script>{''.join(scripts)}</script></body></html>"
    )


def _libraries() -> str:
    """Vega, Vega-Lite and Vega-Embed in one script."""
    bundle: Any = vl_convert.javascript_bundle  # its stub asks for an argument that it does not need
    return str(bundle())


def _safe(chart: Chart) -> str:
    """A chart as JSON that cannot end the script it stands in."""
    return json.dumps(chart.to_dict()).replace("<", "\\u003c")


def _sections(frame: pl.DataFrame) -> list[tuple[str, str, Chart]]:
    found: list[tuple[str, str, Chart]] = []
    ratings = rate(frame)
    if not ratings.is_empty():
        found.append(("Ratings", "openskill (Plackett-Luce) with 95 % intervals.", _dots(ratings, "bot", "rating")))
    pairs = win_rates(frame).with_columns((pl.col("bot") + " at " + pl.col("against")).alias("table_of"))
    if not pairs.is_empty():
        note = "Win rate of the bot that sits alone among the others, 95 % interval; the line is the fair share."
        found.append(("Who wins", note, _dots(pairs, "table_of", "rate") + _line(pairs["fair"][0])))
    seats = stats.by_seat(frame).with_columns(("seat " + pl.col("seat").cast(pl.String)).alias("place"))
    found.append(
        (
            "Win rate by seat",
            "All bots sit in all seats equally often; the line is the fair share.",
            _dots(seats, "place", "rate") + _line(seats["fair"][0]),
        )
    )
    found.append(("Length", "Rounds until the end, by what ended the game.", _length(frame)))
    found.append(("Final scores", "Median, quartiles and extremes.", _scores(frame)))
    names = stats.ends(stats.names_that_win(frame))
    if not names.is_empty():
        note = "How much more often those win who had it at the end, against what the same bots win on average (1.0)."
        found.append(("What wins: names", note, _bars(names, "name", "lift", 1.0)))
    figures = stats.figures_that_win(frame).head(stats.MOST)
    if not figures.is_empty():
        note = "Correlation of the figures of the final tally with winning."
        found.append(("What wins: figures", note, _bars(figures, "name", "correlation", 0.0)))
    return found


def _dots(rows: pl.DataFrame, label: str, value: str) -> Chart:
    base = alt.Chart(_values(rows)).encode(y=alt.Y(f"{label}:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)))
    whiskers = base.mark_rule(strokeWidth=2, color="#5b7fa6").encode(x=alt.X("low:Q", title=value), x2="high:Q")
    points = base.mark_point(filled=True, size=70, color="#12395f").encode(
        x=alt.X(f"{value}:Q", scale=alt.Scale(zero=False)), tooltip=_tips(rows)
    )
    return alt.layer(whiskers, points).properties(width=WIDTH)


def _line(value: float) -> Chart:
    return (
        alt.Chart(_values(pl.DataFrame({"fair": [value]})))
        .mark_rule(strokeDash=[4, 4], color="#a33")
        .encode(x="fair:Q")
    )


def _length(frame: pl.DataFrame) -> Chart:
    counts = stats.lengths(frame).group_by("rounds", "reason").agg(pl.len().alias("games")).sort("rounds", "reason")
    return (
        alt.Chart(_values(counts))
        .mark_bar()
        .encode(
            x=alt.X("rounds:Q", bin=alt.Bin(maxbins=40), title="rounds"),
            y=alt.Y("sum(games):Q", title="games"),
            color=alt.Color("reason:N", title="ended by"),
        )
        .properties(width=WIDTH, height=200)
    )


def _scores(frame: pl.DataFrame) -> Chart:
    quantiles = frame.group_by("bot").agg(
        pl.col("score").min().alias("least"),
        pl.col("score").quantile(0.25).alias("low"),
        pl.col("score").median().alias("median"),
        pl.col("score").quantile(0.75).alias("high"),
        pl.col("score").max().alias("most"),
    )
    rows = quantiles.sort("median", "bot", descending=[True, False])
    base = alt.Chart(_values(rows)).encode(y=alt.Y("bot:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)))
    whole = base.mark_rule(color="#8aa").encode(x=alt.X("least:Q", title="score"), x2="most:Q")
    middle = base.mark_bar(size=14, color="#9db8d2").encode(x="low:Q", x2="high:Q")
    tick = base.mark_tick(color="#12395f", thickness=3, size=18).encode(x="median:Q")
    return alt.layer(whole, middle, tick).properties(width=WIDTH)


def _bars(rows: pl.DataFrame, label: str, value: str, base: float) -> Chart:
    data = _values(rows.with_columns(pl.lit(base).alias("base")))
    return (
        alt.Chart(data)
        .mark_bar()
        .encode(
            y=alt.Y(f"{label}:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)),
            x=alt.X(f"{value}:Q", title=value),
            x2="base:Q",
            color=alt.condition(f"datum.{value} >= {base}", alt.value("#2f6f4f"), alt.value("#a8543c")),
            tooltip=_tips(rows),
        )
        .properties(width=WIDTH)
    )


def _tips(rows: pl.DataFrame) -> list[Chart]:
    """What a plot says about the point under the mouse: all that the row has."""
    return [
        alt.Tooltip(name, type="quantitative" if kind.is_numeric() else "nominal") for name, kind in rows.schema.items()
    ]


def _values(rows: pl.DataFrame) -> Chart:
    return alt.InlineData(values=rows.to_dicts())
