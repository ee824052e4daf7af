"""The last phases of a round, and the end: upkeep, production, final shipping, result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airsteam.model.actions import Finish, GiveUp, PayUpkeep, Ship
from aerodrome.games.airsteam.model.events import (
    Discarded,
    FinalShipping,
    Produced,
    Scored,
    TilesStacked,
    TokenMoved,
    UpkeepPaid,
    Won,
)
from aerodrome.games.airsteam.model.state import GOODS, HIDDEN, AirsteamState
from aerodrome.games.airsteam.rules.cities import serve_waiting
from aerodrome.games.airsteam.rules.queries import depots_built, kept_here, pay, take_cube, tie_order, upkeep_due
from aerodrome.games.airsteam.rules.routes import FINAL, can_ship, cannot_ship
from aerodrome.games.airsteam.steps.full_game import own_cubes
from aerodrome.games.airsteam.steps.shipping import begin_shipment

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


@final
class BeginUpkeep(AutoStep["Airsteam", AirsteamState]):
    """Cards go back to the hands (KS-20.1); whoever owes upkeep is asked."""

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        for i in range(len(state.plan)):
            state.plan[i] = NOBODY
            state.face[i] = HIDDEN
        state.order.clear()
        state.errors = 0
        state.swapped = False
        for seat in range(state.seats):
            state.diamonds[seat] = 0
            if upkeep_due(game, state, seat):
                state.paying |= 1 << seat
        if state.paying:
            state.step_stack.append(UPKEEP_QUESTION)


@final
class Upkeep(Step["Airsteam", AirsteamState]):
    """Cubes may be given up one by one; then the rest is paid for (KS-20.3, KS-20.4). Shown when all have chosen."""

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return game.seats_of[state.paying]

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        found: list[Action] = []
        if upkeep_due(game, state, who) <= state.cash[who]:
            found.append(game.pay_upkeep)
        for cube in own_cubes(game, state, who):
            if not self.violated_rule(game, state, who, cube):
                found.append(cube)
        return found

    rule: ClassVar[str] = "KS-20.2"

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, PayUpkeep):
            return "" if upkeep_due(game, state, who) <= state.cash[who] else "KS-20.3"
        if not isinstance(action, GiveUp):
            return "KS-20.2"
        if kept_here(state, who, action.depot, action.good) < 1:
            return "KS-20.4"
        free = action.depot != NOBODY and game.depot_upkeep_free[state.character[who]]
        return "KS-24.20" if free else ""

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, GiveUp):
            state.given.extend((who, action.depot, action.good))
            if upkeep_due(game, state, who):
                return
        state.paying &= ~(1 << who)
        if not state.paying:
            state.step_stack.pop()
            settle(game, state, tell)


def settle(game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
    """All have chosen (KS-R39): the rest is paid for, what was given up goes to the supply."""
    for seat in range(state.seats):
        due = upkeep_due(game, state, seat)
        if due:
            pay(state, seat, due)
            if tell is not None:
                tell(UpkeepPaid(seat, due))
    given = state.given
    for i in range(0, len(given), 3):
        seat, depot, good = given[i], given[i + 1], given[i + 2]
        take_cube(state, seat, depot, good, -1)
        state.supply[good] += 1  # KS-20.3
        if tell is not None:
            tell(Discarded(seat, depot, good))
    given.clear()


@final
class EndUpkeep(AutoStep["Airsteam", AirsteamState]):
    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        if game.full:
            return  # KS-24.3
        state.start = (state.start + 1) % state.seats  # KS-20.6
        state.tie = tie_order(game, state)
        if tell is not None:
            tell(TokenMoved(state.start))


@final
class FactoriesProduce(AutoStep["Airsteam", AirsteamState]):
    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        factories = game.charts[state.seats].factories
        goods = game.charts[state.seats].factory_good
        made = [0] * GOODS
        wanted = [0] * GOODS
        for factory in factories:
            self._make(state, factory, goods[factory], game.base_output, made, wanted)  # KS-21.1
        for tile in state.market:
            for factory in factories:
                if goods[factory] == tile:
                    self._make(state, factory, tile, game.tile_output, made, wanted)  # KS-21.2
        if tell is not None:
            for good in range(GOODS):
                tell(Produced(good, made[good], wanted[good] - made[good]))
            tell(TilesStacked(tuple(state.market)))
        state.stack.extend(state.market)  # KS-21.3
        state.market.clear()
        serve_waiting(game, state, tell)
        state.step_stack.append(BEGIN_FINAL if state.round == game.rounds else game.new_round)  # KS-21.4

    def _make(
        self, state: AirsteamState, factory: int, good: int, output: int, made: list[int], wanted: list[int]
    ) -> None:
        count = min(output, state.supply[good])  # KS-21.5
        state.supply[good] -= count
        state.factory_cubes[factory * GOODS + good] += count
        made[good] += count
        wanted[good] += output


@final
class BeginFinal(AutoStep["Airsteam", AirsteamState]):
    """One player after another in tie order (KS-22.11)."""

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        state.order = state.tie.copy()
        if tell is not None:
            tell(FinalShipping(tuple(state.order)))
        state.step_stack.append(SCORE)
        for seat in reversed(state.order):
            state.step_stack.append(FINAL_TURNS[seat])


@final
class FinalTurn(AutoStep["Airsteam", AirsteamState]):
    """Asks again after each shipment, as long as anything can go."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        if can_ship(game, state, self.seat, FINAL):
            state.step_stack.append(FinalShipments(self.seat))


@final
class FinalShipments(Step["Airsteam", AirsteamState]):
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [game.finish] + [game.ship(depot, good) for depot, good in can_ship(game, state, who, FINAL)]

    rule: ClassVar[str] = "KS-22.1"

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, Ship):
            return cannot_ship(game, state, who, action.depot, action.good, FINAL)
        return "" if isinstance(action, Finish) else "KS-22.1"  # KS-22.9

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if isinstance(action, Ship):
            state.step_stack.append(FINAL_TURNS[who])  # KS-22.6
            begin_shipment(game, state, who, action.depot, action.good, FINAL, tell)


@final
class Score(AutoStep["Airsteam", AirsteamState]):
    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        state.order.clear()
        if tell is None:
            return
        for seat, total in enumerate(game.scores(state)):
            tell(Scored(seat, state.cash[seat], depots_built(game, state, seat), total))
        tell(Won(game.winners(state)))


UPKEEP_QUESTION: Final = Upkeep()
BEGIN_FINAL: Final = BeginFinal()
SCORE: Final = Score()
FINAL_TURNS: Final = tuple(FinalTurn(seat) for seat in range(6))
UPKEEP: Final[tuple[Step[Any, Any], ...]] = (FactoriesProduce(), EndUpkeep(), BeginUpkeep())
