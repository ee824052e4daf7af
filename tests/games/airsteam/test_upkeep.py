"""Sections 20 and 21: upkeep and production."""

import re

import pytest

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.model.actions import GiveUpCube, PassForIncome, PayUpkeep
from aerodrome.games.airsteam.model.events import CubeDiscardedAtUpkeep, FactoriesProduced, StartTokenMoved, UpkeepPaid
from aerodrome.games.airsteam.text.names import find_nearest_city
from games.airsteam.table import CHEMICALS, FOOD, LUXURIES, MACHINERY, TEXTILES, Table


def upkeep(hold: int = 2, stored: int = 1, cash: int = 12) -> tuple[Table, int]:
    """Round 1 is at Upkeep; seat 0 has Food aboard and Machinery in its depot."""
    table = Table(2)
    home = table.state.airship[0]
    table.aboard(0, FOOD, hold).cubes(home, MACHINERY, stored).cash(0, cash)
    table.draw().plan(("0", "1", "2", "3"))
    while table.step != "UpkeepStep":
        if table.step == "TakeActionStep":
            table.cash(table.actors[0], table.state.cash[table.actors[0]] - 3)
        table.plainly()
    return table, home


@pytest.mark.rule("KS-20.1")
def test_played_and_removed_cards_return_to_the_hand() -> None:
    table = Table(2).draw().plan(("7**", "6**", "0", "1")).on("PlanCardsStep")
    assert table.state.plan == [NOBODY] * 8
    assert len(table.game.legal(table.state, 0)) == 12


@pytest.mark.rule("KS-20.2")
def test_every_cube_in_hold_and_depots_costs_a_dollar() -> None:
    table, _ = upkeep()
    table.do(0, PayUpkeep())
    assert table.state.cash[0] == 12 - 3
    assert [(e.seat, e.amount) for e in table.told(UpkeepPaid)] == [(0, 3)]
    assert table.hold(0) == (0, 2, 0, 0, 0)


@pytest.mark.rule("KS-20.3", "KS-20.4", "KS-R39")
def test_the_player_chooses_cube_by_cube_what_to_give_up() -> None:
    table, home = upkeep()
    supply = table.state.supply[FOOD]
    assert table.legal() == [PayUpkeep(), GiveUpCube(NOBODY, FOOD), GiveUpCube(home, MACHINERY)]
    assert table.no(0, GiveUpCube(NOBODY, MACHINERY)) == "KS-20.4"
    assert table.no(0, PassForIncome()) == "KS-20.2"
    table.do(0, GiveUpCube(NOBODY, FOOD), PayUpkeep())
    assert table.hold(0) == (0, 1, 0, 0, 0)
    assert table.stored(home) == (0, 0, 0, 1, 0)
    assert table.state.cash[0] == 12 - 2
    assert table.told(CubeDiscardedAtUpkeep)[0].good == FOOD
    assert table.state.supply[FOOD] == supply + 1 - sum(
        e.count for e in table.told(FactoriesProduced) if e.good == FOOD
    )


@pytest.mark.rule("KS-20.3", "KS-R44")
def test_who_cannot_pay_must_give_up_cubes() -> None:
    table, home = upkeep(cash=2)
    assert table.state.cash[0] == 2
    assert table.no(0, PayUpkeep()) == "KS-20.3"
    assert PayUpkeep() not in table.legal()
    table.do(0, GiveUpCube(home, MACHINERY), PayUpkeep())
    assert table.state.cash[0] == 0


@pytest.mark.rule("KS-20.3")
def test_everything_may_be_given_up_and_then_nothing_is_due() -> None:
    table, home = upkeep(hold=1)
    table.do(0, GiveUpCube(NOBODY, FOOD))
    assert table.no(0, GiveUpCube(NOBODY, FOOD)) == "KS-20.4"
    table.do(0, GiveUpCube(home, MACHINERY))
    assert table.legal() == [PayUpkeep()]
    table.do(0, PayUpkeep())
    assert table.step == "DrawTileAndRaisePriceStep"
    assert table.state.cash[0] == 12


@pytest.mark.rule("KS-R39")
def test_all_choose_at_once_and_nothing_shows_before_all_have_chosen() -> None:
    table = Table(2)
    table.aboard(0, FOOD, 1).aboard(1, FOOD, 1).draw().plan().on("UpkeepStep")
    assert table.actors == (0, 1)
    before = table.game.view(table.state, 1)
    table.do(0, GiveUpCube(NOBODY, FOOD))
    assert table.game.view(table.state, 1) == before
    table.do(0, PayUpkeep())
    after = table.game.view(table.state, 1)
    assert after.pop("actors") == [1]
    before.pop("actors")
    assert after == before
    assert table.told(CubeDiscardedAtUpkeep) == []
    assert table.game.view(table.state, 0)["players"][0]["giving"] == [{"depot": None, "good": "food"}]
    table.do(1, PayUpkeep())
    assert [(e.seat, e.good) for e in table.told(CubeDiscardedAtUpkeep)] == [(0, FOOD)]


@pytest.mark.rule("KS-20.5")
def test_cubes_on_factories_and_cities_cost_nothing() -> None:
    table = Table(2).delivered("A1", 3).draw().plan().on("UpkeepStep", "DrawTileAndRaisePriceStep")
    assert table.step == "DrawTileAndRaisePriceStep"
    assert table.told(UpkeepPaid) == []


@pytest.mark.rule("KS-20.7", "KS-25.3", "KS-R40", "KS-21.6")
def test_the_last_round_has_upkeep_the_token_and_production_too() -> None:
    table = Table(2).on("over")
    assert len(table.told(StartTokenMoved)) == 6
    assert len(table.told(FactoriesProduced)) == 30
    last = Table(2)
    while last.state.round < 6 or last.step != "PlanCardsStep":
        last.plainly()
    last.aboard(0, FOOD, 2).plan().on("UpkeepStep")
    assert last.state.round == 6
    assert GiveUpCube(NOBODY, FOOD) in last.legal()


@pytest.mark.rule("KS-21.1", "KS-21.2")
def test_every_factory_makes_one_and_one_more_for_each_tile_of_its_colour() -> None:
    table = Table(2).draw(FOOD, FOOD, TEXTILES).plan().on("DrawTileAndRaisePriceStep")
    found = {name: sum(table.made(name)) - 1 for name in ("FA1", "FB1", "FB2", "FC1", "FC2")}
    assert found == {"FA1": 2, "FB1": 1, "FB2": 3, "FC1": 1, "FC2": 1}
    assert table.made("FB2")[FOOD] == 4
    food, chemicals = (
        next(table.game.describe_event(event) for event in table.told(FactoriesProduced) if event.good == good)
        for good in (FOOD, CHEMICALS)
    )
    near = table.game.city_names[find_nearest_city(table.game, table.factory_hex("FB2"))]
    assert food == f"The Food factory near {near} makes 3: 1, and 2 more for 2 Food tiles on the future market"
    assert re.fullmatch(r"The Chemicals factory near [A-Z]\w+ makes 1", chemicals)


@pytest.mark.rule("KS-21.1")
def test_the_log_says_which_of_two_factories_made_what() -> None:
    table = Table(4).draw(FOOD, CHEMICALS, CHEMICALS).plan().on("DrawTileAndRaisePriceStep")
    made = next(event for event in table.told(FactoriesProduced) if event.good == FOOD)
    assert made.count == sum(made.counts) == 4
    first, second = (table.game.city_names[find_nearest_city(table.game, hex_id)] for hex_id in made.hexes)
    told = table.game.describe_event(made)
    assert told.startswith(f"The Food factories make 2 near {first} and 2 near {second}: 1 each, and 1 more each for")
    assert table.game.describe_event(FactoriesProduced(FOOD, 2, 1)) == "The factories make 2 Food; the supply lacked 1"


@pytest.mark.rule("KS-21.3", "KS-R32")
def test_tiles_go_onto_the_stack_in_the_order_drawn() -> None:
    table = Table(2).draw(LUXURIES, FOOD, CHEMICALS).plan().on("DrawTileAndRaisePriceStep")
    table.draw(TEXTILES, TEXTILES, FOOD).plan().on("DrawTileAndRaisePriceStep")
    assert table.state.stack == [LUXURIES, FOOD, CHEMICALS, TEXTILES, TEXTILES, FOOD]
    assert table.game.view(table.state, None)["stack"][-1] == "food"


@pytest.mark.rule("KS-21.4")
def test_the_round_marker_advances() -> None:
    assert Table(2).draw().plan().on("DrawTileAndRaisePriceStep").state.round == 2


@pytest.mark.rule("KS-21.5", "KS-R35")
def test_when_the_supply_runs_out_base_cubes_come_first_in_the_order_of_the_boards() -> None:
    table = Table(3).draw(FOOD, FOOD, CHEMICALS).plan()  # Food is made at FB2 and FD1
    left = table.state.supply[FOOD]
    table.cubes(table.factory_hex("FB1"), FOOD, left - 3)
    before = [table.made(name)[FOOD] for name in ("FB2", "FD1")]
    table.on("DrawTileAndRaisePriceStep")
    after = [table.made(name)[FOOD] for name in ("FB2", "FD1")]
    assert [b - a for a, b in zip(before, after, strict=True)] == [2, 1]
    made = next(event for event in table.told(FactoriesProduced) if event.good == FOOD)
    assert (made.count, made.short) == (3, 3)
    assert table.state.supply[FOOD] == 0
