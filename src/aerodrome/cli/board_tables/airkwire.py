"""Air-Kwire's board as tables: players, market, the viewer's cards with the hexes to each airline, and all cities."""

from typing import Any

from aerodrome import Game
from aerodrome.cli.board_tables.table import (
    NOTHING,
    BoardTable,
    build_fact_table,
    count_hexes_between,
    format_dollars,
    join_names,
    map_ids_to_names,
)


class _PrintedBoard:
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
    printed = _PrintedBoard(game.board())
    return [
        _build_player_table(game, printed, view),
        _build_airline_table(game, printed, view),
        *_list_hand_tables(printed, view),
        _build_current_fact_table(printed, view),
        _build_served_city_table(printed, view),
        _build_city_table(printed, view),
        _build_market_table(printed, view),
    ]


def _build_player_table(game: Game, printed: _PrintedBoard, view: dict[str, Any]) -> BoardTable:
    rows = []
    for seat, player in enumerate(view["players"]):
        led = [printed.airlines[a] for a, airline in view["airlines"].items() if airline["ceo"] == seat]
        stock = sum(airline["shares"][seat] * airline["price"] for airline in view["airlines"].values())
        effects = join_names(printed.cards[effect] for effect in player["effects"])
        rows.append(
            [
                game.seat_name(seat),
                format_dollars(player["cash"]),
                format_dollars(stock),
                join_names(led),
                str(player["hand_size"]),
                effects,
            ]
        )
    return BoardTable("Players", ["Player", "Cash", "In shares", "CEO of", "Cards", "In force"], rows, is_brief=True)


def _build_airline_table(game: Game, printed: _PrintedBoard, view: dict[str, Any]) -> BoardTable:
    rows = []
    for key, airline in view["airlines"].items():
        shares = [f"{game.seat_name(seat)} {count}" for seat, count in enumerate(airline["shares"]) if count]
        rows.append(
            [
                printed.airlines[key] + ("" if airline["status"] == "open" else f" ({airline['status']})"),
                format_dollars(airline["price"]),
                str(airline["points"]),
                NOTHING if airline["ceo"] is None else game.seat_name(airline["ceo"]),
                join_names(shares),
                str(airline["unsold"]),
                f"{len(airline['cities'])} of {airline['city_limit']}",
                str(_find_longest_range(printed, airline)),
                format_dollars(airline["dividend"]) if airline["qualified"] else "none now",
            ]
        )
    columns = ["Airline", "Price", "Points", "CEO", "Shares", "Unsold", "Cities", "Range", "Dividend"]
    return BoardTable("Airlines", columns, rows, is_brief=True)


def _find_longest_range(printed: _PrintedBoard, airline: dict[str, Any]) -> int:
    return max((printed.reach[craft] for craft in airline["aircraft_allowed"]), default=0)


def _list_hand_tables(printed: _PrintedBoard, view: dict[str, Any]) -> list[BoardTable]:
    if view["seat"] is None:
        return []
    rows = []
    for card in view["hand"]:
        city = printed.cities.get(card)
        if city is None:
            texts = {power["id"]: power["text"] for power in printed.board["power_cards"]}
            rows.append([printed.cards[card], "power card", texts[card]])
        else:
            rows.append([city["name"], str(city["points"]), _format_distances(printed, view, city)])
    return [BoardTable("Your cards", ["Card", "Points", "Hexes from the nearest city of"], rows, is_brief=True)]


def _list_served_cities(printed: _PrintedBoard, key: str, airline: dict[str, Any]) -> list[str]:
    """The home of an open airline, then the cities of its routes."""
    home = [printed.homes[key]] if airline["status"] == "open" else []
    return home + [place["city"] for place in airline["cities"]]


def _format_distances(printed: _PrintedBoard, view: dict[str, Any], city: dict[str, Any]) -> str:
    """How far a city is from each airline that flies; who is there already is named so."""
    parts = []
    for key, airline in view["airlines"].items():
        served = [printed.cities[served] for served in _list_served_cities(printed, key, airline)]
        if served:
            near = min(count_hexes_between((city["q"], city["r"]), (other["q"], other["r"])) for other in served)
            parts.append((near, f"{printed.airlines[key]} {near or 'there'}"))
    return join_names(words for _, words in sorted(parts))


def _build_current_fact_table(printed: _PrintedBoard, view: dict[str, Any]) -> BoardTable:
    turn, proposal, merger = view["turn"], view["proposal"], view["merger"]
    facts = [
        ("Cards in the pile", str(view["pile_size"])),
        ("Discarded", _format_card_counts(printed, view["pool"])),
        ("Out of the game", _format_card_counts(printed, view["out_of_game"])),
        ("Payout marker", f"{view['marker']} of {view['cycle']}" + (", a payout is due" if view["payout_due"] else "")),
        ("Refused this turn", ", ".join(f"{printed.airlines[a]} to {printed.cards[c]}" for c, a in turn["refused"])),
    ]
    if proposal:
        facts.append(("Proposed", f"{printed.airlines[proposal['airline']]} to {printed.cards[proposal['city']]}"))
    if merger:
        pair = f"{printed.airlines[merger['acquirer']]} takes over {printed.airlines[merger['defunct']]}"
        facts.append(("Merger", pair))
    return build_fact_table("Table", facts, is_brief=False)


def _format_card_counts(printed: _PrintedBoard, cards: dict[str, int]) -> str:
    return ", ".join(printed.cards[card] + (f" ({n})" if n > 1 else "") for card, n in cards.items())


def _build_served_city_table(printed: _PrintedBoard, view: dict[str, Any]) -> BoardTable:
    rows = []
    for key, airline in view["airlines"].items():
        if airline["status"] == "open":
            rows.append([printed.airlines[key], printed.cards[printed.homes[key]], "home"])
        for place in airline["cities"]:
            taken = f", taken over from {printed.airlines[place['acquired']]}" if place["acquired"] else ""
            rows.append(
                [printed.airlines[key], printed.cards[place["city"]], printed.aircraft[place["aircraft"]] + taken]
            )
    return BoardTable("Routes", ["Airline", "City", "Aircraft"], rows)


def _build_city_table(printed: _PrintedBoard, view: dict[str, Any]) -> BoardTable:
    rows = [
        [city["name"], city["state"], str(city["points"]), str(city["cards"]), _format_distances(printed, view, city)]
        for city in printed.cities.values()
    ]
    return BoardTable("Cities", ["City", "State", "Points", "Cards", "Hexes from the nearest city of"], rows)


def _build_market_table(printed: _PrintedBoard, view: dict[str, Any]) -> BoardTable:
    rows = []
    for box in printed.board["track"]:
        there = [printed.airlines[a] for a, airline in view["airlines"].items() if airline["index"] == box["index"]]
        craft = join_names(printed.aircraft[kind] for kind in box["aircraft"])
        rows.append([format_dollars(box["price"]), str(box["city_limit"]), craft, join_names(there)])
    return BoardTable("Market", ["Price", "City limit", "Aircraft", "Airlines"], rows)
