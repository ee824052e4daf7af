"""How much of who wins the deal explains: `python benchmarks/deal_share.py tingoose --deals 800 --games 4`.

Plays every deal several times: chance brings the same, and the bots, who have luck of their own (ties, bids, what they
imagine), do not do the same. What results vary more between deals than within one is the deal's. It is as much as a
review can take out as luck in a title where chance acts at the deal alone.
"""

import argparse
import random

import aerodrome
from aerodrome import CHANCE
from aerodrome.bots import create_bot
from aerodrome.bots.base import Bot, choose_action
from aerodrome.core.game import Game
from aerodrome.core.leaders import find_leaders

RESAMPLES = 400

Deal = list[list[float]]
"""For each game of a deal the share of the win of each seat."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=aerodrome.titles())
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--deals", type=int, default=800)
    parser.add_argument("--games", type=int, default=4, help="of each deal")
    parser.add_argument("--seed", type=int, default=1000)
    given = parser.parse_args()
    game, bot = aerodrome.load(given.title), create_bot(given.bot)
    deals = [
        [play_game(game, bot, given.seats, f"deal:{deal}", f"{deal}:{number}") for number in range(given.games)]
        for deal in range(given.seed, given.seed + given.deals)
    ]
    rng = random.Random("deals")
    resampled = sorted(compute_share(rng.choices(deals, k=len(deals))) for _time in range(RESAMPLES))
    low, high = resampled[int(0.025 * RESAMPLES)], resampled[int(0.975 * RESAMPLES)]
    print(f"{given.title}, {len(deals)} deals, {given.games} games of {given.bot} each: the deal explains", end=" ")
    print(f"{compute_share(deals):.1%} of the variance of results (95 % interval {low:.1%} to {high:.1%})")


def play_game(game: Game, bot: Bot, seats: int, chance_seed: str, bot_seed: str) -> list[float]:
    """The share of the win of each seat."""
    chance, rng = random.Random(chance_seed), random.Random(bot_seed)
    state = game.new(seats)
    while actors := game.actors(state):
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.pick_outcome(state, chance.random()))
        else:
            game.apply(state, who, choose_action(bot, game, state, who, rng))
    winners = find_leaders(game, state)
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


def compute_share(deals: list[Deal]) -> float:
    """The part of the variance that lies between deals, all seats together (one-way analysis of variance)."""
    games = len(deals[0])
    between = within = 0.0
    for seat in range(len(deals[0][0])):
        means = [sum(won[seat] for won in deal) / games for deal in deals]
        middle = sum(means) / len(means)
        of_means = games * sum((mean - middle) ** 2 for mean in means) / (len(deals) - 1)
        inside = sum((won[seat] - mean) ** 2 for deal, mean in zip(deals, means, strict=True) for won in deal)
        inside /= len(deals) * (games - 1)
        between += (of_means - inside) / games
        within += inside
    return between / (between + within)


if __name__ == "__main__":
    main()
