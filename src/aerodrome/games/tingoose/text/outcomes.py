"""What a choice brings in a few words, and what lists of choices are sorted by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.foresight import Foresight
from aerodrome.core.question import FigureChange
from aerodrome.core.text import format_count, format_money_change
from aerodrome.games.tingoose.model import actions, events
from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import count_waiting_planes

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


def summarize_and_rate_outcome(
    game: TinGoose, state: TinGooseState, seat: int, action: Action, foresight: Foresight
) -> tuple[str, float]:
    """The essence, and the change of the own score that the choice brings by itself."""
    change = {figure.name: figure for figure in foresight.changes if figure.seat == seat}
    parts: list[str] = []
    if isinstance(action, actions.UpgradeFleet):
        parts += _list_upgrade_notes(state, seat, action.fleet, change)
    if any(isinstance(event, events.FleetWon) and event.seat == seat for event in foresight.events):
        parts.append("wins the auction")
    score = change.get("Score")
    if "Bonds" in change and not isinstance(action, actions.IssueBond):
        parts += _list_emergency_bond_notes(change["Bonds"], score)
    elif "Cash" in change:
        parts.append(format_money_change(int(change["Cash"].after - change["Cash"].before)))
    parts += _list_airmail_and_major_city_notes(game, seat, foresight)
    if "Income" in change:
        parts.append(f"income {change['Income'].before:.0f} → {change['Income'].after:.0f}")
    elif not parts and not isinstance(action, actions.UpgradeFleet):
        parts += _list_income_box_move_notes(seat, foresight)
    return " · ".join(parts), score.after - score.before if score else 0.0


def _list_upgrade_notes(
    state: TinGooseState, seat: int, old_fleet: int, change_by_figure: dict[str, FigureChange]
) -> list[str]:
    planes = count_waiting_planes(state, seat, old_fleet)
    moving = f"{format_count(planes, 'plane') if planes else 'no plane'} {'move' if planes > 1 else 'moves'} over"
    figures = [change_by_figure[name] for name in ("Barrels", "Flames") if name in change_by_figure]
    return [moving, *(f"{one.name.lower()} {one.before:.0f} → {one.after:.0f}" for one in figures)]


def _list_emergency_bond_notes(bond_change: FigureChange, score_change: FigureChange | None) -> list[str]:
    """The cash may well rise by the bonds; what counts is what is left of the score."""
    told = format_count(int(bond_change.after - bond_change.before), "emergency bond")
    return (
        [f"{format_money_change(int(score_change.after - score_change.before))} in all", told]
        if score_change
        else [told]
    )


def _list_income_box_move_notes(seat: int, foresight: Foresight) -> list[str]:
    """A move of the income marker between two boxes with the same number."""
    for event in foresight.events:
        if isinstance(event, events.CityEntered) and event.seat == seat:
            if event.rivals and not event.tokens:
                return [f"income {format_count(event.rivals, 'box', 'boxes')} down"]
            return ["income one box up"]
        if isinstance(event, events.IncomeAdvanced) and event.seat == seat:
            return ["income one box up"]
    return []


def _list_airmail_and_major_city_notes(game: TinGoose, seat: int, foresight: Foresight) -> list[str]:
    """Why the money comes or goes, and what else counts at the end."""
    notes: list[str] = []
    for event in foresight.events:
        if isinstance(event, events.AirmailDelivered) and event.seat == seat:
            notes.append("airmail")
        elif isinstance(event, events.CityEntered) and event.seat == seat and game.major_cities >> event.city & 1:
            notes.append("major city")
    return notes
