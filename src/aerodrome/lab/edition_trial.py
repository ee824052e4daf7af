"""A short comparison of an own edition with the house's: the same bots, the same seeds, some games at a time.

For the workshop, where it goes on in the background of a server: it needs nothing beyond the engine. The whole
comparison, with what wins, is `aerodrome lab balance`.
"""

from collections import Counter
from typing import NamedTuple

from aerodrome.core.registry import load
from aerodrome.lab.bot_runner import BotRunner
from aerodrome.lab.comparison_rows import EditionComparisonRow, build_mean_comparison_row, build_rate_comparison_row
from aerodrome.lab.game_results import GameResult
from aerodrome.lab.tournament_batch import play_game_and_build_result
from aerodrome.lab.tournament_plan import ScheduledGame

BOT = "greedy"
THINKING_LIMIT_S = 5.0


class TrialGameResult(NamedTuple):
    """What a comparison wants to know of one game."""

    won: list[float]
    """The share of the win that each seat had."""
    rounds: int
    choices: int
    winner_score: int
    spread: int
    """How far the last was behind the first."""
    ending: str


def play_trial_games(
    title: str, edition: str | bytes, seats: int, first_game: int, count: int
) -> list[TrialGameResult]:
    """Some games of a trial; the number of a game is its seed, so that both editions get the same dice."""
    game = load(title, edition)
    found = []
    for number in range(first_game, first_game + count):
        scheduled = ScheduledGame(game=number, round=number, pairing=0, lineup=(BOT,) * seats, seed=f"trial:{number}")
        found.append(_build_trial_game_result(play_game_and_build_result(game, scheduled, BotRunner(THINKING_LIMIT_S))))
    return found


def _build_trial_game_result(result: GameResult) -> TrialGameResult:
    scores = [seat.score for seat in result.seats]
    best = max(seat.score for seat in result.seats if seat.won)
    won = [seat.won for seat in result.seats]
    return TrialGameResult(won, result.rounds, result.choices, best, max(scores) - min(scores), result.reason)


def compare_trial_games(
    house_games: list[TrialGameResult], own_games: list[TrialGameResult]
) -> list[EditionComparisonRow]:
    """Length, scores, spread, seats and endings of both, each with its interval."""
    both = (house_games, own_games)
    rows = [
        build_mean_comparison_row("rounds in a game", [[game.rounds for game in games] for games in both]),
        build_mean_comparison_row("choices in a game", [[game.choices for game in games] for games in both]),
        build_mean_comparison_row("the winner's score", [[game.winner_score for game in games] for games in both]),
        build_mean_comparison_row("from first to last", [[game.spread for game in games] for games in both]),
    ]
    counts = len(house_games), len(own_games)
    for seat in range(len(house_games[0].won)):
        wins = sum(game.won[seat] for game in house_games), sum(game.won[seat] for game in own_games)
        rows.append(build_rate_comparison_row(f"seat {seat + 1} wins", wins, counts))
    endings = [Counter(game.ending for game in games) for games in both]
    kinds = sorted(set(endings[0]) | set(endings[1]))
    if len(kinds) > 1:
        rows += [
            build_rate_comparison_row(f"ends by {kind.replace('_', ' ')}", (endings[0][kind], endings[1][kind]), counts)
            for kind in kinds
        ]
    return rows


def describe_trial_certainty(rows: list[EditionComparisonRow], game_count: int) -> str:
    """How sure the rows are, in a sentence."""
    marked = [row.name for row in rows if row.differs_significantly]
    if not marked:
        return (
            f"After {game_count} games with each edition no difference is larger than chance alone makes; "
            "more games would show smaller ones."
        )
    by_luck = max(1, round(0.05 * len(rows)))
    return (
        f"After {game_count} games with each edition {len(marked)} of {len(rows)} figures differ by more than chance "
        f"makes 19 times in 20: {', '.join(marked)}. About {by_luck} would do so by luck."
    )
