"""Section 9: loading and unloading."""

import pytest

from aerodrome.games.airsteam.model.actions import BuildDepot, FlyAirship, PassForIncome
from games.airsteam.table import CHEMICALS, FOOD, LUXURIES, MACHINERY, TEXTILES, Table, load


def at_factory(name: str = "FA1", *, airship: int = 1) -> Table:
    """Seat 0 stays on a factory with its first card and is asked to load."""
    table = Table(2)
    table.fly(0, table.factory_hex(name)).levels(0, airship=airship).draw().plan()
    assert table.asked == (0, "LoadOrUnloadStep")
    return table


def at_home() -> Table:
    """Seat 0 stays on its own depot with two Food aboard."""
    table = Table(2).aboard(0, FOOD, 2).draw().plan()
    assert table.asked == (0, "LoadOrUnloadStep")
    return table


@pytest.mark.rule("KS-9.1", "KS-R15")
def test_there_is_a_window_before_and_one_after_the_movement() -> None:
    table = Table(2)
    table.fly(0, table.factory_hex("FA1")).draw().plan(("7**", "0", "1", "2"))
    table.on("LoadOrUnloadStep", seat=0)
    table.do(0, load(textiles=1))
    assert table.asked == (0, "MoveAirshipStep")
    table.do(0, FlyAirship(table.factory_hex("FB2")))
    assert table.asked == (0, "LoadOrUnloadStep")
    table.do(0, load(textiles=1, food=1))
    assert table.asked == (0, "TakeActionStep")
    assert table.hold(0) == (0, 1, 1, 0, 0)


@pytest.mark.rule("KS-9.2")
def test_nothing_is_loaded_at_hexes_in_between() -> None:
    table = Table(2)
    tables = table.game.maps[2]
    factory = table.factory_hex("FA1")
    table.fly(0, tables.neighbour_by_direction[factory][3]).draw().plan(("2", "0", "1", "3")).on(
        "MoveAirshipStep", seat=0
    )
    table.do(0, FlyAirship(tables.neighbour_by_direction[factory][0]))
    assert table.asked == (0, "TakeActionStep")
    assert table.hold(0) == (0, 0, 0, 0, 0)


@pytest.mark.rule("KS-9.3", "KS-9.5")
def test_loading_takes_cubes_from_the_factory_up_to_the_capacity() -> None:
    table = at_factory()
    table.cubes(table.factory_hex("FA1"), TEXTILES, 3)
    assert table.no(0, load(textiles=3)) == "KS-9.5"
    assert table.no(0, load(food=1)) == "KS-9.3"
    table.do(0, load(textiles=2))
    assert table.hold(0) == (0, 0, 2, 0, 0)
    assert table.made("FA1") == (0, 0, 2, 0, 0)


@pytest.mark.rule("KS-9.3", "KS-9.4", "KS-16.2")
def test_cubes_are_unloaded_to_an_own_depot_and_loaded_from_it() -> None:
    table = at_home()
    home = table.state.airship[0]
    table.do(0, load(food=0))
    assert table.stored(home) == (0, 2, 0, 0, 0)
    again = Table(2)
    again.cubes(again.state.airship[0], FOOD, 2).draw().plan()
    again.do(0, load(food=2))
    assert again.hold(0) == (0, 2, 0, 0, 0)


@pytest.mark.rule("KS-9.4")
def test_unloading_is_possible_at_a_factory_of_any_colour() -> None:
    table = Table(2)
    table.fly(0, table.factory_hex("FA1")).aboard(0, LUXURIES, 1).draw().plan()
    table.do(0, load())
    assert table.made("FA1") == (0, 0, 1, 0, 1)


@pytest.mark.rule("KS-9.3", "KS-9.4")
def test_on_a_plain_hex_nothing_can_be_loaded_or_unloaded() -> None:
    table = Table(2)
    table.fly(0, table.hex(0, 0)).aboard(0, FOOD, 1).draw().plan()
    assert table.asked == (0, "TakeActionStep")


@pytest.mark.rule("KS-9.6")
def test_colours_may_be_mixed() -> None:
    table = at_factory()
    table.cubes(table.factory_hex("FA1"), FOOD, 1)
    table.do(0, load(textiles=1, food=1))
    assert table.hold(0) == (0, 1, 1, 0, 0)


@pytest.mark.rule("KS-9.7", "KS-R16")
def test_cubes_on_a_factory_belong_to_nobody() -> None:
    table = Table(2)
    factory = table.factory_hex("FA1")
    table.fly(0, factory).fly(1, factory).aboard(0, MACHINERY, 1).draw().plan()
    table.do(0, load())
    table.do(0, PassForIncome())
    table.do(1, load(machinery=1, textiles=1))
    assert table.hold(1) == (0, 0, 1, 1, 0)


@pytest.mark.rule("KS-9.8")
def test_anothers_depot_cannot_be_used() -> None:
    table = Table(2)
    theirs = table.state.airship[1]
    table.cubes(theirs, FOOD, 2)
    table.fly(0, theirs).aboard(0, FOOD, 1).draw().plan()
    assert table.asked == (0, "TakeActionStep")


@pytest.mark.rule("KS-9.9", "KS-R16")
def test_depots_and_factories_hold_any_number() -> None:
    table = at_factory()
    table.cubes(table.factory_hex("FA1"), TEXTILES, 12).cubes(table.factory_hex("FA1"), CHEMICALS, 9)
    table.do(0, load(textiles=1, chemicals=1))
    assert sum(table.made("FA1")) == 20


@pytest.mark.rule("KS-9.10", "KS-11.10", "KS-25.2", "KS-11.9", "KS-25.1")
def test_a_depot_may_be_built_under_the_own_airship_but_not_unloaded_to_in_that_turn() -> None:
    table = Table(2)
    at = table.space("A2-A3", 0)
    table.fly(0, at).aboard(0, FOOD, 1).draw().plan()
    assert table.asked == (0, "TakeActionStep")
    table.do(0, BuildDepot(at))
    assert table.actors == (1,)
    assert table.hold(0) == (0, 1, 0, 0, 0)
    while table.state.slot == 0 or table.actors != (0,):
        table.plainly()
    assert table.asked == (0, "LoadOrUnloadStep")  # right before the next movement it is possible


@pytest.mark.rule("KS-9.11", "KS-R55")
def test_a_window_is_one_choice_and_only_its_result_counts() -> None:
    table = Table(2)
    factory = table.factory_hex("FA1")
    table.fly(0, factory).aboard(0, FOOD, 2).cubes(factory, TEXTILES, 1).draw().plan()
    table.do(0, load(textiles=2))  # the full hold was emptied first
    assert table.hold(0) == (0, 0, 2, 0, 0)
    assert table.made("FA1") == (0, 2, 0, 0, 0)
    assert table.asked == (0, "TakeActionStep")


@pytest.mark.rule("KS-9.11")
def test_a_hold_must_be_named_in_full() -> None:
    table = at_factory()
    hold = load(textiles=1)
    assert table.no(0, type(hold)(hold.hold[:4])) == "KS-9.11"
    assert table.no(0, load(textiles=-1)) == "KS-9.11"
    assert table.no(0, PassForIncome()) == "KS-9.1"


@pytest.mark.rule("KS-R55")
def test_rails_and_factories_share_no_hex() -> None:
    for seats in (2, 3, 5):
        table = Table(seats)
        tables = table.game.maps[seats]
        assert not {tables.factory_hex[f] for f in tables.factories} & set(tables.rail_hexes)


@pytest.mark.rule("KS-R17")
def test_cubes_cannot_be_thrown_away() -> None:
    table = at_home()
    supply = list(table.state.supply)
    for action in table.legal():
        twin = table.state.clone()
        table.game.apply(twin, 0, action)
        assert twin.supply == supply


def test_few_results_are_all_listed_and_many_are_reduced_but_judged() -> None:
    table = at_factory(airship=5)
    assert len(table.legal()) == 2
    factory = table.factory_hex("FA1")
    for good in (CHEMICALS, FOOD, MACHINERY, LUXURIES):
        table.cubes(factory, good, 4)
    assert 6 < len(table.legal()) <= 30
    odd = load(chemicals=1, food=2, machinery=1)
    assert odd not in table.legal()
    table.do(0, odd)
    assert table.hold(0) == (1, 2, 0, 1, 0)


def test_no_result_is_listed_twice_when_the_hold_is_empty() -> None:
    table = at_factory(airship=5)
    for good in (FOOD, TEXTILES, MACHINERY):
        table.cubes(table.factory_hex("FA1"), good, 4)
    listed = table.legal()
    assert listed[0] == load()
    assert len(set(listed)) == len(listed)
