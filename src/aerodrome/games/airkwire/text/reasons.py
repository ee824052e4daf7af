"""Reasons in words: half sentences that follow the name of a choice, the same for a bot and for who asks for advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.reason import Reason
from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.text.names import (
    airline_name,
    card_name,
    city_name,
    format_money,
    seat_name,
    spell_count,
    spell_points,
)

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def format_gain(game: Airkwire, amount: float) -> str:
    """A gain or loss of dollars: "+$1,200"."""
    dollars = round(amount / 10) * 10 if abs(amount) >= 100 else round(amount)
    return f"{'-' if dollars < 0 else '+'}${abs(dollars):,}"


def describe_reason(game: Airkwire, state: AirkwireState, who: int, action: Action, reason: Reason) -> str:
    kind, values = reason.kind, reason.values
    if kind in ABOUT_AIRLINE:
        return ABOUT_AIRLINE[kind].format(airline_name(game, values[0]))
    if kind in FIXED:
        return FIXED[kind]
    if kind in ABOUT_CARD:
        return _describe_card_reason(game, reason)
    if kind in ABOUT_RIVAL:
        return _describe_takeover_or_game_end_reason(game, reason)
    return _describe_money_share_or_points_reason(game, reason)


ABOUT_AIRLINE = {
    "leads": "takes the lead in {}",
    "stops_paying": "{} would then pay no dividend",
    "pays_nothing": "{} pays no dividend as it stands",
    "can_fly": "the higher price lets {} fly again",
    "owed": "{} must get its first route this turn",
    "ends_game_winning": "{} ends the game, and that wins it",
}
FIXED = {
    "nothing_to_buy": "no share can be bought now",
    "lost_draw": "a card not drawn now is lost",
    "richest": "nobody is richer now",
}
ABOUT_CARD = frozenset({"out_of_reach", "second_card", "open_route", "in_reach", "no_points", "city_points"})
ABOUT_RIVAL = frozenset({"loses_lead", "takes_over", "taken_over", "ends_game_losing", "richer", "standstill"})


def _describe_card_reason(game: Airkwire, reason: Reason) -> str:
    kind, values = reason.kind, reason.values
    if kind == "out_of_reach":
        return f"none of the airlines held can fly to {card_name(game, values[0])} now"
    if kind == "second_card":
        return f"{card_name(game, values[0])} is twice in the hand"
    if kind == "open_route":
        return (
            f"{airline_name(game, values[1])} could fly to {city_name(game, values[0])} for {spell_points(values[2])}"
        )
    if kind == "in_reach":
        return f"{city_name(game, values[0])} is in reach of {airline_name(game, values[1])}, {spell_points(values[2])}"
    if kind == "no_points":
        return f"{city_name(game, values[1])} gives {airline_name(game, values[0])} no points"
    return f"{city_name(game, values[0])} counts {spell_points(values[1])}"


def _describe_takeover_or_game_end_reason(game: Airkwire, reason: Reason) -> str:
    kind, values = reason.kind, reason.values
    if kind == "loses_lead":
        return f"{seat_name(game, values[1])} becomes CEO of {airline_name(game, values[0])}"
    if kind in ("takes_over", "taken_over"):
        return f"{airline_name(game, values[0])} takes over {airline_name(game, values[1])}"
    if kind == "ends_game_losing":
        return f"{airline_name(game, values[0])} ends the game, and {seat_name(game, values[1])} wins it"
    if kind == "richer":
        return f"{seat_name(game, values[0])} is richer now"
    return f"nobody created a route for {spell_count(values[0], 'round')}"


def _describe_money_share_or_points_reason(game: Airkwire, reason: Reason) -> str:
    kind, values = reason.kind, reason.values
    if kind == "cash":
        return f"brings {format_money(values[0])}"
    if kind == "payout":
        return f"brings on the dividends: {format_money(values[0])}, to others at most {format_money(values[1])}"
    name = airline_name(game, values[0])
    if kind == "opens":
        return f"{spell_count(values[1], 'share')} of {name} for the price of one"
    if kind in ("pays", "starts_paying"):
        verb = "pays" if kind == "pays" else "would then pay"
        return f"{name} {verb} {format_money(values[1])} a share"
    if kind == "lifts_own":
        verb = _choose_lifts_or_lowers(values[2])
        return f"{verb} the {spell_count(values[1], 'share')} of {name} held by {_format_dollars_per_share(values)}"
    if kind == "sold_out_rise":
        return (
            f"a rise lifts the {spell_count(values[1], 'share')} of {name} held by {_format_dollars_per_share(values)}"
        )
    if kind == "lifts_others":
        shares = f"{spell_count(values[1], 'share')} of {name}"
        return f"{_choose_lifts_or_lowers(values[2])} {shares} that others hold by {_format_dollars_per_share(values)}"
    if kind == "bankrupt":
        return f"{name} goes bankrupt: {spell_count(values[1], 'other share')} of it void"
    if kind == "bonus":
        return f"a bonus of {format_money(values[1])} for {name}"
    if kind == "points":
        if values[2] == values[3]:
            return f"{spell_points(values[1])} for {name}"
        rates = f"{format_money(values[3])} a share instead of {format_money(values[2])}"
        return f"{spell_points(values[1])} for {name}: {rates}"
    if kind == "others_hold_more":
        return f"others hold {spell_count(values[2], 'share')} of {name} against {values[1]}"
    assert kind == "exchange", kind
    return f"a share of {name} will be at {format_money(values[1])}, a sale brings {format_money(values[2])}"


def _choose_lifts_or_lowers(dollars: int) -> str:
    return "lifts" if dollars > 0 else "lowers"


def _format_dollars_per_share(reason_values: tuple[int, ...]) -> str:
    dollars = format_money(abs(reason_values[2]))
    return dollars if reason_values[1] == 1 else f"{dollars} each"
