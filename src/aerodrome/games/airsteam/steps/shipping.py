"""A shipment in short steps: depot and good, where to, how many, whom to pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import AutoStep, EventSink
from aerodrome.games.airsteam.model.actions import (
    ChooseFeeSplit,
    ChooseShipDestination,
    ChooseShippedCubeCount,
    DeclineOffer,
    ShipFromDepot,
)
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.changes import carry_out_shipment
from aerodrome.games.airsteam.rules.queries import find_own_depot_at
from aerodrome.games.airsteam.rules.routes import (
    SHIP_FINAL,
    SHIP_WITHOUT_ACTION,
    find_destinations_with_max_cubes,
    find_rule_against_shipment,
    find_shipment_obstacle,
    keep_minimal_fee_splits,
    list_affordable_fee_splits,
    list_shippable_depots_and_goods,
)
from aerodrome.games.airsteam.steps.common import SeatStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def ask_destination_or_ship(
    game: Airsteam, state: AirsteamState, seat: int, depot_hex: int, good: int, occasion: int, tell: EventSink | None
) -> None:
    """Ask where to, or go on where there is only one destination."""
    places = find_destinations_with_max_cubes(game, state, seat, depot_hex, good, occasion)
    if len(places) == 1:
        ask_count_or_ship(game, state, seat, depot_hex, good, occasion, places[0][0], places[0][1], tell)
    else:
        state.step_stack.append(ChooseShipDestinationStep(seat, depot_hex, good, occasion))


def ask_count_or_ship(
    game: Airsteam,
    state: AirsteamState,
    seat: int,
    depot_hex: int,
    good: int,
    occasion: int,
    to_hex: int,
    max_cubes: int,
    tell: EventSink | None,
) -> None:
    """Ask how many, or go on where it is one cube."""
    if max_cubes == 1 or occasion == SHIP_WITHOUT_ACTION:
        ask_fee_split_or_ship(game, state, seat, depot_hex, good, occasion, to_hex, 1, tell)
    else:
        state.step_stack.append(ChooseShippedCountStep(seat, depot_hex, good, occasion, to_hex, max_cubes))


def ask_fee_split_or_ship(
    game: Airsteam,
    state: AirsteamState,
    seat: int,
    depot_hex: int,
    good: int,
    occasion: int,
    to_hex: int,
    count: int,
    tell: EventSink | None,
) -> None:
    """Ask whom to pay, or ship where there is only one way to pay."""
    ways = keep_minimal_fee_splits(
        list_affordable_fee_splits(game, state, seat, depot_hex, good, occasion, to_hex, count)
    )
    if len(ways) == 1:
        carry_out_shipment(game, state, seat, depot_hex, good, occasion, to_hex, count, ways[0], tell)
    else:
        state.step_stack.append(ChooseFeeSplitStep(seat, depot_hex, good, occasion, to_hex, count))


@final
class ChooseShipDestinationStep(SeatStep):
    """Where the cubes go, where there is a choice."""

    stored_name: ClassVar[str] = "ShipWhere"
    stored_fields: ClassVar[dict[str, str]] = {"occasion": "part"}
    rule: ClassVar[str] = "KS-14.3"

    def __init__(self, seat: int, depot: int, good: int, occasion: int) -> None:
        super().__init__(seat)
        self.depot = depot
        self.good = good
        self.occasion = occasion

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        places = find_destinations_with_max_cubes(game, state, who, self.depot, self.good, self.occasion)
        return [game.ship_to[to] for to, most in places]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, ChooseShipDestination) or action.hex < 0:
            return "KS-14.3"
        if self._count_max_cubes_to(game, state, action.hex):
            return ""
        city = game.maps[state.seats].city_at[action.hex]
        if city == NOBODY:
            foreign = (
                find_own_depot_at(state, who, action.hex) == NOBODY
                or action.hex == self.depot
                or self.occasion == SHIP_FINAL
            )
            return ("KS-22.7" if self.occasion == SHIP_FINAL else "KS-14.3") if foreign else "KS-14.4"
        if not state.city_left[city]:
            return "KS-17.3"
        if state.city_good[city] != self.good:
            return "KS-17.1"
        return find_shipment_obstacle(game, state, who, self.depot, self.good, self.occasion, city).rule

    def _count_max_cubes_to(self, game: Airsteam, state: AirsteamState, to_hex: int) -> int:
        for place, most in find_destinations_with_max_cubes(
            game, state, self.seat, self.depot, self.good, self.occasion
        ):
            if place == to_hex:
                return most
        return 0

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ChooseShipDestination)
        state.step_stack.pop()
        most = self._count_max_cubes_to(game, state, action.hex)
        ask_count_or_ship(game, state, who, self.depot, self.good, self.occasion, action.hex, most, tell)


@final
class ChooseShippedCountStep(SeatStep):
    """How many cubes go there."""

    stored_name: ClassVar[str] = "ShipHowMany"
    stored_fields: ClassVar[dict[str, str]] = {"occasion": "part"}
    rule: ClassVar[str] = "KS-14.2"

    def __init__(self, seat: int, depot: int, good: int, occasion: int, to: int, most: int) -> None:
        super().__init__(seat)
        self.depot = depot
        self.good = good
        self.occasion = occasion
        self.to = to
        self.most = most

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return game.ship_counts[self.most]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, ChooseShippedCubeCount) or action.count < 1:
            return "KS-14.2"
        if action.count <= self.most:
            return ""
        if action.count > state.depot_cubes[state.find_depot_at(self.depot) * GOODS + self.good]:
            return "KS-14.2"
        city = game.maps[state.seats].city_at[self.to]
        if city == NOBODY:
            return "KS-15.7"
        return "KS-17.3" if self.occasion != SHIP_FINAL and action.count > state.city_left[city] else "KS-15.6"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ChooseShippedCubeCount)
        state.step_stack.pop()
        ask_fee_split_or_ship(game, state, who, self.depot, self.good, self.occasion, self.to, action.count, tell)


@final
class ChooseFeeSplitStep(SeatStep):
    """Whom to pay, where routes or owners differ (KS-15.3, KS-14.14)."""

    stored_name: ClassVar[str] = "ShipFor"
    stored_fields: ClassVar[dict[str, str]] = {"occasion": "part"}
    rule: ClassVar[str] = "KS-15.3"

    def __init__(self, seat: int, depot: int, good: int, occasion: int, to: int, count: int) -> None:
        super().__init__(seat)
        self.depot = depot
        self.good = good
        self.occasion = occasion
        self.to = to
        self.count = count

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [
            game.get_fee_split_action(way) for way in keep_minimal_fee_splits(self.list_affordable_splits(game, state))
        ]

    def list_affordable_splits(self, game: Airsteam, state: AirsteamState) -> list[tuple[int, ...]]:
        return list_affordable_fee_splits(
            game, state, self.seat, self.depot, self.good, self.occasion, self.to, self.count
        )

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        return (
            ""
            if isinstance(action, ChooseFeeSplit) and action.links in self.list_affordable_splits(game, state)
            else "KS-15.3"
        )

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ChooseFeeSplit)
        state.step_stack.pop()
        carry_out_shipment(
            game, state, who, self.depot, self.good, self.occasion, self.to, self.count, action.links, tell
        )


@final
class OfferShipmentWithoutActionStep(AutoStep["Airsteam", AirsteamState]):
    """2*S: one cube before the action, if there is anything to ship."""

    stored_name: ClassVar[str] = "FreeShipmentNow"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        if list_shippable_depots_and_goods(game, state, self.seat, SHIP_WITHOUT_ACTION):
            state.step_stack.append(ShipmentWithoutActionStep(self.seat))


@final
class ShipmentWithoutActionStep(SeatStep):
    """One cube may be shipped without an action (KS-24.12)."""

    stored_name: ClassVar[str] = "FreeShipment"
    rule: ClassVar[str] = "KS-24.12"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [game.decline] + [
            game.get_ship_action(depot, good)
            for depot, good in list_shippable_depots_and_goods(game, state, who, SHIP_WITHOUT_ACTION)
        ]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, ShipFromDepot):
            return find_rule_against_shipment(game, state, who, action.depot, action.good, SHIP_WITHOUT_ACTION)
        return "" if isinstance(action, DeclineOffer) else "KS-24.12"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if isinstance(action, ShipFromDepot):
            ask_destination_or_ship(game, state, who, action.depot, action.good, SHIP_WITHOUT_ACTION, tell)


FREE_SHIPMENT_STEPS: Final = tuple(OfferShipmentWithoutActionStep(seat) for seat in range(6))
