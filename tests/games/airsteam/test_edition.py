"""What an edition must hold, and how a broken one is refused."""

import re
from pathlib import Path

import pytest

import aerodrome
from aerodrome.core.actions import BadData
from aerodrome.core.edition import EditionError
from aerodrome.core.options import BadOption
from aerodrome.games.airsteam.components.edition import HOUSE, read_edition
from aerodrome.games.airsteam.components.layout import build_map_layouts
from aerodrome.games.airsteam.game import create_game

TEXT = HOUSE.read_text(encoding="utf-8")


def changed(tmp_path: Path, old: str, new: str) -> Path:
    assert old in TEXT
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rounds = 6", 'rounds = "six"', "game.rounds: expected `int`"),
        ("rounds = 6", "rounds = 7", "a tile for every draw"),
        ("steps = [4, 5, 6, 8, 10]", "steps = [4, 5, 5, 8, 10]", "market.steps: expected rising prices"),
        ('id = "chemicals"', 'id = "food"', "goods with different names"),
        ("capacity = 3\ndiamonds = 5", "capacity = 2\ndiamonds = 5", "an improvement on level 2"),
        ('id = "7**"', 'id = "6**"', "cards with different names"),
        ('id = "0"\nspeed = 0\ndiamonds = 0', 'id = "0"\nspeed = 0\ndiamonds = 1', "4 cards without a diamond"),
        ("order = 2", "order = 1", "the orders 1 to 6"),
        ('id = "isaac"', 'id = "eli"', "characters with different names"),
        ("at = [4, -4]", "at = [9, 9]", "within radius 4"),
        ("at = [4, -4]", "at = [0, 4]", "one thing per hex"),
        ("spaces = [[3, -3], [2, -2], [1, -2]]", "spaces = [[3, -3], [2, -2], [1, -3]]", "hexes next to each other"),
        ("spaces = [[3, -3], [2, -2], [1, -2]]", "spaces = [[3, -3]]", "2 to 4 rail spaces"),
        ('a = "A1", b = "A3"', 'a = "A1", b = "Z9"', "two cities of the edition"),
        ("players = [2]", "players = [2, 3]", "2 to 6, each once"),
        ("partial = [[-5, 5], [1, 9], [5, -1]]", "partial = [[0, 0]]", "hexes off the tiles"),
        ("B = [5, 4], C = [-4, 9] }\npartial", "B = [4, 4], C = [-4, 9] }\npartial", "tiles that do not overlap"),
        ('good = "food" },\n  { id = "A2"', 'good = "gold" },\n  { id = "A2"', "a good of the edition"),
        ('at = [0, 4], good = "textiles"', 'at = [0, 2], good = "textiles"', "two hexes away"),
        ("depots_per_player = 10", "depots_per_player = 10\nsurprise = 1", "unknown field"),
    ],
)
def test_a_broken_edition_is_refused_with_the_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(EditionError, match=re.escape(message)) as caught:
        read_edition(changed(tmp_path, old, new))
    assert "mine.toml" in str(caught.value)


def test_an_owners_figures_are_obeyed(tmp_path: Path) -> None:
    game = create_game(changed(tmp_path, "start_money = 12", "start_money = 30"), {}, 1, None)
    assert game.start_money[-1] == 30
    assert game.edition_hash != create_game(None, {}, 1, None).edition_hash


def test_an_unknown_rules_version_is_refused() -> None:
    with pytest.raises(BadData, match="rules version 9 is not known"):
        aerodrome.load("airsteam", rules=9)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(BadOption, match="no option 'colour'"):
        create_game(None, {"colour": "red"}, 1, None)
    with pytest.raises(BadOption, match="game"):
        create_game(None, {"game": "normal"}, 1, None)


def test_the_house_edition_has_five_cities_of_all_colours_on_each_board() -> None:
    edition = read_edition(None)
    goods = {good.id for good in edition.good}
    for tile in edition.tile:
        assert len(tile.cities) == 5
        assert {city.good for city in tile.cities} == goods
    sizes = [
        (len(layout.tile_of), len(layout.cities), len(layout.factories), len(layout.links), len(layout.partial))
        for layout in build_map_layouts(edition)
    ]
    assert sizes == [(183, 15, 5, 18, 3), (305, 25, 10, 32, 5), (427, 35, 15, 47, 6)]
