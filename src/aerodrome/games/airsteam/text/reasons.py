"""Why one would make a choice, in words: half a sentence for each kind of fact that `ai/reasons.py` finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.reason import Reason
from aerodrome.core.text import format_count
from aerodrome.games.airsteam.model.state import AirsteamState
from aerodrome.games.airsteam.text.names import city_name, format_count_and_good, format_money, good_name, place_name

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def format_gain(game: Airsteam, amount: float) -> str:
    """A gain or loss in dollars: "+$6", "-$2"."""
    dollars = round(amount)
    return f"{'-' if dollars < 0 else '+'}${abs(dollars):,}"


def describe_reason(game: Airsteam, state: AirsteamState, who: int, action: Action, reason: Reason) -> str:
    for describe in (
        _describe_shipping_reason,
        _describe_cargo_reason,
        _describe_purchase_or_pass_reason,
        _describe_flight_or_plan_reason,
        _describe_upkeep_reason,
    ):
        words = describe(game, state, reason)
        if words:
            return words
    return ""


def _describe_shipping_reason(game: Airsteam, state: AirsteamState, reason: Reason) -> str:
    values = reason.values
    if reason.kind in ("sells", "sells_at_end"):
        good, count, price, fee, city = values
        words = (
            f"{city_name(game, city)} pays {format_money(count * price)} for {format_count_and_good(game, good, count)}"
        )
        if fee:
            words += f", less {format_money(count * fee)} for others' depots"
        return words
    if reason.kind == "only_to_depot":
        return f"no city within reach takes {good_name(game, values[0])}"
    if reason.kind == "earns":
        return f"{format_money(values[0])} in all"
    if reason.kind == "pays_least":
        return f"only {format_money(values[0])} for others' depots"
    return ""


def _describe_cargo_reason(game: Airsteam, state: AirsteamState, reason: Reason) -> str:
    values = reason.values
    if reason.kind == "load_sells":
        return f"{good_name(game, values[0])} sells for {format_money(values[2])} from your lines"
    if reason.kind == "load_unsellable":
        return f"none of your lines reaches a city that takes {good_name(game, values[0])}"
    if reason.kind == "unload_sells":
        return f"{good_name(game, values[0])} sells for {format_money(values[2])} from here"
    return ""


def _describe_purchase_or_pass_reason(game: Airsteam, state: AirsteamState, reason: Reason) -> str:
    values = reason.values
    if reason.kind == "depot_value":
        return f"{format_money(values[0])} at the end for {format_money(values[1])}"
    if reason.kind == "depot_dear":
        return f"it costs {format_money(values[1])} and counts {format_money(values[0])} at the end"
    if reason.kind == "line_serves":
        takes = f"{city_name(game, values[0])} takes {good_name(game, values[1])} at {format_money(values[2])}"
        return f"{takes}, made {format_count(values[3], 'hex', 'hexes')} away"
    if reason.kind == "capacity":
        return f"room for {values[1]} cubes instead of {values[0]}"
    if reason.kind == "diamonds":
        return f"{values[1]} diamonds instead of {values[0]} for later plans"
    if reason.kind == "heals_plan":
        return f"your plan has {format_count(values[0], 'diamond')}, and {values[1]} are then allowed"
    if reason.kind == "no_flight_left":
        return "your airship does not fly any more"
    if reason.kind == "city_in_reach":
        where = f"{city_name(game, values[0])} comes within reach"
        return f"{where} and takes {good_name(game, values[1])} at {format_money(values[2])}"
    if reason.kind == "nothing_more_to_ship":
        return "your trains bring nothing more by it"
    if reason.kind == "all_depots_built":
        return "all your depots are built"
    if reason.kind == "saves_for_depot":
        return f"a depot costs {format_money(values[0])}, and you have {format_money(values[1])}"
    if reason.kind == "more_than_depot":
        return f"{format_money(values[0])}, and a depot brings {format_money(values[1])}"
    return ""


def _describe_flight_or_plan_reason(game: Airsteam, state: AirsteamState, reason: Reason) -> str:
    values = reason.values
    if reason.kind == "fetches":
        return f"{format_count_and_good(game, values[1], values[2])} to load"
    if reason.kind == "brings":
        return (
            f"{format_count_and_good(game, values[0], values[1])} aboard at {format_money(values[2])} a cube from there"
        )
    if reason.kind == "towards_factory":
        return f"{format_count(values[2], 'hex', 'hexes')} from the next {good_name(game, values[1])}"
    if reason.kind == "towards_depot":
        return f"{format_count(values[1], 'hex', 'hexes')} from your depot at {place_name(game, state, values[0])}"
    if reason.kind == "reaches_factory":
        return f"reaches the {good_name(game, values[1])} factory with {format_count(values[2], 'cube')}"
    if reason.kind == "reaches_depot":
        return f"reaches your depot at {place_name(game, state, values[0])} with what you have aboard"
    if reason.kind == "over_rating":
        return f"{format_count(values[0], 'diamond')} where you have {values[1]}"
    return ""


def _describe_upkeep_reason(game: Airsteam, state: AirsteamState, reason: Reason) -> str:
    values = reason.values
    if reason.kind == "keeps_sellable":
        return f"{format_count(values[0], 'cube')} for which a city pays more than the upkeep"
    if reason.kind == "keeps_worthless":
        return f"{format_count(values[0], 'cube')} can no longer be sold"
    if reason.kind == "worthless_now":
        return "it can no longer be sold"
    if reason.kind == "no_buyer":
        where = "of your depots" if values[1] == NOBODY else "of that depot"
        return f"no city within reach {where} takes {good_name(game, values[0])} now"
    if reason.kind == "still_sells":
        return f"it would bring {format_money(values[1])}"
    return ""
