"""The last phases of a round: upkeep and production."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airsteam.model.actions import GiveUpCube, GiveUpCubes, KeepGivenUpCube, PayUpkeep, ReopenUpkeep
from aerodrome.games.airsteam.model.events import DemandTilesStacked, FactoriesProduced, StartTokenMoved, UpkeepReopened
from aerodrome.games.airsteam.model.state import GOODS, HIDDEN, AirsteamState
from aerodrome.games.airsteam.rules.cities import give_tiles_to_waiting_cities
from aerodrome.games.airsteam.rules.queries import (
    compute_upkeep_due,
    count_kept_cubes_at,
    find_given_up_cube_index,
    has_plan_or_upkeep_changes_left,
    list_give_up_cube_actions,
    list_seats_in_tie_break_order,
)
from aerodrome.games.airsteam.rules.state_changes import settle_upkeep
from aerodrome.games.airsteam.steps.end import BEGIN_FINAL_SHIPPING

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


@final
class ReturnCardsAndBeginUpkeepStep(AutoStep["Airsteam", AirsteamState]):
    """Cards go back to the hands (KS-20.1); whoever owes upkeep is asked."""

    stored_name: ClassVar[str] = "BeginUpkeep"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        for i in range(len(state.plan)):
            state.plan[i] = NOBODY
            state.face[i] = HIDDEN
        state.order.clear()
        state.errors = 0
        state.swapped = False
        state.upkeep_opened = 0
        for seat in range(state.seats):
            state.diamonds[seat] = 0
            if compute_upkeep_due(game, state, seat):
                state.paying |= 1 << seat
        if state.paying:
            state.step_stack.append(UPKEEP_STEP)


@final
class UpkeepStep(Step["Airsteam", AirsteamState]):
    """Cubes may be given up one by one; then the rest is paid for (KS-20.3, KS-20.4). Shown when all have chosen.

    From rules version 2 on a seat settles by paying, be it nothing, and can change its mind until all have (KS-R58).
    """

    stored_name: ClassVar[str] = "Upkeep"
    rule: ClassVar[str] = "KS-20.2"
    is_revealing: ClassVar[bool] = True
    is_answered_unseen: ClassVar[bool] = True

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return game.seats_by_bits[state.paying]

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        found: list[Action] = []
        if compute_upkeep_due(game, state, who) <= state.cash[who]:
            found.append(game.pay_upkeep)
        for cube in list_give_up_cube_actions(game, state, who):
            if not self.violated_rule(game, state, who, cube):
                found.append(cube)
        return found

    def allows_out_of_turn(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> bool:
        return (
            game.can_change_plans_and_upkeep and isinstance(action, ReopenUpkeep) and 0 <= who < state.seats
        )  # KS-R58

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, PayUpkeep):
            return "" if compute_upkeep_due(game, state, who) <= state.cash[who] else "KS-20.3"
        if not isinstance(action, GiveUpCube):
            return (
                self._find_rule_against_upkeep_change(game, state, who, action)
                if game.can_change_plans_and_upkeep
                else "KS-20.2"
            )
        if count_kept_cubes_at(state, who, action.depot, action.good) < 1:
            return "KS-20.4"
        free = action.depot != NOBODY and game.depot_upkeep_free[state.character[who]]
        return "KS-24.20" if free else ""

    def _find_rule_against_upkeep_change(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        """The rule against keeping a cube after all, or opening what was settled (KS-R58)."""
        if isinstance(action, GiveUpCubes):
            return self._find_rule_against_giving_up_several(game, state, who, action.counts)
        if isinstance(action, KeepGivenUpCube):
            if find_given_up_cube_index(state, who, action.depot, action.good) == NOBODY:
                return "KS-20.4"
        elif isinstance(action, ReopenUpkeep):
            if state.paying >> who & 1:
                return "KS-R58"
            if not compute_upkeep_due(game, state, who) and who not in state.cubes_given_up[::3]:
                return "KS-20.2"
        else:
            return "KS-20.2"
        return "" if has_plan_or_upkeep_changes_left(game, state, who) else "KS-R58"

    def _find_rule_against_giving_up_several(
        self, game: Airsteam, state: AirsteamState, who: int, counts_by_kind: tuple[int, ...]
    ) -> str:
        """The rule against giving up so many of each kind of cube: the one against one of them."""
        kinds = list_give_up_cube_actions(game, state, who)
        if len(counts_by_kind) != len(kinds) or sum(counts_by_kind) < 1 or min(counts_by_kind) < 0:
            return "KS-20.4"
        for kind, count in zip(kinds, counts_by_kind, strict=True):
            assert isinstance(kind, GiveUpCube)
            if not count:
                continue
            rule = self.violated_rule(game, state, who, kind)
            if rule:
                return rule
            if count > count_kept_cubes_at(state, who, kind.depot, kind.good):
                return "KS-20.4"
        return ""

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, GiveUpCubes):
            for kind, count in zip(list_give_up_cube_actions(game, state, who), action.counts, strict=True):
                assert isinstance(kind, GiveUpCube)
                state.cubes_given_up.extend((who, kind.depot, kind.good) * count)
            return
        if isinstance(action, GiveUpCube):
            state.cubes_given_up.extend((who, action.depot, action.good))
            if game.can_change_plans_and_upkeep or compute_upkeep_due(game, state, who):
                return
        elif isinstance(action, KeepGivenUpCube):
            at = find_given_up_cube_index(state, who, action.depot, action.good)
            del state.cubes_given_up[at : at + 3]
            state.changes_made[who] += 1
            return
        elif isinstance(action, ReopenUpkeep):
            state.paying |= 1 << who
            state.upkeep_opened |= 1 << who
            state.changes_made[who] += 1
            if tell is not None:
                tell(UpkeepReopened(who))
            return
        state.paying &= ~(1 << who)
        if not state.paying:
            state.step_stack.pop()
            settle_upkeep(game, state, tell)


@final
class MoveStartTokenStep(AutoStep["Airsteam", AirsteamState]):
    """The Start Player token goes on; there is none in the Full Game."""

    stored_name: ClassVar[str] = "EndUpkeep"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        if game.full:
            return  # KS-24.3
        state.start = (state.start + 1) % state.seats  # KS-20.6
        state.tie_order = list_seats_in_tie_break_order(game, state)
        if tell is not None:
            tell(StartTokenMoved(state.start))


@final
class ProduceAndStackMarketTilesStep(AutoStep["Airsteam", AirsteamState]):
    """Factories make cubes, the market's tiles go on the stack, waiting cities take from it."""

    stored_name: ClassVar[str] = "FactoriesProduce"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        factories = game.maps[state.seats].factories
        goods = game.maps[state.seats].factory_good
        made = [0] * len(goods)
        wanted = [0] * GOODS
        for factory in factories:
            self._produce_at_factory(state, factory, goods[factory], game.base_output, made, wanted)  # KS-21.1
        for tile in state.market:
            for factory in factories:
                if goods[factory] == tile:
                    self._produce_at_factory(state, factory, tile, game.tile_output, made, wanted)  # KS-21.2
        if tell is not None:
            for good in range(GOODS):
                self._tell_production(game, state, good, made, wanted[good], tell)
            tell(DemandTilesStacked(tuple(state.market)))
        state.stack.extend(state.market)  # KS-21.3
        state.market.clear()
        give_tiles_to_waiting_cities(game, state, tell)
        state.step_stack.append(BEGIN_FINAL_SHIPPING if state.round == game.rounds else game.begin_round)  # KS-21.4

    def _tell_production(
        self,
        game: Airsteam,
        state: AirsteamState,
        good: int,
        made_by_factory: list[int],
        wanted_output: int,
        tell: EventSink,
    ) -> None:
        tables = game.maps[state.seats]
        own = [factory for factory in tables.factories if tables.factory_good[factory] == good]
        counts = tuple([made_by_factory[factory] for factory in own])
        hexes = tuple([tables.factory_hex[factory] for factory in own])
        tell(FactoriesProduced(good, sum(counts), wanted_output - sum(counts), hexes, counts, state.market.count(good)))

    def _produce_at_factory(
        self,
        state: AirsteamState,
        factory: int,
        good: int,
        output: int,
        made_by_factory: list[int],
        wanted_by_good: list[int],
    ) -> None:
        count = min(output, state.supply[good])  # KS-21.5
        state.supply[good] -= count
        state.factory_cubes[factory * GOODS + good] += count
        made_by_factory[factory] += count
        wanted_by_good[good] += output


UPKEEP_STEP: Final = UpkeepStep()
UPKEEP_STEPS: Final[tuple[Step[Any, Any], ...]] = (
    ProduceAndStackMarketTilesStep(),
    MoveStartTokenStep(),
    ReturnCardsAndBeginUpkeepStep(),
)
