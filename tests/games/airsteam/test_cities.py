"""Section 17: cities and demand."""

import pytest

from aerodrome.games.airsteam.model.actions import ChooseShipDestination, ChooseShippedCubeCount, ShipFromDepot
from aerodrome.games.airsteam.model.events import (
    CityClosed,
    CityDemandMet,
    CityTookDemandTile,
    CityWaitsForTile,
    CubesDelivered,
)
from aerodrome.games.airsteam.model.state import CLOSED, ON_TILE, PRINTED, WAITING
from games.airsteam.table import CHEMICALS, FOOD, LUXURIES, MACHINERY, TEXTILES, Table


def delivering(stack: tuple[int, ...] = ()) -> tuple[Table, int]:
    """Seat 0 is to act, next to Akron, which demands Food; these tiles are on the stack, the last one on top."""
    table = Table(2)
    for good in stack:
        table.state.pile[good] -= 1
        table.state.stack.append(good)
    return table.at_action(), table.space("A1-A3", 0)


def status(table: Table, city: str) -> tuple[int, int]:
    number = table.city(city)
    return table.state.city_state[number], table.state.city_left[number]


@pytest.mark.rule("KS-17.1")
def test_a_city_takes_only_the_colour_it_demands() -> None:
    table, depot = delivering()
    table.levels(0, train=2).depot(0, "A3-A4")
    table.cubes(depot, LUXURIES, 1).do(0, ShipFromDepot(depot, LUXURIES))
    assert ChooseShipDestination(table.city_hex("A1")) not in table.legal()
    assert table.no(0, ChooseShipDestination(table.city_hex("A1"))) == "KS-17.1"


@pytest.mark.rule("KS-17.2", "KS-17.5")
def test_a_city_takes_five_cubes_and_keeps_them_until_its_demand_is_met() -> None:
    table, depot = delivering()
    table.cubes(depot, FOOD, 4)
    supply = table.state.supply[FOOD]
    table.do(0, ShipFromDepot(depot, FOOD), ChooseShippedCubeCount(4))
    assert status(table, "A1") == (PRINTED, 1)
    assert table.state.supply[FOOD] == supply
    assert table.told(CityDemandMet) == []


@pytest.mark.rule("KS-17.3")
def test_no_more_is_shipped_than_there_is_demand() -> None:
    table, depot = delivering()
    table.cubes(depot, FOOD, 4).delivered("A1", 3)
    table.do(0, ShipFromDepot(depot, FOOD))
    assert table.legal() == [ChooseShippedCubeCount(1), ChooseShippedCubeCount(2)]
    assert table.no(0, ChooseShippedCubeCount(3)) == "KS-17.3"


@pytest.mark.rule("KS-17.4")
def test_the_shipper_collects_the_price_of_the_moment() -> None:
    table, depot = delivering()
    table.cubes(depot, FOOD, 2)
    table.state.price[FOOD] = 3
    table.do(0, ShipFromDepot(depot, FOOD), ChooseShippedCubeCount(2))
    assert table.told(CubesDelivered)[0].income == 16


@pytest.mark.rule("KS-17.6", "KS-17.7", "KS-17.8", "KS-R31", "KS-R32", "KS-R34")
def test_a_filled_city_returns_its_cubes_and_takes_the_top_tile_of_the_stack() -> None:
    table, depot = delivering((CHEMICALS, MACHINERY))
    table.cubes(depot, FOOD, 1).delivered("A1", 4)
    supply = table.state.supply[FOOD]
    table.do(0, ShipFromDepot(depot, FOOD))
    assert table.state.supply[FOOD] == supply + 5
    assert status(table, "A1") == (ON_TILE, 5)
    assert table.state.city_good[table.city("A1")] == MACHINERY
    assert table.state.stack == [CHEMICALS]
    assert [type(event) for event in table.events[-2:]] == [CityDemandMet, CityTookDemandTile]


@pytest.mark.rule("KS-17.9", "KS-R34")
def test_when_the_second_demand_is_met_the_city_closes_for_good() -> None:
    table, depot = delivering()
    city = table.city("A1")
    table.state.pile[FOOD] -= 1
    table.state.city_state[city] = ON_TILE
    table.cubes(depot, FOOD, 3).delivered("A1", 4)
    supply = table.state.supply[FOOD]
    table.do(0, ShipFromDepot(depot, FOOD))
    assert status(table, "A1") == (CLOSED, 0)
    assert table.state.supply[FOOD] == supply + 5
    assert len(table.told(CityClosed)) == 1
    table.on("TakeActionStep", seat=1).plainly()
    table.on("TakeActionStep", seat=0)
    assert table.no(0, ShipFromDepot(depot, FOOD)) == "KS-14.4"
    assert table.game.view(table.state, None)["cities"][0] == {"id": "A1", "good": None, "left": 0, "state": "closed"}


@pytest.mark.rule("KS-17.10", "KS-R33")
def test_without_tiles_a_city_waits_until_production_has_stacked_all_three() -> None:
    table, depot = delivering()
    other = table.depot(0, "A2-A3")
    table.cubes(depot, FOOD, 1).delivered("A1", 4)
    table.cubes(other, MACHINERY, 1).delivered("A2", 4)
    table.do(0, ShipFromDepot(depot, FOOD))
    assert status(table, "A1") == (WAITING, 0)
    table.on("TakeActionStep", seat=1).plainly()
    table.on("TakeActionStep", seat=0).do(0, ShipFromDepot(other, MACHINERY))
    assert table.state.waiting == [table.city("A1"), table.city("A2")]
    assert len(table.told(CityWaitsForTile)) == 2
    table.on("DrawTileAndRaisePriceStep")  # the tiles were Chemicals, Food, Textiles
    assert [(e.city, e.good) for e in table.told(CityTookDemandTile)] == [
        (table.city("A1"), TEXTILES),
        (table.city("A2"), FOOD),
    ]
    assert table.state.stack == [CHEMICALS]
    assert table.state.waiting == []


@pytest.mark.rule("KS-17.10", "KS-22.8")
def test_a_waiting_city_takes_nothing() -> None:
    table, depot = delivering()
    table.cubes(depot, FOOD, 2).delivered("A1", 4)
    table.do(0, ShipFromDepot(depot, FOOD))
    assert status(table, "A1") == (WAITING, 0)
    table.on("TakeActionStep", seat=1).plainly()
    table.on("TakeActionStep", seat=0)
    assert table.no(0, ShipFromDepot(depot, FOOD)) == "KS-14.4"


@pytest.mark.rule("KS-17.11", "KS-R32")
def test_the_new_colour_may_be_the_old_one() -> None:
    table, depot = delivering((FOOD,))
    table.cubes(depot, FOOD, 1).delivered("A1", 4)
    table.do(0, ShipFromDepot(depot, FOOD))
    assert table.state.city_good[table.city("A1")] == FOOD
    assert status(table, "A1") == (ON_TILE, 5)
