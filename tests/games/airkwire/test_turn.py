"""Section 3: the turn, the cards, and the order of it all (section 16)."""

import pytest

from aerodrome.games.airkwire.model.events import NoCardDrawn, PoolBecamePile, RouteOrDiscardSkipped, TurnBegan
from games.airkwire.table import Table


@pytest.mark.rule("AK-3.1")
def test_play_goes_clockwise_from_the_first_player() -> None:
    table = Table(4)
    order = []
    for _ in range(5):
        order.append(table.asked)
        table.end_turn()
    assert order == [0, 1, 2, 3, 0]
    refusal = table.game.why_not(table.state, 3, table.action("close_stock"))
    assert refusal is not None
    assert refusal.rule == "AK-3.1"
    assert refusal.text == "Black must decide now."


@pytest.mark.rule("AK-3.2", "AK-16.1")
def test_a_turn_is_stock_then_route_or_discard_then_replenish() -> None:
    table = Table()
    steps = [table.step]
    assert table.rule("discard", card=table.holds(0)[0]) == "AK-3.2"
    table.do("close_stock")
    steps.append(table.step)
    assert table.rule("buy", airline="united") == "AK-3.2"
    table.do("discard", card=table.holds(0)[0])
    steps.append(table.step)
    assert table.rule("discard", card=table.holds(0)[0]) == "AK-3.2"
    table.do("draw_pile")
    table.chance(card="omaha")
    assert steps == ["TradeSharesStep", "RouteOrDiscardStep", "ReplenishHandStep"]
    assert (table.step, table.asked) == ("TradeSharesStep", 1)


@pytest.mark.rule("AK-3.3", "AK-4.1", "AK-R12")
def test_up_to_three_shares_are_traded_in_any_mix() -> None:
    table = Table()
    table.open("united", 5, {0: 4, 1: 3})
    table.open("twa", 4, {0: 2, 1: 1})
    table.do("sell", airline="united")
    table.do("buy", airline="twa")
    assert table.rule("buy", airline="twa") == ""
    table.do("sell", airline="twa")
    assert table.step == "RouteOrDiscardStep", "after three trades the stock step is over"
    assert table.held("united") == [3, 3, 0]
    assert table.held("twa") == [2, 1, 0]
    none = Table()
    none.do("close_stock")
    assert none.state.traded == 0


@pytest.mark.rule("AK-3.4", "AK-3.5")
def test_a_player_creates_a_route_or_discards_never_both() -> None:
    table = Table()
    table.open("united", 3, {0: 3})
    table.hand(0, "cleveland", "omaha")
    table.do("close_stock")
    assert table.kinds() == {"propose", "discard"}
    assert table.why("pass").startswith("AK-3.12: There are")
    table.fly("cleveland", "united")
    assert table.step == "ReplenishHandStep"
    assert table.rule("discard", card="omaha") == "AK-3.2"
    other = Table()
    other.open("united", 3, {0: 3})
    other.hand(0, "cleveland", "omaha")
    other.do("close_stock")
    other.do("discard", card="omaha")
    assert other.step == "ReplenishHandStep"
    assert other.rule("propose", city="cleveland", airline="united", aircraft="tri_motor") == "AK-3.2"
    assert other.pool() == ["omaha"]


@pytest.mark.rule("AK-3.5")
def test_only_a_card_in_hand_can_be_discarded() -> None:
    table = Table()
    table.hand(0, "bangor")
    table.do("close_stock")
    assert table.why("discard", card="omaha") == "AK-3.5: That card is not in your hand."


@pytest.mark.rule("AK-3.7", "AK-R6")
def test_the_draw_is_optional_and_a_skipped_one_is_lost() -> None:
    table = Table()
    table.do("close_stock")
    table.do("discard", card=table.holds(0)[0])
    table.do("keep_hand")
    assert table.told(NoCardDrawn)
    assert len(table.state.hands[0]) == 4
    table.end_turns(2)
    table.do("close_stock")
    table.do("discard", card=table.holds(0)[0])
    table.do("draw_pile")
    table.chance(card="omaha")
    assert table.asked == 1, "one card a turn, not two"
    assert len(table.state.hands[0]) == 4


@pytest.mark.rule("AK-3.8", "AK-3.9")
def test_the_pool_is_open_only_to_who_created_a_route() -> None:
    table = Table()
    table.open("united", 3, {0: 3})
    table.hand(0, "cleveland", "omaha")
    table.hand(2, "bangor", "denver")
    table.state.turn = 2
    table.do("close_stock")
    table.do("discard", card="denver")
    assert table.why("take_pool", city="denver") == (
        "AK-3.9: Only a player who created a route this turn may take from the discard pool."
    )
    table.do("draw_pile")
    table.chance(card="reno")
    table.fly("cleveland", "united")
    assert table.kinds() == {"keep_hand", "draw_pile", "take_pool"}
    assert table.rule("take_pool", city="omaha") == "AK-3.8"
    table.do("take_pool", city="denver")
    assert table.holds(0) == ["denver", "omaha"]
    assert table.pool() == []
    assert table.state.seen[0] == [table.card("denver")]


@pytest.mark.rule("AK-R7")
def test_a_power_card_cannot_be_taken_from_the_pool() -> None:
    table = Table(power_cards=True)
    table.open("united", 3, {0: 3})
    table.hand(0, "cleveland")
    table.hand(2, "reverse_direction")
    table.state.turn = 2
    table.do("close_stock")
    table.do("discard", card="reverse_direction")
    table.do("keep_hand")
    table.fly("cleveland", "united")
    assert table.kinds() == {"keep_hand", "draw_pile"}
    assert table.pool() == ["reverse_direction"]


@pytest.mark.rule("AK-3.10", "AK-R8")
def test_the_pool_becomes_the_pile_the_moment_the_pile_is_empty() -> None:
    table = Table()
    table.hand(0, "bangor", "omaha")
    table.empty_pile("reno")
    pool = table.state.pool_size
    table.do("close_stock")
    table.do("discard", card="omaha")
    table.do("draw_pile")
    table.chance(card="reno")
    assert table.told(PoolBecamePile) == [PoolBecamePile(pool + 1)]
    assert table.state.pile_size == pool + 1
    assert table.pool() == []
    assert table.state.top_left == 0


def _without_cards(table: Table) -> None:
    """Pile and pool empty. The cards lie nowhere, so these tests play without the check that all adds up."""
    state = table.state
    state.pile, state.pile_size, state.top_left = [0] * state.cards, 0, 0
    state.pool, state.pool_size = [0] * state.cards, 0


@pytest.mark.rule("AK-3.11", "AK-3.12", "AK-R9")
def test_with_nothing_to_draw_a_player_may_pass_and_play_goes_on() -> None:
    table = Table()
    game, state = table.game, table.state
    _without_cards(table)
    game.apply(state, 0, table.action("close_stock"))
    assert game.violated_rule(state, 0, table.action("pass")) == ""
    game.apply(state, 0, table.action("pass"))
    assert game.actors(state) == (1,), "there is no draw to ask for"
    game.apply(state, 1, table.action("close_stock"))
    game.apply(state, 1, table.action("discard", card=table.holds(1)[0]))
    assert state.pile_size == 1, "the discard is the new pile"
    assert game.violated_rule(state, 1, table.action("draw_pile")) == ""
    game.apply(state, 1, table.action("keep_hand"))
    game.apply(state, 2, table.action("close_stock"))
    assert game.violated_rule(state, 2, table.action("pass")) == "AK-3.12", "judged anew each turn"


@pytest.mark.rule("AK-R10")
def test_a_player_without_cards_passes_and_still_draws() -> None:
    table = Table()
    table.hand(0)
    table.do("close_stock")
    assert table.told(RouteOrDiscardSkipped) == [RouteOrDiscardSkipped(0)]
    assert table.step == "ReplenishHandStep"
    table.do("draw_pile")
    table.chance(card="omaha")
    assert table.holds(0) == ["omaha"]


@pytest.mark.rule("AK-R10", "AK-R68")
def test_a_hand_of_power_cards_only_must_discard_one() -> None:
    table = Table(power_cards=True)
    table.hand(0, "reverse_direction", "block_trade")
    table.do("close_stock")
    table.do("play_power", power="block_trade")
    assert table.step == "RouteOrDiscardStep", "playing a power card does not fulfil the second step"
    assert table.rule("pass") == "AK-3.12"
    table.do("discard", card="reverse_direction")
    assert table.state.direction == 1
    assert not table.state.reverse


@pytest.mark.rule("AK-3.13", "AK-R11", "AK-16.6")
def test_the_turn_is_over_with_the_draw_and_the_payout_follows_it() -> None:
    table = Table()
    table.open("united", 3, {0: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "cleveland", "omaha")
    table.state.marker = 6
    cash = table.state.cash[0]
    table.fly("cleveland", "united")
    assert table.state.cash[0] == cash, "no dividend before the draw"
    table.do("draw_pile")
    events = table.chance(card="reno")
    names = [type(event).__name__ for event in events]
    assert names.index("CardDrawnUnseen") < names.index("DividendsPaid") < names.index("TurnBegan")
    assert table.state.cash[0] == cash + 3 * 20
    assert table.told(TurnBegan)[-1] == TurnBegan(1, 1)


@pytest.mark.rule("AK-16.6", "AK-14.21")
def test_the_direction_changes_after_the_payout_and_before_the_next_turn() -> None:
    table = Table(4, power_cards=True)
    table.open("united", 3, {0: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "cleveland", "reverse_direction")
    table.state.marker = 6
    table.do("play_power", power="reverse_direction")
    table.fly("cleveland", "united")
    events = table.do("keep_hand")
    names = [type(event).__name__ for event in events]
    assert names == ["NoCardDrawn", "DividendsPaid", "PlayDirectionReversed", "TurnBegan"]
    assert table.asked == 3
