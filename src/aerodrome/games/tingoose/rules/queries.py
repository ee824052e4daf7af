"""Pure answers: what something costs, counts or reaches, and which rule forbids it ("" when none does)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.games.tingoose.model.state import TinGooseState

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

SAFETY: Final = 0
DIVIDENDS: Final = 1
INVESTMENTS: Final = 2
RURAL: Final = 3
REGIONAL: Final = 4

FLEET: Final = 0
STRIKE: Final = 1
CRASH: Final = 2
OIL: Final = 3

SMALL: Final = 0
MEDIUM: Final = 1
LARGE: Final = 2


def has_condition(state: TinGooseState, seat: int, condition: int) -> bool:
    return state.conditions[seat] >> condition & 1 == 1


def income(game: TinGoose, state: TinGooseState, seat: int) -> int:
    return game.boxes[state.box[seat]]


def flames(game: TinGoose, state: TinGooseState, seat: int) -> int:
    total = state.extensions[seat] * game.extension_hazard  # TG-12.4
    for fleet in state.fleets[seat]:  # TG-R13
        total += game.hazard_of[fleet]
    if state.conditions[seat] >> SAFETY & 1:
        total += game.safety_hazard  # TG-6.10
    return total


def barrels(game: TinGoose, state: TinGooseState, seat: int) -> int:
    total = state.extensions[seat] * game.extension_oil
    for fleet in state.fleets[seat]:  # TG-R14
        total += game.oil_of[fleet]
    return total


def oil_price(game: TinGoose, state: TinGooseState, seat: int, price: int) -> int:
    """What one barrel costs this seat in an oil event of that printed price."""
    if state.conditions[seat] >> RURAL & 1:
        return price + game.oil_surcharge  # TG-6.16
    return price


def tokens(state: TinGooseState, city: int) -> int:
    return state.silver[city] + (state.gold >> city & 1)


def rivals_in(state: TinGooseState, seat: int, city: int) -> int:
    """How many other players are present in a city."""
    count = 0
    for other in range(state.seats):
        if other != seat and state.network[other] >> city & 1:
            count += 1
    return count


def owns_kind(game: TinGoose, state: TinGooseState, seat: int, card: int) -> bool:
    kind = game.kind_of[card]
    return kind in [game.kind_of[fleet] for fleet in state.fleets[seat]]  # TG-R18


def count(mask: int) -> int:
    """How many bits are set."""
    total = 0
    while mask:
        mask &= mask - 1
        total += 1
    return total


def reach(game: TinGoose, network: int, size: int) -> int:
    """The cities a plane of this size can fly to from a network."""
    if size == LARGE:
        return game.everywhere & ~network  # TG-10.7
    tables = game.lines_by_byte if size == SMALL else game.near_by_byte
    mask = (
        tables[0][network & 255]
        | tables[1][network >> 8 & 255]
        | tables[2][network >> 16 & 255]
        | tables[3][network >> 24 & 255]
        | tables[4][network >> 32 & 255]
        | tables[5][network >> 40 & 255]
    )
    return mask & ~network  # TG-10.3


def cities_in(game: TinGoose, mask: int) -> list[int]:
    names = game.cities_by_byte
    return (
        names[0][mask & 255]
        + names[1][mask >> 8 & 255]
        + names[2][mask >> 16 & 255]
        + names[3][mask >> 24 & 255]
        + names[4][mask >> 32 & 255]
        + names[5][mask >> 40 & 255]
    )


def forbids_city(game: TinGoose, state: TinGooseState, seat: int, city: int, size: int) -> str:
    """Why a plane of this size may not enter."""
    if not 0 <= city < len(game.cities):
        return "TG-10.1"
    network = state.network[seat]
    if network >> city & 1:
        return "TG-10.3"
    if reach(game, network, size) >> city & 1:
        return ""
    return "TG-10.5" if size == SMALL else "TG-10.6"


def waiting(state: TinGooseState, seat: int, fleet: int) -> int:
    """Planes on this fleet card of the seat; 0 when it is not there."""
    fleets = state.fleets[seat]
    for i in range(len(fleets)):
        if fleets[i] == fleet:
            return state.planes[seat][i]
    return 0


def forbids_destination(game: TinGoose, state: TinGooseState, seat: int, fleet: int) -> str:
    """Why a plane of this fleet may not go abroad in this round."""
    place = game.destination_of_round[state.round]
    if state.served[seat] >> place & 1:
        return "TG-11.7"
    if waiting(state, seat, fleet) == 0:
        return "TG-11.3"
    if game.size_of[fleet] < game.destination_size[place]:
        return "TG-11.4"
    return "TG-11.5" if state.cash[seat] < game.destination_cost[place] else ""


def forbids_upgrade(game: TinGoose, state: TinGooseState, seat: int, old: int, new: int) -> str:
    if old not in state.fleets[seat]:
        return "TG-8.6"
    if game.size_of[new] < game.size_of[old]:
        return "TG-8.7"
    return "" if game.rank_of[new] > game.rank_of[old] else "TG-8.8"  # TG-R20


def forbids_bid(game: TinGoose, state: TinGooseState, seat: int, amount: int, high: int) -> str:
    if amount < game.min_bid or amount <= high:  # TG-R15
        return "TG-7.9" if state.cash[seat] <= high else "TG-7.4"
    if amount > state.cash[seat]:
        return "TG-7.9" if state.cash[seat] <= high else "TG-R4"
    return ""


def strike_winners(chips: list[int]) -> list[int]:
    """The seats with the highest bid, if it is more than zero."""
    best = max(chips)
    if best == 0:  # TG-6.7
        return []
    return [seat for seat in range(len(chips)) if chips[seat] == best]  # TG-6.5


def bonds_needed(game: TinGoose, cash: int, owed: int) -> int:
    """Emergency bonds that must be issued to pay an event."""
    short = owed - cash
    return 0 if short <= 0 else (short + game.emergency_cash - 1) // game.emergency_cash  # TG-R2


def score(game: TinGoose, state: TinGooseState, seat: int) -> int:
    total = 0
    for points in score_parts(game, state, seat):
        total += points
    return total


def score_parts(game: TinGoose, state: TinGooseState, seat: int) -> list[int]:
    """Cash, destinations, players behind in destinations, major cities, income, bonds."""
    abroad = count(state.served[seat])
    behind = 0
    for other in range(state.seats):
        if count(state.served[other]) < abroad:  # TG-R43
            behind += 1
    return [
        state.cash[seat],
        abroad * game.per_international,  # TG-16.3
        behind * game.per_player_behind,  # TG-16.4
        count(state.network[seat] & game.majors) * game.per_major,  # TG-16.5
        income(game, state, seat) * game.per_income,  # TG-16.6
        state.bonds[seat] * game.per_bond,  # TG-16.7
    ]
