"""A turn: loading, movement, loading, action."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airsteam.model.actions import (
    Adjust,
    Build,
    Convert,
    Fly,
    LayLine,
    Load,
    Pass,
    Ship,
    UpgradeAirship,
    UpgradeTrain,
)
from aerodrome.games.airsteam.model.events import (
    Adjusted,
    AirshipUpgraded,
    Built,
    Flew,
    Loaded,
    NoWayToFly,
    Passed,
    TrainUpgraded,
)
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.loading import can_load, cannot_load, loads, store, stored
from aerodrome.games.airsteam.rules.queries import (
    cannot_build,
    current_card,
    depot_cost,
    depot_cost_after,
    link_of,
    pay,
    put_depot,
)
from aerodrome.games.airsteam.rules.routes import ACTION, can_ship, cannot_ship
from aerodrome.games.airsteam.rules.track_laying import cannot_lay, pairs
from aerodrome.games.airsteam.steps.full_game import CONVERTS, ONE_MORE, LayTrack, convertible
from aerodrome.games.airsteam.steps.shipping import FREE_SHIPMENTS, begin_shipment

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


@final
class Turn(AutoStep["Airsteam", AirsteamState]):
    """One player's part of a step (KS-0.5), put on the step stack from its end."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        seat = self.seat
        step_stack = state.step_stack
        if game.extra_action[state.character[seat]]:
            step_stack.append(ONE_MORE[seat])
        step_stack.append(ACTIONS[seat])
        if state.errors >> seat & 1:
            return  # KS-8.4, KS-8.7, KS-24.9
        card = current_card(state, seat)
        for _extra in range(game.card_extra_actions[card]):
            step_stack.append(ACTIONS[seat])  # KS-24.10
        if game.card_free_ship[card]:
            step_stack.append(FREE_SHIPMENTS[seat])  # KS-24.12
        if game.card_stays[card]:
            if can_load(game, state, seat):
                step_stack.append(LOADINGS[seat])  # KS-7.7
            return
        if not game.flights(state, seat, card):
            if tell is not None:
                tell(NoWayToFly(seat, card))
            return  # KS-7.9
        step_stack.append(MOVEMENTS[seat])
        if can_load(game, state, seat):
            step_stack.append(LOADINGS[seat])  # KS-9.1


@final
class Movement(Step["Airsteam", AirsteamState]):
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return game.flights(state, who, current_card(state, who))

    rule: ClassVar[str] = "KS-7.1"

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, Fly):
            return "KS-7.1"
        return "" if action.hex in game.reach(state, who, current_card(state, who)) else self._why(game, state, action)

    def _why(self, game: Airsteam, state: AirsteamState, action: Fly) -> str:
        chart = game.charts[state.seats]
        if action.hex < 0:
            return "KS-7.3"
        if chart.near[action.hex] == ():
            return "KS-7.3"
        if chart.city_at[action.hex] != NOBODY:
            return "KS-7.5"
        if not chart.stop[action.hex]:
            return "KS-7.4"
        if action.hex == state.airship[self.seat]:
            return "KS-7.2"
        return "KS-24.11" if game.card_straight[current_card(state, self.seat)] else "KS-7.8"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Fly)
        state.step_stack.pop()
        origin = state.airship[who]
        state.airship[who] = action.hex
        if tell is not None:
            tell(Flew(who, origin, action.hex))
        if can_load(game, state, who):
            state.step_stack.append(LOADINGS[who])


@final
class Loading(Step["Airsteam", AirsteamState]):
    """One window is one choice: what is in the hold afterwards (KS-9.11)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return loads(game, state, who)

    rule: ClassVar[str] = "KS-9.1"

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        return cannot_load(game, state, who, action.hold) if isinstance(action, Load) else "KS-9.1"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Load)
        state.step_stack.pop()
        base = who * GOODS
        change = [action.hold[good] - state.hold[base + good] for good in range(GOODS)]
        for good in range(GOODS):
            state.hold[base + good] += change[good]
            store(game, state, who, good, stored(game, state, who, good) - change[good])
        if tell is not None and any(change):
            tell(Loaded(who, state.airship[who], tuple(change)))


@final
class TakeAction(Step["Airsteam", AirsteamState]):
    """Exactly one action (KS-10.1)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        found: list[Action] = [game.pass_]
        cash = state.cash[who]
        if game.airship_cost[state.airship_level[who]] <= cash:
            found.append(game.upgrade_airship)
        if game.train_cost[state.train_level[who]] <= cash:
            found.append(game.upgrade_train)
        found += game.adjusts[state.seats][state.airship[who]]
        for depot, good in can_ship(game, state, who, ACTION):
            found.append(game.ship(depot, good))
        if state.depots_left[who]:
            add_builds(game, state, who, found)
        if game.full:
            if game.converts[state.character[who]] and convertible(state, who):
                found.append(game.convert)
            if game.lays_lines[state.character[who]]:
                found += pairs(game, state, who)
        return found

    rule: ClassVar[str] = "KS-10.1"

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, Build):
            return cannot_build(game, state, who, action.hex)
        if isinstance(action, Pass):
            return ""
        if isinstance(action, Adjust):
            return self._cannot_adjust(game, state, action.direction)
        if isinstance(action, UpgradeAirship):
            return _cannot_pay(state, who, game.airship_cost[state.airship_level[who]], "KS-12.5")
        if isinstance(action, UpgradeTrain):
            return _cannot_pay(state, who, game.train_cost[state.train_level[who]], "KS-13.4")
        if isinstance(action, Ship):
            return cannot_ship(game, state, who, action.depot, action.good, ACTION)
        if isinstance(action, Convert):
            able = game.converts[state.character[who]] and convertible(state, who)
            return "" if able else "KS-24.16"
        if isinstance(action, LayLine):
            return cannot_lay(game, state, who, action.first, action.last)
        return "KS-10.1"

    def _cannot_adjust(self, game: Airsteam, state: AirsteamState, direction: int) -> str:
        if not 0 <= direction < 6:
            return "KS-18.1"
        chart = game.charts[state.seats]
        to = chart.next[state.airship[self.seat]][direction]
        return "" if to != NOBODY and chart.stop[to] else "KS-18.2"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if isinstance(action, Build):
            build(game, state, who, action.hex, tell)
        elif isinstance(action, Pass):
            income = game.pass_income[state.character[who]]  # KS-19.1
            pay(state, who, -income)
            if tell is not None:
                tell(Passed(who, income))
        elif isinstance(action, Adjust):
            adjust(game, state, who, action.direction, tell)
        elif isinstance(action, UpgradeAirship):
            cost = game.airship_cost[state.airship_level[who]]
            pay(state, who, cost)
            state.airship_level[who] += 1  # KS-12.3
            if tell is not None:
                tell(AirshipUpgraded(who, state.airship_level[who], cost))
        elif isinstance(action, UpgradeTrain):
            cost = game.train_cost[state.train_level[who]]
            pay(state, who, cost)
            state.train_level[who] += 1
            if tell is not None:
                tell(TrainUpgraded(who, state.train_level[who], cost))
        elif isinstance(action, Ship):
            begin_shipment(game, state, who, action.depot, action.good, ACTION, tell)
        elif isinstance(action, Convert):
            state.step_stack.append(CONVERTS[who])
        elif isinstance(action, LayLine):
            state.step_stack.append(LayTrack(who, action.first, action.last, ()))


def _cannot_pay(state: AirsteamState, seat: int, cost: int, rule_top: str) -> str:
    if cost <= state.cash[seat]:
        return ""
    return rule_top if cost >= TOP else "KS-10.3"


def add_builds(game: Airsteam, state: AirsteamState, seat: int, found: list[Action]) -> None:
    chart = game.charts[state.seats]
    cash = state.cash[seat]
    costs = [depot_cost_after(game, state, seat, there) for there in range(len(game.depot_costs))]
    if costs[0] > cash:
        return
    dear = len(costs) - 1
    taken = set(state.depot_hex)
    for link in chart.links:
        there = state.link_depots[link]
        if not there:
            found += game.link_builds[state.seats][link]
        elif costs[there if there < dear else dear] <= cash:
            for at in chart.spaces[link]:
                if at not in taken:
                    found.append(game.build[at])
    for i, at in enumerate(state.laid_hex):
        if at not in taken and depot_cost(game, state, seat, state.laid_link[i]) <= cash:
            found.append(game.build[at])


def build(game: Airsteam, state: AirsteamState, seat: int, at: int, tell: EventSink | None) -> None:
    cost = depot_cost(game, state, seat, link_of(game, state, at))
    pay(state, seat, cost)
    link = put_depot(game, state, seat, at)
    if tell is not None:
        tell(Built(seat, at, link, cost))


def adjust(game: Airsteam, state: AirsteamState, seat: int, direction: int, tell: EventSink | None) -> None:
    origin = state.airship[seat]
    state.airship[seat] = game.charts[state.seats].next[origin][direction]
    if tell is not None:
        tell(Adjusted(seat, origin, state.airship[seat]))
    if can_load(game, state, seat):
        state.step_stack.append(LOADINGS[seat])  # KS-18.3


TOP: Final = 1_000_000
"""What the level after the last one costs."""

TURNS: Final = tuple(Turn(seat) for seat in range(6))
MOVEMENTS: Final = tuple(Movement(seat) for seat in range(6))
LOADINGS: Final = tuple(Loading(seat) for seat in range(6))
ACTIONS: Final = tuple(TakeAction(seat) for seat in range(6))
