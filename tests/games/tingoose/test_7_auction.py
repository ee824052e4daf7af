"""Section 7: auctions."""

import pytest

from aerodrome.games.tingoose.model.actions import AdvanceIncome, BidForFleet, RemoveCondition
from aerodrome.games.tingoose.model.events import AuctionPassed, FleetUnsold, FleetWon, SameFleetKindBonusGained
from aerodrome.games.tingoose.model.state import IRREGULAR_SAFETY
from games.tingoose.table import DEPLOY, PASS, Table


def bid(amount: int) -> BidForFleet:
    return BidForFleet(amount)


@pytest.mark.rule("TG-7.1")
def test_the_card_just_played_is_auctioned() -> None:
    table = Table().give(0, "G15", "G01").begin().play("G15")
    assert table.game.view(table.state, 1)["auction"]["card"] == "G15"
    table.do(bid(3), PASS, PASS)
    assert table.heard(FleetWon)[0].card == table.card("G15")


@pytest.mark.rule("TG-7.2", "TG-7.3")
@pytest.mark.parametrize("active", [0, 2, 3])
def test_bidding_goes_once_around_and_ends_with_the_active_player(active: int) -> None:
    table = Table(4).auction("G15", seat=active)
    called = []
    while table.step == "AuctionBidStep":
        called.append(table.who)
        table.do(bid(len(called)))
    assert called == [(active + 1 + i) % 4 for i in range(4)]
    assert table.heard(FleetWon)[0].seat == active


@pytest.mark.rule("TG-7.3", "TG-R15")
def test_each_player_calls_only_once() -> None:
    table = Table().auction("G15").do(PASS)
    assert table.no(bid(5), seat=1) == "TG-4.2"
    assert table.no(DEPLOY) == "TG-7.3"


@pytest.mark.rule("TG-7.4", "TG-R15")
def test_a_bid_beats_all_earlier_ones_equalling_is_not_enough() -> None:
    table = Table().auction("G15")
    assert table.no(bid(0)) == "TG-7.4"
    assert table.no(bid(-3)) == "TG-7.4"
    assert table.no(bid(1)) == ""
    table.do(bid(7))
    assert [table.no(bid(amount)) for amount in (6, 7, 8)] == ["TG-7.4", "TG-7.4", ""]
    table.do(PASS)
    assert table.who == table.state.active == 0
    assert table.no(bid(7)) == "TG-7.4"  # speaking last is no privilege


@pytest.mark.rule("TG-7.4")
def test_any_higher_whole_amount_may_be_bid_though_not_all_are_listed() -> None:
    table = Table().auction("G15").do(bid(4))
    assert bid(10) not in table.legal()
    assert table.no(bid(10)) == ""
    form = table.game.forms(table.state, 2)[0]
    assert (form.min, form.max) == (5, 40)  # type: ignore[union-attr]


@pytest.mark.rule("TG-7.5")
def test_without_bids_the_fleet_is_discarded_and_nothing_else_happens() -> None:
    table = Table().auction("G15").do(PASS, PASS)
    before = [table.state.cash, table.state.fleets, table.state.income_box]
    table.do(PASS)
    assert [table.state.cash, table.state.fleets, table.state.income_box] == before
    assert type(table.events[0]) is AuctionPassed
    assert type(table.events[1]) is FleetUnsold
    assert table.step == "TurnActionStep"


@pytest.mark.rule("TG-7.6")
def test_the_highest_bidder_pays_and_the_losers_do_not() -> None:
    table = Table().auction("G15").do(bid(7), bid(9), PASS)
    assert table.state.cash == [40, 40, 31]
    assert (table.step, table.who) == ("DeployOrUpgradeStep", 2)


@pytest.mark.rule("TG-7.7", "TG-R18", "TG-15.3")
def test_a_fleet_of_a_kind_already_owned_lifts_income_by_two_once() -> None:
    table = Table().auction("G15", seat=0)
    table.fleets(1, trimotor=1, G16=2, G17=0)  # two more of the same kind, one without planes
    table.do(bid(3), PASS, PASS)
    assert table.state.income_box == [1, 3, 1]
    assert table.heard(SameFleetKindBonusGained)[0].income == 4


@pytest.mark.rule("TG-7.7", "TG-R18")
def test_size_and_figures_do_not_make_a_kind() -> None:
    table = Table().auction("G03")  # Stinson: small, 3 barrels, 3 flames, as the Trimotor
    table.do(bid(3), PASS, PASS)
    assert table.state.income_box == [1, 1, 1]


@pytest.mark.rule("TG-R18")
def test_the_same_kind_bonus_comes_before_the_choice_and_also_with_an_upgrade() -> None:
    table = Table().auction("B09", round=3)
    table.fleets(1, trimotor=1, B10=1)
    table.do(bid(3), PASS, PASS)
    assert table.state.income_box[1] == 3
    table.do(table.upgrading("trimotor"))
    assert table.state.income_box[1] == 3


@pytest.mark.rule("TG-7.8", "TG-R16")
def test_the_winner_must_use_the_card_at_once() -> None:
    table = Table().auction("G15").do(bid(7), PASS, PASS)
    assert (table.who, table.state.active) == (1, 0)
    assert table.no(PASS) == "TG-7.8"
    assert table.no(AdvanceIncome(), seat=0) == "TG-4.2"
    table.do(DEPLOY, RemoveCondition(IRREGULAR_SAFETY))
    assert (table.step, table.who) == ("TurnActionStep", 0)


@pytest.mark.rule("TG-7.9")
@pytest.mark.parametrize("cash", [0, 6, 7])
def test_who_has_no_more_than_the_high_bid_can_only_pass(cash: int) -> None:
    table = Table().auction("G15").do(bid(7))
    table.state.cash[2] = cash
    assert table.legal() == [PASS]
    assert table.no(bid(8)) == "TG-7.9"
    assert table.no(PASS) == ""


@pytest.mark.rule("TG-7.9")
def test_without_money_nobody_opens() -> None:
    table = Table().auction("G15")
    table.state.cash[1] = 0
    assert table.legal() == [PASS]
    assert table.no(bid(1)) == "TG-7.9"


@pytest.mark.rule("TG-R4")
def test_a_bid_may_not_exceed_the_cash_in_hand() -> None:
    table = Table().auction("G15")
    assert table.no(bid(40)) == ""
    assert table.no(bid(41)) == "TG-R4"
    text = table.game.why_not(table.state, 1, bid(41))
    assert text is not None
    assert "$40" in text.text


@pytest.mark.rule("TG-R15")
def test_bids_are_open() -> None:
    table = Table().auction("G15").do(bid(7))
    assert all(table.events[0].is_visible_to(who) for who in (0, 1, 2, None))
    view = table.game.view(table.state, None)["auction"]
    assert (view["high"], view["leader"], view["to_call"]) == (7, 1, [2, 0])
