"""What each seat had at the end, as names and figures: read from the public view and the tally, for any title."""

from typing import Any

from aerodrome.core.game import Game
from aerodrome.core.state import State

PER_SEAT = ("players", "seats", "airlines_by_seat")


def traits(game: Game, state: State) -> list[list[str]]:
    """For each seat the names it holds in the final spectator's view: "base: tokyo", "fleets: dc_3"."""
    view = game.view(state, None)
    return [sorted(_held(view, seat, state.seats)) for seat in range(state.seats)]


def _held(view: dict[str, Any], seat: int, seats: int) -> set[str]:
    found: set[str] = set()
    for value in view.values():
        if isinstance(value, list) and len(value) == seats and all(isinstance(item, dict) for item in value):
            for name, item in value[seat].items():
                found |= {f"{name}: {word}" for word in _names(item)}
    return found


def _names(item: Any) -> set[str]:
    """The names in a field: a name, a list of names, or the keys of what there is more than nothing of."""
    if isinstance(item, str):
        return {item} if item else set()
    if isinstance(item, list):
        return {word for part in item for word in _names(part)}
    if isinstance(item, dict):
        return {str(key) for key, amount in item.items() if isinstance(amount, (int, float)) and amount > 0}
    return set()


def figures(game: Game, state: State) -> list[dict[str, float]]:
    """For each seat the lines of its final tally and what players track on paper."""
    found: list[dict[str, float]] = [{} for _seat in range(state.seats)]
    for seat, lines in enumerate(game.tally(state)):
        for line in lines:
            found[seat][line.label] = found[seat].get(line.label, 0.0) + line.amount
    for series in game.numbers(state, None):
        for seat, value in enumerate(series.values):
            if value is not None:
                found[seat].setdefault(series.name, float(value))
    return found
