"""What each thing on the table is, and what it means for the one who points at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aerodrome.core.actions import NOBODY
from aerodrome.core.description import (
    Description,
    build_description,
    describe_by_first_known_key,
    require_index,
    require_seat,
)
from aerodrome.core.question import BoardTarget
from aerodrome.core.text import capitalize_first, format_count, format_money_change
from aerodrome.games.airsteam.components.layout import compute_hex_distance
from aerodrome.games.airsteam.components.map_tables import CITY, FACTORY, OFF, PARTIAL
from aerodrome.games.airsteam.model.state import CLOSED, GOODS, HIDDEN, SLOTS, WAITING, AirsteamState
from aerodrome.games.airsteam.rules.queries import (
    compute_depot_cost_on_link,
    compute_visible_upkeep,
    count_cubes_in_depots,
    count_cubes_in_hold,
    count_depots_built,
    find_link_at,
    get_airship_capacity,
    get_diamond_rating,
    get_end_cities_of_link,
    get_market_price,
    get_train_link_limit,
    list_seats_in_tie_break_order,
)
from aerodrome.games.airsteam.rules.routes import SHIP_BY_ACTION, find_destinations_with_max_cubes
from aerodrome.games.airsteam.text.names import (
    ORDINALS,
    card_name,
    city_name,
    describe_cargo,
    format_money,
    good_name,
    link_name,
    place_name,
    seat_name,
)

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

Lines = list[tuple[str, str]]

SEAT_FIGURES = ("cash", "result", "cubes", "upkeep", "depots", "airship", "train", "diamonds")
CHARACTER_RULES = {
    "harvey_golding": "KS-24.14",
    "reginald_kain": "KS-24.15",
    "aurelia_bayley": "KS-24.16",
    "isaac": "KS-24.17",
    "eva_blane": "KS-24.18",
    "victor_blane": "KS-24.19",
}


def describe(game: Airsteam, state: AirsteamState, who: int | None, where: BoardTarget) -> Description | None:
    if "seat" in where and "figure" in where:
        return _SEAT_FIGURES[where["figure"]](game, state, who, require_seat(state, where["seat"]))
    return describe_by_first_known_key(_DESCRIBERS, game, state, who, where)


def list_describable(game: Airsteam, state: AirsteamState, who: int | None) -> list[BoardTarget]:
    tables, names = game.maps[state.seats], game.names
    seats = range(state.seats)
    cards = range(len(game.card_ids) if game.full else game.standard_cards)
    laid = range(game.printed_links, game.printed_links + len(state.laid_ends) // 2)
    hexes = [hex_id for hex_id, kind in enumerate(tables.hex_kinds) if kind != OFF]
    return [
        *[{"city": names.cities[city]} for city in tables.cities],
        *[{"factory": names.factories[factory]} for factory in tables.factories],
        *[{"hex": list(names.hexes[hex_id])} for hex_id in hexes],
        *[{"link": game.get_link_id(link)} for link in [*tables.links, *laid]],
        *[{"good": good} for good in game.good_ids],
        *[{"tile": game.good_ids[good]} for good in dict.fromkeys(state.market)],
        *[{"hold": good} for good in game.good_ids],
        *[{"card": game.card_ids[card]} for card in cards],
        *[{"slot": slot + 1} for slot in range(SLOTS)],
        *([{"character": person.id} for person in game.characters] if game.full else []),
        *[{"upgrade": kind} for kind in ("airship", "train")],
        *[{"seat": seat} for seat in seats],
        *[{"seat": seat, "figure": figure} for seat in seats for figure in SEAT_FIGURES],
        *[{"figure": figure} for figure in _TABLE_FIGURES],
    ]


# Cities and factories


def _describe_city(game: Airsteam, state: AirsteamState, who: int | None, city_id: str) -> Description:
    city = game.names.cities.index(city_id)
    if game.maps[state.seats].city_hex[city] == NOBODY:
        raise ValueError(f"{city_id} is not on this map")
    left, good = state.city_left[city], state.city_good[city]
    rules = ("KS-17.1", "KS-17.4", "KS-17.7")
    if state.city_state[city] == CLOSED:
        text = "Closed: it has taken all it will. Goods may still pass through."
        return build_description(city_name(game, city), "closed city", text, [], ("KS-17.9", "KS-14.10"))
    if state.city_state[city] == WAITING or not left:
        text = "It has taken its goods and waits for a new demand, which comes when the factories produce."
        return build_description(city_name(game, city), "city that waits", text, [], ("KS-17.10",))
    goods = good_name(game, good)
    text = f"Takes {goods}: {left} more of {game.city_demand}. Then it asks for something else, or closes."
    lines: Lines = []
    if state.step_stack:
        price = get_market_price(game, state, good)
        lines.append((f"${price}", f"for each {goods} shipped here now"))
    if who is not None and state.step_stack:
        lines.append(_build_own_shipment_fact_line(game, state, who, city, good))
    return build_description(city_name(game, city), f"city for {goods}", text, lines, rules)


def _build_own_shipment_fact_line(
    game: Airsteam, state: AirsteamState, who: int, city: int, good: int
) -> tuple[str, str]:
    """What the viewer could ship here at once, and from where."""
    hex_id = game.maps[state.seats].city_hex[city]
    best = 0
    for depot, owner in enumerate(state.depot_seat):
        if owner == who:
            found = find_destinations_with_max_cubes(game, state, who, state.depot_hex[depot], good, SHIP_BY_ACTION)
            best = max([best, *[most for to, most in found if to == hex_id]])
    if best:
        return f"{best} {good_name(game, good)}", "of yours can be shipped here in one action"
    held = sum(state.depot_cubes[depot * GOODS + good] for depot, owner in enumerate(state.depot_seat) if owner == who)
    if held:
        links = format_count(get_train_link_limit(game, state, who), "link")
        return "too far", f"for your {held} {good_name(game, good)}: your train goes {links}"
    return "nothing", f"of yours to ship: no {good_name(game, good)} in your depots"


def _describe_factory(game: Airsteam, state: AirsteamState, who: int | None, factory_id: str) -> Description:
    factory = game.names.factories.index(factory_id)
    tables = game.maps[state.seats]
    hex_id = tables.factory_hex[factory]
    if hex_id == NOBODY:
        raise ValueError(f"{factory_id} is not on this map")
    good = tables.factory_good[factory]
    cubes = state.factory_cubes[factory * GOODS : (factory + 1) * GOODS]
    text = f"Makes {good_name(game, good)} at the end of each round. Any airship on this hex may load here, free."
    coming = game.base_output + game.tile_output * state.market.count(good)
    lines: Lines = [("here", describe_cargo(game, cubes))]
    if state.step_stack:
        lines.append((f"+{coming}", "at the end of this round"))
    if who is not None:
        lines.extend(_list_airship_distance_lines(game, state, who, hex_id))
    return build_description(
        f"{good_name(game, good)} factory", "factory", text, lines, ("KS-9.3", "KS-21.1", "KS-21.2")
    )


def _list_airship_distance_lines(game: Airsteam, state: AirsteamState, who: int, hex_id: int) -> Lines:
    at = state.airship[who]
    if at == NOBODY:
        return []
    if at == hex_id:
        room = get_airship_capacity(game, state, who) - count_cubes_in_hold(state, who)
        return [("here", f"is your airship, with room for {format_count(room, 'cube')}")]
    distance = compute_hex_distance(game.names.hexes[at], game.names.hexes[hex_id])
    return [(format_count(distance, "hex", "hexes"), "from your airship")]


# Hexes, depots and lines


def _describe_hex(game: Airsteam, state: AirsteamState, who: int | None, coordinates: Any) -> Description:
    tables = game.maps[state.seats]
    q, r = coordinates
    hex_id = tables.hex_ids[(q, r)]
    kind = tables.hex_kinds[hex_id]
    if kind == OFF:
        raise ValueError("this hex is not on the map")
    if kind == CITY:
        return _describe_city(game, state, who, game.names.cities[tables.city_at[hex_id]])
    if kind == FACTORY:
        return _describe_factory(game, state, who, game.names.factories[tables.factory_at[hex_id]])
    depot = state.find_depot_at(hex_id)
    if depot != NOBODY:
        return _describe_depot(game, state, who, depot)
    if find_link_at(game, state, hex_id) != NOBODY:
        return _describe_empty_rail_space(game, state, who, hex_id)
    lines = [] if who is None else _list_airship_distance_lines(game, state, who, hex_id)
    if kind == PARTIAL:
        text = "Half a hex at the edge: an airship may pass it but not stop here."
        return build_description("Edge of the map", "partial hex", text, lines, ("KS-7.4",))
    text = "Open country: an airship may stop here, but there is nothing to load."
    name = capitalize_first(place_name(game, state, hex_id))
    return build_description(name, "open country", text, lines, ("KS-7.1", "KS-9.3"))


def _describe_depot(game: Airsteam, state: AirsteamState, who: int | None, depot: int) -> Description:
    owner, hex_id = state.depot_seat[depot], state.depot_hex[depot]
    cubes = state.depot_cubes[depot * GOODS : (depot + 1) * GOODS]
    text = (
        f"Holds {describe_cargo(game, cubes)}. Goods are shipped by train from here; "
        f"each depot counts ${game.depot_value} at the end."
    )
    lines: Lines = []
    if owner == who and state.step_stack:
        lines = _list_shipment_fact_lines(game, state, owner, hex_id, cubes)
        lines.extend(_list_airship_distance_lines(game, state, owner, hex_id))
    elif who is not None:
        fee = format_money(game.fee_per_link)
        lines = [
            (fee, f"a cube to {seat_name(game, owner)} if you ship over this line without a depot of your own on it")
        ]
    whose = "yours" if owner == who else f"of {seat_name(game, owner)}"
    return build_description(
        f"Depot on {link_name(game, state, find_link_at(game, state, hex_id))}",
        whose,
        text,
        lines,
        ("KS-14.1", "KS-15.2", "KS-23.1"),
    )


def _list_shipment_fact_lines(
    game: Airsteam, state: AirsteamState, seat: int, depot_hex: int, cubes_by_good: list[int]
) -> Lines:
    tables = game.maps[state.seats]
    found: list[tuple[int, tuple[str, str]]] = []
    for good, count in enumerate(cubes_by_good):
        if not count:
            continue
        cities = [
            (most, to)
            for to, most in find_destinations_with_max_cubes(game, state, seat, depot_hex, good, SHIP_BY_ACTION)
            if tables.city_at[to] != NOBODY
        ]
        if cities:
            most, to = max(cities)
            gain = most * get_market_price(game, state, good)
            to_city = city_name(game, tables.city_at[to])
            words = f"for {most} {good_name(game, good)} to {to_city}, less fees on others' lines"
            found.append((gain, (format_money_change(gain), words)))
        else:
            found.append((0, ("stays", f"{good_name(game, good)}: no city in reach of your train takes it")))
    found.sort(key=lambda one: -one[0])
    return [line for _gain, line in found]


def _describe_empty_rail_space(game: Airsteam, state: AirsteamState, who: int | None, hex_id: int) -> Description:
    link = find_link_at(game, state, hex_id)
    text = "A place for a depot. A train can use a line only if somebody has a depot on it."
    lines: Lines = []
    if who is not None and state.step_stack:
        lines.append(
            (f"${compute_depot_cost_on_link(game, state, who, link)}", _phrase_depot_count_on_link(state, link))
        )
        lines.extend(_list_airship_distance_lines(game, state, who, hex_id))
    return build_description(
        capitalize_first(place_name(game, state, hex_id)), "rail space", text, lines, ("KS-11.1", "KS-11.4", "KS-14.8")
    )


def _phrase_depot_count_on_link(state: AirsteamState, link: int) -> str:
    there = state.link_depots[link]
    return f"for a depot of yours here: {'none' if not there else format_count(there, 'depot')} on this line so far"


def _describe_link(game: Airsteam, state: AirsteamState, who: int | None, link_id: str) -> Description:
    tables = game.maps[state.seats]
    laid = range(game.printed_links, game.printed_links + len(state.laid_ends) // 2)
    link = {game.get_link_id(one): one for one in [*tables.links, *laid]}[link_id]
    owners = [seat for seat in range(state.seats) if state.link_owners[link] >> seat & 1]
    a, b = get_end_cities_of_link(game, state, link)
    text = (
        f"Joins {city_name(game, a)} and {city_name(game, b)}. Each line that goods touch counts one link of the train."
    )
    lines: Lines = []
    if who is not None:
        if who in owners:
            lines.append(("free", "for you: you have a depot on it"))
        elif owners:
            lines.append(
                (
                    format_money(game.fee_per_link),
                    f"a cube to {_join_owner_names_with_or(game, owners)} if you ship over it",
                )
            )
        else:
            lines.append(("closed", "to trains: nobody has a depot on it"))
        if state.step_stack:
            lines.append((f"${compute_depot_cost_on_link(game, state, who, link)}", "for a depot of yours on it"))
    elif owners:
        lines.append(("depots", f"of {_join_owner_names_with_or(game, owners)}"))
    return build_description(link_name(game, state, link), "line", text, lines, ("KS-14.5", "KS-14.8", "KS-15.2"))


def _join_owner_names_with_or(game: Airsteam, owners: list[int]) -> str:
    return " or ".join([seat_name(game, seat) for seat in owners])


# Goods and the market


def _get_good_index(game: Airsteam, good_id: Any) -> int:
    return game.good_ids.index(good_id)


def _describe_good(game: Airsteam, state: AirsteamState, who: int | None, good_id: str) -> Description:
    good = _get_good_index(game, good_id)
    price = get_market_price(game, state, good)
    text = f"{good_name(game, good)} is worth ${price} a cube in a city that takes it. Prices only rise."
    lines: Lines = []
    if state.price[good] + 1 < len(game.prices):
        lines.append((f"${game.prices[state.price[good] + 1]}", "after the next tile of this colour"))
    else:
        lines.append(("top", "the price rises no further"))
    if who is not None:
        mine = _count_own_cubes_of_good(state, who, good)
        lines.append((f"{mine} of yours", "in hold and depots") if mine else ("none", "of yours in hold or depots"))
    tables = game.maps[state.seats]
    cities = [c for c in tables.cities if state.city_left[c] and state.city_good[c] == good]
    lines.append((format_count(len(cities), "city", "cities"), "take it now"))
    return build_description(good_name(game, good), "good", text, lines, ("KS-4.2", "KS-17.4", "KS-4.6"))


def _count_own_cubes_of_good(state: AirsteamState, seat: int, good: int) -> int:
    depots = [depot for depot, owner in enumerate(state.depot_seat) if owner == seat]
    return state.hold[seat * GOODS + good] + sum(state.depot_cubes[depot * GOODS + good] for depot in depots)


def _describe_demand_tile(game: Airsteam, state: AirsteamState, who: int | None, good_id: str) -> Description:
    good = _get_good_index(game, good_id)
    count = state.market.count(good)
    text = (
        f"A tile of this round: it raised the price of {good_name(game, good)}, and each factory of it makes one cube "
        "more at the end of the round. Later it is a new demand of a city."
    )
    lines: Lines = [(f"${get_market_price(game, state, good)}", "a cube now")]
    if count > 1:
        lines.append((str(count), "tiles of this colour this round"))
    return build_description(
        f"{good_name(game, good)} tile", "future market", text, lines, ("KS-4.1", "KS-21.2", "KS-21.3")
    )


def _describe_good_in_hold(game: Airsteam, state: AirsteamState, who: int | None, good_id: str) -> Description:
    good = _get_good_index(game, good_id)
    text = "Goods in the airship. They must be unloaded into a depot of your own before a train can ship them."
    lines: Lines = []
    if who is not None:
        count, capacity = state.hold[who * GOODS + good], get_airship_capacity(game, state, who)
        lines.append(
            (f"{count} {good_name(game, good)}", f"in your hold, which takes {format_count(capacity, 'cube')}")
        )
        lines.append((f"${game.upkeep_per_cube}", "a cube at the end of the round, or it is lost"))
    return build_description(
        f"{good_name(game, good)} in the hold", "hold", text, lines, ("KS-9.5", "KS-14.11", "KS-20.2")
    )


# Cards, slots and characters


def _describe_card(game: Airsteam, state: AirsteamState, who: int | None, card_id: str) -> Description:
    card = game.card_ids.index(card_id)
    special = card >= game.standard_cards
    diamonds = game.card_diamonds[card]
    letter = "ABCDEFG"[game.card_letter[card]]
    if special:
        text = game.edition.team[card - game.standard_cards].special_card.text
    elif game.card_stays[card]:
        text = "The airship stays where it is; it may load and unload."
    else:
        text = f"The airship flies exactly {format_count(game.card_speed[card], 'hex', 'hexes')}, wherever you like."
    lines: Lines = [
        (
            f"order {letter}",
            "A acts first, G last" if letter not in "AG" else _phrase_turn_order_of_first_or_last_letter(letter),
        )
    ]
    if who is not None and state.step_stack:
        rating = get_diamond_rating(game, state, who)
        lines.append((format_count(diamonds, "diamond"), f"of the {rating} your airship allows in a plan"))
        laid = [slot + 1 for slot in range(SLOTS) if state.plan[who * SLOTS + slot] == card]
        if laid:
            lines.append((f"slot {laid[0]}", "of your plan"))
    elif diamonds:
        lines.append((format_count(diamonds, "diamond"), "counts against the airship's rating"))
    rules = ("KS-6.2", "KS-5.6", "KS-24.8" if special else "KS-7.1")
    return build_description(f"Card {card_name(game, card)}", "movement card", text, lines, rules)


def _phrase_turn_order_of_first_or_last_letter(letter: str) -> str:
    return "before all others" if letter == "A" else "after all others"


def _describe_plan_slot(game: Airsteam, state: AirsteamState, who: int | None, slot_number: int) -> Description:
    slot = require_index(slot_number - 1, SLOTS)
    text = f"The {ORDINALS[slot]} of four cards of a round. All reveal it together, then each flies and acts."
    lines: Lines = []
    if who is not None:
        card = state.plan[who * SLOTS + slot]
        lines.append(("yours", f"card {card_name(game, card)}" if card != NOBODY else "is empty"))
        known = state.plan[who * SLOTS : (who + 1) * SLOTS]
        used = sum(game.card_diamonds[one] for one in known if one != NOBODY)
        lines.append(
            (format_count(used, "diamond"), f"in your plan, of {get_diamond_rating(game, state, who)} allowed")
        )
    shown = [
        f"{seat_name(game, seat)} {card_name(game, state.plan[seat * SLOTS + slot])}"
        for seat in range(state.seats)
        if seat != who and state.plan[seat * SLOTS + slot] != NOBODY and state.face[seat * SLOTS + slot] != HIDDEN
    ]
    if shown:
        lines.append(("shown", ", ".join(shown)))
    return build_description(f"Slot {slot + 1}", "plan", text, lines, ("KS-5.1", "KS-6.1", "KS-8.1"))


def _describe_character(game: Airsteam, state: AirsteamState, who: int | None, character_id: str) -> Description:
    person = [one.id for one in game.characters].index(character_id)
    character = game.characters[person]
    lines: Lines = []
    if who is not None and state.character[who] == person:
        lines.append(("yours", "for the whole game"))
    elif NOBODY not in state.character and person in state.character:
        lines.append(("played", f"by {seat_name(game, state.character.index(person))}"))
    elif who is not None and NOBODY in state.character and state.team[who] == person // 2:
        lines.append(("choice", "one of the two of your colour"))
    return build_description(
        character.name, "character", character.text, lines, ("KS-24.1", *_list_character_rules(character.id))
    )


def _list_character_rules(character_id: str) -> tuple[str, ...]:
    return (CHARACTER_RULES[character_id],) if character_id in CHARACTER_RULES else ()


def _describe_upgrade(game: Airsteam, state: AirsteamState, who: int | None, airship_or_train: str) -> Description:
    if airship_or_train not in ("airship", "train"):
        raise ValueError(f"there is no {airship_or_train}")
    if who is not None:
        return (
            _describe_airship(game, state, who, who)
            if airship_or_train == "airship"
            else _describe_train(game, state, who, who)
        )
    if airship_or_train == "airship":
        text = "An action and the level's number in dollars raise it by one level: more cubes, more diamonds in a plan."
        return build_description("Airship", "level", text, [], ("KS-12.1", "KS-12.2"))
    text = "An action and the level's number in dollars raise it by one level: goods travel one link further."
    return build_description("Train", "level", text, [], ("KS-13.1", "KS-13.2"))


# Players


def _phrase_whose_seat(game: Airsteam, who: int | None, seat: int) -> str:
    return "yours" if seat == who else f"of {seat_name(game, seat)}"


def _describe_seat(game: Airsteam, state: AirsteamState, who: int | None, seat: int) -> Description:
    seat = require_seat(state, seat)
    depots = format_count(count_depots_built(game, state, seat), "depot")
    cubes = format_count(count_cubes_in_hold(state, seat) + count_cubes_in_depots(state, seat), "cube")
    text = f"{format_money(state.cash[seat])}, {depots}, {cubes} in hold and depots."
    lines: Lines = [(format_money(game.scores(state)[seat]), "if the game ended now")]
    if NOBODY not in state.character and game.full:
        lines.append(("plays", f"{game.characters[state.character[seat]].name} for the whole game"))
    return build_description(seat_name(game, seat), "player", text, lines, ("KS-23.1",))


def _describe_cash(game: Airsteam, state: AirsteamState, who: int | None, seat: int) -> Description:
    text = "Dollars in hand: they pay for depots, levels and upkeep, and count at the end."
    lines: Lines = [(format_money(state.cash[seat]), "now")]
    due = compute_visible_upkeep(game, state, seat, who)
    if due and state.step_stack:
        lines.append((format_money_change(-due), "upkeep at the end of the round for the cubes of now"))
    return build_description("Cash", _phrase_whose_seat(game, who, seat), text, lines, ("KS-10.3", "KS-20.2"))


def _describe_score(game: Airsteam, state: AirsteamState, who: int | None, seat: int) -> Description:
    built = count_depots_built(game, state, seat)
    text = f"Cash and ${game.depot_value} for each depot on the map. Goods left over are worth nothing."
    lines: Lines = [(format_money(game.scores(state)[seat]), f"now, with {format_count(built, 'depot')}")]
    return build_description("Result so far", _phrase_whose_seat(game, who, seat), text, lines, ("KS-23.1", "KS-23.2"))


def _describe_cubes(game: Airsteam, state: AirsteamState, who: int | None, seat: int) -> Description:
    hold = state.hold[seat * GOODS : (seat + 1) * GOODS]
    depots = [depot for depot, owner in enumerate(state.depot_seat) if owner == seat]
    stored = [sum(state.depot_cubes[depot * GOODS + good] for depot in depots) for good in range(GOODS)]
    text = "Goods in the airship's hold and in depots. Only those in depots can be shipped."
    capacity = _get_airship_capacity_known_to_viewer(game, state, who, seat)
    lines: Lines = [("hold", f"{describe_cargo(game, hold)}, of {capacity}"), ("depots", describe_cargo(game, stored))]
    return build_description("Goods", _phrase_whose_seat(game, who, seat), text, lines, ("KS-9.5", "KS-14.11"))


def _get_airship_capacity_known_to_viewer(game: Airsteam, state: AirsteamState, who: int | None, seat: int) -> int:
    """A character that is not yet known to all adds nothing."""
    if seat == who or NOBODY not in state.character:
        return get_airship_capacity(game, state, seat)
    return game.capacity_by_level[state.airship_level[seat]]


def _describe_upkeep(game: Airsteam, state: AirsteamState, who: int | None, seat: int) -> Description:
    text = f"After a round each cube in hold and depots costs ${game.upkeep_per_cube}; what is not paid for is lost."
    lines: Lines = [(format_money(compute_visible_upkeep(game, state, seat, who)), "for the cubes of now")]
    return build_description("Upkeep", _phrase_whose_seat(game, who, seat), text, lines, ("KS-20.2", "KS-20.3"))


def _describe_depots(game: Airsteam, state: AirsteamState, who: int | None, seat: int) -> Description:
    built = count_depots_built(game, state, seat)
    costs = ", ".join([f"${cost}" for cost in game.depot_costs])
    text = f"Goods wait here for the train. A depot costs {costs} for the first, second and any further one on a line."
    lines: Lines = [(f"${built * game.depot_value}", f"at the end for {format_count(built, 'depot')}")]
    lines.append((str(state.depots_left[seat]), "left to build"))
    return build_description("Depots", _phrase_whose_seat(game, who, seat), text, lines, ("KS-11.4", "KS-23.1"))


def _describe_airship(game: Airsteam, state: AirsteamState, who: int | None, seat: int) -> Description:
    level = state.airship_level[seat]
    text = "Its level says how many cubes the hold takes and how many diamonds a plan may have."
    cubes_now = format_count(_get_airship_capacity_known_to_viewer(game, state, who, seat), "cube")
    lines: Lines = [
        (f"level {level}", f"{cubes_now}, {format_count(get_diamond_rating(game, state, seat), 'diamond')}")
    ]
    if level + 1 < len(game.capacity_by_level):
        extra = _get_airship_capacity_known_to_viewer(game, state, who, seat) - game.capacity_by_level[level]
        cubes = format_count(game.capacity_by_level[level + 1] + extra, "cube")
        diamonds = format_count(game.diamonds_by_level[level + 1], "diamond")
        lines.append((f"${game.airship_cost[level]}", f"and an action for level {level + 1}: {cubes}, {diamonds}"))
    else:
        lines.append(("top", "there is no higher level"))
    return build_description(
        "Airship", _phrase_whose_seat(game, who, seat), text, lines, ("KS-12.1", "KS-12.2", "KS-12.4")
    )


def _describe_train(game: Airsteam, state: AirsteamState, who: int | None, seat: int) -> Description:
    level = state.train_level[seat]
    text = "Its level says over how many links goods travel in one shipment."
    lines: Lines = [(f"level {level}", format_count(get_train_link_limit(game, state, seat), "link"))]
    if level + 1 < len(game.links_by_level):
        links = format_count(game.links_by_level[level + 1], "link")
        lines.append((f"${game.train_cost[level]}", f"and an action for level {level + 1}: {links}"))
    else:
        lines.append(("top", "there is no higher level"))
    return build_description(
        "Train", _phrase_whose_seat(game, who, seat), text, lines, ("KS-13.1", "KS-13.2", "KS-14.4")
    )


def _describe_diamonds(game: Airsteam, state: AirsteamState, who: int | None, seat: int) -> Description:
    rating = get_diamond_rating(game, state, seat)
    text = (
        "Fast cards carry diamonds. A card that brings a plan above the rating is lost: no flight, and last in order."
    )
    lines: Lines = [(str(rating), "are allowed in a plan")]
    return build_description("Diamonds", _phrase_whose_seat(game, who, seat), text, lines, ("KS-5.6", "KS-8.2"))


# The table


def _describe_table_figure(game: Airsteam, state: AirsteamState, who: int | None, figure_id: str) -> Description:
    return _TABLE_FIGURES[figure_id](game, state, who)


def _describe_round(game: Airsteam, state: AirsteamState, who: int | None) -> Description:
    text = "A round: the market rises, all plan four cards, fly and act four times, pay upkeep, and factories produce."
    lines: Lines = [("set-up", "the first round has not begun")]
    if state.round:
        lines = [(f"round {state.round}", f"of {game.rounds}; then one last shipping at ${game.final_price} a cube")]
    return build_description("Rounds", "table", text, lines, ("KS-3.2", "KS-3.5"))


def _describe_turn_order(game: Airsteam, state: AirsteamState, who: int | None) -> Description:
    text = "In each step the letters of the cards decide, A first."
    text += " Ties go by the characters' order numbers." if game.full else " Ties go clockwise from the start player."
    lines: Lines = []
    if state.order and state.step_stack:
        lines.append(("now", ", then ".join(["you" if seat == who else seat_name(game, seat) for seat in state.order])))
    elif state.start != NOBODY or (game.full and NOBODY not in state.team):
        ties = ", ".join(
            ["you" if seat == who else seat_name(game, seat) for seat in list_seats_in_tie_break_order(game, state)]
        )
        lines.append(("ties", ties))
    return build_description("Order", "table", text, lines, ("KS-6.2", "KS-24.4" if game.full else "KS-6.4"))


def _describe_supply(game: Airsteam, state: AirsteamState, who: int | None) -> Description:
    text = "Cubes that factories still can make. When a colour runs out, its factories make no more."
    low = [f"{good_name(game, good)} {count}" for good, count in enumerate(state.supply)]
    return build_description("Supply", "goods", text, [("left", ", ".join(low))], ("KS-2.6", "KS-21.5"))


def _describe_demand_tile_pile(game: Airsteam, state: AirsteamState, who: int | None) -> Description:
    text = f"Demand tiles not drawn yet; {game.tiles_per_round} are drawn each round. Everybody can count what is left."
    left = [f"{good_name(game, good)} {count}" for good, count in enumerate(state.pile) if count]
    return build_description(
        "Demand tiles", "draw pile", text, [("left", ", ".join(left) or "none")], ("KS-4.1", "KS-4.7")
    )


def _describe_first_city(game: Airsteam, state: AirsteamState, who: int | None, cities: list[str]) -> Description:
    """Of several cities (the ends of a new line) the first."""
    return _describe_city(game, state, who, cities[0])


_DESCRIBERS: dict[str, Callable[[Airsteam, AirsteamState, int | None, Any], Description]] = {
    "card": _describe_card,
    "character": _describe_character,
    "city": _describe_city,
    "factory": _describe_factory,
    "hex": _describe_hex,
    "link": _describe_link,
    "tile": _describe_demand_tile,
    "hold": _describe_good_in_hold,
    "good": _describe_good,
    "slot": _describe_plan_slot,
    "upgrade": _describe_upgrade,
    "cities": _describe_first_city,
    "seat": _describe_seat,
    "figure": _describe_table_figure,
}
_SEAT_FIGURES: dict[str, Callable[[Airsteam, AirsteamState, int | None, int], Description]] = {
    "cash": _describe_cash,
    "result": _describe_score,
    "cubes": _describe_cubes,
    "upkeep": _describe_upkeep,
    "depots": _describe_depots,
    "airship": _describe_airship,
    "train": _describe_train,
    "diamonds": _describe_diamonds,
}
_TABLE_FIGURES: dict[str, Callable[[Airsteam, AirsteamState, int | None], Description]] = {
    "round": _describe_round,
    "order": _describe_turn_order,
    "supply": _describe_supply,
    "pile": _describe_demand_tile_pile,
}
