"""Section 13: how the game ends."""

import pytest

from aerodrome.games.airkwire.model.events import DividendsPaid, GameEnded
from games.airkwire.table import Table

BIG = {
    "tri_motor": ("cleveland", "st_louis", "cincinnati", "detroit", "pittsburgh", "washington"),
    "boeing_247": ("minneapolis", "kansas_city", "dallas", "denver", "philadelphia", "boston", "houston"),
    "dc3": ("new_orleans", "salt_lake_city"),
}


def nearly(table: Table, points: int = 39) -> None:
    """United one good route before the end."""
    table.open("united", 20, {0: 5, 1: 2})
    for aircraft, cities in BIG.items():
        for city in cities:
            table.route("united", city, aircraft)
    for city in ("omaha", "memphis", "wichita"):
        if table.points("united") < points:
            table.route("united", city, "boeing_247")
    assert table.points("united") == points
    table.hand(0, "milwaukee", "bangor")


@pytest.mark.rule("AK-13.1", "AK-R61")
def test_the_game_ends_at_once_at_forty_points() -> None:
    table = Table()
    nearly(table)
    events = table.fly("milwaukee", "united")
    assert table.game.actors(table.state) == ()
    assert table.game.end_reason(table.state) == "points"
    assert isinstance(events[-1], GameEnded)
    assert len(table.state.hands[0]) == 1, "no replenishing"
    refusal = table.game.why_not(table.state, 0, table.action("draw_pile"))
    assert refusal is not None
    assert refusal.rule == "AK-13.1"
    assert table.game.legal(table.state, 0) == []


@pytest.mark.rule("AK-R61")
def test_the_merger_of_the_last_route_is_carried_out_in_full() -> None:
    table = Table()
    nearly(table, 38)
    table.open("eastern", 3, {1: 4}, {"boston": "tri_motor"})
    table.hand(0, "new_york")
    table.fly("new_york", "united", "dc3")
    assert table.step == "ExchangeOrSellDefunctSharesStep", "41 points, and still the merger goes on"
    table.do("dispose", exchange=0)
    assert table.game.end_reason(table.state) == "points"
    assert table.held("eastern") == [0, 0, 0]


@pytest.mark.rule("AK-13.2", "AK-R62")
def test_a_payout_due_is_still_made() -> None:
    table = Table()
    nearly(table)
    table.state.marker = 6
    cash = list(table.state.cash)
    table.fly("milwaukee", "united")
    assert table.told(DividendsPaid)
    assert table.state.cash == [cash[0] + 5 * 800, cash[1] + 2 * 800, cash[2]]
    without = Table()
    nearly(without)
    without.fly("milwaukee", "united")
    assert not without.told(DividendsPaid)


@pytest.mark.rule("AK-R62", "AK-14.18")
def test_pay_dividends_now_counts_for_the_final_payout_too() -> None:
    table = Table(power_cards=True)
    nearly(table)
    table.hand(0, "milwaukee", "pay_dividends_now")
    table.do("play_power", power="pay_dividends_now")
    table.fly("milwaukee", "united")
    assert table.told(DividendsPaid)


@pytest.mark.rule("AK-R62")
def test_the_final_payout_has_its_drops_and_rises() -> None:
    table = Table()
    nearly(table)
    table.at("united", 19)
    table.shares("united", {0: 12, 1: 8})
    table.open("northwest", 5, {2: 4}, unpaid=1)
    table.state.marker = 6
    table.fly("milwaukee", "united")
    assert table.step == "RaiseOrHoldPriceStep"
    assert table.price("northwest") == 400
    table.do("raise")
    assert table.price("united") == 2000
    assert table.game.actors(table.state) == ()


@pytest.mark.rule("AK-13.3", "AK-13.4", "AK-1.2")
def test_wealth_is_cash_and_shares_at_their_price_and_the_wealthiest_wins() -> None:
    table = Table()
    nearly(table)
    table.open("twa", 4, {2: 3})
    table.fly("milwaukee", "united")
    cash = table.state.cash
    assert table.game.scores(table.state) == [cash[0] + 5 * 2000, cash[1] + 2 * 2000, cash[2] + 3 * 400]
    assert table.game.winners(table.state) == (0,)
    score_breakdown = table.game.score_breakdown(table.state)
    assert [(line.format_label(), line.amount) for line in score_breakdown[2]] == [
        ("Cash", 4200),
        ("TWA shares 3 × $400", 1200),
    ]
    assert table.game.view(table.state, None)["scores"] == table.game.scores(table.state)


@pytest.mark.rule("AK-R63")
def test_a_tie_is_a_shared_victory() -> None:
    table = Table()
    nearly(table)
    table.cash(1, table.state.cash[0] + 3 * 2000)
    table.fly("milwaukee", "united")
    assert table.game.winners(table.state) == (0, 1)
    assert "Red and Black share the victory" in table.words()[-1]


@pytest.mark.rule("AK-13.5", "AK-R64")
def test_all_may_agree_to_end_the_game() -> None:
    table = Table(4)
    assert "call_vote" not in table.kinds(), "it need not be listed"
    table.do("call_vote")
    answered = []
    while table.step == "EndVoteInTurnOrderStep":
        answered.append(table.asked)
        table.do("vote", agree=True)
    assert answered == [1, 2, 3]
    assert table.game.end_reason(table.state) == "agreed"
    assert not table.told(DividendsPaid)


@pytest.mark.rule("AK-R64")
def test_one_no_ends_the_vote_and_there_is_one_vote_a_turn_at_its_start() -> None:
    table = Table(4)
    table.open("united", 4, {0: 2})
    table.do("call_vote")
    table.do("vote", agree=True)
    table.do("vote", agree=False)
    assert (table.step, table.asked) == ("TradeSharesStep", 0)
    assert table.why("call_vote") == ("AK-R64: A vote can be called once, before the first action of your turn.")
    table.end_turn()
    table.open("twa", 4, {1: 2})
    table.do("buy", airline="twa")
    assert table.rule("call_vote") == "AK-R64"


@pytest.mark.rule("AK-R64")
def test_a_round_without_cards_trades_and_routes_ends_the_game() -> None:
    table = Table()
    game, state = table.game, table.state
    state.pile, state.pile_size, state.top_left = [0] * state.cards, 0, 0
    for seat in (0, 1, 2):
        assert table.asked == seat
        game.apply(state, seat, table.action("close_stock"))
        game.apply(state, seat, table.action("pass"))
    assert game.end_reason(state) == "exhausted"


@pytest.mark.rule("AK-13.6", "AK-R82")
def test_a_game_without_new_routes_stalls() -> None:
    table = Table(stall_rounds=2)
    table.open("united", 3, {0: 2, 1: 2, 2: 2}, unpaid=1)
    for _ in range(5):
        table.end_turn()
    assert table.game.end_reason(table.state) == ""
    table.end_turn()
    assert table.game.end_reason(table.state) == "stalled"
    alive = Table(stall_rounds=2)
    alive.open("united", 3, {0: 2})
    alive.end_turns(3)
    alive.hand(0, "cleveland")
    alive.fly("cleveland", "united")
    alive.do("keep_hand")
    alive.end_turns(5)
    assert alive.game.end_reason(alive.state) == "", "a route starts the count again"


@pytest.mark.rule("AK-13.6", "AK-R82")
def test_the_last_turn_of_the_round_limit_is_finished_with_its_payout() -> None:
    table = Table(round_limit=1, stall_rounds=0)
    table.open("united", 3, {2: 2})
    table.hand(2, "cleveland")
    table.end_turns(2)
    table.state.marker = 6
    table.fly("cleveland", "united")
    table.do("keep_hand")
    assert table.told(DividendsPaid)
    assert table.game.end_reason(table.state) == "round_limit"
    assert table.game.round_number(table.state) == 1
    endless = Table(round_limit=0, stall_rounds=0)
    endless.state.turns = 10**6
    endless.state.idle_turns = 10**6
    endless.end_turn()
    assert endless.state.step_stack
