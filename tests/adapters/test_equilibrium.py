"""Exact work on a miniature: the whole tree, an equilibrium, and what outside solvers make of the same game."""

from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr

import aerodrome
from aerodrome.adapters import openspiel
from aerodrome.lab.equilibrium import (
    CfrSolver,
    Policy,
    build_uniform_policy,
    compute_exploitability,
    compute_values_by_seat,
)
from aerodrome.lab.game_tree import GameTree, TreeTooLargeError

UNIFORM = 0.5277777777777777
"""As OpenSpiel's `exploitability.exploitability` finds it for the same game; it takes too long for every run."""


@pytest.fixture(scope="module")
def tree() -> GameTree:
    return GameTree(aerodrome.load("airkwire", "miniature", {"round_limit": 1}))


def test_the_tree_is_small_and_has_hidden_hands(tree: GameTree) -> None:
    assert tree.seats == 2
    assert tree.node_count < 5_000
    assert 2 * len(tree.informations) < tree.node_count


def test_exploitability_is_what_openspiel_finds(tree: GameTree) -> None:
    assert compute_exploitability(tree, build_uniform_policy(tree)) == pytest.approx(UNIFORM)


def test_cfr_comes_close_to_an_equilibrium(tree: GameTree) -> None:
    solver = CfrSolver(tree)
    found = []
    for _times in range(3):
        solver.run(10)
        found.append(compute_exploitability(tree, solver.get_average_policy()))
    assert UNIFORM > found[0] > found[1] > found[2] >= 0.0
    assert found[2] < 0.003
    assert compute_values_by_seat(tree, solver.get_average_policy()) == pytest.approx([0.0, 0.0], abs=1e-3)


def test_sampling_of_openspiel_comes_closer_too(tree: GameTree) -> None:
    openspiel.register("airkwire")
    game = pyspiel.load_game('aerodrome_airkwire(seats=2,edition=miniature,options={"round_limit": 1})')
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _step in range(60):
        solver.iteration()
    assert compute_exploitability(tree, read_average_policy(tree, solver)) < 0.6 * UNIFORM


def read_average_policy(tree: GameTree, solver: Any) -> Policy:
    """By the information states' strings, which must be the tree's."""
    policy = build_uniform_policy(tree)
    known = solver.average_policy()._infostates
    for number, one in enumerate(tree.informations):
        if one.key in known:
            weights = known[one.key][1]
            policy[number] = [float(weight) for weight in weights / weights.sum()]
    assert len(known) > 50
    assert set(known) <= {one.key for one in tree.informations}
    return policy


def test_a_game_that_is_too_large_is_refused_and_until_then_it_is_told_how_far_the_walk_is() -> None:
    told: list[int] = []
    with pytest.raises(TreeTooLargeError, match="more than 1,200 positions"):
        GameTree(aerodrome.load("airkwire", "miniature"), max_nodes=1200, report=told.append)
    assert told == [500, 1000]


def test_a_game_that_is_too_long_to_be_walked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = aerodrome.load("airkwire", "miniature", {"round_limit": 1})

    def recurse_without_end(*_arguments: object) -> None:
        raise RecursionError

    monkeypatch.setattr(GameTree, "_build_node", recurse_without_end)
    with pytest.raises(TreeTooLargeError, match="too long to walk"):
        GameTree(game)
