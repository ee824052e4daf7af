"""Section 9: when airlines merge."""

import pytest

from aerodrome.games.airkwire.model.events import AirlineTakenOver, MergerRuledOut
from games.airkwire.table import Table


def pair(table: Table, united: int = 5, twa: int = 3) -> None:
    """United beside TWA, which is in St. Louis; Red holds United and the card."""
    table.open("united", united, {0: 4})
    table.open("twa", twa, {1: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "st_louis")


def settle(table: Table) -> None:
    """Answer what a merger asks in the plainest way."""
    while table.step in ("ChooseAircraftForDefunctHomeStep", "ExchangeOrSellDefunctSharesStep"):
        if table.step == "ChooseAircraftForDefunctHomeStep":
            table.do("place_home", **table.offered("place_home")[0])
        else:
            table.do("dispose", exchange=0)


@pytest.mark.rule("AK-9.1", "AK-1.16", "AK-1.19", "AK-1.20")
def test_two_airlines_in_one_city_merge_and_the_higher_value_acquires() -> None:
    table = Table()
    pair(table)
    table.fly("st_louis", "united")
    settle(table)
    (merger,) = table.told(AirlineTakenOver)
    assert isinstance(merger, AirlineTakenOver)
    assert (merger.acquirer, merger.defunct, merger.city) == (5, 4, table.city("st_louis"))
    assert not table.is_open("twa")


@pytest.mark.rule("AK-1.16", "AK-1.19", "AK-9.5")
def test_the_entering_airline_may_be_the_one_taken_over_and_points_break_ties() -> None:
    table = Table()
    pair(table, united=3, twa=4)
    table.fly("st_louis", "united")
    settle(table)
    assert not table.is_open("united"), "TWA has the higher price"
    tie = Table()
    tie.open("united", 3, {0: 4})
    tie.open("twa", 3, {1: 3}, {"des_moines": "tri_motor"})
    tie.hand(0, "st_louis")
    tie.route("twa", "omaha", "tri_motor")
    assert (tie.points("united"), tie.points("twa")) == (3, 5)
    tie.route("twa", "st_louis", "tri_motor")
    tie.fly("st_louis", "united")
    settle(tie)
    assert not tie.is_open("united"), "seven points against five"


@pytest.mark.rule("AK-R20")
def test_the_two_hundred_dollar_spaces_are_equal_in_price() -> None:
    table = Table()
    pair(table, united=1, twa=0)
    events = table.fly("st_louis", "united")
    assert MergerRuledOut(5, 4, table.city("st_louis"), "AK-9.3") in events
    assert table.is_open("united")
    assert table.is_open("twa")


@pytest.mark.rule("AK-9.2", "AK-9.4")
def test_an_airline_of_fifteen_points_is_not_taken_over() -> None:
    for immune in (False, True):
        table = Table()
        table.open("united", 9, {0: 4})
        table.open("twa", 8, {1: 3}, {"st_louis": "tri_motor"})
        for city in ("minneapolis", "denver", "salt_lake_city", "houston"):
            table.route("twa", city, "dc3")
        if immune:
            table.route("twa", "memphis", "dc3")
        assert table.points("twa") == 14 + immune
        table.hand(0, "st_louis")
        table.fly("st_louis", "united")
        settle(table)
        assert table.is_open("twa") is immune


@pytest.mark.rule("AK-R38")
def test_immunity_counts_the_city_entered_and_an_immune_airline_may_acquire() -> None:
    table = Table()
    table.open("united", 8, {0: 4}, {"cleveland": "tri_motor", "cincinnati": "boeing_247", "detroit": "boeing_247"})
    table.route("united", "pittsburgh", "tri_motor")
    table.route("united", "washington", "dc3")
    assert table.points("united") == 13
    table.open("twa", 9, {1: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "st_louis")
    events = table.fly("st_louis", "united")
    assert table.points("united") == 15
    assert MergerRuledOut(4, 5, table.city("st_louis"), "AK-9.2") in events
    table.at("united", 12)
    table.do("keep_hand")
    table.end_turns(2)
    table.hand(0, "kansas_city")
    table.fly("kansas_city", "united")
    settle(table)
    assert not table.is_open("twa"), "immune, it may still take over another"


@pytest.mark.rule("AK-9.3")
def test_equal_airlines_do_not_merge() -> None:
    table = Table()
    pair(table, 3, 3)
    events = table.fly("st_louis", "united")
    assert table.points("united") == table.points("twa") == 5
    assert [event for event in events if isinstance(event, MergerRuledOut)] == [
        MergerRuledOut(5, 4, table.city("st_louis"), "AK-9.3")
    ]
    assert table.serves("united") == table.serves("twa") == {"st_louis"}
    assert "they are equal in price and points" in table.words()[-1]


@pytest.mark.rule("AK-9.6", "AK-R41")
def test_a_merger_that_did_not_happen_may_come_later_in_another_city() -> None:
    table = Table()
    pair(table, 3, 3)
    table.fly("st_louis", "united")
    table.do("keep_hand")
    table.do("buy", airline="twa")
    table.end_turn()
    assert table.is_open("united"), "a change of values alone starts nothing"
    table.end_turn()
    table.route("twa", "cleveland", "boeing_247")
    table.hand(0, "cleveland")
    table.fly("cleveland", "united")
    settle(table)
    assert not table.is_open("united")


@pytest.mark.rule("AK-9.7", "AK-R52", "AK-R79")
def test_cities_shared_through_a_merger_start_nothing() -> None:
    table = Table()
    pair(table)
    table.open("american", 4, {2: 3}, {"oklahoma_city": "tri_motor"})
    table.route("american", "kansas_city", "tri_motor", card=False)
    marker = table.state.marker
    table.fly("st_louis", "united")
    settle(table)
    assert len(table.told(AirlineTakenOver)) == 1
    assert table.is_open("american"), "United now shares Kansas City with American, and nothing happens"
    assert "kansas_city" in table.serves("united") & table.serves("american")
    assert table.state.marker == marker + 1, "taking over moves no marker"


def three(table: Table, twa: int, western: int) -> None:
    """TWA at home in Kansas City with American beside it; United comes."""
    table.open("united", 8, {0: 4}, {"st_louis": "tri_motor"})
    table.open("twa", twa, {1: 3})
    table.open("american", western, {2: 3}, {"oklahoma_city": "tri_motor"})
    table.route("american", "kansas_city", "tri_motor")
    table.hand(0, "kansas_city")


@pytest.mark.rule("AK-9.8", "AK-R39")
def test_an_airline_entering_a_city_of_two_deals_with_the_lower_valued_only() -> None:
    table = Table()
    three(table, twa=4, western=5)
    table.fly("kansas_city", "united")
    settle(table)
    assert not table.is_open("twa")
    assert table.is_open("american")
    other = Table()
    three(other, twa=6, western=5)
    other.fly("kansas_city", "united")
    settle(other)
    assert other.is_open("twa")
    assert not other.is_open("american")


@pytest.mark.rule("AK-R39")
def test_if_that_pair_cannot_merge_the_third_is_not_tried() -> None:
    table = Table()
    three(table, twa=7, western=8)
    table.at("united", 7)
    table.route("twa", "wichita", "tri_motor")
    table.route("twa", "omaha", "tri_motor")
    table.route("twa", "memphis", "tri_motor")
    table.route("twa", "denver", "boeing_247")
    assert table.points("twa") == 8
    table.at("twa", 7)
    assert table.points("united") == 5
    events = table.fly("kansas_city", "united")
    assert table.points("united") == table.points("twa") == 8
    assert [type(event).__name__ for event in events][-1] == "MergerRuledOut"
    assert all(table.is_open(name) for name in ("united", "twa", "american"))


@pytest.mark.rule("AK-9.9")
def test_of_two_equals_it_deals_with_the_one_not_at_home() -> None:
    table = Table()
    three(table, twa=4, western=4)
    table.route("twa", "wichita", "tri_motor")
    table.route("twa", "denver", "boeing_247")
    table.route("twa", "memphis", "tri_motor")
    assert table.points("twa") == table.points("american") == 7
    table.fly("kansas_city", "united")
    settle(table)
    assert table.is_open("twa")
    assert not table.is_open("american")


@pytest.mark.rule("AK-R40")
def test_between_equals_of_which_none_is_at_home_the_entering_ceo_chooses() -> None:
    table = Table()
    table.open("united", 8, {1: 4, 0: 1}, {"st_louis": "tri_motor"})
    for name, stop in (("american", "oklahoma_city"), ("northwest", "omaha")):
        table.open(name, 4, {2: 3}, {stop: "tri_motor"})
        table.route(name, "kansas_city", "tri_motor", card=False)
    table.hand(0, "kansas_city")
    table.fly("kansas_city", "united")
    table.do("approve")
    assert (table.asked, table.step) == (1, "ChooseRivalStep")
    assert table.offered("rival") == [{"airline": "american"}, {"airline": "northwest"}]
    assert table.why("rival", airline="twa") == "AK-R40: Choose one of American and Northwest."
    table.do("rival", airline="northwest")
    settle(table)
    assert table.is_open("american")
    assert not table.is_open("northwest")


@pytest.mark.rule("AK-R37")
def test_a_home_marker_and_an_acquired_marker_count_as_presence() -> None:
    home = Table()
    home.open("united", 5, {0: 4}, {"st_louis": "tri_motor"})
    home.open("twa", 3, {1: 3})
    home.hand(0, "kansas_city")
    home.fly("kansas_city", "united")
    settle(home)
    assert not home.is_open("twa")
    acquired = Table()
    pair(acquired)
    acquired.route("twa", "denver", "boeing_247")
    acquired.fly("st_louis", "united")
    settle(acquired)
    acquired.do("keep_hand")
    assert acquired.state.planes[5][acquired.city("denver")] >= 3, "under an acquired marker"
    acquired.open("american", 2, {1: 3}, {"amarillo": "tri_motor"})
    acquired.hand(1, "denver")
    acquired.fly("denver", "american")
    settle(acquired)
    assert not acquired.is_open("american"), "it met United in Denver"
