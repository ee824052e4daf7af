"""What a person would find absurd in a bot's play of Kings of Air and Steam, by the rules and by what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.manners import MannersObserver
from aerodrome.games.airsteam.model import actions as act
from aerodrome.games.airsteam.model.state import GOODS, HIDDEN, KNOWN, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.cities import does_city_demand_good
from aerodrome.games.airsteam.rules.queries import (
    compute_depot_cost_on_link,
    compute_upkeep_due,
    count_kept_cubes_at,
    find_link_at,
    find_own_depot_at,
    get_market_price,
    get_train_link_limit,
    list_possible_cube_places,
)
from aerodrome.games.airsteam.rules.routes import UNREACHABLE, count_min_foreign_links_by_city
from aerodrome.games.airsteam.steps.end import FinalShipmentStep
from aerodrome.games.airsteam.steps.turn import BeginSeatTurnStep, LoadOrUnloadStep, MoveAirshipStep, TakeActionStep
from aerodrome.games.airsteam.steps.upkeep import UpkeepStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

WORTHLESS_UPKEEP: Final = "upkeep_for_worthless_cube"
GOOD_CUBE_GIVEN_UP: Final = "sellable_cube_given_up"
USELESS_UPGRADE: Final = "useless_last_upgrade"
USELESS_ADJUSTMENT: Final = "useless_last_adjustment"
CIRCLE: Final = "cubes_carried_in_circle"
LOADED_TOO_LATE: Final = "loaded_after_last_flight"
SPENT_BELOW_UPKEEP: Final = "spent_below_upkeep"
SALE_LEFT: Final = "final_sale_left_out"
FAILING_PLAN: Final = "plan_must_fail"
SAME_PLAN: Final = "same_plan_every_round"

UPGRADE_WORTH: Final = 3


class Observer(MannersObserver["Airsteam", AirsteamState]):
    absurdities: ClassVar[dict[str, str]] = {
        WORTHLESS_UPKEEP: "pays upkeep in the last round for a cube that can no longer be sold",
        GOOD_CUBE_GIVEN_UP: "gives up a cube that sells for more than its upkeep, though it has the money",
        USELESS_UPGRADE: "upgrades an airship that does not fly any more, or a train that ships nothing more by it",
        USELESS_ADJUSTMENT: "adjusts its route with the last action of the game and unloads nothing by it",
        CIRCLE: "unloads cubes where it had loaded them, and takes nothing for them",
        LOADED_TOO_LATE: "loads cubes in the last round that it cannot bring to a depot any more",
        SPENT_BELOW_UPKEEP: "spends on the last action of a round what the upkeep of better cubes needs",
        SALE_LEFT: "ends its final shipping with cubes that a city would pay for",
        FAILING_PLAN: "seals a plan with more diamonds than any upgrade in time allows",
        SAME_PLAN: "lays the same four cards in the same order in every round",
    }

    def __init__(self) -> None:
        self._loaded_at: dict[tuple[int, int], list[int]] = {}
        """For each seat and good the hexes where the cubes aboard were loaded."""
        self._plans: dict[int, list[tuple[int, ...]]] = {}

    def observe_choice_and_list_absurdities(
        self, game: Airsteam, state: AirsteamState, who: int, action: Action
    ) -> list[str]:
        step = state.step_stack[-1]
        if isinstance(action, act.LoadOrUnload) and isinstance(step, LoadOrUnloadStep):
            return self._record_load_or_unload_and_list_absurdities(game, state, who, action.hold)
        if isinstance(step, UpkeepStep) and isinstance(action, (act.PayUpkeep, act.GiveUpCube)):
            return _list_absurdities_of_upkeep(game, state, who, action)
        if isinstance(step, TakeActionStep):
            return _list_absurdities_of_turn_action(game, state, who, action)
        if isinstance(action, act.SealPlan):
            return self._record_plan_and_list_absurdities(game, state, who)
        if isinstance(step, FinalShipmentStep) and isinstance(action, act.FinishShippingOrTrack):
            left = [
                _find_best_final_net_price(game, state, who, place, good)
                for place, good in _list_kept_cube_places_and_goods(state, who)
            ]
            return [SALE_LEFT] if any(price > 0 for price in left) else []
        return []

    def observe_end_and_list_absurdities(self, game: Airsteam, state: AirsteamState) -> list[str]:
        return [SAME_PLAN for plans in self._plans.values() if len(plans) > 1 and len(set(plans)) == 1]

    def _record_plan_and_list_absurdities(self, game: Airsteam, state: AirsteamState, who: int) -> list[str]:
        plan = tuple(state.plan[who * SLOTS : (who + 1) * SLOTS])
        self._plans.setdefault(who, []).append(plan)
        level = state.airship_level[who]
        allowed = game.diamonds_by_level[level]
        if level + 1 < len(game.diamonds_by_level) and game.airship_cost[level] <= state.cash[who]:
            allowed = game.diamonds_by_level[level + 1]
        return [FAILING_PLAN] if sum([game.card_diamonds[card] for card in plan]) > allowed else []

    def _record_load_or_unload_and_list_absurdities(
        self, game: Airsteam, state: AirsteamState, who: int, hold_after: tuple[int, ...]
    ) -> list[str]:
        hex_id = state.airship[who]
        taken = put_back = 0
        for good in range(GOODS):
            before = state.hold[who * GOODS + good]
            origins = self._loaded_at.setdefault((who, good), [])
            del origins[: max(0, len(origins) - before)]
            if hold_after[good] > before:
                taken += 1
                origins += [hex_id] * (hold_after[good] - before)
            for _cube in range(before - hold_after[good]):
                if hex_id in origins:
                    origins.remove(hex_id)
                    put_back += 1
                elif origins:
                    origins.pop(0)
        found = []
        flies = _flies_again_in_round(state, who)
        saves_upkeep = not flies and state.round < game.rounds
        if put_back and not taken and not (saves_upkeep and find_own_depot_at(state, who, hex_id) == NOBODY):
            found.append(CIRCLE)
        if taken and state.round == game.rounds and not flies and not _is_next_to_own_depot(game, state, who):
            found.append(LOADED_TOO_LATE)
        return found


def _list_absurdities_of_upkeep(game: Airsteam, state: AirsteamState, who: int, action: Action) -> list[str]:
    is_last_round = state.round == game.rounds
    if isinstance(action, act.GiveUpCube):
        if compute_upkeep_due(game, state, who) > state.cash[who] or (is_last_round and state.waiting):
            return []
        worth = _estimate_marginal_cube_worth(game, state, who, action.depot, action.good)
        return [GOOD_CUBE_GIVEN_UP] if worth > game.upkeep_per_cube else []
    if not is_last_round or state.waiting:
        return []
    free = game.depot_upkeep_free[state.character[who]]
    paid = [
        (place, good) for place, good in _list_kept_cube_places_and_goods(state, who) if place == NOBODY or not free
    ]
    worthless = any(
        count_kept_cubes_at(state, who, place, good) and _find_best_final_net_price(game, state, who, place, good) <= 0
        for place, good in paid
    )
    return [WORTHLESS_UPKEEP] if worthless else []


def _list_absurdities_of_turn_action(game: Airsteam, state: AirsteamState, who: int, action: Action) -> list[str]:
    in_turn = _count_action_steps_on_stack(state, who)
    is_last_of_round = state.slot == SLOTS - 1 and in_turn == 1
    is_last_of_game = is_last_of_round and state.round == game.rounds
    cost = gain = 0
    if isinstance(action, act.UpgradeAirship):
        cost, gain = game.airship_cost[state.airship_level[who]], UPGRADE_WORTH
        if state.round == game.rounds and state.slot == SLOTS - 1:
            return [USELESS_UPGRADE]
    elif isinstance(action, act.UpgradeTrain):
        cost, gain = game.train_cost[state.train_level[who]], UPGRADE_WORTH
        if is_last_of_game and not _would_longer_train_raise_final_price(game, state, who):
            return [USELESS_UPGRADE]
    elif isinstance(action, act.BuildDepot):
        cost = compute_depot_cost_on_link(game, state, who, find_link_at(game, state, action.hex))
        gain = game.depot_value - cost
    elif isinstance(action, act.AdjustAirship) and is_last_of_game:
        there = game.maps[state.seats].neighbour_by_direction[state.airship[who]][action.direction]
        aboard = any(state.hold[who * GOODS : (who + 1) * GOODS])
        return [] if aboard and find_own_depot_at(state, who, there) != NOBODY else [USELESS_ADJUSTMENT]
    if cost and is_last_of_round and _compute_upkeep_loss_after_spending(game, state, who, cost) > gain:
        return [SPENT_BELOW_UPKEEP]
    return []


def _compute_upkeep_loss_after_spending(game: Airsteam, state: AirsteamState, who: int, cost: int) -> int:
    """What the cubes would bring that cannot be paid for after spending `cost`, less their upkeep."""
    due = compute_upkeep_due(game, state, who)
    short = due - (state.cash[who] - cost)
    if short <= 0:
        return 0
    free = game.depot_upkeep_free[state.character[who]]
    worth: list[int] = []
    for place, good in _list_kept_cube_places_and_goods(state, who):
        if place == NOBODY or not free:
            each = _estimate_marginal_cube_worth(game, state, who, place, good)
            worth += [max(0, each - game.upkeep_per_cube)] * count_kept_cubes_at(state, who, place, good)
    return sum(sorted(worth)[: short // game.upkeep_per_cube])


def _estimate_marginal_cube_worth(game: Airsteam, state: AirsteamState, who: int, cube_place: int, good: int) -> int:
    """What a cube surely brings later: in final shipping after the last round, else at today's price and demand."""
    if state.round == game.rounds:
        return _find_best_final_net_price(game, state, who, cube_place, good)
    price = get_market_price(game, state, good)
    if cube_place != NOBODY:
        net, wanted = _find_best_net_price_and_demand(
            game, state, who, find_link_at(game, state, cube_place), good, price
        )
        return net if count_kept_cubes_at(state, who, cube_place, good) <= wanted else 0
    depots = list_possible_cube_places(state, who)[1:]
    return max(
        [
            0,
            *[
                _find_best_net_price_and_demand(game, state, who, find_link_at(game, state, d), good, price)[0]
                for d in depots
            ],
        ]
    )


def _find_best_final_net_price(game: Airsteam, state: AirsteamState, who: int, cube_place: int, good: int) -> int:
    if cube_place == NOBODY:
        return 0  # KS-22.1
    return _find_best_net_price_and_demand(
        game, state, who, find_link_at(game, state, cube_place), good, game.final_price
    )[0]


def _find_best_net_price_and_demand(
    game: Airsteam, state: AirsteamState, who: int, link: int, good: int, price_per_cube: int, extra_links: int = 0
) -> tuple[int, int]:
    """The best price less fees from a line, and how many cubes the city takes; (0, 0) for none."""
    limit = get_train_link_limit(game, state, who) + extra_links
    fees = count_min_foreign_links_by_city(game, state, who, link, limit)
    free = game.fee_from_bank[state.character[who]]
    found = [(0, 0)]
    for city, links in enumerate(fees):
        if links != UNREACHABLE and does_city_demand_good(state, city, good):
            found.append((price_per_cube - (0 if free else links * game.fee_per_link), state.city_left[city]))
    return max(found)


def _would_longer_train_raise_final_price(game: Airsteam, state: AirsteamState, who: int) -> bool:
    for place, good in _list_kept_cube_places_and_goods(state, who):
        if place != NOBODY:
            link = find_link_at(game, state, place)
            now = _find_best_net_price_and_demand(game, state, who, link, good, game.final_price)
            if _find_best_net_price_and_demand(game, state, who, link, good, game.final_price, 1)[0] > now[0]:
                return True
    return False


def _list_kept_cube_places_and_goods(state: AirsteamState, who: int) -> list[tuple[int, int]]:
    """Every place, the hold being -1, and good of which the seat has cubes."""
    return [
        (place, good)
        for place in list_possible_cube_places(state, who)
        for good in range(GOODS)
        if count_kept_cubes_at(state, who, place, good) > 0
    ]


def _count_action_steps_on_stack(state: AirsteamState, who: int) -> int:
    """How many actions of the seat are on the stack, the present one included."""
    return len([step for step in state.step_stack if isinstance(step, TakeActionStep) and step.seat == who])


def _flies_again_in_round(state: AirsteamState, who: int) -> bool:
    base = who * SLOTS
    if any(state.face[base + slot] in (HIDDEN, KNOWN) for slot in range(SLOTS)):
        return True
    return any(isinstance(step, (MoveAirshipStep, BeginSeatTurnStep)) and step.seat == who for step in state.step_stack)


def _is_next_to_own_depot(game: Airsteam, state: AirsteamState, who: int) -> bool:
    near = game.maps[state.seats].neighbour_by_direction[state.airship[who]]
    return any(hex_id != NOBODY and find_own_depot_at(state, who, hex_id) != NOBODY for hex_id in near)
