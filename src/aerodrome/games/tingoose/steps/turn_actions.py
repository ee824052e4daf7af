"""Sections 9 to 12: the three actions of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.tingoose.model import events
from aerodrome.games.tingoose.model.actions import (
    AdvanceIncome,
    ExtendNetwork,
    IssueBond,
    PlacePlane,
    ServeDestination,
    TakeLaborChip,
)
from aerodrome.games.tingoose.model.state import LARGE, MEDIUM, REGIONAL_MANAGEMENT, SMALL, TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    count_waiting_planes,
    find_reachable_city_bits,
    find_rule_against_city_entry,
    find_rule_against_destination_service,
    get_income,
    has_condition,
    list_cities_in_bits,
)
from aerodrome.games.tingoose.rules.state_changes import enter_city, move_income_marker, pay_to_bank, receive_from_bank

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


class TurnActionsStartStep(AutoStep["TinGoose", TinGooseState]):
    """Begins a seat's three actions; Regional Management takes the first by itself."""

    stored_name: ClassVar[str] = "BeginsActions"

    def __init__(self, seat: int) -> None:
        self.seat: int = seat

    def run(self, game: TinGoose, state: TinGooseState, tell: EventSink | None) -> None:
        if has_condition(state, self.seat, REGIONAL_MANAGEMENT):  # TG-9.9
            advance_income(game, state, self.seat, True, tell)
            state.step_stack.append(TurnActionStep(self.seat, game.turn_actions - 1, 1, 0, 0, 0))
        else:
            state.step_stack.append(TurnActionStep(self.seat, game.turn_actions, 0, 0, 0, 0))


def advance_income(game: TinGoose, state: TinGooseState, seat: int, is_forced: bool, tell: EventSink | None) -> None:
    move_income_marker(game, state, seat, 1)  # TG-9.3
    if tell is not None:
        tell(events.IncomeAdvanced(seat, get_income(game, state, seat), is_forced))


class TurnActionStep(Step["TinGoose", TinGooseState]):
    """`actions_left` slots are unfilled; the other numbers say how often each action was taken in this turn."""

    stored_name: ClassVar[str] = "TakesAction"
    stored_fields: ClassVar[dict[str, str]] = {"actions_left": "left"}
    rule: ClassVar[str] = "TG-9.1"

    def __init__(self, seat: int, actions_left: int, advances: int, planes: int, chips: int, bonds: int) -> None:
        self.seat: int = seat
        self.actions_left: int = actions_left
        self.advances: int = advances
        self.planes: int = planes
        self.chips: int = chips
        self.bonds: int = bonds

    def actors(self, game: TinGoose, state: TinGooseState) -> tuple[int, ...]:
        return game.seat_tuples[self.seat]

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        legal: list[Action] = []
        if self.advances < game.max_same_action:
            legal.append(game.advance_income)
        if self.chips < game.max_same_action:
            legal.append(game.take_one_chip)
            if state.cash[who] >= get_income(game, state, who):
                legal.append(game.take_two_chips)
        if self.bonds < game.max_same_action:
            legal.append(game.issue_bond)
        if self.actions_left >= game.international_service_actions:
            self._append_destination_services(game, state, who, legal)
        if self.planes < game.max_same_action:
            append_placements_and_extensions(game, state, who, legal)
        return legal

    def _append_destination_services(
        self, game: TinGoose, state: TinGooseState, who: int, actions: list[Action]
    ) -> None:
        place = game.destination_of_round[state.round]
        if state.served_destinations[who] >> place & 1 or state.cash[who] < game.destination_cost[place]:
            return
        for fleet in state.fleets[who]:
            if not find_rule_against_destination_service(game, state, who, fleet):
                actions.append(game.destination_services[fleet])

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if isinstance(action, PlacePlane):
            if self.planes >= game.max_same_action:
                return "TG-9.2"
            if action.fleet < 0 or count_waiting_planes(state, who, action.fleet) == 0:
                return "TG-10.1"
            return find_rule_against_city_entry(game, state, who, action.city, game.fleet_size[action.fleet])
        if isinstance(action, ExtendNetwork):
            if self.planes >= game.max_same_action:
                return "TG-9.2"
            rule = find_rule_against_city_entry(game, state, who, action.city, SMALL)
            return "TG-12.6" if rule == "TG-10.5" else rule
        if isinstance(action, ServeDestination):
            if self.actions_left < game.international_service_actions:  # TG-R26
                return "TG-9.5"
            return (
                find_rule_against_destination_service(game, state, who, action.fleet)
                if action.fleet >= 0
                else "TG-11.3"
            )
        return self._find_rule_against_advance_chip_or_bond(game, state, who, action)

    def _find_rule_against_advance_chip_or_bond(
        self, game: TinGoose, state: TinGooseState, who: int, action: Action
    ) -> str:
        if isinstance(action, AdvanceIncome):
            return "" if self.advances < game.max_same_action else "TG-9.2"
        if isinstance(action, TakeLaborChip):
            if self.chips >= game.max_same_action:
                return "TG-9.2"
            short = action.second and state.cash[who] < get_income(game, state, who)
            return "TG-9.6" if short else ""
        if isinstance(action, IssueBond):
            return "" if self.bonds < game.max_same_action else "TG-9.2"
        return "TG-9.1"

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        left, advances, planes, chips, bonds = self.actions_left - 1, self.advances, self.planes, self.chips, self.bonds
        if isinstance(action, PlacePlane):
            planes += 1
            place_plane(game, state, who, action, tell)
        elif isinstance(action, ExtendNetwork):
            planes += 1
            extend_network(game, state, who, action, tell)
        elif isinstance(action, AdvanceIncome):
            advances += 1
            advance_income(game, state, who, False, tell)
        elif isinstance(action, TakeLaborChip):
            chips += 1
            take_labor_chips(game, state, who, action.second, tell)
        elif isinstance(action, IssueBond):
            bonds += 1
            issue_bond(game, state, who, tell)
        elif isinstance(action, ServeDestination):
            left = self.actions_left - game.international_service_actions
            serve_destination(game, state, who, action.fleet, tell)
        if left > 0:  # TG-R24
            state.step_stack.append(TurnActionStep(who, left, advances, planes, chips, bonds))


def append_placements_and_extensions(game: TinGoose, state: TinGooseState, seat: int, actions: list[Action]) -> None:
    """Every way to take Place a Plane: each waiting plane to each city in reach, and extensions."""
    network = state.network[seat]
    by_line = list_cities_in_bits(game, find_reachable_city_bits(game, network, SMALL))
    by_hex: list[int] = []
    anywhere: list[int] = []
    fleets = state.fleets[seat]
    planes = state.planes[seat]
    for i in range(len(fleets)):
        if planes[i] == 0:
            continue
        fleet = fleets[i]
        size = game.fleet_size[fleet]
        cities = by_line
        if size == MEDIUM:
            if not by_hex:
                by_hex = list_cities_in_bits(game, find_reachable_city_bits(game, network, MEDIUM))
            cities = by_hex
        elif size == LARGE:
            if not anywhere:
                anywhere = list_cities_in_bits(game, find_reachable_city_bits(game, network, LARGE))
            cities = anywhere
        row = game.plane_placements[fleet]
        actions.extend([row[city] for city in cities])
    extensions = game.extensions
    actions.extend([extensions[city] for city in by_line])  # TG-12.6


def place_plane(game: TinGoose, state: TinGooseState, seat: int, action: PlacePlane, tell: EventSink | None) -> None:
    remove_waiting_plane(state, seat, action.fleet)
    if tell is not None:
        tell(events.PlanePlaced(seat, action.city, action.fleet))
    enter_city(game, state, seat, action.city, tell)


def remove_waiting_plane(state: TinGooseState, seat: int, fleet: int) -> None:
    state.planes[seat][state.fleets[seat].index(fleet)] -= 1


def extend_network(
    game: TinGoose, state: TinGooseState, seat: int, action: ExtendNetwork, tell: EventSink | None
) -> None:
    state.extensions[seat] += 1  # TG-12.3
    if tell is not None:
        tell(events.NetworkExtended(seat, action.city))
    enter_city(game, state, seat, action.city, tell)


def serve_destination(game: TinGoose, state: TinGooseState, seat: int, fleet: int, tell: EventSink | None) -> None:
    place = game.destination_of_round[state.round]
    remove_waiting_plane(state, seat, fleet)
    pay_to_bank(state, seat, game.destination_cost[place])  # TG-11.5
    state.served_destinations[seat] |= 1 << place
    if tell is not None:
        tell(events.DestinationServed(seat, place, fleet, game.destination_cost[place]))


def take_labor_chips(
    game: TinGoose, state: TinGooseState, seat: int, buys_second_chip: bool, tell: EventSink | None
) -> None:
    price = get_income(game, state, seat) if buys_second_chip else 0  # TG-R29
    state.chips[seat] += 2 if buys_second_chip else 1
    pay_to_bank(state, seat, price)
    if tell is not None:
        tell(events.LaborChipsTaken(seat, 2 if buys_second_chip else 1, price))


def issue_bond(game: TinGoose, state: TinGooseState, seat: int, tell: EventSink | None) -> None:
    state.bonds[seat] += 1
    receive_from_bank(state, seat, game.bond_cash)  # TG-9.8
    if tell is not None:
        tell(events.BondIssued(seat, game.bond_cash))
