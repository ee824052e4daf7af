"""Section 8: movement errors."""

import pytest

from aerodrome.games.airsteam.model.actions import AdjustAirship, PassForIncome, PlanNextCard, UpgradeAirship
from aerodrome.games.airsteam.model.events import MovementError, TurnOrderSet
from aerodrome.games.airsteam.model.state import REMOVED
from games.airsteam.table import FOOD, Table


def failing(seats: int = 2) -> Table:
    """Seat 0 flies 7**, and its second card, 1*, is one diamond too many."""
    table = Table(seats).draw().plan(("7**", "1*", "0", "1"))
    while not (table.state.slot == 1 and table.step == "TakeActionStep" and table.actors == (0,)):
        table.plainly()
    return table


@pytest.mark.rule("KS-8.1", "KS-8.2", "KS-R7")
def test_the_card_that_goes_over_the_rating_is_removed() -> None:
    table = failing()
    error = table.told(MovementError)[0]
    assert (error.seat, error.total, error.rating) == (0, 3, 2)
    assert table.state.face[1] == REMOVED


@pytest.mark.rule("KS-8.4", "KS-8.6", "KS-8.7", "KS-R10")
def test_with_an_error_there_is_no_flight_and_no_loading_but_an_action() -> None:
    table = Table(2)
    table.draw().plan(("7**", "1*", "0", "1"))
    while table.state.slot == 0:
        table.plainly()
        if table.step == "MoveAirshipStep" and table.actors == (0,):
            table.do(0, table.game.fly[table.factory_hex("FA1")])
    seen = []
    while table.state.slot == 1:
        if table.actors == (0,):
            seen.append(table.step)
        table.plainly()
    assert seen == ["TakeActionStep"]
    assert table.state.airship[0] == table.factory_hex("FA1")


@pytest.mark.rule("KS-8.6")
def test_with_an_error_one_may_also_pass() -> None:
    table = failing()
    cash = table.state.cash[0]
    table.do(0, PassForIncome())
    assert table.state.cash[0] == cash + 3


@pytest.mark.rule("KS-8.7", "KS-R37")
def test_route_adjustment_is_open_to_a_player_with_an_error_and_brings_loading() -> None:
    table = failing()
    tables = table.game.maps[2]
    factory = table.factory_hex("FA1")
    beside = tables.neighbours[factory][0]
    table.fly(0, beside).do(0, AdjustAirship(tables.neighbour_by_direction[beside].index(factory)))
    assert table.asked == (0, "LoadOrUnloadStep")


@pytest.mark.rule("KS-8.8", "KS-R8")
def test_a_removed_card_does_not_count_for_later_slots() -> None:
    table = Table(2).draw().plan(("1*", "7**", "2*", "0"))
    table.on("DrawTileAndRaisePriceStep")
    assert [table.game.card_ids[error.card] for error in table.told(MovementError)] == ["7**"]


@pytest.mark.rule("KS-8.9", "KS-R9", "KS-8.5")
def test_several_errors_act_last_in_the_order_of_ties_whatever_their_letters() -> None:
    table = Table(3, start=1).draw().plan(("7**", "1*", "0", "1"), ("6**", "5**", "0", "1"), ("0", "7**", "1", "2"))
    table.on("DrawTileAndRaisePriceStep")
    assert table.told(TurnOrderSet)[1].order == (2, 1, 0)


@pytest.mark.rule("KS-8.10", "KS-R7", "KS-5.7")
def test_an_upgrade_in_an_earlier_step_heals_the_plan() -> None:
    table = Table(2).draw().plan(("7**", "1*", "0", "1"))
    table.on("TakeActionStep", seat=0)
    table.do(0, UpgradeAirship())
    table.on("DrawTileAndRaisePriceStep")
    assert table.told(MovementError) == []


@pytest.mark.rule("KS-8.10")
def test_an_upgrade_in_the_same_step_does_not_undo_the_error() -> None:
    table = failing()
    table.do(0, UpgradeAirship())
    assert table.state.face[1] == REMOVED
    assert table.step != "MoveAirshipStep"
    assert table.state.errors == 1 or table.state.slot == 2


@pytest.mark.rule("KS-8.11")
def test_an_error_costs_no_money_and_the_card_comes_back() -> None:
    table = failing()
    cash = list(table.state.cash)
    table.do(0, AdjustAirship(next(a.direction for a in table.legal(AdjustAirship) if isinstance(a, AdjustAirship))))
    assert table.state.cash == cash
    table.on("PlanCardsStep")
    assert PlanNextCard(table.card("1*")) in table.game.legal(table.state, 0)


@pytest.mark.rule("KS-8.3")
def test_an_equal_sum_is_no_error() -> None:
    table = Table(2).draw().plan(("1*", "2*", "0", "1")).aboard(0, FOOD, 1)
    table.on("DrawTileAndRaisePriceStep")
    assert table.told(MovementError) == []
