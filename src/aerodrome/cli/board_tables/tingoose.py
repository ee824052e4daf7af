"""Tin Goose's board as tables: players, the viewer's cards, the cities by how far they are from the own network."""

from typing import Any

from aerodrome import Game
from aerodrome.cli.board_tables.table import (
    HIDDEN,
    NOTHING,
    BoardTable,
    build_fact_table,
    format_dollars_or_hidden,
    join_names,
    map_ids_to_names,
)

SIZES = {"S": "small", "M": "medium", "L": "large"}


class _BoardLookup:
    """The names and texts on the board and the cards, by id."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.board = board
        self.cities = map_ids_to_names(board["cities"])
        self.cards = map_ids_to_names(board["cards"], "text")
        self.conditions = map_ids_to_names(board["conditions"])
        self.destinations = map_ids_to_names(board["destinations"])
        self.airmail = {
            card["id"]: f"{self.cities[card['start']]}–{self.cities[card['target']]}" for card in board["airmail"]
        }


def list_tingoose_tables(game: Game, view: dict[str, Any]) -> list[BoardTable]:
    board_lookup = _BoardLookup(game.board())
    return [
        _build_player_table(game, board_lookup, view),
        _build_current_fact_table(game, board_lookup, view),
        *_list_hand_tables(board_lookup, view),
        _build_fleet_table(game, view),
        *_list_city_tables(game, board_lookup, view),
        _build_destination_table(game, board_lookup, view),
        _build_condition_table(game, board_lookup, view),
        _build_airmail_table(game, board_lookup, view),
    ]


def _build_player_table(game: Game, board_lookup: _BoardLookup, view: dict[str, Any]) -> BoardTable:
    rows = []
    for seat, player in enumerate(view["players"]):
        cards = join_names(f"{count} {era}" for era, count in player["hand"].items() if count)
        rows.append(
            [
                game.seat_name(seat),
                format_dollars_or_hidden(player["cash"]),
                _format_count_or_hidden(player["bonds"]),
                _format_count_or_hidden(player["chips"]),
                _format_count_or_hidden(player["score"]),
                str(player["income"]),
                str(player["flames"]),
                str(player["barrels"]),
                str(len(player["network"])),
                join_names(board_lookup.destinations[place] for place in player["destinations"]),
                cards,
            ]
        )
    columns = ["Player", "Cash", "Bonds", "Labor chips", "Score now", "Income", "Flames", "Barrels", "Cities"]
    return BoardTable("Players", [*columns, "Abroad", "Cards"], rows, is_shown_every_turn=True)


def _format_count_or_hidden(number: int | None) -> str:
    return HIDDEN if number is None else str(number)


def _build_current_fact_table(game: Game, board_lookup: _BoardLookup, view: dict[str, Any]) -> BoardTable:
    auction, turn = view["auction"], view["turn"]
    facts = [
        ("Round", _format_round(view, board_lookup.board["rounds"])),
        ("Open abroad", board_lookup.destinations[view["destination"]] if view["destination"] else ""),
        ("Card on the table", board_lookup.cards[view["card"]] if view["card"] else ""),
        ("Airmail cards", ", ".join(board_lookup.airmail[card] for card in view["airmail_row"])),
        ("Your sealed bid", "" if view["sealed"] is None else str(view["sealed"])),
    ]
    if auction:
        high = format_dollars_or_hidden(auction["high"])
        leader = auction["leader"]
        facts.append(("Highest bid", "none yet" if leader is None else f"{high} by {game.seat_name(leader)}"))
        facts.append(("Still to call", ", ".join(game.seat_name(seat) for seat in auction["to_call"])))
    if turn:
        facts.append(("Action slots left", str(turn["slots_left"])))
    return build_fact_table("At hand", facts)


def _format_round(view: dict[str, Any], round_count: int) -> str:
    if not view["round"]:
        return f"set-up, before the first of {round_count}"
    return f"{view['round']} of {round_count}" + (f", {view['era']} era" if view["era"] else "")


def _list_hand_tables(board_lookup: _BoardLookup, view: dict[str, Any]) -> list[BoardTable]:
    if view["seat"] is None or not (view["hand"] or view["discarded"]):
        return []
    eras = {card["id"]: card["era"] for card in board_lookup.board["cards"]}
    rows = [[board_lookup.cards[card], eras[card], "in hand"] for card in view["hand"]]
    rows += [[board_lookup.cards[card], eras[card], "put away"] for card in view["discarded"]]
    return [BoardTable("Your cards", ["Card", "Era", "Where"], rows, is_shown_every_turn=True)]


def _build_fleet_table(game: Game, view: dict[str, Any]) -> BoardTable:
    rows = [
        [
            fleet["name"],
            game.seat_name(seat),
            SIZES[fleet["size"]],
            str(fleet["planes"]),
            str(fleet["barrels"]),
            str(fleet["flames"]),
        ]
        for seat, player in enumerate(view["players"])
        for fleet in player["fleets"]
    ]
    columns = ["Fleet", "Owner", "Size", "Planes waiting", "Barrels", "Flames"]
    return BoardTable("Fleets", columns, rows, is_shown_every_turn=True)


def _list_city_tables(game: Game, board_lookup: _BoardLookup, view: dict[str, Any]) -> list[BoardTable]:
    """Those a small plane reaches at once, then all, with the number of lines from the viewer's network."""
    own = [] if view["seat"] is None else view["players"][view["seat"]]["network"]
    lines_away = _count_fewest_lines_to_each_city(board_lookup.board["lines"], own)
    columns = ["City", "Lines away", "Plane needed", "Kind", "Demand", "Served by"]
    rows = {
        city["id"]: [
            city["name"],
            str(lines_away.get(city["id"], NOTHING)),
            _find_smallest_plane_needed(city, own, lines_away),
            "major city" if city["major"] else NOTHING,
            _format_demand_tokens(view, city["id"]),
            join_names(
                game.seat_name(seat) for seat, player in enumerate(view["players"]) if city["id"] in player["network"]
            ),
        ]
        for city in sorted(board_lookup.board["cities"], key=lambda city: lines_away.get(city["id"], 0))
    }
    near = [row for city, row in rows.items() if lines_away.get(city) == 1]
    tables = [BoardTable("Cities one line from your network", columns, near, is_shown_every_turn=True)] if near else []
    return [*tables, BoardTable("Cities", columns, list(rows.values()))]


def _count_fewest_lines_to_each_city(lines: list[list[str]], network: list[str]) -> dict[str, int]:
    """For every city the fewest lines that lead to it from a network."""
    found = dict.fromkeys(network, 0)
    edge = set(network)
    while edge:
        reached = {b for a, b in lines if a in edge} | {a for a, b in lines if b in edge}
        edge = reached - found.keys()
        found.update(dict.fromkeys(edge, max(found.values()) + 1))
    return found


def _find_smallest_plane_needed(city: dict[str, Any], network: list[str], lines_away: dict[str, int]) -> str:
    """The smallest plane that connects the city to the network."""
    if not network or city["id"] in network:
        return NOTHING
    if lines_away[city["id"]] == 1:  # TG-10.5
        return "small"
    return "medium" if any(near in network for near in city["near"]) else "large"  # TG-10.6, TG-10.7


def _format_demand_tokens(view: dict[str, Any], city: str) -> str:
    tokens = ["gold"] if city in view["gold"] else []
    silver = view["silver"].get(city, 0)
    return join_names([*tokens, *([f"{silver} silver"] if silver else [])])


def _build_destination_table(game: Game, board_lookup: _BoardLookup, view: dict[str, Any]) -> BoardTable:
    rows = [
        [
            place["name"],
            join_names(map(str, place["rounds"])),
            SIZES[place["size"]],
            format_dollars_or_hidden(place["cost"]),
            join_names(
                game.seat_name(seat)
                for seat, player in enumerate(view["players"])
                if place["id"] in player["destinations"]
            ),
        ]
        for place in board_lookup.board["destinations"]
    ]
    return BoardTable("Abroad", ["Destination", "Rounds", "Smallest plane", "Cost", "Served by"], rows)


def _build_condition_table(game: Game, board_lookup: _BoardLookup, view: dict[str, Any]) -> BoardTable:
    rows = [
        [
            condition["name"],
            condition["effect"],
            join_names(
                game.seat_name(seat)
                for seat, player in enumerate(view["players"])
                if condition["id"] in player["conditions"]
            ),
        ]
        for condition in board_lookup.board["conditions"]
    ]
    return BoardTable("Conditions", ["Condition", "Effect", "In force for"], rows)


def _build_airmail_table(game: Game, board_lookup: _BoardLookup, view: dict[str, Any]) -> BoardTable:
    rows = []
    for seat, player in enumerate(view["players"]):
        airmail = player["airmail"]
        route = board_lookup.airmail[airmail["airmail"]] if airmail else NOTHING
        state = NOTHING if not airmail else "delivered" if airmail["delivered"] else "not delivered"
        rows.append([game.seat_name(seat), route, state, str(player["extensions"])])
    return BoardTable("Airmail", ["Player", "Route", "State", "Extension tokens"], rows)
