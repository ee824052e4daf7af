"""Many games between bots, on as many cores as wanted, and what came of them: the lab's loop without its packages."""

import time
from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import aerodrome
from aerodrome import Action, Game, Record, State, bots
from aerodrome.cli.title_options import parse_title_options
from aerodrome.lab.batch_runners import create_local_batch_runner
from aerodrome.lab.confidence_intervals import compute_wilson_interval
from aerodrome.lab.game_results import GameResult, SeatResult, build_game_result
from aerodrome.lab.game_runner import FinishedGame, create_recordable_chance, create_seat_generators, play_game
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

    def schedule_game(self, number: int) -> ScheduledGame:
        """The bots in turn, moved on by one seat from game to game; each game with the next seed."""
        table = [self.bots[i % len(self.bots)] for i in range(self.seats)]
        shift = number % self.seats
        lineup = (*table[shift:], *table[:shift])
        return ScheduledGame(game=number, round=number, pairing=0, lineup=lineup, seed=str(self.seed + number))


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
        bots.check_bot(name, game)
    seats = seats or max(game.seats_min, len(players))
    game.new(seats)
    if len(players) > seats:
        raise ValueError(f"{len(players)} bots do not fit on {seats} seats")
    return SimulationPlan(title, games, seats, players, seed, settings, edition)


class SimulatedGame(NamedTuple):
    """A game's result, and how often chance acted in it."""

    result: GameResult
    chance_actions: int


def play_simulation_batch(plan: SimulationPlan, folder: str | None, first: int, count: int) -> list[SimulatedGame]:
    """Plays `count` games from number `first` on; their records are kept in the folder, if one is named."""
    game = plan.load_game()
    simulated = []
    for number in range(first, first + count):
        scheduled = plan.schedule_game(number)
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


def play_recordable_game(game: Game, scheduled: ScheduledGame) -> FinishedGame:
    """Chance as in a Record with this seed, each bot with a generator of its own."""
    players = [bots.create_bot(name) for name in scheduled.lineup]
    rngs = create_seat_generators(scheduled.seed, len(players))

    def choose_action(state: State, seat: int) -> Action:
        return bots.choose_action(players[seat], game, state, seat, rngs[seat])

    return play_game(game, len(players), choose_action, create_recordable_chance(scheduled.seed))


def build_record(game: Game, scheduled: ScheduledGame, played: FinishedGame) -> Record:
    """The game as a record that replays and verifies."""
    record = Record(game, len(scheduled.lineup), scheduled.seed, names=list(scheduled.lineup))
    for actor, action in played.actions:
        record.play(actor, action)
    return record


def run_simulation(plan: SimulationPlan, jobs: int, records: Path | None) -> None:
    """Plays the plan with a progress bar and prints the summary."""
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    play_batch = partial(play_simulation_batch, plan, None if records is None else str(records))
    batch_size = max(1, min(50, plan.games // (max(1, jobs) * 10)))
    simulated: list[SimulatedGame] = []
    begun = time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(plan.title, total=plan.games)
        for batch in create_local_batch_runner(jobs)(play_batch, 0, plan.games, batch_size):
            simulated.extend(batch)
            progress.advance(task, len(batch))
    print_summary(plan, simulated, time.perf_counter() - begun)


def print_summary(plan: SimulationPlan, simulated: list[SimulatedGame], seconds: float) -> None:
    """Wins by bot and by seat, length, ends and speed."""
    console = Console(highlight=False)
    results = [game.result for game in simulated]
    seats = [seat for result in results for seat in result.seats]
    game = plan.load_game()
    console.print(f"[bold]{plan.title}[/bold] · {len(results)} games · {plan.seats} seats · seed {plan.seed}")
    bot_rows = {name: [seat for seat in seats if seat.bot == name] for name in dict.fromkeys(plan.bots)}
    console.print(_render_win_table("Bot", bot_rows))
    seat_rows = {
        f"{number} {game.seat_name(number)}": [seat for seat in seats if seat.seat == number]
        for number in range(plan.seats)
    }
    console.print(_render_win_table("Seat", seat_rows))
    choices = sum(result.choices for result in results)
    actions = choices + sum(game.chance_actions for game in simulated)
    console.print(f"Length: {_format_median_and_range([result.choices for result in results])} decisions of seats")
    console.print(f"        {_format_median_and_range([result.rounds for result in results])} rounds")
    reasons = Counter(result.reason for result in results).most_common()
    console.print("Ends: " + ", ".join(f"{reason} {count}" for reason, count in reasons))
    console.print(
        f"Speed: {choices / seconds:,.0f} decisions/s ({actions / seconds:,.0f} with chance), "
        f"{len(results) / seconds:,.1f} games/s"
    )


def _render_win_table(heading: str, rows: dict[str, list[SeatResult]]) -> Table:
    """For each name the seats it had: wins (a tied win counts as a share), rate, interval and mean score."""
    table = Table(heading, "wins", "of", "rate", "95 % interval", "mean score")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, seats in rows.items():
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
