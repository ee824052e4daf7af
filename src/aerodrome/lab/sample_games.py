"""A few games of a tournament worth a look, played again and kept as records beside the results."""

from pathlib import Path
from typing import NamedTuple

import polars as pl

from aerodrome.core.record import Record
from aerodrome.lab.bot_runner import BotRunner
from aerodrome.lab.tournament_batch import play_scheduled_game_with_bots
from aerodrome.lab.tournament_plan import TournamentPlan


class SampleGame(NamedTuple):
    """A game, why it is shown, and its record beside the results."""

    game: int
    reason: str
    lineup: list[str]
    scores: list[int]
    file: Path


def choose_sample_games(results: pl.DataFrame, count: int) -> list[tuple[int, str]]:
    """Numbers of games with what is special about them: closest, clearest, longest, shortest."""
    games = (
        results.group_by("game")
        .agg(
            pl.col("choices").first(),
            (pl.col("score").max() - pl.col("score").sort(descending=True).get(1)).alias("margin"),
        )
        .sort("game")
    )
    wanted = (
        ("margin", False, "the closest"),
        ("margin", True, "the clearest win"),
        ("choices", True, "the longest"),
        ("choices", False, "the shortest"),
    )
    found: dict[int, str] = {}
    for column, descending, words in wanted[:count]:
        game = games.sort(column, "game", descending=[descending, False])["game"][0]
        found[game] = f"{found[game]} and {words}" if game in found else words
    return list(found.items())


def replay_and_write_sample_games(
    results: pl.DataFrame, plan: TournamentPlan, folder: Path, count: int
) -> list[SampleGame]:
    """Play the samples again as they were and write their records; one that comes out otherwise is left out.

    That happens to bots that are limited by time instead of simulations.
    """
    game = plan.load_game()
    kept: list[SampleGame] = []
    for number, reason in choose_sample_games(results, count):
        rows = results.filter(pl.col("game") == number).sort("seat")
        scores = rows["score"].to_list()
        scheduled = plan.get_scheduled_game(number)
        file = folder / f"game-{number}.json"
        if not file.exists():
            played = play_scheduled_game_with_bots(game, scheduled, BotRunner(plan.limit))
            if game.scores(played.state) != scores:
                continue
            record = Record(game, plan.seats, scheduled.seed, names=list(scheduled.lineup))
            for actor, action in played.actions:
                record.play(actor, action)
            folder.mkdir(parents=True, exist_ok=True)
            file.write_bytes(record.to_json())
        kept.append(SampleGame(number, reason, list(scheduled.lineup), scores, file))
    return kept
