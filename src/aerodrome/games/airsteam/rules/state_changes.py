"""What changes the table: money, cubes, depots, shipments, upkeep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.core.state import EventSink
from aerodrome.games.airsteam.model.events import (
    CubeDiscardedAtUpkeep,
    CubesDelivered,
    CubesForwardedToDepot,
    DepotBuilt,
    FeeBonusReceived,
    LinkFeePaid,
    UpkeepPaid,
)
from aerodrome.games.airsteam.model.state import GOODS, AirsteamState
from aerodrome.games.airsteam.rules.cities import use_up_and_renew_city_demand
from aerodrome.games.airsteam.rules.queries import compute_depot_cost_on_link, compute_upkeep_due, find_link_at
from aerodrome.games.airsteam.rules.routes import SHIP_FINAL, get_sale_price_per_cube

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def pay_to_bank(state: AirsteamState, seat: int, amount: int) -> None:
    """Move money from the seat to the bank."""
    state.cash[seat] -= amount
    state.bank += amount


def receive_from_bank(state: AirsteamState, seat: int, amount: int) -> None:
    """Move money from the bank to the seat."""
    state.cash[seat] += amount
    state.bank -= amount


def change_own_cube_count(state: AirsteamState, seat: int, cube_place: int, good: int, change: int) -> None:
    """Put cubes on an own depot, or in the hold for -1; a negative change takes them away."""
    if cube_place == NOBODY:
        state.hold[seat * GOODS + good] += change
    else:
        state.depot_cubes[state.find_depot_at(cube_place) * GOODS + good] += change


def set_cubes_under_airship(game: Airsteam, state: AirsteamState, seat: int, good: int, cube_count: int) -> None:
    """Leave so many cubes of a good on the factory or own depot where the airship is."""
    hex_id = state.airship[seat]
    factory = game.maps[state.seats].factory_at[hex_id]
    if factory != NOBODY:
        state.factory_cubes[factory * GOODS + good] = cube_count
    else:
        state.depot_cubes[state.find_depot_at(hex_id) * GOODS + good] = cube_count


def place_depot_and_get_link(game: Airsteam, state: AirsteamState, seat: int, hex_id: int) -> int:
    """Place a depot; returns its link."""
    link = find_link_at(game, state, hex_id)
    state.depot_hex.append(hex_id)
    state.depot_seat.append(seat)
    state.depot_cubes.extend(game.no_cubes)
    state.link_depots[link] += 1
    state.link_owners[link] |= 1 << seat
    state.depots_left[seat] -= 1
    return link


def build_depot(game: Airsteam, state: AirsteamState, seat: int, hex_id: int, tell: EventSink | None) -> None:
    cost = compute_depot_cost_on_link(game, state, seat, find_link_at(game, state, hex_id))
    pay_to_bank(state, seat, cost)
    link = place_depot_and_get_link(game, state, seat, hex_id)
    if tell is not None:
        tell(DepotBuilt(seat, hex_id, link, cost))


def carry_out_shipment(
    game: Airsteam,
    state: AirsteamState,
    seat: int,
    depot_hex: int,
    good: int,
    occasion: int,
    to_hex: int,
    cube_count: int,
    link_count_by_owner: tuple[int, ...],
    tell: EventSink | None,
) -> None:
    """Move the cubes to a city or an own depot, pay for them, and pay each seat for its links that were used."""
    state.depot_cubes[state.find_depot_at(depot_hex) * GOODS + good] -= cube_count
    city = game.maps[state.seats].city_at[to_hex]
    if city == NOBODY:
        state.depot_cubes[state.find_depot_at(to_hex) * GOODS + good] += cube_count  # KS-16.1
        if tell is not None:
            tell(CubesForwardedToDepot(seat, depot_hex, to_hex, good, cube_count))
    else:
        income = cube_count * get_sale_price_per_cube(game, state, good, occasion)
        receive_from_bank(state, seat, income)
        if tell is not None:
            tell(CubesDelivered(seat, depot_hex, city, good, cube_count, income, occasion == SHIP_FINAL))
    for owner in range(state.seats):
        if link_count_by_owner[owner]:
            pay_link_fees(game, state, seat, owner, link_count_by_owner[owner] * cube_count, tell)
    if city != NOBODY:
        if occasion == SHIP_FINAL:
            state.supply[good] += cube_count  # KS-22.10
        else:
            use_up_and_renew_city_demand(game, state, city, good, cube_count, tell)


def pay_link_fees(
    game: Airsteam, state: AirsteamState, payer: int, owner: int, link_uses: int, tell: EventSink | None
) -> None:
    """Pay an owner for so many uses of a link; some characters change who pays and how much comes in."""
    amount = link_uses * game.fee_per_link  # KS-15.2
    from_bank = game.fee_from_bank[state.character[payer]]
    if not from_bank:
        pay_to_bank(state, payer, amount)
    receive_from_bank(state, owner, amount)
    if tell is not None:
        tell(LinkFeePaid(payer, owner, amount, from_bank))
    bonus = link_uses * game.fee_bonus[state.character[owner]]  # KS-24.21
    if bonus:
        receive_from_bank(state, owner, bonus)
        if tell is not None:
            tell(FeeBonusReceived(owner, bonus))


def settle_upkeep(game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
    """All have chosen (KS-R39): the rest is paid for, what was given up goes to the supply."""
    for seat in range(state.seats):
        due = compute_upkeep_due(game, state, seat)
        if due:
            pay_to_bank(state, seat, due)
            if tell is not None:
                tell(UpkeepPaid(seat, due))
    given = state.cubes_given_up
    for i in range(0, len(given), 3):
        seat, depot, good = given[i], given[i + 1], given[i + 2]
        change_own_cube_count(state, seat, depot, good, -1)
        state.supply[good] += 1  # KS-20.3
        if tell is not None:
            tell(CubeDiscardedAtUpkeep(seat, depot, good))
    given.clear()
