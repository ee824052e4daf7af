"""Where cubes can be shipped, at what fee, and whom one may pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.cities import does_city_demand_good
from aerodrome.games.airsteam.rules.queries import (
    find_link_at,
    find_own_depot_at,
    get_end_cities_of_link,
    get_market_price,
    get_train_link_limit,
    list_cubes_in_depots,
    list_links_from_city,
)

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

# On which occasion cubes are shipped.
SHIP_BY_ACTION: Final = 0
SHIP_WITHOUT_ACTION: Final = 1
SHIP_FINAL: Final = 2

UNREACHABLE: Final = 99
"""More foreign links than any route has."""


def count_min_foreign_links_by_city(
    game: Airsteam, state: AirsteamState, seat: int, start_link: int, max_links: int
) -> list[int]:
    """For each city the fewest foreign links on a route of at most `max_links` links that starts on `start_link`."""
    best = [UNREACHABLE] * len(state.city_left)
    if max_links < 1:
        return best
    mine = 1 << seat
    first, last = get_end_cities_of_link(game, state, start_link)
    best[first] = best[last] = 0  # KS-14.6
    frontier = [first, last]
    for _length in range(1, max_links):
        found: list[int] = []
        fee_before = [best[city] for city in frontier]
        for i, city in enumerate(frontier):
            for line in list_links_from_city(game, state, city):
                owners = state.link_owners[line]
                if not owners:
                    continue  # KS-14.8
                fee = fee_before[i] if owners & mine else fee_before[i] + 1  # KS-14.9, KS-15.1
                a, b = get_end_cities_of_link(game, state, line)
                to = b if a == city else a
                if fee < best[to]:
                    best[to] = fee
                    found.append(to)
        frontier = found
        if not found:
            break
    return best


def list_goods_sellable_from(game: Airsteam, state: AirsteamState, seat: int, depot_hex: int) -> list[int]:
    """The goods that a city in reach of the seat's train from this depot takes now."""
    links = get_train_link_limit(game, state, seat)
    fees = count_min_foreign_links_by_city(game, state, seat, find_link_at(game, state, depot_hex), links)
    cities = [city for city, fee in enumerate(fees) if fee != UNREACHABLE]
    return [good for good in range(GOODS) if any(does_city_demand_good(state, city, good) for city in cities)]


def find_destinations_with_max_cubes(
    game: Airsteam, state: AirsteamState, seat: int, depot_hex: int, good: int, occasion: int
) -> list[tuple[int, int]]:
    """Every (hex, most cubes) that cubes of this good on this own depot can go to."""
    cubes_here = state.depot_cubes[state.find_depot_at(depot_hex) * GOODS + good]
    if not cubes_here:
        return []
    max_links = get_train_link_limit(game, state, seat)
    link = find_link_at(game, state, depot_hex)
    found: list[tuple[int, int]] = []
    best = count_min_foreign_links_by_city(game, state, seat, link, max_links)
    for city, fee in enumerate(best):
        if fee != UNREACHABLE and does_city_demand_good(state, city, good):
            most = count_max_cubes_to_city(game, state, seat, city, good, cubes_here, fee, occasion)
            if most:
                found.append((game.maps[state.seats].city_hex[city], most))
    if occasion == SHIP_FINAL:
        return found  # KS-22.7
    near = count_min_foreign_links_by_city(game, state, seat, link, max_links - 1) if max_links > 1 else best
    for hex_id, owner in zip(state.depot_hex, state.depot_seat, strict=True):
        if owner != seat or hex_id == depot_hex:
            continue
        fee = count_min_foreign_links_to_depot(game, state, link, hex_id, near, max_links)
        if fee != UNREACHABLE:
            most = min(cubes_here, count_affordable_cubes(game, state, seat, fee))
            if most:
                found.append((hex_id, most))
    return found


def count_min_foreign_links_to_depot(
    game: Airsteam,
    state: AirsteamState,
    start_link: int,
    depot_hex: int,
    foreign_links_by_city: list[int],
    max_links: int,
) -> int:
    """The fewest foreign links on a route to an own depot, from those to cities one link short of `max_links`."""
    goal = find_link_at(game, state, depot_hex)
    if goal == start_link:
        return 0  # KS-14.7
    if max_links < 2:
        return UNREACHABLE
    a, b = get_end_cities_of_link(game, state, goal)
    return min(
        foreign_links_by_city[a], foreign_links_by_city[b]
    )  # KS-14.5: the last link counts, and has an own depot


def count_affordable_cubes(game: Airsteam, state: AirsteamState, seat: int, paid_links_per_cube: int) -> int:
    """How many cubes can be shipped when each costs cash for so many links (KS-15.7)."""
    cost = paid_links_per_cube * game.fee_per_link
    if not cost or game.fee_from_bank[state.character[seat]]:
        return UNREACHABLE
    return state.cash[seat] // cost


def count_max_cubes_to_city(
    game: Airsteam,
    state: AirsteamState,
    seat: int,
    city: int,
    good: int,
    cubes_here: int,
    paid_links_per_cube: int,
    occasion: int,
) -> int:
    """How many of the cubes on a depot the city takes and the seat can pay for."""
    most = cubes_here if occasion == SHIP_FINAL else min(cubes_here, state.city_left[city])  # KS-22.4, KS-17.3
    loss = paid_links_per_cube * game.fee_per_link - get_sale_price_per_cube(game, state, good, occasion)
    if loss > 0 and not game.fee_from_bank[state.character[seat]]:
        most = min(most, state.cash[seat] // loss)  # KS-15.6
    return most


def get_sale_price_per_cube(game: Airsteam, state: AirsteamState, good: int, occasion: int) -> int:
    return game.final_price if occasion == SHIP_FINAL else get_market_price(game, state, good)  # KS-22.2, KS-17.4


def list_shippable_depots_and_goods(
    game: Airsteam, state: AirsteamState, seat: int, occasion: int
) -> list[tuple[int, int]]:
    """Every (depot hex, good) of which something can be shipped."""
    found: list[tuple[int, int]] = []
    for depot_hex, good, _count in list_cubes_in_depots(state, seat):
        if find_destinations_with_max_cubes(game, state, seat, depot_hex, good, occasion):
            found.append((depot_hex, good))
    return found


def find_rule_against_shipment(
    game: Airsteam, state: AirsteamState, seat: int, depot_hex: int, good: int, occasion: int
) -> str:
    if find_own_depot_at(state, seat, depot_hex) == NOBODY:
        return "KS-14.1"
    if not 0 <= good < GOODS or not state.depot_cubes[state.find_depot_at(depot_hex) * GOODS + good]:
        return "KS-14.2"
    if find_destinations_with_max_cubes(game, state, seat, depot_hex, good, occasion):
        return ""
    return find_shipment_obstacle(game, state, seat, depot_hex, good, occasion).rule


@final
class ShipmentObstacle:
    """What stands between a depot's cubes and the city that is nearest to taking them; NOBODY for no such city."""

    def __init__(self, rule: str, city: int, links: int, missing_links: tuple[int, ...], cash: int) -> None:
        self.rule = rule
        """Whose rule it is: KS-14.8 depots on the way, KS-15.6 cash for the fees, KS-14.4 reach of the train."""
        self.city = city
        self.links = links
        self.missing_links = missing_links
        """Links of the route on which nobody has a depot, from the cubes on."""
        self.cash = cash
        """For KS-15.6: the cash that one cube needs, beyond what it brings."""


def find_shipment_obstacle(
    game: Airsteam, state: AirsteamState, seat: int, depot_hex: int, good: int, occasion: int, goal_city: int = NOBODY
) -> ShipmentObstacle:
    """Why nothing of a good can be shipped from a depot: the city that takes it and lacks least, or the `goal_city`."""
    limit = get_train_link_limit(game, state, seat)
    start = find_link_at(game, state, depot_hex)
    ways: dict[int, tuple[int, ...]] = dict.fromkeys(get_end_cities_of_link(game, state, start), ())
    reached = ways
    for links in range(1, len(state.city_left) + 1):
        if links > 1:
            reached = _extend_missing_links_by_one_link(game, state, reached)
            ways = {**reached, **{city: way for city, way in ways.items() if len(way) <= len(reached.get(city, way))}}
        takers = [city for city in ways if goal_city in (NOBODY, city) and does_city_demand_good(state, city, good)]
        if takers and links >= limit:
            city = min(takers, key=lambda one: len(ways[one]))
            if links > limit:
                return ShipmentObstacle("KS-14.4", city, links, ways[city], 0)
            if ways[city]:
                return ShipmentObstacle("KS-14.8", city, links, ways[city], 0)
            city, cash = _find_least_losing_city_and_loss(game, state, seat, depot_hex, good, occasion, takers)
            return ShipmentObstacle("KS-15.6", city, links, (), cash)
    return ShipmentObstacle("KS-14.4", NOBODY, 0, (), 0)


def _find_least_losing_city_and_loss(
    game: Airsteam, state: AirsteamState, seat: int, depot_hex: int, good: int, occasion: int, taker_cities: list[int]
) -> tuple[int, int]:
    """Of the cities that take the good: the one where a cube loses least by its fees, and how much."""
    best = count_min_foreign_links_by_city(
        game, state, seat, find_link_at(game, state, depot_hex), get_train_link_limit(game, state, seat)
    )
    city = min(taker_cities, key=lambda one: best[one])
    return city, best[city] * game.fee_per_link - get_sale_price_per_cube(game, state, good, occasion)


def _extend_missing_links_by_one_link(
    game: Airsteam, state: AirsteamState, missing_links_by_city: dict[int, tuple[int, ...]]
) -> dict[int, tuple[int, ...]]:
    """For each city one link on: the fewest links without a depot on the way there."""
    found: dict[int, tuple[int, ...]] = {}
    for city, missing in missing_links_by_city.items():
        for line in list_links_from_city(game, state, city):
            a, b = get_end_cities_of_link(game, state, line)
            to = b if a == city else a
            way = missing if state.link_owners[line] else (*missing, line)
            if to not in found or len(way) < len(found[to]):
                found[to] = way
    return found


def list_fee_splits(
    game: Airsteam, state: AirsteamState, seat: int, depot_hex: int, to_hex: int
) -> list[tuple[int, ...]]:
    """Every way to pay for one cube: for each seat the number of its links paid for, over all routes (KS-14.14)."""
    link = find_link_at(game, state, depot_hex)
    found: set[tuple[int, ...]] = set()
    nothing = (0,) * state.seats
    goal_city = game.maps[state.seats].city_at[to_hex]
    goal_link = NOBODY if goal_city != NOBODY else find_link_at(game, state, to_hex)
    if goal_link == link:
        return [nothing]
    for city in get_end_cities_of_link(game, state, link):
        left = get_train_link_limit(game, state, seat) - 1
        _collect_fee_splits(game, state, seat, city, left, [link], nothing, goal_city, goal_link, found)
    return sorted(found)


def list_affordable_fee_splits(
    game: Airsteam,
    state: AirsteamState,
    seat: int,
    depot_hex: int,
    good: int,
    occasion: int,
    to_hex: int,
    cube_count: int,
) -> list[tuple[int, ...]]:
    """The ways to pay that the seat can afford (KS-15.6, KS-15.7)."""
    ways = list_fee_splits(game, state, seat, depot_hex, to_hex)
    if game.fee_from_bank[state.character[seat]]:
        return ways
    money = state.cash[seat]
    if game.maps[state.seats].city_at[to_hex] != NOBODY:
        money += cube_count * get_sale_price_per_cube(game, state, good, occasion)
    return [way for way in ways if sum(way) * cube_count * game.fee_per_link <= money]


def _collect_fee_splits(
    game: Airsteam,
    state: AirsteamState,
    seat: int,
    city: int,
    links_left: int,
    used_links: list[int],
    split: tuple[int, ...],
    goal_city: int,
    goal_link: int,
    fee_splits: set[tuple[int, ...]],
) -> None:
    if city == goal_city:
        fee_splits.add(split)
    if not links_left:
        return
    for line in list_links_from_city(game, state, city):
        owners = state.link_owners[line]
        if not owners or line in used_links:
            continue  # KS-14.8, KS-14.13
        if line == goal_link:
            fee_splits.add(split)
            continue
        a, b = get_end_cities_of_link(game, state, line)
        to = b if a == city else a
        used_links.append(line)
        if owners >> seat & 1:
            _collect_fee_splits(
                game, state, seat, to, links_left - 1, used_links, split, goal_city, goal_link, fee_splits
            )
        else:
            for payee in range(state.seats):
                if owners >> payee & 1:  # KS-15.3
                    more = (*split[:payee], split[payee] + 1, *split[payee + 1 :])
                    _collect_fee_splits(
                        game, state, seat, to, links_left - 1, used_links, more, goal_city, goal_link, fee_splits
                    )
        used_links.pop()


def list_all_fee_splits(seats: int, max_paid_links: int) -> list[tuple[int, ...]]:
    """Every way to name up to `max_paid_links` payees, repeats counted."""
    found: list[tuple[int, ...]] = [()]
    for _seat in range(seats):
        found = [(*way, n) for way in found for n in range(max_paid_links - sum(way) + 1)]
    return found


def find_links_of_cheapest_route(
    game: Airsteam, state: AirsteamState, seat: int, depot_hex: int, to_hex: int
) -> list[int]:
    """The links of a route with the least fee, and of these a shortest: what a shipment looks like on the map."""
    link = find_link_at(game, state, depot_hex)
    goal_city = game.maps[state.seats].city_at[to_hex]
    goal_link = NOBODY if goal_city != NOBODY else find_link_at(game, state, to_hex)
    if goal_link == link:
        return [link]
    left = get_train_link_limit(game, state, seat)
    ways = [(0, city, [link]) for city in get_end_cities_of_link(game, state, link)]
    done: list[tuple[int, int, list[int]]] = []
    while ways:
        fee, city, used = ways.pop()
        if city == goal_city:
            done.append((fee, len(used), used))
            continue
        for line in list_links_from_city(game, state, city) if len(used) < left else ():
            owners = state.link_owners[line]
            if not owners or line in used:
                continue  # KS-14.8, KS-14.13
            if line == goal_link:
                done.append((fee, len(used) + 1, [*used, line]))
                continue
            a, b = get_end_cities_of_link(game, state, line)
            ways.append((fee + (not owners >> seat & 1), b if a == city else a, [*used, line]))
    return min(done)[2] if done else [link]


def keep_minimal_fee_splits(fee_splits: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The ways to pay that are not another way and something on top."""
    return [
        way for way in fee_splits if not any(other != way and _pays_no_seat_more(other, way) for other in fee_splits)
    ]


def _pays_no_seat_more(split: tuple[int, ...], other_split: tuple[int, ...]) -> bool:
    return all(a <= b for a, b in zip(split, other_split, strict=True))
