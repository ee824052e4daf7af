"""Sections 11 and 12: dividends, missed dividends, bankruptcy."""

import pytest

from aerodrome.games.airkwire.model.events import (
    AirlineWentBankrupt,
    DividendNotPaid,
    DividendsPaid,
    PriceDroppedForMissedDividends,
    PriceRaisedByCeo,
)
from aerodrome.games.airkwire.rules import queries
from games.airkwire.table import Table


def due(table: Table) -> None:
    """One route before a payout, with a route at hand that touches no airline of the test."""
    table.open("western", 1, {0: 1})
    table.hand(0, "san_diego")
    table.state.marker = 6


def payout(table: Table) -> None:
    """Red creates the seventh route and leaves the draw."""
    if not table.is_open("western"):
        due(table)
    table.fly("san_diego", "western")
    table.do("keep_hand")


def next_payout(table: Table, city: str) -> None:
    """Round again, and a payout with another route of Western."""
    table.end_turns(table.state.seats - 1)
    table.hand(0, city)
    table.state.marker = 6
    table.fly(city, "western")
    table.do("keep_hand")


@pytest.mark.rule("AK-11.1", "AK-11.2", "AK-R54")
def test_the_seventh_route_brings_one_payout_at_the_end_of_the_turn() -> None:
    table = Table()
    table.open("united", 5, {1: 2}, {"st_louis": "tri_motor"})
    due(table)
    cash = table.state.cash[1]
    table.fly("san_diego", "western")
    assert table.state.marker == 0
    assert table.state.due
    assert table.state.cash[1] == cash
    table.do("keep_hand")
    assert table.state.cash[1] == cash + 2 * 30
    assert not table.state.due
    for marker in range(1, 7):
        early = Table()
        early.open("united", 5, {1: 2}, {"st_louis": "tri_motor"})
        due(early)
        early.state.marker = marker - 1
        early.fly("san_diego", "western")
        early.do("keep_hand")
        assert early.state.cash[1] == cash


@pytest.mark.rule("AK-R54")
def test_a_payout_uses_what_stands_after_everything_else_in_the_turn() -> None:
    table = Table()
    table.open("united", 5, {0: 2, 1: 1}, {"st_louis": "tri_motor"})
    table.hand(0, "cleveland")
    table.state.marker = 6
    table.cash(0, 5000)
    table.do("buy", airline="united")
    table.fly("cleveland", "united")
    table.do("keep_hand")
    # $600 and seven points: $42, rounded to $40, for three shares
    assert table.state.cash[0] == 5000 - 550 + 3 * 40


@pytest.mark.rule("AK-11.3", "AK-16.7", "AK-R58")
def test_only_qualified_airlines_pay() -> None:
    table = Table()
    table.open("united", 5, {1: 2}, {"st_louis": "tri_motor"})
    table.open("twa", 5, {1: 6}, {"omaha": "tri_motor"})
    due(table)
    cash = table.state.cash[1]
    payout(table)
    assert table.state.cash[1] == cash + 60
    names = [type(event).__name__ for event in table.heard]
    assert names.index("DividendNotPaid") < names.index("DividendsPaid"), "all are judged before any is paid"
    assert table.told(DividendNotPaid) == [DividendNotPaid(4, "AK-11.6", 6, 4, 1)]


@pytest.mark.rule("AK-11.4", "AK-15.3")
def test_an_airline_sold_down_below_its_city_limit_pays_nothing() -> None:
    table = Table()
    cities = {"st_louis": "tri_motor", "cleveland": "tri_motor", "milwaukee": "tri_motor", "louisville": "tri_motor"}
    table.open("united", 3, {0: 4}, cities)
    due(table)
    table.do("sell", airline="united")
    table.do("sell", airline="united")
    assert (table.index("united"), table.game.limit[1]) == (1, 3)
    payout(table)
    assert DividendNotPaid(5, "AK-11.4", 4, 3, 1) in table.heard
    exact = Table()
    exact.open("united", 2, {0: 4}, cities)
    payout(exact)
    assert not exact.told(DividendNotPaid), "four cities are within the limit of $200"


@pytest.mark.rule("AK-11.5", "AK-15.3", "AK-15.9")
def test_an_aircraft_type_that_the_price_no_longer_allows_stops_the_dividend() -> None:
    table = Table()
    table.open("united", 3, {0: 4}, {"omaha": "boeing_247"})
    due(table)
    table.do("sell", airline="united")
    payout(table)
    assert DividendNotPaid(5, "AK-11.5", 1, 0, 1) in table.heard
    higher = Table()
    higher.open("united", 18, {0: 4}, {"st_louis": "tri_motor"})
    payout(higher)
    assert not higher.told(DividendNotPaid), "a Tri-Motor is never too small"


@pytest.mark.rule("AK-11.6")
def test_points_must_be_at_least_the_shares_held() -> None:
    for shares, pays in ((5, True), (6, False)):
        table = Table()
        table.open("united", 5, {1: shares}, {"st_louis": "tri_motor"})
        payout(table)
        assert bool(table.told(DividendNotPaid)) is not pays


@pytest.mark.rule("AK-11.7", "AK-R55")
@pytest.mark.parametrize(
    ("price", "points", "rate"),
    [(100, 3, 0), (100, 4, 0), (100, 5, 10), (300, 5, 20), (500, 5, 30), (900, 5, 50), (1500, 7, 110), (2000, 39, 780)],
)
def test_the_dividend_is_one_per_cent_of_price_times_points_rounded_half_up(price: int, points: int, rate: int) -> None:
    assert queries.compute_dividend_per_share(Table().game, price, points) == rate


@pytest.mark.rule("AK-R55")
def test_the_rate_is_rounded_per_share_before_multiplying() -> None:
    table = Table()
    table.open("united", 5, {1: 3}, {"st_louis": "tri_motor"})
    payout(table)
    (paid,) = [event for event in table.told(DividendsPaid) if isinstance(event, DividendsPaid) and event.airline == 5]
    assert (paid.rate, paid.amounts) == (30, (90,)), "$25 becomes $30, three times that"


@pytest.mark.rule("AK-11.8", "AK-11.9", "AK-R56")
def test_two_missed_payouts_running_drop_the_price_and_each_further_one_again() -> None:
    table = Table()
    table.open("united", 8, {1: 6}, {"st_louis": "tri_motor"})
    payout(table)
    assert table.price("united") == 800
    next_payout(table, "las_vegas")
    assert table.price("united") == 700
    assert PriceDroppedForMissedDividends(5, 700) in table.heard
    next_payout(table, "fresno")
    assert table.price("united") == 600
    assert table.state.unpaid[5] == 3


@pytest.mark.rule("AK-R56")
def test_the_counter_counts_payouts_and_is_reset_only_by_paying() -> None:
    table = Table()
    table.open("united", 8, {1: 6}, {"st_louis": "tri_motor"})
    payout(table)
    table.end_turns(5)
    assert table.state.unpaid[5] == 1, "turns without a payout do not count"
    table.shares("united", {1: 5})
    assert table.state.unpaid[5] == 1, "qualified between payouts is not enough"
    assert table.asked == 0
    table.end_turns(1)
    next_payout(table, "las_vegas")
    assert table.state.unpaid[5] == 0
    assert table.price("united") == 800


@pytest.mark.rule("AK-15.10")
def test_a_qualified_airline_whose_dividend_rounds_to_nothing_has_paid() -> None:
    table = Table()
    table.open("united", 1, {1: 2}, unpaid=1)
    payout(table)
    assert queries.compute_dividend_per_share(table.game, 100, 3) == 0
    assert table.state.unpaid[5] == 0
    assert table.is_open("united")
    assert table.index("united") == 1


@pytest.mark.rule("AK-11.10", "AK-R57")
def test_the_ceo_of_a_sold_out_airline_that_paid_may_raise_it() -> None:
    for answer, price in (("raise", 800), ("hold", 700)):
        table = Table()
        table.open("united", 7, {1: 12, 2: 8})
        for city in ("st_louis", "cleveland", "minneapolis", "pittsburgh", "detroit", "cincinnati", "washington"):
            table.route("united", city, "boeing_247")
        table.route("united", "philadelphia", "boeing_247")
        assert table.points("united") == 3 + 2 * 7 + 3
        cash = table.state.cash[1]
        payout(table)
        assert (table.step, table.asked) == ("RaiseOrHoldPriceStep", 1)
        assert table.state.cash[1] == cash + 12 * 140, "this payout uses the old price"
        events = table.do(answer)
        assert table.price("united") == price
        assert (PriceRaisedByCeo(1, 5, 800) in events) is (answer == "raise")


@pytest.mark.rule("AK-11.10", "AK-R57")
def test_no_rise_at_the_top_or_with_shares_left_and_several_go_in_order() -> None:
    def sold_out(table: Table, name: str, index: int, shares: int = 20) -> None:
        table.open(name, index, {1: shares})
        table.state.points[table.airline(name)] = 30

    table = Table()
    sold_out(table, "united", 20)
    sold_out(table, "twa", 10, 19)
    sold_out(table, "eastern", 10)
    sold_out(table, "delta", 10)
    due(table)
    game, state = table.game, table.state
    for kind, fields in (
        ("close_stock", {}),
        ("propose", {"city": "san_diego", "airline": "western", "aircraft": "tri_motor"}),
    ):
        game.apply(state, 0, table.action(kind, **fields))
    game.apply(state, 0, table.action("keep_hand"))
    raised = []
    while table.step == "RaiseOrHoldPriceStep":
        raised.append(state.step_stack[-1].airline)  # type: ignore[attr-defined]
        game.apply(state, 1, table.action("raise"))
    assert raised == [table.airline("delta"), table.airline("eastern")]


# Bankruptcy


@pytest.mark.rule("AK-12.1", "AK-12.3", "AK-12.4", "AK-12.6", "AK-R59", "AK-R60")
def test_an_airline_without_shareholders_is_bankrupt() -> None:
    table = Table()
    table.open("united", 6, {0: 1}, {"st_louis": "tri_motor", "omaha": "boeing_247"}, unpaid=1)
    events = table.do("sell", airline="united")
    assert AirlineWentBankrupt(5, 0) in events
    assert table.serves("united") == set()
    assert sorted(table.pool()) == ["omaha", "st_louis"]
    assert table.state.hangar[15:18] == [12, 12, 10], "aircraft return to the card"
    assert table.state.network[5] == 0
    assert (table.points("united"), table.index("united"), table.ceo("united")) == (0, 0, -1)
    assert table.state.unpaid[5] == 0
    assert table.state.unsold[5] == 20


@pytest.mark.rule("AK-12.2", "AK-12.5")
def test_a_price_below_the_first_space_voids_the_shares_held() -> None:
    table = Table()
    table.open("united", 0, {0: 2, 1: 4})
    cash = list(table.state.cash)
    events = table.do("sell", airline="united")
    assert AirlineWentBankrupt(5, 5) in events
    assert table.held("united") == [0, 0, 0]
    assert table.state.cash[1:] == cash[1:], "no payment for void shares"


@pytest.mark.rule("AK-12.2", "AK-R59")
def test_missed_dividends_can_bankrupt_and_payments_come_first() -> None:
    table = Table()
    table.open("united", 0, {1: 6}, {"st_louis": "tri_motor"}, unpaid=1)
    table.open("twa", 5, {1: 3}, {"omaha": "tri_motor"})
    cash = table.state.cash[1]
    payout(table)
    assert not table.is_open("united")
    assert table.state.cash[1] == cash + 60
    names = [type(event).__name__ for event in table.heard]
    assert names.index("DividendsPaid") < names.index("AirlineWentBankrupt")


@pytest.mark.rule("AK-R59")
def test_inherited_aircraft_of_a_bankrupt_airline_leave_the_game() -> None:
    table = Table()
    table.open("united", 5, {0: 1})
    table.open("twa", 3, {1: 3}, {"st_louis": "tri_motor", "wichita": "tri_motor"})
    table.hand(0, "st_louis")
    table.fly("st_louis", "united")
    table.do("place_home", aircraft="tri_motor")
    table.do("dispose", exchange=0)
    table.do("keep_hand")
    table.end_turns(2)
    table.do("sell", airline="united")
    assert not table.is_open("united")
    assert table.state.scrapped[12] == 2, "TWA's Tri-Motors from St. Louis and Wichita"
    assert table.state.acquired[5] == 12, "the acquired markers return"
    assert table.state.hangar[15] == 12
