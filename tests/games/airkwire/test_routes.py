"""Sections 7 and 8: creating routes, and the CEO's approval."""

import pytest

from aerodrome.games.airkwire.model.events import DividendMarkerMoved, RouteCreated, RouteProposed, RouteRefused
from games.airkwire.table import Table


def united(table: Table, index: int = 4, shares: dict[int, int] | None = None, **routes: str) -> None:
    table.open("united", index, shares or {0: 3, 1: 1}, routes)


@pytest.mark.rule("AK-7.1")
def test_only_a_shareholder_creates_a_route() -> None:
    table = Table()
    united(table, shares={1: 3})
    table.hand(0, "cleveland")
    table.do("close_stock")
    assert table.why("propose", city="cleveland", airline="united", aircraft="tri_motor") == (
        "AK-7.1: You hold no share of United, and only its shareholders may create routes for it."
    )
    assert table.why("propose", city="cleveland", airline="twa", aircraft="tri_motor") == (
        "AK-7.1: TWA is not open, and only its shareholders may create routes for it."
    )


@pytest.mark.rule("AK-7.2", "AK-7.10", "AK-7.12", "AK-16.4")
def test_the_card_is_laid_one_aircraft_placed_and_the_points_rise() -> None:
    table = Table()
    united(table)
    table.hand(0, "cleveland", "omaha")
    events = table.fly("cleveland", "united")
    assert events[0] == RouteCreated(0, 5, table.city("cleveland"), 0, 2, 5)
    assert table.holds(0) == ["omaha"]
    assert table.city_cards("united") == ["cleveland"]
    assert table.serves("united") == {"cleveland"}
    assert table.points("united") == 5
    assert table.state.hangar[15] == 11


@pytest.mark.rule("AK-7.2")
def test_a_route_needs_the_city_card_in_hand() -> None:
    table = Table()
    united(table)
    table.hand(0, "omaha")
    table.do("close_stock")
    assert table.why("propose", city="cleveland", airline="united", aircraft="tri_motor") == (
        "AK-7.2: You have no card of Cleveland, so United cannot fly there."
    )


@pytest.mark.rule("AK-7.3")
def test_no_route_to_a_city_already_served_or_to_the_own_home() -> None:
    table = Table()
    united(table, cleveland="tri_motor")
    table.hand(0, "cleveland", "chicago")
    table.do("close_stock")
    assert table.why("propose", city="cleveland", airline="united", aircraft="tri_motor") == (
        "AK-7.3: United already serves Cleveland."
    )
    assert table.why("propose", city="chicago", airline="united", aircraft="tri_motor") == (
        "AK-7.3: Chicago is the home of United."
    )
    assert table.kinds() == {"discard"}


@pytest.mark.rule("AK-7.4", "AK-15.1", "AK-15.2")
def test_the_aircraft_must_reach_from_another_city_of_the_airline() -> None:
    table = Table()
    united(table)
    table.open("twa", 3, {1: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "kansas_city", "wichita", "omaha", "cedar_city")
    table.do("close_stock")
    assert table.why("propose", city="omaha", airline="united", aircraft="tri_motor") == (
        "AK-7.4: A Ford Tri-Motor flies one hex, and the nearest city of United is two hexes from Omaha. "
        "A Boeing 247 reaches it from $300 on."
    )
    assert table.rule("propose", city="omaha", airline="united", aircraft="boeing_247") == "", "over any city"
    assert table.rule("propose", city="wichita", airline="united", aircraft="boeing_247") == "AK-7.4"
    table.at("united", 9)
    assert table.rule("propose", city="wichita", airline="united", aircraft="dc3") == ""
    west = Table()
    west.open("western", 4, {0: 3}, {"las_vegas": "tri_motor"})
    west.hand(0, "cedar_city")
    west.do("close_stock")
    assert west.rule("propose", city="cedar_city", airline="western", aircraft="boeing_247") == "", "over blank hexes"


@pytest.mark.rule("AK-7.5")
def test_the_aircraft_type_must_be_allowed_at_the_price() -> None:
    table = Table()
    united(table, 2)
    table.hand(0, "cleveland")
    table.do("close_stock")
    assert table.why("propose", city="cleveland", airline="united", aircraft="boeing_247") == (
        "AK-7.5: A Boeing 247 needs a price of $300; United stands at $200."
    )
    assert table.offered("propose") == [{"city": "cleveland", "airline": "united", "aircraft": "tri_motor"}]


@pytest.mark.rule("AK-7.6", "AK-R32", "AK-R31")
def test_supply_limits_and_a_larger_type_may_serve() -> None:
    table = Table()
    united(table)
    table.hand(0, "cleveland")
    table.do("close_stock")
    kinds = [route["aircraft"] for route in table.offered("propose")]
    assert kinds == ["tri_motor", "boeing_247"], "any qualifying type may be picked"
    table.state.hangar[15] = 0
    assert table.why("propose", city="cleveland", airline="united", aircraft="tri_motor") == (
        "AK-7.6: United has no Ford Tri-Motor left on its card."
    )
    assert [route["aircraft"] for route in table.offered("propose")] == ["boeing_247"]
    table.state.hangar[16] = 0
    assert table.offered("propose") == []


@pytest.mark.rule("AK-7.7", "AK-7.8", "AK-7.9")
def test_the_city_limit_counts_cities_other_than_the_home() -> None:
    table = Table()
    united(table, 2, st_louis="tri_motor", cleveland="tri_motor", milwaukee="tri_motor")
    assert table.points("united") > table.game.limit[2]
    table.hand(0, "grand_rapids", "louisville")
    table.do("close_stock")
    table.fly("grand_rapids", "united")
    table.do("keep_hand")
    assert len(table.serves("united")) == 4
    table.end_turns(2)
    table.do("close_stock")
    assert table.why("propose", city="louisville", airline="united", aircraft="tri_motor") == (
        "AK-7.7: At $200 United may serve four cities, and it serves four cities; one more from $300 on."
    )


@pytest.mark.rule("AK-7.11", "AK-15.4")
def test_every_route_moves_the_dividend_marker_also_one_of_no_points() -> None:
    table = Table()
    united(table, cleveland="tri_motor")
    table.open("delta", 3, {0: 3})
    table.hand(0, "tallahassee")
    events = table.fly("tallahassee", "delta")
    assert DividendMarkerMoved(1, False) in events
    assert table.points("delta") == 3
    assert table.state.marker == 1


@pytest.mark.rule("AK-R34")
def test_cities_taken_over_count_against_the_limit() -> None:
    table = Table()
    united(table, 1, st_louis="tri_motor", cleveland="tri_motor")
    twa = table.open("twa", 1, {1: 1}, {})
    table.route("united", "milwaukee", "tri_motor")
    table.hand(0, "louisville")
    table.do("close_stock")
    assert table.rule("propose", city="louisville", airline="united", aircraft="tri_motor") == "AK-7.7"
    assert table.game.limit[1] == 3
    assert table.state.routes[twa] == 0, "the own home is no route"


@pytest.mark.rule("AK-R35")
def test_any_other_home_city_is_a_destination() -> None:
    table = Table()
    united(table, 9, st_louis="tri_motor", des_moines="tri_motor")
    table.hand(0, "kansas_city", "minneapolis")
    table.do("close_stock")
    cities = {route["city"] for route in table.offered("propose")}
    assert cities == {"kansas_city", "minneapolis"}
    table.fly("kansas_city", "united")
    assert table.points("united") == 3 + 2 + 1 + 3


@pytest.mark.rule("AK-15.14")
def test_cities_taken_over_are_starting_points() -> None:
    table = Table()
    united(table, 6, {0: 5}, st_louis="tri_motor")
    table.open("twa", 3, {1: 2}, {"omaha": "tri_motor", "wichita": "tri_motor"})
    table.hand(0, "kansas_city", "denver")
    table.fly("kansas_city", "united")
    table.do("dispose", exchange=0)
    table.do("keep_hand")
    table.end_turns(2)
    table.do("close_stock")
    assert table.rule("propose", city="denver", airline="united", aircraft="tri_motor") == "", "next to Wichita"


# Approval


@pytest.mark.rule("AK-6.4", "AK-8.1", "AK-R28")
def test_the_ceo_answers_yes_or_no_before_anything_is_placed() -> None:
    table = Table()
    united(table, shares={1: 3, 0: 1})
    table.hand(0, "cleveland")
    events = table.fly("cleveland", "united", "boeing_247")
    assert events == [RouteProposed(0, 1, 5, table.city("cleveland"), 1)]
    assert (table.asked, table.step) == (1, "RouteApprovalStep")
    assert table.kinds() == {"approve", "refuse"}
    assert table.rule("propose", city="cleveland", airline="united", aircraft="tri_motor") == "AK-8.1"
    assert table.serves("united") == set()
    table.do("approve")
    assert table.serves("united") == {"cleveland"}
    assert table.asked == 0


@pytest.mark.rule("AK-R28")
def test_a_proposer_who_is_ceo_needs_no_approval() -> None:
    table = Table()
    united(table)
    table.hand(0, "cleveland")
    table.fly("cleveland", "united")
    assert table.serves("united") == {"cleveland"}


@pytest.mark.rule("AK-8.2", "AK-8.3", "AK-R29")
def test_a_refused_card_goes_back_and_may_serve_another_airline() -> None:
    table = Table()
    united(table, shares={1: 3, 0: 1})
    table.open("twa", 4, {0: 3})
    table.hand(0, "st_louis", "cleveland")
    table.fly("st_louis", "united")
    assert table.do("refuse") == [RouteRefused(0, 1, 5, table.city("st_louis"))]
    assert table.holds(0) == ["cleveland", "st_louis"]
    for aircraft in ("tri_motor", "boeing_247"):
        assert table.why("propose", city="st_louis", airline="united", aircraft=aircraft) == (
            "AK-R29: Black refused United to St. Louis this turn."
        )
    assert table.rule("propose", city="cleveland", airline="united", aircraft="tri_motor") == ""
    assert table.rule("discard", card="st_louis") == ""
    table.fly("st_louis", "twa")
    assert table.serves("twa") == {"st_louis"}
    table.do("keep_hand")
    table.end_turns(2)
    table.do("close_stock")
    assert table.state.refused == [], "another turn, another try"


@pytest.mark.rule("AK-R30")
def test_other_ceos_have_no_say_even_if_a_merger_follows() -> None:
    table = Table()
    united(table, 6)
    table.open("twa", 3, {1: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "st_louis")
    table.fly("st_louis", "united")
    assert table.step == "ChooseAircraftForDefunctHomeStep", "the merger is under way without anybody's consent"
    assert table.asked == 0


@pytest.mark.rule("AK-15.7")
def test_routes_are_never_removed_at_will() -> None:
    table = Table()
    united(table, cleveland="tri_motor")
    for step in ("close_stock", "discard"):
        assert "decommission" not in table.kinds()
        assert table.rule("decommission", city="cleveland") == "AK-3.2"
        table.do(step, **({"card": table.holds(0)[0]} if step == "discard" else {}))


@pytest.mark.rule("AK-R36")
def test_points_come_first_then_the_marker_then_the_merger() -> None:
    table = Table()
    united(table, 6)
    table.open("twa", 3, {1: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "st_louis")
    table.fly("st_louis", "united")
    table.do("place_home", aircraft="tri_motor")
    table.do("dispose", exchange=0)
    order = [type(event).__name__ for event in table.heard]
    places = [
        order.index(name)
        for name in ("RouteCreated", "DividendMarkerMoved", "AirlineTakenOver", "DefunctCitiesTakenOver")
    ]
    assert places == sorted(places)
