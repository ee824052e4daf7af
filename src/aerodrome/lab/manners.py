"""How well bots behave: games between them, with every absurdity that the title's observer notices and how they end."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from aerodrome.bots import create_bot
from aerodrome.core.actions import CHANCE, Action
from aerodrome.core.game import Game
from aerodrome.core.registry import load
from aerodrome.core.state import State
from aerodrome.lab.batch_runners import BatchRunner, run_batches_serially
from aerodrome.lab.game_log import GameLog, check_and_keep_plan_of_log
from aerodrome.lab.game_runner import create_action_chooser, create_record_chance_source, play_game

STOPPED = "stopped"
"""How a game ended that was still going on after the most rounds allowed."""
SEEDS_SHOWN = 3


class MannersPlan(msgspec.Struct, frozen=True, kw_only=True):
    """`levels` sit round the table in turn and move on by a seat from game to game, as in `aerodrome simulate`."""

    title: str
    levels: tuple[str, ...]
    seats: int
    games: int = 100
    seed: int = 0
    max_rounds: int = 1000
    options: dict[str, Any] = {}

    def validate(self) -> None:
        """Raises ValueError for a plan that cannot be played."""
        if not self.levels:
            raise ValueError("level: expected at least one name")
        if self.games < 1:
            raise ValueError(f"games: expected at least 1, got {self.games}")
        for level in self.levels:
            create_bot(level)
        load(self.title, options=self.options).new(self.seats)
        if len(self.levels) > self.seats:
            raise ValueError(f"{len(self.levels)} bots do not fit on {self.seats} seats")

    def get_lineup_of_game(self, game_number: int) -> list[str]:
        """Who sits where in the game with this number."""
        table = [self.levels[i % len(self.levels)] for i in range(self.seats)]
        shift = game_number % self.seats
        return table[shift:] + table[:shift]

    def format_replay_command(self) -> str:
        """The command that plays the same games again and keeps their records."""
        options = "".join(f" -o {name}={value}" for name, value in self.options.items())
        return (
            f"aerodrome simulate {self.title} --seats {self.seats} --bots '{','.join(self.levels)}' "
            f"--seed {self.seed} --games {self.games}{options} --records FOLDER"
        )


class ObservedGame(msgspec.Struct, frozen=True):
    """One game: how long it took, how it ended and how often each absurdity was seen."""

    seed: str
    rounds: int
    ending: str
    absurdities: dict[str, int]


class MannersReport(msgspec.Struct, frozen=True):
    """All games of a plan; `absurdities` are those that the title's observer knows, in words."""

    plan: MannersPlan
    absurdities: dict[str, str]
    games: list[ObservedGame]

    def count_games_with_absurdity(self, absurdity: str) -> int:
        """In how many games an absurdity was seen."""
        return sum(1 for game in self.games if game.absurdities.get(absurdity))

    def count_occurrences(self, absurdity: str) -> int:
        """How often an absurdity was seen in all games together."""
        return sum(game.absurdities.get(absurdity, 0) for game in self.games)

    def find_worst_seeds(self, absurdity: str) -> list[str]:
        """The seeds of the games with most of this absurdity, worst first."""
        found = [game for game in self.games if game.absurdities.get(absurdity)]
        found.sort(key=lambda game: -game.absurdities[absurdity])
        return [game.seed for game in found[:SEEDS_SHOWN]]

    def compute_median_p90_and_max_rounds(self) -> tuple[int, int, int]:
        """The median, the 90th percentile and the maximum of the rounds of a game."""
        rounds = sorted(game.rounds for game in self.games)
        return rounds[len(rounds) // 2], rounds[min(len(rounds) - 1, len(rounds) * 9 // 10)], rounds[-1]

    def count_endings(self) -> dict[str, int]:
        """How many games ended in each way, the most common first."""
        return dict(Counter(game.ending for game in self.games).most_common())


class _GameWatcher:
    """Shows a game to the title's observer as it goes on and ends it when it takes too long."""

    def __init__(self, game: Game, max_rounds: int) -> None:
        self.game = game
        self.max_rounds = max_rounds
        self.observer = game.create_manners_observer()
        self.seen: Counter[str] = Counter()

    def observe_action_and_check_round_limit(self, state: State, actor: int, action: Action) -> bool:
        """Called before each action; whether the game shall go on."""
        if actor == CHANCE:
            self.observer.observe_chance(self.game, state, action)
        else:
            self.seen.update(self.observer.observe_choice_and_list_absurdities(self.game, state, actor, action))
        return self.game.round_number(state) <= self.max_rounds


def play_observed_game(plan: MannersPlan, game_number: int) -> ObservedGame:
    """The game with this number, with its absurdities."""
    game = load(plan.title, options=plan.options)
    seed = str(plan.seed + game_number)
    bots = [create_bot(level) for level in plan.get_lineup_of_game(game_number)]
    watcher = _GameWatcher(game, plan.max_rounds)
    played = play_game(
        game,
        plan.seats,
        create_action_chooser(game, bots, seed),
        create_record_chance_source(seed),
        before_action=watcher.observe_action_and_check_round_limit,
    )
    state = played.state
    watcher.seen.update(watcher.observer.observe_end_and_list_absurdities(game, state))
    ending = STOPPED if state.step_stack else game.end_reason(state)
    return ObservedGame(seed, game.round_number(state), ending, dict(watcher.seen))


def play_observed_batch(plan: MannersPlan, first_game: int, count: int) -> list[ObservedGame]:
    """So many games from that number on."""
    return [play_observed_game(plan, number) for number in range(first_game, first_game + count)]


def build_manners_report(plan: MannersPlan, games: Iterable[ObservedGame]) -> MannersReport:
    """The games of a plan with the words for what was looked for."""
    observer = load(plan.title, options=plan.options).create_manners_observer()
    return MannersReport(plan, dict(observer.absurdities), list(games))


def open_manners_log(plan: MannersPlan, log_path: Path) -> GameLog[ObservedGame]:
    """The log of a plan; another plan's is refused. More or fewer games with the same seeds are the same plan."""
    check_and_keep_plan_of_log(plan, load(plan.title, options=plan.options), plan.games, log_path, "run")
    return GameLog(log_path, ObservedGame, lambda game: int(game.seed) - plan.seed)


def yield_logged_then_played_games(
    plan: MannersPlan,
    run_batches: BatchRunner = run_batches_serially,
    log_path: Path | None = None,
) -> Iterator[list[ObservedGame]]:
    """The games of the plan: those in the log, then the others in batches as they end and are kept there."""
    with ExitStack() as stack:
        log = None if log_path is None else stack.enter_context(open_manners_log(plan, log_path))
        kept = [] if log is None else log.read_games()[: plan.games]
        yield kept
        for batch in run_batches(partial(play_observed_batch, plan), len(kept), plan.games, 1):
            if log is not None:
                log.append(batch)
            yield batch


# The tables


def format_manners_text(report: MannersReport) -> str:
    """For a terminal: every absurdity with its count and where to look, then length and endings."""
    plan = report.plan
    lines = [f"{plan.title} · {len(report.games)} games · {plan.seats} seats · {', '.join(plan.levels)}"]
    width = max((len(name) for name in report.absurdities), default=0)
    for name, description in report.absurdities.items():
        seeds = report.find_worst_seeds(name)
        where = f"   seeds {', '.join(seeds)}" if seeds else ""
        lines.append(f"  {name:{width}}  {format_absurdity_count(report, name):>16}  {description}{where}")
    if not report.absurdities:
        lines.append("  This title has no observer yet: nothing is counted.")
    median, ninth, longest = report.compute_median_p90_and_max_rounds()
    lines.append(f"Rounds: median {median}, 90 % within {ninth}, longest {longest}")
    lines.append("Ends: " + format_endings(report))
    lines.append(f"The games again: {plan.format_replay_command()}")
    return "\n".join(lines)


def format_manners_markdown(report: MannersReport) -> str:
    """The same as a table for a document."""
    plan = report.plan
    head = (
        f"{plan.title}, {plan.seats} seats, {', '.join(plan.levels)}: {len(report.games)} games from seed {plan.seed}"
    )
    lines = [head, "", "| absurdity | in games | times | look at seeds |", "| --- | --- | --- | --- |"]
    for name, description in report.absurdities.items():
        seeds = ", ".join(report.find_worst_seeds(name))
        games, occurrences = report.count_games_with_absurdity(name), report.count_occurrences(name)
        lines.append(f"| {description} | {games} | {occurrences} | {seeds} |")
    median, ninth, longest = report.compute_median_p90_and_max_rounds()
    lines += ["", f"Rounds: median {median}, 90 % within {ninth}, longest {longest}. Ends: {format_endings(report)}."]
    return "\n".join(lines)


def format_absurdity_count(report: MannersReport, absurdity: str) -> str:
    """ "none", or how often and in how many games."""
    times = report.count_occurrences(absurdity)
    return f"{times} in {report.count_games_with_absurdity(absurdity)} games" if times else "none"


def format_endings(report: MannersReport) -> str:
    """ "goal 98, stopped 2"."""
    return ", ".join(f"{ending} {count}" for ending, count in report.count_endings().items())
