"""Section 5: opening an airline and the duty to fly it."""

import pytest

from aerodrome.games.airkwire.model.events import AirlineOpened
from games.airkwire.table import Table


@pytest.mark.rule("AK-5.1", "AK-R22", "AK-5.3", "AK-5.4")
def test_whoever_opens_an_airline_must_fly_it_this_turn() -> None:
    table = Table()
    table.open("twa", 3, {0: 3})
    table.hand(0, "cleveland", "st_louis", "wichita")
    events = table.do("buy", airline="united")
    assert events[0] == AirlineOpened(0, 5, table.city("chicago"), again=False)
    assert table.points("united") == 3
    table.do("close_stock")
    assert table.why("discard", card="wichita") == "AK-5.1: You opened United this turn and must create its route."
    assert table.rule("pass") == "AK-5.1"
    assert table.why("propose", city="wichita", airline="twa", aircraft="tri_motor") == (
        "AK-R22: You opened United this turn: its route comes first."
    )
    assert {route["airline"] for route in table.offered("propose")} == {"united"}
    assert table.kinds() == {"propose"}
    table.fly("cleveland", "united")
    assert table.state.owed == []


@pytest.mark.rule("AK-5.2", "AK-R24")
def test_an_airline_cannot_open_while_another_is_in_its_home() -> None:
    table = Table()
    table.hand(0, "cleveland")
    table.open("twa", 3, {1: 3}, {"des_moines": "tri_motor"})
    table.route("twa", "chicago", "boeing_247", card=False)
    assert table.why("buy", airline="united") == ("AK-5.2: United cannot open while TWA is in its home city Chicago.")
    table.shares("twa", {1: 1})
    table.state.turn = 1
    table.at("twa", 0)
    table.do("sell", airline="twa")
    table.end_turns(2)
    assert table.rule("buy", airline="united") == "", "the block ends when the other leaves"


@pytest.mark.rule("AK-5.5")
@pytest.mark.parametrize("purchases", [1, 2, 3])
def test_initial_purchases_put_the_marker_on_index_one_two_or_three(purchases: int) -> None:
    table = Table()
    table.hand(0, "cleveland")
    for _ in range(purchases):
        table.do("buy", airline="united")
    assert table.index("united") == purchases
    assert table.held("united")[0] == purchases + 1


@pytest.mark.rule("AK-5.6", "AK-10.23")
def test_a_defunct_airline_never_opens_again() -> None:
    table = Table()
    table.hand(0, "st_louis", "cleveland")
    table.open("united", 5, {0: 4})
    table.open("twa", 3, {0: 2}, {"st_louis": "tri_motor"})
    table.fly("st_louis", "united")
    table.do("place_home", aircraft="tri_motor")
    table.do("dispose", exchange=0)
    table.do("keep_hand")
    table.hand(1, "wichita")
    assert table.why("buy", airline="twa") == "AK-5.6: TWA was taken over and can never open again."


@pytest.mark.rule("AK-5.7", "AK-R25", "AK-12.7")
def test_a_bankrupt_airline_opens_again_like_a_new_one_even_in_the_same_turn() -> None:
    table = Table()
    table.hand(0, "cleveland", "des_moines")
    table.open("united", 0, {0: 1, 1: 5}, {"st_louis": "tri_motor"}, unpaid=1)
    table.do("sell", airline="united")
    assert not table.is_open("united")
    events = table.do("buy", airline="united")
    assert events[0] == AirlineOpened(0, 5, table.city("chicago"), again=True)
    assert table.held("united") == [2, 0, 0]
    assert (table.index("united"), table.points("united")) == (1, 3)
    assert table.state.unpaid[5] == 0
    assert table.state.hangar[15:18] == [12, 12, 10]
    table.fly("cleveland", "united")
    assert table.points("united") == 5


@pytest.mark.rule("AK-R21")
def test_an_opening_needs_a_card_that_can_fly_at_the_price_then_reached() -> None:
    table = Table()
    table.hand(0, "bangor")
    assert table.why("buy", airline="united").startswith(
        "AK-R21: Whoever opens United must fly it this turn, and no card in your hand"
    )
    table.hand(0, "omaha")  # two hexes from Chicago: a Boeing 247 at $300
    table.do("buy", airline="united")
    assert table.why("close_stock").startswith("AK-R21: You owe a route for United")
    table.do("buy", airline="united")
    assert table.rule("close_stock") == "AK-R21"
    table.do("buy", airline="united")
    assert table.step == "RouteOrDiscardStep"
    table.fly("omaha", "united", "boeing_247")
    assert table.serves("united") == {"omaha"}


@pytest.mark.rule("AK-R21")
def test_an_opening_needs_cash_and_trades_for_the_purchases_that_make_it_fly() -> None:
    table = Table()
    table.hand(0, "omaha")
    table.cash(0, 540)
    assert table.why("buy", airline="united") == (
        "AK-R21: Whoever opens United must fly it this turn; your nearest card, Omaha, needs a price of $300: "
        "three purchases for $550 with fees, and you have three trades and $540."
    )
    table.cash(0, 150 + 150 + 250)
    assert table.rule("buy", airline="united") == ""
    table.open("twa", 3, {0: 3})
    table.do("sell", airline="twa")
    assert table.rule("buy", airline="united") == "AK-R21", "two trades are too few"


@pytest.mark.rule("AK-5.8", "AK-R21")
def test_after_an_opening_no_trade_may_make_the_route_impossible() -> None:
    table = Table()
    table.hand(0, "omaha")
    table.open("twa", 3, {0: 3, 1: 1})
    table.do("buy", airline="united")
    assert table.why("buy", airline="twa") == (
        "AK-5.8: After that you could no longer fly the route you owe for United: too few trades or too little cash."
    )
    assert table.rule("sell", airline="twa") == "AK-5.8"
    assert table.kinds() == {"buy"}
    near = Table()
    near.hand(0, "cleveland")
    near.open("twa", 3, {0: 3, 1: 1})
    near.do("buy", airline="united")
    assert near.rule("buy", airline="twa") == ""


@pytest.mark.rule("AK-R22")
def test_one_opening_a_turn_and_no_sale_of_the_new_shares() -> None:
    table = Table()
    table.hand(0, "cleveland", "wichita")
    table.do("buy", airline="united")
    assert table.why("buy", airline="twa") == "AK-R22: You may open one airline a turn, and you have opened United."
    assert table.why("sell", airline="united") == (
        "AK-R22: United was opened this turn; its shares cannot be sold before the next."
    )


@pytest.mark.rule("AK-R22", "AK-5.8")
def test_under_double_routes_two_openings_each_need_their_own_card() -> None:
    table = Table(power_cards=True)
    table.hand(0, "double_routes", "des_moines", "bangor")
    table.do("play_power", power="double_routes")
    table.do("buy", airline="united")
    assert table.why("buy", airline="twa") == (
        "AK-R21: You owe a route for United already; with your other cards, trades and cash TWA could not fly as well."
    )
    two = Table(power_cards=True)
    two.hand(0, "double_routes", "des_moines", "cleveland", "omaha")
    two.do("play_power", power="double_routes")
    two.do("buy", airline="united")
    two.do("buy", airline="twa")
    assert two.rule("buy", airline="american") == "AK-R22"
    two.do("close_stock")
    two.fly("cleveland", "united")
    assert two.step == "RouteOrDiscardStep"
    assert two.kinds() == {"propose"}
    assert {route["airline"] for route in two.offered("propose")} == {"twa"}
    two.fly("omaha", "twa")
    assert two.step == "ReplenishHandStep"


@pytest.mark.rule("AK-R22", "AK-5.8")
def test_a_first_route_must_leave_a_card_for_the_other_airline_opened() -> None:
    table = Table(power_cards=True)
    table.hand(0, "double_routes", "des_moines", "cleveland")
    table.do("play_power", power="double_routes")
    table.do("buy", airline="united")
    table.do("buy", airline="twa")
    table.do("close_stock")
    assert table.why("propose", city="des_moines", airline="united", aircraft="tri_motor") == (
        "AK-R22: With Des Moines gone you could not fly the other route you owe: United and TWA each need a card."
    )
    assert table.offered("propose") == [
        {"city": "des_moines", "airline": "twa", "aircraft": "tri_motor"},
        {"city": "cleveland", "airline": "united", "aircraft": "tri_motor"},
    ]


@pytest.mark.rule("AK-R22")
def test_the_duty_lapses_when_the_new_airline_is_taken_over_first() -> None:
    table = Table(power_cards=True)
    table.hand(0, "double_routes", "des_moines", "omaha", "chicago")
    table.do("play_power", power="double_routes")
    table.do("buy", airline="united")
    table.do("buy", airline="twa")
    table.do("close_stock")
    table.at("twa", 3)
    table.fly("chicago", "twa", "boeing_247")
    table.do("dispose", exchange=0)
    assert not table.is_open("united")
    assert table.state.owed == []
    assert "pass" in table.kinds(), "the second route is free again"


@pytest.mark.rule("AK-R23")
def test_an_opening_route_may_start_a_merger_that_ends_the_new_airline() -> None:
    table = Table()
    table.open("twa", 5, {1: 4}, {"st_louis": "tri_motor"})
    table.hand(0, "st_louis")
    table.do("buy", airline="united")
    table.fly("st_louis", "united")
    assert table.asked == 1, "TWA's CEO picks the aircraft for Chicago"
    table.do("place_home", aircraft="tri_motor")
    table.do("dispose", exchange=0)
    assert not table.is_open("united")
    assert table.serves("twa") == {"st_louis", "chicago"}


@pytest.mark.rule("AK-R21", "AK-R69")
def test_under_block_trade_the_place_at_the_end_of_the_step_counts() -> None:
    table = Table(power_cards=True)
    table.hand(0, "block_trade", "omaha")
    table.cash(0, 3 * 150)
    assert table.rule("buy", airline="united") == "AK-R21"
    table.do("play_power", power="block_trade")
    for _ in range(3):
        assert table.rule("buy", airline="united") == ""
        table.do("buy", airline="united")
    assert (table.state.cash[0], table.index("united"), table.held("united")[0]) == (0, 3, 4)
    table.fly("omaha", "united", "boeing_247")
