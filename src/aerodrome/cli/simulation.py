"""Many games between bots, on as many cores as wanted, and what came of them: the lab's loop without its packages."""

import sys
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

import aerodrome
from aerodrome import Game, Record, bots
from aerodrome.cli.batch_progress import create_progress_bars
from aerodrome.cli.title_options import parse_title_options
from aerodrome.lab.batch_runners import create_local_batch_runner
from aerodrome.lab.confidence_intervals import compute_wilson_interval
from aerodrome.lab.game_log import GameLog, check_and_keep_plan_of_log
from aerodrome.lab.game_results import GameResult, SeatResult, build_game_result
from aerodrome.lab.game_runner import FinishedGame, create_action_chooser, create_record_chance_source, play_game
from aerodrome.lab.tournament_plan import ScheduledGame


class SimulationPlan(msgspec.Struct, frozen=True):
    """What is to be played; the same plan gives the same games, on any number of cores."""

    title: str
    games: int
    seats: int
    bots: list[str]
    seed: int
    options: dict[str, Any]
    edition: str

    def load_game(self) -> Game:
        """The rules that are played by."""
        return aerodrome.load(self.title, self.edition, self.options)

    def get_scheduled_game(self, game_number: int) -> ScheduledGame:
        """The bots in turn, moved on by one seat from game to game; each game with the next seed."""
        table = [self.bots[i % len(self.bots)] for i in range(self.seats)]
        shift = game_number % self.seats
        lineup = (*table[shift:], *table[:shift])
        return ScheduledGame(
            game=game_number, round=game_number, pairing=0, lineup=lineup, seed=str(self.seed + game_number)
        )


def create_simulation_plan(
    title: str, games: int, seats: int, bot_names: str, seed: int, options: Iterable[str], edition: str
) -> SimulationPlan:
    """Complains now rather than in the middle of the night."""
    settings = parse_title_options(options)
    game = aerodrome.load(title, edition, settings)
    players = [name.strip() for name in bot_names.split(",") if name.strip()]
    if not players:
        raise ValueError("bots: expected at least one name")
    if games < 1:
        raise ValueError(f"games: expected at least 1, got {games}")
    for name in players:
        bots.require_valid_bot(name, game)
    seats = seats or max(game.seats_min, len(players))
    game.new(seats)
    if len(players) > seats:
        raise ValueError(f"{len(players)} bots do not fit on {seats} seats")
    return SimulationPlan(title, games, seats, players, seed, settings, edition)


class SimulatedGame(msgspec.Struct, frozen=True):
    """A game's result, and how often chance acted in it."""

    result: GameResult
    chance_actions: int


def play_simulation_batch(plan: SimulationPlan, folder: str | None, first_game: int, count: int) -> list[SimulatedGame]:
    """Plays `count` games from number `first_game` on; their records are kept in the folder, if one is named."""
    game = _load_cached_game(msgspec.json.encode((plan.title, plan.edition, plan.options)))
    simulated = []
    for number in range(first_game, first_game + count):
        scheduled = plan.get_scheduled_game(number)
        try:
            played = play_recordable_game(game, scheduled)
        except aerodrome.IllegalAction as error:
            culprit = scheduled.lineup[error.who]
            raise ValueError(f"game {number}: {culprit} answered {error.action}: {error.refusal}") from None
        result = build_game_result(game, played.state, scheduled, played.count_choices())
        simulated.append(SimulatedGame(result, played.count_chance_actions()))
        if folder is not None:
            path = Path(folder, f"{plan.title}-{scheduled.seed}.json")
            path.write_bytes(build_record(game, scheduled, played).to_json())
    return simulated


@lru_cache(maxsize=4)
def _load_cached_game(game_settings_json: bytes) -> Game:
    """Loaded once in each process, also with an edition of one's own."""
    title, edition, options = msgspec.json.decode(game_settings_json)
    return aerodrome.load(title, edition, options)


def play_recordable_game(game: Game, scheduled_game: ScheduledGame) -> FinishedGame:
    """Chance as in a Record with this seed, each bot with a generator of its own."""
    players = [bots.create_bot(name) for name in scheduled_game.lineup]
    choose_for_seat = create_action_chooser(game, players, scheduled_game.seed)
    return play_game(game, len(players), choose_for_seat, create_record_chance_source(scheduled_game.seed))


def build_record(game: Game, scheduled_game: ScheduledGame, finished_game: FinishedGame) -> Record:
    """The game as a record that replays and verifies."""
    record = Record(game, len(scheduled_game.lineup), scheduled_game.seed, names=list(scheduled_game.lineup))
    for actor, action in finished_game.actions:
        record.play(actor, action)
    return record


def run_simulation(plan: SimulationPlan, jobs: int, records_folder: Path | None, log_path: Path | None = None) -> None:
    """Plays the plan with a progress bar and prints the summary, also of what was played when it is broken off.

    `log_path` keeps a line for each game; what is there already is not played again.
    """
    if records_folder is not None:
        records_folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        log = None if log_path is None else stack.enter_context(save_plan_and_open_log(plan, log_path))
        simulated = [] if log is None else log.read_games()[: plan.games]
        kept = len(simulated)
        begun = time.perf_counter()
        try:
            _play_missing_games(plan, jobs, records_folder, simulated, log)
        except KeyboardInterrupt:
            if log is not None:
                # It may have come between the log and the list.
                simulated = log.read_games()
            _print_interruption(plan, simulated, log_path)
            raise
        finally:
            if simulated:
                print_simulation_summary(plan, simulated, simulated[kept:], time.perf_counter() - begun)


def _play_missing_games(
    plan: SimulationPlan,
    jobs: int,
    records_folder: Path | None,
    simulated: list[SimulatedGame],
    log: GameLog[SimulatedGame] | None,
) -> None:
    play_batch = partial(play_simulation_batch, plan, None if records_folder is None else str(records_folder))
    with create_progress_bars() as progress:
        task = progress.add_task(plan.title, total=plan.games, completed=len(simulated))
        for batch in create_local_batch_runner(jobs)(play_batch, len(simulated), plan.games, 1):
            if log is not None:
                log.append(batch)
            simulated.extend(batch)
            progress.update(task, completed=len(simulated))


def save_plan_and_open_log(plan: SimulationPlan, log_path: Path) -> GameLog[SimulatedGame]:
    """The log of a plan; another plan's is refused. More or fewer games with the same seeds are the same plan."""
    check_and_keep_plan_of_log(plan, plan.load_game(), plan.games, log_path, "simulation")
    return GameLog(log_path, SimulatedGame, lambda game: game.result.game)


def _print_interruption(plan: SimulationPlan, simulated: list[SimulatedGame], log_path: Path | None) -> None:
    kept = f"they are kept in {log_path}, and the same command goes on" if log_path else "with --out they would be kept"
    print(f"Stopped after {len(simulated)} of {plan.games} games; {kept}.", file=sys.stderr)


def print_simulation_summary(
    plan: SimulationPlan, simulated: list[SimulatedGame], newly_played: list[SimulatedGame], seconds: float
) -> None:
    """Wins by bot and by seat, length, ends; and the speed of the games that were played now."""
    console = Console(highlight=False)
    results = [game.result for game in simulated]
    seats = [seat for result in results for seat in result.seats]
    game = plan.load_game()
    console.print(f"[bold]{plan.title}[/bold] · {len(results)} games · {plan.seats} seats · seed {plan.seed}")
    bot_rows = {name: [seat for seat in seats if seat.bot == name] for name in dict.fromkeys(plan.bots)}
    console.print(_build_win_table("Bot", bot_rows))
    seat_rows = {
        f"{number} {game.seat_name(number)}": [seat for seat in seats if seat.seat == number]
        for number in range(plan.seats)
    }
    console.print(_build_win_table("Seat", seat_rows))
    console.print(f"Length: {_format_median_and_range([result.choices for result in results])} decisions of seats")
    console.print(f"        {_format_median_and_range([result.rounds for result in results])} rounds")
    reasons = Counter(result.reason for result in results).most_common()
    console.print("Ends: " + ", ".join(f"{reason} {count}" for reason, count in reasons))
    if newly_played:
        choices = sum(game.result.choices for game in newly_played)
        actions = choices + sum(game.chance_actions for game in newly_played)
        console.print(
            f"Speed: {choices / seconds:,.0f} decisions/s ({actions / seconds:,.0f} with chance), "
            f"{len(newly_played) / seconds:,.1f} games/s"
        )


def _build_win_table(heading: str, results_by_name: dict[str, list[SeatResult]]) -> Table:
    """For each name the seats it had: wins (a tied win counts as a share), rate, interval and mean score."""
    table = Table(heading, "wins", "of", "rate", "95 % interval", "mean score")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, seats in results_by_name.items():
        wins, tries = sum(seat.won for seat in seats), max(1, len(seats))
        low, high = compute_wilson_interval(wins, len(seats))
        score = sum(seat.score for seat in seats) / tries
        cells = (f"{wins:g}", str(len(seats)), f"{wins / tries:.1%}", f"{low:.1%} – {high:.1%}", f"{score:,.1f}")
        table.add_row(name, *cells)
    return table


def _format_median_and_range(values: list[int]) -> str:
    """Median, least and most."""
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:,} ({ordered[0]:,} to {ordered[-1]:,})"
