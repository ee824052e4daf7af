"""Section 7: movement."""

import pytest

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.components.layout import compute_hex_distance
from aerodrome.games.airsteam.components.map_tables import MapTables
from aerodrome.games.airsteam.model.actions import AdjustAirship, FlyAirship, UpgradeTrain
from aerodrome.games.airsteam.model.events import AirshipCannotFly
from games.airsteam.table import Table, game_of

GAME = game_of("full")
SPEED = {speed: GAME.flight_kinds.index(((speed,), False)) for speed in range(8)}


def walks(tables: MapTables, path: tuple[int, ...], length: int) -> set[int]:
    """Where paths of exactly this length without a repeated hex can end, by trying them all."""
    if length == 0:
        return {path[-1]} if tables.can_stop[path[-1]] else set()
    return {
        end for to in tables.neighbours[path[-1]] if to not in path for end in walks(tables, (*path, to), length - 1)
    }


def moving(card: str, *rest: str) -> Table:
    table = Table(2)
    table.levels(0, airship=5).levels(1, airship=5)
    return table.draw().plan((card, *rest), ("3", "0", "1", "2")).on("MoveAirshipStep", seat=0)


@pytest.mark.rule("KS-7.1", "KS-7.2", "KS-7.10", "KS-R12", "KS-R57")
@pytest.mark.parametrize("speed", [1, 2, 3, 4, 5])
def test_destinations_are_the_ends_of_all_paths_of_that_length_without_a_hex_twice(speed: int) -> None:
    tables = GAME.maps[2]
    starts = [at for at in range(len(tables.can_stop)) if tables.can_stop[at]][:: 3 * speed]
    for at in starts:
        assert tables.find_reachable_hexes(SPEED[speed], at) == walks(tables, (at,), speed)


@pytest.mark.rule("KS-R57", "KS-7.8")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_on_the_house_maps_a_card_reaches_every_stop_up_to_its_distance(seats: int) -> None:
    tables = GAME.maps[seats]
    stops = [at for at in range(len(tables.can_stop)) if tables.can_stop[at]]
    for at in stops[::7]:
        flying = {at: 0}
        ring = [at]
        for radius in range(1, 8):
            ring = [to for here in ring for to in tables.neighbours[here] if flying.setdefault(to, radius) == radius]
            expected = {to for to, far in flying.items() if 1 <= far <= radius and tables.can_stop[to]}
            assert tables.find_reachable_hexes(SPEED[radius], at) == expected


@pytest.mark.rule("KS-7.2", "KS-R12")
def test_the_start_hex_may_not_be_entered_again() -> None:
    table = moving("3", "0", "1", "2")
    assert table.no(0, FlyAirship(table.state.airship[0])) == "KS-7.2"


@pytest.mark.rule("KS-7.3")
def test_an_airship_never_leaves_the_map() -> None:
    table = moving("1", "0", "2", "3")
    off = next(at for at, kind in enumerate(table.game.maps[2].hex_kinds) if kind == 0)
    assert table.no(0, FlyAirship(off)) == "KS-7.3"
    assert table.no(0, FlyAirship(-1)) == "KS-7.3"
    assert table.no(0, FlyAirship(100_000)) == "KS-7.1"


@pytest.mark.rule("KS-7.4", "KS-R14")
def test_a_partial_hex_may_be_crossed_but_not_stopped_on() -> None:
    table = Table(2)
    partial = table.hex(1, 9)
    sides = [at for at in table.game.maps[2].neighbours[partial] if table.game.maps[2].can_stop[at]]
    tables = table.game.maps[2]
    apart = [(a, b) for a in sides for b in sides if b not in tables.neighbours[a] and a != b]
    a, b = apart[0]
    table.fly(0, a).draw().plan(("2", "0", "1", "3")).on("MoveAirshipStep", seat=0)
    assert table.no(0, FlyAirship(partial)) == "KS-7.4"
    only_way = [m for m in tables.neighbours[a] if m in tables.neighbours[b]]
    assert partial in only_way
    assert FlyAirship(b) in table.legal()
    beyond = [(a, b) for a, b in apart if [m for m in tables.neighbours[a] if m in tables.neighbours[b]] == [partial]]
    for a, b in beyond:
        assert b in tables.find_reachable_hexes(SPEED[2], a)


@pytest.mark.rule("KS-7.5")
def test_a_city_may_be_crossed_but_not_stopped_in() -> None:
    table = Table(2)
    city = table.city_hex("A3")
    tables = table.game.maps[2]
    west, east = tables.neighbour_by_direction[city][3], tables.neighbour_by_direction[city][0]
    table.fly(0, west).draw().plan(("2", "0", "1", "3")).on("MoveAirshipStep", seat=0)
    assert table.no(0, FlyAirship(city)) == "KS-7.5"
    assert FlyAirship(east) in table.legal()
    assert city in [m for m in tables.neighbours[west] if m in tables.neighbours[east]]


@pytest.mark.rule("KS-7.6")
def test_nothing_on_a_hex_blocks_a_flight() -> None:
    table = Table(2)
    rival = table.state.airship[1]
    near = next(at for at in table.game.maps[2].neighbours[rival] if table.game.maps[2].can_stop[at])
    table.fly(0, near).draw().plan(("1", "0", "2", "3")).on("MoveAirshipStep", seat=0)
    table.do(0, FlyAirship(rival))
    assert table.state.airship[0] == table.state.airship[1]
    factory = table.factory_hex("FA1")
    assert table.game.maps[2].can_stop[factory]


@pytest.mark.rule("KS-7.7")
def test_a_zero_card_moves_nothing_but_loads() -> None:
    table = Table(2)
    table.fly(0, table.factory_hex("FA1")).draw().plan()
    assert table.asked == (0, "LoadOrUnloadStep")
    table.plainly()
    assert table.asked == (0, "TakeActionStep")
    assert table.state.airship[0] == table.factory_hex("FA1")


@pytest.mark.rule("KS-7.8", "KS-7.1")
def test_a_movement_is_neither_shorter_nor_longer_than_the_card() -> None:
    table = moving("1", "0", "2", "3")
    here = table.game.names.hexes[table.state.airship[0]]
    for action in table.legal(FlyAirship):
        assert isinstance(action, FlyAirship)
        assert compute_hex_distance(here, table.game.names.hexes[action.hex]) == 1
    two = next(
        at
        for at, stop in enumerate(table.game.maps[2].can_stop)
        if stop and compute_hex_distance(here, table.game.names.hexes[at]) == 2
    )
    assert table.no(0, FlyAirship(two)) == "KS-7.8"


@pytest.mark.rule("KS-7.9", "KS-R13")
def test_without_a_legal_flight_the_airship_stays_loads_nothing_and_acts_in_its_place() -> None:
    table = Table(2, people=("aurelia_bayley", "otis_grady"))
    tables = table.game.maps[2]
    straight = table.card("7**S")
    stuck = [f for f in tables.factories if not tables.find_reachable_hexes(straight, tables.factory_hex[f])]
    at = (
        tables.factory_hex[stuck[0]]
        if stuck
        else next(
            at for at, stop in enumerate(tables.can_stop) if stop and not tables.find_reachable_hexes(straight, at)
        )
    )
    table.fly(0, at).draw().plan(("7**S", "0", "1", "2"), ("0", "1", "2", "3"))
    table.on("TakeActionStep", seat=1).plainly()
    assert table.asked == (0, "TakeActionStep")
    assert table.state.airship[0] == at
    assert table.state.errors == 0
    assert len(table.told(AirshipCannotFly)) == 1


@pytest.mark.rule("KS-18.1", "KS-18.5", "KS-R37")
def test_route_adjustment_moves_one_hex_and_may_go_back_where_the_airship_came_from() -> None:
    table = moving("1", "0", "2", "3")
    origin = table.state.airship[0]
    tables = table.game.maps[2]
    to = next(action.hex for action in table.legal(FlyAirship) if isinstance(action, FlyAirship))
    table.do(0, FlyAirship(to)).on("TakeActionStep", seat=0)
    back = tables.neighbour_by_direction[to].index(origin)
    table.do(0, AdjustAirship(back))
    assert table.state.airship[0] == origin


@pytest.mark.rule("KS-18.2", "KS-18.5")
def test_route_adjustment_needs_a_hex_to_stop_on() -> None:
    table = Table(2).at_action()
    tables = table.game.maps[2]
    city = table.city_hex("A3")
    table.fly(0, tables.neighbour_by_direction[city][3])
    assert table.no(0, AdjustAirship(0)) == "KS-18.2"  # into the city
    corner = table.hex(4, -3)
    table.fly(0, corner)
    off = [d for d in range(6) if tables.neighbour_by_direction[corner][d] == NOBODY]
    assert table.no(0, AdjustAirship(off[0])) == "KS-18.2"
    assert table.no(0, AdjustAirship(6)) == "KS-18.1"
    beside = next(m for m in tables.neighbours[table.hex(1, 9)] if tables.can_stop[m])
    table.fly(0, beside)
    assert table.no(0, AdjustAirship(tables.neighbour_by_direction[beside].index(table.hex(1, 9)))) == "KS-18.2"
    for action in table.legal(AdjustAirship):
        assert isinstance(action, AdjustAirship)
        assert tables.can_stop[tables.neighbour_by_direction[beside][action.direction]]


@pytest.mark.rule("KS-18.3", "KS-18.4", "KS-9.10")
def test_after_a_route_adjustment_one_may_load_but_not_before() -> None:
    table = Table(2).draw().plan(("1", "0", "2", "3"))
    table.on("TakeActionStep", seat=0)
    tables = table.game.maps[2]
    factory = table.factory_hex("FA1")
    beside = tables.neighbours[factory][0]
    table.fly(0, beside)
    table.do(0, AdjustAirship(tables.neighbour_by_direction[beside].index(factory)))
    assert table.asked == (0, "LoadOrUnloadStep")
    leaving = Table(2).draw().plan(("1", "0", "2", "3")).on("TakeActionStep", seat=0)
    leaving.fly(0, factory)
    away = next(
        d
        for d in range(6)
        if tables.neighbour_by_direction[factory][d] != NOBODY
        and tables.can_stop[tables.neighbour_by_direction[factory][d]]
    )
    leaving.do(0, AdjustAirship(away))
    assert leaving.asked[1] != "LoadOrUnloadStep"


@pytest.mark.rule("KS-10.1")
def test_the_action_comes_after_the_movement() -> None:
    table = moving("1", "0", "2", "3")
    assert table.no(0, UpgradeTrain()) == "KS-7.1"
