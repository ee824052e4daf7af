"""Section 2: set-up."""

import pytest

import aerodrome
from aerodrome import CHANCE
from aerodrome.core.options import BadOption
from aerodrome.games.airsteam.model.actions import ChooseColour, DealColour, DrawStartPlayer, PlaceFreeDepot
from aerodrome.games.airsteam.model.events import StartDepotPlaced
from aerodrome.games.airsteam.model.state import GOODS
from games.airsteam.table import Table, game_of


@pytest.mark.rule("KS-2.3", "KS-2.14")
def test_every_factory_starts_with_one_cube_of_its_colour_and_nothing_else_lies_about() -> None:
    table = Table(5)
    tables = table.game.maps[5]
    for factory in tables.factories:
        good = tables.factory_good[factory]
        cubes = table.state.factory_cubes[factory * GOODS : (factory + 1) * GOODS]
        assert cubes == [int(other == good) for other in range(GOODS)]
    assert all(table.state.city_left[city] == 5 for city in tables.cities)
    assert table.state.market == table.state.stack == []


@pytest.mark.rule("KS-2.4")
def test_the_first_round_is_round_one() -> None:
    assert Table().state.round == 1


@pytest.mark.rule("KS-2.5", "KS-R3")
def test_every_good_starts_at_four_dollars() -> None:
    table = Table()
    assert list(table.game.view(table.state, None)["prices"].values()) == [4] * 5


@pytest.mark.rule("KS-2.7", "KS-R4", "KS-4.7")
def test_every_tile_left_is_equally_likely_and_two_are_never_drawn() -> None:
    table = Table()
    assert table.game.odds(table.state) == pytest.approx([0.2] * 5)
    table.draw(0, 0, 1).plan().on("DrawTileAndRaisePriceStep")
    assert table.game.odds(table.state) == pytest.approx([2 / 17, 3 / 17, 4 / 17, 4 / 17, 4 / 17])
    table.on("over")
    assert sum(table.state.pile) == 2


@pytest.mark.rule("KS-2.8")
def test_chance_names_the_start_player() -> None:
    game = game_of()
    state = game.new(4)
    assert game.actors(state) == (CHANCE,)
    assert game.legal(state, CHANCE) == [DrawStartPlayer(seat) for seat in range(4)]
    assert game.odds(state) == [0.25] * 4


@pytest.mark.rule("KS-2.9")
def test_starting_depots_are_placed_counter_clockwise_and_the_start_player_is_last() -> None:
    table = Table(seats=4, start=1)
    assert [event.seat for event in table.told(StartDepotPlaced)] == [0, 3, 2, 1]


@pytest.mark.rule("KS-2.10", "KS-2.12", "KS-R19")
def test_a_starting_depot_is_free_one_of_the_ten_and_the_airship_starts_on_it() -> None:
    table = Table()
    at = table.space("A1-A3", 0)
    assert table.state.airship[0] == at
    assert table.state.depot_seat[table.state.find_depot_at(at)] == 0
    assert table.state.depots_left == [9, 9, 9]
    assert table.state.cash == [12, 12, 12]


@pytest.mark.rule("KS-2.10")
def test_a_starting_depot_needs_an_empty_rail_space() -> None:
    table = Table(placed=False)
    assert table.no(2, PlaceFreeDepot(table.city_hex("A3"))) == "KS-2.10"
    assert table.no(2, PlaceFreeDepot(table.factory_hex("FA1"))) == "KS-2.10"
    table.do(2, PlaceFreeDepot(table.space("A1-A3", 1)))
    assert table.no(1, PlaceFreeDepot(table.space("A1-A3", 1))) == "KS-2.10"


@pytest.mark.rule("KS-2.11")
def test_a_starting_depot_may_not_share_a_link_with_anothers_first_depot() -> None:
    table = Table(placed=False)
    table.do(2, PlaceFreeDepot(table.space("A1-A3", 1)))
    assert table.no(1, PlaceFreeDepot(table.space("A1-A3", 0))) == "KS-2.11"
    assert PlaceFreeDepot(table.space("A1-A3", 0)) not in table.legal()
    assert PlaceFreeDepot(table.space("A2-A3", 0)) in table.legal()


@pytest.mark.rule("KS-2.13")
def test_everybody_receives_twelve_dollars() -> None:
    assert Table(6).state.cash == [12] * 6


@pytest.mark.rule("KS-2.15", "KS-R56")
def test_colours_are_drawn_in_the_full_game_and_are_all_different() -> None:
    game = game_of("full")
    state = game.new(3)
    assert game.actors(state) == (CHANCE,)
    assert game.odds(state) == pytest.approx([1 / 6] * 6)
    game.apply(state, CHANCE, DealColour(4))
    assert DealColour(4) not in game.legal(state, CHANCE)
    refusal = game.why_not(state, CHANCE, DealColour(4))
    assert refusal is not None
    assert refusal.rule == "KS-2.15"
    fixed = game_of("full", colours="by_seat")
    seated = fixed.new(3)
    assert fixed.actors(seated) == (0, 1, 2)
    assert [player["colour"] for player in fixed.view(seated, None)["players"]] == ["red", "blue", "green"]


@pytest.mark.rule("KS-2.15", "KS-R56")
def test_colours_are_chosen_seat_after_seat_where_the_table_wants_it() -> None:
    game = game_of("full", colours="by_choice")
    state = game.new(2)
    assert game.actors(state) == (0,)
    assert len(game.legal(state, 0)) == 6
    assert "order number 5" in game.choice(state, 0, ChooseColour(4)).detail
    game.apply(state, 0, ChooseColour(4))
    assert game.actors(state) == (1,)
    refusal = game.why_not(state, 1, ChooseColour(4))
    assert refusal is not None
    assert refusal.rule == "KS-2.15"
    game.apply(state, 1, ChooseColour(0))
    assert [player["colour"] for player in game.view(state, None)["players"]] == ["purple", "red"]
    assert [game.seat_name(seat) for seat in (0, 1)] == ["Player 1", "Player 2"]
    assert game.actors(state) == (0, 1)  # characters, of the own colour
    with pytest.raises(BadOption):
        aerodrome.load("airsteam", options={"game": "full", "colours": "by_choice"}, rules=1)


@pytest.mark.rule("KS-2.15")
def test_in_the_basic_game_the_colour_has_no_effect() -> None:
    table = Table(2).draw()
    assert table.game.legal(table.state, 0) == table.game.legal(table.state, 1)
