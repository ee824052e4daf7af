"""Reasons in words: half a sentence for each fact that `ai/reasons.py` finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.reason import Reason
from aerodrome.core.text import format_count
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.text.names import SIZE_NAMES

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


def format_gain(game: TinGoose, amount: float) -> str:
    """Dollars gained or lost: "+$18", "−$6", "$0"."""
    dollars = round(amount)
    if dollars == 0:
        return "$0"
    return f"+${dollars}" if dollars > 0 else f"−${-dollars}"


def describe_reason(game: TinGoose, state: TinGooseState, who: int, action: Action, reason: Reason) -> str:
    words = (
        _describe_turn_action_reason(game, reason)
        or _describe_card_or_strike_reason(game, reason)
        or _describe_auction_or_fleet_reason(reason)
        or _describe_condition_reason(reason)
        or _describe_opening_reason(game, reason)
    )
    if not words:
        raise ValueError(f"a reason without words: {reason.kind}")
    return words


def _describe_income_move(boxes: int, before: int, after: int) -> str:
    """ "income up 2 boxes, 5 to 6"; the number may stay the same."""
    way = f"income {'up' if boxes > 0 else 'down'} {format_count(abs(boxes), 'box', 'boxes')}"
    return f"{way}, {before} to {after}" if after != before else f"{way}, still {after}"


def _describe_turn_action_reason(game: TinGoose, reason: Reason) -> str:
    kind, values = reason.kind, reason.values
    if kind == "entry_pays":
        return _describe_city_entry_reason(game, values)
    if kind == "card_in_hand":
        boxes = format_count(values[1], "box", "boxes")
        return f"you hold a card of {game.cities[values[0]]}: playing it will lift income by {boxes}"
    if kind == "income_moves":
        rivals = f" for {format_count(values[3], 'rival')} there" if values[0] < 0 else ""
        return _describe_income_move(values[0], values[1], values[2]) + rivals
    if kind == "extension_burden":
        return (
            f"{format_count(values[0], 'barrel')} and {format_count(values[1], 'flame')} more for every event to come"
        )
    if kind == "destination":
        ahead = f", ${values[3]} more while others serve fewer" if values[3] else ""
        return f"{game.destinations[values[0]]} scores ${values[1]} for ${values[2]}{ahead}"
    if kind == "advance":
        turns = f"${values[1] - values[0]} more in each of {format_count(values[2], 'turn')}, " if values[2] else ""
        return f"income {values[0]} to {values[1]}: {turns}${values[3]} at the end"
    if kind == "half_box":
        return f"one box on: the next makes income {values[1]}"
    if kind == "top_of_track":
        return f"income is at the top of the track, {values[0]}"
    if kind == "chip_price":
        return f"the second chip costs ${values[0]}"
    if kind == "chips_useless":
        return "no strike can come any more"
    if kind == "own_strike":
        return f"you hold a strike: ${values[0]} for the winner, −${values[1]} for everybody else"
    if kind == "bond_for_event":
        emergency = f"an emergency bond gives only ${game.emergency_cash}"
        return f"an event can cost you ${values[1]} and you have ${values[0]}: {emergency}"
    if kind == "bond_for_destination":
        return f"{game.destinations[values[1]]} costs ${values[2]} and you have ${values[0]}"
    if kind == "bond_cost":
        return f"${values[0]} now is −${values[1]} at the end, and the slot is gone"
    return ""


def _describe_city_entry_reason(game: TinGoose, reason_values: tuple[int, ...]) -> str:
    city, demand, income, airmail, major = reason_values
    parts: list[str] = []
    if airmail:
        parts.append(f"airmail pays ${airmail}")
    if demand:
        parts.append(f"demand pays {demand} × ${income} = ${demand * income}")
    if major:
        parts.append(f"{game.cities[city]} is major: ${major} at the end")
    return ", ".join(parts)


def _describe_card_or_strike_reason(game: TinGoose, reason: Reason) -> str:
    kind, values = reason.kind, reason.values
    if kind == "city_bonus":
        return f"you serve {game.cities[values[0]]}: {_describe_income_move(values[1], values[2], values[3])}"
    if kind == "event_costs":
        average = values[1] / values[2]
        shown = f"${average:.0f}" if average == int(average) else f"${average:.1f}"
        return f"it costs you ${values[0]}, the others {shown} on average"
    if kind == "crash_move":
        flames = "fewest" if values[0] > 0 else "most"
        return f"you have the {flames} flames: {_describe_income_move(values[0], values[1], values[2])}"
    if kind == "strike_without_chips":
        return f"without a chip you lose ${values[0]}"
    if kind == "strike_stakes":
        return f"${values[0]} if nobody bids more, −${values[1]} if somebody does"
    if kind == "zero_loses":
        return f"no chips always lose: −${values[0]}"
    if kind == "same_kind":
        return f"you fly this kind: winning another lifts income by {format_count(values[0], 'box', 'boxes')}"
    return "you call last in its auction" if kind == "calls_last" else ""


def _describe_auction_or_fleet_reason(reason: Reason) -> str:
    kind, values = reason.kind, reason.values
    if kind == "wins_now":
        return f"you call last: ${values[0]} wins it"
    if kind == "planes_gained":
        return f"{format_count(values[0], SIZE_NAMES[values[1]] + ' plane')} more to place"
    if kind == "condition_goes":
        return f"deploying it removes one of your {format_count(values[0], 'condition')}"
    if kind == "cash_left":
        return f"it leaves ${values[0]}, and an event can cost you ${values[1]}"
    if kind == "planes_enough":
        wait = "waits" if values[0] == 1 else "wait"
        return f"{format_count(values[0], 'plane')} already {wait} for {format_count(values[1], 'placement')} left"
    if kind == "fleet_burden":
        return f"it would add {format_count(values[0], 'barrel')} and {format_count(values[1], 'flame')}"
    if kind == "upgrade_saves":
        parts = [
            _phrase_how_many_fewer_or_more(values[0], "barrel"),
            _phrase_how_many_fewer_or_more(values[1], "flame"),
        ]
        return " and ".join([part for part in parts if part])
    if kind == "upgrade_grows":
        become = "becomes" if values[0] == 1 else "become"
        return f"{format_count(values[0], 'waiting plane')} {become} {SIZE_NAMES[values[1]]}"
    if kind == "upgrade_no_better":
        return "it has no fewer barrels, no fewer flames and no larger plane"
    if kind == "no_condition_goes":
        return f"an upgrade removes none of your {format_count(values[0], 'condition')}"
    return ""


def _phrase_how_many_fewer_or_more(decrease: int, unit_name: str) -> str:
    if decrease == 0:
        return ""
    return f"{format_count(abs(decrease), unit_name)} {'fewer' if decrease > 0 else 'more'}"


def _describe_condition_reason(reason: Reason) -> str:
    kind, values = reason.kind, reason.values
    if kind == "fewer_flames":
        others = f"{values[3]} to {values[2]}" if values[2] > values[3] else f"{values[2]}"
        return f"flames {values[0]} to {values[1]}; the others have {others}"
    if kind == "income_paid_again":
        return f"your income, now {values[0]}, is paid in each of {format_count(values[1], 'turn')} to come"
    if kind == "pays_now":
        later = f", in the next era only ${values[1]}" if values[1] else ""
        return f"it pays ${values[0]} now{later}"
    if kind == "oil_cheaper":
        return f"each oil event costs you ${values[1]} less for {format_count(values[0], 'barrel')}"
    if kind == "actions_free":
        return f"the first action of {format_count(values[0], 'turn')} to come is free to choose"
    return ""


def _describe_opening_reason(game: TinGoose, reason: Reason) -> str:
    kind, values = reason.kind, reason.values
    if kind == "opening_prize":
        return f"the highest bid chooses first of {format_count(values[0], 'route')} and has the first turn"
    if kind == "opening_bid_paid":
        return f"${values[0]} is paid whatever your rank"
    if kind == "route_length":
        return f"${values[1]} for a way of {format_count(values[0], 'line')}"
    if kind == "start_demand":
        return f"{game.cities[values[0]]}, one line away, has {format_count(values[1], 'demand token')}"
    return f"it starts in a major city: ${values[0]} at the end" if kind == "start_major" else ""
