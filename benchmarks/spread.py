"""How big a lead says how much: `python benchmarks/spread.py airkwire --seats 3 --games 40`.

Captains play among themselves. At the start of each round the title's sense appraises the table; at the end it is known
who won. For each spread the mean log-likelihood of the winners is printed, the higher the better (blind guessing: minus
the logarithm of the number of seats), over all rounds and for each quarter of the longest game.
"""

import argparse
import random
from math import log

import aerodrome
from aerodrome import Action, Game, State
from aerodrome.bots import create_bot
from aerodrome.bots.evaluation import compute_softmax_shares
from aerodrome.lab.game_runner import play_game

Moment = tuple[int, list[float], tuple[int, ...]]
"""A round, what the seats' positions were worth, and who won in the end."""


def collect_moments(game: Game, seats: int, seed: int) -> list[Moment]:
    """One game of captains who see everything: what the table was worth at the start of each round."""
    rng = random.Random(seed)
    captain = create_bot("captain")
    found: list[tuple[int, list[float]]] = []

    def choose_action(state: State, seat: int) -> Action:
        if not found or game.round_number(state) != found[-1][0]:
            found.append((game.round_number(state), game.evaluator.evaluate(game, state)))
        return captain.choose(game, state, seat, rng)

    played = play_game(game, seats, choose_action, lambda _index: rng.random())
    winners = game.winners(played.state)
    return [(number, values, winners) for number, values in found]


def compute_log_likelihood(seen: list[Moment], spread: float) -> float:
    """Of the winners, a moment on average, if leads counted by this spread."""
    total = 0.0
    for _number, values, winners in seen:
        parts = compute_softmax_shares(values, spread)
        total += sum(log(max(1e-9, parts[seat])) for seat in winners) / len(winners)
    return total / len(seen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=aerodrome.titles())
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--games", type=int, default=40)
    given = parser.parse_args()
    game = aerodrome.load(given.title)
    seats = given.seats or game.seats_min
    seen = [moment for seed in range(given.games) for moment in collect_moments(game, seats, seed)]
    longest = max(number for number, _values, _winners in seen)
    own = game.evaluator.compute_three_to_one_lead(game, game.new(seats))
    print(f"{given.title}, {seats} seats, {given.games} games, {len(seen)} moments; blindly {-log(seats):.3f}")
    print("spread     all  " + "  ".join(f"quarter {i}" for i in range(1, 5)))
    for factor in (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0):
        spread = factor * own
        parts = [[one for one in seen if min(3, 4 * one[0] // (longest + 1)) == quarter] for quarter in range(4)]
        each = "  ".join(f"{compute_log_likelihood(part, spread):9.3f}" if part else "         " for part in parts)
        own_mark = "   the sense has this" if factor == 1.0 else ""
        print(f"{spread:8.1f} {compute_log_likelihood(seen, spread):6.3f}  {each}{own_mark}")


if __name__ == "__main__":
    main()
