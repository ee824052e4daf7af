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
    rivals_in,
    tokens,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

SIZE_NAMES = ("small", "medium", "large")
ERA_NAMES = ("gold", "blue", "red")
COLOUR_NAMES = ("green", "black", "magenta", "blue")


def plural(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(things: list[str]) -> str:
    """a, b and c."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} and {things[-1]}"


def money(amount: int) -> str:
    return f"−${-amount}" if amount < 0 else f"${amount}"


def seat_name(game: TinGoose, seat: int) -> str:
    return game.colours[seat]


def fleet_name(game: TinGoose, fleet: int) -> str:
    return game.kind_names[game.kind_of[fleet]]


def own_fleet(game: TinGoose, state: TinGooseState, seat: int, fleet: int) -> str:
    """A fleet of a play area; with the card's city when another of its kind is there."""
    kinds = [game.kind_of[other] for other in state.fleets[seat]]
    if fleet == game.trimotor or kinds.count(game.kind_of[fleet]) < 2:
        return fleet_name(game, fleet)
    return f"{fleet_name(game, fleet)} ({game.cities[game.card_city[fleet]]})"


def fleet_figures(game: TinGoose, fleet: int) -> str:
    oil, hazard = plural(game.oil_of[fleet], "barrel"), plural(game.hazard_of[fleet], "flame")
    return f"{SIZE_NAMES[game.size_of[fleet]]}, {oil}, {hazard}"


def card_name(game: TinGoose, card: int) -> str:
    """A card without its city: "Boeing 247", "strike +$10/−$5"."""
    sort = game.sort_of[card]
    if sort == FLEET:
        return fleet_name(game, card)
    if sort == STRIKE:
        return f"strike +${game.strike_win[card]}/−${game.strike_lose[card]}"
    if sort == CRASH:
        return f"crash at ${game.price_of[card]} per flame"
    return f"oil at ${game.price_of[card]} per barrel"


def card_text(game: TinGoose, card: int) -> str:
    """A whole card in a line."""
    city = game.cities[game.card_city[card]]
    if game.sort_of[card] == FLEET:
        return f"{card_name(game, card)} ({fleet_figures(game, card)}), {city}"
    return f"{card_name(game, card)}, {city}"


def route_name(game: TinGoose, airmail: int) -> str:
    return f"{game.cities[game.airmail_start[airmail]]}–{game.cities[game.airmail_target[airmail]]}"


def condition_effect(game: TinGoose, condition: int) -> str:
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


def entering(game: TinGoose, state: TinGooseState, seat: int, city: int) -> str:
    """What a plane's arrival would bring, in short."""
    demand, rivals = tokens(state, city), rivals_in(state, seat, city)
    up = 1 if demand > 0 or rivals == 0 else -rivals
    box = min(max(state.box[seat] + up, 0), len(game.boxes) - 1)
    parts = [f"income {'+' if up > 0 else '−'}{plural(abs(up), 'box', 'boxes')} to {game.boxes[box]}"]
    if demand:
        parts.append(f"demand pays {demand} × ${game.boxes[box]} = ${demand * game.boxes[box]}")
    if game.majors >> city & 1:
        parts.append(f"major city: ${game.per_major} at the end")
    airmail = state.airmail[seat]
    if airmail >= 0 and game.airmail_target[airmail] == city and not state.delivered >> seat & 1:
        parts.append(f"airmail pays ${game.airmail_reward}")
    return "; ".join(parts)
