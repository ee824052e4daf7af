"""A shipment in short steps: depot and good, where to, how many, whom to pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airsteam.model.actions import Decline, Ship, ShipCount, ShipPay, ShipTo
from aerodrome.games.airsteam.model.events import Delivered, FeeBonus, FeePaid, Forwarded
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.cities import deliver_cubes
from aerodrome.games.airsteam.rules.queries import find_own_depot, pay
from aerodrome.games.airsteam.rules.routes import (
    SHIP_FINAL,
    SHIP_FREE,
    drop_needless_fee_splits,
    find_destinations,
    list_fee_splits,
    list_shippable_cubes,
    sale_price,
    violation_of_shipment,
)

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def begin_shipment(
    game: Airsteam, state: AirsteamState, seat: int, depot: int, good: int, part: int, tell: EventSink | None
) -> None:
    """Ask only where there is a choice."""
    places = find_destinations(game, state, seat, depot, good, part)
    if len(places) == 1:
        ask_ship_count(game, state, seat, depot, good, part, places[0][0], places[0][1], tell)
    else:
        state.step_stack.append(ShipDestinationStep(seat, depot, good, part))


def ask_ship_count(
    game: Airsteam,
    state: AirsteamState,
    seat: int,
    depot: int,
    good: int,
    part: int,
    to: int,
    most: int,
    tell: EventSink | None,
) -> None:
    if most == 1 or part == SHIP_FREE:
        ask_ship_payment(game, state, seat, depot, good, part, to, 1, tell)
    else:
        state.step_stack.append(ShipCountStep(seat, depot, good, part, to, most))


def ask_ship_payment(
    game: Airsteam,
    state: AirsteamState,
    seat: int,
    depot: int,
    good: int,
    part: int,
    to: int,
    count: int,
    tell: EventSink | None,
) -> None:
    ways = drop_needless_fee_splits(list_affordable_fee_splits(game, state, seat, depot, good, part, to, count))
    if len(ways) == 1:
        carry_out_shipment(game, state, seat, depot, good, part, to, count, ways[0], tell)
    else:
        state.step_stack.append(ShipPaymentStep(seat, depot, good, part, to, count))


def list_affordable_fee_splits(
    game: Airsteam, state: AirsteamState, seat: int, depot: int, good: int, part: int, to: int, count: int
) -> list[tuple[int, ...]]:
    """The ways to pay that the seat can afford (KS-15.6, KS-15.7)."""
    ways = list_fee_splits(game, state, seat, depot, to)
    if game.fee_from_bank[state.character[seat]]:
        return ways
    money = state.cash[seat]
    if game.maps[state.seats].city_at[to] != NOBODY:
        money += count * sale_price(game, state, good, part)
    return [way for way in ways if sum(way) * count * game.fee_per_link <= money]


def carry_out_shipment(
    game: Airsteam,
    state: AirsteamState,
    seat: int,
    depot: int,
    good: int,
    part: int,
    to: int,
    count: int,
    links: tuple[int, ...],
    tell: EventSink | None,
) -> None:
    state.depot_cubes[state.depot_on(depot) * GOODS + good] -= count
    city = game.maps[state.seats].city_at[to]
    if city == NOBODY:
        state.depot_cubes[state.depot_on(to) * GOODS + good] += count  # KS-16.1
        if tell is not None:
            tell(Forwarded(seat, depot, to, good, count))
    else:
        income = count * sale_price(game, state, good, part)
        pay(state, seat, -income)
        if tell is not None:
            tell(Delivered(seat, depot, city, good, count, income, part == SHIP_FINAL))
    for owner in range(state.seats):
        if links[owner]:
            pay_fee(game, state, seat, owner, links[owner] * count, tell)
    if city != NOBODY:
        if part == SHIP_FINAL:
            state.supply[good] += count  # KS-22.10
        else:
            deliver_cubes(game, state, city, good, count, tell)


def pay_fee(game: Airsteam, state: AirsteamState, seat: int, owner: int, units: int, tell: EventSink | None) -> None:
    amount = units * game.fee_per_link  # KS-15.2
    from_bank = game.fee_from_bank[state.character[seat]]
    if not from_bank:
        pay(state, seat, amount)
    pay(state, owner, -amount)
    if tell is not None:
        tell(FeePaid(seat, owner, amount, from_bank))
    bonus = units * game.fee_bonus[state.character[owner]]  # KS-24.21
    if bonus:
        pay(state, owner, -bonus)
        if tell is not None:
            tell(FeeBonus(owner, bonus))


@final
class ShipDestinationStep(Step["Airsteam", AirsteamState]):
    stored_name: ClassVar[str] = "ShipWhere"
    rule: ClassVar[str] = "KS-14.3"

    def __init__(self, seat: int, depot: int, good: int, part: int) -> None:
        self.seat = seat
        self.depot = depot
        self.good = good
        self.part = part

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        places = find_destinations(game, state, who, self.depot, self.good, self.part)
        return [game.ship_to[to] for to, most in places]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, ShipTo) or action.hex < 0:
            return "KS-14.3"
        if self._max_cubes_to(game, state, action.hex):
            return ""
        city = game.maps[state.seats].city_at[action.hex]
        if city == NOBODY:
            foreign = (
                find_own_depot(state, who, action.hex) == NOBODY or action.hex == self.depot or self.part == SHIP_FINAL
            )
            return ("KS-22.7" if self.part == SHIP_FINAL else "KS-14.3") if foreign else "KS-14.4"
        if not state.city_left[city]:
            return "KS-17.3"
        return "KS-17.1" if state.city_good[city] != self.good else "KS-14.4"

    def _max_cubes_to(self, game: Airsteam, state: AirsteamState, to: int) -> int:
        for place, most in find_destinations(game, state, self.seat, self.depot, self.good, self.part):
            if place == to:
                return most
        return 0

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ShipTo)
        state.step_stack.pop()
        most = self._max_cubes_to(game, state, action.hex)
        ask_ship_count(game, state, who, self.depot, self.good, self.part, action.hex, most, tell)


@final
class ShipCountStep(Step["Airsteam", AirsteamState]):
    stored_name: ClassVar[str] = "ShipHowMany"
    rule: ClassVar[str] = "KS-14.2"

    def __init__(self, seat: int, depot: int, good: int, part: int, to: int, most: int) -> None:
        self.seat = seat
        self.depot = depot
        self.good = good
        self.part = part
        self.to = to
        self.most = most

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return game.ship_counts[self.most]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, ShipCount) or action.count < 1:
            return "KS-14.2"
        if action.count <= self.most:
            return ""
        if action.count > state.depot_cubes[state.depot_on(self.depot) * GOODS + self.good]:
            return "KS-14.2"
        city = game.maps[state.seats].city_at[self.to]
        if city == NOBODY:
            return "KS-15.7"
        return "KS-17.3" if self.part != SHIP_FINAL and action.count > state.city_left[city] else "KS-15.6"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ShipCount)
        state.step_stack.pop()
        ask_ship_payment(game, state, who, self.depot, self.good, self.part, self.to, action.count, tell)


@final
class ShipPaymentStep(Step["Airsteam", AirsteamState]):
    """Whom to pay, where routes or owners differ (KS-15.3, KS-14.14)."""

    stored_name: ClassVar[str] = "ShipFor"
    rule: ClassVar[str] = "KS-15.3"

    def __init__(self, seat: int, depot: int, good: int, part: int, to: int, count: int) -> None:
        self.seat = seat
        self.depot = depot
        self.good = good
        self.part = part
        self.to = to
        self.count = count

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [game.ship_pay_action(way) for way in drop_needless_fee_splits(self.list_ways(game, state))]

    def list_ways(self, game: Airsteam, state: AirsteamState) -> list[tuple[int, ...]]:
        return list_affordable_fee_splits(game, state, self.seat, self.depot, self.good, self.part, self.to, self.count)

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        return "" if isinstance(action, ShipPay) and action.links in self.list_ways(game, state) else "KS-15.3"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ShipPay)
        state.step_stack.pop()
        carry_out_shipment(game, state, who, self.depot, self.good, self.part, self.to, self.count, action.links, tell)


@final
class OfferFreeShipmentStep(AutoStep["Airsteam", AirsteamState]):
    """2*S: one cube before the action, if there is anything to ship."""

    stored_name: ClassVar[str] = "FreeShipmentNow"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        if list_shippable_cubes(game, state, self.seat, SHIP_FREE):
            state.step_stack.append(FreeShipmentStep(self.seat))


@final
class FreeShipmentStep(Step["Airsteam", AirsteamState]):
    stored_name: ClassVar[str] = "FreeShipment"
    rule: ClassVar[str] = "KS-24.12"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [game.decline] + [
            game.ship_action(depot, good) for depot, good in list_shippable_cubes(game, state, who, SHIP_FREE)
        ]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, Ship):
            return violation_of_shipment(game, state, who, action.depot, action.good, SHIP_FREE)
        return "" if isinstance(action, Decline) else "KS-24.12"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if isinstance(action, Ship):
            begin_shipment(game, state, who, action.depot, action.good, SHIP_FREE, tell)


FREE_SHIPMENT_STEPS: Final = tuple(OfferFreeShipmentStep(seat) for seat in range(6))
