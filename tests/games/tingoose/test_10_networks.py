"""Sections 10 to 13: placement, international service, extensions, airmail."""

import pytest

from aerodrome.games.tingoose.model.actions import ExtendNetwork, MakeOpeningBid, PlacePlane, ServeDestination
from aerodrome.games.tingoose.model.events import (
    AirmailDelivered,
    CityEntered,
    DemandServed,
    DestinationServed,
    PlanePlaced,
    SilverTokensRemoved,
)
from aerodrome.games.tingoose.model.state import MEDIUM
from aerodrome.games.tingoose.rules import queries
from games.tingoose.table import BOND, CHIP, DEPLOY, Table

SMALL_FROM_SF = {"Medford", "Reno", "Los Angeles"}
MEDIUM_FROM_SF = SMALL_FROM_SF | {"Portland", "Boise", "Salt Lake City", "Las Vegas", "Phoenix", "San Diego"}


def reached(table: Table, fleet: str) -> set[str]:
    planes = [a for a in table.legal() if isinstance(a, PlacePlane) and a.fleet == table.card(fleet)]
    return {table.game.cities[action.city] for action in planes}


@pytest.mark.rule("TG-10.1")
def test_a_plane_comes_from_an_own_card_that_holds_one() -> None:
    table = Table().acting().fleets(0, trimotor=0, G01=1).fleets(1, G02=2)
    assert table.no(table.placing("Portland", "trimotor")) == "TG-10.1"
    assert table.no(table.placing("Portland", "G02")) == "TG-10.1"
    assert table.no(PlacePlane(48, table.card("G01"))) == "TG-10.1"
    table.place("Portland", "G01")
    assert table.state.planes[0] == [0, 0]


@pytest.mark.rule("TG-10.2")
def test_a_placed_plane_stays() -> None:
    table = Table().acting().fleets(0, G01=2)
    table.place("Portland", "G01")
    before = table.state.network[0]
    table.do(CHIP, BOND).begin(round=2).begin_actions()
    assert table.state.network[0] & before == before
    kinds = set(table.game.codec.actions)
    assert not {"remove_plane", "move_plane"} & kinds


@pytest.mark.rule("TG-10.3")
def test_nobody_has_two_planes_in_one_place() -> None:
    table = Table().acting(round=6).fleets(0, trimotor=1, R18=1)
    assert table.no(table.placing("Seattle", "R18")) == "TG-10.3"
    assert table.no(table.extending("Seattle")) == "TG-10.3"
    assert "Seattle" not in reached(table, "R18")


@pytest.mark.rule("TG-10.4", "TG-10.5")
def test_a_small_plane_needs_a_line_from_the_network() -> None:
    table = Table().acting()
    assert reached(table, "trimotor") == {"Portland", "Spokane"}
    assert table.no(table.placing("Boise")) == "TG-10.5"


@pytest.mark.rule("TG-10.6")
def test_a_medium_plane_needs_the_same_or_an_adjacent_hex() -> None:
    table = Table().acting(round=3).fleets(0, B17=2).network(0, "Denver")
    near = reached(table, "B17")
    assert "Cheyenne" in near  # same hex, line as well
    assert "Oklahoma City" in near  # adjacent hex, no line
    assert "Chicago" not in near
    assert table.no(table.placing("Chicago", "B17")) == "TG-10.6"


@pytest.mark.rule("TG-10.7")
def test_a_large_plane_reaches_any_city() -> None:
    table = Table().acting(round=6).fleets(0, R18=2)
    assert len(reached(table, "R18")) == 47


@pytest.mark.rule("TG-10.8")
def test_the_rulebook_example_of_san_francisco() -> None:
    table = Table().acting(round=6).network(0, "San Francisco").fleets(0, trimotor=1, B17=1, R18=1)
    assert reached(table, "trimotor") == SMALL_FROM_SF
    assert reached(table, "B17") == MEDIUM_FROM_SF
    assert reached(table, "R18") == set(table.game.cities) - {"San Francisco"}


@pytest.mark.rule("TG-R31")
def test_a_medium_plane_may_also_follow_a_line() -> None:
    game = Table().game
    assert all(game.cities_near[city] & game.lines_from[city] == game.lines_from[city] for city in range(48))


@pytest.mark.rule("TG-R31")
def test_a_line_between_distant_hexes_carries_a_medium_plane() -> None:
    import msgspec

    from aerodrome.games.tingoose.components.edition import LinesBetweenCities, read_edition
    from aerodrome.games.tingoose.game import TinGoose
    from aerodrome.games.tingoose.options import TinGooseOptions

    edition = read_edition()
    lines = LinesBetweenCities(edges=[*edition.lines.edges, ("Seattle", "Miami")])
    game = TinGoose(msgspec.structs.replace(edition, lines=lines), TinGooseOptions(), 1, {})
    seattle, miami = game.city_id["Seattle"], game.city_id["Miami"]
    assert queries.find_reachable_city_bits(game, 1 << seattle, MEDIUM) >> miami & 1


@pytest.mark.rule("TG-R32")
def test_any_own_city_connects_whatever_plane_stands_there_and_no_other_does() -> None:
    table = Table().acting().fleets(0, G01=1).network(0, "Seattle", "Denver").network(1, "Chicago")
    table.state.served_destinations[0] = 1  # Havana does not connect either
    assert table.no(table.placing("Albuquerque", "G01")) == ""
    assert table.no(table.placing("Detroit", "G01")) == "TG-10.5"
    assert table.no(table.placing("Miami", "G01")) == "TG-10.5"


@pytest.mark.rule("TG-10.9", "TG-R33")
@pytest.mark.parametrize(("silver", "gold"), [(1, 0), (4, 0), (0, 1)])
def test_demand_lifts_income_by_one_whoever_is_there(silver: int, gold: int) -> None:
    table = Table(5).acting().tokens("Portland", silver, gold)
    for seat in (1, 2, 3):
        table.network(seat, "Portland")
    table.place("Portland")
    assert table.state.income_box[0] == 2


@pytest.mark.rule("TG-10.10")
def test_an_empty_city_lifts_income_by_one() -> None:
    table = Table().acting()
    table.place("Portland")
    assert table.state.income_box[0] == 2
    assert table.state.cash[0] == 40


@pytest.mark.rule("TG-10.11", "TG-R33", "TG-15.3")
@pytest.mark.parametrize("rivals", [1, 2, 3, 4])
def test_a_city_without_demand_costs_one_box_for_each_player_there(rivals: int) -> None:
    table = Table(5).acting()
    table.state.income_box[0] = 10
    for seat in range(1, rivals + 1):
        table.network(seat, "Portland", "Seattle")
    table.place("Portland")
    assert table.state.income_box[0] == 10 - rivals


@pytest.mark.rule("TG-10.12", "TG-R34")
@pytest.mark.parametrize(("silver", "gold", "paid"), [(1, 0, 4), (4, 0, 16), (0, 1, 4)])
def test_each_token_pays_the_income_after_the_move(silver: int, gold: int, paid: int) -> None:
    table = Table(4).acting().tokens("Portland", silver, gold)
    table.state.income_box[0] = 2  # the upper 3; one up shows 4
    table.place("Portland")
    assert table.state.cash[0] == 40 + paid


@pytest.mark.rule("TG-R34")
def test_on_entering_the_marker_moves_then_money_then_tokens_then_airmail() -> None:
    table = Table().acting().tokens("San Francisco", silver=2)
    table.network(0, "Seattle", "Medford")
    table.place("San Francisco")
    kinds = [PlanePlaced, CityEntered, DemandServed, SilverTokensRemoved, AirmailDelivered]
    assert [type(event) for event in table.events] == kinds


@pytest.mark.rule("TG-10.13", "TG-R35")
@pytest.mark.parametrize(("seats", "silver", "left"), [(3, 4, 2), (3, 1, 0), (4, 4, 3), (5, 3, 2), (5, 1, 0)])
def test_one_silver_token_goes_two_with_three_players(seats: int, silver: int, left: int) -> None:
    table = Table(seats).acting().tokens("Portland", silver)
    table.place("Portland")
    assert table.state.silver[table.city("Portland")] == left
    assert table.state.cash[0] == 40 + silver * 3  # all of them pay first


@pytest.mark.rule("TG-10.14", "TG-R36")
def test_gold_tokens_stay() -> None:
    table = Table().acting().tokens("Portland", gold=1)
    table.place("Portland")
    assert table.state.gold >> table.city("Portland") & 1
    table = Table().acting().tokens("Portland", silver=2, gold=1)  # if an edition did mix them
    table.place("Portland")
    assert table.state.cash[0] == 40 + 3 * 3
    assert (table.state.silver[table.city("Portland")], table.state.gold >> table.city("Portland") & 1) == (0, 1)


@pytest.mark.rule("TG-11.1", "TG-11.2")
@pytest.mark.parametrize(
    ("number", "place"),
    list(enumerate(["Havana", "Havana", "Kingston", "Mexico City", "Panama City", "Lima", "Rio de Janeiro"], start=1)),
)
def test_each_round_has_one_open_destination(number: int, place: str) -> None:
    table = Table().acting(round=number).fleets(0, R18=2)
    table.do(table.abroad("R18"))
    served = table.heard(DestinationServed)[0]
    assert table.game.destinations[served.destination] == place
    assert table.state.served_destinations[0] == 1 << served.destination


@pytest.mark.rule("TG-11.2", "TG-R27")
def test_a_destination_missed_in_its_round_is_lost() -> None:
    table = Table().acting(round=3)
    offers = [action for action in table.legal() if isinstance(action, ServeDestination)]
    assert len(offers) == 1
    table.do(offers[0])
    assert table.state.served_destinations[0] == 1 << table.game.destinations.index("Kingston")


@pytest.mark.rule("TG-11.3")
def test_the_plane_comes_from_a_fleet_card() -> None:
    table = Table().acting().fleets(0, trimotor=0, G01=2)
    assert table.no(table.abroad("trimotor")) == "TG-11.3"
    table.do(table.abroad("G01"))
    assert table.state.planes[0] == [0, 1]


@pytest.mark.rule("TG-11.4")
@pytest.mark.parametrize(("number", "allowed"), [(1, "SML"), (3, "SML"), (4, "ML"), (5, "ML"), (6, "ML"), (7, "L")])
def test_destinations_ask_for_a_size(number: int, allowed: str) -> None:
    table = Table().acting(round=number).fleets(0, G01=1, B17=1, R18=1)
    for size, fleet in (("S", "G01"), ("M", "B17"), ("L", "R18")):
        assert table.no(table.abroad(fleet)) == ("" if size in allowed else "TG-11.4")


@pytest.mark.rule("TG-11.5")
@pytest.mark.parametrize(("number", "cost"), [(1, 10), (3, 10), (4, 15), (5, 15), (6, 20), (7, 20)])
def test_the_cost_in_the_box_is_paid(number: int, cost: int) -> None:
    table = Table().acting(round=number).fleets(0, R18=2)
    table.state.cash[0] = cost - 1
    assert table.no(table.abroad("R18")) == "TG-11.5"
    table.state.cash[0] = cost
    table.do(table.abroad("R18"))
    assert table.state.cash[0] == 0


@pytest.mark.rule("TG-11.6")
def test_being_second_at_a_destination_makes_no_difference() -> None:
    table = Table().acting()
    table.state.served_destinations[1] = table.state.served_destinations[2] = 1
    table.do(table.abroad())
    assert (table.state.cash[0], table.state.income_box[0]) == (30, 1)


@pytest.mark.rule("TG-11.7")
def test_havana_is_served_once_though_open_twice() -> None:
    table = Table().acting(round=2)
    table.state.served_destinations[0] = 1
    assert table.no(table.abroad()) == "TG-11.7"
    assert table.abroad() not in table.legal()


@pytest.mark.rule("TG-11.8", "TG-R27")
def test_a_plane_abroad_is_no_presence_and_moves_no_marker() -> None:
    table = Table().acting()
    network, box = table.state.network[0], table.state.income_box[0]
    table.do(table.abroad())
    assert (table.state.network[0], table.state.income_box[0]) == (network, box)
    assert table.state.planes[0] == [0]


@pytest.mark.rule("TG-R27")
def test_size_abroad_is_the_size_of_the_card_the_plane_stands_on_now() -> None:
    table = Table().winning("B17", round=4).fleets(0, G01=1)
    table.do(table.upgrading("G01"), table.abroad("B17"))
    assert table.state.served_destinations[0] == 1 << table.game.destinations.index("Mexico City")


@pytest.mark.rule("TG-12.1", "TG-12.2", "TG-R38")
def test_an_extension_takes_its_plane_from_the_supply_and_one_slot() -> None:
    table = Table().acting()
    cash = table.state.cash[0]
    table.do(table.extending("Portland"))
    assert table.state.planes[0] == [1]
    assert table.serves() == {"Seattle", "Portland"}
    assert table.state.cash[0] == cash
    assert table.game.view(table.state, 0)["turn"]["slots_left"] == 2


@pytest.mark.rule("TG-12.3", "TG-12.4")
def test_an_extension_token_adds_a_barrel_and_a_flame_for_all_to_see() -> None:
    table = Table().acting()
    before = (table.barrels(), table.flames())
    table.do(table.extending("Portland"))
    assert (table.barrels(), table.flames()) == (before[0] + 1, before[1] + 1)
    assert table.game.view(table.state, 1)["players"][0]["extensions"] == 1


@pytest.mark.rule("TG-12.6", "TG-R38")
def test_an_extension_flies_along_a_line_whatever_fleets_there_are() -> None:
    table = Table().acting(round=6).fleets(0, R18=2, B17=2)
    cities = {table.game.cities[a.city] for a in table.legal() if isinstance(a, ExtendNetwork)}
    assert cities == {"Portland", "Spokane"}
    assert table.no(table.extending("Boise")) == "TG-12.6"


@pytest.mark.rule("TG-12.7")
def test_without_planes_on_cards_no_destination_can_be_served() -> None:
    table = Table().acting().fleets(0, trimotor=0)
    assert table.no(table.abroad()) == "TG-11.3"
    assert not any(isinstance(action, ServeDestination) for action in table.legal())


@pytest.mark.rule("TG-12.8", "TG-R44")
def test_an_extension_plane_is_an_ordinary_plane_on_the_board() -> None:
    table = Table().acting().network(0, "Boston", "Buffalo").tokens("New York", silver=2)
    majors = table.game.score_breakdown(table.state)[0][3].amount
    table.do(table.extending("New York"))
    assert table.state.cash[0] == 46
    assert table.game.score_breakdown(table.state)[0][3].amount == majors + 20
    assert queries.count_rivals_in_city(table.state, 1, table.city("New York")) == 1


@pytest.mark.rule("TG-12.9")
def test_the_rulebook_example_of_an_extension() -> None:
    table = Table().acting(round=3).network(0, "Chicago").fleets(0, trimotor=0, B17=2)
    barrels, flames = table.barrels(), table.flames()
    assert table.no(table.extending("Kansas City")) == "TG-12.6"
    assert table.no(table.placing("Kansas City", "B17")) == ""
    table.do(table.extending("St. Louis"))
    assert table.serves() == {"Chicago", "St. Louis"}
    assert (table.barrels(), table.flames()) == (barrels + 1, flames + 1)
    assert table.state.planes[0] == [0, 2]


@pytest.mark.rule("TG-13.2", "TG-R39")
@pytest.mark.parametrize("way", ["small", "extension", "large", "round 7"])
def test_reaching_the_target_pays_40_at_once(way: str) -> None:
    number = {"large": 6, "round 7": 7}.get(way, 1)
    table = Table().acting(round=number).network(0, "Seattle", "Medford").fleets(0, trimotor=1, R18=1)
    if way == "large":
        table.network(0, "Seattle")
    if way == "extension":
        table.do(table.extending("San Francisco"))
    else:
        table.place("San Francisco", "R18" if way == "large" else "trimotor")
    assert table.state.cash[0] == 80
    assert table.game.view(table.state, 1)["players"][0]["airmail"] == {"airmail": "A1", "delivered": True}


@pytest.mark.rule("TG-13.2", "TG-R39")
def test_another_players_plane_in_the_target_delivers_nothing() -> None:
    table = Table().acting(seat=1).network(1, "Reno").fleets(1, G01=1)
    table.place("San Francisco", "G01")  # the target of seat 0
    assert table.state.delivered == 0
    assert table.state.cash == [40, 40, 40]


@pytest.mark.rule("TG-13.1")
def test_every_player_has_one_route_and_starts_there() -> None:
    table = Table(4).chance()
    for seat in range(4):
        table.seat_does(seat, MakeOpeningBid(9 - seat))
    for _ in range(4):
        table.do(table.legal()[0])
    starts = [1 << table.game.airmail_start[airmail] for airmail in table.state.airmail]
    assert table.state.network == starts
    assert len(set(table.state.airmail)) == 4


@pytest.mark.rule("TG-13.3", "TG-16.8")
def test_an_unfinished_route_is_worth_nothing() -> None:
    table = Table().begin()
    before = table.game.scores(table.state)
    table.state.airmail[0] = 5
    assert table.game.scores(table.state) == before


def test_deploying_is_offered_first() -> None:
    assert Table().winning("G15").legal()[0] == DEPLOY
