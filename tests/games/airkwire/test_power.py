"""Section 14: the special power cards."""

import pytest

from aerodrome import CHANCE
from aerodrome.games.airkwire.model.events import (
    AirlineWentBankrupt,
    BlockTradePriceMoved,
    DividendMarkerMoved,
    DividendMarkerReset,
    DividendsPaid,
    PoolBecamePile,
    PoolShuffledIntoPile,
    PowerCardPlayed,
    RouteDecommissioned,
)
from games.airkwire.table import Table


def holding(*cards: str, seats: int = 3) -> Table:
    """Red holds these cards and leads United; Black has a share too."""
    table = Table(seats, power_cards=True)
    table.open("united", 5, {0: 4, 1: 2})
    table.hand(0, *cards)
    return table


@pytest.mark.rule("AK-14.1")
def test_there_are_ten_power_cards_two_of_them_reverse_direction() -> None:
    table = Table(power_cards=True)
    counts = {card["id"]: card["count"] for card in table.game.board()["power_cards"]}
    assert sum(counts.values()) == 10
    assert counts.pop("reverse_direction") == 2
    assert set(counts.values()) == {1}
    assert len(counts) == 8
    assert table.game.card_counts[77:] == [1] * 8 + [2]


@pytest.mark.rule("AK-14.2", "AK-R68")
def test_a_power_card_may_be_discarded_without_effect_as_the_turns_discard() -> None:
    table = holding("reverse_direction", "cleveland")
    table.do("close_stock")
    table.do("discard", card="reverse_direction")
    assert table.pool() == ["reverse_direction"]
    assert table.step == "ReplenishHandStep"
    table.do("keep_hand")
    assert table.asked == 1


@pytest.mark.rule("AK-14.3")
def test_a_power_card_that_was_played_leaves_the_game() -> None:
    table = holding("fees_waived", "cleveland")
    assert table.do("play_power", power="fees_waived") == [PowerCardPlayed(0, 1)]
    assert table.holds(0) == ["cleveland"]
    assert table.pool() == []
    assert table.game.view(table.state, None)["out_of_game"] == {"fees_waived": 1}


@pytest.mark.rule("AK-14.4", "AK-R68")
def test_most_power_cards_can_be_played_at_any_time_of_the_turn_before_the_draw() -> None:
    table = holding("reverse_direction", "cleveland", "st_louis")
    assert table.rule("play_power", power="reverse_direction") == ""
    table.do("buy", airline="united")
    assert table.rule("play_power", power="reverse_direction") == "", "between two trades"
    table.do("close_stock")
    assert table.rule("play_power", power="reverse_direction") == ""
    table.fly("cleveland", "united")
    assert table.rule("play_power", power="reverse_direction") == "", "before the first draw"
    assert table.why("play_power", power="block_trade") == "AK-14.4: You do not hold Block Trade."
    refusal = table.game.why_not(table.state, 1, table.action("play_power", power="reverse_direction"))
    assert refusal is not None
    assert refusal.rule == "AK-3.1", "never on another player's turn"


@pytest.mark.rule("AK-R68")
def test_no_power_card_while_a_ceo_or_merger_decision_is_open() -> None:
    table = holding("reverse_direction", "st_louis")
    table.open("twa", 3, {1: 3}, {"st_louis": "tri_motor"})
    table.fly("st_louis", "united")
    assert table.step == "ChooseAircraftForDefunctHomeStep"
    assert table.rule("play_power", power="reverse_direction") == "AK-10.1"


@pytest.mark.rule("AK-14.5")
def test_no_power_card_after_drawing_to_replenish() -> None:
    table = holding("double_routes", "reverse_direction", "cleveland", "milwaukee")
    table.state.effects[0] = 4
    table.fly("cleveland", "united")
    table.fly("milwaukee", "united")
    table.do("draw_pile")
    table.chance(card="omaha")
    assert table.step == "ReplenishHandStep", "a second draw for the second route"
    assert table.why("play_power", power="reverse_direction") == (
        "AK-14.5: Reverse Direction comes too late: you have drawn a card."
    )
    assert "play_power" not in table.kinds()


@pytest.mark.rule("AK-14.6")
def test_one_power_card_a_turn() -> None:
    table = holding("fees_waived", "block_trade", "cleveland")
    table.do("play_power", power="fees_waived")
    assert table.why("play_power", power="block_trade") == "AK-14.6: You have played a power card this turn."


@pytest.mark.rule("AK-14.7", "AK-R67")
def test_a_power_card_is_replaced_by_an_extra_draw_from_pile_or_pool() -> None:
    table = holding("fees_waived", "bangor", "omaha")
    table.hand(2, "denver", "reno")
    table.state.turn = 2
    table.do("close_stock")
    table.do("discard", card="denver")
    table.do("keep_hand")
    table.do("play_power", power="fees_waived")
    table.do("close_stock")
    table.do("discard", card="bangor")
    table.do("take_pool", city="denver")
    assert table.step == "ReplenishHandStep", "the ordinary draw is left"
    assert table.why("take_pool", city="bangor").startswith("AK-3.9"), "and is not for the pool after a discard"
    table.do("draw_pile")
    table.chance(card="boston")
    assert table.asked == 1
    assert table.holds(0) == ["boston", "denver", "omaha"]


@pytest.mark.rule("AK-R67")
def test_a_power_card_and_two_routes_make_three_draws() -> None:
    table = holding("double_routes", "cleveland", "milwaukee")
    table.do("play_power", power="double_routes")
    table.fly("cleveland", "united")
    table.fly("milwaukee", "united")
    for card in ("omaha", "reno", "denver"):
        assert table.step == "ReplenishHandStep"
        table.do("draw_pile")
        table.chance(card=card)
    assert table.asked == 1


@pytest.mark.rule("AK-14.8", "AK-R73", "AK-14.16")
def test_free_discard_refills_at_once_and_has_no_replacement_later() -> None:
    table = holding("free_discard", "bangor", "omaha", "reno", "cleveland")
    table.do("play_power", power="free_discard")
    assert table.step == "FreeDiscardStep"
    table.do("throw_away", card="bangor")
    table.do("throw_away", card="reno")
    assert sorted(table.pool()) == ["bangor", "reno"]
    table.do("refill")
    for card in ("boston", "denver", "tampa"):
        table.chance(card=card)
    assert table.holds(0) == ["boston", "cleveland", "denver", "omaha", "tampa"], "the card's own place too"
    assert table.step == "TradeSharesStep", "the refill does not end the turn"
    table.fly("cleveland", "united")
    table.do("draw_pile")
    table.chance(card="mobile")
    assert table.asked == 1, "one draw and no more"
    again = holding("free_discard", "bangor")
    again.do("play_power", power="free_discard")
    again.do("refill")
    for card in ("boston", "denver", "tampa", "mobile"):
        again.chance(card=card)
    again.do("close_stock")
    again.do("discard", card="bangor")
    assert again.rule("take_pool", city="bangor") == "AK-3.9", "no replacement that could come from the pool"


@pytest.mark.rule("AK-R66", "AK-14.16", "AK-R73")
def test_free_discard_reaches_each_other_player_at_the_start_of_the_next_turn() -> None:
    table = holding("free_discard", "bangor")
    table.hand(1, "omaha", "reno")
    table.do("play_power", power="free_discard")
    table.do("refill")
    for card in ("boston", "denver", "tampa", "mobile"):
        table.chance(card=card)
    table.end_turn()
    assert (table.asked, table.step) == (1, "FreeDiscardStep")
    table.do("throw_away", card="reno")
    table.do("refill")
    for card in ("phoenix", "el_paso", "lubbock", "houston"):
        table.chance(card=card)
    assert len(table.holds(1)) == 5, "up to five"
    assert table.step == "TradeSharesStep"
    table.end_turn()
    assert (table.asked, table.step) == (2, "FreeDiscardStep")
    hand = table.holds(2)
    table.do("refill")
    assert table.holds(2) == hand, "unused, the effect lapses"
    table.end_turn()
    assert (table.asked, table.step) == (0, "TradeSharesStep"), "the holder had the turn of the card"


@pytest.mark.rule("AK-14.16", "AK-14.20", "AK-R68")
def test_start_cards_come_before_any_trade() -> None:
    table = holding("free_discard", "reshuffle", "cleveland")
    table.do("buy", airline="united")
    for power in ("free_discard", "reshuffle"):
        assert "start of your turn" in table.why("play_power", power=power)
    table.do("close_stock")
    assert table.rule("play_power", power="reshuffle") == "AK-14.20"
    assert table.rule("play_power", power="free_discard") == "AK-14.16"


@pytest.mark.rule("AK-R68")
def test_a_start_card_may_come_before_a_pending_free_discard_but_not_in_its_midst() -> None:
    table = holding("reshuffle", "bangor", "omaha")
    table.state.effects[0] = 8
    table.state.turn = 2
    table.end_turn()
    assert (table.asked, table.step) == (0, "FreeDiscardStep")
    assert table.rule("play_power", power="reshuffle") == ""
    table.do("throw_away", card="bangor")
    assert table.why("play_power", power="reshuffle") == "AK-R68: Finish the free discard first."


@pytest.mark.rule("AK-R64")
def test_a_vote_may_be_called_before_a_pending_free_discard() -> None:
    table = holding("bangor", "omaha")
    table.state.effects[0] = 8
    table.state.turn = 2
    table.end_turn()
    assert table.step == "FreeDiscardStep"
    table.do("call_vote")
    table.do("vote", agree=False)
    assert table.step == "FreeDiscardStep"
    assert table.rule("call_vote") == "AK-R64"


@pytest.mark.rule("AK-14.17", "AK-R8")
def test_a_pile_that_runs_out_during_a_free_discard_is_made_anew_from_the_pool() -> None:
    table = holding("free_discard", "bangor", "omaha")
    table.empty_pile("boston")
    table.do("play_power", power="free_discard")
    table.do("throw_away", card="bangor")
    table.do("refill")
    events = table.chance(card="boston")
    assert any(isinstance(event, PoolBecamePile) for event in events)
    assert table.game.violated_rule(table.state, CHANCE, table.action("draw", card="bangor")) == ""


@pytest.mark.rule("AK-14.9", "AK-R69")
def test_block_trade_fixes_the_price_and_moves_the_marker_afterwards() -> None:
    table = holding("block_trade", "cleveland")
    table.do("play_power", power="block_trade")
    cash = table.state.cash[0]
    for _ in range(2):
        table.do("buy", airline="united")
    assert table.state.cash[0] == cash - 2 * 550
    assert table.price("united") == 500
    assert table.held("united") == [6, 2, 0], "shares change hands at once"
    table.do("sell", airline="united")
    assert BlockTradePriceMoved(5, 600) in table.heard, "by the net number"
    assert table.state.cash[0] == cash - 2 * 550 + 450
    assert table.price("united") == 600


@pytest.mark.rule("AK-R69")
def test_block_trade_uses_the_price_before_the_first_trade_under_the_card() -> None:
    table = holding("block_trade", "cleveland")
    table.do("buy", airline="united")
    assert table.price("united") == 600
    table.do("play_power", power="block_trade")
    cash = table.state.cash[0]
    table.do("buy", airline="united")
    table.do("buy", airline="united")
    assert table.state.cash[0] == cash - 2 * 650
    assert table.price("united") == 800


@pytest.mark.rule("AK-R69")
def test_block_trade_checks_bankruptcy_when_the_stock_step_ends() -> None:
    table = holding("block_trade", "cleveland")
    table.at("united", 1)
    table.do("play_power", power="block_trade")
    table.do("sell", airline="united")
    table.do("sell", airline="united")
    assert table.is_open("united"), "not before the step ends"
    events = table.do("close_stock")
    assert AirlineWentBankrupt(5, 4) in events
    last = holding("block_trade", "cleveland")
    last.shares("united", {0: 1})
    last.do("play_power", power="block_trade")
    last.do("sell", airline="united")
    assert last.is_open("united")
    last.do("buy", airline="united")
    last.do("close_stock")
    assert last.is_open("united"), "bought back in time"
    assert last.price("united") == 500


@pytest.mark.rule("AK-R69", "AK-4.6")
def test_an_opening_under_block_trade_is_two_for_one_and_100_for_each_further_share() -> None:
    table = holding("block_trade", "omaha")
    table.do("play_power", power="block_trade")
    cash = table.state.cash[0]
    for _ in range(3):
        table.do("buy", airline="twa")
    assert table.state.cash[0] == cash - 3 * 150
    assert (table.held("twa")[0], table.index("twa")) == (4, 3)


@pytest.mark.rule("AK-14.10", "AK-R70", "AK-R66", "AK-R13")
def test_fees_waived_spares_everybody_the_fee_for_one_turn() -> None:
    table = holding("fees_waived", "bangor", "omaha")
    table.do("buy", airline="united")
    table.do("play_power", power="fees_waived")
    cash = table.state.cash[0]
    table.do("buy", airline="united")
    table.do("sell", airline="united")
    assert table.state.cash[0] == cash - 600 + 700, "it can gain $100; accepted"
    table.end_turn()
    cash = table.state.cash[1]
    table.do("buy", airline="united")
    assert table.state.cash[1] == cash - 600
    table.end_turns(2)
    cash = table.state.cash[0]
    table.do("buy", airline="united")
    assert table.state.cash[0] == cash - 700 - 50, "the holder's turn was the one of the card"


@pytest.mark.rule("AK-R70")
def test_fees_waived_combines_with_block_trade() -> None:
    table = holding("fees_waived", "bangor")
    table.state.effects[0] = 1
    table.do("play_power", power="fees_waived")
    cash = table.state.cash[0]
    table.do("buy", airline="united")
    table.do("buy", airline="united")
    assert table.state.cash[0] == cash - 1000


@pytest.mark.rule("AK-14.11", "AK-R71", "AK-R80")
def test_each_ceo_may_decommission_a_route_in_turn_order_from_the_holder() -> None:
    table = holding("decommission_route", "bangor")
    table.route("united", "cleveland", "tri_motor")
    table.open("delta", 3, {2: 3}, {"charlotte": "tri_motor"})
    table.open("american", 3, {1: 3}, {"houston": "tri_motor"})
    table.open("western", 3, {0: 3}, {"san_diego": "tri_motor"})
    table.state.marker = 3
    table.do("play_power", power="decommission_route")
    asked = []
    while table.step == "DecommissionRouteStep":
        asked.append((table.asked, table.state.step_stack[-1].airline))  # type: ignore[attr-defined]
        if table.state.step_stack[-1].airline == 5:  # type: ignore[attr-defined]
            assert table.rule("decommission", city="chicago") == "AK-14.11", "a home city stays"
            events = table.do("decommission", city="cleveland")
            assert events == [RouteDecommissioned(0, 5, table.city("cleveland"))]
        else:
            table.do("keep_routes")
    assert asked == [(0, 5), (0, 6), (1, 0), (2, 1)]
    assert table.points("united") == 3
    assert table.state.marker == 3, "the dividend marker stays"
    assert table.pool() == ["cleveland"]
    assert table.state.hangar[15] == 12
    assert table.step == "TradeSharesStep"


@pytest.mark.rule("AK-14.12", "AK-R51")
def test_a_route_that_holds_another_in_range_cannot_be_decommissioned() -> None:
    table = holding("decommission_route", "bangor")
    table.route("united", "cleveland", "tri_motor")
    table.route("united", "pittsburgh", "tri_motor")
    table.do("play_power", power="decommission_route")
    assert table.why("decommission", city="cleveland") == (
        "AK-14.12: Without Cleveland United could no longer reach Pittsburgh."
    )
    assert table.offered("decommission") == [{"city": "pittsburgh"}]


@pytest.mark.rule("AK-R51")
def test_a_ring_without_a_chain_to_the_home_is_in_range_all_the_same() -> None:
    table = holding("decommission_route", "bangor")
    table.route("united", "cleveland", "tri_motor")
    table.route("united", "pittsburgh", "tri_motor")
    table.route("united", "harrisburg", "tri_motor")
    table.do("play_power", power="decommission_route")
    assert table.rule("decommission", city="cleveland") == "", "Pittsburgh and Harrisburg still reach each other"


@pytest.mark.rule("AK-R71")
def test_a_former_home_and_an_acquired_city_can_be_decommissioned() -> None:
    table = holding("st_louis", "decommission_route")
    table.open("twa", 3, {1: 3}, {"st_louis": "tri_motor", "wichita": "tri_motor"})
    table.fly("st_louis", "united")
    table.do("place_home", aircraft="tri_motor")
    table.do("dispose", exchange=0)
    assert table.state.acquired[5] == 11
    table.do("play_power", power="decommission_route")
    assert {choice["city"] for choice in table.offered("decommission")} == {"wichita", "st_louis"}
    points = table.points("united")
    table.do("decommission", city="wichita")
    assert table.points("united") == points - 1
    assert table.state.acquired[5] == 12, "the marker returns"
    assert table.state.scrapped[12] == 2, "the old aircraft leaves the game"
    assert table.pool() == ["wichita"]
    home = holding("kansas_city", "decommission_route")
    home.route("united", "st_louis", "tri_motor")
    home.open("twa", 3, {1: 3})
    home.fly("kansas_city", "united")
    home.do("dispose", exchange=0)
    home.do("play_power", power="decommission_route")
    assert home.rule("decommission", city="kansas_city") == ""


@pytest.mark.rule("AK-14.13", "AK-14.14", "AK-14.15", "AK-R72")
def test_double_routes_gives_two_routes_one_step_of_the_marker_and_two_draws() -> None:
    table = holding("cleveland", "milwaukee", "double_routes")
    table.do("play_power", power="double_routes")
    table.fly("cleveland", "united")
    assert table.step == "RouteOrDiscardStep"
    assert table.why("discard", card="milwaukee").startswith("AK-3.4"), "a discard only with no route"
    table.fly("milwaukee", "united")
    assert table.told(DividendMarkerMoved) == [DividendMarkerMoved(1, False)]
    for card in ("omaha", "reno", "denver"):
        table.do("draw_pile")
        table.chance(card=card)
    assert table.asked == 1, "two draws and one for the power card"


@pytest.mark.rule("AK-R72", "AK-R66")
def test_under_double_routes_one_route_or_none_is_enough_and_it_lasts_one_turn_each() -> None:
    table = holding("double_routes", "cleveland", "milwaukee")
    table.do("play_power", power="double_routes")
    table.fly("cleveland", "united")
    table.do("pass")
    table.do("draw_pile")
    table.chance(card="omaha")
    table.do("draw_pile")
    table.chance(card="reno")
    assert table.asked == 1, "one draw for one route, and the replacement"
    table.hand(1, "st_louis", "grand_rapids", "bangor")
    table.fly("st_louis", "united")
    table.do("approve")
    assert (table.step, table.asked) == ("RouteOrDiscardStep", 1)
    table.fly("grand_rapids", "united")
    table.do("refuse")
    table.do("pass")
    table.do("keep_hand")
    table.end_turn()
    table.fly("milwaukee", "united")
    assert table.step == "ReplenishHandStep", "the holder's turn of the card is over"


@pytest.mark.rule("AK-R68", "AK-R72")
def test_double_routes_may_come_after_the_first_route() -> None:
    table = holding("double_routes", "cleveland", "milwaukee")
    table.fly("cleveland", "united")
    assert table.step == "ReplenishHandStep"
    table.do("play_power", power="double_routes")
    assert table.step == "RouteOrDiscardStep"
    table.fly("milwaukee", "united")
    assert table.state.routes_made == 2
    assert table.state.marker == 1


@pytest.mark.rule("AK-14.18", "AK-R74")
def test_pay_dividends_now_pays_at_the_end_of_the_turn_and_restarts_the_marker() -> None:
    table = holding("pay_dividends_now", "cleveland")
    table.state.marker = 3
    cash = table.state.cash[1]
    table.do("play_power", power="pay_dividends_now")
    assert table.state.cash[1] == cash
    table.fly("cleveland", "united")
    table.do("keep_hand")
    # $500 and five points: $25, rounded to $30; six shares are more than five points
    assert table.state.marker == 0
    assert table.state.unpaid[5] == 1
    both = holding("pay_dividends_now", "cleveland")
    both.shares("united", {0: 2, 1: 2})
    both.state.marker = 6
    both.do("play_power", power="pay_dividends_now")
    both.fly("cleveland", "united")
    both.do("keep_hand")
    assert len(both.told(DividendsPaid)) == 1, "one payout, not two"
    assert both.state.marker == 0


@pytest.mark.rule("AK-14.19", "AK-R75")
def test_reset_dividend_marker_takes_it_back_without_a_payout() -> None:
    table = holding("reset_dividend_marker", "cleveland")
    table.state.marker = 5
    events = table.do("play_power", power="reset_dividend_marker")
    assert DividendMarkerReset() in events
    assert table.state.marker == 0
    table.fly("cleveland", "united")
    assert table.state.marker == 1
    table.do("keep_hand")
    assert not table.told(DividendsPaid)


@pytest.mark.rule("AK-R75")
def test_a_reset_after_the_seventh_route_leaves_the_payout_standing() -> None:
    table = holding("reset_dividend_marker", "cleveland")
    table.shares("united", {0: 2, 1: 2})
    table.state.marker = 6
    table.fly("cleveland", "united")
    table.do("play_power", power="reset_dividend_marker")
    table.do("keep_hand")
    assert len(table.told(DividendsPaid)) == 1


@pytest.mark.rule("AK-14.20", "AK-R76", "AK-R83")
def test_reshuffle_puts_the_whole_pool_into_the_pile() -> None:
    table = holding("reverse_direction", "omaha")
    table.hand(2, "reshuffle", "bangor")
    table.do("close_stock")
    table.do("discard", card="reverse_direction")
    table.do("keep_hand")
    table.end_turn()
    pool = table.state.pool_size
    size = table.state.pile_size
    events = table.do("play_power", power="reshuffle")
    assert PoolShuffledIntoPile(pool) in events
    assert (table.state.pile_size, table.state.pool_size) == (size + pool, 0)
    assert table.state.pile[table.card("reverse_direction")] == 2, "power cards go in as well"
    assert table.state.top_left == 0, "one layer"
    empty = holding("reshuffle", "omaha")
    empty.do("play_power", power="reshuffle")
    assert empty.state.power_played, "an empty pool is no obstacle"


@pytest.mark.rule("AK-14.21", "AK-14.23", "AK-R77")
def test_reverse_direction_turns_play_round_from_the_end_of_the_turn() -> None:
    table = holding("reverse_direction", "omaha", seats=4)
    table.do("play_power", power="reverse_direction")
    assert table.state.direction == 1, "not before the end of the turn"
    table.end_turn()
    assert table.asked == 3, "and no second turn in a row"
    table.end_turn()
    assert table.asked == 2
    table.hand(2, "reverse_direction", "bangor")
    table.do("play_power", power="reverse_direction")
    table.end_turn()
    assert table.asked == 3


@pytest.mark.rule("AK-14.22", "AK-R77")
def test_the_new_direction_governs_later_disposals_and_not_those_of_the_same_turn() -> None:
    def order(table: Table) -> list[int]:
        table.open("twa", 3, {1: 4, 0: 2, 2: 2, 3: 2}, {"st_louis": "tri_motor"})
        table.fly("st_louis", "united")
        if table.step == "RouteApprovalStep":
            table.do("approve")
        table.do("place_home", aircraft="tri_motor")
        seats = []
        while table.step == "ExchangeOrSellDefunctSharesStep":
            seats.append(table.asked)
            table.do("dispose", exchange=0)
        return seats

    same = holding("reverse_direction", "st_louis", seats=4)
    same.do("play_power", power="reverse_direction")
    assert order(same) == [1, 2, 3, 0]
    later = holding("reverse_direction", "bangor", seats=4)
    later.shares("united", {0: 4, 3: 1})
    later.hand(3, "st_louis")
    later.do("play_power", power="reverse_direction")
    later.end_turn()
    assert order(later) == [1, 0, 3, 2]


@pytest.mark.rule("AK-R66")
def test_effects_are_kept_for_each_player_through_a_change_of_direction() -> None:
    table = holding("fees_waived", "bangor", "omaha", seats=4)
    table.do("play_power", power="fees_waived")
    table.end_turn()
    table.hand(1, "reverse_direction", "denver")
    table.do("play_power", power="reverse_direction")
    table.end_turn()
    assert table.asked == 0
    assert [bool(effect) for effect in table.state.effects] == [False, False, True, True]
    table.end_turn()
    assert table.asked == 3
    table.do("buy", airline="united")
    assert table.state.cash[3] == 3200 - 500
    table.end_turns(2)
    assert not any(table.state.effects)
