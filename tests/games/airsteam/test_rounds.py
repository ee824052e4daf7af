"""Sections 3 and 4: the structure of a round, and the market."""

from itertools import pairwise

import pytest

from aerodrome import Event
from aerodrome.games.airsteam.model.actions import PassForIncome
from aerodrome.games.airsteam.model.events import (
    AirshipFlew,
    CardsRevealed,
    FactoriesProduced,
    FinalShippingBegan,
    MarketTileDrawn,
    PassedForIncome,
    PlanSealed,
    RoundBegan,
    SeatScored,
    StartTokenMoved,
    UpkeepPaid,
)
from games.airsteam.table import CHEMICALS, FOOD, MACHINERY, TEXTILES, Table


@pytest.mark.rule("KS-3.1", "KS-3.5", "KS-21.4", "KS-R40")
def test_the_game_has_six_rounds_and_one_final_shipping() -> None:
    table = Table(2).on("over")
    assert [event.round for event in table.told(RoundBegan)] == [1, 2, 3, 4, 5, 6]
    assert len(table.told(FinalShippingBegan)) == 1
    assert table.no(0, PassForIncome()) == "KS-3.5"


@pytest.mark.rule("KS-3.2")
def test_the_phases_come_in_order() -> None:
    table = Table()
    table.aboard(0, FOOD, 1)
    table.plan().on("DrawTileAndRaisePriceStep")
    kinds: tuple[type[Event], ...] = (
        MarketTileDrawn,
        PlanSealed,
        CardsRevealed,
        UpkeepPaid,
        StartTokenMoved,
        FactoriesProduced,
    )
    order = list(dict.fromkeys(type(event) for event in table.events if isinstance(event, kinds)))
    assert order == [MarketTileDrawn, PlanSealed, CardsRevealed, UpkeepPaid, StartTokenMoved, FactoriesProduced]


@pytest.mark.rule("KS-3.4", "KS-R6")
def test_each_player_moves_and_acts_before_the_next_one_begins() -> None:
    table = Table().draw().plan(*[("1", "0", "2", "3")] * 3)
    table.on("DrawTileAndRaisePriceStep")
    first = [(type(e).__name__, e.seat) for e in table.events if isinstance(e, (AirshipFlew, PassedForIncome))][:6]
    assert first == [
        ("AirshipFlew", 0),
        ("PassedForIncome", 0),
        ("AirshipFlew", 1),
        ("PassedForIncome", 1),
        ("AirshipFlew", 2),
        ("PassedForIncome", 2),
    ]


@pytest.mark.rule("KS-3.4")
def test_nobody_acts_out_of_turn() -> None:
    table = Table().at_action(0)
    assert table.no(1, PassForIncome()) == "KS-3.4"


@pytest.mark.rule("KS-4.1", "KS-4.2")
def test_three_tiles_are_drawn_and_each_raises_its_colour_one_space() -> None:
    table = Table().draw(CHEMICALS, FOOD, MACHINERY)
    assert table.state.market == [CHEMICALS, FOOD, MACHINERY]
    assert table.step == "PlanCardsStep"
    assert [table.game.prices[space] for space in table.state.price] == [5, 5, 4, 5, 4]


@pytest.mark.rule("KS-4.3", "KS-4.4")
def test_several_tiles_of_a_colour_raise_it_several_spaces() -> None:
    table = Table().draw(FOOD, FOOD, FOOD)
    assert [event.price for event in table.told(MarketTileDrawn)] == [5, 6, 8]
    table.plan().on("DrawTileAndRaisePriceStep").draw(FOOD)
    assert [event.price for event in table.told(MarketTileDrawn)] == [5, 6, 8, 10]


@pytest.mark.rule("KS-4.5", "KS-R3")
def test_a_marker_on_the_last_space_stays_there() -> None:
    table = Table()
    table.state.price[FOOD] = 4
    table.draw(FOOD, TEXTILES, TEXTILES)
    assert table.state.price[FOOD] == 4
    assert table.told(MarketTileDrawn)[0].price == 10


@pytest.mark.rule("KS-4.6", "KS-R36")
def test_prices_never_fall_and_deliveries_do_not_change_them() -> None:
    table = Table(2).draw(FOOD, FOOD, TEXTILES)
    before = list(table.state.price)
    at = table.space("A1-A3", 0)
    table.at_action(0).cubes(at, FOOD, 4)
    table.do(0, table.game.get_ship_action(at, FOOD), *table.game.ship_counts[4][-1:])
    assert table.state.cash[0] == 12 + 4 * 6
    assert table.state.price == before
    prices = []
    while table.step != "over":
        prices.append(list(table.state.price))
        table.plainly()
    assert all(a <= b for x, y in pairwise(prices) for a, b in zip(x, y, strict=True))


@pytest.mark.rule("KS-3.5", "KS-23.1")
def test_the_result_is_told_once_at_the_end() -> None:
    table = Table(2).on("over")
    assert [event.seat for event in table.told(SeatScored)] == [0, 1]
