"""What a results table says: by seat, by length, by score, and what winners had that losers had not."""

import polars as pl

from aerodrome.lab.ratings import interval

ENOUGH = 12
"""Seats that must have had something before it is worth a line."""
MOST = 24
"""Lines of a table of what wins."""


def games(frame: pl.DataFrame) -> int:
    return frame["game"].n_unique()


def faults(frame: pl.DataFrame) -> list[str]:
    """What bots did wrong, once for each game, in order."""
    rows = frame.unique("game", maintain_order=True).select(pl.col("faults").explode().drop_nulls())
    return [str(fault) for fault in rows["faults"]]


def by_seat(frame: pl.DataFrame) -> pl.DataFrame:
    """Win rate of each seat, with its interval and the fair share."""
    rows = frame.group_by("table", "seat").agg(pl.len().alias("games"), pl.col("won").sum().alias("wins"))
    return with_interval(rows.sort("table", "seat")).with_columns((1.0 / pl.col("table")).alias("fair"))


def with_interval(rows: pl.DataFrame) -> pl.DataFrame:
    bounds = [interval(wins, count) for wins, count in rows.select("wins", "games").iter_rows()]
    return rows.with_columns(
        (pl.col("wins") / pl.col("games")).alias("rate"),
        pl.Series("low", [low for low, _high in bounds], dtype=pl.Float64),
        pl.Series("high", [high for _low, high in bounds], dtype=pl.Float64),
    )


def lengths(frame: pl.DataFrame) -> pl.DataFrame:
    """One row for each game: rounds, choices and why it ended."""
    return frame.unique("game", maintain_order=True).select("game", "rounds", "choices", "reason")


def reasons(frame: pl.DataFrame) -> pl.DataFrame:
    return (
        lengths(frame).group_by("reason").agg(pl.len().alias("games")).sort("games", "reason", descending=[True, False])
    )


def scores(frame: pl.DataFrame) -> pl.DataFrame:
    """Final scores of each bot: mean, deviation, median, best."""
    return (
        frame.group_by("bot")
        .agg(
            pl.col("score").mean().alias("mean"),
            pl.col("score").std().alias("deviation"),
            pl.col("score").median().alias("median"),
            pl.col("score").max().alias("best"),
        )
        .sort("mean", "bot", descending=[True, False])
    )


def names_that_win(frame: pl.DataFrame) -> pl.DataFrame:
    """For everything a seat can have by name (bases, airlines, characters, fleets): how often its holders win.

    `lift` is the holders' win rate against what the same bots win on average, so that what strong bots like is not
    mistaken for what makes them strong.
    """
    expected = frame.with_columns(pl.col("won").mean().over("bot", "table").alias("expected"))
    held = expected.explode("traits").drop_nulls("traits").rename({"traits": "name"})
    total = frame.height
    rows = (
        held.group_by("name")
        .agg(pl.len().alias("games"), pl.col("won").sum().alias("wins"), pl.col("expected").sum().alias("expected"))
        .filter((pl.col("games") >= ENOUGH) & (pl.col("games") < total))
    )
    return (
        with_interval(rows)
        .with_columns((pl.col("wins") / pl.col("expected")).alias("lift"))
        .sort("lift", "name", descending=[True, False])
    )


def figures_that_win(frame: pl.DataFrame) -> pl.DataFrame:
    """For every figure of the final tally: its mean with winners and others, and its correlation with winning."""
    long = frame.select("won", "figures").explode("figures").drop_nulls("figures").unnest("figures")
    return (
        long.group_by("name")
        .agg(
            pl.len().alias("seats"),
            pl.col("value").filter(pl.col("won") > 0).mean().alias("winners"),
            pl.col("value").filter(pl.col("won") == 0).mean().alias("others"),
            pl.corr("value", "won").alias("correlation"),
        )
        .filter(pl.col("seats") >= ENOUGH)
        .with_columns(pl.col("correlation").fill_nan(None))
        .drop_nulls()
        .sort(pl.col("correlation").abs(), "name", descending=[True, False])
    )


def ends(rows: pl.DataFrame, most: int = MOST) -> pl.DataFrame:
    """The top and the bottom of a long table."""
    return rows if rows.height <= most else pl.concat([rows.head(most // 2), rows.tail(most // 2)])
