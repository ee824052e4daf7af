"""Doing what a refusal names, on a copy of the table: one function for each kind of remedy of each title.

A performer changes the state and returns the action to try: the same one, unless the remedy is to choose differently.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from aerodrome import Action, Game
from aerodrome.core.actions import NOBODY, Remedy
from aerodrome.games.airkwire.model.state import copy_with_added
from aerodrome.games.airline.steps.debts import pay_open_debt_if_covered
from aerodrome.games.airsteam.model.actions import GiveUpCube, PlanNextCard
from aerodrome.games.airsteam.model.state import GOODS

Performer = Callable[[Game, Any, int, Action, Remedy], Action]


def have_cash(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    assert remedy.amount > state.cash[who], "there is enough cash already"
    state.cash[who] = remedy.amount
    return action


# Airline


def let_seat_have_cash(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    return have_cash(game, state, remedy.things[0], action, remedy)


def pay_debt(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    have_cash(game, state, who, action, remedy)
    pay_open_debt_if_covered(state, None)
    game._run_auto_steps(state, None)
    return action


def stand_in_own_city(game: Any, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    state.pos[who] = game.city_at.index(remedy.things[-1])
    return action


def fly_aircraft(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    (state.aircraft[who],) = remedy.things
    return action


def own_fewer_cities(game: Any, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    """Of the cities that no deal is about."""
    (seat,) = remedy.things
    dealt = {*getattr(action, "give_cities", ()), *getattr(action, "want_cities", ())}
    free = [c for c in range(18) if state.owned[seat] >> c & 1 and c != state.base[seat] and c not in dealt]
    assert len(free) >= remedy.amount
    for city in free[: remedy.amount]:
        state.owned[seat] &= ~(1 << city)
    return action


# Air-Kwire


def hold_share(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    (airline,) = remedy.things
    assert not state.shares[airline][who]
    state.shares[airline] = copy_with_added(state.shares[airline], who, 1)
    return action


def hold_card(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    (card,) = remedy.things
    state.hands[who] = [*state.hands[who], card]
    return action


def move_price(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    (airline,) = remedy.things
    assert remedy.amount > state.index[airline], "the price is high enough already"
    state.index[airline] = remedy.amount
    return action


def fly_with_larger_aircraft(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    airline, aircraft = remedy.things
    state.index[airline] = max(state.index[airline], remedy.amount)
    return msgspec.structs.replace(action, aircraft=aircraft)


def have_means_to_open(game: Any, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    (trades,) = remedy.things
    left = game.trades_per_turn - state.traded
    assert remedy.amount > state.cash[who] or trades > left, "there is enough of both"
    state.cash[who] = max(state.cash[who], remedy.amount)
    state.traded -= max(0, trades - left)
    return action


# Kings of Air and Steam


def have_depots(game: Any, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    assert len(remedy.things) == remedy.amount <= state.depots_left[who]
    for link in remedy.things:
        spaces = [h for h in range(len(game.names.hexes)) if _link_at(game, state, h) == link]
        state.depot_hex.append(spaces[0])
        state.depot_seat.append(who)
        state.depot_cubes.extend([0] * GOODS)
        state.depots_left[who] -= 1
        state.link_owners[link] |= 1 << who
        state.link_depots[link] += 1
    return action


def _link_at(game: Any, state: Any, hex_id: int) -> int:
    link: int = game.maps[state.seats].link_at[hex_id]
    return state.laid_link[state.laid_hex.index(hex_id)] if link == NOBODY and hex_id in state.laid_hex else link


def have_train(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    assert remedy.amount > state.train_level[who]
    state.train_level[who] = remedy.amount
    return action


def have_airship(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    assert remedy.amount > state.airship_level[who]
    state.airship_level[who] = remedy.amount
    return action


def give_up_cubes(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    for _ in range(remedy.amount):
        assert game.violated_rule(state, who, action), "fewer would do"
        game.apply(state, who, next(cube for cube in game.legal(state, who) if isinstance(cube, GiveUpCube)))
    return action


def fill_plan(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    for _ in range(remedy.amount):
        game.apply(state, who, next(card for card in game.legal(state, who) if isinstance(card, PlanNextCard)))
    return action


def ship_fewer(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    return msgspec.structs.replace(action, count=remedy.amount)


# Tin Goose


def bid_that(game: Game, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    field = "chips" if hasattr(action, "chips") else "amount"
    return msgspec.structs.replace(action, **{field: remedy.amount})


def be_in_cities(game: Any, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    """Each of them can be entered in its turn."""
    assert remedy.things
    for city in remedy.things:
        refusal = game.violated_rule(state, who, msgspec.structs.replace(action, city=city))
        assert not refusal, f"the city on the way is refused by {refusal}"
        state.network[who] |= 1 << city
    return action


def fly_larger_plane(game: Any, state: Any, who: int, action: Action, remedy: Remedy) -> Action:
    (size,) = remedy.things
    fleet = next(card for card, its in enumerate(game.fleet_size) if its == size and card not in state.fleets[who])
    state.fleets[who].append(fleet)
    state.planes[who].append(1)
    return msgspec.structs.replace(action, fleet=fleet)


def fill_depots(state: Any) -> None:
    """Random players seldom bring goods to their depots: a cube of each good in each, as far as there are any."""
    for depot in range(len(state.depot_seat)):
        for good in range(GOODS):
            if state.supply[good] > 1 and not state.depot_cubes[depot * GOODS + good]:
                state.supply[good] -= 1
                state.depot_cubes[depot * GOODS + good] += 1


PREPARATIONS: dict[str, Callable[[Any], None]] = {"airsteam": fill_depots}
"""What makes a random table one on which every kind of remedy comes up."""

PERFORMERS: dict[str, dict[str, Performer]] = {
    "airline": {
        "cash": let_seat_have_cash,
        "debt": pay_debt,
        "place": stand_in_own_city,
        "aircraft": fly_aircraft,
        "markers": own_fewer_cities,
    },
    "airkwire": {
        "cash": have_cash,
        "share": hold_share,
        "card": hold_card,
        "price": move_price,
        "aircraft": fly_with_larger_aircraft,
        "opening": have_means_to_open,
    },
    "airsteam": {
        "cash": have_cash,
        "depots": have_depots,
        "train": have_train,
        "airship": have_airship,
        "give_up": give_up_cubes,
        "plan": fill_plan,
        "count": ship_fewer,
    },
    "tingoose": {"cash": have_cash, "bid": bid_that, "cities": be_in_cities, "size": fly_larger_plane},
}
