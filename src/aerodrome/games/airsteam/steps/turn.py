"""A turn: loading, movement, loading, action."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import AutoStep, EventSink
from aerodrome.games.airsteam.model import events
from aerodrome.games.airsteam.model.actions import (
    AdjustAirship,
    BeginRailLine,
    BuildDepot,
    ConvertCube,
    FlyAirship,
    LoadOrUnload,
    PassForIncome,
    ShipFromDepot,
    UpgradeAirship,
    UpgradeTrain,
)
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.loading import (
    can_load_or_unload,
    count_loadable_cubes,
    find_rule_against_load_or_unload,
    list_load_or_unload_actions,
    remember_loading_as_answered,
)
from aerodrome.games.airsteam.rules.queries import (
    append_affordable_depot_actions,
    can_convert_cube,
    find_rule_against_building_depot,
    find_rule_against_upgrade,
    get_card_in_current_slot,
)
from aerodrome.games.airsteam.rules.routes import (
    SHIP_BY_ACTION,
    find_rule_against_shipment,
    list_shippable_depots_and_goods,
)
from aerodrome.games.airsteam.rules.state_changes import (
    build_depot,
    pay_to_bank,
    receive_from_bank,
    set_cubes_under_airship,
)
from aerodrome.games.airsteam.rules.track_laying import find_rule_against_laying_line, list_lay_line_actions
from aerodrome.games.airsteam.steps.characters import CONVERT_STEPS, EXTRA_ACTION_STEPS, LayNextTrackTileStep
from aerodrome.games.airsteam.steps.common import SeatStep
from aerodrome.games.airsteam.steps.shipping import FREE_SHIPMENT_STEPS, ChooseShipDestinationStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


@final
class BeginSeatTurnStep(AutoStep["Airsteam", AirsteamState]):
    """One player's part of a step (KS-0.5), put on the step stack from its end."""

    stored_name: ClassVar[str] = "Turn"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        seat = self.seat
        step_stack = state.step_stack
        if game.has_extra_action[state.character[seat]]:
            step_stack.append(EXTRA_ACTION_STEPS[seat])
        step_stack.append(ACTION_STEPS[seat])
        if state.errors >> seat & 1:
            return  # KS-8.4, KS-8.7, KS-24.9
        card = get_card_in_current_slot(state, seat)
        for _extra in range(game.card_extra_actions[card]):
            step_stack.append(ACTION_STEPS[seat])  # KS-24.10
        if game.card_free_ship[card]:
            step_stack.append(FREE_SHIPMENT_STEPS[seat])  # KS-24.12
        if game.card_stays[card]:
            if can_load_or_unload(game, state, seat):
                step_stack.append(LOAD_STEPS[seat])  # KS-7.7
            return
        if not game.list_flight_actions(state, seat, card):
            if tell is not None:
                tell(events.AirshipCannotFly(seat, card))
            return  # KS-7.9
        step_stack.append(MOVE_STEPS[seat])
        if can_load_or_unload(game, state, seat):
            step_stack.append(LOAD_STEPS[seat])  # KS-9.1


@final
class MoveAirshipStep(SeatStep):
    """Where the airship flies with the card of this step."""

    stored_name: ClassVar[str] = "Movement"
    rule: ClassVar[str] = "KS-7.1"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return game.list_flight_actions(state, who, get_card_in_current_slot(state, who))

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, FlyAirship):
            return "KS-7.1"
        if action.hex in game.find_reachable_hexes(state, who, get_card_in_current_slot(state, who)):
            return ""
        return self._find_rule_against_flight(game, state, action)

    def _find_rule_against_flight(self, game: Airsteam, state: AirsteamState, action: FlyAirship) -> str:
        tables = game.maps[state.seats]
        if action.hex < 0:
            return "KS-7.3"
        if tables.neighbours[action.hex] == ():
            return "KS-7.3"
        if tables.city_at[action.hex] != NOBODY:
            return "KS-7.5"
        if not tables.can_stop[action.hex]:
            return "KS-7.4"
        if action.hex == state.airship[self.seat]:
            return "KS-7.2"
        return "KS-24.11" if game.card_straight[get_card_in_current_slot(state, self.seat)] else "KS-7.8"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, FlyAirship)
        state.step_stack.pop()
        origin = state.airship[who]
        state.airship[who] = action.hex
        if tell is not None:
            tell(events.AirshipFlew(who, origin, action.hex))
        if can_load_or_unload(game, state, who):
            state.step_stack.append(LOAD_STEPS[who])


@final
class LoadOrUnloadStep(SeatStep):
    """One window is one choice: what is in the hold afterwards (KS-9.11)."""

    stored_name: ClassVar[str] = "Loading"
    rule: ClassVar[str] = "KS-9.1"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return list_load_or_unload_actions(game, state, who)

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        return (
            find_rule_against_load_or_unload(game, state, who, action.hold)
            if isinstance(action, LoadOrUnload)
            else "KS-9.1"
        )

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, LoadOrUnload)
        state.step_stack.pop()
        base = who * GOODS
        change = [action.hold[good] - state.hold[base + good] for good in range(GOODS)]
        for good in range(GOODS):
            state.hold[base + good] += change[good]
            set_cubes_under_airship(game, state, who, good, count_loadable_cubes(game, state, who, good) - change[good])
        remember_loading_as_answered(game, state, who)
        if tell is not None and any(change):
            tell(events.CubesLoadedOrUnloaded(who, state.airship[who], tuple(change)))


@final
class TakeActionStep(SeatStep):
    """Exactly one action (KS-10.1)."""

    stored_name: ClassVar[str] = "TakeAction"
    rule: ClassVar[str] = "KS-10.1"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        found: list[Action] = [game.pass_]
        cash = state.cash[who]
        if game.airship_cost[state.airship_level[who]] <= cash:
            found.append(game.upgrade_airship)
        if game.train_cost[state.train_level[who]] <= cash:
            found.append(game.upgrade_train)
        found += game.adjust_actions[state.seats][state.airship[who]]
        for depot, good in list_shippable_depots_and_goods(game, state, who, SHIP_BY_ACTION):
            found.append(game.get_ship_action(depot, good))
        if state.depots_left[who]:
            append_affordable_depot_actions(game, state, who, found)
        if game.full:
            if game.can_convert[state.character[who]] and can_convert_cube(state, who):
                found.append(game.convert)
            if game.can_lay_lines[state.character[who]]:
                found += list_lay_line_actions(game, state, who)
        return found

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, BuildDepot):
            return find_rule_against_building_depot(game, state, who, action.hex)
        if isinstance(action, PassForIncome):
            return ""
        if isinstance(action, AdjustAirship):
            return self._find_rule_against_moving_airship_one_hex(game, state, action.direction)
        if isinstance(action, UpgradeAirship):
            return find_rule_against_upgrade(state, who, game.airship_cost[state.airship_level[who]], "KS-12.5")
        if isinstance(action, UpgradeTrain):
            return find_rule_against_upgrade(state, who, game.train_cost[state.train_level[who]], "KS-13.4")
        if isinstance(action, ShipFromDepot):
            return find_rule_against_shipment(game, state, who, action.depot, action.good, SHIP_BY_ACTION)
        if isinstance(action, ConvertCube):
            able = game.can_convert[state.character[who]] and can_convert_cube(state, who)
            return "" if able else "KS-24.16"
        if isinstance(action, BeginRailLine):
            return find_rule_against_laying_line(game, state, who, action.first, action.last)
        return "KS-10.1"

    def _find_rule_against_moving_airship_one_hex(self, game: Airsteam, state: AirsteamState, direction: int) -> str:
        if not 0 <= direction < 6:
            return "KS-18.1"
        tables = game.maps[state.seats]
        to = tables.neighbour_by_direction[state.airship[self.seat]][direction]
        return "" if to != NOBODY and tables.can_stop[to] else "KS-18.2"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if isinstance(action, BuildDepot):
            build_depot(game, state, who, action.hex, tell)
        elif isinstance(action, PassForIncome):
            income = game.pass_income[state.character[who]]  # KS-19.1
            receive_from_bank(state, who, income)
            if tell is not None:
                tell(events.PassedForIncome(who, income))
        elif isinstance(action, AdjustAirship):
            move_airship_one_hex_and_offer_loading(game, state, who, action.direction, tell)
        elif isinstance(action, UpgradeAirship):
            cost = game.airship_cost[state.airship_level[who]]
            pay_to_bank(state, who, cost)
            state.airship_level[who] += 1  # KS-12.3
            if tell is not None:
                tell(events.AirshipUpgraded(who, state.airship_level[who], cost))
        elif isinstance(action, UpgradeTrain):
            cost = game.train_cost[state.train_level[who]]
            pay_to_bank(state, who, cost)
            state.train_level[who] += 1
            if tell is not None:
                tell(events.TrainUpgraded(who, state.train_level[who], cost))
        elif isinstance(action, ShipFromDepot):
            ChooseShipDestinationStep(who, action.depot, action.good, SHIP_BY_ACTION).ask_or_ship(game, state, tell)
        elif isinstance(action, ConvertCube):
            state.step_stack.append(CONVERT_STEPS[who])
        elif isinstance(action, BeginRailLine):
            state.step_stack.append(LayNextTrackTileStep(who, action.first, action.last, ()))


def move_airship_one_hex_and_offer_loading(
    game: Airsteam, state: AirsteamState, seat: int, direction: int, tell: EventSink | None
) -> None:
    origin = state.airship[seat]
    state.airship[seat] = game.maps[state.seats].neighbour_by_direction[origin][direction]
    if tell is not None:
        tell(events.AirshipRouteAdjusted(seat, origin, state.airship[seat]))
    if can_load_or_unload(game, state, seat):
        state.step_stack.append(LOAD_STEPS[seat])  # KS-18.3


TURN_STEPS: Final = tuple(BeginSeatTurnStep(seat) for seat in range(6))
MOVE_STEPS: Final = tuple(MoveAirshipStep(seat) for seat in range(6))
LOAD_STEPS: Final = tuple(LoadOrUnloadStep(seat) for seat in range(6))
ACTION_STEPS: Final = tuple(TakeActionStep(seat) for seat in range(6))
