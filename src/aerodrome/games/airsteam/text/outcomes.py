"""What a choice brings in a few words, and what lists of choices are sorted by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.foresight import Foresight
from aerodrome.core.text import format_count, format_money_change
from aerodrome.games.airsteam.model import actions, events
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.queries import find_own_depot_at
from aerodrome.games.airsteam.text.actions import describe_upgrade_effect
from aerodrome.games.airsteam.text.names import describe_cargo, seat_name

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def summarize_and_rate_outcome(
    game: Airsteam, state: AirsteamState, seat: int, action: Action, foresight: Foresight
) -> tuple[str, float]:
    """The essence, and the change of the own result; a flight is worth the cubes that can be moved where it ends."""
    if isinstance(action, actions.FlyAirship):
        return _describe_and_rate_stop(game, state, seat, action.hex)
    if isinstance(action, actions.AdjustAirship):
        to = game.maps[state.seats].neighbour_by_direction[state.airship[seat]][action.direction]
        return _describe_and_rate_stop(game, state, seat, to)
    if isinstance(action, actions.PlaceFreeDepot):
        return "", 0.0  # The money that all then start with does not depend on the place.
    change = {figure.name: figure for figure in foresight.changes if figure.seat == seat}
    parts = [format_money_change(int(change["Cash"].after - change["Cash"].before))] if "Cash" in change else []
    for event in foresight.events:
        if isinstance(event, events.LinkFeePaid) and event.seat == seat:
            parts.append(f"{format_money_change(-event.amount)} of it to {seat_name(game, event.owner)}")
    if isinstance(action, (actions.UpgradeAirship, actions.UpgradeTrain)):
        parts.append(describe_upgrade_effect(game, state, seat, action))
    result = change.get("Result so far")
    if result and isinstance(action, actions.BuildDepot):
        parts.append(f"worth ${game.depot_value} at the end")
    return " · ".join(parts), result.after - result.before if result else 0.0


def _describe_and_rate_stop(game: Airsteam, state: AirsteamState, seat: int, hex_id: int) -> tuple[str, float]:
    """What can be loaded or unloaded there."""
    hold = state.hold[seat * GOODS : (seat + 1) * GOODS]
    factory = game.maps[state.seats].factory_at[hex_id]
    if factory != NOBODY:
        cubes = state.factory_cubes[factory * GOODS : (factory + 1) * GOODS]
        return f"{describe_cargo(game, cubes)} to load", float(sum(cubes))
    depot = find_own_depot_at(state, seat, hex_id)
    if depot == NOBODY:
        return "", 0.0
    if sum(hold):
        return f"your depot: unload {format_count(sum(hold), 'cube')}", 10.0 * sum(hold)
    return "your depot", 0.5
