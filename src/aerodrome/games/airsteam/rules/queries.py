"""Pure answers: figures of a seat, what a place holds, what something costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

NO_NEXT_LEVEL: Final = 1_000_000
"""What the level after the last one costs."""


def get_airship_capacity(game: Airsteam, state: AirsteamState, seat: int) -> int:
    """How many cubes the hold takes (KS-12.4, KS-24.22)."""
    return game.capacity_by_level[state.airship_level[seat]] + game.capacity_bonus[state.character[seat]]


def get_diamond_rating(game: Airsteam, state: AirsteamState, seat: int) -> int:
    return game.diamonds_by_level[state.airship_level[seat]]


def get_train_link_limit(game: Airsteam, state: AirsteamState, seat: int) -> int:
    return game.links_by_level[state.train_level[seat]]


def get_market_price(game: Airsteam, state: AirsteamState, good: int) -> int:
    return game.prices[state.price[good]]


def find_link_at(game: Airsteam, state: AirsteamState, hex_id: int) -> int:
    """The link whose rail space this is, printed or laid; -1 for any other hex."""
    link = game.maps[state.seats].link_at[hex_id]
    if link == NOBODY and hex_id in state.laid_hex:
        return state.laid_link[state.laid_hex.index(hex_id)]
    return link


def get_end_cities_of_link(game: Airsteam, state: AirsteamState, link: int) -> tuple[int, int]:
    if link < game.printed_links:
        return game.maps[state.seats].link_ends[link]
    laid = 2 * (link - game.printed_links)
    return state.laid_ends[laid], state.laid_ends[laid + 1]


def list_links_from_city(game: Airsteam, state: AirsteamState, city: int) -> tuple[int, ...]:
    """The links that end in this city, printed and laid."""
    links = game.maps[state.seats].links_at[city]
    for i, end in enumerate(state.laid_ends):
        if end == city:
            links = (*links, game.printed_links + i // 2)
    return links


def compute_depot_cost_on_link(game: Airsteam, state: AirsteamState, seat: int, link: int) -> int:
    return compute_cost_of_next_depot(game, state, seat, state.link_depots[link])  # KS-11.7: whoever owns them


def compute_cost_of_next_depot(game: Airsteam, state: AirsteamState, seat: int, depots_on_link: int) -> int:
    """What the seat pays for a depot on a link with so many."""
    costs = game.depot_costs
    cost = costs[depots_on_link] if depots_on_link < len(costs) else costs[-1]
    return max(0, cost - game.depot_discount[state.character[seat]])  # KS-24.19


def find_rule_against_building_depot(game: Airsteam, state: AirsteamState, seat: int, hex_id: int) -> str:
    if hex_id < 0:
        return "KS-11.1"
    link = find_link_at(game, state, hex_id)
    if link == NOBODY:
        return "KS-11.1"
    if state.find_depot_at(hex_id) != NOBODY:
        return "KS-11.2"
    if not state.depots_left[seat]:
        return "KS-11.3"
    return "" if compute_depot_cost_on_link(game, state, seat, link) <= state.cash[seat] else "KS-10.3"


def find_own_depot_at(state: AirsteamState, seat: int, hex_id: int) -> int:
    """The number of the seat's depot on this hex, or -1."""
    if hex_id < 0:
        return NOBODY
    depot = state.find_depot_at(hex_id)
    return depot if depot != NOBODY and state.depot_seat[depot] == seat else NOBODY


def count_cubes_in_hold(state: AirsteamState, seat: int) -> int:
    base = seat * GOODS
    hold = state.hold
    return hold[base] + hold[base + 1] + hold[base + 2] + hold[base + 3] + hold[base + 4]


def count_cubes_in_depots(state: AirsteamState, seat: int) -> int:
    total = 0
    for depot, owner in enumerate(state.depot_seat):
        if owner == seat:
            base = depot * GOODS
            total += sum(state.depot_cubes[base : base + GOODS])
    return total


def list_cubes_in_depots(state: AirsteamState, seat: int) -> list[tuple[int, int, int]]:
    """Each kind of cube in the seat's depots: the depot's hex, the good and how many."""
    found: list[tuple[int, int, int]] = []
    for depot, owner in enumerate(state.depot_seat):
        if owner == seat:
            base = depot * GOODS
            for good in range(GOODS):
                if state.depot_cubes[base + good]:
                    found.append((state.depot_hex[depot], good, state.depot_cubes[base + good]))
    return found


def count_own_cubes_at(state: AirsteamState, seat: int, cube_place: int, good: int) -> int:
    """Own cubes of a good on the depot of this hex, or in the hold for -1; 0 where the seat owns nothing."""
    if not 0 <= good < GOODS:
        return 0
    if cube_place == NOBODY:
        return state.hold[seat * GOODS + good]
    number = find_own_depot_at(state, seat, cube_place)
    return 0 if number == NOBODY else state.depot_cubes[number * GOODS + good]


def count_kept_cubes_at(state: AirsteamState, seat: int, cube_place: int, good: int) -> int:
    """As `count_own_cubes_at`, less what the seat has given up in this Upkeep."""
    count = count_own_cubes_at(state, seat, cube_place, good)
    given = state.cubes_given_up
    for i in range(0, len(given), 3):
        if given[i] == seat and given[i + 1] == cube_place and given[i + 2] == good:
            count -= 1
    return count


def list_possible_cube_places(state: AirsteamState, seat: int) -> list[int]:
    """Where a seat can have cubes: the hold (-1) and the hexes of its depots."""
    return [NOBODY] + [hex_id for hex_id, owner in zip(state.depot_hex, state.depot_seat, strict=True) if owner == seat]


def compute_upkeep_due(game: Airsteam, state: AirsteamState, seat: int) -> int:
    cubes = count_cubes_in_hold(state, seat)
    if not game.depot_upkeep_free[state.character[seat]]:  # KS-24.20
        cubes += count_cubes_in_depots(state, seat)
    for i in range(0, len(state.cubes_given_up), 3):
        if state.cubes_given_up[i] == seat:
            cubes -= 1
    return cubes * game.upkeep_per_cube  # KS-20.2


def compute_visible_upkeep(game: Airsteam, state: AirsteamState, seat: int, viewer: int | None) -> int:
    """The upkeep that a viewer knows of: what others give up in this Upkeep is not yet known."""
    due = compute_upkeep_due(game, state, seat)
    return due if seat == viewer else due + state.cubes_given_up[::3].count(seat) * game.upkeep_per_cube


def is_plan_full(state: AirsteamState, seat: int) -> bool:
    base = seat * SLOTS
    plan = state.plan
    return plan[base + 3] != NOBODY and plan[base] != NOBODY and plan[base + 1] != NOBODY and plan[base + 2] != NOBODY


def has_plan_or_upkeep_changes_left(game: Airsteam, state: AirsteamState, seat: int) -> bool:
    """Whether the seat may still change its mind in this round (KS-R58)."""
    return state.changes_made[seat] < game.max_changes


def count_kept_cubes_in_hold(state: AirsteamState, seat: int) -> int:
    """The cubes in the hold, less what the seat has given up in this Upkeep."""
    return sum(count_kept_cubes_at(state, seat, NOBODY, good) for good in range(GOODS))


def find_given_up_cube_index(state: AirsteamState, seat: int, cube_place: int, good: int) -> int:
    """Where such a cube that the seat has given up begins in `cubes_given_up`, or -1."""
    given = state.cubes_given_up
    for i in range(0, len(given), 3):
        if given[i] == seat and given[i + 1] == cube_place and given[i + 2] == good:
            return i
    return NOBODY


def get_card_in_current_slot(state: AirsteamState, seat: int) -> int:
    return state.plan[seat * SLOTS + state.slot]


def count_depots_built(game: Airsteam, state: AirsteamState, seat: int) -> int:
    return game.depots_each - state.depots_left[seat]


def list_seats_in_tie_break_order(game: Airsteam, state: AirsteamState) -> list[int]:
    """Who comes first among equals: from the token's holder (KS-6.4), or by order number (KS-24.4)."""
    if not game.full:
        return [(state.start + i) % state.seats for i in range(state.seats)]
    return sorted(range(state.seats), key=lambda seat: game.team_order[state.team[seat]])


def list_give_up_cube_actions(game: Airsteam, state: AirsteamState, seat: int) -> list[Action]:
    """Every kind of cube the seat owns, in the hold and in depots, to be given up one of."""
    found = [game.get_give_up_cube_action(NOBODY, good) for good in range(GOODS) if state.hold[seat * GOODS + good]]
    for depot_hex, good, _count in list_cubes_in_depots(state, seat):
        found.append(game.get_give_up_cube_action(depot_hex, good))
    return found


def can_convert_cube(state: AirsteamState, seat: int) -> bool:
    """Whether the seat owns a cube and the supply has one of another colour (KS-24.16)."""
    places = list_possible_cube_places(state, seat)
    for good in range(GOODS):
        if has_other_good_in_supply(state, good):
            for place in places:
                if count_own_cubes_at(state, seat, place, good):
                    return True
    return False


def has_other_good_in_supply(state: AirsteamState, good: int) -> bool:
    """Whether the supply has a cube of any good but this one."""
    return sum(state.supply) > state.supply[good]


def find_rule_against_upgrade(state: AirsteamState, seat: int, cost: int, rule_at_last_level: str) -> str:
    """`rule_at_last_level` forbids an upgrade beyond the last level."""
    if cost <= state.cash[seat]:
        return ""
    return rule_at_last_level if cost >= NO_NEXT_LEVEL else "KS-10.3"


def append_affordable_depot_actions(game: Airsteam, state: AirsteamState, seat: int, actions: list[Action]) -> None:
    """Append every depot that the seat can pay for."""
    tables = game.maps[state.seats]
    cash = state.cash[seat]
    costs = [compute_cost_of_next_depot(game, state, seat, there) for there in range(len(game.depot_costs))]
    if costs[0] > cash:
        return
    dear = len(costs) - 1
    taken = set(state.depot_hex)
    for link in tables.links:
        there = state.link_depots[link]
        if not there:
            actions += game.link_build_actions[state.seats][link]
        elif costs[there if there < dear else dear] <= cash:
            for hex_id in tables.link_spaces[link]:
                if hex_id not in taken:
                    actions.append(game.build[hex_id])
    for i, hex_id in enumerate(state.laid_hex):
        if hex_id not in taken and compute_depot_cost_on_link(game, state, seat, state.laid_link[i]) <= cash:
            actions.append(game.build[hex_id])
