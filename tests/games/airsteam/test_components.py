"""Sections 0 and 1: words and components."""

from collections import Counter
from itertools import pairwise

import pytest

import aerodrome
from aerodrome.games.airsteam.components.edition import read_edition
from aerodrome.games.airsteam.model.actions import BuildDepot, FlyAirship
from aerodrome.games.airsteam.model.events import CardsRevealed, StartTokenMoved
from aerodrome.games.airsteam.model.state import GOODS
from aerodrome.games.airsteam.rules.queries import get_airship_capacity, get_diamond_rating, get_train_link_limit
from games.airsteam.table import FOOD, TEXTILES, Table, game_of

EDITION = read_edition(None)
TABLE = {"A": {"0", "1*"}, "B": {"1", "2*"}, "C": {"2", "3*"}, "D": {"3", "4**"}}
TABLE |= {"E": {"4*", "5**"}, "F": {"6**"}, "G": {"7**"}}


@pytest.mark.rule("KS-0.1", "KS-20.6")
def test_the_token_goes_clockwise_from_seat_to_seat_and_round_again() -> None:
    table = Table(seats=3, start=1).plan().on("DrawTileAndRaisePriceStep").plan().on("DrawTileAndRaisePriceStep")
    assert [event.seat for event in table.told(StartTokenMoved)] == [2, 0]


@pytest.mark.rule("KS-0.2", "KS-R18")
def test_a_link_is_the_stretch_between_two_cities_and_has_a_price_of_its_own() -> None:
    table = Table().at_action()
    table.do(0, BuildDepot(table.space("A2-A3", 0)))
    assert table.state.cash[0] == 12 - 4  # A1-A3, in the same network, holds a depot
    assert table.game.maps[3].link_ends[table.game.names.links.index("A2-A3")] == (table.city("A2"), table.city("A3"))


@pytest.mark.rule("KS-0.3")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_link_has_two_to_four_rail_spaces_in_order_from_city_to_city(seats: int) -> None:
    tables = game_of().maps[seats]
    for link in tables.links:
        a, b = tables.link_ends[link]
        chain = [tables.city_hex[a], *tables.link_spaces[link], tables.city_hex[b]]
        assert 2 <= len(tables.link_spaces[link]) <= 4
        assert all(after in tables.neighbours[before] for before, after in pairwise(chain))


@pytest.mark.rule("KS-0.4", "KS-3.3")
def test_a_round_has_four_steps_one_for_each_planned_card_in_slot_order() -> None:
    plans = [("0", "1", "2", "3"), ("3", "2", "1", "0"), ("1", "0", "3", "2")]
    table = Table().plan(*plans).on("DrawTileAndRaisePriceStep")
    shown = table.told(CardsRevealed)
    assert [event.slot for event in shown] == [0, 1, 2, 3]
    for event in shown:
        assert [table.game.card_ids[card] for card in event.cards] == [plan[event.slot] for plan in plans]


@pytest.mark.rule("KS-0.5", "KS-9.1")
def test_a_turn_is_load_move_load_action() -> None:
    table = Table(2)
    table.fly(0, table.factory_hex("FA1")).draw().plan(("3", "0", "1", "2"), ("7**", "0", "1", "2"))
    seen = []
    while table.actors[0] == 0:
        seen.append(table.step)
        if table.step == "MoveAirshipStep":
            table.do(0, FlyAirship(table.factory_hex("FB2")))
        else:
            table.plainly()
    assert seen == ["LoadOrUnloadStep", "MoveAirshipStep", "LoadOrUnloadStep", "TakeActionStep"]


@pytest.mark.rule("KS-0.6", "KS-6.2", "KS-1.9", "KS-R2")
def test_the_twelve_cards_stand_in_the_rows_of_the_order_table() -> None:
    rows: dict[str, set[str]] = {}
    for card in EDITION.card:
        rows.setdefault(card.letter, set()).add(card.id)
        assert card.id == str(card.speed) + "*" * card.diamonds
    assert rows == TABLE
    assert len(EDITION.card) == 12
    game = game_of()
    assert [game.card_letter[i] for i in range(12)] == ["ABCDEFG".index(card.letter) for card in EDITION.card]


@pytest.mark.rule("KS-0.7", "KS-0.8", "KS-12.4", "KS-13.3")
def test_the_levels_give_capacity_diamonds_and_links() -> None:
    table = Table()
    found = []
    for level in range(1, 6):
        table.levels(0, level, level)
        found.append(
            tuple(
                f(table.game, table.state, 0) for f in (get_airship_capacity, get_diamond_rating, get_train_link_limit)
            )
        )
    assert found == [(2, 2, 1), (3, 3, 2), (3, 5, 3), (5, 5, 4), (6, 6, 5)]


@pytest.mark.rule("KS-0.9", "KS-2.6", "KS-R35")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_supply_starts_with_nineteen_cubes_less_those_on_factories(seats: int) -> None:
    table = Table(seats)
    tables = table.game.maps[seats]
    made = Counter(tables.factory_good[factory] for factory in tables.factories)
    assert table.state.supply == [19 - made[good] for good in range(GOODS)]
    assert sum(table.state.cash) + table.state.bank == 0


@pytest.mark.rule("KS-0.10", "KS-21.3")
def test_tiles_go_from_the_pile_to_the_future_market_to_the_stack() -> None:
    table = Table().draw(FOOD, FOOD, TEXTILES)
    assert sum(table.state.pile) == 17
    assert table.state.market == [FOOD, FOOD, TEXTILES]
    assert table.state.stack == []
    table.plan().on("DrawTileAndRaisePriceStep")
    assert table.state.market == []
    assert table.state.stack == [FOOD, FOOD, TEXTILES]


@pytest.mark.rule("KS-1.1", "KS-R1")
def test_two_to_six_play_six_rounds_with_twenty_tiles() -> None:
    game = game_of()
    for seats in (1, 7):
        with pytest.raises(ValueError, match="2 to 6"):
            game.new(seats)
    assert [game.new(seats).seats for seats in range(2, 7)] == [2, 3, 4, 5, 6]
    assert game.rounds == 6
    assert len(EDITION.demand.tiles) == 20


@pytest.mark.rule("KS-1.2", "KS-2.2")
@pytest.mark.parametrize(("seats", "boards"), [(2, "ABC"), (3, "ABCDE"), (4, "ABCDE"), (5, "ABCDEFG"), (6, "ABCDEFG")])
def test_the_number_of_players_decides_the_boards(seats: int, boards: str) -> None:
    assert [tile.id for tile in EDITION.tile] == list("ABCDEFG")
    assert max(len(configuration.partial) for configuration in EDITION.configuration) == 6
    tables = game_of().maps[seats]
    names = game_of().names
    assert {names.cities[city][0] for city in tables.cities} == set(boards)
    assert sum(kind not in (0, 2) for kind in tables.hex_kinds) == 61 * len(boards)


@pytest.mark.rule("KS-1.3", "KS-1.6", "KS-2.1")
def test_each_seat_has_an_airship_ten_depots_and_two_ratings() -> None:
    game = game_of()
    table = Table(6)
    assert len(EDITION.team) == 6
    assert game.depots_each == 10
    assert [len(x) for x in (table.state.airship, table.state.airship_level, table.state.train_level)] == [6, 6, 6]
    assert table.state.airship_level == table.state.train_level == [1] * 6
    assert 2 * 6 + 1 == 13  # the uncoloured cubes: two ratings each and the round


@pytest.mark.rule("KS-1.4")
def test_there_are_four_tiles_of_each_colour_and_no_fifth_can_be_drawn() -> None:
    assert Counter(tile.rsplit("-")[0] for tile in EDITION.demand.tiles) == {good.id: 4 for good in EDITION.good}
    table = Table().draw(FOOD, FOOD, FOOD).plan().on("DrawTileAndRaisePriceStep").draw(FOOD)
    assert table.no(aerodrome.CHANCE, table.game.draw_demand[FOOD]) == "KS-1.4"


@pytest.mark.rule("KS-1.5")
def test_there_are_twenty_cubes_of_each_colour() -> None:
    assert [good.cubes for good in EDITION.good] == [20] * 5


@pytest.mark.rule("KS-1.7")
def test_characters_are_used_in_the_full_game_only() -> None:
    assert [len(team.character) for team in EDITION.team] == [2] * 6
    assert Table().state.character == [-1, -1, -1]
    assert -1 not in Table(people=("clint", "isaac", "otis_grady")).state.character


@pytest.mark.rule("KS-1.8", "KS-24.2")
def test_the_basic_deck_has_twelve_cards_and_the_full_deck_thirteen() -> None:
    basic = Table().draw()
    full = Table(people=("clint", "isaac", "otis_grady")).draw()
    assert len(basic.legal()) == 12
    assert len(full.legal()) == 13
    assert [full.game.card_ids[card] for card in full.game.list_all_own_cards(full.state, 0)][-1] == "5*"


@pytest.mark.rule("KS-1.10")
def test_four_cards_carry_no_diamond() -> None:
    assert {card.id for card in EDITION.card if not card.diamonds} == {"0", "1", "2", "3"}


@pytest.mark.rule("KS-1.11")
def test_both_sides_of_the_player_board_carry_the_same_figures() -> None:
    basic, full = game_of("basic"), game_of("full")
    assert (basic.capacity_by_level, basic.diamonds_by_level, basic.links_by_level) == (
        full.capacity_by_level,
        full.diamonds_by_level,
        full.links_by_level,
    )
