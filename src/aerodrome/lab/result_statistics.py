"""What a results table says: by bot, by seat, by length, by score. What winners had is in `win_factors`."""

import polars as pl

from aerodrome.lab.confidence_intervals import compute_wilson_interval


def count_games(results: pl.DataFrame) -> int:
    """A results table has a row for each seat of a game."""
    return results["game"].n_unique()


def list_bot_faults(results: pl.DataFrame) -> list[str]:
    """What bots did wrong, once for each game, in order."""
    rows = results.unique("game", maintain_order=True).select(pl.col("faults").explode().drop_nulls())
    return [str(fault) for fault in rows["faults"]]


def compute_seat_win_rates(results: pl.DataFrame) -> pl.DataFrame:
    """Win rate of each seat, with its interval and the fair share."""
    rows = results.group_by("table", "seat").agg(pl.len().alias("games"), pl.col("won").sum().alias("wins"))
    return copy_with_win_rates_and_intervals(rows.sort("table", "seat")).with_columns(
        (1.0 / pl.col("table")).alias("fair")
    )


def compute_seat_win_rates_by_bot(results: pl.DataFrame) -> pl.DataFrame:
    """The same for each bot in each seat: a bot may be good from one seat only."""
    rows = results.group_by("bot", "table", "seat").agg(pl.len().alias("games"), pl.col("won").sum().alias("wins"))
    return copy_with_win_rates_and_intervals(rows.sort("bot", "table", "seat"))


def copy_with_win_rates_and_intervals(rows: pl.DataFrame) -> pl.DataFrame:
    """Adds rate, low and high to rows of wins and games."""
    bounds = [compute_wilson_interval(wins, count) for wins, count in rows.select("wins", "games").iter_rows()]
    return rows.with_columns(
        (pl.col("wins") / pl.col("games")).alias("rate"),
        pl.Series("low", [low for low, _high in bounds], dtype=pl.Float64),
        pl.Series("high", [high for _low, high in bounds], dtype=pl.Float64),
    )


def select_game_lengths_and_end_reasons(results: pl.DataFrame) -> pl.DataFrame:
    """One row for each game: rounds, choices and why it ended."""
    return results.unique("game", maintain_order=True).select("game", "rounds", "choices", "reason")


def count_games_by_end_reason(results: pl.DataFrame) -> pl.DataFrame:
    """How many games ended for each reason, the most frequent first."""
    return (
        select_game_lengths_and_end_reasons(results)
        .group_by("reason")
        .agg(pl.len().alias("games"))
        .sort("games", "reason", descending=[True, False])
    )


def summarize_scores_by_bot(results: pl.DataFrame) -> pl.DataFrame:
    """Final scores of each bot: mean, deviation, median, best."""
    return (
        results.group_by("bot")
        .agg(
            pl.col("score").mean().alias("mean"),
            pl.col("score").std().alias("deviation"),
            pl.col("score").median().alias("median"),
            pl.col("score").max().alias("best"),
        )
        .sort("mean", "bot", descending=[True, False])
    )
