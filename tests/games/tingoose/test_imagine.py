"""What a seat can believe: hidden cards and bids drawn anew, everything else true."""

import random
from collections import Counter

import pytest

from aerodrome.games.tingoose.model.actions import BidStrikeChips
from aerodrome.games.tingoose.model.state import FACE_DOWN, FLEET, PLAYED, UNDEALT, TinGooseState
from games.tingoose.table import Table


def imagined(table: Table, seat: int, number: int = 120) -> list[TinGooseState]:
    rng = random.Random(11)
    twins = [table.game.imagine(table.state, seat, rng) for _ in range(number)]
    assert all(isinstance(twin, TinGooseState) for twin in twins)
    return twins


@pytest.mark.rule("TG-R56")
def test_rivals_cash_bonds_and_chips_stay_true() -> None:
    table = Table().chance().begin()
    table.state.cash, table.state.bonds, table.state.chips = [3, 44, 7], [1, 0, 2], [5, 0, 3]
    for twin in imagined(table, 1):
        assert (twin.cash, twin.bonds, twin.chips) == ([3, 44, 7], [1, 0, 2], [5, 0, 3])


@pytest.mark.rule("TG-R56", "TG-1.18")
def test_unseen_cards_change_hands_and_seen_ones_do_not() -> None:
    table = Table(4).chance(0.3).begin()
    state = table.state
    mine = [card for card in range(96) if state.holder[card] == 2]
    played = next(card for card in range(96) if state.holder[card] == 0)
    state.holder[played] = PLAYED
    held: set[int] = set()
    for twin in imagined(table, 2):
        assert [card for card in range(96) if twin.holder[card] == 2] == mine
        assert twin.holder[played] == PLAYED
        assert Counter(twin.holder) == Counter(state.holder)
        for deck in table.game.decks:
            assert Counter(twin.holder[c] for c in deck) == Counter(state.holder[c] for c in deck)
        held |= {card for card in range(96) if twin.holder[card] == 0}
    assert len(held) == 96 - len(mine) - 1  # any unseen card may be in that hand


@pytest.mark.rule("TG-R56", "TG-R9")
def test_others_leftover_cards_are_unknown_and_the_own_one_is_known() -> None:
    table = Table().begin(3)
    for seat in range(3):
        table.state.holder[table.card(f"G0{seat + 1}")] = FACE_DOWN + seat
    lay = {twin.holder.index(FACE_DOWN + 1) for twin in imagined(table, 0)}
    assert len(lay) > 10
    assert table.card("G01") not in lay
    assert {twin.holder[table.card("G01")] for twin in imagined(table, 0)} == {FACE_DOWN}


def test_with_even_events_every_imagined_hand_has_its_events() -> None:
    table = Table(5, even_events=True).chance(0.6).begin()
    for twin in imagined(table, 0):
        for seat in range(5):
            for deck in table.game.decks:
                hand = [card for card in deck if twin.holder[card] == seat]
                assert sum(table.game.card_kind[card] != FLEET for card in hand) == 1


def test_unrevealed_bids_are_drawn_anew_within_what_is_legal() -> None:
    table = Table().striking("G24")
    table.state.chips = [2, 4, 3]
    table.seat_does(1, BidStrikeChips(4))
    table.seat_does(2, BidStrikeChips(1))
    twins = imagined(table, 2)
    assert {twin.sealed_bids[1] for twin in twins} == {0, 1, 2, 3, 4}
    assert {twin.sealed_bids[2] for twin in twins} == {1}
    assert {twin.sealed_bids[0] for twin in twins} == {-1}


def test_revealed_bids_stay_as_they_were() -> None:
    table = Table().striking("G24").bids([2, 1, 0])
    assert all(twin.sealed_bids == [2, 1, 0] for twin in imagined(table, 0))


def test_an_imagined_game_can_be_played_to_its_end() -> None:
    from aerodrome.core.random_play import play_at_random_and_count_decisions
    from games.tingoose.invariants import check

    table = Table(4).chance(0.8)
    rng = random.Random(2)
    for seat in range(4):
        twin = table.game.imagine(table.state, seat, rng)
        play_at_random_and_count_decisions(table.game, twin, rng)
        check(table.game, twin)
        assert UNDEALT in table.state.holder
