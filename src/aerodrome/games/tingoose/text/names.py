"""How things of the table are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    CRASH,
    DIVIDENDS,
    FLEET,
    INVESTMENTS,
    RURAL,
    SAFETY,
    STRIKE,
    count_demand_tokens,
    count_rivals_in,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

SIZE_NAMES = ("small", "medium", "large")
ERA_NAMES = ("gold", "blue", "red")
COLOUR_NAMES = ("green", "black", "magenta", "blue")


def pluralize(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def join_words(things: list[str]) -> str:
    """a, b and c."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} and {things[-1]}"


def format_money(amount: int) -> str:
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
    return f"{fleet_name(game, fleet)} ({game.cities[game.card_city[fleet]]})"


def describe_fleet_figures(game: TinGoose, fleet: int) -> str:
    oil, hazard = pluralize(game.fleet_barrels[fleet], "barrel"), pluralize(game.fleet_flames[fleet], "flame")
    return f"{SIZE_NAMES[game.fleet_size[fleet]]}, {oil}, {hazard}"


def card_name(game: TinGoose, card: int) -> str:
    """A card without its city: "Boeing 247", "strike +$10/−$5"."""
    sort = game.card_kind[card]
    if sort == FLEET:
        return fleet_name(game, card)
    if sort == STRIKE:
        return f"strike +${game.strike_win[card]}/−${game.strike_lose[card]}"
    if sort == CRASH:
        return f"crash at ${game.event_price[card]} per flame"
    return f"oil at ${game.event_price[card]} per barrel"


def describe_card(game: TinGoose, card: int) -> str:
    """A whole card in a line."""
    city = game.cities[game.card_city[card]]
    if game.card_kind[card] == FLEET:
        return f"{card_name(game, card)} ({describe_fleet_figures(game, card)}), {city}"
    return f"{card_name(game, card)}, {city}"


def route_name(game: TinGoose, airmail: int) -> str:
    return f"{game.cities[game.airmail_start[airmail]]}–{game.cities[game.airmail_target[airmail]]}"


def describe_condition_effect(game: TinGoose, condition: int) -> str:
    if condition == SAFETY:
        return f"{game.safety_hazard} more flames"
    if condition == DIVIDENDS:
        return "no income at the end of your turns"
    if condition == INVESTMENTS:
        gold, blue, red = game.investments_pay
        return f"pays ${gold}, ${blue} or ${red} (gold, blue, red era) when removed"
    if condition == RURAL:
        return f"every barrel costs ${game.oil_surcharge} more in an oil event"
    return "the first action of every turn is Advance Income"


def describe_city_entry(game: TinGoose, state: TinGooseState, seat: int, city: int) -> str:
    """What a plane's arrival would bring, in short."""
    demand, rivals = count_demand_tokens(state, city), count_rivals_in(state, seat, city)
    up = 1 if demand > 0 or rivals == 0 else -rivals
    box = min(max(state.box[seat] + up, 0), len(game.income_boxes) - 1)
    parts = [f"income {'+' if up > 0 else '−'}{pluralize(abs(up), 'box', 'boxes')} to {game.income_boxes[box]}"]
    if demand:
        parts.append(f"demand pays {demand} × ${game.income_boxes[box]} = ${demand * game.income_boxes[box]}")
    if game.major_cities >> city & 1:
        parts.append(f"major city: ${game.per_major} at the end")
    airmail = state.airmail[seat]
    if airmail >= 0 and game.airmail_target[airmail] == city and not state.delivered >> seat & 1:
        parts.append(f"airmail pays ${game.airmail_reward}")
    return "; ".join(parts)
