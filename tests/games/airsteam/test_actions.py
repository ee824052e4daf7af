"""Sections 10 to 13 and 19: actions in general, building, upgrades, passing."""

import pytest

from aerodrome.games.airsteam.model.actions import (
    BuildDepot,
    PassForIncome,
    PayUpkeep,
    ShipFromDepot,
    UpgradeAirship,
    UpgradeTrain,
)
from aerodrome.games.airsteam.model.events import AirshipUpgraded, DepotBuilt, PassedForIncome, TrainUpgraded
from games.airsteam.table import FOOD, TEXTILES, Table


@pytest.mark.rule("KS-10.1", "KS-10.2", "KS-10.4", "KS-R38")
def test_each_turn_takes_one_action_and_a_basic_game_has_twenty_four_each() -> None:
    table = Table(2).on("over")
    assert [sum(event.seat == seat for event in table.told(PassedForIncome)) for seat in (0, 1)] == [24, 24]


@pytest.mark.rule("KS-10.1")
def test_an_answer_to_another_question_is_no_action() -> None:
    table = Table(2).at_action()
    assert table.no(0, PayUpkeep()) == "KS-10.1"
    table.do(0, UpgradeTrain())
    assert table.actors == (1,)


@pytest.mark.rule("KS-10.3", "KS-R44")
def test_what_cannot_be_paid_in_cash_is_illegal() -> None:
    table = Table(2).at_action().cash(0, 1)
    assert table.no(0, UpgradeAirship()) == "KS-10.3"
    assert table.no(0, UpgradeTrain()) == "KS-10.3"
    assert table.no(0, BuildDepot(table.space("A2-A3", 0))) == "KS-10.3"
    assert table.legal(BuildDepot) == []
    table.cash(0, 3)
    assert table.legal(BuildDepot) == []
    table.cash(0, 4)
    assert BuildDepot(table.space("A2-A3", 0)) in table.legal()
    table.do(0, BuildDepot(table.space("A2-A3", 0)))
    assert table.state.cash[0] == 0


@pytest.mark.rule("KS-11.1", "KS-R22")
def test_a_depot_goes_on_any_rail_space_of_the_map() -> None:
    table = Table(2).at_action().cash(0, 100)
    tables = table.game.maps[2]
    free = {at for at in tables.rail_hexes if table.state.find_depot_at(at) == -1}
    assert {a.hex for a in table.legal(BuildDepot) if isinstance(a, BuildDepot)} == free
    assert table.no(0, BuildDepot(table.hex(0, 0))) == "KS-11.1"
    assert table.no(0, BuildDepot(table.city_hex("A3"))) == "KS-11.1"
    assert table.no(0, BuildDepot(-1)) == "KS-11.1"


@pytest.mark.rule("KS-11.2")
def test_a_rail_space_holds_one_depot_of_whatever_owner() -> None:
    table = Table(2).at_action()
    assert table.no(0, BuildDepot(table.state.depot_hex[0])) == "KS-11.2"
    assert table.no(0, BuildDepot(table.state.depot_hex[1])) == "KS-11.2"


@pytest.mark.rule("KS-11.3", "KS-R19", "KS-R23")
def test_a_player_builds_ten_depots_at_most_and_none_ever_goes() -> None:
    table = Table(2).at_action().cash(0, 1000)
    for link in ("A2-A3", "A3-A4", "A3-A5", "B1-B3", "B3-B4", "B3-B5", "C2-C3", "C3-C4", "C4-C5"):
        assert table.legal(BuildDepot)
        table.depot(0, link)
    assert table.state.depots_left[0] == 0
    assert table.no(0, BuildDepot(table.space("A4-B1", 0))) == "KS-11.3"
    assert table.legal(BuildDepot) == []
    standing = len(table.state.depot_hex)
    table.on("over")
    assert len(table.state.depot_hex) == standing


@pytest.mark.rule("KS-11.4", "KS-11.5", "KS-11.6", "KS-11.8", "KS-R21")
def test_the_first_depot_on_a_link_costs_four_the_second_seven_all_others_ten() -> None:
    table = Table(2).cash(0, 100)
    table.draw().plan()
    for number in range(3):
        table.on("TakeActionStep", seat=0)
        table.do(0, BuildDepot(table.space("B1-B3", number)))
    long = Table(2).cash(0, 100)
    for number in range(3):
        long.depot(0, "A5-C2", number)
    long.draw().plan().on("TakeActionStep", seat=0)
    long.do(0, BuildDepot(long.space("A5-C2", 3)))
    assert [event.cost for event in table.told(DepotBuilt)] == [4, 7, 10]
    assert [event.cost for event in long.told(DepotBuilt)] == [10]


@pytest.mark.rule("KS-11.7", "KS-R21", "KS-R19")
def test_depots_of_all_players_count_starting_depots_included() -> None:
    table = Table(2).at_action()
    table.do(0, BuildDepot(table.space("B2-B3", 0)))  # the rival started there
    assert table.told(DepotBuilt)[0].cost == 7
    own = Table(2).at_action()
    own.do(0, BuildDepot(own.space("A1-A3", 1)))
    assert own.told(DepotBuilt)[0].cost == 7


@pytest.mark.rule("KS-11.9", "KS-25.1")
def test_an_airship_on_the_space_does_not_prevent_building() -> None:
    table = Table(2)
    at = table.space("A2-A3", 0)
    table.at_action().fly(1, at)
    table.do(0, BuildDepot(at))
    assert table.state.find_depot_at(at) == 2


@pytest.mark.rule("KS-11.11", "KS-R20")
def test_later_depots_may_share_a_link_with_first_depots() -> None:
    table = Table(2).at_action()
    assert BuildDepot(table.space("B2-B3", 0)) in table.legal()


@pytest.mark.rule("KS-12.1", "KS-12.2", "KS-12.3", "KS-R24")
def test_an_airship_rises_one_level_for_as_many_dollars_and_is_better_at_once() -> None:
    table = Table(2).cash(0, 50).draw().plan(("1*", "2*", "0", "1"))
    for level in (2, 3, 4, 5):
        table.on("TakeActionStep", seat=0)
        table.do(0, UpgradeAirship())
        assert table.state.airship_level[0] == level
    assert [event.cost for event in table.told(AirshipUpgraded)] == [2, 3, 4, 5]
    player = table.game.view(table.state, None)["players"][0]
    assert (player["capacity"], player["diamonds"]) == (6, 6)


@pytest.mark.rule("KS-12.5", "KS-R24")
def test_there_is_no_level_after_the_last() -> None:
    table = Table(2).levels(0, airship=5, train=5).cash(0, 100).at_action()
    assert table.no(0, UpgradeAirship()) == "KS-12.5"
    assert UpgradeAirship() not in table.legal()


@pytest.mark.rule("KS-13.4", "KS-R24")
def test_there_is_no_train_after_the_last() -> None:
    table = Table(2).levels(0, airship=5, train=5).cash(0, 100).at_action()
    assert table.no(0, UpgradeTrain()) == "KS-13.4"
    assert UpgradeTrain() not in table.legal()


@pytest.mark.rule("KS-13.1", "KS-13.2")
def test_a_train_rises_one_level_for_as_many_dollars() -> None:
    table = Table(2).cash(0, 50).draw().plan()
    for _ in range(4):
        table.on("TakeActionStep", seat=0)
        table.do(0, UpgradeTrain())
    assert [(event.level, event.cost) for event in table.told(TrainUpgraded)] == [(2, 2), (3, 3), (4, 4), (5, 5)]


@pytest.mark.rule("KS-19.1")
def test_passing_brings_three_dollars() -> None:
    table = Table(2).at_action()
    table.do(0, PassForIncome())
    assert table.state.cash == [15, 12]
    assert table.state.bank == -27


@pytest.mark.rule("KS-14.11", "KS-14.1")
def test_goods_ship_from_own_depots_only() -> None:
    table = Table(2).at_action()
    theirs = table.state.airship[1]
    table.cubes(theirs, TEXTILES, 1).aboard(0, FOOD, 2)
    assert table.legal(ShipFromDepot) == []
    assert table.no(0, ShipFromDepot(theirs, TEXTILES)) == "KS-14.1"
    assert table.no(0, ShipFromDepot(table.factory_hex("FA1"), TEXTILES)) == "KS-14.1"
    assert table.no(0, ShipFromDepot(table.state.airship[0], FOOD)) == "KS-14.2"
