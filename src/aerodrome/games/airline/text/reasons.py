"""Reasons in English: half a sentence after "Buy Rome:"; and gains in millions of dollars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.reason import Reason
from aerodrome.games.airline.model.actions import AcceptOffer, CounterOffer, EndTurn, Offer, RejectOffer
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.text.names import city_name, format_money, join_city_names, seat_name

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def format_gain(game: Airline, amount: float) -> str:
    """A gain or loss: "+$6M", "-$0.4M"."""
    digits = 0 if abs(amount) >= 2.0 else 1
    size = f"{abs(amount):.{digits}f}".removesuffix(".0")
    sign = "-" if amount < 0 and size != "0" else "+"
    return f"{sign}${size}M"


def describe_reason(game: Airline, state: AirlineState, who: int, action: Action, reason: Reason) -> str:
    """A reason as half a sentence."""
    values = reason.values
    match reason.kind:
        case "routes":
            return f"{values[0]} routes lead there; a free city has {_format_tenths(values[1])} on average"
        case "own_fares" | "rival_fares":
            return _describe_change_of_fares(game, action, values)
        case "upkeep":
            turn = f"{_format_money_in_tenths(values[0])} → {_format_money_in_tenths(values[1])}"
            return f"SUBSIDY less MAINTENANCE, a turn of yours: {turn}"
        case "pays_back":
            return f"fares and SUBSIDY bring the {format_money(game.exchange_fee)} back in about {values[0]} rounds"
        case "brings_less":
            return f"fares, SUBSIDY and MAINTENANCE together bring {_format_money_in_tenths(values[0])} less a round"
        case "challenge_odds":
            return f"a challenge is won {round(values[0] / 12.96)} times in 100"
        case "fares_if_won":
            before, after = _format_money_in_tenths(values[0]), _format_money_in_tenths(values[1])
            return f"if you win, your fares a round: {before} → {after}"
        case "cuts_off_if_won":
            verb = "is" if len(values) == 2 else "are"
            return f"if you win, {join_city_names(game, values[1:])} of {seat_name(game, values[0])} {verb} cut off"
        case "own_cash_after":
            return _describe_cash_against_fare(game, action, values)
    return _describe_city_reason(game, action, reason) or _describe_offer_or_debt_reason(game, reason)


def _describe_city_reason(game: Airline, action: Action, reason: Reason) -> str:
    values = reason.values
    match reason.kind:
        case "joins_network":
            would = "would be" if isinstance(action, EndTurn) else "is"
            return f"{city_name(game, values[0])} {would} connected to your base, fare {format_money(values[1])}"
        case "not_connected":
            return f"{city_name(game, values[0])} would not be connected to your base"
        case "reconnects":
            return f"it connects {join_city_names(game, values)} to your base"
        case "rival_next_to":
            return f"{seat_name(game, values[0])} could connect {city_name(game, values[1])}"
        case "idle_city":
            return f"{city_name(game, values[0])} earns you nothing now"
    return ""


def _describe_offer_or_debt_reason(game: Airline, reason: Reason) -> str:
    values = reason.values
    match reason.kind:
        case "refused_before":
            return f"{seat_name(game, values[0])} refused that, and it would still do the same for both of you"
        case "own_price":
            return f"you offered {seat_name(game, values[0])} the same yourself"
        case "pays_debt":
            return f"it pays the debt of {format_money(values[0])}"
        case "brings_cash":
            return f"it brings you {format_money(values[0])}"
        case "nothing_to_sell":
            return "you have no city to sell"
        case "rivals_too_poor":
            return f"you are {format_money(values[0])} short and the others have {format_money(values[1])} together"
        case "can_sell":
            return f"you could still sell {values[0]} {'city' if values[0] == 1 else 'cities'}"
        case "claims_lapse":
            return f"{format_money(values[0])} is lost if you do not collect it before the next throw"
    return ""


def _describe_change_of_fares(game: Airline, action: Action, reason_values: tuple[int, ...]) -> str:
    """ "your fares a round: $4.2M → $8.4M"."""
    whose = "your fares" if len(reason_values) == 2 else f"the fares of {seat_name(game, reason_values[0])}"
    deal = "with the deal, " if isinstance(action, (Offer, CounterOffer, AcceptOffer, RejectOffer)) else ""
    before, after = (_format_money_in_tenths(fares) for fares in reason_values[-2:])
    return f"{deal}{whose} a round: {before} → {after}"


def _describe_cash_against_fare(game: Airline, action: Action, reason_values: tuple[int, ...]) -> str:
    cash, owner, city, fare = reason_values
    subject = "buying it" if isinstance(action, EndTurn) else "the deal" if isinstance(action, RejectOffer) else "it"
    verb = "would leave" if isinstance(action, (EndTurn, RejectOffer)) else "leaves"
    costs = f"{city_name(game, city)} of {seat_name(game, owner)}, within one throw, costs {format_money(fare)}"
    return f"{subject} {verb} you {format_money(cash)}, and {costs}"


def _format_money_in_tenths(tenths: int) -> str:
    """Millions with one decimal: "$4.2M"."""
    return f"{'-' if tenths < 0 else ''}${_format_tenths(abs(tenths))}M"


def _format_tenths(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"
