"""What must hold in any edition of Air-Kwire, whatever its owner changed."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from aerodrome.core.edition import Oddity, expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aerodrome.games.airkwire.components.edition import City, Edition

AIRLINE_COUNT = 7
SHARES_PER_AIRLINE = 20
BLANK_HEX_COUNT = 4
POWER_CARD_COUNT = 10
POWER_CARD_IDS = (
    "block_trade",
    "fees_waived",
    "decommission_route",
    "double_routes",
    "free_discard",
    "pay_dividends_now",
    "reset_dividend_marker",
    "reshuffle",
    "reverse_direction",
)
"""The power cards whose effects the rules know, in the order of their ids in the engine."""


MAX_CITIES = 100
BREAKS = {
    "edition.id": "records tell editions apart by id and hash",
    "setup": "every player must be dealt a hand and a share of the cash in whole tens",
    "stock": "prices and fees are reckoned for seven airlines of twenty shares",
    "airline": "the rules know seven airlines, each with a home city of 3 points",
    "city": "routes go from city to city, and each city is a card of the deck",
    "blank": "the board has four hexes without a city",
    "power_card": "each power card does what the rules have written for its id",
    "track": "the market walks this track space by space, and each space must pay the fee",
    "aircraft": "the aircraft of a price decides how far an airline may fly",
    "markers": "an airline at the top of the market needs a marker for each of its cities",
    "merger": "shareholders are paid by these numbers when an airline is taken over",
    "dividends": "dividends are paid in whole tens, and a marker counts the turns between",
    "end": "the game would end at once, or never",
}
"""What a wrong value breaks."""


def _check_distinct(items: tuple[Any, ...], table_name: str, fields: tuple[str, ...]) -> None:
    for field in fields:
        seen: dict[Any, int] = {}
        for number, item in enumerate(items):
            value = getattr(item, field)
            expect(
                value not in seen,
                f"{table_name}[{number}].{field}",
                f"another value than {table_name}[{seen.get(value)}]",
                value,
            )
            seen[value] = number


def _check_setup_and_stock(edition: Edition) -> None:
    setup, stock = edition.setup, edition.stock
    expect(3 <= setup.players_min <= setup.players_max <= 6, "setup.players_max", "3 to 6 players", setup.players_max)
    expect(len(setup.seat_names) >= setup.players_max, "setup.seat_names", "a name for every seat", setup.seat_names)
    expect(len(set(setup.seat_names)) == len(setup.seat_names), "setup.seat_names", "distinct names", setup.seat_names)
    expect(setup.starting_cash >= 1, "setup.starting_cash", "some money", setup.starting_cash)
    expect(setup.hand_size >= 1, "setup.hand_size", "at least 1", setup.hand_size)
    for seats in range(setup.players_min, setup.players_max + 1):
        share = setup.starting_cash // seats
        expect(
            setup.starting_cash % (10 * seats) == 0,
            "setup.starting_cash",
            f"an amount that {seats} players can split into multiples of 10",
            setup.starting_cash,
        )
        expect(share + setup.first_player_cash_delta >= 0, "setup.starting_cash", "enough for the first player", share)
    for name in ("first_player_cash_delta", "last_player_cash_delta"):
        value = getattr(setup, name)
        expect(value % 10 == 0, f"setup.{name}", "a multiple of 10", value)
    expect(
        setup.first_player_cash_delta + setup.last_player_cash_delta == 0,
        "setup.last_player_cash_delta",
        "what the first player gets less",
        setup.last_player_cash_delta,
    )
    expect(stock.shares_per_airline == SHARES_PER_AIRLINE, "stock.shares_per_airline", "20", stock.shares_per_airline)
    expect(stock.max_transactions_per_turn >= 1, "stock.max_transactions_per_turn", "at least 1")
    expect(
        1 <= stock.opening_purchase_shares <= stock.shares_per_airline,
        "stock.opening_purchase_shares",
        "at most all shares",
        stock.opening_purchase_shares,
    )
    expect(
        stock.brokerage_fee >= 0 and stock.brokerage_fee % 10 == 0,
        "stock.brokerage_fee",
        "a multiple of 10",
        stock.brokerage_fee,
    )


def _check_airlines(edition: Edition) -> None:
    expect(len(edition.airline) == AIRLINE_COUNT, "airline", "seven airlines", len(edition.airline))
    _check_distinct(edition.airline, "airline", ("id", "name", "short", "letter", "colour", "colour_hex", "home"))
    threes = {city.id for city in edition.city if city.points == 3}
    for number, airline in enumerate(edition.airline):
        expect(airline.home in threes, f"airline[{number}].home", "a city of 3 points", airline.home)
    homes = {airline.home for airline in edition.airline}
    expect(homes == threes, "city", "no 3-point city besides the homes", sorted(threes - homes))


def _check_cities_and_blank_hexes(edition: Edition) -> None:
    _check_distinct(edition.city, "city", ("id", "code"))
    _check_distinct(edition.blank, "blank", ("id",))
    expect(len(edition.blank) == BLANK_HEX_COUNT, "blank", "four hexes without a city", len(edition.blank))
    expect(len(edition.city) <= MAX_CITIES, "city", f"at most {MAX_CITIES} cities", len(edition.city))
    places: dict[tuple[int, int], str] = {}
    for number, city in enumerate(edition.city):
        where = f"city[{number}]"
        expect(0 <= city.points <= 3, f"{where}.points", "0 to 3", city.points)
        expect(city.cards == (2 if city.points >= 2 else 1), f"{where}.cards", "1, or 2 for 2 and 3 points", city.cards)
        expect((city.q, city.r) not in places, where, "a hex of its own", places.get((city.q, city.r)))
        places[city.q, city.r] = city.id
    for number, blank in enumerate(edition.blank):
        expect((blank.q, blank.r) not in places, f"blank[{number}]", "a hex without a city", blank.id)
        places[blank.q, blank.r] = blank.id
    names = [(city.name, city.state) for city in edition.city]
    expect(len(set(names)) == len(names), "city", "distinct names")


def _check_cards(edition: Edition) -> None:
    setup = edition.setup
    threes = sum(city.cards for city in edition.city if city.points == 3)
    expect(threes == setup.three_point_cards == 14, "setup.three_point_cards", "14, as the cities have", threes)
    rest = sum(city.cards for city in edition.city) - threes
    top = (rest + 1) // 2
    need = setup.players_max * setup.hand_size
    expect(top >= need, "city", f"a top half of {need} cards or more for the deal", top)
    _check_distinct(edition.power_card, "power_card", ("id", "name"))
    for number, card in enumerate(edition.power_card):
        expect(card.id in POWER_CARD_IDS, f"power_card[{number}].id", f"one of {', '.join(POWER_CARD_IDS)}", card.id)
        expect(card.count >= 1, f"power_card[{number}].count", "at least 1", card.count)
        start = card.id in ("free_discard", "reshuffle")
        expect((card.timing == "start") == start, f"power_card[{number}].timing", "the rulebook's", card.timing)
    total = sum(card.count for card in edition.power_card)
    expect(total == POWER_CARD_COUNT, "power_card", "ten cards", total)
    expect(
        tuple(card.id for card in edition.power_card) == POWER_CARD_IDS,
        "power_card",
        "the nine kinds in the rulebook's order",
    )


def _check_price_track(edition: Edition) -> None:
    track, fee = edition.track, edition.stock.brokerage_fee
    expect(len(track) >= 2, "track", "at least two spaces", len(track))
    expect(track[0].price == 100 and track[-1].price == 2000, "track", "prices from 100 to 2000")
    expect(track[1].price == 100, "track[1].price", "a second 100 space", track[1].price)
    for number, space in enumerate(track):
        where = f"track[{number}]"
        expect(space.index == number, f"{where}.index", str(number), space.index)
        expect(space.price % 10 == 0, f"{where}.price", "a multiple of 10", space.price)
        expect(space.price >= fee, f"{where}.price", f"at least the fee of {fee}", space.price)
        for craft in edition.aircraft:
            allowed = space.price >= craft.min_price
            expect((craft.id in space.aircraft) == allowed, f"{where}.aircraft", "what min_price says", space.aircraft)
        before = track[max(0, number - 1)]
        expect(space.price >= before.price, f"{where}.price", f"at least {before.price}", space.price)
        expect(space.price - before.price <= 2 * fee, f"{where}.price", "a step of two fees at most", space.price)
        expect(space.city_limit >= before.city_limit, f"{where}.city_limit", "no fall", space.city_limit)
        expect(3 + space.city_limit >= number + 1, f"{where}.city_limit", "room for points to follow shares")
    expect(track[1].city_limit >= 1, "track[1].city_limit", "at least 1", track[1].city_limit)
    steps = edition.stock.shares_per_airline - 1
    expect(steps < len(track) and track[steps].price < 2000, "track", "room above a sold-out airline", len(track))


def _check_aircraft(edition: Edition) -> None:
    craft = edition.aircraft
    _check_distinct(craft, "aircraft", ("id", "name"))
    ranges = [kind.range for kind in craft]
    expect(ranges == [1, 2, 3], "aircraft", "ranges 1, 2, 3", ranges)
    expect(
        craft[0].min_price <= edition.track[0].price, "aircraft[0].min_price", "allowed everywhere", craft[0].min_price
    )
    for number, kind in enumerate(craft):
        where = f"aircraft[{number}].markers_per_airline"
        expect(kind.markers_per_airline >= 1, where, "at least 1", kind.markers_per_airline)
    acquired = edition.markers.acquired_per_airline
    expect(acquired >= 0, "markers.acquired_per_airline", "0 or more", acquired)
    supply = sum(kind.markers_per_airline for kind in craft) + acquired
    expect(supply >= edition.track[-1].city_limit, "markers", "markers for the top city limit", supply)


def _check_merger_and_dividends(edition: Edition) -> None:
    merger, dividends = edition.merger, edition.dividends
    expect(merger.home_city_points == 3, "merger.home_city_points", "3", merger.home_city_points)
    first, second = merger.first_bonus_multiple, merger.second_bonus_multiple
    expect(first >= second, "merger.first_bonus_multiple", f"at least the second's {second}", first)
    percent = dividends.percent_of_price
    expect(percent <= 100, "dividends.percent_of_price", "0 to 100", percent)
    expect(merger.exchange_ratio >= 1, "merger.exchange_ratio", "at least 1", merger.exchange_ratio)
    expect(merger.bonus_round_down_to % 10 == 0, "merger.bonus_round_down_to", "a multiple of 10")
    expect(merger.bonus_round_down_to > 0, "merger.bonus_round_down_to", "more than 0")
    expect(dividends.round_to > 0 and dividends.round_to % 10 == 0, "dividends.round_to", "a multiple of 10")
    expect(dividends.cycle >= 1, "dividends.cycle", "at least 1", dividends.cycle)
    expect(dividends.unpaid_payouts_before_drop >= 1, "dividends.unpaid_payouts_before_drop", "at least 1")


def _check_end_points(edition: Edition) -> None:
    goal = edition.end.city_points
    total = sum(city.points for city in edition.city)
    expect(goal * 3 // 2 <= total < goal * AIRLINE_COUNT, "end.city_points", "a goal that one airline can reach", goal)
    limit = edition.track[-1].city_limit
    for airline in edition.airline:
        others = sorted((city.points for city in edition.city if city.id != airline.home), reverse=True)
        best = 3 + sum(others[:limit])
        expect(best >= goal, "end.city_points", f"at most the {best} that {airline.name} can reach", goal)


def _check_cities_connected(edition: Edition) -> None:
    if len(edition.city) > MAX_CITIES:
        return  # told already, and too many to look at
    homes = [edition.city[edition.find_home_city_index(airline)] for airline in range(AIRLINE_COUNT)]
    for number, home in enumerate(homes):
        near = sum(1 for city in edition.city if city.compute_hex_distance_to(home) == 1)
        expect(near >= 3, f"airline[{number}].home", "three neighbouring cities or more", near)
        for other in homes[:number]:
            expect(
                home.compute_hex_distance_to(other) >= 2,
                f"airline[{number}].home",
                f"two hexes from {other.id}",
                home.id,
            )
        for reach in (1, 2, 3):
            found = _find_reachable_cities(edition, home, reach)
            missing = [city.id for city in edition.city if city.id not in found]
            expect(not missing, "city", f"every city within hops of {reach} from {home.id}", missing[:3])


def _find_reachable_cities(edition: Edition, start: City, max_distance: int) -> set[str]:
    seen, todo = {start.id}, deque([start])
    while todo:
        here = todo.popleft()
        for city in edition.city:
            if city.id not in seen and here.compute_hex_distance_to(city) <= max_distance:
                seen.add(city.id)
                todo.append(city)
    return seen


def list_oddities(edition: Edition) -> Iterator[Oddity]:
    """What the rules allow and a printed board hardly has."""
    setup, price = edition.setup, edition.track[0].price
    share = setup.starting_cash // setup.players_max if setup.starting_cash_mode == "split" else setup.starting_cash
    opening = edition.stock.opening_purchase_shares * price
    if share < opening:
        yield Oddity(
            "setup.starting_cash", f"With {setup.players_max} players nobody can open an airline for {opening}."
        )
    if edition.dividends.percent_of_price == 0:
        yield Oddity("dividends.percent_of_price", "No airline ever pays a dividend.")
    if edition.merger.first_bonus_multiple == 0:
        yield Oddity("merger.first_bonus_multiple", "Nobody gains from being taken over.")
    if edition.merger.immunity_points > edition.end.city_points:
        yield Oddity("merger.immunity_points", "No airline is ever safe from being taken over.")
    for number, craft in enumerate(edition.aircraft):
        if craft.min_price > edition.track[-1].price:
            yield Oddity(f"aircraft[{number}].min_price", f"No airline can ever fly the {craft.name}.")


FULL_SIZE_CHECKS = (
    _check_setup_and_stock,
    _check_airlines,
    _check_cities_and_blank_hexes,
    _check_cards,
    _check_price_track,
    _check_aircraft,
    _check_end_points,
    _check_cities_connected,
)
"""What counts on seven airlines, three players and a whole board, which a miniature does not have."""
CHECKS = (*FULL_SIZE_CHECKS, _check_merger_and_dividends)
