"""What each thing on the table is, and what it means for the one who points at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aerodrome.core.actions import NOBODY
from aerodrome.core.description import Description, build_description, describe_by_first_known_key, require_seat
from aerodrome.core.question import BoardTarget
from aerodrome.core.text import capitalize_first, format_count, format_money_change, join_with_and, join_with_or
from aerodrome.games.airline.model.state import SPACE_KINDS, TRACK_LENGTH, AirlineState
from aerodrome.games.airline.rules.queries import (
    compute_seat_wealth,
    count_cities_in_bits,
    find_city_owner,
    find_connected_city_bits,
    find_reconnecting_city_bits,
    get_current_fare,
    list_cities_in_bits,
)
from aerodrome.games.airline.text.names import aircraft_name, city_name, format_money, seat_name

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

Lines = list[tuple[str, str]]

SPECIAL_SPACES = ("subsidy", "maintenance", "charter", "hijack", "air_cargo", "crash")
SEAT_FIGURES = ("cash", "wealth", "cities", "connected", "fares", "markers")
CHANCE_TO_WIN_CHALLENGE = "44 %"  # AL-R23


def describe(game: Airline, state: AirlineState, who: int | None, where: BoardTarget) -> Description | None:
    if "seat" in where and "figure" in where:
        return _SEAT_FIGURES[where["figure"]](game, state, who, require_seat(state, where["seat"]))
    return describe_by_first_known_key(_DESCRIBERS, game, state, who, where)


def list_describable(game: Airline, state: AirlineState, who: int | None) -> list[BoardTarget]:
    return [
        *[{"city": city} for city in game.city_ids],
        *[{"space": kind} for kind in SPECIAL_SPACES],
        *[{"aircraft": craft.id} for craft in game.edition.aircraft],
        *[{"seat": seat} for seat in range(state.seats)],
        *[{"seat": seat, "figure": figure} for seat in range(state.seats) for figure in SEAT_FIGURES],
        {"figure": "round"},
        {"figure": "dice"},
    ]


def _is_viewer_in_game(state: AirlineState, who: int | None) -> bool:
    return who is not None and not state.out[who] and bool(state.step_stack)


def _build_distance_line(state: AirlineState, who: int, pos: int) -> tuple[str, str] | None:
    """How the viewer's next throws could get here."""
    spaces = (pos - state.pos[who]) % TRACK_LENGTH
    if not spaces:
        return "here", "your aircraft stands here"
    ways = 6 - abs(7 - spaces) if 2 <= spaces <= 12 else 0
    chance = f"; {ways} of 36 throws end here" if ways else ", out of reach of one throw"
    return format_count(spaces, "space"), f"ahead of you{chance}"


# Places


def _describe_city(game: Airline, state: AirlineState, who: int | None, city_id: str) -> Description:
    city = game.city_ids.index(city_id)
    owner = find_city_owner(state, city)
    fares = " / ".join([str(fare) for fare in game.fares[city]])
    text = (
        f"Fare {fares} with the owner's PROP, JET or SST. {_phrase_owner_and_connection(game, state, who, city, owner)}"
    )
    lines: Lines = []
    if who is not None and _is_viewer_in_game(state, who):
        if owner == NOBODY:
            lines = _list_free_city_lines(game, state, who, city)
        elif owner == who:
            lines = _list_own_city_lines(game, state, who, city)
        else:
            lines = _list_rival_city_lines(game, state, who, owner, city)
        distance = _build_distance_line(state, who, game.pos_of[city])
        if distance:
            lines.append(distance)
    rules = ("AL-4.1", "AL-8.1") if owner == NOBODY else ("AL-7.1", "AL-8.2") if owner == who else ("AL-7.1", "AL-9.1")
    return build_description(
        city_name(game, city), _phrase_city_kind_and_owner(game, state, who, city, owner), text, lines, rules
    )


def _phrase_city_kind_and_owner(game: Airline, state: AirlineState, who: int | None, city: int, owner: int) -> str:
    if owner == NOBODY:
        return "free city"
    base = city in state.base
    whose = "yours" if owner == who else f"of {seat_name(game, owner)}"
    return f"{'base' if base else 'city'} {whose}" if owner != who else "your base" if base else "your city"


def _phrase_owner_and_connection(game: Airline, state: AirlineState, who: int | None, city: int, owner: int) -> str:
    if owner == NOBODY:
        return f"Nobody owns it; landing here, one may buy it for {format_money(game.rights_price)}."
    base = "your base" if owner == who else f"the base of {seat_name(game, owner)}"
    if city in state.base:
        return f"{capitalize_first(base)}: it always earns, and cannot be sold or challenged."
    if state.network[owner] >> city & 1:
        return f"Connected to {base}, so visitors pay."
    return f"Cut off from {base}: visitors pay nothing."


def _list_free_city_lines(game: Airline, state: AirlineState, who: int, city: int) -> Lines:
    if state.base[who] == NOBODY:
        joined = [city_name(game, other) for other in list_cities_in_bits(game, game.routes[city])]
        return [("as base", f"it earns its fare at once; routes to {join_with_and(joined)}")]
    fare = game.fares[city][state.aircraft[who]]
    network = find_connected_city_bits(game, state.base[who], state.owned[who] | 1 << city)
    if not network >> city & 1:
        return [("no fare", "if you buy it now: no chain of your cities leads to your base")]
    gained = sum(game.fares[c][state.aircraft[who]] for c in list_cities_in_bits(game, network & ~state.network[who]))
    lines = [(f"+{format_money(fare)}", "from each visitor if it were yours; it would be connected")]
    if gained > fare:
        lines.append((f"+{format_money(gained)}", "in fares in all: it would connect cities of yours again"))
    return lines


def _list_own_city_lines(game: Airline, state: AirlineState, who: int, city: int) -> Lines:
    fare = get_current_fare(game, state, who, city)
    if fare:
        lost = find_connected_city_bits(game, state.base[who], state.owned[who] & ~(1 << city))
        cut = list_cities_in_bits(game, state.network[who] & ~lost & ~(1 << city))
        lines = [(f"+{format_money(fare)}", f"from each visitor, with your {aircraft_name(game, state.aircraft[who])}")]
        if cut and city != state.base[who]:
            lines.append(("link", f"without it {join_with_and([city_name(game, c) for c in cut])} would be cut off"))
        return lines
    ways = list_cities_in_bits(game, find_reconnecting_city_bits(game, state, who, city))
    names = [city_name(game, other) for other in ways]
    helps = f"{join_with_or(names[:4])} would connect it" if names else "it takes more than one city to connect it"
    return [("no fare", helps)]


def _list_rival_city_lines(game: Airline, state: AirlineState, who: int, owner: int, city: int) -> Lines:
    fare = get_current_fare(game, state, owner, city)
    lines = [(format_money_change(-fare, "M") if fare else "free", "if you land here")]
    if city not in state.base:
        lines.append(
            (
                format_money(game.challenge_fee),
                f"for a challenge after landing: {CHANCE_TO_WIN_CHALLENGE} to win the city",
            )
        )
    return lines


def _describe_space(game: Airline, state: AirlineState, who: int | None, space_kind: str) -> Description:
    pos = game.kind_at.index(SPACE_KINDS.index(space_kind))
    text, rules = _phrase_space_and_rules(game, space_kind)
    lines: Lines = []
    if who is not None and _is_viewer_in_game(state, who):
        lines.append(_build_space_line_for_viewer(game, state, who, space_kind))
        distance = _build_distance_line(state, who, pos)
        if distance:
            lines.append(distance)
    return build_description(space_kind.upper().replace("_", " "), "space", text, lines, rules)


def _phrase_space_and_rules(game: Airline, space_kind: str) -> tuple[str, tuple[str, ...]]:
    crash = format_money(game.crash_cost)
    if space_kind == "subsidy":
        prop, jet = format_money(game.subsidies[0]), format_money(game.subsidies[1])
        return f"Landing here or passing by brings {prop} with a PROP, {jet} with a JET, nothing with an SST.", (
            "AL-10.1",
        )
    if space_kind == "maintenance":
        costs = join_with_and([format_money(cost) for cost in game.maintenance])
        return f"Landing here costs {costs} with PROP, JET and SST.", ("AL-10.4",)
    if space_kind == "charter":
        return f"Throw again and collect {format_money(game.charter_per_pip)} for each pip.", ("AL-10.5",)
    if space_kind == "hijack":
        text = f"Throw again. A double destroys the aircraft: {crash} and a PROP. Else back to SUBSIDY, for nothing."
        return text, ("AL-10.7", "AL-10.8")
    if space_kind == "air_cargo":
        return f"Landing here brings {format_money(game.air_cargo)}.", ("AL-10.9",)
    return f"Landing here costs {crash}, and you go on with the PROP.", ("AL-10.10",)


def _build_space_line_for_viewer(game: Airline, state: AirlineState, who: int, space_kind: str) -> tuple[str, str]:
    craft = state.aircraft[who]
    name = aircraft_name(game, craft)
    if space_kind == "subsidy":
        gain = game.subsidies[craft]
        return (
            format_money_change(gain, "M") if gain else "nothing",
            f"each time you reach or pass it with your {name}",
        )
    if space_kind == "maintenance":
        return format_money_change(-game.maintenance[craft], "M"), f"with your {name}"
    if space_kind == "charter":
        return f"+{format_money(7 * game.charter_per_pip)}", "on average"
    if space_kind == "hijack":
        return "1 in 6", "is the chance of a double" + ("" if craft == 0 else f": your {name} would be gone")
    if space_kind == "air_cargo":
        return format_money_change(game.air_cargo, "M"), "for whoever lands here"
    return format_money_change(-game.crash_cost, "M"), "if you land here" + (
        "" if craft == 0 else f", and your {name} is gone"
    )


def _describe_aircraft_kind(game: Airline, state: AirlineState, who: int | None, aircraft_id: str) -> Description:
    craft = [one.id for one in game.edition.aircraft].index(aircraft_id)
    column = ("lowest", "middle", "highest")[craft]
    text = (
        f"Visitors pay the {column} fare in its owner's cities. SUBSIDY {format_money(game.subsidies[craft])}, "
        f"MAINTENANCE {format_money(game.maintenance[craft])}."
    )
    lines: Lines = []
    if who is not None and _is_viewer_in_game(state, who):
        now, then = (
            _sum_fares_with_aircraft(game, state, who, state.aircraft[who]),
            _sum_fares_with_aircraft(game, state, who, craft),
        )
        if craft == state.aircraft[who]:
            lines.append(("yours", f"your fares in force add up to {format_money(now)}"))
        else:
            lines.append(
                (f"{now} → {then}", f"your fares in all, after an exchange for {format_money(game.exchange_fee)}")
            )
            if abs(craft - state.aircraft[who]) > 1:
                lines.append(("two steps", "only one exchange in a turn, before the throw, in a city of yours"))
    flown = [
        seat_name(game, s) for s in range(state.seats) if s != who and state.aircraft[s] == craft and not state.out[s]
    ]
    if flown:
        lines.append(("flown", f"by {join_with_and(flown)}"))
    return build_description(aircraft_name(game, craft), "aircraft", text, lines, ("AL-7.3", "AL-6.2", "AL-6.6"))


def _sum_fares_with_aircraft(game: Airline, state: AirlineState, seat: int, aircraft: int) -> int:
    return sum(game.fares[city][aircraft] for city in list_cities_in_bits(game, state.network[seat]))


# Players and their figures


def _describe_seat(game: Airline, state: AirlineState, who: int | None, seat: int) -> Description:
    seat = require_seat(state, seat)
    if state.out[seat]:
        return build_description(seat_name(game, seat), "player", "Out of the game.", [], ("AL-12.2",))
    owned = format_count(count_cities_in_bits(game, state.owned[seat]), "city", "cities")
    text = (
        f"{format_money(state.cash[seat])} in cash, {owned}, "
        f"{count_cities_in_bits(game, state.network[seat])} connected, flying the "
        f"{aircraft_name(game, state.aircraft[seat])}."
    )
    lines: Lines = []
    if who is not None and who != seat and _is_viewer_in_game(state, who):
        fares = [get_current_fare(game, state, seat, city) for city in list_cities_in_bits(game, state.network[seat])]
        if fares:
            lines.append((format_money_change(-max(fares), "M"), "is the most you can owe in one of these cities"))
    rule = "AL-13.2" if game.short_game else "AL-12.10"
    return build_description(seat_name(game, seat), "player", text, lines, ("AL-1.15", rule))


def _phrase_whose_seat(game: Airline, who: int | None, seat: int) -> str:
    return "yours" if seat == who else f"of {seat_name(game, seat)}"


def _describe_cash(game: Airline, state: AirlineState, who: int | None, seat: int) -> Description:
    text = "Millions of dollars in hand. Whoever owes more than this must sell cities or is out."
    lines: Lines = [(format_money(state.cash[seat]), "now")]
    rivals = [
        get_current_fare(game, state, other, city)
        for other in range(state.seats)
        if other != seat
        for city in list_cities_in_bits(game, state.network[other])
    ]
    if rivals and state.step_stack:
        lines.append((format_money(max(rivals)), "is the highest fare that can fall due now"))
    return build_description("Cash", _phrase_whose_seat(game, who, seat), text, lines, ("AL-12.1", "AL-12.3"))


def _describe_wealth(game: Airline, state: AirlineState, who: int | None, seat: int) -> Description:
    text = f"Cash and {format_money(game.city_value)} for each city, the base too. Aircraft count nothing."
    decides = "decides when the first player is bankrupt" if game.short_game else "decides only at a round limit"
    return build_description(
        "Wealth",
        _phrase_whose_seat(game, who, seat),
        text,
        [(format_money(compute_seat_wealth(game, state, seat)), f"now; it {decides}")],
        ("AL-13.2", "AL-13.4"),
    )


def _describe_cities(game: Airline, state: AirlineState, who: int | None, seat: int) -> Description:
    text = "Cities owned. Only those joined to the base by routes through own cities earn fares."
    cut = list_cities_in_bits(game, state.owned[seat] & ~state.network[seat])
    lines: Lines = [(str(count_cities_in_bits(game, state.owned[seat])), "owned")]
    if cut:
        lines.append(("cut off", join_with_and([city_name(game, city) for city in cut])))
    return build_description("Cities", _phrase_whose_seat(game, who, seat), text, lines, ("AL-4.5", "AL-8.2"))


def _describe_connected_cities(game: Airline, state: AirlineState, who: int | None, seat: int) -> Description:
    text = "Cities with a chain of own cities to the base. Only these earn."
    lines: Lines = [
        (
            str(count_cities_in_bits(game, state.network[seat])),
            f"of {format_count(count_cities_in_bits(game, state.owned[seat]), 'city', 'cities')}",
        )
    ]
    return build_description("Connected cities", _phrase_whose_seat(game, who, seat), text, lines, ("AL-8.1", "AL-8.2"))


def _describe_fares_in_force(game: Airline, state: AirlineState, who: int | None, seat: int) -> Description:
    text = "All fares in force added up: what one visit to each connected city would bring."
    craft = state.aircraft[seat]
    lines: Lines = [
        (format_money(_sum_fares_with_aircraft(game, state, seat, craft)), f"with the {aircraft_name(game, craft)}")
    ]
    if craft < 2 and state.base[seat] != NOBODY:
        better = craft + 1
        lines.append(
            (format_money(_sum_fares_with_aircraft(game, state, seat, better)), f"with a {aircraft_name(game, better)}")
        )
    return build_description("Fares", _phrase_whose_seat(game, who, seat), text, lines, ("AL-7.3", "AL-7.1"))


def _describe_markers_left(game: Airline, state: AirlineState, who: int | None, seat: int) -> Description:
    owned = count_cities_in_bits(game, state.owned[seat])
    if not game.marker_limit:
        text = "A marker shows who owns a city. Here there is no limit to their number."
        return build_description(
            "Markers", _phrase_whose_seat(game, who, seat), text, [(str(owned), "on the map")], ("AL-4.5",)
        )
    text = f"A marker shows who owns a city. Nobody owns more than {game.marker_limit} cities."
    lines: Lines = [(str(game.marker_limit - owned), "left")]
    return build_description("Markers", _phrase_whose_seat(game, who, seat), text, lines, ("AL-4.5", "AL-4.10"))


# The table


def _describe_table_figure(game: Airline, state: AirlineState, who: int | None, figure_id: str) -> Description:
    if figure_id == "dice":
        text = "One throw of two dice moves the aircraft clockwise by its total. A double gives no second turn."
        lines: Lines = [("7", "is thrown most often: 6 of 36 throws")]
        return build_description("Dice", "turn", text, lines, ("AL-2.1", "AL-3.1"))
    if figure_id != "round":
        raise ValueError(f"the table has no {figure_id}")
    text = "Everybody has one turn in a round."
    end = "the first bankruptcy ends the game, and the richest wins" if game.short_game else "the last player left wins"
    lines = [("the end", end)]
    if state.round:
        limit = f" of at most {game.round_limit}" if game.round_limit else ""
        lines.insert(0, (f"round {state.round}", f"now{limit}"))
    return build_description("Rounds", "table", text, lines, ("AL-1.15", "AL-13.1" if game.short_game else "AL-12.10"))


_DESCRIBERS: dict[str, Callable[[Airline, AirlineState, int | None, Any], Description]] = {
    "city": _describe_city,
    "space": _describe_space,
    "aircraft": _describe_aircraft_kind,
    "seat": _describe_seat,
    "figure": _describe_table_figure,
}
_SEAT_FIGURES: dict[str, Callable[[Airline, AirlineState, int | None, int], Description]] = {
    "cash": _describe_cash,
    "wealth": _describe_wealth,
    "cities": _describe_cities,
    "connected": _describe_connected_cities,
    "fares": _describe_fares_in_force,
    "markers": _describe_markers_left,
}
