"""The same contract before judges from outside: PettingZoo's and OpenSpiel's own tests, for every title."""

import pyspiel
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

import aerodrome
from aerodrome.adapters import openspiel, pettingzoo
from laws.cases import Case, tables


@pytest.mark.parametrize("case", tables(), ids=str)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_accepts_the_environment(case: Case) -> None:
    api_test(pettingzoo.env(case.title, seats=case.seats), num_cycles=300)


@pytest.mark.parametrize("case", tables(), ids=str)
def test_pettingzoo_finds_that_seeds_are_obeyed(case: Case) -> None:
    seed_test(lambda: pettingzoo.env(case.title, seats=case.seats), num_cycles=100)


@pytest.mark.parametrize("title", aerodrome.titles())
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_accepts_the_parallel_environment(title: str) -> None:
    """Its tests of parallel seeds and of states look at no masks, that of rendering wants windows: none applies."""
    parallel_api_test(pettingzoo.parallel_env(title), num_cycles=150)


@pytest.mark.parametrize("title", aerodrome.titles())
def test_openspiel_plays_the_game_at_random(title: str) -> None:
    openspiel.register(title)
    low, high = aerodrome.load(title).seats_min, aerodrome.load(title).seats_max
    for seats in sorted({low, high}):
        game = pyspiel.load_game(f"aerodrome_{title}(seats={seats})")
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
