"""Many games between bots, on as many cores as wanted, and what came of them."""

import math
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import aerodrome
from aerodrome import CHANCE, Action, Game, Record, bots
from aerodrome.cli.settings import load
from aerodrome.core.chance import fair


class Plan(msgspec.Struct, frozen=True):
    """What is to be played; the same plan gives the same games, on any number of cores."""

    title: str
    games: int
    seats: int
    bots: list[str]
    seed: int
    options: list[str]
    edition: str

    @classmethod
    def checked(
        cls, title: str, games: int, seats: int, names: str, seed: int, options: list[str], edition: str
    ) -> "Plan":
        """Complains now rather than in the middle of the night."""
        game = load(title, options, edition)
        players = [name.strip() for name in names.split(",") if name.strip()]
        if not players:
            raise ValueError("bots: expected at least one name")
        if games < 1:
            raise ValueError(f"games: expected at least 1, got {games}")
        for name in players:
            bots.make(name)
        seats = seats or max(game.seats_min, len(players))
        game.new(seats)
        if len(players) > seats:
            raise ValueError(f"{len(players)} bots do not fit on {seats} seats")
        return cls(title, games, seats, players, seed, options, edition)

    def lineup(self, number: int) -> list[str]:
        """Who sits where in a game: the bots in turn, moved on by one seat from game to game."""
        table = [self.bots[i % len(self.bots)] for i in range(self.seats)]
        start = number % self.seats
        return table[start:] + table[:start]


class Result(msgspec.Struct, frozen=True):
    lineup: list[str]
    winners: list[int]
    scores: list[int]
    reason: str
    rounds: int
    decisions: int
    chances: int
    seconds: float


class Match:
    """One game: chance as in a Record with this seed, each bot with a generator of its own."""

    def __init__(self, game: Game, lineup: list[str], seed: int) -> None:
        self.game = game
        self.lineup = lineup
        self.seed = str(seed)
        self.state = game.new(len(lineup))
        self.players = [bots.make(name) for name in lineup]
        self.rngs = [random.Random(f"{seed}:{seat}") for seat in range(len(lineup))]
        self.played: list[tuple[int, Action]] = []

    def play(self) -> None:
        while actors := self.game.actors(self.state):
            who = actors[0]
            action = self._answer(who)
            self.game.apply(self.state, who, action)
            self.played.append((who, action))

    def _answer(self, who: int) -> Action:
        if who == CHANCE:
            return self.game.roll(self.state, fair(self.seed, len(self.played)))
        return bots.decide(self.players[who], self.game, self.state, who, self.rngs[who])

    def result(self, seconds: float) -> Result:
        chances = sum(1 for who, _ in self.played if who == CHANCE)
        return Result(
            lineup=self.lineup,
            winners=list(self.game.winners(self.state)),
            scores=self.game.scores(self.state),
            reason=self.game.end_reason(self.state),
            rounds=self.game.round_of(self.state),
            decisions=len(self.played) - chances,
            chances=chances,
            seconds=seconds,
        )

    def record(self) -> Record:
        record = Record(self.game, len(self.lineup), self.seed, names=self.lineup)
        for who, action in self.played:
            record.play(who, action)
        return record


def play_batch(plan: Plan, first: int, count: int, records: str | None) -> list[Result]:
    game = load(plan.title, plan.options, plan.edition)
    results = []
    for number in range(first, first + count):
        begun = time.perf_counter()
        match = Match(game, plan.lineup(number), plan.seed + number)
        try:
            match.play()
        except aerodrome.IllegalAction as error:
            culprit = match.lineup[error.who]
            raise ValueError(f"game {number}: {culprit} answered {error.action}: {error.refusal}") from None
        results.append(match.result(time.perf_counter() - begun))
        if records is not None:
            Path(records, f"{plan.title}-{plan.seed + number}.json").write_bytes(match.record().to_json())
    return results


def batches(plan: Plan, jobs: int) -> Iterator[tuple[int, int]]:
    size = max(1, min(50, plan.games // (jobs * 10)))
    for first in range(0, plan.games, size):
        yield first, min(size, plan.games - first)


def play_all(plan: Plan, jobs: int, records: str | None) -> Iterator[list[Result]]:
    """The results, in the order of the games."""
    if jobs <= 1:
        for first, count in batches(plan, 1):
            yield play_batch(plan, first, count, records)
        return
    # A fresh interpreter for each worker: forking a process that has threads (the progress bar) is not safe.
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        waiting = [pool.submit(play_batch, plan, first, count, records) for first, count in batches(plan, jobs)]
        try:
            for future in waiting:
                yield future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def simulate(plan: Plan, jobs: int, records: Path | None) -> None:
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    console = Console()
    results: list[Result] = []
    begun = time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(plan.title, total=plan.games)
        for batch in play_all(plan, jobs, None if records is None else str(records)):
            results.extend(batch)
            progress.advance(task, len(batch))
    report(console, plan, results, time.perf_counter() - begun)


def report(console: Console, plan: Plan, results: list[Result], seconds: float) -> None:
    seats = f"{plan.seats} seats"
    console.print(f"[bold]{plan.title}[/bold] · {len(results)} games · {seats} · seed {plan.seed}", highlight=False)
    console.print(_shares("Bot", [(n, *of_bot(results, n)) for n in dict.fromkeys(plan.bots)]))
    game = load(plan.title, plan.options, plan.edition)
    rows = [(f"{seat} {game.seat_name(seat)}", *of_seat(results, seat)) for seat in range(plan.seats)]
    console.print(_shares("Seat", rows))
    decisions = sum(result.decisions for result in results)
    chances = sum(result.chances for result in results)
    console.print(f"Length: {_spread([result.decisions for result in results])} decisions of seats", highlight=False)
    console.print(f"        {_spread([result.rounds for result in results])} rounds", highlight=False)
    reasons = Counter(result.reason for result in results).most_common()
    console.print("Ends: " + ", ".join(f"{reason} {count}" for reason, count in reasons), highlight=False)
    console.print(
        f"Speed: {decisions / seconds:,.0f} decisions/s ({(decisions + chances) / seconds:,.0f} with chance), "
        f"{len(results) / seconds:,.1f} games/s",
        highlight=False,
    )


def of_bot(results: list[Result], name: str) -> tuple[float, int, float]:
    """Wins, chances to win, and mean score of a bot, over every seat it had."""
    wins, tries, total = 0.0, 0, 0
    for result in results:
        for seat, bot in enumerate(result.lineup):
            if bot == name:
                tries += 1
                total += result.scores[seat]
                wins += _share(result, seat)
    return wins, tries, total / max(1, tries)


def of_seat(results: list[Result], seat: int) -> tuple[float, int, float]:
    total = sum(result.scores[seat] for result in results)
    return sum(_share(result, seat) for result in results), len(results), total / len(results)


def _share(result: Result, seat: int) -> float:
    return 1 / len(result.winners) if seat in result.winners else 0.0


def _shares(head: str, rows: list[tuple[str, float, int, float]]) -> Table:
    table = Table(head, "wins", "of", "rate", "95 % interval", "mean score")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, wins, tries, score in rows:
        low, high = wilson(wins, tries)
        rate = wins / tries if tries else 0.0
        interval = f"{low:.1%} – {high:.1%}"
        table.add_row(name, f"{wins:g}", str(tries), f"{rate:.1%}", interval, f"{score:,.1f}")
    return table


def wilson(wins: float, tries: int) -> tuple[float, float]:
    """Wilson's 95 % interval for the rate of wins."""
    if not tries:
        return 0.0, 1.0
    z = 1.959964
    rate = wins / tries
    middle = rate + z * z / (2 * tries)
    reach = z * math.sqrt(rate * (1 - rate) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def _spread(values: list[int]) -> str:
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:,} ({ordered[0]:,} to {ordered[-1]:,})"
