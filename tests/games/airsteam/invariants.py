"""What must hold after every action of a game of Kings of Air and Steam."""

from aerodrome import Game, State
from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.game import Airsteam
from aerodrome.games.airsteam.model.state import (
    CLOSED,
    GOODS,
    ON_TILE,
    PRINTED,
    REVEALED,
    SLOTS,
    WAITING,
    AirsteamState,
)
from aerodrome.games.airsteam.rules.queries import find_link_at, get_airship_capacity


def check(game: Game, state: State) -> None:
    assert isinstance(game, Airsteam)
    assert isinstance(state, AirsteamState)
    _money(state)
    _cubes(game, state)
    _tiles(game, state)
    _depots(game, state)
    _cities(game, state)
    _cards(game, state)
    _changes(game, state)
    _airships(game, state)


def _money(state: AirsteamState) -> None:
    assert sum(state.cash) + state.bank == 0, "money was lost or made"
    assert min(state.cash) >= 0, f"somebody is in debt: {state.cash}"


def _cubes(game: Airsteam, state: AirsteamState) -> None:
    for good in range(GOODS):
        on_cities = sum(
            game.city_demand - state.city_left[city]
            for city in game.maps[state.seats].cities
            if state.city_good[city] == good and state.city_state[city] in (PRINTED, ON_TILE)
        )
        count = (
            game.edition.game.goods_markers_on_market
            + state.supply[good]
            + sum(state.hold[good::GOODS])
            + sum(state.depot_cubes[good::GOODS])
            + sum(state.factory_cubes[good::GOODS])
            + on_cities
        )
        assert count == game.edition.good[good].cubes, f"{count} cubes of good {good}"
    for cubes in (state.supply, state.hold, state.depot_cubes, state.factory_cubes):
        assert min(cubes, default=0) >= 0


def _tiles(game: Airsteam, state: AirsteamState) -> None:
    cities = game.maps[state.seats].cities
    for good in range(GOODS):
        on_cities = sum(state.city_state[c] in (ON_TILE, CLOSED) and state.city_good[c] == good for c in cities)
        count = state.pile[good] + state.market.count(good) + state.stack.count(good) + on_cities
        assert count == game.edition.good[good].demand_tiles, f"{count} tiles of good {good}"
    assert len(state.market) <= game.tiles_per_round


def _depots(game: Airsteam, state: AirsteamState) -> None:
    for seat in range(state.seats):
        assert state.depot_seat.count(seat) + state.depots_left[seat] == game.depots_each
    assert len(set(state.depot_hex)) == len(state.depot_hex), "two depots on one space"
    assert len(state.depot_cubes) == GOODS * len(state.depot_hex)
    counts = [0] * len(state.link_depots)
    owners = [0] * len(state.link_depots)
    for depot, at in enumerate(state.depot_hex):
        assert state.find_depot_at(at) == depot
        link = find_link_at(game, state, at)
        assert link != NOBODY, "a depot without a rail"
        counts[link] += 1
        owners[link] |= 1 << state.depot_seat[depot]
    assert counts == state.link_depots
    assert owners == state.link_owners
    if game.max_laid_lines:
        tiles = game.track_tiles if any(game.can_lay_lines[c] for c in state.character if c != NOBODY) else 0
        assert len(state.laid_hex) + state.track_tiles_left in (tiles, 0), "track tiles"


def _cities(game: Airsteam, state: AirsteamState) -> None:
    for city in game.maps[state.seats].cities:
        left = state.city_left[city]
        assert 0 <= left <= game.city_demand
        assert (left == 0) == (state.city_state[city] in (WAITING, CLOSED))
        assert (city in state.waiting) == (state.city_state[city] == WAITING)
    assert not (state.waiting and state.stack), "a city waits though there are tiles"


def _cards(game: Airsteam, state: AirsteamState) -> None:
    for seat in range(state.seats):
        plan = state.plan[seat * SLOTS : (seat + 1) * SLOTS]
        laid = [card for card in plan if card != NOBODY]
        assert len(set(laid)) == len(laid), "a card in two slots"
        if not game.can_change_plans_and_upkeep or not state.planning:
            assert plan[: len(laid)] == laid, "an empty slot before a full one"
        assert len(laid) == SLOTS or not state.planning or state.planning >> seat & 1, "a plan that is sealed half full"
        assert all(game.is_own_card(state, seat, card) for card in laid)
        faces = state.face[seat * SLOTS : (seat + 1) * SLOTS]
        shown = [card for card, face in zip(plan, faces, strict=True) if face == REVEALED]
        if state.order:
            assert state.diamonds[seat] == sum(game.card_diamonds[card] for card in shown)
            assert state.diamonds[seat] <= game.diamonds_by_level[state.airship_level[seat]]


def _changes(game: Airsteam, state: AirsteamState) -> None:
    if game.can_change_plans_and_upkeep:
        assert len(state.changes_made) == state.seats
        assert 0 <= min(state.changes_made) <= max(state.changes_made) <= game.max_changes
    else:
        assert not state.changes_made
        assert not state.upkeep_opened


def _airships(game: Airsteam, state: AirsteamState) -> None:
    for seat, at in enumerate(state.airship):
        assert at == NOBODY or game.maps[state.seats].can_stop[at], "an airship where none may stop"
        aboard = sum(state.hold[seat * GOODS : (seat + 1) * GOODS])
        assert aboard <= get_airship_capacity(game, state, seat), "an overfull hold"
