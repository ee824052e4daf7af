"""Airline's board as tables: players, the spaces ahead of the viewer, and all cities with their fares and routes."""

from typing import Any

from aerodrome import Game
from aerodrome.cli.board_tables.table import (
    NOTHING,
    BoardTable,
    build_fact_table,
    format_yes_or_nothing,
    join_names,
    map_ids_to_names,
)

LONGEST_THROW = 12


def list_airline_tables(game: Game, view: dict[str, Any]) -> list[BoardTable]:
    board = game.board()
    city_names = map_ids_to_names(board["cities"])
    return [
        _build_player_table(game, board, view, city_names),
        *_list_offer_and_debt_tables(game, view, city_names),
        *_list_spaces_ahead_tables(game, board, view, city_names),
        _build_city_table(game, board, view, city_names),
        _build_aircraft_table(board),
    ]


def _format_millions(amount: int) -> str:
    return f"${amount}M"


def _name_track_space(board: dict[str, Any], city_names: dict[str, str], position: int) -> str:
    space = board["track"][position]
    return city_names[space["city"]] if space["city"] else str(space["kind"]).upper().replace("_", " ")


def _build_player_table(
    game: Game, board: dict[str, Any], view: dict[str, Any], city_names: dict[str, str]
) -> BoardTable:
    aircraft = map_ids_to_names(board["aircraft"])
    rows = [
        [
            game.seat_name(player["seat"]) + (" (out)" if player["out"] else ""),
            _format_millions(player["cash"]),
            aircraft[player["aircraft"]],
            _name_track_space(board, city_names, player["pos"]),
            city_names[player["base"]] if player["base"] else NOTHING,
            f"{len(player['cities'])}, {player['connected']} connected",
            _format_millions(player["income"]),
            _format_millions(player["wealth"]),
        ]
        for player in view["players"]
    ]
    columns = ["Player", "Cash", "Aircraft", "Stands on", "Base", "Cities", "Fares in force", "Wealth"]
    return BoardTable("Players", columns, rows, is_shown_every_turn=True)


def _list_offer_and_debt_tables(game: Game, view: dict[str, Any], city_names: dict[str, str]) -> list[BoardTable]:
    """The offer, the debt and the claims that wait, if any do."""
    facts: list[tuple[str, str]] = []
    if view["landed"]:
        facts.append(("Landed on", city_names[view["landed"]]))
    offer, debt = view["offer"], view["debt"]
    if offer:
        gives = _format_deal_side(city_names, offer["give_cities"], offer["give_cash"])
        wants = _format_deal_side(city_names, offer["want_cities"], offer["want_cash"])
        facts.append((f"Offer of {game.seat_name(offer['seat'])} to {game.seat_name(offer['to'])}", f"{gives}"))
        facts.append(("In return", wants))
    if debt:
        owed = f"{_format_millions(debt['amount'])} to {_name_player_or_bank(game, debt['creditor'])}"
        facts.append((f"Debt of {game.seat_name(debt['debtor'])}", f"{owed}, {_format_millions(debt['short'])} short"))
    for claim in view["claims"]:
        of = _name_player_or_bank(game, claim["debtor"])
        facts.append((f"Claim of {game.seat_name(claim['creditor'])}", f"{_format_millions(claim['amount'])} of {of}"))
    return [build_fact_table("At hand", facts)] if facts else []


def _name_player_or_bank(game: Game, seat: int | None) -> str:
    return "the bank" if seat is None else game.seat_name(seat)


def _format_deal_side(city_names: dict[str, str], cities: list[str], cash: int) -> str:
    return join_names([*(city_names[city] for city in cities), *([_format_millions(cash)] if cash else [])])


def _list_spaces_ahead_tables(
    game: Game, board: dict[str, Any], view: dict[str, Any], city_names: dict[str, str]
) -> list[BoardTable]:
    """What a throw of two dice leads to, for the seat whose view it is."""
    if view["seat"] is None or view["over"]:
        return []
    seen = {city["city"]: city for city in view["cities"]}
    pos = view["players"][view["seat"]]["pos"]
    rows = []
    for ahead in range(2, LONGEST_THROW + 1):
        space = board["track"][(pos + ahead) % len(board["track"])]
        name = _name_track_space(board, city_names, space["pos"])
        ways = 6 - abs(7 - ahead)
        rows.append(
            [name, str(ahead), f"{ways} of 36", *_build_owner_and_fare_cells(game, view, seen.get(space["city"]))]
        )
    columns = ["Space", "Spaces ahead", "Throws", "Owner", "You would owe"]
    return [BoardTable("Ahead of you", columns, rows, is_shown_every_turn=True)]


def _build_owner_and_fare_cells(game: Game, view: dict[str, Any], city: dict[str, Any] | None) -> list[str]:
    if city is None:
        return [NOTHING, NOTHING]
    if city["owner"] is None:
        return ["nobody", NOTHING]
    if city["owner"] == view["seat"]:
        return ["you", NOTHING]
    return [game.seat_name(city["owner"]), _format_millions(city["fare"]) if city["fare"] else NOTHING]


def _build_city_table(
    game: Game, board: dict[str, Any], view: dict[str, Any], city_names: dict[str, str]
) -> BoardTable:
    neighbours: dict[str, list[str]] = {city: [] for city in city_names}
    for a, b in board["routes"]:
        neighbours[a].append(city_names[b])
        neighbours[b].append(city_names[a])
    rows = []
    for printed, seen in zip(board["cities"], view["cities"], strict=True):
        owner = "nobody" if seen["owner"] is None else game.seat_name(seen["owner"])
        rows.append(
            [
                printed["name"],
                _format_spaces_ahead(board, view, printed["pos"]),
                owner + (" (base)" if seen["base"] else ""),
                format_yes_or_nothing(seen["connected"]),
                _format_millions(seen["fare"]) if seen["fare"] else NOTHING,
                " / ".join(map(str, printed["fares"])),
                join_names(neighbours[printed["id"]]),
                join_names(city_names[city] for city in seen["links"]),
            ]
        )
    columns = [
        "City",
        "Spaces ahead",
        "Owner",
        "Connected",
        "Fare now",
        "PROP / JET / SST",
        "Routes to",
        "Needs one of",
    ]
    return BoardTable("Cities", columns, rows)


def _format_spaces_ahead(board: dict[str, Any], view: dict[str, Any], position: int) -> str:
    if view["seat"] is None:
        return NOTHING
    length = len(board["track"])
    return str((position - view["players"][view["seat"]]["pos"]) % length or "here")


def _build_aircraft_table(board: dict[str, Any]) -> BoardTable:
    rows = [
        [kind["name"], _format_millions(kind["subsidy"]), _format_millions(kind["maintenance"])]
        for kind in board["aircraft"]
    ]
    return BoardTable("Aircraft", ["Aircraft", "Subsidy", "Maintenance"], rows)
