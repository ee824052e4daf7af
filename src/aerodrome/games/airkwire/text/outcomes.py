"""What a choice brings in a few words, and what lists of choices are sorted by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import Action, Event
from aerodrome.core.foresight import Foresight
from aerodrome.core.text import format_money_change
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model import events
from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.steps.merger import ChooseAircraftForDefunctHomeStep, ChooseRivalStep
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep
from aerodrome.games.airkwire.text.names import airline_name, join_seat_names, seat_name, spell_count, spell_points

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

MAX_ANSWERS: Final = 4
"""Answers between a route and its merger: the CEO's, the choice of a rival, the aircraft for the home."""


def summarize_and_rate_outcome(
    game: Airkwire, state: AirkwireState, seat: int, action: Action, foresight: Foresight
) -> tuple[str, float]:
    """The essence, and the change of the own wealth; for a route what it brings if its CEO approves."""
    change = {figure.name: figure for figure in foresight.changes if figure.seat == seat}
    wealth = change.get("Wealth")
    worth = wealth.after - wealth.before if wealth else 0.0
    if isinstance(action, (act.ProposeRoute, act.ApproveRoute)):
        return _summarize_route(game, state, seat, action), worth
    parts: list[str] = []
    paid = bought = 0
    for event in foresight.events:
        if isinstance(event, events.CeoChanged) and event.seat == seat:
            parts.append(f"you become CEO of {airline_name(game, event.airline)}")
        elif isinstance(event, events.CeoChanged):
            parts.append(f"{seat_name(game, event.seat)} becomes CEO of {airline_name(game, event.airline)}")
        elif isinstance(event, events.AirlineWentBankrupt):
            parts.append(f"{airline_name(game, event.airline)} goes bankrupt")
        elif isinstance(event, events.SharesBought):
            paid += event.price + event.fee
            bought += 1
        elif isinstance(event, events.ShareSold):
            paid += event.fee - event.price
    if bought > 1:  # A route is owed, and the price does not carry it yet.
        parts.append(f"you must buy {spell_count(bought - 1, 'more share')}")
    return " · ".join([format_money_change(-paid), *parts] if paid else parts), worth


def _summarize_route(game: Airkwire, state: AirkwireState, seat: int, action: Action) -> str:
    """Points, and the merger that the route starts, if it is approved."""
    heard = _list_events_of_route_on_copy(game, state, seat, action)
    parts: list[str] = []
    for event in heard:
        if isinstance(event, events.RouteCreated):
            parts.append(spell_points(event.points) if event.points else "no points")
        elif isinstance(event, events.MergerRuledOut):
            parts.append("no merger")
        elif isinstance(event, events.AirlineTakenOver):
            parts.append(_describe_takeover(game, seat, event))
    return " · ".join(parts)


def _describe_takeover(game: Airkwire, seat: int, event: events.AirlineTakenOver) -> str:
    words = f"{airline_name(game, event.acquirer)} takes over {airline_name(game, event.defunct)}"
    for seats, bonus in ((event.first, event.first_bonus), (event.second, event.second_bonus)):
        if bonus and seats:
            who = "you" if seats == (seat,) else join_seat_names(game, seats)
            words += f" · {who} {format_money_change(bonus)}"
    return words


def _list_events_of_route_on_copy(game: Airkwire, state: AirkwireState, seat: int, action: Action) -> list[Event]:
    """What all would hear of the route until it is settled whether airlines merge; nothing hidden plays a part."""
    table = state.clone()
    heard: list[Event] = []
    game.apply(table, seat, action, heard.append)
    for _answer in range(MAX_ANSWERS):
        step = table.step_stack[-1] if table.step_stack else None
        if isinstance(step, RouteApprovalStep):
            game.apply(table, step.actors(game, table)[0], act.ApproveRoute(), heard.append)
        elif isinstance(step, (ChooseRivalStep, ChooseAircraftForDefunctHomeStep)):
            who = step.actors(game, table)[0]
            game.apply(table, who, step.legal(game, table, who)[0], heard.append)
        else:
            break
    return [event for event in heard if event.is_visible_to(seat)]
