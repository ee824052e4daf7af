"""Airline (1975): the rules bound to an edition and options, with the lookups the steps use."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from aerodrome.core.actions import CHANCE, NOBODY, Action
from aerodrome.core.chance import uniform
from aerodrome.core.codec import Codec
from aerodrome.core.edition import fingerprint
from aerodrome.core.game import TitleGame
from aerodrome.core.options import read_options
from aerodrome.core.state import EventSink
from aerodrome.core.weights import read_weights
from aerodrome.games.airline.ai.evaluator import AirlineEvaluator
from aerodrome.games.airline.components.edition import Edition, read
from aerodrome.games.airline.model.actions import (
    ACTIONS,
    CAUSES,
    CLAIMS,
    ENDS,
    LAST_PLAYER,
    Accept,
    Buy,
    Challenge,
    ChooseBase,
    Collect,
    Counter,
    End,
    Exchange,
    Fly,
    GiveUp,
    Offer,
    Pass,
    Reject,
    Throw,
    Wait,
)
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.options import AirlineOptions
from aerodrome.games.airline.presentation import PRESENTATION
from aerodrome.games.airline.rules.offers import PRICES
from aerodrome.games.airline.rules.queries import wealth
from aerodrome.games.airline.steps import STEPS, debts
from aerodrome.games.airline.steps.turn import OpeningThrow
from aerodrome.games.airline.text import prompts

WEIGHTS = Path(__file__).parent / "ai" / "weights.toml"
RULES_VERSION: Final = 1
LISTED_ACTIVE: Final = 2
LISTED_OTHER: Final = 1
"""After so many offers in a turn `legal` lists no more, though the rules allow more: random play stays brisk."""

KINDS: Final = ("city", "subsidy", "maintenance", "charter", "hijack", "air_cargo", "crash")


class Airline(TitleGame[AirlineState]):
    def __init__(self, edition: Edition, options: AirlineOptions, rules: int, weights: dict[str, float]) -> None:
        ids = tuple([city.id for city in edition.city])
        aircraft = tuple([a.id for a in edition.aircraft])
        vocabulary = {
            "city": ids,
            "cities": ids,
            "give_cities": ids,
            "want_cities": ids,
            "aircraft": aircraft,
            "claim": CLAIMS,
            "cause": CAUSES,
            "reason": ENDS,
        }
        super().__init__(
            title="airline",
            rules_version=rules,
            edition_id=edition.edition.id,
            edition_hash=fingerprint(edition),
            options=options,
            codec=Codec(ACTIONS, vocabulary),
            steps=STEPS,
            evaluator=AirlineEvaluator(weights),
            presentation=PRESENTATION,
            seats_min=edition.players.min,
            seats_max=edition.players.max,
            rule_turn="AL-1.15",
            rule_over="AL-12.10",
        )
        self.edition = edition
        self.city_ids = ids
        self._read_options(options)
        self._read_board(edition)
        self._make_actions()

    def _read_options(self, options: AirlineOptions) -> None:
        self.banker: int = options.banker
        self.dice_winner_starts: bool = options.first_turn == "dice_winner"
        self.marker_limit: int = options.marker_limit
        self.claims: bool = options.collect == "claim"
        self.raise_offers: int = options.raise_offers
        self.offers_active: int = options.offers_active
        self.offers_other: int = options.offers_other
        self.listed_active: int = min(LISTED_ACTIVE, options.offers_active)
        self.listed_other: int = min(LISTED_OTHER, options.offers_other)
        self.counters: int = options.counters
        self.short_game: bool = options.short_game
        self.round_limit: int = options.round_limit

    def _read_board(self, edition: Edition) -> None:
        place = {city_id: i for i, city_id in enumerate(self.city_ids)}
        money = edition.money
        self.start_cash: int = money.start_cash
        self.rights_price: int = money.landing_rights_price
        self.challenge_fee: int = money.challenge_fee
        self.exchange_fee: int = money.exchange_fee
        self.crash_cost: int = money.crash_cost
        self.air_cargo: int = money.air_cargo
        self.charter_per_pip: int = money.charter_per_pip
        self.city_value: int = money.short_game_city_value
        self.subsidies: list[int] = [a.subsidy for a in edition.aircraft]
        self.maintenance: list[int] = [a.maintenance for a in edition.aircraft]
        self.fares: list[list[int]] = [list(city.fares) for city in edition.city]
        self.kind_at: list[int] = [KINDS.index(space.kind) for space in edition.track.spaces]
        self.city_at: list[int] = [place.get(space.city, NOBODY) for space in edition.track.spaces]
        self.pos_of: list[int] = [self.city_at.index(city) for city in range(18)]
        routes = [0] * 18
        for route in edition.route:
            routes[place[route.a]] |= 1 << place[route.b]
            routes[place[route.b]] |= 1 << place[route.a]
        self.routes: list[int] = routes
        """Per city: the cities with a route straight to it, as bits."""
        self.routes_low: list[int] = [_union(routes, half) for half in range(512)]
        self.routes_high: list[int] = [_union(routes, half << 9) for half in range(512)]
        self.bits_low: list[list[int]] = [_bits(half) for half in range(512)]
        self.bits_high: list[list[int]] = [_bits(half << 9) for half in range(512)]
        self._weigh_landings()

    def _weigh_landings(self) -> None:
        """What a visitor's turn brings on average, by aircraft and network; what a turn costs by aircraft."""
        chances = landing_chances(self.kind_at)
        worth = [[self.fares[city][a] * chances[self.pos_of[city]] for city in range(18)] for a in range(3)]
        self.earning_low: list[list[float]] = [[_sum(row, half) for half in range(512)] for row in worth]
        self.earning_high: list[list[float]] = [[_sum(row, half << 9) for half in range(512)] for row in worth]
        garage = chances[self.kind_at.index(KINDS.index("maintenance"))]
        self.upkeep: list[float] = [self.subsidies[a] * 7.0 / 24.0 - self.maintenance[a] * garage for a in range(3)]

    def earning(self, aircraft: int, cities: int) -> float:
        """The fares of these cities, each times the chance that a turn of another player ends there."""
        return self.earning_low[aircraft][cities & 511] + self.earning_high[aircraft][cities >> 9]

    def _make_actions(self) -> None:
        self.one: list[tuple[int, ...]] = [(seat,) for seat in range(4)]
        self.chance: tuple[int, ...] = (CHANCE,)
        self.throws: list[Action] = [Throw(a, b) for a in range(1, 7) for b in range(1, 7)]
        self.throw_odds: list[float] = uniform(36)
        self.bases: list[Action] = [ChooseBase(city) for city in range(18)]
        self.buy: list[Action] = [Buy(city) for city in range(18)]
        self.challenge: list[Action] = [Challenge(city) for city in range(18)]
        ladder: list[Action] = [Exchange(aircraft) for aircraft in range(3)]
        self.exchanges: list[list[Action]] = [[ladder[1]], [ladder[0], ladder[2]], [ladder[1]]]
        self.ladder = ladder
        self.fly: Action = Fly()
        self.end: Action = End()
        self.pass_: Action = Pass()
        self.give_up: Action = GiveUp()
        self.wait: Action = Wait()
        self.accept_reject: list[Action] = [Accept(), Reject()]
        self.collects: list[Action] = [Collect(claim) for claim in range(len(CLAIMS))]
        cities = range(18)
        self.buys: list[list[list[Action]]] = [
            [[Offer(to, (), price, (city,), 0) for price in PRICES] for city in cities] for to in range(4)
        ]
        self.sells: list[list[list[Action]]] = [
            [[Offer(to, (city,), 0, (), price) for price in PRICES] for city in cities] for to in range(4)
        ]
        self.swaps: list[list[list[Action]]] = [
            [[Offer(to, (mine,), 0, (theirs,), 0) for theirs in cities] for mine in cities] for to in range(4)
        ]
        self.counter_buys: list[list[list[Counter]]] = [
            [[Counter(to, (), price, (city,), 0) for price in PRICES] for city in cities] for to in range(4)
        ]
        self.counter_sells: list[list[list[Counter]]] = [
            [[Counter(to, (city,), 0, (), price) for price in PRICES] for city in cities] for to in range(4)
        ]

    # Set-up and end

    def empty_state(self, seats: int) -> AirlineState:
        return AirlineState(seats)

    def set_up(self, state: AirlineState) -> None:
        if self.banker >= state.seats:
            raise ValueError(f"airline: the banker is seat {self.banker}, but there are {state.seats} seats")
        for seat in range(state.seats):
            state.cash[seat] = self.start_cash  # AL-1.7
            state.bank -= self.start_cash
        order = tuple([(self.banker + i) % state.seats for i in range(state.seats)])  # AL-R2
        state.step_stack.append(OpeningThrow(order, ()))

    def scores(self, state: AirlineState) -> list[int]:
        """The count of the short game; nothing for who is out."""
        return [wealth(self, state, seat) for seat in range(state.seats)]

    def winners(self, state: AirlineState) -> tuple[int, ...]:
        if not state.end:
            return ()
        inside = [seat for seat in range(state.seats) if not state.out[seat]]
        if state.end == LAST_PLAYER:
            return tuple(inside)
        best = max([wealth(self, state, seat) for seat in inside])
        return tuple([seat for seat in inside if wealth(self, state, seat) == best])  # AL-13.5

    def end_reason(self, state: AirlineState) -> str:
        return ENDS[state.end]

    def round_number(self, state: AirlineState) -> int:
        return state.round

    def action_space(self, seats: int) -> tuple[Action, ...]:
        listed: list[Action] = [
            *self.bases,
            self.fly,
            *self.ladder,
            *self.buy,
            *self.challenge,
            self.end,
            *self.accept_reject,
            self.pass_,
            self.give_up,
            *self.collects,
            self.wait,
        ]
        for to in range(seats):
            for city in range(18):
                listed.extend(self.buys[to][city])
                listed.extend(self.sells[to][city])
                listed.extend(self.counter_buys[to][city])
                listed.extend(self.counter_sells[to][city])
                listed.extend([self.swaps[to][city][other] for other in range(18) if other != city])
        return tuple(listed)

    # What steps ask of one another through the game

    def leave(self, state: AirlineState, seat: int, tell: EventSink | None) -> None:
        debts.leave(self, state, seat, tell)

    def collect(self, state: AirlineState, place: int, tell: EventSink | None) -> None:
        debts.collect(self, state, place, tell)

    def settle_debt(self, state: AirlineState, tell: EventSink | None) -> None:
        debts.settle_debt(state, tell)

    def shortfall(self, state: AirlineState, debtor: int) -> int:
        return debts.shortfall(state, debtor)

    # What is seen and said

    def phase(self, state: AirlineState) -> str:
        return prompts.phase(self, state)

    def imagine(self, state: AirlineState, seat: int, rng: random.Random) -> AirlineState:
        return state.clone()  # AL-11.6: nothing is hidden


def _bits(cities: int) -> list[int]:
    return [city for city in range(18) if (cities >> city) & 1]


def _union(routes: list[int], cities: int) -> int:
    joined = 0
    for city in _bits(cities):
        joined |= routes[city]
    return joined


def _sum(worth: list[float], cities: int) -> float:
    total = 0.0
    for city in _bits(cities):
        total += worth[city]
    return total


def landing_chances(kinds: list[int]) -> list[float]:
    """Per space: how likely a turn's move ends there in the long run, HIJACK included."""
    hijack = kinds.index(KINDS.index("hijack"))
    stand = [1.0 / 24.0] * 24
    land = stand
    for _turn in range(400):
        land = [0.0] * 24
        for pos in range(24):
            for total in range(2, 13):
                land[(pos + total) % 24] += stand[pos] * (6 - abs(7 - total)) / 36.0
        stand = land.copy()
        stand[0] += land[hijack] * 5.0 / 6.0
        stand[hijack] = land[hijack] / 6.0
    return land


def create_game(
    edition: Path | None, options: Mapping[str, Any], rules: int, weights: Mapping[str, float] | None
) -> Airline:
    return Airline(
        read(edition),
        read_options(AirlineOptions, options, "airline"),
        rules,
        read_weights("airline", WEIGHTS, weights),
    )
