"""What one seat may see, what is printed, and the figures players keep on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from aerodrome.core.actions import NOBODY
from aerodrome.core.question import ScoreLine, StatisticBySeat
from aerodrome.core.view import View, build_common_view_fields
from aerodrome.games.airsteam.model.state import (
    CLOSED,
    GOODS,
    HIDDEN,
    KNOWN,
    ON_TILE,
    PRINTED,
    REMOVED,
    REVEALED,
    SLOTS,
    WAITING,
    AirsteamState,
)
from aerodrome.games.airsteam.rules.queries import (
    compute_visible_upkeep,
    count_cubes_in_depots,
    count_cubes_in_hold,
    count_depots_built,
    find_link_at,
    get_diamond_rating,
    get_market_price,
    get_train_link_limit,
)
from aerodrome.games.airsteam.steps.characters import LayNextTrackTileStep, PlaceDepotAndLayLineStep
from aerodrome.games.airsteam.text.prompts import describe_phase

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam

FACE_NAMES = {HIDDEN: "hidden", KNOWN: "known", REVEALED: "shown", REMOVED: "removed"}
CITY_STATE_NAMES = {PRINTED: "printed", WAITING: "waiting", ON_TILE: "tile", CLOSED: "closed"}

Cubes = dict[str, int]
Hex = list[int]


class PlannedCardView(msgspec.Struct):
    card: str | None
    """None: empty or face down, as far as the viewer knows."""
    face: str
    """empty, hidden, known (face down but seen), shown, removed."""


class GivenUpCubeView(msgspec.Struct):
    depot: Hex | None
    """None: from the hold."""
    good: str


class PlayerView(msgspec.Struct):
    seat: int
    colour: str | None
    team: str | None
    character: str | None
    cash: int
    airship_level: int
    capacity: int
    diamonds: int
    diamonds_used: int
    train_level: int
    links: int
    pays_fees: bool
    """Whether the links of others cost this player; for one character the bank pays."""
    airship: Hex | None
    hold: Cubes
    depots_left: int
    depots_built: int
    track_left: int
    upkeep: int
    """What the cubes would cost at Upkeep now."""
    giving: list[GivenUpCubeView]
    """What the viewer has given up while others still choose."""
    error: bool
    planning: bool
    plan: list[PlannedCardView]


class CityView(msgspec.Struct):
    id: str
    good: str | None
    """What the city demands now."""
    left: int
    state: str
    """printed, tile, waiting, closed."""


class FactoryView(msgspec.Struct):
    id: str
    cubes: Cubes


class DepotView(msgspec.Struct):
    hex: Hex
    link: str
    seat: int
    cubes: Cubes


class LaidLineView(msgspec.Struct):
    """A link that was laid during the game."""

    id: str
    first: str
    last: str
    hexes: list[Hex]


class AirsteamView(View, kw_only=True):
    game: str
    round: int
    rounds: int
    slot: int
    """The slot being resolved, 1 to 4; 0 outside Movement and Actions."""
    start: int | None
    """The holder of the Start Player token; None in the Full Game."""
    tie_order: list[int]
    order: list[int]
    prices: Cubes
    market: list[str]
    stack: list[str]
    """The used tiles, the top one last: everybody saw them."""
    pile: Cubes
    supply: Cubes
    waiting: list[str]
    players: list[PlayerView]
    cities: list[CityView]
    factories: list[FactoryView]
    depots: list[DepotView]
    lines: list[LaidLineView]
    laying: LaidLineView | None
    """The line that is being laid: its spaces so far."""


def view(game: Airsteam, state: AirsteamState, who: int | None) -> dict[str, Any]:
    goods = game.good_ids
    tables = game.maps[state.seats]
    seen = AirsteamView(
        **build_common_view_fields(game, state, who, describe_phase(state), scores_are_open=True),  # KS-R44
        game="full" if game.full else "basic",
        round=state.round,
        rounds=game.rounds,
        slot=state.slot + 1 if REVEALED in state.face or REMOVED in state.face else 0,
        start=None if state.start == NOBODY else state.start,
        tie_order=state.tie_order,
        order=state.order,
        prices={goods[good]: get_market_price(game, state, good) for good in range(GOODS)},
        market=[goods[good] for good in state.market],
        stack=[goods[good] for good in state.stack],
        pile=_build_cube_counts_by_good_id(game, state.pile, True),
        supply=_build_cube_counts_by_good_id(game, state.supply, True),
        waiting=[game.names.cities[city] for city in state.waiting],
        players=[_build_player_view(game, state, seat, who) for seat in range(state.seats)],
        cities=[_build_city_view(game, state, city) for city in tables.cities],
        factories=[
            FactoryView(
                game.names.factories[f],
                _build_cube_counts_by_good_id(game, state.factory_cubes[f * GOODS : (f + 1) * GOODS]),
            )
            for f in tables.factories
        ],
        depots=[_build_depot_view(game, state, depot) for depot in range(len(state.depot_hex))],
        lines=_build_laid_line_views(game, state),
        laying=_build_unfinished_line_view(game, state),
    )
    plain: dict[str, Any] = msgspec.to_builtins(seen)
    return plain


def _build_cube_counts_by_good_id(game: Airsteam, cubes_by_good: list[int], include_zeros: bool = False) -> Cubes:
    return {game.good_ids[good]: n for good, n in enumerate(cubes_by_good) if n or include_zeros}


def _get_hex_coordinates(game: Airsteam, hex_id: int) -> Hex:
    return list(game.names.hexes[hex_id])


def _build_player_view(game: Airsteam, state: AirsteamState, seat: int, who: int | None) -> PlayerView:
    team = state.team[seat]
    person = state.character[seat] if seat == who or NOBODY not in state.character else NOBODY
    return PlayerView(
        seat=seat,
        colour=None if team == NOBODY else game.edition.team[team].colour,
        team=None if team == NOBODY or not game.full else game.edition.team[team].name,
        character=None if person == NOBODY else game.characters[person].id,
        cash=state.cash[seat],
        airship_level=state.airship_level[seat],
        capacity=game.capacity_by_level[state.airship_level[seat]] + game.capacity_bonus[person],
        diamonds=get_diamond_rating(game, state, seat),
        diamonds_used=state.diamonds[seat],
        train_level=state.train_level[seat],
        links=get_train_link_limit(game, state, seat),
        pays_fees=person == NOBODY or not game.fee_from_bank[person],
        airship=None if state.airship[seat] == NOBODY else _get_hex_coordinates(game, state.airship[seat]),
        hold=_build_cube_counts_by_good_id(game, state.hold[seat * GOODS : (seat + 1) * GOODS]),
        depots_left=state.depots_left[seat],
        depots_built=count_depots_built(game, state, seat),
        track_left=state.track_tiles_left if game.can_lay_lines[person] else 0,
        upkeep=compute_visible_upkeep(game, state, seat, who),
        giving=_build_given_up_cube_views(game, state, who) if seat == who else [],
        error=bool(state.errors >> seat & 1),
        planning=bool(state.planning >> seat & 1),
        plan=[_build_planned_card_view(game, state, seat, slot, who) for slot in range(SLOTS)],
    )


def _build_given_up_cube_views(game: Airsteam, state: AirsteamState, who: int) -> list[GivenUpCubeView]:
    given = state.cubes_given_up
    return [
        GivenUpCubeView(
            None if given[i + 1] == NOBODY else _get_hex_coordinates(game, given[i + 1]), game.good_ids[given[i + 2]]
        )
        for i in range(0, len(given), 3)
        if given[i] == who
    ]


def _build_planned_card_view(
    game: Airsteam, state: AirsteamState, seat: int, slot: int, who: int | None
) -> PlannedCardView:
    """Nothing of a plan shows to others before its reveal, not even how far it is laid (KS-5.2)."""
    i = seat * SLOTS + slot
    card, face = state.plan[i], state.face[i]
    if face == HIDDEN and seat != who:
        laid = card != NOBODY and not state.planning >> seat & 1
        return PlannedCardView(None, "hidden" if laid else "empty")
    if card == NOBODY:
        return PlannedCardView(None, "empty")
    return PlannedCardView(game.card_ids[card], FACE_NAMES[face])


def _build_city_view(game: Airsteam, state: AirsteamState, city: int) -> CityView:
    left = state.city_left[city]
    good = game.good_ids[state.city_good[city]] if left else None
    return CityView(game.names.cities[city], good, left, CITY_STATE_NAMES[state.city_state[city]])


def _build_depot_view(game: Airsteam, state: AirsteamState, depot: int) -> DepotView:
    hex_id = state.depot_hex[depot]
    cubes = _build_cube_counts_by_good_id(game, state.depot_cubes[depot * GOODS : (depot + 1) * GOODS])
    return DepotView(
        _get_hex_coordinates(game, hex_id),
        game.get_link_id(find_link_at(game, state, hex_id)),
        state.depot_seat[depot],
        cubes,
    )


def _build_laid_line_views(game: Airsteam, state: AirsteamState) -> list[LaidLineView]:
    found = []
    for number in range(len(state.laid_ends) // 2):
        link = game.printed_links + number
        hexes = [
            _get_hex_coordinates(game, hex_id) for i, hex_id in enumerate(state.laid_hex) if state.laid_link[i] == link
        ]
        first, last = state.laid_ends[2 * number], state.laid_ends[2 * number + 1]
        found.append(LaidLineView(f"laid-{number + 1}", game.names.cities[first], game.names.cities[last], hexes))
    return found


def _build_unfinished_line_view(game: Airsteam, state: AirsteamState) -> LaidLineView | None:
    step = state.step_stack[-1] if state.step_stack else None
    if not isinstance(step, (LayNextTrackTileStep, PlaceDepotAndLayLineStep)):
        return None
    cities = game.names.cities
    return LaidLineView(
        "laying", cities[step.first], cities[step.last], [_get_hex_coordinates(game, hex_id) for hex_id in step.path]
    )


# What is printed


def board(game: Airsteam) -> dict[str, Any]:
    edition = game.edition
    plain: dict[str, Any] = msgspec.to_builtins(
        {
            "goods": [{"id": g.id, "name": g.name, "colour": g.colour, "letter": g.letter} for g in edition.good],
            "prices": edition.market.steps,
            "city_demand": game.city_demand,
            "depot_costs": game.depot_costs,
            "airship_levels": edition.airship_level,
            "train_levels": edition.train_level,
            "cards": _list_printed_cards(game),
            "teams": [
                {
                    "colour": team.colour,
                    "name": team.name,
                    "order": team.order,
                    "card": team.special_card.id,
                    "characters": [{"id": p.id, "name": p.name, "text": p.text} for p in team.character],
                }
                for team in edition.team
            ],
            "maps": [_build_printed_map(game, number) for number in range(len(edition.configuration))],
        }
    )
    return plain


def _list_printed_cards(game: Airsteam) -> list[dict[str, Any]]:
    cards = [{"id": c.id, "speed": c.speed, "diamonds": c.diamonds, "letter": c.letter} for c in game.edition.card]
    for team in game.edition.team:
        c = team.special_card
        cards.append(
            {
                "id": c.id,
                "speed": c.speed,
                "diamonds": c.diamonds,
                "letter": c.letter,
                "colour": team.colour,
                "text": c.text,
            }
        )
    return cards


def _build_printed_map(game: Airsteam, configuration_index: int) -> dict[str, Any]:
    """One map configuration, for the numbers of seats in `players`; axial coordinates, pointy hexes."""
    players = game.edition.configuration[configuration_index].players
    tables = game.maps[players[0]]
    names = game.names
    cities = {city.id: city for tile in game.edition.tile for city in tile.cities}
    kinds = ("", "plain", "partial", "city", "factory", "rail")
    return {
        "players": players,
        "hexes": [[*names.hexes[hex_id], kinds[kind]] for hex_id, kind in enumerate(tables.hex_kinds) if kind],
        "cities": [
            {
                "id": names.cities[city],
                "name": cities[names.cities[city]].name,
                "hex": names.hexes[tables.city_hex[city]],
                "good": game.good_ids[tables.city_good[city]],
            }
            for city in tables.cities
        ],
        "factories": [
            {
                "id": names.factories[f],
                "hex": names.hexes[tables.factory_hex[f]],
                "good": game.good_ids[tables.factory_good[f]],
            }
            for f in tables.factories
        ],
        "links": [
            {
                "id": names.links[link],
                "a": names.cities[tables.link_ends[link][0]],
                "b": names.cities[tables.link_ends[link][1]],
                "spaces": [names.hexes[hex_id] for hex_id in tables.link_spaces[link]],
            }
            for link in tables.links
        ],
    }


# Figures


def score_breakdown(game: Airsteam, state: AirsteamState) -> list[list[ScoreLine]]:
    return [
        [
            ScoreLine("Cash", state.cash[seat], "KS-23.1"),
            ScoreLine("Depots", game.depot_value * built, "KS-23.1", built, f"${game.depot_value}"),
        ]
        for seat, built in enumerate([count_depots_built(game, state, seat) for seat in range(state.seats)])
    ]


def statistics(game: Airsteam, state: AirsteamState, who: int | None) -> list[StatisticBySeat]:
    seats = range(state.seats)
    cubes = [count_cubes_in_hold(state, seat) + count_cubes_in_depots(state, seat) for seat in seats]
    return [
        StatisticBySeat("Result so far", [float(score) for score in game.scores(state)]),
        StatisticBySeat("Cash", [float(cash) for cash in state.cash]),
        StatisticBySeat("Depots", [float(count_depots_built(game, state, seat)) for seat in seats]),
        StatisticBySeat("Cubes", [float(n) for n in cubes]),
        StatisticBySeat("Airship level", [float(level) for level in state.airship_level]),
        StatisticBySeat("Train level", [float(level) for level in state.train_level]),
    ]
