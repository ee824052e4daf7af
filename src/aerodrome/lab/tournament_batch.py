"""Some neighbouring games of a tournament, played in whichever process gets them."""

import msgspec

from aerodrome.bots import create_bot
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import EventSink, State
from aerodrome.lab.bot_runner import BotRunner, ThinkingTimes
from aerodrome.lab.game_results import GameResult, build_game_result
from aerodrome.lab.game_runner import (
    FinishedGame,
    create_random_generators_by_seat,
    create_seeded_chance_source,
    play_game,
)
from aerodrome.lab.tournament_plan import ScheduledGame, TournamentPlan
from aerodrome.lab.trait_collector import TraitCollector


class TournamentBatchResults(msgspec.Struct):
    """Results of neighbouring games, and how long each bot thought."""

    results: list[GameResult] = []
    times: ThinkingTimes = msgspec.field(default_factory=ThinkingTimes)


_GAMES: dict[bytes, Game] = {}


def _load_cached_game(plan: TournamentPlan) -> Game:
    """Loaded once in each process, also with an edition or weights of one's own."""
    key = msgspec.json.encode((plan.title, plan.edition, plan.options, plan.weights))
    if key not in _GAMES:
        for bot in plan.bots:
            create_bot(bot)
        _GAMES[key] = plan.load_game()
    return _GAMES[key]


def play_tournament_batch(plan: TournamentPlan, first_game: int, count: int) -> TournamentBatchResults:
    """Plays `count` games of the plan from number `first_game` on."""
    batch = TournamentBatchResults()
    for number in range(first_game, min(first_game + count, plan.count_games())):
        runner = BotRunner(plan.limit)
        batch.results.append(
            play_game_and_build_result(_load_cached_game(plan), plan.get_scheduled_game(number), runner)
        )
        batch.times.add_times(runner.times)
    return batch


def play_game_and_build_result(game: Game, scheduled_game: ScheduledGame, runner: BotRunner) -> GameResult:
    """A game of the plan, and what came of it."""
    collector = TraitCollector(game, len(scheduled_game.lineup))
    played = play_scheduled_game_with_bots(game, scheduled_game, runner, collector.observe_event)
    traits, figures = collector.list_traits_by_seat(played.state), collector.list_figures_by_seat(played.state)
    return build_game_result(game, played.state, scheduled_game, played.count_choices(), runner.faults, traits, figures)


def play_scheduled_game_with_bots(
    game: Game, scheduled_game: ScheduledGame, runner: BotRunner, tell: EventSink | None = None
) -> FinishedGame:
    """Chance and every seat draw from generators of their own, all made from the game's seed."""
    lineup = scheduled_game.lineup
    rngs = create_random_generators_by_seat(scheduled_game.seed, len(lineup))
    bots = [create_bot(spec) for spec in lineup]

    def choose_for_seat(state: State, seat: int) -> Action:
        return runner.get_action_or_random(lineup[seat], bots[seat], game, state, seat, rngs[seat])

    return play_game(game, len(lineup), choose_for_seat, create_seeded_chance_source(scheduled_game.seed), tell)
