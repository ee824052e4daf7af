"""Law 4: money, shares, cards, cubes and markers add up after every action."""

from collections.abc import Callable
from importlib import import_module
from typing import cast

import pytest

from aerodrome import Game, State
from laws.cases import Case, cases
from laws.walk import walk

Check = Callable[[Game, State], None]


def law_conservation(game: Game, seats: int, seed: int, check: Check) -> None:
    """`check(game, state)` of a title raises AssertionError when something was lost or made from nothing."""
    last = None
    for moment in walk(game, seats, seed):
        if last is not None:
            with last.looked_at():
                check(game, moment.state)
        last = moment
    assert last is not None
    with last.looked_at():
        check(game, last.state)


def invariants(title: str) -> Check:
    return cast(Check, import_module(f"games.{title}.invariants").check)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_everything_adds_up_after_every_action(case: Case) -> None:
    law_conservation(case.game, case.seats, case.seed(8), invariants(case.title))
