"""A deal as its two sides would stand after it, and what they offered each other before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.foresight import Foreseer
from aerodrome.core.question import DealPreview, FigureChange
from aerodrome.games.airline.model.actions import AcceptOffer, CounterOffer, Offer
from aerodrome.games.airline.model.state import (
    REFUSED_FIELDS,
    REFUSED_GIVE,
    REFUSED_PAYMENT,
    REFUSED_PROPOSER,
    REFUSED_RECEIVER,
    REFUSED_TURN,
    REFUSED_WANT,
    AirlineState,
)
from aerodrome.games.airline.rules.queries import get_current_fare, list_cities_in_bits
from aerodrome.games.airline.rules.refused_offers import AT_ANY_PRICE, DEAL_DONE
from aerodrome.games.airline.steps.trading import AnswerOfferStep
from aerodrome.games.airline.text.names import describe_deal_side, format_money, seat_name

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

FIGURES = ("Cash", "Fares in force", "Cities", "Connected")
"""What the two sides of a deal compare, in this order."""
MAX_EARLIER = 4
"""So many earlier offers are told."""


def build_deal_preview(
    game: Airline, state: AirlineState, seat: int, action: Action, foreseer: Foreseer
) -> DealPreview | None:
    """Both sides before and after the deal that this action proposes or closes."""
    step = state.step_stack[-1]
    if isinstance(action, (Offer, CounterOffer)):
        partner, agreement = action.to, game.accept_reject[0]
    elif isinstance(action, AcceptOffer) and isinstance(step, AnswerOfferStep):
        partner, agreement = step.proposer, None
    else:
        return None
    known = foreseer.foresee_deal_figures(action, partner, agreement)
    figures = [figure for name in FIGURES for figure in known if figure.name == name]
    warning = _warn_of_little_cash(game, state, seat, figures)
    return DealPreview(partner, figures, warning, describe_earlier_offers(game, state, seat, partner))


def _warn_of_little_cash(game: Airline, state: AirlineState, seat: int, figures: list[FigureChange]) -> str:
    """Said when the deal leaves too little cash for the next landing that goes wrong."""
    cash = next(figure for figure in figures if figure.name == "Cash" and figure.seat == seat)
    if cash.after >= cash.before:
        return ""
    maintenance = game.maintenance[state.aircraft[seat]]
    fares = [
        get_current_fare(game, state, other, city)
        for other in range(state.seats)
        if other != seat
        for city in list_cities_in_bits(game, state.network[other])
    ]
    highest = max(fares, default=0)
    if cash.after >= max(maintenance, highest):
        return ""
    left = format_money(int(cash.after))
    costs = f"MAINTENANCE costs {format_money(maintenance)}, fares go up to {format_money(highest)}"
    return f"{left} left: {costs}; you might have to sell."


def describe_earlier_offers(game: Airline, state: AirlineState, seat: int, partner: int) -> list[str]:
    """What the two offered each other, the newest first, as far as the table remembers it."""
    rows = state.refused_offers
    found: list[str] = []
    for start in range(len(rows) - REFUSED_FIELDS, -1, -REFUSED_FIELDS):
        row = rows[start : start + REFUSED_FIELDS]
        pair = row[REFUSED_PROPOSER], row[REFUSED_RECEIVER]
        if pair == (seat, partner) or (pair == (partner, seat) and row[REFUSED_PAYMENT] < AT_ANY_PRICE):
            found.append(_describe_earlier_offer(game, state, seat, row))
    return found[:MAX_EARLIER]


def _describe_earlier_offer(game: Airline, state: AirlineState, seat: int, refused_offer_row: tuple[int, ...]) -> str:
    """One row of `refused_offers`. A deal that was done stands there as the refusal of its reverse."""
    give, want = (
        tuple(list_cities_in_bits(game, refused_offer_row[REFUSED_GIVE])),
        tuple(list_cities_in_bits(game, refused_offer_row[REFUSED_WANT])),
    )
    payment = refused_offer_row[REFUSED_PAYMENT]
    number = refused_offer_row[REFUSED_TURN] // state.seats
    if payment >= AT_ANY_PRICE:
        cash = payment - DEAL_DONE if payment > AT_ANY_PRICE else 0
        given, got = describe_deal_side(game, want, max(0, cash)), describe_deal_side(game, give, max(0, -cash))
        return f"Round {number}: you gave {seat_name(game, refused_offer_row[REFUSED_RECEIVER])} {given} for {got}"
    offered = describe_deal_side(game, give, max(0, payment))
    wanted = describe_deal_side(game, want, max(0, -payment))
    if refused_offer_row[REFUSED_PROPOSER] == seat:
        return f"Round {number}: {seat_name(game, refused_offer_row[REFUSED_RECEIVER])} refused {offered} for {wanted}"
    return (
        f"Round {number}: you refused {offered} of {seat_name(game, refused_offer_row[REFUSED_PROPOSER])} for {wanted}"
    )
