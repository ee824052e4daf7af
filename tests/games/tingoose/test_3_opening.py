"""Section 3: the opening bid."""

import pytest

from aerodrome import CHANCE
from aerodrome.games.tingoose.model.actions import BreakOpeningTie, MakeOpeningBid, TakeAirmailCard
from aerodrome.games.tingoose.model.events import AirmailDiscarded, OpeningBidSealedUnseen, OpeningBidsPaid
from games.tingoose.table import PASS, Table


def bid(table: Table, *amounts: int) -> Table:
    for seat, amount in enumerate(amounts):
        table.seat_does(seat, MakeOpeningBid(amount))
    return table


def opening(seats: int = 3) -> Table:
    return Table(seats).chance()


@pytest.mark.rule("TG-3.1", "TG-R5")
def test_any_whole_bid_from_0_to_40_is_allowed() -> None:
    table = opening()
    assert [table.no(MakeOpeningBid(amount)) for amount in (0, 17, 40)] == ["", "", ""]
    assert [table.no(MakeOpeningBid(amount)) for amount in (-1, 41)] == ["TG-R5", "TG-R5"]
    assert table.legal() == [MakeOpeningBid(amount) for amount in range(41)]
    assert table.no(PASS) == "TG-3.1"


@pytest.mark.rule("TG-3.2", "TG-R47")
def test_bids_are_made_in_any_order_and_shown_together() -> None:
    table = opening()
    assert table.game.actors(table.state) == (0, 1, 2)
    table.seat_does(2, MakeOpeningBid(7))
    assert table.game.actors(table.state) == (0, 1)
    assert table.game.view(table.state, 2)["sealed"] == 7
    for watcher in (0, 1, None):
        view = table.game.view(table.state, watcher)
        assert (view["sealed"], view["revealed"]) == (None, None)
        heard = [event for event in table.events if event.is_visible_to(watcher)]
        assert heard == [OpeningBidSealedUnseen(2, hidden_from=2)]
    table.seat_does(0, MakeOpeningBid(3))
    table.seat_does(1, MakeOpeningBid(5))
    assert table.heard(OpeningBidsPaid)[0].amounts == (3, 5, 7)
    assert table.game.view(table.state, 0)["revealed"] == [3, 5, 7]


@pytest.mark.rule("TG-3.3")
def test_everybody_pays_the_own_bid_whatever_its_rank() -> None:
    table = bid(opening(), 3, 0, 12)
    assert table.state.cash == [37, 40, 28]
    assert table.state.bank == -105


@pytest.mark.rule("TG-3.4", "TG-3.10", "TG-R5")
def test_routes_are_chosen_from_the_highest_bid_down_and_play_goes_clockwise_from_the_first() -> None:
    table = bid(opening(4), 3, 0, 12, 5)
    chosen = []
    while table.step == "AirmailChoiceStep":
        chosen.append(table.who)
        table.do(table.legal()[0])
    assert chosen == [2, 3, 0, 1]
    assert (table.state.active, table.who) == (2, 2)
    turns = []
    for _ in range(4):
        turns.append(table.state.active)
        turn_over(table)
    assert turns == [2, 3, 0, 1]  # by seat, not by bid


def turn_over(table: Table) -> None:
    seat = table.state.active
    while table.state.active == seat and table.state.step_stack:
        who = table.who
        legal = table.legal(who)
        table.seat_does(who, PASS if PASS in legal else legal[0])


@pytest.mark.rule("TG-3.5", "TG-R5")
def test_equal_bids_are_ordered_by_lot_each_group_on_its_own() -> None:
    table = bid(opening(5), 4, 9, 4, 9, 4)
    assert table.game.actors(table.state) == (CHANCE,)
    assert table.legal() == [BreakOpeningTie(1), BreakOpeningTie(3)]
    assert table.game.odds(table.state) == [0.5, 0.5]
    assert table.no(BreakOpeningTie(0)) == "TG-3.5"
    table.do(BreakOpeningTie(3))
    assert table.legal() == [BreakOpeningTie(0), BreakOpeningTie(2), BreakOpeningTie(4)]
    assert table.game.odds(table.state) == [1 / 3] * 3
    table.do(BreakOpeningTie(4))
    assert table.legal() == [BreakOpeningTie(0), BreakOpeningTie(2)]
    table.do(BreakOpeningTie(0))
    assert table.state.order == [3, 1, 4, 0, 2]
    assert table.state.first == 3


@pytest.mark.rule("TG-R5")
def test_when_all_bid_alike_lots_decide_the_whole_order() -> None:
    table = bid(opening(), 0, 0, 0)
    table.do(BreakOpeningTie(2), BreakOpeningTie(1))
    assert table.state.order == [2, 1, 0]


@pytest.mark.rule("TG-3.6", "TG-3.9", "TG-13.1")
def test_a_route_brings_one_plane_from_the_trimotor_to_its_start_city() -> None:
    table = bid(opening(), 3, 2, 1)
    airmail = table.state.card_row[2]
    assert table.no(TakeAirmailCard((set(range(9)) - set(table.state.card_row)).pop())) == "TG-3.6"
    table.do(TakeAirmailCard(airmail))
    assert table.state.airmail == [airmail, -1, -1]
    assert table.state.planes[0] == [1]
    assert table.state.network[0] == 1 << table.game.airmail_start[airmail]
    assert airmail not in table.state.card_row


@pytest.mark.rule("TG-3.7")
def test_the_route_nobody_took_is_discarded() -> None:
    table = bid(opening(), 3, 2, 1)
    last = table.state.card_row[-1]
    for _ in range(3):
        table.do(table.legal()[0])
    assert [event.airmail for event in table.heard(AirmailDiscarded)] == [last]
    assert table.state.card_row == []


@pytest.mark.rule("TG-3.8", "TG-R7")
def test_the_start_plane_moves_no_marker_pays_nothing_and_takes_no_token() -> None:
    table = bid(opening(), 3, 2, 1)
    start = table.game.airmail_start[table.state.card_row[0]]
    table.tokens(table.game.cities[start], silver=3)
    table.do(table.legal()[0])
    assert table.state.income_box[0] == 1
    assert table.state.cash[0] == 37
    assert table.state.silver[start] == 3


@pytest.mark.rule("TG-R7", "TG-R44")
def test_the_start_plane_counts_as_presence_and_as_a_major_city() -> None:
    table = Table().acting()
    table.network(1, "Portland")  # as a start city
    table.state.income_box[0] = 5
    table.place("Portland")
    assert table.state.income_box[0] == 4
    table.network(2, "Seattle")
    assert rules_score(table, 2) == 20


def rules_score(table: Table, seat: int) -> int:
    return table.game.score_breakdown(table.state)[seat][3].amount


@pytest.mark.rule("TG-R6")
def test_a_route_must_be_taken() -> None:
    table = bid(opening(), 3, 2, 1)
    assert table.no(PASS) == "TG-R6"
    assert all(isinstance(action, TakeAirmailCard) for action in table.legal())
