"""Law 7: the same seed and bots give the same game, in any process; nothing else is random."""

import ast
import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import aerodrome
from aerodrome import CHANCE, Game, bots
from aerodrome.core.random_play import play_at_random_and_count_decisions
from laws.cases import Case, older_tables, tables

PACKAGE = Path(aerodrome.__file__).parent


def digest(game: Game, seats: int, seed: int) -> str:
    """A hash of the final position of a random game."""
    state = game.new(seats)
    decisions = play_at_random_and_count_decisions(game, state, random.Random(seed))
    return f"{decisions} {hashlib.sha256(game.to_json(state)).hexdigest()}"


def bot_game(game: Game, seats: int, seed: int, most: int, bot: str = "greedy") -> bytes:
    """A game of one such bot among random seats, as far as `most` decisions."""
    rng = random.Random(seed)
    players = [bots.create_bot(bot if seat == 0 else "random") for seat in range(seats)]
    state = game.new(seats)
    for _ in range(most):
        actors = game.actors(state)
        if not actors:
            break
        if actors == (CHANCE,):
            game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
        else:
            game.apply(state, actors[0], bots.choose_action(players[actors[0]], game, state, actors[0], rng))
    return game.to_json(state)


def law_seeds(game: Game, seats: int, seed: int) -> None:
    before = random.getstate()
    where = f"{game.title} seats={seats} seed={seed}"
    assert digest(game, seats, seed) == digest(game, seats, seed), where
    assert bot_game(game, seats, seed, 200) == bot_game(game, seats, seed, 200), where
    assert random.getstate() == before, f"{where}: something uses the random module's own generator"


@pytest.mark.parametrize("case", [*tables(), *older_tables()], ids=str)
def test_the_same_seed_gives_the_same_game(case: Case) -> None:
    law_seeds(case.game, case.seats, case.seed(13))


def test_the_same_seed_gives_the_same_game_in_another_process() -> None:
    here = [digest(case.game, case.seats, 14) for case in tables()]
    code = (
        "from laws.cases import tables; from laws.test_seeds import digest\n"
        "for case in tables(): print(digest(case.game, case.seats, 14))"
    )
    paths = os.pathsep.join([str(Path(__file__).parent.parent), *sys.path])
    there = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "1234", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.splitlines() == here


@pytest.mark.parametrize("part", ["core", "games", "bots"])
def test_no_module_draws_from_a_generator_that_nobody_gave_it(part: str) -> None:
    offenders = [
        f"{file.relative_to(PACKAGE)}:{node.lineno}: random.{node.attr}"
        for file in sorted((PACKAGE / part).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "random"
        and node.attr != "Random"
    ]
    assert offenders == []
