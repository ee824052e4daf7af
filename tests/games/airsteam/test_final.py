"""Sections 22, 23 and 25: final shipping, the end, and the rulebook's own questions."""

import pytest

from aerodrome import Action
from aerodrome.games.airsteam.model.actions import (
    ChooseShipDestination,
    ChooseShippedCubeCount,
    FinishShippingOrTrack,
    PassForIncome,
    ShipFromDepot,
)
from aerodrome.games.airsteam.model.events import CubesDelivered, FinalShippingBegan, GameEnded
from aerodrome.games.airsteam.model.state import PRINTED
from aerodrome.games.airsteam.rules.routes import SHIP_FINAL, list_shippable_depots_and_goods
from aerodrome.games.airsteam.rules.state_changes import place_depot_and_get_link
from games.airsteam.table import CHEMICALS, FOOD, LUXURIES, MACHINERY, TEXTILES, Table


def final(seats: int = 2, train: int = 1, start: int = 0) -> tuple[Table, int]:
    """The last action of round 6 is over, but for seat 0's depots: fill them, then `begin`."""
    table = Table(seats, start=start)
    while (
        table.state.round < 6
        or table.step != "TakeActionStep"
        or table.state.slot < 3
        or len(table.state.step_stack) > 4
    ):
        table.plainly()
    table.levels(0, train=train).clear_factories()
    for seat in range(seats):
        table.cash(seat, 50)
    return table, table.space("A1-A3", 0)


def begin(table: Table) -> Table:
    table.plainly()
    while table.step == "UpkeepStep":
        table.do(table.actors[0], table.game.pay_upkeep)
    return table


@pytest.mark.rule("KS-22.1", "KS-22.2")
def test_cubes_in_depots_bring_four_dollars_each_and_cubes_aboard_nothing() -> None:
    table, depot = final()
    table.cubes(depot, FOOD, 3).aboard(0, FOOD, 1)
    table.state.price[FOOD] = 4
    begin(table)
    assert table.asked == (0, "FinalShipmentStep")
    cash = table.state.cash[0]
    table.do(0, ShipFromDepot(depot, FOOD), ChooseShippedCubeCount(3))
    assert table.state.cash[0] == cash + 12
    assert table.hold(0) == (0, 1, 0, 0, 0)
    assert table.step == "over"


@pytest.mark.rule("KS-22.3", "KS-22.8")
def test_only_cities_with_demand_for_that_colour_take_cubes() -> None:
    table, depot = final()
    table.cubes(depot, LUXURIES, 1)
    begin(table)
    assert table.step == "over"
    for state in (1, 3):
        table, depot = final()
        city = table.city("A1")
        if state == 1:
            table.state.waiting.append(city)
            table.state.stack.clear()
        table.state.city_left[city], table.state.city_state[city] = 0, state
        table.cubes(depot, FOOD, 1)
        assert not [a for a in _final_choices(table) if isinstance(a, ShipFromDepot)]


def _final_choices(table: Table) -> list[Action]:
    return [
        table.game.get_ship_action(at, good)
        for at, good in list_shippable_depots_and_goods(table.game, table.state, 0, SHIP_FINAL)
    ]


@pytest.mark.rule("KS-22.4", "KS-22.10", "KS-R34")
def test_one_demand_left_takes_any_number_and_nothing_fills() -> None:
    table, depot = final()
    table.cubes(depot, FOOD, 4).delivered("A1", 4)
    begin(table)
    supply = table.state.supply[FOOD]
    table.do(0, ShipFromDepot(depot, FOOD), ChooseShippedCubeCount(4))
    assert table.state.city_left[table.city("A1")] == 1
    assert table.state.city_state[table.city("A1")] == PRINTED
    assert table.state.supply[FOOD] == supply + 4
    assert sum(table.stored(depot)) == 0


@pytest.mark.rule("KS-22.5", "KS-25.4")
def test_rating_depots_and_payments_apply() -> None:
    table, depot = final(train=1)
    table.depot(1, "A3-A4")
    table.cubes(depot, LUXURIES, 2)
    begin(table)
    assert table.step == "over"
    table, depot = final(train=2)
    table.depot(1, "A3-A4")
    table.cubes(depot, LUXURIES, 2)
    begin(table)
    cash = list(table.state.cash)
    table.do(0, ShipFromDepot(depot, LUXURIES), ChooseShippedCubeCount(2))
    assert table.state.cash == [cash[0] + 8 - 2, cash[1] + 2]


@pytest.mark.rule("KS-22.6", "KS-R41")
def test_any_number_of_shipments_may_be_made() -> None:
    table, depot = final()
    table.cubes(depot, FOOD, 2).cubes(depot, TEXTILES, 1)
    begin(table)
    table.do(
        0,
        ShipFromDepot(depot, FOOD),
        ChooseShippedCubeCount(1),
        ShipFromDepot(depot, FOOD),
        ShipFromDepot(depot, TEXTILES),
    )
    assert [event.count for event in table.told(CubesDelivered)] == [1, 1, 1]
    assert table.step == "over"


@pytest.mark.rule("KS-22.7", "KS-R42")
def test_goods_cannot_be_relayed() -> None:
    table, depot = final(train=2)
    relay = table.depot(0, "A3-A4")
    table.depot(0, "A4-B1")
    table.cubes(depot, MACHINERY, 1).cubes(depot, TEXTILES, 1)
    begin(table)
    assert table.no(0, ShipFromDepot(depot, MACHINERY)) == "KS-14.8"  # to A3 no; another taker lacks a depot
    table.depot(0, "A3-A5")
    table.cubes(depot, CHEMICALS, 1)
    table.state.city_left[table.city("B3")] = 5
    table.do(0, ShipFromDepot(depot, CHEMICALS))
    assert table.stored(relay) == (0, 0, 0, 0, 0)
    table, depot = final(train=5)
    for link in ("A3-A4", "A4-B1", "B1-B3"):
        table.depot(0, link)
    table.cubes(depot, TEXTILES, 1)
    begin(table).do(0, ShipFromDepot(depot, TEXTILES))
    assert table.step == "ChooseShipDestinationStep"
    assert table.no(0, ChooseShipDestination(table.space("A3-A4", 0))) == "KS-22.7"


@pytest.mark.rule("KS-22.9")
def test_nothing_forces_a_player_to_ship() -> None:
    table, depot = final()
    table.cubes(depot, FOOD, 1)
    begin(table)
    assert table.no(0, PassForIncome()) == "KS-22.1"
    table.do(0, FinishShippingOrTrack())
    assert table.step == "over"
    assert table.told(CubesDelivered) == []


@pytest.mark.rule("KS-22.11", "KS-R41")
def test_one_after_another_in_the_order_of_ties_after_the_tokens_last_move() -> None:
    table, depot = final(seats=3)
    theirs = next(at for at, seat in zip(table.state.depot_hex, table.state.depot_seat, strict=True) if seat == 1)
    table.cubes(depot, FOOD, 2).cubes(theirs, LUXURIES, 1)
    start = table.state.start
    begin(table)
    order = table.told(FinalShippingBegan)[0].order
    first = (start + 1) % 3
    assert order == (first, (first + 1) % 3, (first + 2) % 3)
    askers = []
    while table.step != "over":
        askers.append(table.actors[0])
        table.do(table.actors[0], FinishShippingOrTrack())
    assert askers == [seat for seat in order if seat in (0, 1)]


@pytest.mark.rule("KS-23.1", "KS-23.2", "KS-R19")
def test_the_result_is_cash_and_ten_dollars_for_each_depot() -> None:
    table, depot = final()
    table.depot(0, "A3-A4")
    table.cubes(depot, MACHINERY, 5)
    begin(table)
    assert table.game.scores(table.state) == [table.state.cash[0] + 20, table.state.cash[1] + 10]
    assert [line.amount for line in table.game.score_breakdown(table.state)[0]] == [table.state.cash[0], 20]


@pytest.mark.rule("KS-23.3")
def test_the_highest_result_wins() -> None:
    table, _ = final()
    table.depot(1, "A3-A4")
    begin(table)
    assert table.game.winners(table.state) == (1,)
    assert table.told(GameEnded)[0].winners == (1,)


@pytest.mark.rule("KS-23.4")
def test_among_equals_more_depots_win() -> None:
    table, _ = final()
    begin(table)
    place_depot_and_get_link(table.game, table.state, 0, table.space("A3-A4", 0))
    table.cash(0, 40).cash(1, 50)
    assert table.game.scores(table.state) == [60, 60]
    assert table.game.winners(table.state) == (0,)


@pytest.mark.rule("KS-23.5", "KS-R43")
def test_equal_results_with_equal_depots_share_the_victory() -> None:
    table, _ = final()
    begin(table)
    table.cash(0, 44).cash(1, 44)
    assert table.game.winners(table.state) == (0, 1)


@pytest.mark.rule("KS-25.3")
def test_what_cannot_be_shipped_is_best_given_up_in_the_last_upkeep() -> None:
    table, depot = final()
    table.cubes(depot, MACHINERY, 2)
    table.plainly()
    assert table.step == "UpkeepStep"
    table.do(
        0, table.game.get_give_up_cube_action(depot, MACHINERY), table.game.get_give_up_cube_action(depot, MACHINERY)
    )
    table.do(0, table.game.pay_upkeep)
    assert table.state.cash[0] >= 50
    assert table.step == "over"
