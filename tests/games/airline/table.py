"""A scripted table: positions are put together by name, dice are chosen by the test."""

from typing import Any

import aerodrome
from aerodrome.core.actions import CHANCE, Action, Event
from aerodrome.games.airline.game import Airline
from aerodrome.games.airline.model.actions import CloseTradeAndFly, MakeNoOffer, Offer, ThrowDice
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import find_connected_city_bits, list_cities_in_bits
from aerodrome.games.airline.steps.movement import MovementThrowStep
from aerodrome.games.airline.steps.trading import MakeOfferStep
from games.airline.invariants import check

RED, YELLOW, GREEN, BLACK = range(4)
PROP, JET, SST = range(3)


class Table:
    """Bases are chosen in seat order, and it is Red's first turn, unless told otherwise."""

    def __init__(self, *bases: str, rules: int | None = None, **options: Any) -> None:
        game = aerodrome.load("airline", options=options, rules=rules)
        assert isinstance(game, Airline)
        self.game = game
        self.events: list[Event] = []
        state = game.new(len(bases))
        assert isinstance(state, AirlineState)
        self.state = state
        seats = [(game.banker + i) % len(bases) for i in range(len(bases))]
        for seat in seats:
            self.throw(*((6, 6) if seat == RED else (1, 1)))
        for seat, base in enumerate(bases):
            self.do(seat, game.base_choices[self.city(base)])

    # Building a position

    def city(self, name: str) -> int:
        return self.game.city_ids.index(name)

    def cities(self, *names: str) -> tuple[int, ...]:
        return tuple(self.city(name) for name in names)

    def own(self, seat: int, *names: str) -> None:
        """These cities are this seat's, whosever they were."""
        for name in names:
            bit = 1 << self.city(name)
            for other in range(self.state.seats):
                self.state.owned[other] &= ~bit
            self.state.owned[seat] |= bit
        self._recompute_networks()

    def lose(self, seat: int, name: str) -> None:
        self.state.owned[seat] &= ~(1 << self.city(name))
        self._recompute_networks()

    def _recompute_networks(self) -> None:
        for seat in range(self.state.seats):
            self.state.network[seat] = find_connected_city_bits(
                self.game, self.state.base[seat], self.state.owned[seat]
            )

    def cash(self, seat: int, amount: int) -> None:
        self.state.bank += self.state.cash[seat] - amount
        self.state.cash[seat] = amount

    def stand(self, seat: int, place: str | int) -> None:
        self.state.pos[seat] = place if isinstance(place, int) else self.game.pos_of[self.city(place)]

    def aircraft(self, seat: int, aircraft: int) -> None:
        self.state.aircraft[seat] = aircraft

    # Playing

    def do(self, who: int, action: Action) -> None:
        self.game.apply(self.state, who, action, self.events.append)
        check(self.game, self.state)

    def throw(self, first: int, second: int) -> None:
        self.do(CHANCE, ThrowDice(first, second))

    def no_offers(self) -> None:
        """Whoever is asked for an offer has none."""
        while self.state.step_stack and isinstance(self.state.step_stack[-1], MakeOfferStep):
            self.do(self.state.step_stack[-1].seat, MakeNoOffer())

    def fly(self, first: int, second: int) -> None:
        """The active player throws and lands; nobody makes an offer."""
        self.no_offers()
        self.do(self.state.active, CloseTradeAndFly())
        assert isinstance(self.state.step_stack[-1], MovementThrowStep)
        self.throw(first, second)
        self.no_offers()

    def land(self, place: str, by: tuple[int, int] | None = None) -> None:
        """The active player lands on a place; where he comes from, he does not pass SUBSIDY if that can be."""
        target = self.game.pos_of[self.city(place)] if place in self.game.city_ids else self.space(place)
        by = by or ((3, 4) if target >= 7 else (1, 1))
        self.state.pos[self.state.active] = (target - sum(by)) % 24
        self.fly(*by)

    def space(self, kind: str) -> int:
        return next(s.pos for s in self.game.edition.track.spaces if s.kind == kind)

    def end(self) -> None:
        self.no_offers()
        self.do(self.state.active, self.game.end)
        self.no_offers()

    # Looking

    def rule(self, who: int, action: Action) -> str:
        """The rule that forbids it, or ""; a refused action must change nothing."""
        before = self.game.to_json(self.state)
        refusal = self.game.why_not(self.state, who, action)
        assert self.game.to_json(self.state) == before
        if refusal is None:
            return ""
        assert refusal.text
        return refusal.rule

    def legal(self, who: int) -> list[Action]:
        return self.game.legal(self.state, who)

    @property
    def actors(self) -> tuple[int, ...]:
        return self.game.actors(self.state)

    @property
    def top(self) -> str:
        return type(self.state.step_stack[-1]).__name__ if self.state.step_stack else "over"

    def owned(self, seat: int) -> set[str]:
        return {self.game.city_ids[c] for c in list_cities_in_bits(self.game, self.state.owned[seat])}

    def connected(self, seat: int) -> set[str]:
        return {self.game.city_ids[c] for c in list_cities_in_bits(self.game, self.state.network[seat])}

    def told(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if type(event) is kind]

    def buy_city(self, name: str) -> Action:
        return self.game.purchases[self.city(name)]

    def challenge(self, name: str) -> Action:
        return self.game.challenges[self.city(name)]

    def offer(
        self, to: int, give: tuple[str, ...] = (), pay: int = 0, want: tuple[str, ...] = (), get: int = 0
    ) -> Offer:
        return Offer(to, self.cities(*give), pay, self.cities(*want), get)
