"""Hidden parts drawn anew: rivals' hands, undealt and face-down cards, bids not yet revealed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY
from aerodrome.games.tingoose.model.state import EVENTS_ONLY, FACE_DOWN, FLEETS_ONLY, PLAYED, TinGooseState
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.steps.opening import OpeningBidStep

PLENTY: Final = 500
"""Dollars, or chips, that pay for whatever may happen to a seat in one turn of another."""

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

ANY_BID: Final = 0.1
"""How often an opening bid is imagined that may be of any size."""


def imagine(game: TinGoose, state: TinGooseState, seat: int, rng: random.Random) -> TinGooseState:
    """Cash, bonds and chips of others stay true: everybody could have kept count (TG-R56)."""
    twin = state.clone()
    for era in range(len(game.decks)):
        if game.even_events:  # everybody knows how many fleets and events each hand holds
            _redeal_unseen_cards(twin, game.deal_piles[era][FLEETS_ONLY], seat, rng)
            _redeal_unseen_cards(twin, game.deal_piles[era][EVENTS_ONLY], seat, rng)
        else:
            _redeal_unseen_cards(twin, game.decks[era], seat, rng)
    if twin.step_stack:
        step = twin.step_stack[-1]
        if isinstance(step, OpeningBidStep):
            _redraw_opening_bids_of_others(game, twin, seat, rng)
        elif isinstance(step, StrikeBidStep):
            _redraw_sealed_bids_of_others(twin, twin.chips, seat, rng)
    return twin


def imagine_contrasting_states(
    game: TinGoose, state: TinGooseState, seat: int, rng: random.Random
) -> list[TinGooseState]:
    """Rivals once without cash, bonds and chips and once with plenty: no view prints them (TG-R47)."""
    poor = imagine(game, state, seat, rng)
    rich = imagine(game, state, seat, rng)
    for other in range(state.seats):
        if other != seat:
            poor.cash[other], poor.bonds[other], poor.chips[other] = 0, 0, 0
            rich.cash[other], rich.bonds[other], rich.chips[other] = PLENTY, 1, PLENTY
    return [poor, rich]


def _redeal_unseen_cards(state: TinGooseState, cards: list[int], viewer: int, rng: random.Random) -> None:
    """The cards that this seat has not seen go to their holders anew; who truly has which plays no part."""
    holder = state.holder
    unseen = [
        card
        for card in cards
        if holder[card] != PLAYED and holder[card] != viewer and holder[card] != FACE_DOWN + viewer
    ]
    places = sorted([holder[card] for card in unseen])
    for i in range(len(unseen) - 1, -1, -1):
        j = int(rng.random() * (i + 1))
        holder[unseen[i]] = places[j]
        places[j] = places[i]


def _redraw_opening_bids_of_others(game: TinGoose, state: TinGooseState, viewer: int, rng: random.Random) -> None:
    """As somebody might bid who knows what coming first is worth; now and then anything."""
    for other in range(state.seats):
        if other != viewer and state.sealed_bids[other] != NOBODY:
            part = rng.random()
            top = state.cash[other] + 1.0 if rng.random() < ANY_BID else game.evaluator.weights["first_pick"] + 1.0
            state.sealed_bids[other] = min(int(top * part * part), state.cash[other])


def _redraw_sealed_bids_of_others(
    state: TinGooseState, max_bid_by_seat: list[int], viewer: int, rng: random.Random
) -> None:
    for other in range(state.seats):
        if other != viewer and state.sealed_bids[other] != NOBODY:
            state.sealed_bids[other] = int(rng.random() * (max_bid_by_seat[other] + 1))
