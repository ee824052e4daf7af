"""Sections 14 to 16: what ships how far over whose links. Networks lie on the boards A and B."""

import pytest

from aerodrome.games.airsteam.model.actions import (
    BuildDepot,
    ChooseFeeSplit,
    ChooseShipDestination,
    ChooseShippedCubeCount,
    PassForIncome,
    ShipFromDepot,
)
from aerodrome.games.airsteam.model.events import CubesDelivered, CubesForwardedToDepot, LinkFeePaid
from aerodrome.games.airsteam.rules.queries import find_link_at
from aerodrome.games.airsteam.rules.routes import SHIP_BY_ACTION, find_destinations_with_max_cubes, list_fee_splits
from games.airsteam.table import CHEMICALS, FOOD, LUXURIES, MACHINERY, TEXTILES, Table


def shipping(seats: int = 2, train: int = 1) -> tuple[Table, int]:
    """Seat 0 is to act; its depot stands on Akron-Atlanta."""
    table = Table(seats).levels(0, train=train).at_action()
    return table, table.space("A1-A3", 0)


def goals(table: Table, depot: int, good: int) -> set[str]:
    """Cities by name, own depots by their link."""
    tables = table.game.maps[table.state.seats]
    found = set()
    for at, _most in find_destinations_with_max_cubes(table.game, table.state, 0, depot, good, SHIP_BY_ACTION):
        city = tables.city_at[at]
        found.add(
            table.game.names.cities[city]
            if city >= 0
            else table.game.get_link_id(find_link_at(table.game, table.state, at))
        )
    return found


@pytest.mark.rule("KS-14.1", "KS-14.2", "KS-R25", "KS-17.4")
def test_any_number_of_one_colour_goes_from_one_depot_to_one_place_and_the_rest_stays() -> None:
    table, depot = shipping()
    table.cubes(depot, FOOD, 4).cubes(depot, LUXURIES, 1)
    table.do(0, ShipFromDepot(depot, FOOD))
    assert table.step == "ChooseShippedCountStep"
    assert table.legal() == [ChooseShippedCubeCount(n) for n in (1, 2, 3, 4)]
    assert table.no(0, ChooseShippedCubeCount(0)) == "KS-14.2"
    assert table.no(0, ChooseShippedCubeCount(5)) == "KS-14.2"
    table.do(0, ChooseShippedCubeCount(3))
    assert table.stored(depot) == (0, 1, 0, 0, 1)
    assert table.state.cash[0] == 12 + 3 * 5
    assert table.actors == (1,)


@pytest.mark.rule("KS-14.3")
def test_the_destination_is_a_city_or_another_own_depot() -> None:
    table, depot = shipping(train=2)
    mine, theirs = table.depot(0, "A1-A3", 2), table.depot(1, "A2-A3")
    table.cubes(depot, TEXTILES, 1).do(0, ShipFromDepot(depot, TEXTILES))
    assert table.step == "ChooseShipDestinationStep"
    assert set(table.legal()) == {ChooseShipDestination(table.city_hex("A3")), ChooseShipDestination(mine)}
    assert table.no(0, ChooseShipDestination(theirs)) == "KS-14.3"
    assert table.no(0, ChooseShipDestination(depot)) == "KS-14.3"
    assert table.no(0, ChooseShipDestination(table.hex(0, 0))) == "KS-14.3"
    assert table.no(0, PassForIncome()) == "KS-14.3"


@pytest.mark.rule("KS-14.4", "KS-0.8")
def test_the_train_rating_limits_the_links() -> None:
    for train, reached in ((1, False), (2, True)):
        table, depot = shipping(train=train)
        table.depot(0, "A3-A4")
        table.cubes(depot, LUXURIES, 1)
        assert ("A4" in goals(table, depot, LUXURIES)) == reached
    table, depot = shipping()
    table.depot(0, "A3-A4")
    table.cubes(depot, LUXURIES, 1)
    assert table.no(0, ShipFromDepot(depot, LUXURIES)) == "KS-14.4"


@pytest.mark.rule("KS-14.5", "KS-R26")
def test_a_link_travelled_in_part_counts_at_both_ends() -> None:
    table, depot = shipping(train=2)
    table.depot(0, "A3-A4")
    table.depot(0, "A4-A5")
    table.cubes(depot, CHEMICALS, 1)
    assert goals(table, depot, CHEMICALS) == {"A3-A4"}  # the depot two links on is out of reach
    table.levels(0, train=3)
    assert goals(table, depot, CHEMICALS) == {"A3-A4", "A4-A5", "A5"}


@pytest.mark.rule("KS-14.6")
@pytest.mark.parametrize(("good", "city"), [(FOOD, "A1"), (TEXTILES, "A3")])
def test_a_city_at_either_end_of_the_depots_link_is_one_link_away(good: int, city: str) -> None:
    table, depot = shipping()
    table.cubes(depot, good, 1)
    assert goals(table, depot, good) == {city}


@pytest.mark.rule("KS-14.7", "KS-R26")
def test_another_own_depot_on_the_same_link_is_one_link_away() -> None:
    table, depot = shipping()
    table.depot(0, "A1-A3", 2)
    table.cubes(depot, MACHINERY, 1)
    assert goals(table, depot, MACHINERY) == {"A1-A3"}


@pytest.mark.rule("KS-14.8")
def test_every_link_of_a_route_needs_a_depot() -> None:
    table, depot = shipping(train=2)
    table.cubes(depot, LUXURIES, 1)
    assert goals(table, depot, LUXURIES) == set()
    table.depot(1, "A3-A4")
    assert goals(table, depot, LUXURIES) == {"A4"}


@pytest.mark.rule("KS-14.9")
def test_own_links_are_free() -> None:
    table, depot = shipping(train=2)
    table.depot(0, "A3-A4", 0)
    table.depot(1, "A3-A4", 1)
    table.cubes(depot, LUXURIES, 1).do(0, ShipFromDepot(depot, LUXURIES))
    table.do(0, ChooseShipDestination(table.city_hex("A4")))
    assert table.state.cash == [12 + 4, 12]
    assert table.told(LinkFeePaid) == []


@pytest.mark.rule("KS-14.10", "KS-R29")
@pytest.mark.parametrize("state", ["other colour", "waiting", "closed"])
def test_goods_pass_through_any_city(state: str) -> None:
    table, depot = shipping(train=2)
    table.depot(0, "A3-A4")
    table.cubes(depot, LUXURIES, 1)
    if state != "other colour":
        city = table.city("A3")
        table.state.city_left[city] = 0
        table.state.city_state[city] = 1 if state == "waiting" else 3
    assert "A4" in goals(table, depot, LUXURIES)


@pytest.mark.rule("KS-14.12")
def test_the_airship_need_not_be_there() -> None:
    table, depot = shipping()
    table.fly(0, table.factory_hex("FB1")).cubes(depot, FOOD, 1)
    table.do(0, ShipFromDepot(depot, FOOD))
    assert table.told(CubesDelivered)[0].count == 1


@pytest.mark.rule("KS-14.13", "KS-R30")
def test_a_route_uses_a_link_once_but_need_not_be_the_shortest() -> None:
    table, depot = shipping(train=4)
    for link in ("A3-A4", "A3-A5", "A4-A5"):
        table.depot(1, link)
    to = table.city_hex("A4")
    ways = list_fee_splits(table.game, table.state, 0, depot, to)
    assert ways == [(0, 1), (0, 2)]  # straight, or around by Austin; never back and forth
    table.depot(0, "A3-A5", 1)
    assert list_fee_splits(table.game, table.state, 0, depot, to) == [(0, 1)]


@pytest.mark.rule("KS-14.14", "KS-15.3", "KS-R27", "KS-R30")
def test_shipments_that_pay_alike_are_one_choice_and_the_shipper_chooses_the_payee() -> None:
    table, depot = shipping(seats=3, train=3)
    table.depot(1, "A3-A4", 0)
    table.depot(2, "A3-A4", 1)
    table.depot(1, "A3-A5")
    table.depot(2, "A4-A5")
    table.cubes(depot, LUXURIES, 2)
    table.do(0, ShipFromDepot(depot, LUXURIES), ChooseShippedCubeCount(2))
    assert table.step == "ChooseFeeSplitStep"
    assert table.legal() == [ChooseFeeSplit((0, 0, 1)), ChooseFeeSplit((0, 1, 0))]
    assert table.no(0, ChooseFeeSplit((0, 0, 0))) == "KS-15.3"
    assert table.game.why_not(table.state, 0, ChooseFeeSplit((0, 1, 1))) is None  # around by Austin: dearer, allowed
    table.do(0, ChooseFeeSplit((0, 0, 1)))
    assert table.state.cash == [12 + 8 - 2, 12, 12 + 2]


@pytest.mark.rule("KS-15.1", "KS-15.2", "KS-15.5", "KS-R27")
def test_a_foreign_link_costs_a_dollar_per_cube_to_its_owner_who_cannot_refuse() -> None:
    table, depot = shipping(train=2)
    table.depot(1, "A3-A4", 0)
    table.depot(1, "A3-A4", 1)  # two depots on the link: paid once all the same
    table.cubes(depot, LUXURIES, 3)
    table.do(0, ShipFromDepot(depot, LUXURIES), ChooseShippedCubeCount(3))
    assert table.state.cash == [12 + 3 * 4 - 3, 12 + 3]
    assert [(e.owner, e.amount, e.from_bank) for e in table.told(LinkFeePaid)] == [(1, 3, False)]


@pytest.mark.rule("KS-15.4")
def test_two_foreign_links_of_one_owner_are_paid_twice() -> None:
    table, depot = shipping(train=3)
    table.depot(1, "A3-A4")
    table.depot(1, "A4-A5")
    table.cubes(depot, CHEMICALS, 2)
    table.do(0, ShipFromDepot(depot, CHEMICALS), ChooseShippedCubeCount(2))
    assert table.state.cash == [12 + 2 * 5 - 4, 12 + 4]


@pytest.mark.rule("KS-15.6", "KS-R28")
def test_the_sale_pays_the_fees() -> None:
    table, depot = shipping(train=2)
    table.depot(1, "A3-A4")
    table.cubes(depot, LUXURIES, 2).cash(0, 0)
    table.do(0, ShipFromDepot(depot, LUXURIES), ChooseShippedCubeCount(2))
    assert table.state.cash == [8 - 2, 12 + 2]


@pytest.mark.rule("KS-15.7", "KS-R28")
def test_to_a_depot_the_fees_are_paid_from_cash() -> None:
    table, depot = shipping(train=3)
    table.depot(1, "A3-A4")
    goal = table.depot(0, "A4-B1")
    table.cubes(depot, MACHINERY, 3).cash(0, 2)
    table.do(0, ShipFromDepot(depot, MACHINERY), ChooseShipDestination(goal))
    assert table.legal() == [ChooseShippedCubeCount(1), ChooseShippedCubeCount(2)]
    assert table.no(0, ChooseShippedCubeCount(3)) == "KS-15.7"
    table.do(0, ChooseShippedCubeCount(2))
    assert table.state.cash == [0, 12 + 2]
    broke, depot = shipping(train=3)
    broke.depot(1, "A3-A4")
    broke.depot(0, "A4-B1")
    broke.cubes(depot, FOOD, 1).cash(0, 0)
    assert goals(broke, depot, FOOD) == {"A1"}


@pytest.mark.rule("KS-16.1")
def test_cubes_shipped_to_an_own_depot_stay_there_and_bring_nothing() -> None:
    table, depot = shipping(train=2)
    goal = table.depot(0, "A3-A4")
    table.cubes(depot, MACHINERY, 2)
    table.do(0, ShipFromDepot(depot, MACHINERY), ChooseShippedCubeCount(2))
    assert table.stored(goal) == (0, 0, 0, 2, 0)
    assert table.state.cash[0] == 12
    assert len(table.told(CubesForwardedToDepot)) == 1


@pytest.mark.rule("KS-16.2")
def test_forwarded_cubes_ship_on_by_a_later_action() -> None:
    table = Table(2).levels(0, train=2)
    first, second = table.space("A1-A3", 0), table.depot(0, "A3-A4")
    table.depot(0, "A4-A5")
    table.cubes(first, CHEMICALS, 1).at_action()
    table.do(0, ShipFromDepot(first, CHEMICALS))
    assert table.stored(second)[CHEMICALS] == 1
    table.on("TakeActionStep", seat=1).plainly()
    table.on("TakeActionStep", seat=0)
    table.do(
        0,
        ShipFromDepot(second, CHEMICALS),
        *([ChooseShipDestination(table.city_hex("A5"))] if table.step == "ChooseShipDestinationStep" else []),
    )
    if table.step == "ChooseShipDestinationStep":
        table.do(0, ChooseShipDestination(table.city_hex("A5")))
    assert table.told(CubesDelivered)[0].city == table.city("A5")


# The rulebook's examples: from one depot, one to three links, a gap, another player's link, an own depot.


@pytest.fixture
def example() -> tuple[Table, int]:
    """Depot on Akron-Atlanta; own links on to Austin and Augusta; the rival's on to Baltimore; none to Albany."""
    table, depot = shipping(train=3)
    table.depot(0, "A3-A4")
    table.depot(0, "A3-A5")
    table.depot(1, "A4-B1")
    return table, depot


@pytest.mark.rule("KS-14.5", "KS-R26")
def test_example_two_links_to_the_city_beyond_the_next(example: tuple[Table, int]) -> None:
    table, depot = example
    table.levels(0, train=2).cubes(depot, CHEMICALS, 2)
    assert "A5" in goals(table, depot, CHEMICALS)
    table.levels(0, train=1)
    assert "A5" not in goals(table, depot, CHEMICALS)


@pytest.mark.rule("KS-17.3")
def test_example_a_city_whose_demand_is_met_takes_nothing(example: tuple[Table, int]) -> None:
    table, depot = example
    table.cubes(depot, LUXURIES, 1).close("A4")
    table.do(0, ShipFromDepot(depot, LUXURIES))
    assert table.no(0, ChooseShipDestination(table.city_hex("A4"))) == "KS-17.3"


@pytest.mark.rule("KS-14.8", "KS-15.2")
def test_example_no_way_over_a_bare_link_but_over_anothers_for_a_dollar_a_cube(example: tuple[Table, int]) -> None:
    table, depot = example
    table.cubes(depot, MACHINERY, 1)
    assert "A2" not in goals(table, depot, MACHINERY)
    assert "B1" in goals(table, depot, MACHINERY)
    table.do(0, ShipFromDepot(depot, MACHINERY), ChooseShipDestination(table.city_hex("B1")))
    assert table.state.cash == [12 + 4 - 1, 12 + 1]


@pytest.mark.rule("KS-14.3", "KS-14.5")
def test_example_three_links_to_an_own_depot(example: tuple[Table, int]) -> None:
    table, depot = example
    goal = table.depot(0, "A4-A5")
    table.cubes(depot, FOOD, 1)
    assert "A4-A5" in goals(table, depot, FOOD)
    table.levels(0, train=2)
    assert "A4-A5" not in goals(table, depot, FOOD)
    table.levels(0, train=3).do(0, ShipFromDepot(depot, FOOD), ChooseShipDestination(goal))
    assert table.stored(goal)[FOOD] == 1


@pytest.mark.rule("KS-14.3")
def test_a_shipment_with_one_way_to_go_asks_nothing_more() -> None:
    table, depot = shipping()
    table.cubes(depot, FOOD, 1).do(0, ShipFromDepot(depot, FOOD))
    assert table.actors == (1,)
    assert BuildDepot(table.space("A2-A3", 0)) not in table.game.legal(table.state, 0)
