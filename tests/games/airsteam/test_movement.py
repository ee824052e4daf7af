"""Section 7: movement."""

import pytest

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.components.layout import distance
from aerodrome.games.airsteam.components.map_tables import Chart
from aerodrome.games.airsteam.model.actions import Adjust, Fly, UpgradeTrain
from aerodrome.games.airsteam.model.events import NoWayToFly
from games.airsteam.table import Table, game_of

GAME = game_of("full")
SPEED = {speed: GAME.kinds.index(((speed,), False)) for speed in range(8)}


def walks(chart: Chart, path: tuple[int, ...], length: int) -> set[int]:
    """Where paths of exactly this length without a repeated hex can end, by trying them all."""
    if length == 0:
        return {path[-1]} if chart.stop[path[-1]] else set()
    return {end for to in chart.near[path[-1]] if to not in path for end in walks(chart, (*path, to), length - 1)}


def moving(card: str, *rest: str) -> Table:
    table = Table(2)
    table.levels(0, airship=5).levels(1, airship=5)
    return table.draw().plan((card, *rest), ("3", "0", "1", "2")).on("Movement", seat=0)


@pytest.mark.rule("KS-7.1", "KS-7.2", "KS-7.10", "KS-R12", "KS-R57")
@pytest.mark.parametrize("speed", [1, 2, 3, 4, 5])
def test_destinations_are_the_ends_of_all_paths_of_that_length_without_a_hex_twice(speed: int) -> None:
    chart = GAME.charts[2]
    starts = [at for at in range(len(chart.stop)) if chart.stop[at]][:: 3 * speed]
    for at in starts:
        assert chart.reach(SPEED[speed], at) == walks(chart, (at,), speed)


@pytest.mark.rule("KS-R57", "KS-7.8")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_on_the_house_maps_a_card_reaches_every_stop_up_to_its_distance(seats: int) -> None:
    chart = GAME.charts[seats]
    stops = [at for at in range(len(chart.stop)) if chart.stop[at]]
    for at in stops[::7]:
        flying = {at: 0}
        ring = [at]
        for radius in range(1, 8):
            ring = [to for here in ring for to in chart.near[here] if flying.setdefault(to, radius) == radius]
            expected = {to for to, far in flying.items() if 1 <= far <= radius and chart.stop[to]}
            assert chart.reach(SPEED[radius], at) == expected


@pytest.mark.rule("KS-7.2", "KS-R12")
def test_the_start_hex_may_not_be_entered_again() -> None:
    table = moving("3", "0", "1", "2")
    assert table.no(0, Fly(table.state.airship[0])) == "KS-7.2"


@pytest.mark.rule("KS-7.3")
def test_an_airship_never_leaves_the_map() -> None:
    table = moving("1", "0", "2", "3")
    off = next(at for at, kind in enumerate(table.game.charts[2].kind) if kind == 0)
    assert table.no(0, Fly(off)) == "KS-7.3"
    assert table.no(0, Fly(-1)) == "KS-7.3"
    assert table.no(0, Fly(100_000)) == "KS-7.1"


@pytest.mark.rule("KS-7.4", "KS-R14")
def test_a_partial_hex_may_be_crossed_but_not_stopped_on() -> None:
    table = Table(2)
    partial = table.hex(1, 9)
    sides = [at for at in table.game.charts[2].near[partial] if table.game.charts[2].stop[at]]
    chart = table.game.charts[2]
    apart = [(a, b) for a in sides for b in sides if b not in chart.near[a] and a != b]
    a, b = apart[0]
    table.fly(0, a).draw().plan(("2", "0", "1", "3")).on("Movement", seat=0)
    assert table.no(0, Fly(partial)) == "KS-7.4"
    only_way = [m for m in chart.near[a] if m in chart.near[b]]
    assert partial in only_way
    assert Fly(b) in table.legal()
    beyond = [(a, b) for a, b in apart if [m for m in chart.near[a] if m in chart.near[b]] == [partial]]
    for a, b in beyond:
        assert b in chart.reach(SPEED[2], a)


@pytest.mark.rule("KS-7.5")
def test_a_city_may_be_crossed_but_not_stopped_in() -> None:
    table = Table(2)
    city = table.city_hex("A3")
    chart = table.game.charts[2]
    west, east = chart.next[city][3], chart.next[city][0]
    table.fly(0, west).draw().plan(("2", "0", "1", "3")).on("Movement", seat=0)
    assert table.no(0, Fly(city)) == "KS-7.5"
    assert Fly(east) in table.legal()
    assert city in [m for m in chart.near[west] if m in chart.near[east]]


@pytest.mark.rule("KS-7.6")
def test_nothing_on_a_hex_blocks_a_flight() -> None:
    table = Table(2)
    rival = table.state.airship[1]
    near = next(at for at in table.game.charts[2].near[rival] if table.game.charts[2].stop[at])
    table.fly(0, near).draw().plan(("1", "0", "2", "3")).on("Movement", seat=0)
    table.do(0, Fly(rival))
    assert table.state.airship[0] == table.state.airship[1]
    factory = table.factory_hex("FA1")
    assert table.game.charts[2].stop[factory]


@pytest.mark.rule("KS-7.7")
def test_a_zero_card_moves_nothing_but_loads() -> None:
    table = Table(2)
    table.fly(0, table.factory_hex("FA1")).draw().plan()
    assert table.asked == (0, "Loading")
    table.plainly()
    assert table.asked == (0, "TakeAction")
    assert table.state.airship[0] == table.factory_hex("FA1")


@pytest.mark.rule("KS-7.8", "KS-7.1")
def test_a_movement_is_neither_shorter_nor_longer_than_the_card() -> None:
    table = moving("1", "0", "2", "3")
    here = table.game.names.hexes[table.state.airship[0]]
    for action in table.legal(Fly):
        assert isinstance(action, Fly)
        assert distance(here, table.game.names.hexes[action.hex]) == 1
    two = next(
        at
        for at, stop in enumerate(table.game.charts[2].stop)
        if stop and distance(here, table.game.names.hexes[at]) == 2
    )
    assert table.no(0, Fly(two)) == "KS-7.8"


@pytest.mark.rule("KS-7.9", "KS-R13")
def test_without_a_legal_flight_the_airship_stays_loads_nothing_and_acts_in_its_place() -> None:
    table = Table(2, people=("aurelia_bayley", "otis_grady"))
    chart = table.game.charts[2]
    straight = table.card("7**S")
    stuck = [f for f in chart.factories if not chart.reach(straight, chart.factory_hex[f])]
    at = (
        chart.factory_hex[stuck[0]]
        if stuck
        else next(at for at, stop in enumerate(chart.stop) if stop and not chart.reach(straight, at))
    )
    table.fly(0, at).draw().plan(("7**S", "0", "1", "2"), ("0", "1", "2", "3"))
    table.on("TakeAction", seat=1).plainly()
    assert table.asked == (0, "TakeAction")
    assert table.state.airship[0] == at
    assert table.state.errors == 0
    assert len(table.told(NoWayToFly)) == 1


@pytest.mark.rule("KS-18.1", "KS-18.5", "KS-R37")
def test_route_adjustment_moves_one_hex_and_may_go_back_where_the_airship_came_from() -> None:
    table = moving("1", "0", "2", "3")
    origin = table.state.airship[0]
    chart = table.game.charts[2]
    to = next(action.hex for action in table.legal(Fly) if isinstance(action, Fly))
    table.do(0, Fly(to)).on("TakeAction", seat=0)
    back = chart.next[to].index(origin)
    table.do(0, Adjust(back))
    assert table.state.airship[0] == origin


@pytest.mark.rule("KS-18.2", "KS-18.5")
def test_route_adjustment_needs_a_hex_to_stop_on() -> None:
    table = Table(2).at_action()
    chart = table.game.charts[2]
    city = table.city_hex("A3")
    table.fly(0, chart.next[city][3])
    assert table.no(0, Adjust(0)) == "KS-18.2"  # into the city
    corner = table.hex(4, -3)
    table.fly(0, corner)
    off = [d for d in range(6) if chart.next[corner][d] == NOBODY]
    assert table.no(0, Adjust(off[0])) == "KS-18.2"
    assert table.no(0, Adjust(6)) == "KS-18.1"
    beside = next(m for m in chart.near[table.hex(1, 9)] if chart.stop[m])
    table.fly(0, beside)
    assert table.no(0, Adjust(chart.next[beside].index(table.hex(1, 9)))) == "KS-18.2"
    for action in table.legal(Adjust):
        assert isinstance(action, Adjust)
        assert chart.stop[chart.next[beside][action.direction]]


@pytest.mark.rule("KS-18.3", "KS-18.4", "KS-9.10")
def test_after_a_route_adjustment_one_may_load_but_not_before() -> None:
    table = Table(2).draw().plan(("1", "0", "2", "3"))
    table.on("TakeAction", seat=0)
    chart = table.game.charts[2]
    factory = table.factory_hex("FA1")
    beside = chart.near[factory][0]
    table.fly(0, beside)
    table.do(0, Adjust(chart.next[beside].index(factory)))
    assert table.asked == (0, "Loading")
    leaving = Table(2).draw().plan(("1", "0", "2", "3")).on("TakeAction", seat=0)
    leaving.fly(0, factory)
    away = next(d for d in range(6) if chart.next[factory][d] != NOBODY and chart.stop[chart.next[factory][d]])
    leaving.do(0, Adjust(away))
    assert leaving.asked[1] != "Loading"


@pytest.mark.rule("KS-10.1")
def test_the_action_comes_after_the_movement() -> None:
    table = moving("1", "0", "2", "3")
    assert table.no(0, UpgradeTrain()) == "KS-7.1"
