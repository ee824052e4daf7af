"""Pure answers of the Airline rulebook: who owns, what is connected, what a landing costs, which rule forbids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY
from aerodrome.games.airline.model.state import (
    AMOUNT,
    BOUGHT,
    CREDITOR,
    DEBTOR,
    FARE_CLAIM,
    KIND,
    SOLD,
    AirlineState,
)

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def find_city_owner(state: AirlineState, city: int) -> int:
    """The seat that owns this city, or NOBODY."""
    bit = 1 << city
    owned = state.owned
    for seat in range(state.seats):
        if owned[seat] & bit:
            return seat
    return NOBODY


def find_neighbour_city_bits(game: Airline, city_bits: int) -> int:
    """All cities with a route straight to one of these."""
    return game.routes_low[city_bits & 511] | game.routes_high[city_bits >> 9]


def find_connected_city_bits(game: Airline, base_city: int, owned_city_bits: int) -> int:
    """The base and the owned cities joined to it through owned cities."""  # AL-8.1, AL-8.2, AL-8.3
    if base_city < 0:
        return 0
    network = 1 << base_city
    edge = network
    while edge:
        edge = (game.routes_low[edge & 511] | game.routes_high[edge >> 9]) & owned_city_bits & ~network
        network |= edge
    return network


def list_cities_in_bits(game: Airline, bits: int) -> list[int]:
    """The cities of a bit set, in the order of the edition."""
    return game.cities_low[bits & 511] + game.cities_high[bits >> 9]


def count_cities_in_bits(game: Airline, bits: int) -> int:
    """How many cities a bit set has."""
    return len(game.cities_low[bits & 511]) + len(game.cities_high[bits >> 9])


def get_current_fare(game: Airline, state: AirlineState, owner: int, city: int) -> int:
    """What a visitor owes here now; 0 where the city is cut off."""  # AL-7.1, AL-7.2, AL-7.3
    if not (state.network[owner] >> city) & 1:
        return 0
    return game.fares[city][state.aircraft[owner]]


def find_reconnecting_city_bits(game: Airline, state: AirlineState, seat: int, cut_off_city: int) -> int:
    """The single cities that would connect this cut-off city, as bits."""
    near = find_neighbour_city_bits(game, state.network[seat]) & ~state.owned[seat]
    found = 0
    for link in list_cities_in_bits(game, near):
        if find_connected_city_bits(game, state.base[seat], state.owned[seat] | 1 << link) >> cut_off_city & 1:
            found |= 1 << link
    return found


def count_players_in_game(state: AirlineState) -> int:
    """How many are still in the game."""
    n = 0
    for out in state.out:
        if not out:
            n += 1
    return n


def get_seat_left_of(state: AirlineState, seat: int) -> int:
    """The seat to the left, in the game or not."""
    return seat + 1 if seat + 1 < state.seats else 0


def find_next_player_left_of(state: AirlineState, seat: int) -> int:
    """The next player in the game to the left; the same seat when nobody else is in."""  # AL-1.15
    other = get_seat_left_of(state, seat)
    while other != seat and state.out[other]:
        other = get_seat_left_of(state, other)
    return other


def count_rounds_begun(game: Airline, state: AirlineState) -> int:
    """The round as people count it, from whoever had the first turn; rounds of AL-R44 end at the banker's seat."""
    is_late_starter = (state.active - game.banker) % state.seats < state.late_starters
    return state.round - 1 if is_late_starter else state.round


def compute_seat_wealth(game: Airline, state: AirlineState, seat: int) -> int:
    """The count of the short game."""  # AL-13.2, AL-13.3, AL-13.4
    return state.cash[seat] + game.city_value * count_cities_in_bits(game, state.owned[seat])


def has_no_marker_left(game: Airline, state: AirlineState, seat: int) -> bool:
    """Whether all markers of this seat are on the map."""  # AL-4.10
    return game.marker_limit > 0 and count_cities_in_bits(game, state.owned[seat]) >= game.marker_limit


def find_tradable_city_bits(state: AirlineState, seat: int) -> int:
    """Everything this seat owns but its base and what changed hands for the open debt, as bits."""
    cities = state.owned[seat] & ~(1 << state.base[seat])  # AL-5.3
    return cities & ~find_city_bits_traded_for_debt(state) if state.raise_deals else cities


def find_city_bits_traded_for_debt(state: AirlineState) -> int:
    """The cities that changed hands while money is raised, as bits: they cannot be dealt again."""  # AL-R56
    dealt = 0
    for deal in state.raise_deals:
        dealt |= deal[SOLD] | deal[BOUGHT]
    return dealt


def has_given_city_lately(state: AirlineState, seat: int) -> bool:
    """Whether this seat gave a city in a deal and has not ended a turn of its own that began after it."""  # AL-R56
    return bool((state.gave_city >> seat) & 1) or (state.gave_before_turn and seat == state.active)


def find_rule_against_aircraft_exchange(game: Airline, state: AirlineState, seat: int, aircraft: int) -> str:
    now = state.aircraft[seat]
    if not 0 <= aircraft <= 2 or aircraft == now:
        return "AL-6.1"
    if aircraft - now == 2:
        return "AL-6.3"
    if now - aircraft == 2:
        return "AL-6.4"
    if state.exchanged:
        return "AL-6.5"
    city = game.city_at[state.pos[seat]]
    if city == NOBODY or not (state.owned[seat] >> city) & 1:
        return "AL-6.7"
    return "" if state.cash[seat] >= game.exchange_fee else "AL-6.12"


def find_rule_against_purchase(
    game: Airline, state: AirlineState, seat: int, city: int, owner_at_landing: int, already_acted: bool
) -> str:
    """`city`: of this landing, NOBODY on a special space; `already_acted`: whether it was bought on this landing."""
    if city < 0:
        return "AL-2.7"
    if owner_at_landing != NOBODY:
        return "AL-4.6" if find_city_owner(state, city) != NOBODY else "AL-R37"
    if find_city_owner(state, city) != NOBODY:
        return "AL-4.6"
    if already_acted and game.refuses_second_purchase_on_one_landing:
        return "AL-R37"
    if state.cash[seat] < game.rights_price:
        return "AL-4.4"
    return "AL-4.10" if has_no_marker_left(game, state, seat) else ""


def find_rule_against_challenge(
    game: Airline, state: AirlineState, seat: int, city: int, owner_at_landing: int, already_acted: bool
) -> str:
    """The same for a challenge to its owner."""
    if city < 0:
        return "AL-2.7"
    if owner_at_landing in (NOBODY, seat):
        return "AL-9.1"
    if state.base[owner_at_landing] == city:
        return "AL-9.2"
    if already_acted:
        return "AL-9.10"
    if not (state.owned[owner_at_landing] >> city) & 1:
        return "AL-9.14"
    if has_no_marker_left(game, state, seat):
        return "AL-9.12"
    return "" if state.cash[seat] >= game.challenge_fee + find_amount_of_uncalled_fare(state, seat) else "AL-9.11"


def find_amount_of_uncalled_fare(state: AirlineState, debtor: int) -> int:
    """The fare this seat owes and its creditor has not called yet."""
    for claim in state.claims:
        if claim[DEBTOR] == debtor and claim[KIND] == FARE_CLAIM:
            return claim[AMOUNT]
    return 0


def find_claim_index(state: AirlineState, creditor: int, claim_kind: int) -> int:
    """The place of a seat's claim of this kind, or -1."""
    for i in range(len(state.claims)):
        if state.claims[i][CREDITOR] == creditor and state.claims[i][KIND] == claim_kind:
            return i
    return -1


def count_claims_held(state: AirlineState, creditor: int) -> int:
    n = 0
    for claim in state.claims:
        if claim[CREDITOR] == creditor:
            n += 1
    return n


def find_rule_against_deal(
    game: Airline,
    state: AirlineState,
    giver: int,
    taker: int,
    window_owner: int,
    for_debt: bool,
    give_cities: tuple[int, ...],
    give_cash: int,
    want_cities: tuple[int, ...],
    want_cash: int,
) -> str:
    """Which rule forbids a deal. `window_owner` is the active player, or the debtor while money is raised."""  # AL-R31
    if taker == giver:
        return "AL-5.1"
    if not 0 <= taker < state.seats or state.out[taker] or state.out[giver]:
        return "AL-R31"
    if window_owner not in (giver, taker):
        return "AL-5.2"
    if give_cash < 0 or want_cash < 0:
        return "AL-11.5"
    if not give_cities and not want_cities:
        return "AL-5.8"
    if give_cash and want_cash:
        return "AL-R32"
    given = convert_cities_to_bits_or_minus_one_if_invalid(give_cities)
    wanted = convert_cities_to_bits_or_minus_one_if_invalid(want_cities)
    if given < 0 or wanted < 0:
        return "AL-R31"
    if _contains_city(given, state.base[giver]) or _contains_city(wanted, state.base[taker]):
        return "AL-5.3"
    if given & ~state.owned[giver] or wanted & ~state.owned[taker]:
        return "AL-R31"
    if state.raise_deals and (given | wanted) & find_city_bits_traded_for_debt(state):
        return "AL-R56"
    if (give_cash and not want_cities) or (want_cash and not give_cities):
        return "AL-5.14"
    if for_debt and (want_cash if giver == window_owner else give_cash) <= 0:
        return "AL-5.13"
    if give_cash > state.cash[giver] or want_cash > state.cash[taker]:
        return "AL-5.9"
    return _find_rule_against_exceeding_marker_limit(game, state, giver, taker, len(want_cities) - len(give_cities))


def _find_rule_against_exceeding_marker_limit(
    game: Airline, state: AirlineState, giver: int, taker: int, cities_gained_by_giver: int
) -> str:
    if game.marker_limit == 0 or cities_gained_by_giver == 0:
        return ""
    winner = giver if cities_gained_by_giver > 0 else taker
    fits = count_cities_in_bits(game, state.owned[winner]) + abs(cities_gained_by_giver) <= game.marker_limit
    return "" if fits else "AL-5.10"


def convert_cities_to_bits_or_minus_one_if_invalid(cities: tuple[int, ...]) -> int:
    """Cities as bits; -1 when one is named twice or does not exist."""
    mask = 0
    for city in cities:
        if not 0 <= city < 18 or (mask >> city) & 1:
            return -1
        mask |= 1 << city
    return mask


def _contains_city(city_bits: int, city: int) -> bool:
    return city >= 0 and bool((city_bits >> city) & 1)
