"""Pure answers: what something costs, counts or reaches, and which rule forbids it ("" when none does)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.core.actions import NOBODY
from aerodrome.games.tingoose.model.state import (
    CRASH,
    IRREGULAR_SAFETY,
    LARGE,
    OIL,
    RURAL_STOPS,
    SMALL,
    STRIKE,
    TinGooseState,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

MAX_SEALED_BID_WITHDRAWALS: Final = 12
"""So often a seat may open its sealed bid again in one bidding."""  # TG-R57


def has_condition(state: TinGooseState, seat: int, condition: int) -> bool:
    return state.conditions[seat] >> condition & 1 == 1


def get_income(game: TinGoose, state: TinGooseState, seat: int) -> int:
    return game.income_boxes[state.income_box[seat]]


def count_flames(game: TinGoose, state: TinGooseState, seat: int) -> int:
    total = state.extensions[seat] * game.extension_flames  # TG-12.4
    for fleet in state.fleets[seat]:  # TG-R13
        total += game.fleet_flames[fleet]
    if state.conditions[seat] >> IRREGULAR_SAFETY & 1:
        total += game.safety_hazard  # TG-6.10
    return total


def count_barrels(game: TinGoose, state: TinGooseState, seat: int) -> int:
    total = state.extensions[seat] * game.extension_barrels
    for fleet in state.fleets[seat]:  # TG-R14
        total += game.fleet_barrels[fleet]
    return total


def get_barrel_price(game: TinGoose, state: TinGooseState, seat: int, printed_price: int) -> int:
    """What one barrel costs this seat in an oil event of that printed price."""
    if state.conditions[seat] >> RURAL_STOPS & 1:
        return printed_price + game.oil_surcharge  # TG-6.16
    return printed_price


def compute_event_cost_or_strike_loss(game: TinGoose, state: TinGooseState, seat: int, card: int) -> int:
    """What an event card would cost this seat now; a strike when it is lost, 0 for a fleet."""
    kind = game.card_kind[card]
    if kind == STRIKE:
        return game.strike_lose[card]
    if kind == CRASH:
        return count_flames(game, state, seat) * game.event_price[card]
    if kind == OIL:
        return count_barrels(game, state, seat) * get_barrel_price(game, state, seat, game.event_price[card])
    return 0


def count_demand_tokens(state: TinGooseState, city: int) -> int:
    return state.silver[city] + (state.gold >> city & 1)


def count_rivals_in_city(state: TinGooseState, seat: int, city: int) -> int:
    """How many other players are present in a city."""
    count = 0
    for other in range(state.seats):
        if other != seat and state.network[other] >> city & 1:
            count += 1
    return count


def owns_fleet_of_same_kind(game: TinGoose, state: TinGooseState, seat: int, card: int) -> bool:
    """Whether a fleet of the same kind as this card is in the seat's play area."""
    kind = game.fleet_kind[card]
    return kind in [game.fleet_kind[fleet] for fleet in state.fleets[seat]]  # TG-R18


def count_bits(bits: int) -> int:
    """How many bits are set."""
    total = 0
    while bits:
        bits &= bits - 1
        total += 1
    return total


def find_reachable_city_bits(game: TinGoose, network_bits: int, plane_size: int) -> int:
    """The cities a plane of this size can fly to from a network; both are bit sets."""
    if plane_size == LARGE:
        return game.all_cities & ~network_bits  # TG-10.7
    tables = game.line_masks_by_byte if plane_size == SMALL else game.near_masks_by_byte
    mask = (
        tables[0][network_bits & 255]
        | tables[1][network_bits >> 8 & 255]
        | tables[2][network_bits >> 16 & 255]
        | tables[3][network_bits >> 24 & 255]
        | tables[4][network_bits >> 32 & 255]
        | tables[5][network_bits >> 40 & 255]
    )
    return mask & ~network_bits  # TG-10.3


def list_cities_in_bits(game: TinGoose, bits: int) -> list[int]:
    """The cities of a bit set, in ascending order."""
    names = game.cities_by_byte
    return (
        names[0][bits & 255]
        + names[1][bits >> 8 & 255]
        + names[2][bits >> 16 & 255]
        + names[3][bits >> 24 & 255]
        + names[4][bits >> 32 & 255]
        + names[5][bits >> 40 & 255]
    )


def find_rule_against_city_entry(game: TinGoose, state: TinGooseState, seat: int, city: int, plane_size: int) -> str:
    """Why a plane of this size may not enter."""
    if not 0 <= city < len(game.cities):
        return "TG-10.1"
    network = state.network[seat]
    if network >> city & 1:
        return "TG-10.3"
    if find_reachable_city_bits(game, network, plane_size) >> city & 1:
        return ""
    return "TG-10.5" if plane_size == SMALL else "TG-10.6"


def count_waiting_planes(state: TinGooseState, seat: int, fleet: int) -> int:
    """Planes on this fleet card of the seat; 0 when it is not there."""
    fleets = state.fleets[seat]
    for i in range(len(fleets)):
        if fleets[i] == fleet:
            return state.planes[seat][i]
    return 0


def find_rule_against_destination_service(game: TinGoose, state: TinGooseState, seat: int, fleet: int) -> str:
    """Why a plane of this fleet may not go abroad in this round."""
    place = game.destination_of_round[state.round]
    if state.served_destinations[seat] >> place & 1:
        return "TG-11.7"
    if count_waiting_planes(state, seat, fleet) == 0:
        return "TG-11.3"
    if game.fleet_size[fleet] < game.destination_size[place]:
        return "TG-11.4"
    return "TG-11.5" if state.cash[seat] < game.destination_cost[place] else ""


def find_rule_against_upgrade(game: TinGoose, state: TinGooseState, seat: int, old_fleet: int, new_fleet: int) -> str:
    if old_fleet not in state.fleets[seat]:
        return "TG-8.6"
    if game.fleet_size[new_fleet] < game.fleet_size[old_fleet]:
        return "TG-8.7"
    return "" if game.fleet_era_rank[new_fleet] > game.fleet_era_rank[old_fleet] else "TG-8.8"  # TG-R20


def find_rule_against_auction_bid(game: TinGoose, state: TinGooseState, seat: int, amount: int, high_bid: int) -> str:
    if amount < game.min_auction_bid or amount <= high_bid:  # TG-R15
        return "TG-7.9" if state.cash[seat] <= high_bid else "TG-7.4"
    if amount > state.cash[seat]:
        return "TG-7.9" if state.cash[seat] <= high_bid else "TG-R4"
    return ""


def list_seats_without_sealed_bid(state: TinGooseState) -> tuple[int, ...]:
    """Who still owes a secret bid, in the opening or a strike."""
    return tuple([seat for seat in range(state.seats) if state.sealed_bids[seat] == NOBODY])


def find_rule_against_sealed_bid_withdrawal(state: TinGooseState, seat: int, max_bid: int) -> str:
    """Why a seat that can bid up to `max_bid` may not open its sealed bid again, while others are still asked."""
    if state.sealed_bids[seat] == NOBODY or max_bid == 0 or count_sealed_bid_withdrawals_left(state, seat) == 0:
        return "TG-R57"
    return ""


def count_sealed_bid_withdrawals_left(state: TinGooseState, seat: int) -> int:
    """How often a seat may still open its sealed bid in the bidding at hand."""
    return MAX_SEALED_BID_WITHDRAWALS - state.bids_opened.count(seat)


def find_highest_unranked_bidders(state: TinGooseState) -> list[int]:
    """The seats with the highest bid among those not yet in the order."""
    best = -1
    seats: list[int] = []
    for seat in range(state.seats):
        if seat in state.order:
            continue
        if state.sealed_bids[seat] > best:
            best = state.sealed_bids[seat]
            seats = [seat]
        elif state.sealed_bids[seat] == best:
            seats.append(seat)
    return seats


def find_strike_winners(chips_by_seat: list[int]) -> list[int]:
    """The seats with the highest bid, if it is more than zero."""
    best = max(chips_by_seat)
    if best == 0:  # TG-6.7
        return []
    return [seat for seat in range(len(chips_by_seat)) if chips_by_seat[seat] == best]  # TG-6.5


def list_seats_in_payment_order(state: TinGooseState) -> list[int]:
    """All seats, clockwise from the active player's left, the active player last."""
    return [(state.active + 1 + i) % state.seats for i in range(state.seats)]  # TG-6.1


def count_emergency_bonds_needed(game: TinGoose, cash: int, owed: int) -> int:
    """Emergency bonds that must be issued to pay an event."""
    short = owed - cash
    return 0 if short <= 0 else (short + game.emergency_cash - 1) // game.emergency_cash  # TG-R2


def compute_score(game: TinGoose, state: TinGooseState, seat: int) -> int:
    total = 0
    for points in compute_score_by_category(game, state, seat):
        total += points
    return total


def compute_score_by_category(game: TinGoose, state: TinGooseState, seat: int) -> list[int]:
    """Cash, destinations, players behind in destinations, major cities, income, bonds."""
    abroad = count_bits(state.served_destinations[seat])
    behind = 0
    for other in range(state.seats):
        if count_bits(state.served_destinations[other]) < abroad:  # TG-R43
            behind += 1
    return [
        state.cash[seat],
        abroad * game.per_international,  # TG-16.3
        behind * game.per_player_behind,  # TG-16.4
        count_bits(state.network[seat] & game.major_cities) * game.per_major,  # TG-16.5
        get_income(game, state, seat) * game.per_income,  # TG-16.6
        state.bonds[seat] * game.per_bond,  # TG-16.7
    ]
