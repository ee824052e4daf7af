"""Laws 4 and 6 in bulk: thousands of random games of each title end, and nothing is lost on the way.

The compiled engine plays 10,000 of each title, shared among its seat counts; the plain one a few hundred.
"""

import random

import pytest

from aerodrome.cli.version import is_compiled
from aerodrome.core.random_play import play_at_random_and_count_decisions
from laws.cases import Case, cases_of, tables
from laws.test_conservation import invariants
from laws.walk import LONGEST_GAME

GAMES = 10_000 if is_compiled() else 300
BETWEEN_CHECKS = 97


@pytest.mark.slow
@pytest.mark.parametrize("case", tables(), ids=str)
def test_thousands_of_random_games_end_with_everything_accounted_for(case: Case) -> None:
    game, check = case.game, invariants(case.title)
    seat_counts = len({other.seats for other in cases_of(case.title)})
    for seed in range(GAMES // seat_counts + 1):
        rng, state, actions = random.Random(seed), game.new(case.seats), 0
        while played := play_at_random_and_count_decisions(game, state, rng, BETWEEN_CHECKS):
            actions += played
            assert actions < LONGEST_GAME, f"{case} seed={seed}: no end after {actions} actions"
            check(game, state)
        assert game.winners(state), f"{case} seed={seed}: nobody wins"
