"""Section 24: the Full Game. Characters and special cards."""

import random
from itertools import pairwise
from typing import Any

import pytest

from aerodrome import CHANCE
from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.components.edition import read_edition
from aerodrome.games.airsteam.model.actions import (
    AdjustAirship,
    BeginRailLine,
    BuildDepot,
    ChooseCharacter,
    ChooseShipDestination,
    ChooseShippedCubeCount,
    ConvertCube,
    ConvertIntoGood,
    DealColour,
    DeclineOffer,
    FinishShippingOrTrack,
    FlyAirship,
    GiveUpCube,
    LayTrackTile,
    PassForIncome,
    PayUpkeep,
    PlaceFreeDepot,
    ShipFromDepot,
    SwapRevealedCard,
    UpgradeAirship,
    UpgradeTrain,
)
from aerodrome.games.airsteam.model.events import (
    CharacterChosen,
    CubeConverted,
    CubeSacrificed,
    CubesDelivered,
    DepotBuilt,
    FinalShippingBegan,
    MovementError,
    PassedForIncome,
    RailLineLaid,
    RevealedCardSwapped,
    StartDepotPlaced,
    StartTokenMoved,
    TurnOrderSet,
    UpkeepPaid,
)
from aerodrome.games.airsteam.rules.queries import get_airship_capacity
from games.airsteam.table import CHEMICALS, FOOD, LUXURIES, MACHINERY, STILL, TEXTILES, Table, game_of

TEAMS = {team.colour: team for team in read_edition(None).team}


def acting(*people: str, seat: int = 0) -> Table:
    return Table(len(people), people=people).at_action(seat)


@pytest.mark.rule("KS-24.1", "KS-R47")
def test_each_chooses_one_of_the_two_characters_of_the_own_colour_all_at_once() -> None:
    game = game_of("full")
    state = game.new(2)
    game.apply(state, CHANCE, DealColour(5))
    game.apply(state, CHANCE, DealColour(0))
    assert game.actors(state) == (0, 1)
    assert game.legal(state, 0) == [ChooseCharacter(10), ChooseCharacter(11)]
    refusal = game.why_not(state, 0, ChooseCharacter(0))
    assert refusal is not None
    assert refusal.rule == "KS-24.1"
    game.apply(state, 1, ChooseCharacter(1))
    assert game.view(state, 0)["players"][1]["character"] is None
    assert game.view(state, 1)["players"][1]["character"] == "reginald_kain"
    events: list[object] = []
    game.apply(state, 0, ChooseCharacter(11), events.append)
    assert [e.character for e in events if isinstance(e, CharacterChosen)] == [11, 1]
    assert game.view(state, 0)["players"][1]["character"] == "reginald_kain"
    assert type(state.step_stack[-1]).__name__ == "PlaceStartDepotStep"


@pytest.mark.rule("KS-24.2")
def test_the_thirteenth_card_is_the_colours_own() -> None:
    table = Table(2, people=("clint", "victor_blane")).draw()
    own = {team.special_card.id for team in TEAMS.values()}
    decks = [
        {table.game.card_ids[card] for card in table.game.list_all_own_cards(table.state, seat)} & own
        for seat in (0, 1)
    ]
    assert decks == [{"5*"}, {"2*S"}]
    assert table.no(0, table.game.plan_card[table.card("2*S")]) == "KS-5.3"


@pytest.mark.rule("KS-24.3", "KS-24.6")
def test_there_is_no_token_and_all_else_goes_on_as_in_the_basic_game() -> None:
    table = Table(2, people=("clint", "victor_blane")).on("over")
    assert table.state.start == NOBODY
    assert table.told(StartTokenMoved) == []
    assert table.state.round == 6
    assert len(table.told(PassedForIncome)) == 48


@pytest.mark.rule("KS-24.4", "KS-R46")
def test_ties_errors_and_final_shipping_go_by_the_order_number() -> None:
    table = Table(3, people=("clint", "otis_grady", "harvey_golding"))
    table.draw().plan(("7**", "6**", "1", "2"), ("7**", "6**", "1", "2"), ("1", "6**", "0", "2"))
    while table.step != "DrawTileAndRaisePriceStep":
        table.plainly()
    orders = [event.order for event in table.told(TurnOrderSet)]
    assert orders[0] == (2, 1, 0)
    assert orders[1] == (2, 1, 0)  # the two errors too
    table.on("over")
    assert table.told(FinalShippingBegan)[0].order == (2, 1, 0)


@pytest.mark.rule("KS-24.5", "KS-R46")
def test_starting_depots_are_placed_from_the_highest_order_number_down() -> None:
    table = Table(3, people=("harvey_golding", "clint", "otis_grady"))
    assert [event.seat for event in table.told(StartDepotPlaced)] == [1, 2, 0]


@pytest.mark.rule("KS-24.7", "KS-24.13")
def test_the_house_edition_has_these_teams_and_cards() -> None:
    cards = [(t.order, t.special_card.id, t.special_card.letter) for t in TEAMS.values()]
    assert cards == [(1, "0*A", "A"), (2, "7**S", "G"), (3, "2*S", "B"), (4, "4", "F"), (5, "X*", "C"), (6, "5*", "E")]
    figures = {t.special_card.id: (t.special_card.speed, t.special_card.diamonds) for t in TEAMS.values()}
    assert figures == {"0*A": (0, 1), "7**S": (7, 2), "2*S": (2, 1), "4": (4, 0), "X*": (3, 1), "5*": (5, 1)}


@pytest.mark.rule("KS-24.8", "KS-R48")
def test_special_cards_obey_letter_and_diamonds() -> None:
    table = Table(3, people=("clint", "otis_grady", "cordelia_voss"))
    table.draw().plan(("5*", "0", "1", "2"), ("4", "0", "1", "2"), ("X*", "0", "1", "2"))
    assert table.told(TurnOrderSet)[0].order == (2, 0, 1)
    assert table.state.diamonds == [1, 0, 1]
    table = Table(2, people=("clint", "otis_grady")).draw().plan(("7**", "5*", "0", "1"))
    table.on("DrawTileAndRaisePriceStep")
    assert [table.game.card_ids[e.card] for e in table.told(MovementError)] == ["5*"]


@pytest.mark.rule("KS-24.9")
def test_with_an_error_the_second_action_is_lost() -> None:
    table = Table(2, people=("harvey_golding", "otis_grady"))
    table.levels(0, airship=1).draw().plan(("7**", "0*A", "1", "2"), ("0", "1", "2", "3"))
    while table.state.slot == 0:
        table.plainly()
    before = len([e for e in table.told(PassedForIncome) if e.seat == 0])
    while table.state.slot == 1:
        table.plainly()
    assert len([e for e in table.told(PassedForIncome) if e.seat == 0]) == before + 1


@pytest.mark.rule("KS-24.9")
def test_with_an_error_the_free_shipment_is_lost() -> None:
    table = Table(2, people=("victor_blane", "otis_grady"))
    table.cubes(table.state.airship[0], FOOD, 1).draw().plan(("7**", "2*S", "1", "0"))
    seen = set()
    while table.state.slot < 2:
        if table.state.slot == 1 and table.actors == (0,):
            seen.add(table.step)
        table.plainly()
    assert seen == {"TakeActionStep"}


@pytest.mark.rule("KS-24.10", "KS-R48")
def test_0a_gives_two_actions_which_may_be_of_one_kind_without_loading_between() -> None:
    table = Table(2, people=("harvey_golding", "otis_grady"))
    home = table.state.airship[0]
    table.cubes(home, MACHINERY, 1).draw().plan(("0*A", "1", "2", "3"))
    assert table.asked == (0, "LoadOrUnloadStep")
    table.plainly()
    assert table.asked == (0, "TakeActionStep")
    table.do(0, PassForIncome())
    assert table.asked == (0, "TakeActionStep")
    table.do(0, PassForIncome())
    assert table.state.cash[0] == 20 + 6
    assert table.actors == (1,)


@pytest.mark.rule("KS-24.10")
def test_0a_a_route_adjustment_as_the_first_action_brings_loading() -> None:
    table = Table(2, people=("harvey_golding", "otis_grady"))
    factory = table.factory_hex("FA1")
    tables = table.game.maps[2]
    beside = tables.neighbours[factory][0]
    table.fly(0, beside).draw().plan(("0*A", "1", "2", "3")).on("TakeActionStep", seat=0)
    table.do(0, AdjustAirship(tables.neighbour_by_direction[beside].index(factory)))
    assert table.asked == (0, "LoadOrUnloadStep")
    table.plainly()
    assert table.asked == (0, "TakeActionStep")


@pytest.mark.rule("KS-24.11", "KS-R48")
def test_7s_flies_all_seven_hexes_in_one_direction() -> None:
    table = Table(2, people=("aurelia_bayley", "otis_grady"))
    tables = table.game.maps[2]
    start = next(at for at in tables.rail_hexes if tables.find_reachable_hexes(table.card("7**S"), at))
    table.fly(0, start).draw().plan(("7**S", "0", "1", "2")).on("MoveAirshipStep", seat=0)
    q, r = table.game.names.hexes[start]
    for action in table.legal(FlyAirship):
        assert isinstance(action, FlyAirship)
        dq, dr = table.game.names.hexes[action.hex][0] - q, table.game.names.hexes[action.hex][1] - r
        assert (dq // 7, dr // 7) in {(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)}
        assert dq % 7 == dr % 7 == 0
    other = next(m for m in tables.neighbours[start] if tables.can_stop[m])
    assert table.no(0, FlyAirship(other)) == "KS-24.11"


@pytest.mark.rule("KS-24.12", "KS-R48")
def test_2s_ships_one_cube_before_the_action() -> None:
    table = Table(2, people=("victor_blane", "otis_grady"))
    home = table.space("A1-A3", 0)
    table.cubes(home, FOOD, 3).draw().plan(("2*S", "0", "1", "3"), ("7**", "0", "1", "2"))
    table.on("ShipmentWithoutActionStep")
    assert table.legal() == [DeclineOffer(), ShipFromDepot(home, FOOD)]
    assert table.no(0, PassForIncome()) == "KS-24.12"
    table.do(0, ShipFromDepot(home, FOOD))
    assert table.told(CubesDelivered)[0].count == 1
    assert table.asked == (0, "TakeActionStep")
    again = Table(2, people=("victor_blane", "otis_grady"))
    again.cubes(home, FOOD, 1).draw().plan(("2*S", "0", "1", "3"), ("7**", "0", "1", "2"))
    again.on("ShipmentWithoutActionStep").do(0, DeclineOffer())
    assert again.told(CubesDelivered) == []
    assert again.asked == (0, "TakeActionStep")


@pytest.mark.rule("KS-24.12")
def test_2s_asks_nothing_when_nothing_can_be_shipped() -> None:
    table = Table(2, people=("victor_blane", "otis_grady")).draw().plan(("2*S", "0", "1", "3"))
    table.on("MoveAirshipStep", seat=0).plainly()
    assert table.asked == (0, "TakeActionStep")


@pytest.mark.rule("KS-24.13", "KS-R48")
def test_x_flies_one_two_or_three_hexes_chosen_on_the_turn() -> None:
    table = Table(2, people=("cordelia_voss", "otis_grady")).draw().plan(("X*", "0", "1", "2"))
    table.on("MoveAirshipStep", seat=0)
    tables = table.game.maps[2]
    at = table.state.airship[0]
    kinds = [table.game.flight_kinds.index(((speed,), False)) for speed in (1, 2, 3)]
    expected = frozenset().union(*(tables.find_reachable_hexes(kind, at) for kind in kinds))
    assert {a.hex for a in table.legal() if isinstance(a, FlyAirship)} == expected


@pytest.mark.rule("KS-24.13")
def test_4_and_5_fly_their_numbers() -> None:
    game = game_of("full")
    for name, speed in (("4", 4), ("5*", 5)):
        card = game.card_ids.index(name)
        assert game.flight_kinds[card] == ((speed,), False)


# Characters


@pytest.mark.rule("KS-24.14")
def test_harvey_golding_starts_with_a_better_airship_and_twenty_dollars() -> None:
    table = Table(2, people=("harvey_golding", "otis_grady"))
    assert table.state.airship_level == [2, 1]
    assert table.state.cash == [20, 12]


@pytest.mark.rule("KS-24.15", "KS-R49")
def test_reginald_kain_places_a_second_depot_after_everybody() -> None:
    table = Table(2, people=("reginald_kain", "otis_grady"), placed=False)
    assert table.asked == (1, "PlaceStartDepotStep")
    table.do(1, PlaceFreeDepot(table.space("B2-B3", 0)))
    table.do(0, PlaceFreeDepot(table.space("A1-A3", 0)))
    assert table.asked == (0, "PlaceStartDepotStep")
    assert table.no(0, PlaceFreeDepot(table.space("B2-B3", 1))) == "KS-2.11"
    assert PlaceFreeDepot(table.space("A1-A3", 1)) in table.legal()
    table.do(0, PlaceFreeDepot(table.space("A1-A3", 1)))
    assert table.state.airship[0] == table.space("A1-A3", 0)
    assert table.state.depots_left == [8, 9]
    assert table.state.cash == [12, 12]
    assert table.state.airship_level == [2, 1]


@pytest.mark.rule("KS-24.16", "KS-R50")
def test_aurelia_bayley_converts_an_own_cube_as_her_action() -> None:
    table = acting("aurelia_bayley", "otis_grady")
    home = table.state.airship[0]
    assert table.no(0, ConvertCube()) == "KS-24.16"
    theirs = table.state.airship[1]
    table.cubes(home, FOOD, 1).cubes(theirs, LUXURIES, 1).aboard(0, MACHINERY, 1)
    table.do(0, ConvertCube())
    assert table.legal() == [GiveUpCube(NOBODY, MACHINERY), GiveUpCube(home, FOOD)]
    assert table.no(0, GiveUpCube(theirs, LUXURIES)) == "KS-24.16"
    supply = list(table.state.supply)
    table.do(0, GiveUpCube(home, FOOD))
    assert ConvertIntoGood(FOOD) not in table.legal()
    assert table.no(0, ConvertIntoGood(FOOD)) == "KS-24.16"
    table.do(0, ConvertIntoGood(CHEMICALS))
    assert table.stored(home) == (1, 0, 0, 0, 0)
    assert table.state.supply == [supply[0] - 1, supply[1] + 1, *supply[2:]]
    assert len(table.told(CubeConverted)) == 1
    assert table.actors == (1,)


@pytest.mark.rule("KS-24.16", "KS-R50")
def test_aurelia_bayley_needs_a_cube_in_the_supply() -> None:
    table = acting("aurelia_bayley", "otis_grady")
    home, far = table.state.airship[0], table.factory_hex("FB1")
    table.cubes(home, FOOD, 1)
    for good in (CHEMICALS, TEXTILES, MACHINERY):
        table.cubes(far, good, table.state.supply[good])
    table.do(0, ConvertCube(), GiveUpCube(home, FOOD))
    assert table.legal() == [ConvertIntoGood(LUXURIES)]
    assert table.no(0, ConvertIntoGood(CHEMICALS)) == "KS-R50"


@pytest.mark.rule("KS-24.16")
def test_nobody_else_converts() -> None:
    table = acting("otis_grady", "aurelia_bayley", seat=0)
    table.cubes(table.state.airship[0], FOOD, 1)
    assert table.no(0, ConvertCube()) == "KS-24.16"
    assert ConvertCube() not in table.legal()


@pytest.mark.rule("KS-24.17", "KS-R51")
def test_isaac_gives_up_a_cube_for_one_more_action_once_per_turn() -> None:
    table = acting("isaac", "otis_grady")
    home = table.state.airship[0]
    table.cubes(home, FOOD, 2).aboard(0, MACHINERY, 1)
    supply = table.state.supply[FOOD]
    table.do(0, PassForIncome())
    assert table.asked == (0, "SacrificeCubeForActionStep")
    assert table.legal() == [DeclineOffer(), GiveUpCube(NOBODY, MACHINERY), GiveUpCube(home, FOOD)]
    assert table.no(0, GiveUpCube(home, MACHINERY)) == "KS-24.17"
    table.do(0, GiveUpCube(home, FOOD))
    assert table.state.supply[FOOD] == supply + 1
    assert table.asked == (0, "TakeActionStep")
    table.do(0, UpgradeTrain())
    assert table.actors == (1,)
    assert len(table.told(CubeSacrificed)) == 1


@pytest.mark.rule("KS-24.17")
def test_isaac_may_decline_and_is_not_asked_without_cubes() -> None:
    table = acting("isaac", "otis_grady")
    table.do(0, PassForIncome())
    assert table.actors == (1,)
    table = acting("isaac", "otis_grady").aboard(0, FOOD, 1)
    table.do(0, PassForIncome(), DeclineOffer())
    assert table.actors == (1,)
    assert table.hold(0) == (0, 1, 0, 0, 0)


@pytest.fixture
def eva() -> Table:
    return Table(3, people=("eva_blane", "otis_grady", "clint")).cash(0, 30).at_action(0)


def lay(table: Table, shortest: bool = True) -> tuple[int, int, tuple[int, ...]]:
    """Lay the first line on offer, by its shortest or longest path, with the depot on its first space."""
    action = table.legal(BeginRailLine)[0]
    assert isinstance(action, BeginRailLine)
    paths = table.game.possible_lines[3][(action.first, action.last)]
    path = paths[0] if shortest else paths[-1]
    table.do(0, action)
    for at in path:
        table.do(0, LayTrackTile(at))
    if table.step == "LayNextTrackTileStep":
        table.do(0, FinishShippingOrTrack())
    table.do(0, PlaceFreeDepot(path[0]))
    return action.first, action.last, path


@pytest.mark.rule("KS-24.18", "KS-R52")
def test_eva_blane_lays_a_line_over_plain_hexes_with_a_depot_included(eva: Table) -> None:
    tables = eva.game.maps[3]
    plain = {at for at, kind in enumerate(tables.hex_kinds) if kind == 1}
    first, last, path = lay(eva)
    assert 2 <= len(path) <= 4
    assert set(path) <= plain
    assert path[0] in tables.neighbours[tables.city_hex[first]]
    assert path[-1] in tables.neighbours[tables.city_hex[last]]
    assert all(b in tables.neighbours[a] for a, b in pairwise(path))
    assert not tables.has_printed_link_between(first, last)
    assert eva.state.cash[0] == 30 - len(path)
    assert eva.state.track_tiles_left == 8 - len(path)
    assert eva.state.depots_left[0] == 8
    assert eva.told(RailLineLaid)[0].path == path
    assert eva.actors != (0,)


@pytest.mark.rule("KS-R52")
def test_a_line_is_seen_by_all_while_it_is_laid(eva: Table) -> None:
    def seen() -> Any:
        return eva.game.view(eva.state, 1)["laying"]

    action = eva.legal(BeginRailLine)[0]
    assert isinstance(action, BeginRailLine)
    path = eva.game.possible_lines[3][(action.first, action.last)][0]
    assert seen() is None
    eva.do(0, action)
    assert seen()["hexes"] == []
    eva.do(0, LayTrackTile(path[0]))
    first, last = (eva.game.names.cities[city] for city in (action.first, action.last))
    assert (seen()["first"], seen()["last"], len(seen()["hexes"])) == (first, last, 1)
    for at in path[1:]:
        eva.do(0, LayTrackTile(at))
    assert len(seen()["hexes"]) == len(path)
    assert "on space 2 of the line" in eva.game.say(eva.state, 0, PlaceFreeDepot(path[1]))


@pytest.mark.rule("KS-24.18", "KS-R52")
def test_a_laid_line_is_a_link_for_everybody_with_one_depot(eva: Table) -> None:
    first, last, path = lay(eva)
    eva.on("TakeActionStep", seat=1).cash(1, 10)
    assert BuildDepot(path[1]) in eva.legal()
    eva.do(1, BuildDepot(path[1]))
    assert eva.told(DepotBuilt)[0].cost == 7
    city = eva.city_hex(eva.game.names.cities[last])
    good = eva.state.city_good[last]
    eva.cubes(path[0], good, 1).on("TakeActionStep", seat=2).plainly()
    eva.on("TakeActionStep", seat=0)
    eva.do(0, ShipFromDepot(path[0], good))
    if eva.step == "ChooseShipDestinationStep":
        eva.do(0, ChooseShipDestination(city))
    assert eva.told(CubesDelivered)[0].city == last
    assert eva.game.view(eva.state, None)["lines"][0]["first"] == eva.game.names.cities[first]


@pytest.mark.rule("KS-R52")
def test_a_line_needs_two_cities_without_a_link_money_a_token_and_track(eva: Table) -> None:
    a, b = eva.city("A1"), eva.city("A3")
    assert eva.no(0, BeginRailLine(a, b)) == "KS-24.18"
    assert eva.no(0, BeginRailLine(-1, 5)) == "KS-24.18"
    assert eva.legal(BeginRailLine)
    for state_of in ("cash", "track", "token"):
        table = Table(3, people=("eva_blane", "otis_grady", "clint")).at_action(0)
        action = table.legal(BeginRailLine)[0]
        if state_of == "cash":
            table.cash(0, 1)
        elif state_of == "track":
            table.state.track_tiles_left = 1
        else:
            table.state.depots_left[0] = 0
        assert table.game.violated_rule(table.state, 0, action) == ("KS-11.3" if state_of == "token" else "KS-24.18")
        assert table.game.legal(table.state, 0) != []
        assert action not in table.game.legal(table.state, 0)


@pytest.mark.rule("KS-R52")
def test_track_is_laid_only_along_a_line_that_can_be_finished(eva: Table) -> None:
    eva.do(0, eva.legal(BeginRailLine)[0])
    assert eva.step == "LayNextTrackTileStep"
    assert eva.no(0, LayTrackTile(eva.space("A1-A3", 1))) == "KS-R52"
    assert eva.no(0, FinishShippingOrTrack()) == "KS-R52"
    first = eva.legal()[0]
    eva.do(0, first)
    while eva.step == "LayNextTrackTileStep":
        eva.plainly()
    assert eva.no(0, PlaceFreeDepot(eva.space("A1-A3", 1))) == "KS-R52"
    assert eva.state.laid_hex == []  # laid with its depot, not before


@pytest.mark.rule("KS-R52")
def test_two_cities_are_joined_by_one_laid_line_only_and_hexes_are_used_once(eva: Table) -> None:
    first, last, path = lay(eva)
    eva.on("TakeActionStep", seat=1).plainly()
    eva.on("TakeActionStep", seat=2).plainly()
    eva.on("TakeActionStep", seat=0)
    assert eva.no(0, BeginRailLine(first, last)) == "KS-24.18"
    assert BeginRailLine(first, last) not in eva.legal()
    for action in eva.legal(BeginRailLine):
        assert isinstance(action, BeginRailLine)
        twin = eva.twin()
        twin.do(0, action)
        while twin.step == "LayNextTrackTileStep":
            assert not {a.hex for a in twin.legal() if isinstance(a, LayTrackTile)} & set(path)
            twin.plainly()


@pytest.mark.rule("KS-24.18", "KS-24.19")
def test_the_blanes_start_with_a_better_train_and_only_eva_lays_lines() -> None:
    table = Table(2, people=("victor_blane", "clint")).at_action()
    assert table.state.train_level == [2, 1]
    assert Table(2, people=("eva_blane", "clint")).state.train_level == [2, 1]
    assert table.legal(BeginRailLine) == []
    some = next(iter(table.game.possible_lines[2]))
    assert table.no(0, BeginRailLine(*some)) == "KS-24.18"


@pytest.mark.rule("KS-24.19")
def test_victor_blane_builds_a_dollar_cheaper() -> None:
    table = Table(2, people=("victor_blane", "clint")).cash(0, 3).at_action()
    table.do(0, BuildDepot(table.space("A2-A3", 0)))
    assert table.told(DepotBuilt)[0].cost == 3
    dear = Table(2, people=("victor_blane", "clint")).cash(0, 6).at_action()
    assert BuildDepot(dear.space("B2-B3", 0)) in dear.legal()


@pytest.mark.rule("KS-24.20")
def test_mabel_thorne_pays_upkeep_for_her_hold_only() -> None:
    table = Table(2, people=("mabel_thorne", "clint"))
    home = table.state.airship[0]
    table.cubes(home, FOOD, 3).aboard(0, FOOD, 1).draw().plan().on("UpkeepStep")
    assert table.no(0, GiveUpCube(home, FOOD)) == "KS-24.20"
    assert table.legal() == [PayUpkeep(), GiveUpCube(NOBODY, FOOD)]
    table.do(0, PayUpkeep())
    assert table.told(UpkeepPaid)[0].amount == 1
    free = Table(2, people=("mabel_thorne", "clint"))
    free.cubes(home, FOOD, 3).draw().plan().on("UpkeepStep", "DrawTileAndRaisePriceStep")
    assert free.step == "DrawTileAndRaisePriceStep"


@pytest.mark.rule("KS-24.20")
def test_otis_grady_collects_five_when_he_passes() -> None:
    table = acting("otis_grady", "clint")
    table.do(0, PassForIncome())
    assert table.state.cash[0] == 17


@pytest.mark.rule("KS-24.21", "KS-R53")
def test_the_bank_pays_cordelia_voss_her_fees() -> None:
    table = acting("cordelia_voss", "clint").levels(0, train=2)
    depot = table.space("A1-A3", 0)
    table.depot(1, "A3-A4")
    table.cubes(depot, LUXURIES, 2).do(0, ShipFromDepot(depot, LUXURIES), ChooseShippedCubeCount(2))
    assert table.state.cash == [12 + 8, 12 + 2]
    poor = acting("cordelia_voss", "clint").levels(0, train=3)
    poor.depot(1, "A3-A4")
    goal = poor.depot(0, "A4-B1")
    poor.cubes(depot, FOOD, 1).cash(0, 0).do(0, ShipFromDepot(depot, FOOD), ChooseShipDestination(goal))
    assert poor.state.cash == [0, 13]


@pytest.mark.rule("KS-24.21", "KS-R53")
def test_the_bank_adds_a_dollar_to_each_that_is_paid_to_jasper_quill() -> None:
    table = acting("clint", "jasper_quill", seat=0).levels(0, train=2)
    depot = table.space("A1-A3", 0)
    table.depot(1, "A3-A4")
    table.cubes(depot, LUXURIES, 2)
    table.on("TakeActionStep", seat=0).do(0, ShipFromDepot(depot, LUXURIES), ChooseShippedCubeCount(2))
    assert table.state.cash[0] == 12 + 8 - 2
    assert table.state.cash[1] - 12 - 3 * len([e for e in table.told(PassedForIncome) if e.seat == 1]) == 4


@pytest.mark.rule("KS-24.22")
def test_clint_carries_one_cube_more() -> None:
    table = Table(2, people=("clint", "otis_grady"))
    assert [get_airship_capacity(table.game, table.state, seat) for seat in (0, 1)] == [3, 2]
    table.do(CHANCE, *table.game.draw_demand[:3]).plan().on("TakeActionStep", seat=0)
    table.do(0, UpgradeAirship())
    assert get_airship_capacity(table.game, table.state, 0) == 4


def swapping(*plan: str) -> Table:
    table = Table(2, people=("eli", "otis_grady")).draw().plan(plan, STILL)
    assert table.asked == (0, "SwapRevealedCardStep")
    return table


@pytest.mark.rule("KS-24.22", "KS-R54")
def test_eli_swaps_after_the_reveal_and_before_the_order_once_per_round() -> None:
    table = swapping("7**", "0", "1", "2")
    assert table.told(TurnOrderSet) == []
    assert table.legal() == [DeclineOffer(), SwapRevealedCard(1), SwapRevealedCard(2), SwapRevealedCard(3)]
    assert table.no(0, SwapRevealedCard(0)) == "KS-24.22"
    assert table.no(0, SwapRevealedCard(4)) == "KS-24.22"
    table.do(0, SwapRevealedCard(2))
    assert table.told(RevealedCardSwapped)[0].away == table.card("7**")
    assert table.state.diamonds[0] == 0  # the 7** counts only when it is revealed again
    seen = table.game.view(table.state, 1)["players"][0]["plan"]
    assert [(slot["card"], slot["face"]) for slot in seen] == [
        ("1", "shown"),
        (None, "hidden"),
        ("7**", "known"),
        (None, "hidden"),
    ]
    while table.step != "DrawTileAndRaisePriceStep":
        assert table.step != "SwapRevealedCardStep"
        table.plainly()
    table.draw(CHEMICALS, FOOD, TEXTILES).plan(("0", "1", "2", "3"), STILL)
    assert table.asked == (0, "SwapRevealedCardStep")


@pytest.mark.rule("KS-R54")
def test_eli_may_wait_and_in_slot_four_there_is_nothing_to_swap() -> None:
    table = swapping("0", "1", "2", "3")
    asked = []
    while table.step != "DrawTileAndRaisePriceStep":
        if table.step == "SwapRevealedCardStep":
            asked.append((table.state.slot, len(table.legal())))
            table.do(0, DeclineOffer())
        else:
            table.plainly()
    assert asked == [(0, 4), (1, 3), (2, 2)]


@pytest.mark.rule("KS-R54", "KS-R45")
def test_a_card_eli_swapped_away_is_known_to_all() -> None:
    table = swapping("7**", "0", "1", "2").do(0, SwapRevealedCard(2))
    rng = random.Random(3)
    for _ in range(20):
        twin = table.game.imagine(table.state, 1, rng)
        plan = twin.plan[0:4]
        assert plan[0] == table.card("1")
        assert plan[2] == table.card("7**")
        assert len(set(plan)) == 4
