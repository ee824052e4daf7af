"""The board stands still through a whole game; nothing is cut, nothing lies over what is asked about."""

import random

import pytest

from browser.conftest import BROWSER, Visit
from browser.house import House
from browser.looking import Size, WholeGame

pytestmark = BROWSER

TITLES: dict[Size, str] = {
    (1440, 900): "tingoose",
    (1280, 720): "airsteam",
    (820, 1180): "airkwire",
    (390, 844): "airline",
    (844, 390): "tingoose",
    (720, 450): "airsteam",
}
"""One title at each size; `python -m browser.pictures` looks at all of them at all sizes in the same way."""
KINDS = 2
"""Of how many kinds of questions everything is opened; pictures do it with all."""


@pytest.mark.parametrize("size", TITLES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_whole_game_moves_cuts_and_covers_nothing(size: Size, house: House, visit: Visit) -> None:
    game = WholeGame(visit(house.url, phone=min(size) < 500), house, TITLES[size], size, lambda what: None)
    assert game.play(random.Random(3), kinds=KINDS, axes=1) > 10
    assert list(game.faults) == []
