"""New links for Eva Blane (KS-24.18, KS-R52)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.games.airsteam.model.state import AirsteamState

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def count_max_layable_spaces(game: Airsteam, state: AirsteamState, seat: int) -> int:
    """How many hexes the seat can lay now: by track tiles and by money."""
    if not state.depots_left[seat]:
        return 0
    tiles = min(state.track_tiles_left, game.max_line_length)
    return min(tiles, state.cash[seat] // game.line_cost) if game.line_cost else tiles


def find_layable_lines(
    game: Airsteam, state: AirsteamState, seat: int, first_city: int, last_city: int
) -> list[tuple[int, ...]]:
    """The lines between two cities that can be laid now."""
    if _is_line_laid_between(state, first_city, last_city):
        return []
    limit = count_max_layable_spaces(game, state, seat)
    found = game.possible_lines[state.seats].get((first_city, last_city), [])
    return [path for path in found if len(path) <= limit and not _is_track_on_any_hex(state, path)]


def compute_min_cost_of_new_line(game: Airsteam, state: AirsteamState, first_city: int, last_city: int) -> int:
    """What the shortest line between two cities costs that tiles are left for; 0 where there is none."""
    if _is_line_laid_between(state, first_city, last_city):
        return 0
    tiles = min(state.track_tiles_left, game.max_line_length)
    found = game.possible_lines[state.seats].get((first_city, last_city), [])
    lengths = [len(path) for path in found if len(path) <= tiles and not _is_track_on_any_hex(state, path)]
    return min(lengths, default=0) * game.line_cost


def _is_line_laid_between(state: AirsteamState, first_city: int, last_city: int) -> bool:
    ends = state.laid_ends
    return any((ends[i], ends[i + 1]) == (first_city, last_city) for i in range(0, len(ends), 2))


def _is_track_on_any_hex(state: AirsteamState, path: tuple[int, ...]) -> bool:
    return any(hex_id in state.laid_hex for hex_id in path)


def list_lay_line_actions(game: Airsteam, state: AirsteamState, seat: int) -> list[Action]:
    """The pairs of cities that can be joined now."""
    if count_max_layable_spaces(game, state, seat) < game.min_line_length:
        return []
    found: list[Action] = []
    for pair, action in game.lay_line_actions[state.seats].items():
        if find_layable_lines(game, state, seat, pair[0], pair[1]):
            found.append(action)
    return found


def find_rule_against_laying_line(
    game: Airsteam, state: AirsteamState, seat: int, first_city: int, last_city: int
) -> str:
    if not game.full or not game.can_lay_lines[state.character[seat]]:
        return "KS-24.18"
    if not state.depots_left[seat]:
        return "KS-11.3"
    return "" if find_layable_lines(game, state, seat, first_city, last_city) else "KS-24.18"
