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
from aerodrome.games.airsteam.rules.state_changes import carry_out_shipment
from aerodrome.games.airsteam.steps.common import SeatStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


class ShipmentStep(SeatStep):
    """A question about cubes of one good that leave an own depot."""

    stored_fields: ClassVar[dict[str, str]] = {"occasion": "part"}

    def __init__(self, seat: int, depot: int, good: int, occasion: int) -> None:
        super().__init__(seat)
        self.depot = depot
        self.good = good
        self.occasion = occasion

    def find_destinations(self, game: Airsteam, state: AirsteamState) -> list[tuple[int, int]]:
        """Every (hex, most cubes) that these cubes can go to."""
        return find_destinations_with_max_cubes(game, state, self.seat, self.depot, self.good, self.occasion)


@final
class ChooseShipDestinationStep(ShipmentStep):
    """Where the cubes go, where there is a choice."""

    stored_name: ClassVar[str] = "ShipWhere"
    rule: ClassVar[str] = "KS-14.3"

    def ask_or_ship(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        """Put this question, or go on where there is only one destination."""
        places = self.find_destinations(game, state)
        if len(places) == 1:
            self._ask_cube_count_or_go_on(game, state, places[0][0], places[0][1], tell)
        else:
            state.step_stack.append(self)

    def _ask_cube_count_or_go_on(
        self, game: Airsteam, state: AirsteamState, to_hex: int, max_cubes: int, tell: EventSink | None
    ) -> None:
        """Ask how many, or go on where it is one cube."""
        if max_cubes == 1 or self.occasion == SHIP_WITHOUT_ACTION:
            ChooseFeeSplitStep(self.seat, self.depot, self.good, self.occasion, to_hex, 1).ask_or_ship(
                game, state, tell
            )
        else:
            state.step_stack.append(
                ChooseShippedCountStep(self.seat, self.depot, self.good, self.occasion, to_hex, max_cubes)
            )

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [game.ship_to[to] for to, most in self.find_destinations(game, state)]

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
        for place, most in self.find_destinations(game, state):
            if place == to_hex:
                return most
        return 0

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ChooseShipDestination)
        state.step_stack.pop()
        most = self._count_max_cubes_to(game, state, action.hex)
        self._ask_cube_count_or_go_on(game, state, action.hex, most, tell)


@final
class ChooseShippedCountStep(ShipmentStep):
    """How many cubes go there."""

    stored_name: ClassVar[str] = "ShipHowMany"
    rule: ClassVar[str] = "KS-14.2"

    def __init__(self, seat: int, depot: int, good: int, occasion: int, to: int, most: int) -> None:
        super().__init__(seat, depot, good, occasion)
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
        fee_split = ChooseFeeSplitStep(who, self.depot, self.good, self.occasion, self.to, action.count)
        fee_split.ask_or_ship(game, state, tell)


@final
class ChooseFeeSplitStep(ShipmentStep):
    """Whom to pay, where routes or owners differ (KS-15.3, KS-14.14)."""

    stored_name: ClassVar[str] = "ShipFor"
    rule: ClassVar[str] = "KS-15.3"

    def __init__(self, seat: int, depot: int, good: int, occasion: int, to: int, count: int) -> None:
        super().__init__(seat, depot, good, occasion)
        self.to = to
        self.count = count

    def ask_or_ship(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        """Put this question, or ship where there is only one way to pay."""
        ways = keep_minimal_fee_splits(self.list_affordable_splits(game, state))
        if len(ways) == 1:
            self._ship(game, state, ways[0], tell)
        else:
            state.step_stack.append(self)

    def _ship(
        self, game: Airsteam, state: AirsteamState, link_count_by_owner: tuple[int, ...], tell: EventSink | None
    ) -> None:
        carry_out_shipment(
            game,
            state,
            self.seat,
            self.depot,
            self.good,
            self.occasion,
            self.to,
            self.count,
            link_count_by_owner,
            tell,
        )

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
        self._ship(game, state, action.links, tell)


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
            ChooseShipDestinationStep(who, action.depot, action.good, SHIP_WITHOUT_ACTION).ask_or_ship(
                game, state, tell
            )


FREE_SHIPMENT_STEPS: Final = tuple(OfferShipmentWithoutActionStep(seat) for seat in range(6))
