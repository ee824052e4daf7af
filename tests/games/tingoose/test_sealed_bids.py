"""TG-R57, from rules version 2 on: a sealed bid can be opened again until all are sealed."""

import random

import msgspec
import pytest

from aerodrome.core.actions import NOBODY
from aerodrome.games.tingoose.components.edition import read_edition
from aerodrome.games.tingoose.game import RULES_VERSION, TinGoose
from aerodrome.games.tingoose.model.actions import BidStrikeChips, MakeOpeningBid, WithdrawSealedBid
from aerodrome.games.tingoose.model.events import (
    OpeningBidsPaid,
    SealedBidWithdrawn,
    StrikeBidSealed,
    StrikeBidSealedUnseen,
    StrikeBidsRevealed,
    StrikeLost,
)
from aerodrome.games.tingoose.options import TinGooseOptions
from games.tingoose.table import Table

OPEN = WithdrawSealedBid()


def opening(seats: int = 3, rules: int | None = None) -> Table:
    return Table(seats, rules).chance()


def change_chips(table: Table, seat: int, chips: int, times: int) -> None:
    for _ in range(times):
        table.seat_does(seat, OPEN).seat_does(seat, BidStrikeChips(chips))


@pytest.mark.rule("TG-R57")
def test_an_opening_bid_can_be_opened_and_named_anew_while_another_seat_is_unsealed() -> None:
    table = opening().seat_does(0, MakeOpeningBid(9)).seat_does(1, MakeOpeningBid(5))
    table.seat_does(0, OPEN)
    assert table.game.actors(table.state) == (0, 2)
    table.seat_does(2, MakeOpeningBid(7)).seat_does(0, MakeOpeningBid(3))
    assert table.heard(OpeningBidsPaid) == [OpeningBidsPaid((3, 5, 7))]
    assert table.state.cash == [37, 35, 33]


@pytest.mark.rule("TG-R57")
def test_a_strike_bid_can_be_opened_and_named_anew_while_another_seat_is_unsealed() -> None:
    table = Table().strike("G24", [2, 2, 2]).seat_does(1, BidStrikeChips(2)).seat_does(1, OPEN)
    assert table.game.actors(table.state) == (0, 1, 2)
    table.bids([1, 0, 0])
    assert table.heard(StrikeBidsRevealed) == [StrikeBidsRevealed((1, 0, 0))]
    assert table.state.chips == [1, 2, 2]


@pytest.mark.rule("TG-R57")
def test_money_and_chips_move_at_the_reveal() -> None:
    table = opening().seat_does(0, MakeOpeningBid(9)).seat_does(0, OPEN).seat_does(0, MakeOpeningBid(4))
    assert (table.state.cash, table.state.bank) == ([40, 40, 40], -120)
    table = Table().strike("G24", [2, 2, 2]).seat_does(0, BidStrikeChips(2)).seat_does(0, OPEN)
    assert (table.state.cash, table.state.chips) == ([40, 40, 40], [2, 2, 2])


@pytest.mark.rule("TG-R57")
def test_naming_a_bid_seals_it_so_that_a_second_one_needs_opening_first() -> None:
    table = opening().seat_does(1, MakeOpeningBid(3))
    assert table.no(MakeOpeningBid(4), seat=1) == "TG-4.2"
    table.seat_does(1, OPEN)
    assert table.no(MakeOpeningBid(4), seat=1) == ""


@pytest.mark.rule("TG-R57")
def test_what_is_not_sealed_cannot_be_opened() -> None:
    for table in (opening(), Table().strike("G24", [2, 2, 2])):
        assert table.no(OPEN, seat=1) == "TG-R57"
    table.bids([1, 0, 0])
    assert table.no(OPEN, seat=1) == "TG-4.2"  # all is revealed


@pytest.mark.rule("TG-R57")
def test_a_bid_is_opened_at_most_12_times_in_one_bidding() -> None:
    table = Table().strike("G24", [2, 2, 2]).seat_does(1, BidStrikeChips(0))
    change_chips(table, seat=1, chips=1, times=12)
    assert table.no(OPEN, seat=1) == "TG-R57"
    assert table.game.out_of_turn_choices(table.state, 1) == []
    table.seat_does(0, BidStrikeChips(1))
    assert table.no(OPEN, seat=0) == ""  # each seat counts its own
    table.seat_does(2, BidStrikeChips(0))
    table.give(1, "G25").begin(seat=1).play("G25").seat_does(1, BidStrikeChips(0))
    assert table.no(OPEN, seat=1) == ""  # and each bidding anew


@pytest.mark.rule("TG-R57")
def test_opening_is_accepted_and_not_listed() -> None:
    table = opening().seat_does(0, MakeOpeningBid(9))
    assert table.no(OPEN, seat=0) == ""
    assert table.legal(0) == []
    assert OPEN not in table.legal(1)
    assert OPEN not in table.game.action_space(3)


@pytest.mark.rule("TG-R57")
def test_the_action_space_is_that_of_version_1() -> None:
    assert Table().game.action_space(4) == Table(rules=1).game.action_space(4)


@pytest.mark.rule("TG-R57")
def test_a_sealed_seat_is_offered_to_open_its_bid() -> None:
    table = opening().seat_does(0, MakeOpeningBid(9))
    (choice,) = table.game.out_of_turn_choices(table.state, 0)
    assert choice.action == {"type": "open_bid"}
    assert choice.label == "Open your bid again"
    assert choice.detail == "you have sealed $9; can be opened 12 more times"
    assert table.game.out_of_turn_choices(table.state, 1) == []
    table = Table().strike("G24", [2, 2, 2]).seat_does(2, BidStrikeChips(1))
    change_chips(table, seat=2, chips=1, times=11)
    (choice,) = table.game.out_of_turn_choices(table.state, 2)
    assert choice.detail == "you have sealed 1 chip; can be opened 1 more time"


@pytest.mark.rule("TG-R57")
def test_whoever_has_no_chips_is_sealed_by_the_program() -> None:
    table = Table().strike("G24", [2, 0, 1])
    assert table.game.actors(table.state) == (0, 2)
    assert [player["chosen"] for player in table.game.view(table.state, None)["players"]] == [False, True, False]
    assert StrikeBidSealed(1, 0, visible_only_to=1) in table.sounds(1)
    assert StrikeBidSealedUnseen(1, hidden_from=1) in table.sounds(0)
    assert table.no(OPEN, seat=1) == "TG-R57"
    table.seat_does(0, BidStrikeChips(2)).seat_does(2, BidStrikeChips(0))
    assert table.heard(StrikeBidsRevealed) == [StrikeBidsRevealed((2, 0, 0))]


@pytest.mark.rule("TG-R57")
def test_a_strike_without_any_chips_is_settled_without_a_question() -> None:
    table = Table().strike("G24", [0, 0, 0])
    assert len(table.heard(StrikeLost)) == 3
    assert table.state.cash == [35, 35, 35]
    assert table.step == "TurnActionStep"


@pytest.mark.rule("TG-R57")
def test_an_opening_without_any_money_is_settled_without_a_question() -> None:
    edition = read_edition(None)
    poor = msgspec.structs.replace(edition, setup=msgspec.structs.replace(edition.setup, cash=0))
    game = TinGoose(poor, TinGooseOptions(), RULES_VERSION, {})
    table = Table()
    table.game, table.state = game, game.new(3)
    table.chance()
    assert table.heard(OpeningBidsPaid) == [OpeningBidsPaid((0, 0, 0))]
    assert table.step == "AirmailChoiceStep"


@pytest.mark.rule("TG-R57", "TG-R47")
@pytest.mark.parametrize("watcher", [0, 2, None])
def test_others_learn_only_who_is_sealed_never_earlier_bids(watcher: int | None) -> None:
    heard, seen, positions = [], [], []
    for first in (0, 4, 40):
        table = opening()
        sounds = []
        for action in (MakeOpeningBid(first), OPEN, MakeOpeningBid(7)):
            table.seat_does(1, action)
            sounds.append(table.sounds(watcher))
        heard.append(sounds)
        seen.append(table.game.view(table.state, watcher))
        positions.append(table.game.to_json(table.state))
    assert heard[0] == heard[1] == heard[2]
    assert heard[0][1] == [SealedBidWithdrawn(1)]
    assert seen[0] == seen[1] == seen[2]
    assert positions[0] == positions[1] == positions[2]  # nobody can look up what was withdrawn


@pytest.mark.rule("TG-R57")
def test_an_opened_bid_looks_to_others_like_one_never_made() -> None:
    table = opening()
    before = [table.game.view(table.state, watcher) for watcher in (0, 1, 2, None)]
    table.seat_does(1, MakeOpeningBid(11)).seat_does(1, OPEN)
    assert [table.game.view(table.state, watcher) for watcher in (0, 1, 2, None)] == before


@pytest.mark.rule("TG-R57")
def test_imagining_keeps_who_has_opened_how_often() -> None:
    table = Table().strike("G24", [2, 2, 2]).seat_does(1, BidStrikeChips(2))
    change_chips(table, seat=1, chips=2, times=12)
    twin = table.game.imagine(table.state, 0, random.Random(1))
    assert twin.bids_opened == [1] * 12
    assert table.game.violated_rule(twin, 1, OPEN) == "TG-R57"


@pytest.mark.rule("TG-R57")
def test_the_reveal_forgets_who_opened() -> None:
    table = Table().strike("G24", [2, 2, 2]).seat_does(1, BidStrikeChips(2)).seat_does(1, OPEN)
    assert b'"bids_opened":[1]' in table.game.to_json(table.state)
    table.bids([0, 1, 0])
    assert b"bids_opened" not in table.game.to_json(table.state)


@pytest.mark.rule("TG-R57")
def test_a_position_with_opened_bids_is_read_back_as_it_was() -> None:
    table = opening().seat_does(0, MakeOpeningBid(9)).seat_does(0, OPEN)
    stored = table.game.to_json(table.state)
    assert table.game.from_json(stored).bids_opened == [0]
    assert table.game.to_json(table.game.from_json(stored)) == stored


@pytest.mark.rule("TG-R57")
def test_a_standing_order_does_not_answer_for_somebody_who_opened_the_bid() -> None:
    orders = frozenset({"no-chips"})
    table = Table().strike("G24", [2, 2, 2])
    assert table.game.standing_order_action(table.state, 1, orders) == BidStrikeChips(0)
    table.seat_does(1, BidStrikeChips(0)).seat_does(1, OPEN)
    assert table.game.standing_order_action(table.state, 1, orders) is None
    assert table.game.standing_order_action(table.state, 2, orders) == BidStrikeChips(0)


@pytest.mark.rule("TG-R57")
def test_refusals_and_the_log_say_what_happened() -> None:
    table = Table().strike("G24", [2, 0, 2])
    assert _why_not(table, 0) == "You have no sealed bid to open: name one."
    assert _why_not(table, 1) == "You can only bid 0, there is nothing to change."
    table.seat_does(2, BidStrikeChips(1)).seat_does(2, OPEN)
    assert [table.game.describe_event(event) for event in table.events] == ["Green opens the sealed bid again"]
    table.seat_does(2, BidStrikeChips(1))
    change_chips(table, seat=2, chips=1, times=11)
    assert _why_not(table, 2) == "You have opened your bid 12 times, more is not allowed."


def _why_not(table: Table, seat: int) -> str:
    refusal = table.game.why_not(table.state, seat, OPEN)
    assert refusal is not None
    return refusal.text


@pytest.mark.rule("TG-R57")
def test_in_version_1_a_sealed_bid_stays() -> None:
    table = opening(rules=1).seat_does(0, MakeOpeningBid(9))
    assert [table.no(OPEN, seat) for seat in (0, 1)] == ["TG-4.2", "TG-3.1"]
    assert table.game.out_of_turn_choices(table.state, 0) == []
    table = Table(rules=1).strike("G24", [2, 0, 2]).seat_does(0, BidStrikeChips(1))
    assert [table.no(OPEN, seat) for seat in (0, 2)] == ["TG-4.2", "TG-6.3"]


@pytest.mark.rule("TG-R57")
def test_in_version_1_everybody_bids_in_a_strike_also_without_chips() -> None:
    table = Table(rules=1).strike("G24", [2, 0, 0])
    assert table.game.actors(table.state) == (0, 1, 2)
    assert table.state.sealed_bids == [NOBODY] * 3
