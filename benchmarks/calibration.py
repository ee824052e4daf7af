"""Whether the chances of advice come true: `python benchmarks/calibration.py tingoose --games 300 --file t.jsonl`.

Captains play among themselves; at some of their choices a search is asked for the chance to win of whoever chooses, and
at the end it is known who won. Forecasts are kept in the file: stop it when you like, start it again with more games.
The correction is fitted to the even games and shown on the odd ones; `--out` keeps one fitted to all of them, as
`ai/calibration.toml` of the title. Prints the tables of docs/bots.md.
"""

import argparse
import random
from functools import partial
from pathlib import Path

import msgspec

import aerodrome
from aerodrome import Action, State
from aerodrome.bots import choose_action, create_bot
from aerodrome.bots.search import UNLIMITED, Candidate, SearchBot, Simulator
from aerodrome.lab.batch_runners import create_local_batch_runner
from aerodrome.lab.calibration import (
    Forecast,
    create_calibrate,
    fit_calibration,
    format_reliability,
    measure_reliability,
)
from aerodrome.lab.game_runner import create_seat_generators, create_seeded_chance, play_game


class CalibrationPlan(msgspec.Struct, frozen=True):
    """Which games are played and how the search is asked."""

    title: str
    seats: tuple[int, ...]
    bot: str
    simulations: int
    tables: int
    positions: int
    seed: int


def forecast_game(plan: CalibrationPlan, number: int) -> list[Forecast]:
    """One game of captains: what the search said at some choices, with what became of it."""
    game = aerodrome.load(plan.title)
    seats = plan.seats[number % len(plan.seats)]
    seed = f"{plan.seed}:calibration:{number}"
    rng = random.Random(f"{seed}:positions")
    rngs = create_seat_generators(seed, seats)
    bot = create_bot(plan.bot)
    kept: list[tuple[State, int]] = []
    seen = 0

    def choose_for_seat(state: State, seat: int) -> Action:
        nonlocal seen
        if game.round_number(state) > 0 and len(game.legal(state, seat)) > 1:
            seen += 1
            if len(kept) < plan.positions:
                kept.append((state.clone(), seat))
            elif (chosen := int(rng.random() * seen)) < plan.positions:
                kept[chosen] = (state.clone(), seat)
        return choose_action(bot, game, state, seat, rngs[seat])

    played = play_game(game, seats, choose_for_seat, create_seeded_chance(seed))
    winners = game.winners(played.state)
    found: list[Forecast] = []
    for state, seat in kept:
        share = ask_search(plan, state, seat, rng)
        won = 1.0 / len(winners) if seat in winners else 0.0
        found.append(Forecast(number, seats, game.round_number(state), share, won))
    return found


def ask_search(plan: CalibrationPlan, state: State, seat: int, rng: random.Random) -> float:
    """The share of the win of a seat that chooses best, before any correction, found as advice finds it.

    A search finds the choice; fresh simulations measure it, as the luckiest of many always looks too good.
    """
    game = aerodrome.load(plan.title)
    imagined = game.imagine(state, seat, rng)
    found = SearchBot(plan.simulations).evaluate_moves(game, imagined, seat, rng)
    best = Candidate(found[0])
    simulator = Simulator(SearchBot(expand_after=UNLIMITED), game, imagined, seat, rng)
    for _table in range(plan.tables):
        simulator.simulate_each([best])
    return best.evaluation.mean_win_share()


def forecast_batch(plan: CalibrationPlan, first: int, count: int) -> list[Forecast]:
    """So many games from that number on."""
    return [forecast for number in range(first, first + count) for forecast in forecast_game(plan, number)]


def collect_forecasts(plan: CalibrationPlan, games: int, file: Path, jobs: int) -> list[Forecast]:
    """Those in the file, and the rest played and added to it."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    found = [msgspec.json.decode(line, type=Forecast) for line in lines]
    first = max((forecast.game for forecast in found), default=-1) + 1
    for batch in create_local_batch_runner(jobs)(partial(forecast_batch, plan), first, games, 1):
        with file.open("a", encoding="utf-8") as out:
            out.writelines(msgspec.json.encode(forecast).decode() + "\n" for forecast in batch)
        found += batch
    return found


def find_last_stage(forecasts: list[Forecast]) -> float:
    """The round that nine in ten forecasts are before."""
    rounds = sorted(forecast.round for forecast in forecasts)
    return float(rounds[len(rounds) * 9 // 10])


def format_calibration_toml(command: str, weights: dict[str, float]) -> str:
    """The file as it is kept."""
    head = [
        "# Chances as results bear them out: how far log-odds are stretched from the fair share and shifted, early and",
        "# late in a game. Made again by:",
        f"#   {command}",
        "",
    ]
    lines = [f"{name.removeprefix('calibration.')} = {number!r}" for name, number in weights.items()]
    return "\n".join([*head, *lines]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=aerodrome.titles())
    parser.add_argument("--seats", default="", help="with commas between; all that the title takes unless given")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--positions", type=int, default=6, help="forecasts in each game")
    parser.add_argument("--simulations", type=int, default=120, help="that find the best choice")
    parser.add_argument("--tables", type=int, default=40, help="imagined tables that measure it")
    parser.add_argument("--bot", default="captain")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, required=True, help="where forecasts are kept")
    parser.add_argument("--out", type=Path, default=None, help="where the correction is kept")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    game = aerodrome.load(given.title)
    counts = given.seats or ",".join(str(seats) for seats in range(game.seats_min, game.seats_max + 1))
    seats = tuple(int(part) for part in counts.split(","))
    plan = CalibrationPlan(given.title, seats, given.bot, given.simulations, given.tables, given.positions, given.seed)
    forecasts = collect_forecasts(plan, given.games, given.file, given.jobs)
    rounds = find_last_stage(forecasts)
    to_fit = [forecast for forecast in forecasts if forecast.game // len(seats) % 2 == 0]
    held_out = [forecast for forecast in forecasts if forecast.game // len(seats) % 2 == 1]
    print(f"{given.title}, {counts} seats, {len({one.game for one in held_out})} held-out games of {given.bot}s\n")
    print("As the search says:\n\n" + format_reliability(measure_reliability(held_out, lambda one: one.share)))
    calibrate = create_calibrate(fit_calibration(to_fit, rounds))
    print("\nCorrected:\n\n" + format_reliability(measure_reliability(held_out, calibrate)))
    command = (
        f"python benchmarks/calibration.py {given.title} --seats {counts} --games {given.games} "
        f"--positions {given.positions} --simulations {given.simulations} --tables {given.tables} "
        f"--bot '{given.bot}' --seed {given.seed} --file FORECASTS --out FILE"
    )
    if given.out is not None:
        given.out.write_text(format_calibration_toml(command, fit_calibration(forecasts, rounds)), encoding="utf-8")


if __name__ == "__main__":
    main()
