"""What must add up after every action of Air-Kwire, whatever happened."""

from collections import Counter

from aerodrome.core.actions import NOBODY
from aerodrome.core.game import Game
from aerodrome.core.state import State
from aerodrome.games.airkwire.game import Airkwire
from aerodrome.games.airkwire.model.state import DEFUNCT, OPEN, AirkwireState
from aerodrome.games.airkwire.steps.takeover import ReplaceOrForfeitStep, TakeCardsAndRemoveDuplicateAircraftStep


def check(game: Game, state: State) -> None:
    assert isinstance(game, Airkwire)
    assert isinstance(state, AirkwireState)
    money(game, state)
    cards(game, state)
    shares(game, state)
    aircraft(game, state)
    networks(game, state)
    ranges(game, state)
    tracks(game, state)


def merging(state: AirkwireState) -> set[int]:
    """Airlines whose takeover is not finished."""
    return {
        step.defunct
        for step in state.step_stack
        if isinstance(step, (TakeCardsAndRemoveDuplicateAircraftStep, ReplaceOrForfeitStep))
    }


def money(game: Airkwire, state: AirkwireState) -> None:
    assert sum(state.cash) + state.bank == 0
    assert all(amount >= 0 and amount % 10 == 0 for amount in state.cash)  # AK-R18, AK-R81


def cards(game: Airkwire, state: AirkwireState) -> None:
    found = [state.pile[c] + state.pool[c] + state.gone[c] for c in range(state.cards)]
    for pack in (*state.hands, *state.city_cards):
        for card in pack:
            found[card] += 1
    assert found == game.card_counts
    assert state.pile_size == sum(state.pile)
    assert state.pool_size == sum(state.pool)
    assert min(state.pile) >= 0
    assert min(state.pool) >= 0
    assert not any(state.gone[: state.cities]), "only power cards leave the game"
    assert 0 <= state.top_left <= sum(state.pile[card] for card in game.plain_cards)
    for hand, seen, late in zip(state.hands, state.seen, state.late, strict=True):
        assert len(hand) <= game.hand_size  # AK-2.9
        unseen = hand.copy()
        for card in seen:
            unseen.remove(card)
        assert sum(not game.is_plain[card] for card in unseen) <= late


def shares(game: Airkwire, state: AirkwireState) -> None:
    busy = merging(state)
    for airline in range(state.airlines):
        held, status = state.shares[airline], state.status[airline]
        assert min(held) >= 0
        assert state.unsold[airline] >= 0
        assert sum(held) + state.unsold[airline] + state.void[airline] == game.shares_per_airline  # AK-1.4
        if airline in busy:
            continue
        assert state.void[airline] == (game.shares_per_airline if status == DEFUNCT else 0)
        if status == OPEN:
            assert held[state.ceo[airline]] == max(held)  # AK-6.1
        else:
            assert sum(held) == 0
            assert state.ceo[airline] == NOBODY


def fleet(state: AirkwireState, airline: int) -> list[tuple[int, int]]:
    """City and plane of every aircraft on the board."""
    return [(city, plane) for city, plane in enumerate(state.planes[airline]) if plane >= 0]


def aircraft(game: Airkwire, state: AirkwireState) -> None:
    types = state.types
    found = [unused + gone for unused, gone in zip(state.hangar, state.scrapped, strict=True)]
    for airline in range(state.airlines):
        kinds = [0] * types
        under = 0
        for _, plane in fleet(state, airline):
            kinds[plane % types] += 1
            under += plane >= types
            found[plane - types if plane >= types else airline * types + plane] += 1
        assert state.flown[airline * types : (airline + 1) * types] == kinds
        assert state.acquired[airline] + under == game.acquired_markers
        assert state.acquired[airline] >= 0
    assert min(state.hangar) >= 0
    assert found == game.markers * state.airlines


def networks(game: Airkwire, state: AirkwireState) -> None:
    busy = merging(state)
    present: Counter[int] = Counter()
    for airline in range(state.airlines):
        served = [city for city, _ in fleet(state, airline)]
        assert state.routes[airline] == len(served)
        if airline in busy:
            continue
        at_home = [game.home[airline]] if state.status[airline] == OPEN else []
        cities = served + at_home
        assert len(set(cities)) == len(cities)
        assert state.network[airline] == sum(1 << city for city in cities)
        assert state.points[airline] == sum(game.points_of[city] for city in cities)  # AK-1.15, AK-R42
        for city in served:
            assert city in state.city_cards[airline] or city in game.home, "a route without its card"
        for city in state.city_cards[airline]:
            assert busy or city in served or game.home[airline] == city, "a card without its route"
        present.update(cities)
    for city, airlines in present.items():
        assert airlines <= (3 if game.points_of[city] == 3 else 2)  # AK-R35


def ranges(game: Airkwire, state: AirkwireState) -> None:
    if merging(state):
        return
    for airline in range(state.airlines):
        for city, plane in fleet(state, airline):
            assert game.reach[plane % state.types * state.cities + city] & state.network[airline], "out of range"


def tracks(game: Airkwire, state: AirkwireState) -> None:
    assert 0 <= state.marker < game.cycle
    for airline in range(state.airlines):
        assert 0 <= state.index[airline] <= game.last_index
        if state.status[airline] != OPEN:
            assert state.index[airline] == 0
            assert state.unpaid[airline] == 0
    assert state.traded <= game.trades_per_turn
    assert set(state.owed) <= set(state.opened)
