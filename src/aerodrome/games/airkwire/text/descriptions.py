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
from aerodrome.core.text import capitalize_first, format_count, format_money_change, join_with_and
from aerodrome.games.airkwire.model.state import BANKRUPT, DEFUNCT, OPEN, UNOPENED, AirkwireState
from aerodrome.games.airkwire.rules import mergers, queries
from aerodrome.games.airkwire.text.names import (
    POWER_CARD_TEXTS,
    aircraft_name,
    airline_name,
    city_name,
    format_money,
    home_city_name,
    join_airline_names,
    power_card_name,
    seat_name,
    spell_count,
    spell_points,
)

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

Lines = list[tuple[str, str]]

SEAT_FIGURES = ("cash", "shares", "stock", "dividend", "led", "hand")
AIRLINE_FIGURES = ("price", "points", "shares", "dividend")
POWER_RULES = (
    "AK-14.9",
    "AK-14.10",
    "AK-14.11",
    "AK-14.13",
    "AK-14.16",
    "AK-14.18",
    "AK-14.19",
    "AK-14.20",
    "AK-14.21",
)
UNPAID_REASONS = {
    "AK-11.4": "it flies to more cities than its price allows",
    "AK-11.5": "it flies a type that its price does not allow",
    "AK-11.6": "it has fewer points than shares in players' hands",
}


def describe(game: Airkwire, state: AirkwireState, who: int | None, where: BoardTarget) -> Description | None:
    if "seat" in where and "figure" in where:
        return _SEAT_FIGURES[where["figure"]](game, state, who, require_seat(state, where["seat"]))
    if "airline" in where and "figure" in where:
        return _AIRLINE_FIGURES[where["figure"]](game, state, who, _find_airline_by_id(game, where["airline"]))
    if "airline" in where and "seat" in where:
        return _describe_shares_of_seat_in_airline(
            game, state, who, require_seat(state, where["seat"]), _find_airline_by_id(game, where["airline"])
        )
    return describe_by_first_known_key(_DESCRIBERS, game, state, who, where)


def list_describable(game: Airkwire, state: AirkwireState, who: int | None) -> list[BoardTarget]:
    ids = game.codec.vocabulary
    hand = [] if who is None else state.hands[who]
    cards = dict.fromkeys([*hand, *[c for c in range(state.cards) if state.pool[c] or state.gone[c]]])
    seats = range(state.seats)
    return [
        *[{"city": city} for city in ids["city"]],
        *[{"card": ids["card"][card]} for card in cards],
        *([{"power": power} for power in ids["power"]] if game.power_cards else []),
        *[{"airline": airline} for airline in ids["airline"]],
        *[{"airline": airline, "figure": figure} for airline in ids["airline"] for figure in AIRLINE_FIGURES],
        *[{"aircraft": aircraft} for aircraft in ids["aircraft"]],
        *[{"box": box} for box in range(len(game.price))],
        *[{"seat": seat} for seat in seats],
        *[{"seat": seat, "airline": airline} for seat in seats for airline in ids["airline"]],
        *[{"seat": seat, "figure": figure} for seat in seats for figure in SEAT_FIGURES],
        *[{"figure": figure} for figure in _TABLE_FIGURES],
    ]


def _find_airline_by_id(game: Airkwire, airline_id: Any) -> int:
    return game.codec.vocabulary["airline"].index(airline_id)


# Cities and cards


def _describe_city(game: Airkwire, state: AirkwireState, who: int | None, city_id: str) -> Description:
    city = game.codec.vocabulary["city"].index(city_id)
    points = game.points_of[city]
    there = [airline for airline in range(state.airlines) if state.network[airline] & game.bit[city]]
    lines: Lines = [] if who is None or not state.step_stack else _list_possible_route_lines(game, state, who, city)
    rules = ("AK-1.10", "AK-7.4", "AK-9.1") if there else ("AK-1.10", "AK-7.4")
    return build_description(
        city_name(game, city),
        f"city of {spell_points(points)}",
        _phrase_airlines_and_cards_of_city(game, state, who, city, there),
        lines,
        rules,
    )


def _phrase_airlines_and_cards_of_city(
    game: Airkwire, state: AirkwireState, who: int | None, city: int, airlines_there: list[int]
) -> str:
    homes = [airline for airline in range(state.airlines) if game.home[airline] == city]
    words = []
    if homes and state.status[homes[0]] == UNOPENED:
        words.append(f"The home city of {airline_name(game, homes[0])}, which is not open yet.")
    elif homes and homes[0] in airlines_there:
        words.append(f"The home city of {airline_name(game, homes[0])}.")
    guests = [airline for airline in airlines_there if airline not in homes]
    if guests:
        words.append(f"{join_airline_names(game, guests)} {'flies' if len(guests) == 1 else 'fly'} here.")
    if airlines_there:
        words.append("Another airline that flies here may start a merger.")
    else:
        words.append("No airline is there yet, so a route here starts no merger.")
    words.append(_phrase_cards_of_city(game, state, who, city))
    return " ".join(words)


def _phrase_cards_of_city(game: Airkwire, state: AirkwireState, who: int | None, city: int) -> str:
    cards = capitalize_first(spell_count(game.card_counts[city], "card"))
    shows = "shows" if game.card_counts[city] == 1 else "show"
    held = 0 if who is None else state.hands[who].count(city)
    mine = f"; you hold {spell_count(held, 'of them', 'of them')}" if held and game.card_counts[city] > 1 else ""
    return f"{cards} {shows} it{'; you hold it' if held and not mine else mine}."


def _list_possible_route_lines(game: Airkwire, state: AirkwireState, who: int, city: int) -> Lines:
    """What a route here would do for the viewer's airlines, the best first."""
    found: list[tuple[int, tuple[str, str]]] = []
    near: list[int] = []
    for airline in range(state.airlines):
        mine = state.shares[airline][who]
        if state.status[airline] != OPEN or not mine or state.network[airline] & game.bit[city]:
            continue
        ready = queries.find_aircraft_type_bits_available(game, state, airline)
        kinds = ready & queries.find_aircraft_type_bits_reaching(game, state, city, state.network[airline])
        if not kinds or state.routes[airline] >= game.limit[state.index[airline]]:
            near.append(airline)
            continue
        kind = next(kind for kind in range(state.types) if kinds >> kind & 1)
        found.append(_rate_route_and_build_line(game, state, who, airline, city, kind))
    found.sort(key=lambda one: -one[0])
    lines = [line for _gain, line in found]
    if not lines and near:
        lines.append(("no route", f"{join_airline_names(game, near)} cannot fly here now"))
    if not lines:
        lines.append(("no route", "only a shareholder of an open airline in range can fly here"))
    return lines


def _rate_route_and_build_line(
    game: Airkwire, state: AirkwireState, who: int, airline: int, city: int, aircraft: int
) -> tuple[int, tuple[str, str]]:
    points = state.points[airline]
    then = points + game.points_of[city]
    mine = state.shares[airline][who]
    acquirer, defunct = mergers.find_acquirer_and_defunct_by_route(game, state, airline, city, aircraft)
    if acquirer != NOBODY:
        words = f"a merger: {airline_name(game, acquirer)} takes over {airline_name(game, defunct)}"
        return 1_000_000, (airline_name(game, airline), words)
    before = _compute_payable_dividend_per_share(game, state, airline, points)
    after = _compute_payable_dividend_per_share(game, state, airline, then)
    pays = f"dividend {format_money(before)} → {format_money(after)} a share"
    if after == before:
        pays = f"still {format_money(before)} a share" if before else "still no dividend"
    gain = (after - before) * mine
    yours = f", {format_money_change(gain)} for you" if gain else ""
    counts = f"{points} → {then} points" if then > points else f"stays at {spell_points(points)}"
    return gain, (airline_name(game, airline), f"{counts}; {pays}{yours}")


def _compute_payable_dividend_per_share(game: Airkwire, state: AirkwireState, airline: int, points: int) -> int:
    """What a share would pay with so many points; nothing where the airline would not qualify."""
    held = queries.count_shares_held(game, state, airline)
    index = state.index[airline]
    if queries.find_rule_against_hypothetical_payout(game, state, airline, index, points, held):
        return 0
    return queries.compute_dividend_per_share(game, game.price[index], points)


def _describe_card(game: Airkwire, state: AirkwireState, who: int | None, card_id: str) -> Description:
    card = game.codec.vocabulary["card"].index(card_id)
    if card >= game.n_cities:
        return _describe_power_card(game, state, who, game.codec.vocabulary["power"][card - game.n_cities])
    found = _describe_city(game, state, who, card_id)
    return Description(found.name, f"card, {spell_points(game.points_of[card])}", found.text, found.lines, found.rules)


def _describe_power_card(game: Airkwire, state: AirkwireState, who: int | None, power_card_id: str) -> Description:
    power = game.codec.vocabulary["power"].index(power_card_id)
    lines: Lines = []
    if who is not None and game.n_cities + power in state.hands[who]:
        lines.append(("yours", "at most one power card in a turn, before you draw"))
    return build_description(
        power_card_name(game, power), "power card", POWER_CARD_TEXTS[power], lines, (POWER_RULES[power], "AK-14.6")
    )


# Airlines


def _describe_airline(game: Airkwire, state: AirkwireState, who: int | None, airline_id: str) -> Description:
    airline = _find_airline_by_id(game, airline_id)
    status = state.status[airline]
    if status != OPEN:
        return _describe_closed_airline(game, state, who, airline, status)
    held = queries.count_shares_held(game, state, airline)
    ceo = state.ceo[airline]
    leads = "You are" if ceo == who else f"{seat_name(game, ceo)} is"
    immune = " It cannot be taken over any more." if state.points[airline] >= game.immunity else ""
    text = (
        f"{format_money(game.price[state.index[airline]])} a share, {spell_points(state.points[airline])}, "
        f"{held} of {game.shares_per_airline} shares held. {leads} its CEO.{immune}"
    )
    lines: Lines = []
    if who is not None:
        lines.append(_build_own_shares_line(game, state, who, airline))
        lines.append(_build_payout_line(game, state, who, airline))
        lines.append(_build_shares_to_ceo_line(state, who, airline))
    return build_description(airline_name(game, airline), "airline", text, lines, ("AK-6.1", "AK-11.6", "AK-9.4"))


def _describe_closed_airline(
    game: Airkwire, state: AirkwireState, who: int | None, airline: int, status: int
) -> Description:
    if status == DEFUNCT:
        text = "Taken over in a merger: it is out of the game for good."
        return build_description(airline_name(game, airline), "defunct airline", text, [], ("AK-10.23", "AK-5.6"))
    word = "Bankrupt; it can be opened again." if status == BANKRUPT else "Not open yet."
    text = f"{word} Its home is {home_city_name(game, airline)}. Who opens it must fly a route for it in that turn."
    lines: Lines = []
    if who is not None and state.step_stack:
        cost = game.price[0] + queries.get_brokerage_fee(game, state, who)
        lines.append((format_money(cost), f"opens it and gives you {spell_count(game.opening_shares, 'share')}"))
    return build_description(airline_name(game, airline), "airline", text, lines, ("AK-4.6", "AK-5.1"))


def _build_own_shares_line(game: Airkwire, state: AirkwireState, who: int, airline: int) -> tuple[str, str]:
    mine = state.shares[airline][who]
    price = game.price[state.index[airline]]
    if not mine:
        cost = price + queries.get_brokerage_fee(game, state, who)
        return "no share", f"of yours; one costs {format_money(cost)} with the fee"
    return spell_count(mine, "share"), f"of yours, worth {format_money(mine * price)}"


def _build_payout_line(game: Airkwire, state: AirkwireState, who: int, airline: int) -> tuple[str, str]:
    rate = queries.compute_dividend_per_share(game, game.price[state.index[airline]], state.points[airline])
    fails = queries.find_rule_against_payout(game, state, airline)
    if fails:
        return "no dividend", f"now: {UNPAID_REASONS.get(fails, 'it is not qualified')}"
    return format_money_change(rate * state.shares[airline][who]) if state.shares[airline][
        who
    ] and rate else "dividend", (f"at the next payout: {format_money(rate)} a share")


def _build_shares_to_ceo_line(state: AirkwireState, who: int, airline: int) -> tuple[str, str]:
    held = state.shares[airline]
    if state.ceo[airline] == who:
        others = max([count for seat, count in enumerate(held) if seat != who], default=0)
        return "CEO", f"you lead by {spell_count(held[who] - others, 'share')}; no route without your approval"
    needed = held[state.ceo[airline]] + 1 - held[who]
    if needed < 1:
        return "no CEO", "any more: it is being taken over"
    return "CEO", f"with {spell_count(needed, 'more share', 'more shares')} you would be"


def _describe_airline_price(game: Airkwire, state: AirkwireState, who: int | None, airline: int) -> Description:
    index = state.index[airline]
    text = "A share bought moves it up one space, one sold moves it down. It sets the city limit and the aircraft."
    lines: Lines = [
        (format_money(game.price[index]), f"a share; up to {format_count(game.limit[index], 'city', 'cities')}")
    ]
    lines.append(("may fly", join_with_and(_list_allowed_aircraft_names(game, index))))
    return build_description(f"Price of {airline_name(game, airline)}", "market", text, lines, ("AK-4.2", "AK-1.17"))


def _list_allowed_aircraft_names(game: Airkwire, price_index: int) -> list[str]:
    return [aircraft_name(game, kind) for kind in range(game.n_types) if game.allowed[price_index] >> kind & 1]


def _describe_airline_points(game: Airkwire, state: AirkwireState, who: int | None, airline: int) -> Description:
    text = (
        f"The home city and all cities flown to. From {game.immunity} an airline cannot be taken over; "
        f"{game.end_points} end the game."
    )
    points = state.points[airline]
    lines: Lines = [(str(points), "now" if state.status[airline] == OPEN else "it is not open")]
    if state.status[airline] == OPEN:
        lines.append(
            (str(queries.count_shares_held(game, state, airline)), "are needed for a dividend: one for each share held")
        )
    return build_description(
        f"Points of {airline_name(game, airline)}", "airline", text, lines, ("AK-1.15", "AK-9.4", "AK-13.1")
    )


def _describe_airline_shares(game: Airkwire, state: AirkwireState, who: int | None, airline: int) -> Description:
    text = (
        f"An airline has {game.shares_per_airline} shares. The one with most of them is its CEO; a tie changes nothing."
    )
    held = [(seat, count) for seat, count in enumerate(state.shares[airline]) if count]
    lines: Lines = [("unsold", str(state.unsold[airline]))]
    if held:
        owners = [f"{'you' if seat == who else seat_name(game, seat)} {count}" for seat, count in held]
        lines.insert(0, ("held", ", ".join(owners)))
    return build_description(f"Shares of {airline_name(game, airline)}", "airline", text, lines, ("AK-1.4", "AK-6.1"))


def _describe_airline_dividend(game: Airkwire, state: AirkwireState, who: int | None, airline: int) -> Description:
    rounded = f"rounded to {format_money(game.round_to)}"
    text = f"{game.percent} % of the price for each point, {rounded}; paid every {game.cycle} routes."
    lines: Lines = [("closed", "only an open airline pays")]
    if state.status[airline] == OPEN:
        lines = [_build_payout_line(game, state, NOBODY if who is None else who, airline)] if who is not None else []
        fails = queries.find_rule_against_payout(game, state, airline)
        rate = queries.compute_dividend_per_share(game, game.price[state.index[airline]], state.points[airline])
        if who is None:
            lines = [("no dividend" if fails else format_money(rate), "a share now")]
    return build_description(
        f"Dividend of {airline_name(game, airline)}", "airline", text, lines, ("AK-11.7", "AK-11.6", "AK-11.4")
    )


def _describe_shares_of_seat_in_airline(
    game: Airkwire, state: AirkwireState, who: int | None, seat: int, airline: int
) -> Description:
    name, count = airline_name(game, airline), state.shares[airline][seat]
    worth = count * game.price[state.index[airline]] if state.status[airline] == OPEN else 0
    text = (
        f"{capitalize_first(spell_count(count, 'share'))} of {name}; worth {format_money(worth)} at the present price."
    )
    lines: Lines = []
    if state.status[airline] == OPEN and count:
        if state.ceo[airline] == seat:
            lines.append(("CEO", "most shares: approves or refuses its routes"))
        if not queries.find_rule_against_payout(game, state, airline):
            rate = queries.compute_dividend_per_share(game, game.price[state.index[airline]], state.points[airline])
            lines.append((format_money_change(rate * count) if rate else "$0", "at the next payout"))
        else:
            lines.append(
                ("no dividend", UNPAID_REASONS.get(queries.find_rule_against_payout(game, state, airline), "now"))
            )
    return build_description(f"{name} shares", _phrase_whose_seat(game, who, seat), text, lines, ("AK-13.3", "AK-6.1"))


def _describe_aircraft(game: Airkwire, state: AirkwireState, who: int | None, aircraft_id: str) -> Description:
    kind = game.codec.vocabulary["aircraft"].index(aircraft_id)
    craft = game.edition.aircraft[kind]
    first = next((index for index in range(len(game.price)) if game.allowed[index] >> kind & 1), 0)
    reach = spell_count(craft.range, "hex", "hexes")
    text = f"Reaches a city {reach} away at most. Allowed from a price of {format_money(game.price[first])} on."
    lines: Lines = []
    if who is not None and state.step_stack:
        can = [
            airline
            for airline in range(state.airlines)
            if state.status[airline] == OPEN
            and state.shares[airline][who]
            and queries.find_aircraft_type_bits_available(game, state, airline) >> kind & 1
        ]
        lines.append(("may fly it", f"{join_airline_names(game, can)} of yours" if can else "no airline of yours"))
    return build_description(craft.name, "aircraft", text, lines, ("AK-1.5", "AK-7.4", "AK-7.5"))


def _describe_price_space(game: Airkwire, state: AirkwireState, who: int | None, price_index: int) -> Description:
    box = require_index(price_index, len(game.price))
    allowed = _list_allowed_aircraft_names(game, box)
    text = (
        f"An airline here costs {format_money(game.price[box])} a share, flies to at most "
        f"{spell_count(game.limit[box], 'city', 'cities')} and may use {join_with_and(allowed)}."
    )
    here = [
        airline for airline in range(state.airlines) if state.status[airline] == OPEN and state.index[airline] == box
    ]
    lines: Lines = [("here", join_airline_names(game, here))] if here else []
    return build_description(format_money(game.price[box]), "market track", text, lines, ("AK-1.17", "AK-4.3"))


# Players


def _phrase_whose_seat(game: Airkwire, who: int | None, seat: int) -> str:
    return "yours" if seat == who else f"of {seat_name(game, seat)}"


def _describe_seat(game: Airkwire, state: AirkwireState, who: int | None, seat: int) -> Description:
    seat = require_seat(state, seat)
    led = [airline for airline in range(state.airlines) if state.ceo[airline] == seat]
    shares = sum(state.shares[airline][seat] for airline in range(state.airlines))
    leads = f"CEO of {join_airline_names(game, led)}." if led else "CEO of no airline."
    text = f"{capitalize_first(spell_count(shares, 'share'))}, {spell_count(len(state.hands[seat]), 'card')}. {leads}"
    lines: Lines = [(format_money(_compute_stock_value(game, state, seat)), "in shares")]
    if seat == who or not state.step_stack:
        lines.append((format_money(queries.compute_seat_wealth(game, state, seat)), "with cash: that is what wins"))
    else:
        lines.append(("cash", "is secret"))
    return build_description(seat_name(game, seat), "player", text, lines, ("AK-13.3", "AK-1.23"))


def _compute_stock_value(game: Airkwire, state: AirkwireState, seat: int) -> int:
    return queries.compute_seat_wealth(game, state, seat) - state.cash[seat]


def _describe_cash(game: Airkwire, state: AirkwireState, who: int | None, seat: int) -> Description:
    text = "Money in hand. It is secret, and counts at the end like the shares."
    lines: Lines = [("hidden", f"what {seat_name(game, seat)} has is not shown")]
    if seat == who or not state.step_stack:
        lines = [(format_money(state.cash[seat]), "now")]
    return build_description("Cash", _phrase_whose_seat(game, who, seat), text, lines, ("AK-1.23", "AK-13.3"))


def _describe_seat_shares(game: Airkwire, state: AirkwireState, who: int | None, seat: int) -> Description:
    held = [(airline, state.shares[airline][seat]) for airline in range(state.airlines) if state.shares[airline][seat]]
    text = "Shares pay dividends and count their price at the end. At most three are traded in a turn."
    lines: Lines = [("none", "so far")]
    if held:
        lines = [("held", ", ".join([f"{airline_name(game, airline)} {count}" for airline, count in held]))]
    return build_description("Shares", _phrase_whose_seat(game, who, seat), text, lines, ("AK-4.1", "AK-13.3"))


def _describe_stock_value(game: Airkwire, state: AirkwireState, who: int | None, seat: int) -> Description:
    text = "All shares at their present prices."
    lines: Lines = [(format_money(_compute_stock_value(game, state, seat)), "now")]
    return build_description("Stock value", _phrase_whose_seat(game, who, seat), text, lines, ("AK-13.3",))


def _describe_seat_dividend(game: Airkwire, state: AirkwireState, who: int | None, seat: int) -> Description:
    total = sum(
        state.shares[a][seat] * _compute_payable_dividend_per_share(game, state, a, state.points[a])
        for a in range(state.airlines)
        if state.status[a] == OPEN
    )
    text = "What the next payout would bring if nothing changed."
    lines: Lines = [
        (format_money(total), f"after {spell_count(game.cycle - state.marker, 'more route', 'more routes')}")
    ]
    return build_description("Dividends", _phrase_whose_seat(game, who, seat), text, lines, ("AK-11.1", "AK-11.3"))


def _describe_airlines_led(game: Airkwire, state: AirkwireState, who: int | None, seat: int) -> Description:
    led = [airline for airline in range(state.airlines) if state.ceo[airline] == seat]
    text = "The CEO of an airline holds most of its shares and may refuse its routes."
    lines: Lines = [("CEO", f"of {join_airline_names(game, led)}" if led else "of no airline")]
    return build_description("Airlines led", _phrase_whose_seat(game, who, seat), text, lines, ("AK-6.1", "AK-8.1"))


def _describe_hand(game: Airkwire, state: AirkwireState, who: int | None, seat: int) -> Description:
    text = "A card is the right to fly to its city. One is played or discarded each turn, then one is drawn."
    lines: Lines = [(str(len(state.hands[seat])), f"cards of at most {game.hand_size}")]
    return build_description("Hand", _phrase_whose_seat(game, who, seat), text, lines, ("AK-3.4", "AK-2.9"))


# The table


def _describe_table_figure(game: Airkwire, state: AirkwireState, who: int | None, figure_id: str) -> Description:
    return _TABLE_FIGURES[figure_id](game, state, who)


def _describe_round(game: Airkwire, state: AirkwireState, who: int | None) -> Description:
    text = f"Everybody has one turn in a round. The game ends when an airline has {game.end_points} points."
    best = max(range(state.airlines), key=lambda airline: state.points[airline])
    lines: Lines = [(f"round {max(1, game.round_number(state))}", "now")]
    if state.points[best]:
        lines.append((str(state.points[best]), f"points has {airline_name(game, best)}, the most"))
    return build_description("Rounds", "table", text, lines, ("AK-13.1", "AK-13.4"))


def _describe_dividend_marker(game: Airkwire, state: AirkwireState, who: int | None) -> Description:
    text = (
        f"Each route moves it on by one. After {game.cycle} routes all qualified airlines pay, at the end of the turn."
    )
    lines: Lines = [(spell_count(game.cycle - state.marker, "route"), "to the next payout")]
    if state.due or state.pay_now:
        lines = [("now", "a payout comes at the end of this turn")]
    if who is not None:
        mine = _describe_seat_dividend(game, state, who, who).lines[0].figure
        lines.append((mine, "it would bring you today"))
    return build_description("Dividend marker", "marker", text, lines, ("AK-11.1", "AK-11.2"))


def _describe_pile(game: Airkwire, state: AirkwireState, who: int | None) -> Description:
    text = "Drawn from after a route or a discard. Cities of three points lie in its lower half."
    lines: Lines = [(str(state.pile_size), "cards left")]
    return build_description("Draw pile", "cards", text, lines, ("AK-3.8", "AK-2.8"))


def _describe_pool(game: Airkwire, state: AirkwireState, who: int | None) -> Description:
    text = "Discards, face up. Whoever flew a route this turn may draw a city from here instead of the pile."
    lines: Lines = [(str(state.pool_size), "cards")]
    return build_description("Discard pool", "cards", text, lines, ("AK-3.9", "AK-1.22"))


_DESCRIBERS: dict[str, Callable[[Airkwire, AirkwireState, int | None, Any], Description]] = {
    "power": _describe_power_card,
    "card": _describe_card,
    "city": _describe_city,
    "airline": _describe_airline,
    "aircraft": _describe_aircraft,
    "box": _describe_price_space,
    "seat": _describe_seat,
    "figure": _describe_table_figure,
}
_SEAT_FIGURES: dict[str, Callable[[Airkwire, AirkwireState, int | None, int], Description]] = {
    "cash": _describe_cash,
    "shares": _describe_seat_shares,
    "stock": _describe_stock_value,
    "dividend": _describe_seat_dividend,
    "led": _describe_airlines_led,
    "hand": _describe_hand,
}
_AIRLINE_FIGURES: dict[str, Callable[[Airkwire, AirkwireState, int | None, int], Description]] = {
    "price": _describe_airline_price,
    "points": _describe_airline_points,
    "shares": _describe_airline_shares,
    "dividend": _describe_airline_dividend,
}
_TABLE_FIGURES: dict[str, Callable[[Airkwire, AirkwireState, int | None], Description]] = {
    "round": _describe_round,
    "dividend": _describe_dividend_marker,
    "pile": _describe_pile,
    "pool": _describe_pool,
}
