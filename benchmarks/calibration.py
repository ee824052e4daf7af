"""Whether the chances of advice and reviews come true: `python benchmarks/calibration.py tingoose --file F`.

Bots of one level play among themselves. At some positions the judge of reviews says the chances of all seats, and at
some choices a search says the chance of whoever chooses, both before any correction; at the end it is known who won.
Forecasts are kept in the file, a line for each game: stop it when you like, start it again with more games. The
correction is fitted to the even games and shown on the odd ones; `--out` keeps one fitted to all of them, as
`ai/calibration.toml` of the title; `--check F` shows that one on other games. The correction that ships is shown on all
games, to which it may have been fitted itself. Prints the tables of docs/bots.md and docs/review.md. Compile the engine
first (`AERODROME_COMPILE=1 pip install .`).
"""

import argparse
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec

import aerodrome
from aerodrome import Game, Record, State
from aerodrome.bots import choose_action, create_bot
from aerodrome.bots.advice import FOLLOW
from aerodrome.bots.search import UNLIMITED, Candidate, SearchBot, Simulator
from aerodrome.core.actions import CHANCE
from aerodrome.lab.batch_runners import create_local_batch_runner
from aerodrome.lab.calibration import (
    PositionForecast,
    SeatForecast,
    calibrate_and_split_by_seat,
    create_calibrator,
    fit_position_calibration,
    fit_search_calibration,
    format_reliability,
    measure_reliability,
)
from aerodrome.reviews.match_stretches import split_record_into_stretches
from aerodrome.reviews.model import QUICK
from aerodrome.reviews.position_judge import PositionJudge
from aerodrome.reviews.tasks import fit_playouts_to_position_count, list_review_tasks

SEEDS_APART = 1_000_003


class CalibrationPlan(msgspec.Struct, frozen=True):
    """Which games are played, how many positions and choices of each are looked at, and how a search is asked."""

    title: str
    seats: tuple[int, ...]
    bot: str
    positions: int
    thoughts: int
    simulations: int
    tables: int
    seed: int


class GameForecasts(msgspec.Struct, frozen=True):
    """A line of the file."""

    game: int
    seats: int
    positions: list[PositionForecast]
    thoughts: list[SeatForecast]


def play_game(plan: CalibrationPlan, number: int) -> Record:
    seed = plan.seed * SEEDS_APART + number
    record = Record.start(plan.title, plan.seats[number % len(plan.seats)], seed=seed)
    bot, rng = create_bot(plan.bot), random.Random(seed)
    record.advance()
    while not record.over:
        seat = record.game.actors(record.state)[0]
        record.play(seat, choose_action(bot, record.game, record.state, seat, rng))
        record.advance()
    return record


def forecast_game(plan: CalibrationPlan, number: int) -> GameForecasts:
    """One game: what was said at some positions and choices, with what became of it."""
    record = play_game(plan, number)
    winners = record.game.winners(record.state)
    won = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(record.seats)]
    rng = random.Random(f"{plan.seed}:{number}:forecasts")
    positions = forecast_positions(plan, record, number, won, rng)
    return GameForecasts(number, record.seats, positions, forecast_choices(plan, record, number, won, rng))


def forecast_positions(
    plan: CalibrationPlan, record: Record, number: int, won: list[float], rng: random.Random
) -> list[PositionForecast]:
    """Positions at which a seat is to choose: those before chance are means of such."""
    open_tasks = [
        task
        for task in list_review_tasks(record, split_record_into_stretches(record))
        if not task.is_decision and task.position < len(record.played) and record.played[task.position][0] != CHANCE
    ]
    found: list[PositionForecast] = []
    for task in sorted(rng.sample(open_tasks, min(plan.positions, len(open_tasks)))):
        state = record.state_at(task.position)
        judge = PositionJudge(record.game, fit_playouts_to_position_count(QUICK, task.places), record.commitment)
        found.append(
            PositionForecast(
                number, record.game.round_number(state), judge.estimate_uncalibrated_win_shares(state), won
            )
        )
    return found


def forecast_choices(
    plan: CalibrationPlan, record: Record, number: int, won: list[float], rng: random.Random
) -> list[SeatForecast]:
    game = record.game
    choices = [i for i, (who, _action) in enumerate(record.played) if who != CHANCE]
    rng.shuffle(choices)
    found: list[SeatForecast] = []
    for i in choices:
        if len(found) == plan.thoughts:
            break
        state, seat = record.state_at(i), record.played[i][0]
        if len(game.legal(state, seat)) > 1:
            share = ask_search(plan, game, state, seat, rng)
            found.append(SeatForecast(number, record.seats, game.round_number(state), share, won[seat]))
    return found


def ask_search(plan: CalibrationPlan, game: Game, state: State, seat: int, rng: random.Random) -> float:
    """The share of the win of a seat that chooses best, before any correction, found as advice finds it.

    A search finds the choice; fresh simulations measure it, as the luckiest of many always looks too good.
    """
    imagined = game.imagine(state, seat, rng)
    found = SearchBot(plan.simulations).evaluate_moves(game, imagined, seat, rng)
    best = Candidate(found[0])
    simulator = Simulator(SearchBot(expand_after=UNLIMITED, follow=FOLLOW), game, imagined, seat, rng)
    for _table in range(plan.tables):
        simulator.simulate_each_once([best])
    return best.evaluation.compute_mean_win_share()


def forecast_batch(plan: CalibrationPlan, first: int, count: int) -> list[GameForecasts]:
    """So many games from that number on."""
    return [forecast_game(plan, number) for number in range(first, first + count)]


def read_forecasts(file: Path) -> list[GameForecasts]:
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=GameForecasts) for line in lines]


def collect_forecasts(plan: CalibrationPlan, games: int, file: Path, jobs: int) -> list[GameForecasts]:
    """Those in the file, and the rest played and added to it."""
    found = read_forecasts(file)
    for batch in create_local_batch_runner(jobs)(partial(forecast_batch, plan), len(found), games, 1):
        with file.open("a", encoding="utf-8") as out:
            out.writelines(msgspec.json.encode(one).decode() + "\n" for one in batch)
        found += batch
    return found


def list_positions(games: Sequence[GameForecasts]) -> list[PositionForecast]:
    return [forecast for game in games for forecast in game.positions]


def list_thoughts(games: Sequence[GameForecasts]) -> list[SeatForecast]:
    return [forecast for game in games for forecast in game.thoughts]


def find_last_stage(games: Sequence[GameForecasts]) -> float:
    """The round that nine in ten forecasts are before."""
    rounds = sorted(forecast.round for forecast in list_positions(games))
    return float(rounds[len(rounds) * 9 // 10])


def fit_both(games: Sequence[GameForecasts], rounds: float) -> dict[str, float]:
    return fit_search_calibration(list_thoughts(games), rounds) | fit_position_calibration(
        list_positions(games), rounds
    )


def print_tables(games: Sequence[GameForecasts], weights: dict[str, float]) -> None:
    """How reliable chances are, as found and as corrected."""
    for heading, used in (("As found", {}), ("Corrected", weights)):
        positions = calibrate_and_split_by_seat(list_positions(games), used)
        print(
            f"\n{heading}, positions:\n\n" + format_reliability(measure_reliability(positions, lambda one: one.share))
        )
        if thoughts := list_thoughts(games):
            reliability = measure_reliability(thoughts, create_calibrator(used))
            print(f"\n{heading}, choices:\n\n" + format_reliability(reliability))


def format_calibration_toml(command: str, weights: dict[str, float]) -> str:
    """The file as it is kept."""
    head = [
        "# Chances as results bear them out, early and late in a game. Of the share that thoughts find for a seat:",
        "# how far log-odds are stretched from the fair share and shifted. Of the shares of all seats at a position:",
        "# to which power they are raised. Made again by:",
        f"#   {command}",
        "",
    ]
    lines = [f"{name.removeprefix('calibration.')} = {number!r}" for name, number in weights.items()]
    return "\n".join([*head, *lines]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=aerodrome.titles())
    parser.add_argument("--seats", default="", help="with commas between; all that the title takes unless given")
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--positions", type=int, default=12, help="in each game, judged for all seats")
    parser.add_argument(
        "--thoughts", type=int, default=4, help="choices in each game that a search is asked about, 0 for none"
    )
    parser.add_argument("--simulations", type=int, default=120, help="that find the best choice")
    parser.add_argument("--tables", type=int, default=40, help="imagined tables that measure it")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=float, default=0.0, help="which round is the last stage; 0 to find it")
    parser.add_argument("--file", type=Path, required=True, help="where forecasts are kept")
    parser.add_argument("--out", type=Path, default=None, help="where the correction is kept")
    parser.add_argument("--check", type=Path, default=None, help="forecasts of other games to show the correction on")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    game = aerodrome.load(given.title)
    counts = given.seats or ",".join(str(seats) for seats in range(game.seats_min, game.seats_max + 1))
    seats = tuple(int(part) for part in counts.split(","))
    plan = CalibrationPlan(
        given.title,
        seats,
        given.bot,
        given.positions,
        given.thoughts,
        given.simulations,
        given.tables,
        given.seed,
    )
    games = collect_forecasts(plan, given.games, given.file, given.jobs)
    rounds = given.rounds or find_last_stage(games)
    to_fit = [one for one in games if one.game // len(seats) % 2 == 0]
    held_out = [one for one in games if one.game // len(seats) % 2 == 1]
    print(f"{given.title}, {counts} seats, {len(held_out)} held-out games of {given.bot}")
    print_tables(held_out, fit_both(to_fit, rounds))
    print(f"\nThe correction that ships, all {len(games)} games")
    print_tables(games, game.evaluator.weights)
    weights = fit_both(games, rounds)
    if given.check is not None:
        others = read_forecasts(given.check)
        print(f"\n{len(others)} other games")
        print_tables(others, weights)
    if given.out is not None:
        command = (
            f"python benchmarks/calibration.py {given.title} --seats {counts} --games {len(games)} "
            f"--positions {given.positions} --thoughts {given.thoughts} --simulations {given.simulations} "
            f"--tables {given.tables} --bot '{given.bot}' --seed {given.seed} --rounds {rounds:g} "
            "--file FORECASTS --out FILE"
        )
        given.out.write_text(format_calibration_toml(command, weights), encoding="utf-8")


if __name__ == "__main__":
    main()
