"""Pure answers: figures of a seat, what a place holds, what something costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def airship_capacity(game: Airsteam, state: AirsteamState, seat: int) -> int:
    return (
        game.capacity_by_level[state.airship_level[seat]] + game.capacity_bonus[state.character[seat]]
    )  # KS-12.4, KS-24.22


def diamond_rating(game: Airsteam, state: AirsteamState, seat: int) -> int:
    return game.diamonds_by_level[state.airship_level[seat]]


def train_link_limit(game: Airsteam, state: AirsteamState, seat: int) -> int:
    return game.links_by_level[state.train_level[seat]]


def market_price(game: Airsteam, state: AirsteamState, good: int) -> int:
    return game.prices[state.price[good]]


def find_link_at(game: Airsteam, state: AirsteamState, at: int) -> int:
    """The link whose rail space this is, printed or laid; -1 for any other hex."""
    link = game.maps[state.seats].link_at[at]
    if link == NOBODY and at in state.laid_hex:
        return state.laid_link[state.laid_hex.index(at)]
    return link


def link_end_cities(game: Airsteam, state: AirsteamState, link: int) -> tuple[int, int]:
    if link < game.printed_links:
        return game.maps[state.seats].link_ends[link]
    laid = 2 * (link - game.printed_links)
    return state.laid_ends[laid], state.laid_ends[laid + 1]


def list_links_from_city(game: Airsteam, state: AirsteamState, city: int) -> tuple[int, ...]:
    links = game.maps[state.seats].links_at[city]
    for i, end in enumerate(state.laid_ends):
        if end == city:
            links = (*links, game.printed_links + i // 2)
    return links


def depot_cost_on_link(game: Airsteam, state: AirsteamState, seat: int, link: int) -> int:
    return depot_cost_for_count(game, state, seat, state.link_depots[link])  # KS-11.7: whoever owns them


def depot_cost_for_count(game: Airsteam, state: AirsteamState, seat: int, there: int) -> int:
    """What the seat pays for a depot on a link with so many."""
    costs = game.depot_costs
    cost = costs[there] if there < len(costs) else costs[-1]
    return max(0, cost - game.depot_discount[state.character[seat]])  # KS-24.19


def violation_of_build(game: Airsteam, state: AirsteamState, seat: int, at: int) -> str:
    if at < 0:
        return "KS-11.1"
    link = find_link_at(game, state, at)
    if link == NOBODY:
        return "KS-11.1"
    if state.depot_on(at) != NOBODY:
        return "KS-11.2"
    if not state.depots_left[seat]:
        return "KS-11.3"
    return "" if depot_cost_on_link(game, state, seat, link) <= state.cash[seat] else "KS-10.3"


def find_own_depot(state: AirsteamState, seat: int, at: int) -> int:
    """The number of the seat's depot on this hex, or -1."""
    if at < 0:
        return NOBODY
    depot = state.depot_on(at)
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


def count_own_cubes(state: AirsteamState, seat: int, depot: int, good: int) -> int:
    """Own cubes of a good on the depot of this hex, or in the hold for -1; 0 where the seat owns nothing."""
    if not 0 <= good < GOODS:
        return 0
    if depot == NOBODY:
        return state.hold[seat * GOODS + good]
    number = find_own_depot(state, seat, depot)
    return 0 if number == NOBODY else state.depot_cubes[number * GOODS + good]


def count_kept_cubes(state: AirsteamState, seat: int, depot: int, good: int) -> int:
    """As `cubes_here`, less what the seat has given up in this Upkeep."""
    count = count_own_cubes(state, seat, depot, good)
    given = state.cubes_given_up
    for i in range(0, len(given), 3):
        if given[i] == seat and given[i + 1] == depot and given[i + 2] == good:
            count -= 1
    return count


def add_own_cubes(state: AirsteamState, seat: int, depot: int, good: int, change: int) -> None:
    if depot == NOBODY:
        state.hold[seat * GOODS + good] += change
    else:
        state.depot_cubes[state.depot_on(depot) * GOODS + good] += change


def list_cube_places(state: AirsteamState, seat: int) -> list[int]:
    """Where a seat can have cubes: the hold (-1) and the hexes of its depots."""
    return [NOBODY] + [at for at, owner in zip(state.depot_hex, state.depot_seat, strict=True) if owner == seat]


def upkeep_due(game: Airsteam, state: AirsteamState, seat: int) -> int:
    cubes = count_cubes_in_hold(state, seat)
    if not game.depot_upkeep_free[state.character[seat]]:  # KS-24.20
        cubes += count_cubes_in_depots(state, seat)
    for i in range(0, len(state.cubes_given_up), 3):
        if state.cubes_given_up[i] == seat:
            cubes -= 1
    return cubes * game.upkeep_per_cube  # KS-20.2


def current_card(state: AirsteamState, seat: int) -> int:
    return state.plan[seat * SLOTS + state.slot]


def pay(state: AirsteamState, seat: int, amount: int) -> None:
    """From the seat to the bank; the other way round when negative."""
    state.cash[seat] -= amount
    state.bank += amount


def place_depot(game: Airsteam, state: AirsteamState, seat: int, at: int) -> int:
    """Place a depot; returns its link."""
    link = find_link_at(game, state, at)
    state.depot_hex.append(at)
    state.depot_seat.append(seat)
    state.depot_cubes.extend(game.no_cubes)
    state.link_depots[link] += 1
    state.link_owners[link] |= 1 << seat
    state.depots_left[seat] -= 1
    return link


def count_depots_built(game: Airsteam, state: AirsteamState, seat: int) -> int:
    return game.depots_each - state.depots_left[seat]


def tie_break_order(game: Airsteam, state: AirsteamState) -> list[int]:
    """Who comes first among equals: from the token's holder (KS-6.4), or by order number (KS-24.4)."""
    if not game.full:
        return [(state.start + i) % state.seats for i in range(state.seats)]
    return sorted(range(state.seats), key=lambda seat: game.team_order[state.team[seat]])
