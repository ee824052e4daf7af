"""How things of the table are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.text import format_count
from aerodrome.games.tingoose.model.state import (
    CRASH,
    FLEET,
    GENEROUS_DIVIDENDS,
    IRREGULAR_SAFETY,
    RURAL_STOPS,
    STRIKE,
    UNPRODUCTIVE_INVESTMENTS,
    TinGooseState,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

SIZE_NAMES = ("small", "medium", "large")


def format_money(amount: int) -> str:
    """Dollars, with a real minus sign."""
    return f"−${-amount}" if amount < 0 else f"${amount}"


def seat_name(game: TinGoose, seat: int) -> str:
    return game.colours[seat]


def fleet_name(game: TinGoose, fleet: int) -> str:
    return game.fleet_kind_names[game.fleet_kind[fleet]]


def own_fleet_name(game: TinGoose, state: TinGooseState, seat: int, fleet: int) -> str:
    """A fleet of a play area; with the card's city when another of its kind is there."""
    kinds = [game.fleet_kind[other] for other in state.fleets[seat]]
    if fleet == game.start_fleet or kinds.count(game.fleet_kind[fleet]) < 2:
        return fleet_name(game, fleet)
    return f"{fleet_name(game, fleet)} (card of {game.cities[game.card_city[fleet]]})"


def describe_fleet_figures(game: TinGoose, fleet: int) -> str:
    """Size, barrels and flames: "small, 1 barrel, 2 flames"."""
    oil, hazard = format_count(game.fleet_barrels[fleet], "barrel"), format_count(game.fleet_flames[fleet], "flame")
    return f"{SIZE_NAMES[game.fleet_size[fleet]]}, {oil}, {hazard}"


def card_name(game: TinGoose, card: int) -> str:
    """A card without its city: "Boeing 247", "strike +$10/−$5"."""
    kind = game.card_kind[card]
    if kind == FLEET:
        return fleet_name(game, card)
    if kind == STRIKE:
        return f"strike +${game.strike_win[card]}/−${game.strike_lose[card]}"
    if kind == CRASH:
        return f"crash at ${game.event_price[card]} per flame"
    return f"oil at ${game.event_price[card]} per barrel"


def describe_card_with_city(game: TinGoose, card: int) -> str:
    """A whole card in a line."""
    city = game.cities[game.card_city[card]]
    if game.card_kind[card] == FLEET:
        return f"{card_name(game, card)} ({describe_fleet_figures(game, card)}), {city}"
    return f"{card_name(game, card)}, {city}"


def airmail_route_name(game: TinGoose, airmail: int) -> str:
    return f"{game.cities[game.airmail_start[airmail]]}–{game.cities[game.airmail_target[airmail]]}"


def describe_condition_effect(game: TinGoose, condition: int) -> str:
    """What a condition does to its owner."""
    if condition == IRREGULAR_SAFETY:
        return f"{game.safety_hazard} more flames"
    if condition == GENEROUS_DIVIDENDS:
        return "no income at the end of your turns"
    if condition == UNPRODUCTIVE_INVESTMENTS:
        gold, blue, red = game.investments_pay
        return f"pays ${gold}, ${blue} or ${red} (gold, blue, red era) when removed"
    if condition == RURAL_STOPS:
        return f"every barrel costs ${game.oil_surcharge} more in an oil event"
    return "the first action of every turn is Advance Income"


def describe_condition_removal_benefit(game: TinGoose, condition: int) -> str:
    """What its owner has of removing it."""
    if condition == IRREGULAR_SAFETY:
        return f"{game.safety_hazard} flames fewer"
    if condition == GENEROUS_DIVIDENDS:
        return "income at the end of your turns"
    if condition == RURAL_STOPS:
        return f"every barrel costs ${game.oil_surcharge} less in an oil event"
    if condition == UNPRODUCTIVE_INVESTMENTS:
        return describe_condition_effect(game, condition)
    return "the first action of a turn is yours to choose"
