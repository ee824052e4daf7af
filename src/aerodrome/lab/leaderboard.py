"""Who is how strong, over all tournaments that were kept: one table for each title, edition, table size and options."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec
import polars as pl

from aerodrome.lab.bot_ratings import rate_bots
from aerodrome.lab.confidence_intervals import Z95
from aerodrome.lab.report_header import find_plan_beside
from aerodrome.lab.result_statistics import copy_with_win_rates_and_intervals
from aerodrome.lab.text_summary import cut_or_pad_text
from aerodrome.lab.tournament import RESULT_COLUMNS, is_results_file


class ComparableGamesKey(NamedTuple):
    """What can be compared: the same rules, board, seats and options."""

    title: str
    edition: str
    seats: int
    options: str

    def __str__(self) -> str:
        options = f", {self.options}" if self.options else ""
        return f"{self.title}, {self.seats} seats, edition {self.edition}{options}"


class Leaderboard(NamedTuple):
    """The bots of comparable games, strongest first: bot, rating, low, high, games, rate (of wins) and its interval."""

    games_key: ComparableGamesKey
    tournaments: int
    games: int
    rows: pl.DataFrame


def list_result_files(files_or_folders: Iterable[Path]) -> list[Path]:
    """The results of tournaments: files as named, and those in folders; other Parquet files there are passed over."""
    found: list[Path] = []
    for place in files_or_folders:
        if not place.exists():
            raise ValueError(f"there is no {place}")
        if place.is_dir():
            found += [file for file in sorted(place.rglob("*.parquet")) if is_results_file(file)]
        elif is_results_file(place):
            found.append(place)
        else:
            raise ValueError(f"{place} does not hold the results of a tournament")
    if not found:
        raise ValueError("there are no results of tournaments")
    return list(dict.fromkeys(file.resolve() for file in found))


def build_leaderboards(files: Iterable[Path]) -> list[Leaderboard]:
    """One for each set of comparable games, over all its tournaments in the order of their files."""
    parts: dict[ComparableGamesKey, list[pl.DataFrame]] = {}
    for file in files:
        results = pl.read_parquet(file).select(sorted(RESULT_COLUMNS))
        if results.is_empty():
            continue
        plan = find_plan_beside(file)
        options = "" if plan is None or not plan.options else msgspec.json.encode(plan.options).decode()
        first = results.row(0, named=True)
        games_key = ComparableGamesKey(first["title"], first["edition"], first["table"], options)
        parts.setdefault(games_key, []).append(results)
    return [_build_leaderboard(games_key, found) for games_key, found in sorted(parts.items())]


def _build_leaderboard(games_key: ComparableGamesKey, results_by_tournament: list[pl.DataFrame]) -> Leaderboard:
    numbered = []
    games = 0
    for results in results_by_tournament:
        numbered.append(results.with_columns(pl.col("game") + games))
        games += int(results["game"].max() or 0) + 1  # type: ignore[arg-type]
    everything = pl.concat(numbered)
    wins = everything.group_by("bot").agg(pl.len().alias("games"), pl.col("won").sum().alias("wins"))
    shares = copy_with_win_rates_and_intervals(wins).rename({"low": "rate_low", "high": "rate_high"})
    rows = shares.join(rate_bots(everything), on="bot", how="left").sort("rating", "bot", descending=[True, False])
    return Leaderboard(games_key, len(results_by_tournament), everything["game"].n_unique(), rows)


def format_leaderboard(board: Leaderboard) -> str:
    """As text for the terminal."""
    kept = "1 tournament" if board.tournaments == 1 else f"{board.tournaments} tournaments"
    fair = 1 / board.games_key.seats
    lines = [
        f"{board.games_key}: {board.games:,} games in {kept}",
        f"{'':4}{'bot':40} {'rating':>14} {'seats played':>13} {'won':>7}  95 % interval (fair: {fair:.1%})",
    ]
    for place, row in enumerate(board.rows.iter_rows(named=True), start=1):
        rating = "" if row["rating"] is None else f"{row['rating']:.1f} ±{Z95 * row['sigma']:.1f}"
        share = f"{row['rate']:6.1%}  {row['rate_low']:.1%} to {row['rate_high']:.1%}"
        lines.append(f"{place:3} {cut_or_pad_text(row['bot'], 40)} {rating:>14} {row['games']:13,} {share}")
    return "\n".join(lines)


def format_leaderboard_markdown(board: Leaderboard) -> str:
    """As a table for a document."""
    lines = [
        f"{board.games_key}: {board.games:,} games",
        "",
        "| | bot | rating | seats played | won | 95 % interval |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for place, row in enumerate(board.rows.iter_rows(named=True), start=1):
        rating = "" if row["rating"] is None else f"{row['rating']:.1f} ± {Z95 * row['sigma']:.1f}"
        share = f"{row['rate']:.1%} | {row['rate_low']:.1%} to {row['rate_high']:.1%}"
        lines.append(f"| {place} | {row['bot']} | {rating} | {row['games']:,} | {share} |")
    return "\n".join(lines)
