"""The tables of the terminal: their distances are those of the rules."""

import io
import random

import pytest
from rich.console import Console

from aerodrome import CHANCE, Record
from aerodrome.cli.board_tables import list_board_tables
from aerodrome.cli.board_tables.table import NOTHING, BoardTable, compute_hex_distance
from aerodrome.cli.board_text import build_table_renderable, format_table_as_plain_lines
from aerodrome.games.airkwire.game import Airkwire
from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.text.names import airline_name
from aerodrome.games.tingoose.game import TinGoose
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import find_reachable_city_bits

SMALL, MEDIUM = 0, 1


def play_some(title: str, actions: int) -> Record:
    record = Record.start(title, 3, seed=1)
    rng = random.Random(1)
    record.advance()
    for _ in range(actions):
        seat = record.game.actors(record.state)[0]
        record.play(seat, rng.choice(record.game.legal(record.state, seat)))
        record.advance()
    return record


def find_table(record: Record, seat: int | None, title: str) -> BoardTable:
    return next(table for table in list_board_tables(record.game, record.state, seat) if table.title == title)


def test_hexes_are_counted_as_the_rules_of_air_kwire_count_them() -> None:
    game = Record.start("airkwire", 3).game
    assert isinstance(game, Airkwire)
    places = [(city["q"], city["r"]) for city in game.board()["cities"]]
    assert [[compute_hex_distance(a, b) for b in places] for a in places] == game.distance


def test_distances_are_from_the_home_too() -> None:
    record = play_some("airkwire", 40)
    game, state = record.game, record.state
    assert isinstance(game, Airkwire)
    assert isinstance(state, AirkwireState)
    shown = {row[0]: row[4] for row in find_table(record, 0, "Cities").rows}
    flying = [airline for airline in range(state.airlines) if state.network[airline]]
    assert flying
    for city, name in enumerate(entry["name"] for entry in game.board()["cities"]):
        for airline in flying:
            served = [other for other in range(state.cities) if state.network[airline] & game.bit[other]]
            near = min(game.distance[city][other] for other in served)
            assert f"{airline_name(game, airline)} {near or 'there'}" in shown[name].split(", "), name


def test_the_plane_needed_is_the_smallest_that_reaches_the_city() -> None:
    record = play_some("tingoose", 60)
    game, state = record.game, record.state
    assert isinstance(game, TinGoose)
    assert isinstance(state, TinGooseState)
    needed = {row[0]: row[2] for row in find_table(record, 0, "Cities").rows}
    network = state.network[0]
    assert network
    for city, name in enumerate(game.cities):
        if network >> city & 1:
            expected = NOTHING
        elif find_reachable_city_bits(game, network, SMALL) >> city & 1:
            expected = "small"
        else:
            expected = "medium" if find_reachable_city_bits(game, network, MEDIUM) >> city & 1 else "large"
        assert needed[name] == expected, name


def test_the_space_ahead_is_where_the_throw_leads() -> None:
    record = play_some("airline", 40)
    game = record.game
    position = game.view(record.state, 1)["players"][1]["pos"]
    ahead = {int(row[1]): row for row in find_table(record, 1, "Ahead of you").rows}
    assert ahead[7][2] == "6 of 36"
    for space in game.board()["track"]:
        distance = (space["pos"] - position) % len(game.board()["track"])
        if distance in ahead and space["city"]:
            name = next(city["name"] for city in game.board()["cities"] if city["id"] == space["city"])
            assert ahead[distance][0] == name


@pytest.mark.parametrize("title", ["airline", "airkwire", "airsteam", "tingoose"])
def test_a_spectator_sees_tables_too(title: str) -> None:
    record = play_some(title, 30)
    assert CHANCE not in record.game.actors(record.state)
    titles = [table.title for table in list_board_tables(record.game, record.state, None)]
    assert "Players" in titles
    assert "Your cards" not in titles


def test_a_plain_line_names_each_figure_and_leaves_out_what_is_not_there() -> None:
    table = BoardTable("Cities", ["City", "Owner", "Fare"], [["Rome", "Red", "$9M"], ["Lima", NOTHING, NOTHING]])
    assert format_table_as_plain_lines(table) == ["Cities:", "  Rome: Owner Red; Fare $9M", "  Lima"]


def test_columns_that_do_not_fit_become_lines() -> None:
    table = BoardTable("Cities", ["City", "Owner", "Fare"], [["Casablanca", "Yellow", "$9M"]])
    printed = {}
    for width in (40, 15):
        console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
        console.print(build_table_renderable(table, plain=False))
        assert isinstance(console.file, io.StringIO)
        printed[width] = console.file.getvalue()
    assert "─" in printed[40]
    assert "Casablanca" in printed[40]
    assert "─" not in printed[15]
    assert "Casablanca:" in printed[15]
