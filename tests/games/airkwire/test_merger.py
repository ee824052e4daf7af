"""Section 10: how a merger is carried out."""

import msgspec
import pytest

from aerodrome.games.airkwire.components.edition import Edition, read_edition
from aerodrome.games.airkwire.model.events import (
    AirlineTakenOver,
    CeoChanged,
    DefunctAircraftReplaced,
    DefunctCitiesForfeited,
    DefunctHomeTakenOver,
    MergerRuledOut,
    SharesExchangedOrSold,
)
from games.airkwire.table import Table


def edition(acquired: int) -> Edition:
    """The house edition with other numbers of acquired markers."""
    house = read_edition()
    return msgspec.structs.replace(house, markers=msgspec.structs.replace(house.markers, acquired_per_airline=acquired))


def meeting(
    united: int = 5,
    twa: int = 3,
    seats: int = 3,
    twa_shares: dict[int, int] | None = None,
    united_shares: dict[int, int] | None = None,
    acquired: int = 12,
    **twa_routes: str,
) -> Table:
    """Red is about to fly United into St. Louis, where TWA is."""
    table = Table(seats, edition=edition(acquired))
    table.open("united", united, united_shares or {0: 4})
    table.open("twa", twa, twa_shares or {1: 3}, {"st_louis": "tri_motor", **twa_routes})
    table.hand(0, "st_louis")
    return table


def merge(table: Table, aircraft: str = "tri_motor") -> None:
    table.fly("st_louis", "united")
    if table.step == "ChooseAircraftForDefunctHomeStep":
        table.do("place_home", aircraft=aircraft)


def settle(table: Table) -> None:
    while table.step == "ExchangeOrSellDefunctSharesStep":
        table.do("dispose", exchange=0)


# Home aircraft


@pytest.mark.rule("AK-10.1", "AK-10.5", "AK-R43", "AK-16.5")
def test_an_aircraft_of_the_acquirer_replaces_the_home_marker_and_counts_three_points() -> None:
    table = meeting()
    table.fly("st_louis", "united")
    assert (table.step, table.asked) == ("ChooseAircraftForDefunctHomeStep", 0)
    assert table.offered("place_home") == [{"aircraft": "tri_motor"}, {"aircraft": "boeing_247"}]
    table.do("place_home", aircraft="boeing_247")
    assert DefunctHomeTakenOver(5, 4, table.city("kansas_city"), 1) in table.heard
    assert "kansas_city" in table.serves("united")
    assert table.points("united") == 3 + 2 + 3
    assert table.points("twa") == 5, "the defunct airline's points stay for now"


@pytest.mark.rule("AK-10.3", "AK-7.6")
def test_the_home_aircraft_must_be_allowed_at_the_acquirers_price_and_in_supply() -> None:
    table = meeting()
    table.fly("st_louis", "united")
    assert table.why("place_home", aircraft="dc3") == (
        "AK-10.3: A Douglas DC-3 needs a price of $800; United stands at $500."
    )
    table.state.hangar[16] = 0
    assert table.rule("place_home", aircraft="boeing_247") == "AK-7.6"


@pytest.mark.rule("AK-10.2", "AK-R43")
def test_the_home_aircraft_must_reach_from_another_city_of_either_airline() -> None:
    table = Table()
    table.open("united", 8, {0: 4}, {"st_louis": "tri_motor", "memphis": "tri_motor"})
    table.open("american", 3, {1: 3}, {"shreveport": "tri_motor"})
    table.route("american", "new_orleans", "boeing_247")
    table.hand(0, "new_orleans")
    table.fly("new_orleans", "united", "dc3")
    assert table.step == "ChooseAircraftForDefunctHomeStep"
    assert [kind["aircraft"] for kind in table.offered("place_home")] == ["tri_motor", "boeing_247", "dc3"], (
        "Shreveport, a city of the defunct airline, is next to Dallas"
    )
    far = Table()
    far.open("united", 8, {0: 4}, {"st_louis": "tri_motor", "memphis": "tri_motor"})
    far.open("american", 3, {1: 3}, {"new_orleans": "boeing_247"})
    far.hand(0, "new_orleans")
    far.fly("new_orleans", "united", "dc3")
    assert far.why("place_home", aircraft="tri_motor") == (
        "AK-10.2: A Ford Tri-Motor does not reach Dallas from any other city of the two airlines."
    )


@pytest.mark.rule("AK-10.4", "AK-R43")
def test_without_a_home_aircraft_the_merger_is_called_off() -> None:
    table = meeting(united=2, twa=1)
    table.state.hangar[15] = 1  # the one that flies to St. Louis
    table.state.scrapped[15] = 11
    cash = list(table.state.cash)
    events = table.fly("st_louis", "united")
    assert MergerRuledOut(5, 4, table.city("st_louis"), "AK-10.4") in events
    assert table.state.cash == cash, "no bonus"
    assert table.held("twa") == [0, 3, 0], "no disposal"
    assert (table.points("united"), table.points("twa")) == (5, 5), "the route stays"
    assert "st_louis" in table.serves("united") & table.serves("twa")


@pytest.mark.rule("AK-R42")
def test_an_acquirer_that_serves_the_defunct_home_counts_it_once() -> None:
    table = Table()
    table.open("united", 5, {0: 4}, {"st_louis": "tri_motor"})
    table.open("twa", 3, {1: 3}, {"omaha": "tri_motor"})
    table.state.hangar[15:18] = [1, 0, 0]
    table.state.scrapped[15:18] = [10, 12, 10]
    table.hand(0, "kansas_city")
    table.fly("kansas_city", "united")
    settle(table)
    assert DefunctHomeTakenOver(5, 4, table.city("kansas_city"), -1) in table.heard
    assert not table.is_open("twa"), "the merger cannot fail for want of an aircraft"
    assert table.points("united") == 3 + 2 + 3 + 1


# Bonuses


@pytest.mark.rule("AK-10.6", "AK-10.7", "AK-R44")
def test_the_largest_holder_gets_twenty_and_the_second_ten_times_the_rate() -> None:
    table = meeting(twa=6, united=9, twa_shares={1: 3, 2: 2, 0: 1})
    cash = list(table.state.cash)
    merge(table)
    # 1 % of $600 times 5 points is $30
    assert table.state.cash == [cash[0], cash[1] + 600, cash[2] + 300]
    settle(table)
    said = [text for text in table.words() if "takes over" in text]
    assert said == ["United takes over TWA at St. Louis; Black receives $600 as largest holder, White $300 as second"]


@pytest.mark.rule("AK-R44")
def test_the_rate_counts_the_merger_city_for_a_defunct_airline_that_entered_it() -> None:
    table = Table()
    table.open("united", 6, {0: 4})
    table.open("twa", 9, {1: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "st_louis")
    cash = table.state.cash[0]
    table.fly("st_louis", "united")
    table.do("place_home", aircraft="tri_motor")
    (event,) = table.told(AirlineTakenOver)
    assert isinstance(event, AirlineTakenOver)
    assert event.rate == 30, "five points: Chicago and St. Louis"
    assert table.state.cash[0] == cash + 900


@pytest.mark.rule("AK-10.8")
def test_an_unqualified_defunct_airline_pays_its_bonus_too() -> None:
    table = meeting(twa=6, united=9, twa_shares={1: 12})
    assert table.game.view(table.state, 0)["airlines"]["twa"]["unqualified_by"] == "AK-11.6"
    cash = table.state.cash[1]
    merge(table)
    assert table.state.cash[1] == cash + 900


@pytest.mark.rule("AK-10.9", "AK-R45")
def test_a_bonus_of_1000_among_three_is_330_each() -> None:
    table = meeting(twa=10, united=12, seats=5, twa_shares={1: 3, 2: 2, 3: 2, 4: 2}, wichita="tri_motor")
    for city in ("omaha", "memphis", "oklahoma_city"):
        table.route("twa", city, "tri_motor")
    table.route("twa", "nashville", "boeing_247")
    assert table.points("twa") == 10
    cash = list(table.state.cash)
    merge(table)
    assert [now - before for now, before in zip(table.state.cash, cash, strict=True)] == [0, 2000, 330, 330, 330]


@pytest.mark.rule("AK-15.11", "AK-R45")
def test_a_sole_holder_gets_both_bonuses() -> None:
    table = meeting(twa=6, united=9)
    cash = table.state.cash[1]
    merge(table)
    assert table.state.cash[1] == cash + 900
    settle(table)
    assert any("Black receives $900 as only holder" in text for text in table.words())


@pytest.mark.rule("AK-15.12", "AK-R45")
def test_players_tied_for_most_share_both_bonuses_and_there_is_no_second() -> None:
    table = meeting(twa=6, united=9, twa_shares={1: 3, 2: 3, 0: 2})
    cash = list(table.state.cash)
    merge(table)
    assert [now - before for now, before in zip(table.state.cash, cash, strict=True)] == [0, 450, 450]
    three = meeting(twa=5, united=9, seats=4, twa_shares={1: 3, 2: 3, 3: 3})
    cash = list(three.state.cash)
    merge(three)
    # $500 x 5 points = $25, rounded to $30; 30 times that among three is $300 each
    assert [now - before for now, before in zip(three.state.cash, cash, strict=True)] == [0, 300, 300, 300]


# Disposal


@pytest.mark.rule("AK-10.10")
def test_holders_dispose_from_the_defunct_ceo_on_in_the_direction_of_play() -> None:
    table = meeting(seats=4, twa_shares={2: 4, 0: 2, 1: 3, 3: 2})
    merge(table)
    order = []
    while table.step == "ExchangeOrSellDefunctSharesStep":
        order.append(table.asked)
        table.do("dispose", exchange=0)
    assert order == [2, 3, 0, 1]
    assert table.held("twa") == [0, 0, 0, 0]


@pytest.mark.rule("AK-10.11", "AK-10.12", "AK-R46", "AK-R47")
def test_two_shares_become_one_and_raise_the_price_and_the_rest_is_sold() -> None:
    table = meeting(twa_shares={1: 5})
    cash = table.state.cash[1]
    merge(table)
    bonus = table.state.cash[1] - cash
    assert [choice["exchange"] for choice in table.offered("dispose")] == [0, 1, 2]
    assert table.why("dispose", exchange=3) == "AK-R46: Three shares of United would take 6 of TWA; you hold 5."
    events = table.do("dispose", exchange=2)
    assert events[0] == SharesExchangedOrSold(1, 4, 5, 2, 1, 300, 700)
    assert table.held("united") == [4, 2, 0]
    assert table.price("united") == 700
    assert table.state.cash[1] == cash + bonus + 300
    assert table.held("twa") == [0, 0, 0]
    assert table.state.void[4] == 20, "handed in, they are out of the game"
    assert table.state.unsold[5] == 14


@pytest.mark.rule("AK-10.13", "AK-R48")
def test_a_sale_is_at_the_price_of_the_takeover_without_fee_or_movement() -> None:
    table = meeting(twa_shares={1: 4, 2: 4}, twa=4, united=9)
    merge(table)
    cash = list(table.state.cash)
    table.do("dispose", exchange=0)
    table.do("dispose", exchange=0)
    assert [now - before for now, before in zip(table.state.cash, cash, strict=True)] == [0, 1600, 1600]
    assert table.price("united") == 900


@pytest.mark.rule("AK-R47", "AK-10.11")
def test_early_holders_may_use_up_the_supply() -> None:
    table = meeting(united=19, united_shares={0: 17}, twa_shares={1: 6, 2: 4})
    merge(table)
    table.do("dispose", exchange=2)
    assert table.price("united") == 2000, "at most to $2,000"
    assert table.why("dispose", exchange=2) == "AK-10.11: United has only one unsold share, not 2."
    table.do("dispose", exchange=1)
    assert table.state.unsold[5] == 0


@pytest.mark.rule("AK-R26")
def test_the_acquirers_ceo_is_reestablished_after_each_disposal() -> None:
    table = meeting(united_shares={0: 2}, twa_shares={1: 8, 2: 2})
    merge(table)
    events = table.do("dispose", exchange=4)
    assert CeoChanged(5, 1) in events
    assert table.ceo("united") == 1


@pytest.mark.rule("AK-R48")
def test_the_defunct_counter_is_dropped_and_the_acquirer_keeps_its_own() -> None:
    table = meeting()
    table.state.unpaid[4] = 2
    table.state.unpaid[5] = 1
    merge(table)
    settle(table)
    assert (table.state.unpaid[4], table.state.unpaid[5]) == (0, 1)


# Cities


@pytest.mark.rule("AK-10.14", "AK-10.15", "AK-R80")
def test_defunct_markers_leave_the_tracks_and_shared_cities_are_cleared() -> None:
    table = meeting(twa=3, chicago="boeing_247")
    merge(table)
    settle(table)
    assert (table.index("twa"), table.points("twa")) == (0, 0)
    assert table.serves("twa") == set()
    assert table.serves("united") == {"st_louis", "kansas_city"}
    assert table.points("united") == 3 + 2 + 3, "the acquirer's own home adds nothing"
    assert table.state.scrapped[12:15] == [1, 1, 0], "the removed aircraft leave the game"
    assert table.state.planes[5][table.city("st_louis")] == 0, "the acquirer's own aircraft stays"


@pytest.mark.rule("AK-10.16", "AK-R53", "AK-1.13")
def test_other_cities_get_an_acquired_marker_and_their_points_go_over() -> None:
    table = meeting(wichita="tri_motor", denver="boeing_247")
    merge(table)
    settle(table)
    assert table.serves("united") == {"st_louis", "kansas_city", "wichita", "denver"}
    assert table.points("united") == 3 + 2 + 3 + 1 + 2
    assert table.state.acquired[5] == 10
    view = table.game.view(table.state, None)["airlines"]["united"]["cities"]
    assert {city["city"]: city["acquired"] for city in view} == {
        "st_louis": None,
        "kansas_city": None,
        "wichita": "twa",
        "denver": "twa",
    }


@pytest.mark.rule("AK-10.17")
def test_all_city_cards_move_to_the_acquirers_card() -> None:
    table = meeting(wichita="tri_motor")
    merge(table)
    settle(table)
    assert table.city_cards("united") == ["st_louis", "st_louis", "wichita"]
    assert table.city_cards("twa") == []


@pytest.mark.rule("AK-10.18", "AK-10.19", "AK-15.8", "AK-R49")
def test_what_is_taken_over_may_exceed_the_limits_and_stops_the_dividend() -> None:
    table = meeting(united=2, twa=1, denver="dc3", wichita="boeing_247")
    table.route("united", "cleveland", "tri_motor")
    table.route("united", "milwaukee", "tri_motor")
    merge(table)
    settle(table)
    assert table.state.routes[5] == 6
    assert table.game.limit[2] == 4
    view = table.game.view(table.state, None)["airlines"]["united"]
    assert view["unqualified_by"] == "AK-11.4"
    table.at("united", 7)
    assert table.game.view(table.state, None)["airlines"]["united"]["unqualified_by"] == "AK-11.5"
    table.at("united", 8)
    assert table.game.view(table.state, None)["airlines"]["united"]["qualified"]


@pytest.mark.rule("AK-10.20", "AK-R50")
def test_with_too_few_acquired_markers_the_ceo_replaces_or_forfeits() -> None:
    table = meeting(acquired=1, wichita="tri_motor", denver="boeing_247")
    merge(table)
    settle(table)
    assert (table.step, table.asked) == ("ReplaceOrForfeitStep", 0)
    assert table.kinds() == {"replace", "forfeit"}
    assert {choice["city"] for choice in table.offered("replace")} == {"wichita", "denver"}
    assert table.rule("replace", city="kansas_city", aircraft="tri_motor") == "AK-10.20"
    events = table.do("replace", city="denver", aircraft="dc3")
    assert events[0] == DefunctAircraftReplaced(5, table.city("denver"), 2), "the price limit is waived"
    assert table.state.planes[5][table.city("denver")] == 2
    assert table.state.planes[5][table.city("wichita")] == 3 + 4 * 3, "one marker is enough for the rest"
    assert table.state.acquired[5] == 0
    assert not table.is_open("twa")


@pytest.mark.rule("AK-R50")
def test_with_enough_markers_nothing_may_be_replaced_or_forfeited() -> None:
    table = meeting(acquired=2, wichita="tri_motor", denver="boeing_247")
    merge(table)
    settle(table)
    assert table.step == "ReplenishHandStep"
    assert table.state.acquired[5] == 0


@pytest.mark.rule("AK-10.21", "AK-R60")
def test_the_card_of_a_forfeited_city_goes_to_the_pool() -> None:
    table = meeting(acquired=0, denver="boeing_247")
    merge(table)
    settle(table)
    events = table.do("forfeit", city="denver")
    assert events[0] == DefunctCitiesForfeited(5, (table.city("denver"),))
    assert table.pool() == ["denver"]
    assert table.serves("united") == {"st_louis", "kansas_city"}
    assert table.rule("take_pool", city="denver") == "", "at once, for a player entitled to it"


@pytest.mark.rule("AK-10.22", "AK-R51")
def test_a_forfeit_may_not_strand_another_city() -> None:
    table = meeting(acquired=1, wichita="tri_motor", denver="tri_motor")
    merge(table)
    settle(table)
    assert table.why("forfeit", city="wichita") == (
        "AK-10.22: Without Wichita United could not reach Denver, and another choice is possible."
    )
    assert table.offered("forfeit") == [{"city": "denver"}]
    table.do("forfeit", city="denver")
    assert "wichita" in table.serves("united")


@pytest.mark.rule("AK-R50")
def test_a_replacement_must_reach_another_city_and_be_in_supply() -> None:
    table = meeting(acquired=0, denver="boeing_247")
    merge(table)
    settle(table)
    assert table.why("replace", city="denver", aircraft="tri_motor") == (
        "AK-R50: A Ford Tri-Motor in Denver would reach no other city of United."
    )
    table.state.hangar[17] = 0
    assert table.rule("replace", city="denver", aircraft="dc3") == "AK-7.6"


@pytest.mark.rule("AK-R50")
def test_where_every_pick_strands_another_city_those_go_too() -> None:
    table = meeting(acquired=0, denver="boeing_247", cheyenne="tri_motor")
    merge(table)
    table.state.hangar[15:18] = [0, 0, 0]
    for kind in range(3):
        table.state.scrapped[15 + kind] = table.game.markers[kind] - table.state.flown[15 + kind]
    # Denver and Cheyenne hold on to each other only, two hexes and more from the rest.
    denver, cheyenne = table.city("denver"), table.city("cheyenne")
    table.state.planes[4][denver] = 0
    table.state.flown[12:14] = [3, 0]
    table.state.hangar[12:14] = [9, 12]
    settle(table)
    assert table.step == "ReplaceOrForfeitStep"
    assert table.offered("forfeit") == [{"city": "cheyenne"}, {"city": "denver"}]
    events = table.do("forfeit", city="denver")
    assert events[0] == DefunctCitiesForfeited(5, (denver, cheyenne))
    assert table.serves("united") == {"st_louis", "kansas_city"}
    assert sorted(table.pool()) == ["cheyenne", "denver"]


@pytest.mark.rule("AK-R78")
def test_second_hand_acquisitions_change_their_marker_and_keep_their_aircraft() -> None:
    table = meeting(wichita="tri_motor", seats=3)
    merge(table)
    settle(table)
    table.do("keep_hand")
    assert table.state.acquired[5] == 11
    table.open("northwest", 12, {1: 4}, {"des_moines": "tri_motor"})
    table.hand(1, "chicago")
    table.fly("chicago", "northwest", "boeing_247")
    settle(table)
    assert not table.is_open("united")
    wichita = table.state.planes[3][table.city("wichita")]
    assert wichita == 3 + 4 * 3 + 0, "still TWA's Tri-Motor"
    assert table.state.acquired[5] == 12, "United's marker is taken off"
    kansas_city = table.state.planes[3][table.city("kansas_city")]
    assert kansas_city == 3 + 5 * 3 + 0, "the former home carries United's aircraft, like any of its routes"
    assert table.state.acquired[3] == 12 - 3
