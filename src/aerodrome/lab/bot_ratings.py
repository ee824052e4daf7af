"""How strong each bot is, and how sure we are."""

from collections import Counter

import polars as pl

from aerodrome.lab.confidence_intervals import Z95
from aerodrome.lab.result_statistics import copy_with_win_rates_and_intervals
from aerodrome.ratings.model import Rating, compute_ratings_after_game


class BotRatings:
    """openskill's Plackett-Luce. A bot in several seats of a game moves by the mean of what each of them learned."""

    def __init__(self) -> None:
        self.ratings: dict[str, Rating] = {}

    def update(self, bots_by_seat: list[str], places_by_seat: list[int]) -> None:
        """Learn from one game: who sat in each seat, and its finishing place."""
        if len(set(bots_by_seat)) < 2:
            return
        after = compute_ratings_after_game([self.ratings.get(bot, Rating()) for bot in bots_by_seat], places_by_seat)
        for bot in set(bots_by_seat):
            mine = [rating for rating, name in zip(after, bots_by_seat, strict=True) if name == bot]
            mu = sum(rating.mu for rating in mine) / len(mine)
            sigma = sum(rating.sigma for rating in mine) / len(mine)
            self.ratings[bot] = Rating(mu, sigma)

    def to_frame(self) -> pl.DataFrame:
        """Strongest first: bot, rating, sigma, low, high (95 %)."""
        rows = [
            {"bot": bot, "rating": r.mu, "sigma": r.sigma, "low": r.mu - Z95 * r.sigma, "high": r.mu + Z95 * r.sigma}
            for bot, r in self.ratings.items()
        ]
        schema = {"bot": pl.String, "rating": pl.Float64, "sigma": pl.Float64, "low": pl.Float64, "high": pl.Float64}
        return pl.DataFrame(rows, schema=schema).sort("rating", "bot", descending=[True, False])


def rate_bots(results: pl.DataFrame) -> pl.DataFrame:
    """Ratings from a results table, game after game in their order."""
    ratings = BotRatings()
    games = results.group_by("game", maintain_order=True).agg("bot", "place")
    for bots, places in games.select("bot", "place").iter_rows():
        ratings.update(bots, places)
    return ratings.to_frame()


def compute_lone_bot_win_rates(results: pl.DataFrame) -> pl.DataFrame:
    """How often the bot that sits alone wins (at mixed tables: every bot), with its 95 % interval and fair share.

    `against` names the others at its table: "2 × random".
    """
    lineups = results.group_by("game", maintain_order=True).agg(pl.col("bot").sort().alias("lineup"))
    alone = results.join(lineups, on="game", maintain_order="left").with_columns(
        pl.col("bot").count().over("game", "bot").alias("seats_held"), pl.col("table").alias("fair")
    )
    singles = alone.filter((pl.col("seats_held") == 1) | ((pl.col("table") == 2) & (pl.col("bot").n_unique() > 1)))
    rows = singles.group_by("pairing", "bot", "lineup", maintain_order=True).agg(
        pl.len().alias("games"), pl.col("won").sum().alias("wins"), pl.col("fair").first()
    )
    others = [_describe_opponents(bot, lineup) for bot, lineup in rows.select("bot", "lineup").iter_rows()]
    return copy_with_win_rates_and_intervals(rows.drop("lineup")).with_columns(
        pl.Series("against", others, dtype=pl.String), (1.0 / pl.col("fair")).alias("fair")
    )


def _describe_opponents(bot: str, lineup: list[str]) -> str:
    counts = Counter(lineup)
    counts[bot] -= 1
    return ", ".join(name if many == 1 else f"{many} × {name}" for name, many in counts.items() if many)
