"""Air-Kwire's board as tables: players, market, the viewer's cards with the hexes to each airline, and all cities."""

from typing import Any

from aerodrome import Game
from aerodrome.cli.board_tables.table import (
    NOTHING,
    BoardTable,
    build_fact_table,
    compute_hex_distance,
    format_dollars_or_hidden,
    join_names,
    map_ids_to_names,
)


class _BoardLookup:
    """The names and places on the board, by id."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.board = board
        self.airlines = map_ids_to_names(board["airlines"], "short")
        self.homes = {airline["id"]: airline["home"] for airline in board["airlines"]}
        self.aircraft = map_ids_to_names(board["aircraft"])
        self.reach = {craft["id"]: craft["range"] for craft in board["aircraft"]}
        self.cities = {city["id"]: city for city in board["cities"]}
        self.cards = map_ids_to_names(board["cities"]) | map_ids_to_names(board["power_cards"])


def list_airkwire_tables(game: Game, view: dict[str, Any]) -> list[BoardTable]:
    board_lookup = _BoardLookup(game.board())
    return [
        _build_player_table(game, board_lookup, view),
        _build_airline_table(game, board_lookup, view),
        *_list_hand_tables(board_lookup, view),
        _build_current_fact_table(board_lookup, view),
        _build_served_city_table(board_lookup, view),
        _build_city_table(board_lookup, view),
        _build_market_table(board_lookup, view),
    ]


def _build_player_table(game: Game, board_lookup: _BoardLookup, view: dict[str, Any]) -> BoardTable:
    rows = []
    for seat, player in enumerate(view["players"]):
        led = [board_lookup.airlines[a] for a, airline in view["airlines"].items() if airline["ceo"] == seat]
        stock = sum(airline["shares"][seat] * airline["price"] for airline in view["airlines"].values())
        effects = join_names(board_lookup.cards[effect] for effect in player["effects"])
        rows.append(
            [
                game.seat_name(seat),
                format_dollars_or_hidden(player["cash"]),
                format_dollars_or_hidden(stock),
                join_names(led),
                str(player["hand_size"]),
                effects,
            ]
        )
    return BoardTable(
        "Players", ["Player", "Cash", "In shares", "CEO of", "Cards", "In force"], rows, is_shown_every_turn=True
    )


def _build_airline_table(game: Game, board_lookup: _BoardLookup, view: dict[str, Any]) -> BoardTable:
    rows = []
    for key, airline in view["airlines"].items():
        shares = [f"{game.seat_name(seat)} {count}" for seat, count in enumerate(airline["shares"]) if count]
        rows.append(
            [
                board_lookup.airlines[key] + ("" if airline["status"] == "open" else f" ({airline['status']})"),
                format_dollars_or_hidden(airline["price"]),
                str(airline["points"]),
                NOTHING if airline["ceo"] is None else game.seat_name(airline["ceo"]),
                join_names(shares),
                str(airline["unsold"]),
                f"{len(airline['cities'])} of {airline['city_limit']}",
                str(_find_longest_range(board_lookup, airline)),
                format_dollars_or_hidden(airline["dividend"]) if airline["qualified"] else "none now",
            ]
        )
    columns = ["Airline", "Price", "Points", "CEO", "Shares", "Unsold", "Cities", "Range", "Dividend"]
    return BoardTable("Airlines", columns, rows, is_shown_every_turn=True)


def _find_longest_range(board_lookup: _BoardLookup, airline: dict[str, Any]) -> int:
    return max((board_lookup.reach[craft] for craft in airline["aircraft_allowed"]), default=0)


def _list_hand_tables(board_lookup: _BoardLookup, view: dict[str, Any]) -> list[BoardTable]:
    if view["seat"] is None:
        return []
    rows = []
    for card in view["hand"]:
        city = board_lookup.cities.get(card)
        if city is None:
            texts = {power["id"]: power["text"] for power in board_lookup.board["power_cards"]}
            rows.append([board_lookup.cards[card], "power card", texts[card]])
        else:
            rows.append([city["name"], str(city["points"]), _format_hexes_from_airlines(board_lookup, view, city)])
    return [
        BoardTable("Your cards", ["Card", "Points", "Hexes from the nearest city of"], rows, is_shown_every_turn=True)
    ]


def _list_served_cities(board_lookup: _BoardLookup, airline_id: str, airline: dict[str, Any]) -> list[str]:
    """The home of an open airline, then the cities of its routes."""
    home = [board_lookup.homes[airline_id]] if airline["status"] == "open" else []
    return home + [place["city"] for place in airline["cities"]]


def _format_hexes_from_airlines(board_lookup: _BoardLookup, view: dict[str, Any], city: dict[str, Any]) -> str:
    """How far a city is from each airline that flies; who is there already is named so."""
    parts = []
    for key, airline in view["airlines"].items():
        served = [board_lookup.cities[served] for served in _list_served_cities(board_lookup, key, airline)]
        if served:
            near = min(compute_hex_distance((city["q"], city["r"]), (other["q"], other["r"])) for other in served)
            parts.append((near, f"{board_lookup.airlines[key]} {near or 'there'}"))
    return join_names(words for _, words in sorted(parts))


def _build_current_fact_table(board_lookup: _BoardLookup, view: dict[str, Any]) -> BoardTable:
    turn, proposal, merger = view["turn"], view["proposal"], view["merger"]
    facts = [
        ("Cards in the pile", str(view["pile_size"])),
        ("Discarded", _format_card_counts(board_lookup, view["pool"])),
        ("Out of the game", _format_card_counts(board_lookup, view["out_of_game"])),
        ("Payout marker", f"{view['marker']} of {view['cycle']}" + (", a payout is due" if view["payout_due"] else "")),
        (
            "Refused this turn",
            ", ".join(f"{board_lookup.airlines[a]} to {board_lookup.cards[c]}" for c, a in turn["refused"]),
        ),
    ]
    if proposal:
        facts.append(
            ("Proposed", f"{board_lookup.airlines[proposal['airline']]} to {board_lookup.cards[proposal['city']]}")
        )
    if merger:
        pair = f"{board_lookup.airlines[merger['acquirer']]} takes over {board_lookup.airlines[merger['defunct']]}"
        facts.append(("Merger", pair))
    return build_fact_table("Table", facts, is_shown_every_turn=False)


def _format_card_counts(board_lookup: _BoardLookup, cards: dict[str, int]) -> str:
    return ", ".join(board_lookup.cards[card] + (f" ({n})" if n > 1 else "") for card, n in cards.items())


def _build_served_city_table(board_lookup: _BoardLookup, view: dict[str, Any]) -> BoardTable:
    rows = []
    for key, airline in view["airlines"].items():
        if airline["status"] == "open":
            rows.append([board_lookup.airlines[key], board_lookup.cards[board_lookup.homes[key]], "home"])
        for place in airline["cities"]:
            taken = f", taken over from {board_lookup.airlines[place['acquired']]}" if place["acquired"] else ""
            rows.append(
                [
                    board_lookup.airlines[key],
                    board_lookup.cards[place["city"]],
                    board_lookup.aircraft[place["aircraft"]] + taken,
                ]
            )
    return BoardTable("Routes", ["Airline", "City", "Aircraft"], rows)


def _build_city_table(board_lookup: _BoardLookup, view: dict[str, Any]) -> BoardTable:
    rows = [
        [
            city["name"],
            city["state"],
            str(city["points"]),
            str(city["cards"]),
            _format_hexes_from_airlines(board_lookup, view, city),
        ]
        for city in board_lookup.cities.values()
    ]
    return BoardTable("Cities", ["City", "State", "Points", "Cards", "Hexes from the nearest city of"], rows)


def _build_market_table(board_lookup: _BoardLookup, view: dict[str, Any]) -> BoardTable:
    rows = []
    for box in board_lookup.board["track"]:
        there = [
            board_lookup.airlines[a] for a, airline in view["airlines"].items() if airline["index"] == box["index"]
        ]
        craft = join_names(board_lookup.aircraft[kind] for kind in box["aircraft"])
        rows.append([format_dollars_or_hidden(box["price"]), str(box["city_limit"]), craft, join_names(there)])
    return BoardTable("Market", ["Price", "City limit", "Aircraft", "Airlines"], rows)
