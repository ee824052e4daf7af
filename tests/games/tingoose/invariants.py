"""What adds up at every moment of a game of Tin Goose."""

from typing import cast

from aerodrome import Game, State
from aerodrome.core.actions import NOBODY
from aerodrome.games.tingoose.game import TinGoose
from aerodrome.games.tingoose.model.state import FACE_DOWN, FLEET, PLAYED, UNDEALT, TinGooseState
from aerodrome.games.tingoose.rules.queries import count_bits
from aerodrome.games.tingoose.steps.setup import DealCardStep


def check(game: Game, state: State) -> None:
    goose, table = cast(TinGoose, game), cast(TinGooseState, state)
    money(table)
    cards(goose, table)
    fleets(goose, table)
    tokens(goose, table)
    markers(goose, table)
    airmail(goose, table)


def money(state: TinGooseState) -> None:
    assert sum(state.cash) + state.bank == 0, "dollars appeared or vanished"
    assert min(state.cash) >= 0, f"somebody owes cash: {state.cash}"
    assert min(state.bonds) >= 0
    assert min(state.chips) >= 0
    for seat, bid in enumerate(state.sealed_bids):
        assert bid == NOBODY or bid >= 0, f"seat {seat} sealed {bid}"


def cards(game: TinGoose, state: TinGooseState) -> None:
    places = {UNDEALT, PLAYED, *range(state.seats), *(FACE_DOWN + seat for seat in range(state.seats))}
    assert len(state.holder) == 96
    assert set(state.holder) <= places, "a card is nowhere"
    if any(isinstance(step, DealCardStep) for step in state.step_stack):
        return
    if state.holder.count(UNDEALT) == 96:
        return  # the demand tokens come first
    assert state.holder.count(UNDEALT) == 96 - 10 * state.seats
    for era, deck in enumerate(game.decks):
        for seat in range(state.seats):
            left = sum(state.holder[card] in (seat, FACE_DOWN + seat) for card in deck)
            assert left == game.hand_sizes[era] - plays(game, state, seat, era), "a hand has the wrong size"


def plays(game: TinGoose, state: TinGooseState, seat: int, era: int) -> int:
    """How many cards of an era a seat must have played by now."""
    number = sum(1 for past in range(1, state.round) if game.era_of_round[past] == era)
    if not state.step_stack:
        return number + (game.era_of_round[state.round] == era)
    if state.round == 0 or game.era_of_round[state.round] != era:
        return number
    mine, now = ((who - state.first) % state.seats for who in (seat, state.active))
    playing = type(state.step_stack[-1]).__name__ == "CardPlayStep"
    return number + (mine < now or (mine == now and not playing))


def fleets(game: TinGoose, state: TinGooseState) -> None:
    everywhere = [fleet for area in state.fleets for fleet in area]
    bought = [fleet for fleet in everywhere if fleet != game.start_fleet]
    assert len(bought) == len(set(bought)), "one card in two places"
    assert all(state.holder[card] == PLAYED and game.card_kind[card] == FLEET for card in bought)
    for seat in range(state.seats):
        assert state.fleets[seat].count(game.start_fleet) <= 1
        assert len(state.planes[seat]) == len(state.fleets[seat]) >= 1
        assert all(0 <= planes <= 2 for planes in state.planes[seat])
        # every fleet brought two planes: they wait, stand on the board or are abroad; extensions come on top
        flown = count_bits(state.network[seat]) + count_bits(state.served_destinations[seat]) - state.extensions[seat]
        assert flown + sum(state.planes[seat]) == 2 * len(state.fleets[seat]), "planes appeared or vanished"
        removed = 5 - count_bits(state.conditions[seat])
        assert removed <= len(state.fleets[seat]) - 1, "a condition went without a deployment"


def tokens(game: TinGoose, state: TinGooseState) -> None:
    assert count_bits(state.gold) + state.gold_left == 6
    assert sum(state.silver) + state.silver_left + state.silver_removed == 36
    assert min(state.silver) >= 0
    assert state.gold_left >= 0
    assert not any(state.silver[city] and state.gold >> city & 1 for city in range(48)), "gold and silver mix"


def markers(game: TinGoose, state: TinGooseState) -> None:
    assert all(0 <= box < len(game.income_boxes) for box in state.income_box)
    assert 0 <= state.round <= 7
    assert all(0 <= mask < 1 << 48 for mask in state.network)
    assert all(0 <= mask < 1 << 6 for mask in state.served_destinations)
    assert all(0 <= mask < 1 << 5 for mask in state.conditions)


def airmail(game: TinGoose, state: TinGooseState) -> None:
    taken = [card for card in state.airmail if card != NOBODY]
    assert len(taken) == len(set(taken)), "two players have the same airmail card"
    for seat, card in enumerate(state.airmail):
        if card == NOBODY:
            assert state.network[seat] == 0
            continue
        assert state.network[seat] >> game.airmail_start[card] & 1
        there = state.network[seat] >> game.airmail_target[card] & 1
        assert there == state.delivered >> seat & 1, "airmail delivered without being there, or the other way round"
