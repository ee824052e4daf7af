"""Sections 4 and 6: buying, selling, and the CEO."""

import pytest

from aerodrome.games.airkwire.model.events import CeoChanged, SharesBought, ShareSold
from games.airkwire.table import Table


@pytest.mark.rule("AK-4.2", "AK-4.3", "AK-R14", "AK-16.2")
def test_each_purchase_costs_the_price_before_it_moves_up_one_space() -> None:
    table = Table()
    table.open("united", 4, {0: 2, 1: 3})
    cash = table.state.cash[0]
    events = table.do("buy", airline="united")
    assert events == [SharesBought(0, 5, 1, 400, 50, 500)]
    assert table.state.cash[0] == cash - 450
    table.do("buy", airline="united")
    assert table.state.cash[0] == cash - 450 - 550
    assert (table.price("united"), table.held("united"), table.ceo("united")) == (600, [4, 3, 0], 0)


@pytest.mark.rule("AK-4.4", "AK-R14", "AK-16.3")
def test_selling_two_shares_at_800_yields_800_and_700_less_the_fees() -> None:
    table = Table()
    table.open("united", 8, {0: 5, 1: 1})
    cash = table.state.cash[0]
    assert table.do("sell", airline="united") == [ShareSold(0, 5, 800, 50, 700)]
    table.do("sell", airline="united")
    assert table.state.cash[0] == cash + 750 + 650
    assert table.price("united") == 600
    assert table.why("sell", airline="twa") == "AK-4.4: You hold no share of TWA."


@pytest.mark.rule("AK-4.5", "AK-R81")
def test_every_trade_costs_fifty_dollars() -> None:
    table = Table()
    table.open("united", 4, {0: 3, 1: 1})
    bank = table.state.bank
    table.do("buy", airline="united")
    table.do("sell", airline="united")
    assert table.state.bank == bank + 450 - 450
    assert table.state.cash[0] == 3800 - 450 + 450
    table.do("sell", airline="united")
    assert table.state.cash[0] == 3800 + 350
    assert all(amount % 10 == 0 for amount in (*table.state.cash, table.state.bank))


@pytest.mark.rule("AK-4.6", "AK-4.7", "AK-15.15", "AK-R19")
def test_the_first_purchase_of_an_airline_gives_two_shares_for_one_price_and_one_space() -> None:
    table = Table()
    table.hand(0, "cleveland")
    table.do("buy", airline="united")
    assert table.state.cash[0] == 3800 - 150
    assert table.held("united") == [2, 0, 0]
    assert table.index("united") == 1
    assert table.state.traded == 1
    table.do("buy", airline="united")
    table.do("buy", airline="united")
    assert (table.held("united"), table.index("united")) == ([4, 0, 0], 3)
    table.fly("cleveland", "united")
    table.do("keep_hand")
    table.do("buy", airline="united")
    assert table.held("united") == [4, 1, 0], "a player's own first share is an ordinary one"


@pytest.mark.rule("AK-4.8", "AK-15.5")
def test_shares_and_cards_never_pass_between_players() -> None:
    table = Table()
    table.open("united", 4, {0: 3, 1: 1})
    table.do("buy", airline="united")
    assert table.state.unsold[table.airline("united")] == 15
    table.do("sell", airline="united")
    assert table.state.unsold[table.airline("united")] == 16
    assert table.held("united") == [3, 1, 0]
    kinds = set(table.game.codec.actions)
    assert not {"trade", "offer", "swap"} & kinds
    fields = {name for action in table.game.codec.actions.values() for name in action.__struct_fields__}
    assert "to" not in fields, "no action names another player to get a share or a card"


@pytest.mark.rule("AK-4.9", "AK-R17")
def test_the_twentieth_share_is_an_ordinary_purchase_and_the_last() -> None:
    table = Table()
    table.open("united", 18, {0: 10, 1: 9})
    table.cash(0, 9000)
    table.do("buy", airline="united")
    assert (table.price("united"), table.state.cash[0]) == (1900, 9000 - 1850)
    assert table.why("buy", airline="united") == "AK-4.9: All 20 shares of United are in players' hands."
    table.do("sell", airline="united")
    assert table.rule("buy", airline="united") == ""
    table.do("buy", airline="united")
    assert table.held("united") == [11, 9, 0], "there is no limit for one player"


@pytest.mark.rule("AK-R13")
def test_buying_and_selling_the_same_airline_in_one_turn_never_gains() -> None:
    for index in range(1, 20):
        table = Table()
        table.open("united", index, {0: 3, 1: 1})
        table.cash(0, 5000)
        table.do("buy", airline="united")
        table.do("sell", airline="united")
        assert table.state.cash[0] <= 5000
        assert table.index("united") == index


@pytest.mark.rule("AK-R15")
def test_at_the_top_a_purchase_costs_2000_and_the_marker_stays() -> None:
    table = Table()
    table.open("united", 20, {0: 3, 1: 1})
    table.cash(0, 3000)
    table.do("buy", airline="united")
    assert (table.price("united"), table.state.cash[0]) == (2000, 950)
    table.do("sell", airline="united")
    assert (table.price("united"), table.state.cash[0]) == (1900, 2900)


@pytest.mark.rule("AK-R18")
def test_a_purchase_needs_price_and_fee_in_hand() -> None:
    table = Table()
    table.open("united", 4, {0: 3, 1: 1})
    table.cash(0, 440)
    assert table.why("buy", airline="united") == ("AK-R18: A share of United costs $400 and $50 fee; you have $440.")
    table.cash(0, 450)
    table.do("buy", airline="united")
    assert table.state.cash[0] == 0
    table.do("sell", airline="united")
    assert table.state.cash[0] == 450, "the fee of a sale is taken from the proceeds"


@pytest.mark.rule("AK-4.1")
def test_a_fourth_trade_is_refused() -> None:
    table = Table(loans=True)
    table.open("united", 4, {0: 3, 1: 1})
    for _ in range(3):
        table.do("buy", airline="united")
    assert table.why("buy", airline="united") == (
        "AK-4.1: You have traded three shares this turn, the limit; United must wait."
    )
    assert table.rule("sell", airline="united") == "AK-4.1"


@pytest.mark.rule("AK-6.1", "AK-6.3", "AK-R26")
def test_whoever_buys_into_the_lead_is_ceo_at_once() -> None:
    table = Table()
    table.open("united", 4, {1: 3, 0: 3})
    table.hand(0, "cleveland")
    assert table.ceo("united") == 1
    events = table.do("buy", airline="united")
    assert events[-1] == CeoChanged(5, 0)
    assert table.game.view(table.state, None)["airlines"]["united"]["ceo"] == 0
    table.fly("cleveland", "united")
    assert table.step == "ReplenishHandStep", "the new CEO needs nobody's approval"


@pytest.mark.rule("AK-6.2")
def test_a_tie_for_most_shares_keeps_the_old_ceo() -> None:
    table = Table()
    table.open("united", 4, {1: 3, 0: 2})
    table.do("buy", airline="united")
    assert table.held("united") == [3, 3, 0]
    assert table.ceo("united") == 1


@pytest.mark.rule("AK-R27")
@pytest.mark.parametrize(("direction", "new"), [(1, 2), (-1, 3)])
def test_of_several_new_leaders_the_first_after_the_old_ceo_leads(direction: int, new: int) -> None:
    table = Table(5)
    table.state.direction = direction
    table.open("united", 6, {0: 3, 3: 3, 2: 3})
    table.do("sell", airline="united")
    assert table.ceo("united") == new


@pytest.mark.rule("AK-R16")
def test_selling_from_the_left_most_space_pays_and_then_bankrupts() -> None:
    table = Table()
    table.open("united", 0, {0: 3, 1: 2}, {"st_louis": "tri_motor"})
    cash = list(table.state.cash)
    table.do("sell", airline="united")
    assert table.state.cash == [cash[0] + 50, cash[1], cash[2]]
    assert not table.is_open("united")
    assert table.held("united") == [0, 0, 0]


@pytest.mark.rule("AK-R65", "AK-15.6")
def test_with_loans_a_player_may_give_each_other_player_one_amount() -> None:
    table = Table(loans=True)
    table.do("give", seat=1, amount=130)
    assert table.state.cash == [3670, 4130, 4200]
    assert table.why("give", seat=1, amount=10) == "AK-R65: You have given Black an amount this turn already."
    assert table.rule("give", seat=0, amount=10) == "AK-R65"
    assert table.rule("give", seat=2, amount=15) == "AK-R81"
    assert table.rule("give", seat=2, amount=99990) == "AK-R18"
    table.do("close_stock")
    table.do("give", seat=2, amount=100)
    table.do("discard", card=table.holds(0)[0])
    assert table.rule("give", seat=2, amount=10) == "AK-3.2", "not in the replenish step"
    assert table.game.scores(table.state) == [3570, 4130, 4300], "nobody keeps account of debts"
    plain = Table()
    assert plain.why("give", seat=1, amount=10) == "AK-R65: This table plays without loans."


@pytest.mark.rule("AK-R65", "AK-5.8")
def test_cash_needed_for_a_route_owed_cannot_be_given_away() -> None:
    table = Table(loans=True)
    table.hand(0, "omaha")
    table.cash(0, 150 + 150 + 250 + 90)
    table.do("buy", airline="united")
    assert table.why("give", seat=1, amount=100).startswith("AK-5.8: Then your cash would not do")
    table.do("give", seat=1, amount=90)


@pytest.mark.rule("AK-R65", "AK-15.6")
def test_with_loans_others_can_help_whoever_is_short_now() -> None:
    table = Table(loans=True)
    table.cash(0, 0)
    game, state = table.game, table.state
    help_, other = table.action("give", seat=0, amount=100), table.action("give", seat=2, amount=100)
    assert help_ in [game.parse(choice.action) for choice in game.out_of_turn_choices(state, 1)]
    assert game.violated_rule(state, 1, other) == "AK-R65"
    table.by(1, "give", seat=0, amount=100)
    assert state.cash[0] == 100
    assert table.asked == 0
    assert not state.acted, "a vote can still be called"
    assert game.violated_rule(state, 1, help_) == "AK-R65", "once in a turn"
    assert game.violated_rule(state, 2, help_) == ""


@pytest.mark.rule("AK-12.2")
def test_a_sale_off_the_track_says_so() -> None:
    table = Table()
    table.open("twa", 0, {0: 2, 1: 1})
    table.do("sell", airline="twa")
    assert "its price falls off the track" in "; ".join(table.words())
