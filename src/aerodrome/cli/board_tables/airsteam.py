"""The board of Kings of Air and Steam as tables: players, market, factories, depots, cities, lines, distances."""

from typing import Any

from aerodrome import Game, State
from aerodrome.cli.board_tables.table import (
    NOTHING,
    BoardTable,
    build_fact_table,
    compute_hex_distance,
    format_dollars_or_hidden,
    join_names,
    map_ids_to_names,
)
from aerodrome.core.text import format_count
from aerodrome.games.airsteam.game import Airsteam
from aerodrome.games.airsteam.model.state import AirsteamState
from aerodrome.games.airsteam.text.names import place_name


class _MapNamesAndDistances:
    """The map of so many seats: names and places by id, and how far they are from the viewer's airship."""

    def __init__(self, game: Game, state: State, view: dict[str, Any]) -> None:
        self.game = game
        self.state = state
        self.board = game.board()
        self.printed = next(printed for printed in self.board["maps"] if view["seats"] in printed["players"])
        self.goods = map_ids_to_names(self.board["goods"])
        self.cities = map_ids_to_names(self.printed["cities"])
        self.characters = {
            person["id"]: person["name"] for team in self.board["teams"] for person in team["characters"]
        }
        self.airship = None if view["seat"] is None else view["players"][view["seat"]]["airship"]

    def name_place(self, hex_coordinates: list[int]) -> str:
        assert isinstance(self.game, Airsteam)
        assert isinstance(self.state, AirsteamState)
        return place_name(
            self.game, self.state, self.game.codec.ids["hex"][f"{hex_coordinates[0]},{hex_coordinates[1]}"]
        )

    def format_hexes_from_airship(self, hex_coordinates: list[int]) -> str:
        return NOTHING if self.airship is None else str(compute_hex_distance(self.airship, hex_coordinates))

    def name_link(self, city: str, other_city: str) -> str:
        return f"{self.cities[city]}–{self.cities[other_city]}"

    def format_cubes(self, cubes: dict[str, int]) -> str:
        return join_names(f"{count} {self.goods[good]}" for good, count in cubes.items() if count)


def list_airsteam_tables(game: Game, state: State, view: dict[str, Any]) -> list[BoardTable]:
    board_map = _MapNamesAndDistances(game, state, view)
    return [
        _build_player_table(board_map, view),
        _build_market_table(board_map, view),
        *_list_plan_tables(board_map, view),
        _build_factory_table(board_map, view),
        _build_depot_table(board_map, view),
        _build_city_table(board_map, view),
        _build_link_table(board_map, view),
        _build_supply_table(board_map, view),
        _build_level_table(board_map),
        _build_movement_card_table(board_map),
    ]


def _build_player_table(board_map: _MapNamesAndDistances, view: dict[str, Any]) -> BoardTable:
    rows = []
    for player in view["players"]:
        airship = NOTHING if player["airship"] is None else board_map.name_place(player["airship"])
        person = board_map.characters[player["character"]] if player["character"] else NOTHING
        rows.append(
            [
                board_map.game.seat_name(player["seat"]),
                person,
                format_dollars_or_hidden(player["cash"]),
                f"{player['depots_built']}, {player['depots_left']} left",
                airship,
                NOTHING if player["airship"] is None else board_map.format_hexes_from_airship(player["airship"]),
                f"level {player['airship_level']}, holds {player['capacity']}, {player['diamonds']} diamonds",
                board_map.format_cubes(player["hold"]),
                f"level {player['train_level']}, {format_count(player['links'], 'link')}",
                format_dollars_or_hidden(player["upkeep"]),
            ]
        )
    columns = [
        "Player",
        "Character",
        "Cash",
        "Depots",
        "Airship at",
        "Hexes away",
        "Airship",
        "Hold",
        "Train",
        "Upkeep",
    ]
    return BoardTable("Players", columns, rows, is_shown_every_turn=True)


def _build_market_table(board_map: _MapNamesAndDistances, view: dict[str, Any]) -> BoardTable:
    rows = []
    for good, price in view["prices"].items():
        takers = [board_map.cities[city["id"]] for city in view["cities"] if city["good"] == good]
        tiles = view["market"].count(good)
        rows.append(
            [
                board_map.goods[good],
                format_dollars_or_hidden(price),
                str(tiles) if tiles else NOTHING,
                join_names(takers),
            ]
        )
    return BoardTable("Market", ["Good", "Price", "Tiles this round", "Taken by"], rows, is_shown_every_turn=True)


def _list_plan_tables(board_map: _MapNamesAndDistances, view: dict[str, Any]) -> list[BoardTable]:
    """Each player's four cards as far as the viewer knows them."""
    if all(card["face"] == "empty" for player in view["players"] for card in player["plan"]):
        return []
    rows = []
    for player in view["players"]:
        cells = [_format_planned_card(card) for card in player["plan"]]
        rows.append([board_map.game.seat_name(player["seat"]), *cells])
    return [BoardTable("Plans", ["Player", "Slot 1", "Slot 2", "Slot 3", "Slot 4"], rows, is_shown_every_turn=True)]


def _format_planned_card(card: dict[str, Any]) -> str:
    if card["card"] is None:
        return "face down" if card["face"] == "hidden" else str(card["face"])
    words = f"card {card['card']}".replace("*", "◆")
    return {"shown": words, "removed": f"{words} removed"}.get(card["face"], f"{words} face down")


def _build_factory_table(board_map: _MapNamesAndDistances, view: dict[str, Any]) -> BoardTable:
    seen = {factory["id"]: factory["cubes"] for factory in view["factories"]}
    rows = [
        [
            board_map.name_place(factory["hex"]).removeprefix("the "),
            board_map.format_hexes_from_airship(factory["hex"]),
            board_map.format_cubes(seen[factory["id"]]),
        ]
        for factory in _sort_by_hexes_from_airship(board_map, board_map.printed["factories"])
    ]
    return BoardTable("Factories", ["Factory", "Hexes away", "Cubes"], rows, is_shown_every_turn=True)


def _sort_by_hexes_from_airship(
    board_map: _MapNamesAndDistances, items_with_hex: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    airship = board_map.airship
    return (
        items_with_hex
        if airship is None
        else sorted(items_with_hex, key=lambda one: compute_hex_distance(airship, one["hex"]))
    )


def _build_depot_table(board_map: _MapNamesAndDistances, view: dict[str, Any]) -> BoardTable:
    rows = [
        [
            board_map.name_place(depot["hex"]),
            board_map.game.seat_name(depot["seat"]),
            board_map.format_hexes_from_airship(depot["hex"]),
            board_map.format_cubes(depot["cubes"]),
        ]
        for depot in _sort_by_hexes_from_airship(board_map, view["depots"])
    ]
    return BoardTable("Depots", ["Depot", "Owner", "Hexes away", "Cubes"], rows, is_shown_every_turn=True)


def _build_city_table(board_map: _MapNamesAndDistances, view: dict[str, Any]) -> BoardTable:
    seen = {city["id"]: city for city in view["cities"]}
    rows = []
    for printed in _sort_by_hexes_from_airship(board_map, board_map.printed["cities"]):
        city = seen[printed["id"]]
        takes = f"{board_map.goods[city['good']]}, {city['left']} more" if city["good"] else str(city["state"])
        rows.append([printed["name"], board_map.format_hexes_from_airship(printed["hex"]), takes])
    return BoardTable("Cities", ["City", "Hexes away", "Takes"], rows)


def _build_link_table(board_map: _MapNamesAndDistances, view: dict[str, Any]) -> BoardTable:
    """Every line with its spaces and whose depots open it to trains; those laid in the game come last."""
    links = [(link["a"], link["b"], link["spaces"]) for link in board_map.printed["links"]]
    links += [(line["first"], line["last"], line["hexes"]) for line in view["lines"]]
    rows = []
    for a, b, spaces in links:
        owners = [board_map.game.seat_name(depot["seat"]) for depot in view["depots"] if depot["hex"] in spaces]
        rows.append([board_map.name_link(a, b), str(len(spaces)), join_names(owners)])
    return BoardTable("Lines", ["Line", "Spaces", "Depots of"], rows)


def _build_supply_table(board_map: _MapNamesAndDistances, view: dict[str, Any]) -> BoardTable:
    facts = [
        ("Tiles to come", board_map.format_cubes(view["pile"])),
        ("Used tiles, the top one last", join_names(board_map.goods[good] for good in view["stack"])),
        ("Cubes in the supply", board_map.format_cubes(view["supply"])),
        ("Cities that wait for a tile", ", ".join(board_map.cities[city] for city in view["waiting"])),
        ("Order of flying", ", ".join(board_map.game.seat_name(seat) for seat in view["order"])),
    ]
    return build_fact_table("Supply", facts, is_shown_every_turn=False)


def _build_level_table(board_map: _MapNamesAndDistances) -> BoardTable:
    rows = [
        [
            str(ship["level"]),
            f"{ship['capacity']} cubes, {ship['diamonds']} diamonds",
            format_count(train["links"], "link"),
        ]
        for ship, train in zip(board_map.board["airship_levels"], board_map.board["train_levels"], strict=True)
    ]
    return BoardTable("Levels", ["Level", "Airship", "Train"], rows)


def _build_movement_card_table(board_map: _MapNamesAndDistances) -> BoardTable:
    rows = [
        [card["id"].replace("*", "◆"), str(card["speed"]), str(card["diamonds"]), card["letter"], card.get("text", "")]
        for card in board_map.board["cards"]
    ]
    return BoardTable("Movement cards", ["Card", "Hexes", "Diamonds", "Order", "Text"], rows)
