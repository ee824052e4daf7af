"""Section 6: strikes, crashes, oil."""

import pytest

from aerodrome import Event
from aerodrome.games.tingoose.model.actions import BidForFleet, BidStrikeChips, TakeLaborChip
from aerodrome.games.tingoose.model.events import (
    CrashCostPaid,
    EmergencyBondsIssued,
    IncomeMovedByCrash,
    OilCostPaid,
    StrikeBidSealedUnseen,
    StrikeBidsRevealed,
    StrikeLost,
    StrikeWon,
)
from aerodrome.games.tingoose.model.state import IRREGULAR_SAFETY, RURAL_STOPS
from aerodrome.games.tingoose.rules import queries
from games.tingoose.table import Table


def payers(table: Table, kind: type[Event]) -> list[int]:
    return [event.seat for event in table.heard(kind)]


@pytest.mark.rule("TG-6.1", "TG-R10")
@pytest.mark.parametrize(("card", "kind"), [("G27", CrashCostPaid), ("G30", OilCostPaid)])
def test_payment_goes_clockwise_from_the_left_and_ends_with_the_active_player(card: str, kind: type[Event]) -> None:
    table = Table(4).give(1, card).begin(seat=1).play(card)
    assert payers(table, kind) == [2, 3, 0, 1]


@pytest.mark.rule("TG-6.1", "TG-R10")
def test_in_a_strike_winners_and_losers_are_settled_in_the_same_pass() -> None:
    table = Table(4).striking("G24", seat=1).bids([2, 0, 1, 0])
    settled = [event for event in table.events if isinstance(event, (StrikeWon, StrikeLost))]
    assert [event.seat for event in settled] == [2, 3, 0, 1]


@pytest.mark.rule("TG-6.2", "TG-R1", "TG-R2")
@pytest.mark.parametrize(
    ("cash", "bonds", "left"), [(7, 0, 0), (6, 1, 19), (0, 1, 13)], ids=["enough", "one short", "nothing"]
)
def test_emergency_bonds_are_issued_only_as_needed(cash: int, bonds: int, left: int) -> None:
    table = Table().give(0, "G27").begin()  # $1 for each of 7 flames
    table.state.cash[1] = cash
    table.play("G27")
    assert (table.state.bonds[1], table.state.cash[1]) == (bonds, left)


@pytest.mark.rule("TG-R2")
def test_as_many_emergency_bonds_as_it_takes() -> None:
    table = Table().begin(6).give(0, "R28")  # $2 per flame
    table.state.cash[1], table.state.extensions[1] = 3, 20
    table.play("R28")  # 27 flames: $54
    assert table.state.bonds[1] == 3
    assert table.state.cash[1] == 3 + 60 - 54
    assert table.heard(EmergencyBondsIssued)[0].bonds == 3


@pytest.mark.rule("TG-R1", "TG-16.7")
def test_an_emergency_bond_gives_20_and_costs_40_in_the_end() -> None:
    table = Table().give(0, "G27").begin()
    table.state.cash[1] = 0
    before = table.game.scores(table.state)[1]
    table.play("G27")
    assert table.game.scores(table.state)[1] == before - 7 + 20 - 40


@pytest.mark.rule("TG-R3")
def test_emergency_bonds_pay_for_events_alone() -> None:
    table = Table().auction("G01")
    table.state.cash[1] = 4
    assert table.no(BidForFleet(5)) == "TG-R4"
    table = Table().acting()
    table.state.cash[0] = 2
    assert table.no(table.abroad()) == "TG-11.5"
    assert table.no(TakeLaborChip(second=True)) == "TG-9.6"
    assert table.state.bonds == [0, 0, 0]


@pytest.mark.rule("TG-R3")
def test_emergency_bonds_come_by_themselves_on_anyones_turn() -> None:
    table = Table().give(2, "G27").begin(seat=2)
    table.state.cash = [0, 0, 0]
    table.play("G27")
    assert table.state.bonds == [1, 1, 1]
    assert table.step == "TurnActionStep"


@pytest.mark.rule("TG-6.3")
def test_everybody_may_bid_from_none_to_all_chips() -> None:
    table = Table().striking("G24")
    table.state.chips = [3, 0, 2]
    assert table.legal(0) == [BidStrikeChips(number) for number in range(4)]
    assert table.legal(1) == [BidStrikeChips(0)]
    assert table.no(BidStrikeChips(4), seat=0) == "TG-6.3"
    assert table.no(BidStrikeChips(-1), seat=0) == "TG-6.3"


@pytest.mark.rule("TG-6.3", "TG-R47")
def test_chip_bids_are_secret_until_the_last() -> None:
    table = Table().striking("G24")
    table.seat_does(1, BidStrikeChips(2))
    assert table.game.actors(table.state) == (0, 2)
    assert [event for event in table.events if event.is_visible_to(0)] == [StrikeBidSealedUnseen(1, hidden_from=1)]
    one = table.game.view(table.state, 0)
    table.state.sealed_bids[1] = 0
    assert table.game.view(table.state, 0) == one
    table.seat_does(0, BidStrikeChips(0))
    table.seat_does(2, BidStrikeChips(0))
    assert table.heard(StrikeBidsRevealed)[0].chips == (0, 0, 0)


@pytest.mark.rule("TG-6.4", "TG-6.6", "TG-R11")
def test_the_most_chips_win_and_all_others_pay_in_full() -> None:
    table = Table(4).striking("G24").bids([0, 2, 1, 0])  # +10 / -5
    assert table.state.cash == [35, 50, 35, 35]


@pytest.mark.rule("TG-6.5", "TG-R11")
def test_all_who_tie_for_the_most_win_the_full_amount() -> None:
    table = Table(4).striking("G24").bids([2, 2, 1, 0])
    assert table.state.cash == [50, 50, 35, 35]


@pytest.mark.rule("TG-6.7", "TG-R11")
def test_a_bid_of_zero_always_loses() -> None:
    table = Table().striking("G24").bids([0, 0, 0])
    assert table.state.cash == [35, 35, 35]
    assert queries.find_strike_winners([0, 0, 0]) == []


@pytest.mark.rule("TG-6.8", "TG-R11")
def test_all_chips_bid_are_spent() -> None:
    table = Table().striking("G24").bids([2, 1, 0])
    assert table.state.chips == [0, 1, 2]


@pytest.mark.rule("TG-6.9")
@pytest.mark.parametrize(("number", "card", "price"), [(1, "G27", 1), (3, "B29", 2)])
def test_a_crash_costs_the_printed_price_for_each_flame(number: int, card: str, price: int) -> None:
    table = Table().begin(number).give(0, card)
    table.lose(1, IRREGULAR_SAFETY)
    table.play(card)
    assert table.state.cash == [40 - 7 * price, 40 - 3 * price, 40 - 7 * price]


@pytest.mark.rule("TG-6.10", "TG-R13", "TG-14.3", "TG-R50")
def test_flames_are_of_fleets_even_empty_ones_tokens_and_irregular_safety() -> None:
    table = Table().begin()
    table.fleets(0, trimotor=0, G01=2, G09=0)  # 3 + 4 + 4
    table.state.extensions[0] = 2
    assert table.flames() == 11 + 2 + 4
    table.lose(0, IRREGULAR_SAFETY)
    assert table.flames() == 13
    table.network(0, "Denver", "Dallas", "Houston")  # planes on the board add nothing
    assert table.flames() == 13


@pytest.mark.rule("TG-R17")
def test_flames_have_no_upper_end() -> None:
    table = Table().give(0, "G27").begin()
    table.state.extensions[1], table.state.cash[1] = 93, 200
    table.play("G27")
    assert table.heard(CrashCostPaid)[0].flames == 100
    assert table.state.cash[1] == 100


@pytest.mark.rule("TG-6.11", "TG-15.3")
def test_the_most_flames_go_down_two_and_the_fewest_up_two() -> None:
    table = Table().give(0, "G27").begin()
    table.state.income_box = [5, 5, 5]
    table.state.extensions = [1, 0, 3]
    table.play("G27")
    assert table.state.income_box == [5, 7, 3]


@pytest.mark.rule("TG-6.12", "TG-R12")
def test_all_who_tie_for_most_or_fewest_move() -> None:
    table = Table().give(0, "G27").begin()
    table.state.income_box = [5, 5, 5]
    table.state.extensions = [2, 0, 2]
    table.play("G27")
    assert table.state.income_box == [3, 7, 3]
    table = Table(5).give(0, "G27").begin()
    table.state.income_box = [5] * 5
    table.state.extensions = [0, 1, 0, 2, 2]
    table.play("G27")
    assert table.state.income_box == [7, 5, 7, 3, 3]


@pytest.mark.rule("TG-6.13")
def test_with_equal_flames_all_pay_and_nobody_moves() -> None:
    table = Table().give(0, "G27").begin().play("G27")
    assert table.state.cash == [33, 33, 33]
    assert table.state.income_box == [1, 1, 1]


@pytest.mark.rule("TG-R12")
def test_crash_moves_come_after_all_payments() -> None:
    table = Table().give(0, "G27").begin()
    table.state.extensions = [0, 1, 2]
    table.play("G27")
    kinds = [type(event) for event in table.events if isinstance(event, (CrashCostPaid, IncomeMovedByCrash))]
    assert kinds == [CrashCostPaid] * 3 + [IncomeMovedByCrash] * 2


@pytest.mark.rule("TG-6.14", "TG-6.15", "TG-R14", "TG-R50")
@pytest.mark.parametrize(("number", "card", "price"), [(1, "G30", 1), (1, "G32", 2), (6, "R31", 3)])
def test_oil_costs_the_printed_price_for_each_barrel(number: int, card: str, price: int) -> None:
    table = Table().without_conditions().begin(number).give(0, card)
    table.fleets(1, trimotor=0, B17=0)  # 3 + 3, though empty
    table.state.extensions[2] = 4
    table.play(card)
    assert table.state.cash == [40 - 3 * price, 40 - 6 * price, 40 - 7 * price]


@pytest.mark.rule("TG-6.16", "TG-14.7", "TG-R14")
def test_rural_stops_make_every_barrel_a_dollar_dearer_tokens_included() -> None:
    table = Table().without_conditions().give(0, "G32").begin()  # $2 per barrel
    table.state.conditions[1] = 1 << RURAL_STOPS
    table.state.extensions[1] = 2
    table.play("G32")
    assert table.state.cash == [34, 40 - 5 * 3, 34]
