"""What must hold in any edition of Kings of Air and Steam, whatever its owner changed."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from aerodrome.core.edition import Oddity, expect
from aerodrome.games.airsteam.components.layout import (
    HexCoordinates,
    MapLayout,
    compute_hex_distance,
    list_neighbour_hexes,
    list_tile_hexes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aerodrome.games.airsteam.components.edition import (
        City,
        Edition,
        Factory,
        Link,
        LinkBetweenTiles,
        MovementCard,
        TeamMovementCard,
    )

T = TypeVar("T")

GOODS = 5
SLOTS = 4
"""The engine counts on these two: a plan has four slots, a hold five goods."""


BREAKS = {
    "edition.id": "records tell editions apart by id and hash",
    "game": "rounds, plans and payments are reckoned with this number",
    "good": "a hold and a city face have room for five goods",
    "market": "a price rises along this track from its first space",
    "demand": "demand tiles are drawn every round, and each must name a good",
    "airship_level": "an upgrade that improves nothing would be bought for nothing",
    "train_level": "an upgrade that improves nothing would be bought for nothing",
    "card": "every team plans four of twelve cards each round",
    "team": "every player picks one of six teams and one of its two characters",
    "map": "the map is laid of hexagonal tiles of one size",
    "tile": "airships fly over hexes and trains run on links: each thing needs its own hex",
    "link": "trains run from city to city over 2 to 4 rail spaces",
    "cross_link": "trains run from city to city over 2 to 4 rail spaces",
    "configuration": "each number of players needs one map in one piece, on which every good is made and wanted",
}
"""What a wrong value breaks."""


def _check_distinct(names: list[str], where: str, plural_noun: str) -> None:
    twice = [name for name, n in Counter(names).items() if n > 1]
    expect(not twice, where, f"{plural_noun} with different names", twice[0] if twice else None)


def _check_constants(edition: Edition) -> None:
    facts = edition.game
    expect(facts.players_min == 2 and facts.players_max == 6, "game.players_min/max", "2 and 6")
    expect(facts.steps_per_round == SLOTS, "game.steps_per_round", f"{SLOTS}", facts.steps_per_round)
    expect(facts.rounds >= 1, "game.rounds", "at least one round", facts.rounds)
    expect(len(facts.depot_cost) >= 1, "game.depot_cost", "at least one cost", facts.depot_cost)
    expect(list(facts.depot_cost) == sorted(facts.depot_cost), "game.depot_cost", "rising costs", facts.depot_cost)
    for name in ("start_money", "pass_income", "foreign_depot_fee", "upkeep_per_cube", "final_price_per_cube"):
        expect(getattr(facts, name) >= 0, f"game.{name}", "not less than 0", getattr(facts, name))
    expect(1 <= facts.depots_per_player <= 20, "game.depots_per_player", "1 to 20", facts.depots_per_player)
    expect(facts.demand_tiles_per_round >= 1, "game.demand_tiles_per_round", "at least 1")
    expect(facts.city_demand >= 1, "game.city_demand", "at least 1", facts.city_demand)


def _check_goods_and_market(edition: Edition) -> None:
    goods, facts, market = edition.good, edition.game, edition.market
    expect(len(goods) == GOODS, "good", f"{GOODS} goods", len(goods))
    _check_distinct([good.id for good in goods], "good", "goods")
    for i, good in enumerate(goods):
        free = good.cubes - facts.goods_markers_on_market
        expect(free == facts.free_cubes_per_good, f"good[{i}].cubes", "game.free_cubes_per_good and the marker", free)
        ours = [tile for tile in edition.demand.tiles if tile.rsplit("-", 1)[0] == good.id]
        expect(len(ours) == good.demand_tiles, "demand.tiles", f"{good.demand_tiles} tiles of {good.id}", len(ours))
    tiles = edition.demand.tiles
    _check_distinct(list(tiles), "demand.tiles", "tiles")
    expect(len(tiles) == sum(good.demand_tiles for good in goods), "demand.tiles", "tiles of the goods only")
    expect(
        facts.rounds * facts.demand_tiles_per_round <= len(tiles),
        "demand.tiles",
        "a tile for every draw of the game",
        len(tiles),
    )
    expect(market.future_market_spaces == facts.demand_tiles_per_round, "market.future_market_spaces", "a tile each")
    expect(all(a < b for a, b in zip(market.steps, market.steps[1:], strict=False)), "market.steps", "rising prices")
    expect(len(market.steps) >= 1, "market.steps", "at least one price")
    expect(0 <= market.start_step < len(market.steps), "market.start_step", "a space of the track", market.start_step)


def _check_airship_and_train_levels(edition: Edition) -> None:
    ships, trains = edition.airship_level, edition.train_level
    expect([row.level for row in ships] == list(range(1, len(ships) + 1)), "airship_level", "levels from 1 upward")
    expect([row.level for row in trains] == list(range(1, len(trains) + 1)), "train_level", "levels from 1 upward")
    expect(len(ships) > 0 and len(trains) > 0, "airship_level, train_level", "at least one level each")
    for low, high in itertools.pairwise(ships):
        better = high.capacity >= low.capacity and high.diamonds >= low.diamonds
        expect(
            better and (high.capacity, high.diamonds) != (low.capacity, low.diamonds),
            f"airship_level[{high.level - 1}]",
            f"an improvement on level {low.level}",
        )
    for before, after in itertools.pairwise(trains):
        expect(after.links > before.links, f"train_level[{after.level - 1}].links", f"more than {before.links}")
    expect(ships[-1].capacity <= 12, "airship_level", "capacities up to 12", ships[-1].capacity)
    expect(trains[-1].links <= 6, "train_level", "up to 6 links", trains[-1].links)


def _check_cards(edition: Edition) -> None:
    cards = edition.card
    expect(len(cards) == 12, "card", "12 cards (KS-1.8)", len(cards))
    _check_distinct([card.id for card in cards] + [team.special_card.id for team in edition.team], "card", "cards")
    plain = sum(card.diamonds == 0 for card in cards)
    expect(plain >= SLOTS, "card", f"{SLOTS} cards without a diamond, so that a plan always exists", plain)
    everything: list[MovementCard | TeamMovementCard] = [*cards, *(team.special_card for team in edition.team)]
    for card in everything:
        expect(0 <= card.speed <= 9, f"card {card.id}", "speed 0 to 9", card.speed)
        expect(card.diamonds >= 0, f"card {card.id}", "no negative diamonds", card.diamonds)


def _check_teams(edition: Edition) -> None:
    teams = edition.team
    expect(sorted(team.order for team in teams) == [1, 2, 3, 4, 5, 6], "team", "six teams with the orders 1 to 6")
    _check_distinct([team.colour for team in teams], "team", "teams")
    _check_distinct([character.id for team in teams for character in team.character], "team.character", "characters")
    for i, team in enumerate(teams):
        expect(len(team.character) == 2, f"team[{i}].character", "two characters", len(team.character))
        choices = team.special_card.speed_choices
        if team.special_card.kind == "choose_speed":
            expect(len(choices) > 0, f"team[{i}].special_card.speed_choices", "speeds to choose from")
    kinds = Counter(e.kind for team in teams for person in team.character for e in person.effects)
    for kind in ("swap_planned", "action_lay_line", "extra_action_for_cube"):
        expect(kinds[kind] <= 1, "team.character.effects", f"{kind} on one character at most", kinds[kind])


def _check_tiles(edition: Edition) -> None:
    _check_distinct([tile.id for tile in edition.tile], "tile", "tiles")
    hexes = list_tile_hexes(edition.map.tile_radius)
    goods = {good.id for good in edition.good}
    cities: dict[str, str] = {}
    for tile in edition.tile:
        where = f"tile {tile.id}"
        places: list[City | Factory] = [*tile.cities, *tile.factories]
        things = [place.at for place in places]
        things += [space for link in tile.links for space in link.spaces]
        things += [(q, r) for link in edition.cross_link for t, q, r in link.spaces if t == tile.id]
        off = [thing for thing in things if thing not in hexes]
        expect(not off, where, f"everything within radius {edition.map.tile_radius}", off[0] if off else None)
        twice = [thing for thing, n in Counter(things).items() if n > 1]
        expect(not twice, where, "one thing per hex", twice[0] if twice else None)
        for place in places:
            expect(place.good in goods, f"{where}, {place.id}", "a good of the edition", place.good)
        cities.update({city.id: tile.id for city in tile.cities})
    _check_distinct([c.id for tile in edition.tile for c in tile.cities], "tile.cities", "cities")
    _check_distinct([f.id for tile in edition.tile for f in tile.factories], "tile.factories", "factories")
    links: list[Link | LinkBetweenTiles] = [
        *(link for tile in edition.tile for link in tile.links),
        *edition.cross_link,
    ]
    _check_distinct([link.id for link in links], "tile.links", "links")
    for link in links:
        expect(link.a in cities and link.b in cities, f"link {link.id}", "two cities of the edition", (link.a, link.b))
        expect(link.a != link.b, f"link {link.id}", "two different cities", link.a)
    for cross in edition.cross_link:
        strange = [t for t, _, _ in cross.spaces if t not in (cities[cross.a], cities[cross.b])]
        expect(not strange, f"link {cross.id}", "spaces on the tiles of its cities", strange[0] if strange else None)


def _check_configurations(edition: Edition) -> None:
    players = sorted(n for configuration in edition.configuration for n in configuration.players)
    expect(players == [2, 3, 4, 5, 6], "configuration.players", "2 to 6, each once", players)
    known = {tile.id for tile in edition.tile}
    for number, configuration in enumerate(edition.configuration):
        where = f"configuration[{number}]"
        expect(len(configuration.players) > 0, f"{where}.players", "the numbers of players it is for")
        expect(len(configuration.tiles) > 0, f"{where}.tiles", "at least one tile")
        for tile in configuration.tiles:
            expect(tile in known, f"{where}.tiles", "tiles of the edition", tile)
            expect(tile in configuration.offsets, f"{where}.offsets", f"an offset for {tile}")
        _check_map_layout(edition, MapLayout(edition, configuration), where)


def _check_map_layout(edition: Edition, layout: MapLayout, where: str) -> None:
    land = layout.tile_of
    expect(not layout.overlaps, where, "tiles that do not overlap", layout.overlaps[:1] or None)
    expect(
        _is_connected(set(land), [(h, m) for h in land for m in list_neighbour_hexes(h) if m in land]), where, "one map"
    )
    rails = _check_links_and_index_rail_hexes(layout, where)
    cities = {place: name for name, (place, _) in layout.cities.items()}
    for name, (place, _) in layout.factories.items():
        near = min(compute_hex_distance(place, other) for other in (*rails, *cities))
        expect(near >= 2, f"{where}, factory {name}", "two hexes away from rails and cities", near)
    for good in edition.good:
        makers = sum(g == good.id for _, g in layout.factories.values())
        takers = sum(g == good.id for _, g in layout.cities.values())
        expect(makers >= 1, where, f"a factory for {good.id}", makers)
        expect(takers >= 2, where, f"two cities for {good.id}", takers)
        first = makers * edition.game.factory_start_cubes
        expect(first <= edition.game.free_cubes_per_good, where, f"cubes for the factories of {good.id}", first)
    expect(max(layout.players) < len(layout.links), where, "a starting railway for everybody and one more")
    for partial in layout.partial:
        tiles = {land[m] for m in list_neighbour_hexes(partial) if m in land}
        expect(partial not in land, f"{where}.partial", "hexes off the tiles", partial)
        expect(len(tiles) == 2, f"{where}.partial", "hexes that join two tiles", partial)
    expect(len(layout.partial) <= 6, f"{where}.partial", "at most six bumper pieces", len(layout.partial))


def _check_links_and_index_rail_hexes(layout: MapLayout, where: str) -> dict[HexCoordinates, str]:
    cities = {place: name for name, (place, _) in layout.cities.items()}
    factories = {place for place, _ in layout.factories.values()}
    rails: dict[HexCoordinates, str] = {}
    for name, (a, b, spaces) in layout.links.items():
        at = f"{where}, link {name}"
        expect(2 <= len(spaces) <= 4, at, "2 to 4 rail spaces", len(spaces))
        chain = [layout.cities[a][0], *spaces, layout.cities[b][0]]
        broken = [x for x, y in itertools.pairwise(chain) if compute_hex_distance(x, y) != 1]
        expect(not broken, at, "hexes next to each other from city to city", broken[:1] or None)
        for space in spaces:
            expect(space in layout.tile_of, at, "spaces on the map", space)
            expect(space not in rails, at, f"spaces of its own, not of {rails.get(space)}", space)
            expect(space not in cities and space not in factories, at, "spaces without city or factory", space)
            rails[space] = name
            touched = [c for m in list_neighbour_hexes(space) if (c := cities.get(m)) is not None and c not in (a, b)]
            expect(not touched, at, "spaces that touch no other city", touched[:1] or None)
    pairs = Counter(frozenset((a, b)) for a, b, _ in layout.links.values())
    double = [sorted(pair) for pair, n in pairs.items() if n > 1]
    expect(not double, where, "at most one link between two cities", double[:1] or None)
    net = _is_connected(set(layout.cities), [(a, b) for a, b, _ in layout.links.values()])
    expect(net, where, "a railway network in one piece")
    return rails


def _is_connected(nodes: set[T], edges: list[tuple[T, T]]) -> bool:
    near: dict[T, set[T]] = {node: set() for node in nodes}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    seen: set[T] = set()
    open_nodes = list(nodes)[:1]
    while open_nodes:
        node = open_nodes.pop()
        if node not in seen:
            seen.add(node)
            open_nodes.extend(near[node] - seen)
    return seen == nodes


def list_oddities(edition: Edition) -> Iterator[Oddity]:
    """What the rules allow and a printed copy hardly has."""
    facts = edition.game
    if facts.start_money < facts.depot_cost[0]:
        yield Oddity("game.start_money", f"Nobody can pay a first depot of {facts.depot_cost[0]} in the first round.")
    if facts.final_price_per_cube > edition.market.steps[-1]:
        yield Oddity("game.final_price_per_cube", "Cubes kept to the end are worth more than any city ever pays.")
    if facts.upkeep_per_cube > edition.market.steps[0]:
        yield Oddity("game.upkeep_per_cube", "A cube kept for a round costs more than it brings at the first price.")
    if facts.depot_end_value == 0:
        yield Oddity("game.depot_end_value", "Depots are worth nothing at the end.")
    for number, card in enumerate(edition.card):
        if card.diamonds > edition.airship_level[-1].diamonds:
            yield Oddity(f"card[{number}].diamonds", f"No airship can ever fly the card {card.id}.")


CHECKS = (
    _check_constants,
    _check_goods_and_market,
    _check_airship_and_train_levels,
    _check_cards,
    _check_teams,
    _check_tiles,
    _check_configurations,
)
FULL_SIZE_CHECKS = (_check_constants, _check_cards, _check_teams, _check_configurations)
"""What counts on six teams, twelve cards and a map for up to six, which a miniature does not have."""
