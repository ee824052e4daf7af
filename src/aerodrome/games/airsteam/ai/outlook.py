"""What a seat's network and airship promise: what cubes are worth where, and which tours pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.components.layout import compute_hex_distance
from aerodrome.games.airsteam.model.state import GOODS, REVEALED, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import (
    find_link_at,
    get_airship_capacity,
    get_diamond_rating,
    get_market_price,
    get_train_link_limit,
)
from aerodrome.games.airsteam.rules.routes import UNREACHABLE, count_min_foreign_links_by_city

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

CACHE_SIZE: Final = 4096
"""So many networks are remembered; then the memory starts anew."""

LAST_SLOT: Final = SLOTS - 1


@final
class NetworkSales:
    """For each own link and good: the best sale less fees, and how many cubes go at it."""

    def __init__(self, factories: int) -> None:
        self.links: list[int] = []
        self.net_prices: list[float] = []
        """Cities one link out of reach count in part, as long as the train can still be upgraded for them."""
        self.demands: list[int] = []
        self.prices_in_reach: list[int] = []
        """The best sale less fees to a city that the train reaches now; 0 for none."""
        self.final_prices: list[int] = []
        """What a cube brings in final shipping, less fees; 0 for none."""
        self.offers: list[list[tuple[float, int, int]]] = [[] for factory in range(factories)]
        """For each factory what own depots offer for its cubes: price, room, and how far they are."""

    def get_prospective_net_price_from(self, link: int, good: int) -> float:
        return self.net_prices[self.links.index(link) * GOODS + good]

    def get_demand_at_best_price_from(self, link: int, good: int) -> int:
        return self.demands[self.links.index(link) * GOODS + good]

    def get_net_price_in_reach_from(self, link: int, good: int) -> int:
        return self.prices_in_reach[self.links.index(link) * GOODS + good]

    def get_final_net_price_from(self, link: int, good: int) -> int:
        return self.final_prices[self.links.index(link) * GOODS + good]

    def find_best_net_price_in_reach(self, good: int) -> int:
        """The best sale of a good from any own link."""
        return max([0, *self.prices_in_reach[good::GOODS]])

    def find_best_final_net_price(self, good: int) -> int:
        return max([0, *self.final_prices[good::GOODS]])

    def estimate_sale_value(self, link: int, cubes_by_good: list[int]) -> float:
        """What these cubes would bring from a depot on this link."""
        start = self.links.index(link) * GOODS
        worth = 0.0
        for good in range(GOODS):
            if cubes_by_good[good]:
                worth += min(cubes_by_good[good], self.demands[start + good]) * self.net_prices[start + good]
        return worth


@final
class ShippingOutlook:
    """Values what a seat can still bring from its factories to the cities."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.city_beyond_reach = weights["city_beyond_reach"]
        self.share_left_per_card = weights["share_left_per_card"]
        self.second_tour_share = weights["second_tour"]
        self._cache: dict[tuple[object, ...], NetworkSales] = {}
        self._completions: dict[tuple[int, int, int, int], list[int]] = {}

    def get_network_sales(self, game: Airsteam, state: AirsteamState, seat: int) -> NetworkSales:
        can_upgrade = state.round < game.rounds or state.slot < LAST_SLOT or state.planning != 0
        key: tuple[object, ...] = (
            seat,
            can_upgrade,
            state.seats,
            state.train_level[seat],
            tuple(state.link_owners),
            tuple(state.city_good),
            tuple(state.city_left),
            tuple(state.price),
            tuple(state.depot_hex),
            tuple(state.depot_seat),
            tuple(state.laid_ends),
            state.character[seat],
        )
        found = self._cache.get(key)
        if found is None:
            if len(self._cache) >= CACHE_SIZE:
                self._cache.clear()
            found = self._build_network_sales(game, state, seat, can_upgrade)
            self._cache[key] = found
        return found

    def _build_network_sales(self, game: Airsteam, state: AirsteamState, seat: int, can_upgrade: bool) -> NetworkSales:
        network = NetworkSales(len(game.names.factories))
        links = get_train_link_limit(game, state, seat)
        prices = [get_market_price(game, state, good) for good in range(GOODS)]
        free = game.fee_from_bank[state.character[seat]]
        for link, owners in enumerate(state.link_owners):
            if not owners >> seat & 1:
                continue
            network.links.append(link)
            unit = [0.0] * GOODS
            room = [0] * GOODS
            in_reach = [0] * GOODS
            final = [0] * GOODS
            near = count_min_foreign_links_by_city(game, state, seat, link, links)
            for city, fee in enumerate(near):
                left = state.city_left[city]
                if fee == UNREACHABLE or not left:
                    continue
                good = state.city_good[city]
                cost = 0 if free else fee * game.fee_per_link
                in_reach[good] = max(in_reach[good], prices[good] - cost)
                final[good] = max(final[good], game.final_price - cost)
                value = float(prices[good] - cost)
                if value > unit[good] or (value == unit[good] and left > room[good]):
                    unit[good] = value
                    room[good] = left
            network.prices_in_reach.extend(in_reach)
            network.final_prices.extend(final)
            further = count_min_foreign_links_by_city(game, state, seat, link, links + 1) if can_upgrade else near
            for city, fee in enumerate(further):
                good = state.city_good[city]
                if fee != UNREACHABLE and near[city] == UNREACHABLE and state.city_left[city]:
                    value = self.city_beyond_reach * prices[good]
                    if value > unit[good]:
                        unit[good] = value
                        room[good] = state.city_left[city]
            network.net_prices.extend(unit)
            network.demands.extend(room)
        self._add_depot_offers_by_factory(game, state, seat, network)
        return network

    def _add_depot_offers_by_factory(
        self, game: Airsteam, state: AirsteamState, seat: int, network: NetworkSales
    ) -> None:
        tables = game.maps[state.seats]
        for hex_id, owner in zip(state.depot_hex, state.depot_seat, strict=True):
            if owner != seat:
                continue
            row = network.links.index(find_link_at(game, state, hex_id)) * GOODS
            for factory in tables.factories:
                i = row + tables.factory_good[factory]
                if network.net_prices[i] > 0.0:
                    _add_offer_unless_dominated(
                        network.offers[factory],
                        network.net_prices[i],
                        network.demands[i],
                        tables.factory_distances[factory][hex_id],
                    )

    # Tours

    def count_cards_for_two_flights(
        self, speeds_at_hand: list[int], first_distance: int, second_distance: int, later_speed: float
    ) -> float:
        """How many cards two flights take, one after the other: first those at hand, then at the usual speed.

        A card ends where its flight ends: what is left of its speed at the stop between the legs is lost.
        """
        at_hand = len(speeds_at_hand)
        used = 0
        while first_distance > 0 and used < at_hand:
            first_distance -= speeds_at_hand[used]
            used += 1
        cards = float(used)
        if first_distance > 0:
            cards += max(1.0, first_distance / later_speed)
        while second_distance > 0 and used < at_hand:
            second_distance -= speeds_at_hand[used]
            used += 1
            cards += 1.0
        if second_distance > 0:
            cards += max(1.0, second_distance / later_speed)
        return cards

    def estimate_value_of_cubes_in_hold(
        self,
        game: Airsteam,
        state: AirsteamState,
        seat: int,
        network: NetworkSales,
        speeds_left: list[int],
        cards_left: float,
    ) -> float:
        """What the cubes on board are worth: brought to the depot that pays best, sooner rather than later."""
        hold = state.hold[seat * GOODS : seat * GOODS + GOODS]
        if not any(hold):
            return 0.0
        best = 0.0
        later_speed = estimate_speed_per_card(game, state, seat)
        here = game.names.hexes[state.airship[seat]]
        for hex_id, owner in zip(state.depot_hex, state.depot_seat, strict=True):
            if owner != seat:
                continue
            worth = network.estimate_sale_value(find_link_at(game, state, hex_id), hold)
            if worth > best:
                way = compute_hex_distance(here, game.names.hexes[hex_id])
                cards = self.count_cards_for_two_flights(speeds_left, 0, way, later_speed)
                if cards <= cards_left:
                    best = max(best, worth * self.share_left_per_card**cards)
        return best

    def estimate_next_factory_tour_value(
        self,
        game: Airsteam,
        state: AirsteamState,
        seat: int,
        network: NetworkSales,
        speeds_left: list[int],
        cards_left: float,
    ) -> float:
        """What cubes of the best factory to fly to next would bring, brought from there to a depot."""
        room = get_airship_capacity(game, state, seat) - sum(state.hold[seat * GOODS : seat * GOODS + GOODS])
        if room <= 0 or not network.links:
            return 0.0
        best = 0.0
        later_speed = estimate_speed_per_card(game, state, seat)
        tables = game.maps[state.seats]
        here = state.airship[seat]
        for factory in tables.factories:
            cubes = min(room, state.factory_cubes[factory * GOODS + tables.factory_good[factory]])
            if cubes:
                first = tables.factory_distances[factory][here]
                for unit, wanted, way in network.offers[factory]:
                    worth = min(cubes, wanted) * unit
                    if worth > best:
                        cards = self.count_cards_for_two_flights(speeds_left, first, way, later_speed)
                        if cards <= cards_left:
                            best = max(best, worth * self.share_left_per_card**cards)
        return best

    def estimate_income_per_round(
        self, game: Airsteam, state: AirsteamState, seat: int, network: NetworkSales
    ) -> float:
        """What the two best tours could bring in one round, whatever lies at the factories now."""
        if not network.links:
            return 0.0
        tables = game.maps[state.seats]
        hold = get_airship_capacity(game, state, seat)
        per_round = SLOTS * estimate_speed_per_card(game, state, seat)
        best = second = 0.0
        for factory in tables.factories:
            good = tables.factory_good[factory]
            stock = min(hold, 2 + state.factory_cubes[factory * GOODS + good])
            worth = 0.0
            for unit, _wanted, way in network.offers[factory]:
                tours = min(1.5, per_round / (2.0 * way))
                worth = max(worth, tours * stock * unit)
            if worth > best:
                best, second = worth, best
            elif worth > second:
                second = worth
        return best + self.second_tour_share * second

    # Plans

    def list_speeds_left_this_round(self, game: Airsteam, state: AirsteamState, seat: int) -> list[int]:
        """What the seat's cards still to come in this round will fly, errors left out.

        Slots that are still empty fly what the fastest cards left for them would, in any order.
        """
        base = seat * SLOTS
        speeds: list[int] = []
        budget = get_diamond_rating(game, state, seat) - state.diamonds[seat]
        empty = 0
        laid = 0
        for slot in range(SLOTS):
            card = state.plan[base + slot]
            if card == NOBODY:
                if state.planning:
                    empty += 1
            elif state.face[base + slot] < REVEALED:
                diamonds = game.card_diamonds[card]
                laid |= 1 << card
                if diamonds <= budget:
                    budget -= diamonds
                    speeds.append(game.card_speed[card])
                else:
                    speeds.append(0)
        if empty:
            speeds += self._find_greatest_speeds(game, state, seat, laid, empty, budget)
        return speeds

    def _find_greatest_speeds(
        self, game: Airsteam, state: AirsteamState, seat: int, laid_card_bits: int, slot_count: int, diamond_budget: int
    ) -> list[int]:
        """The speeds of the fastest cards for so many slots and diamonds, fastest first."""
        key = (laid_card_bits, slot_count, diamond_budget, state.team[seat] if game.full else NOBODY)
        found = self._completions.get(key)
        if found is None:
            pool = [card for card in game.list_all_own_cards(state, seat) if not laid_card_bits >> card & 1]
            found = _pick_greatest_speeds(game, pool, 0, slot_count, diamond_budget)
            found.sort(reverse=True)
            self._completions[key] = found
        return found


def _pick_greatest_speeds(
    game: Airsteam, cards: list[int], first_index: int, slot_count: int, diamond_budget: int
) -> list[int]:
    """The speeds with the greatest sum that so many of the cards from `first_index` on have within the diamonds."""
    if slot_count == 0:
        return []
    best: list[int] = []
    highest = -1
    for i in range(first_index, len(cards) - slot_count + 1):
        diamonds = game.card_diamonds[cards[i]]
        if diamonds <= diamond_budget:
            rest = _pick_greatest_speeds(game, cards, i + 1, slot_count - 1, diamond_budget - diamonds)
            if len(rest) == slot_count - 1:
                total = game.card_speed[cards[i]] + sum(rest)
                if total > highest:
                    best = [game.card_speed[cards[i]], *rest]
                    highest = total
    return best


def _add_offer_unless_dominated(
    offers: list[tuple[float, int, int]], price_per_cube: float, max_cubes: int, distance: int
) -> None:
    """Add a depot's offer, unless another depot pays as much for as many cubes and is as near."""
    for other in offers:
        if other[0] >= price_per_cube and other[1] >= max_cubes and other[2] <= distance:
            return
    offers.append((price_per_cube, max_cubes, distance))


def estimate_speed_per_card(game: Airsteam, state: AirsteamState, seat: int) -> float:
    """How many hexes a card is likely to fly, by the airship's diamonds."""
    return 1.5 + 0.4 * get_diamond_rating(game, state, seat)
