"""Airline (1975): the rules bound to an edition and options, with the lookups the steps use."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.chance import get_uniform_odds
from aerodrome.core.codec import Codec
from aerodrome.core.edition import EditionSource, hash_edition
from aerodrome.core.game import TitleGame
from aerodrome.core.options import read_options
from aerodrome.core.state import EventSink
from aerodrome.core.weights import read_weights
from aerodrome.games.airline.ai.evaluator import AirlineEvaluator
from aerodrome.games.airline.ai.observation import AirlineObservation
from aerodrome.games.airline.ai.outlook import IncomeOutlook
from aerodrome.games.airline.components.edition import EDITION_RULES as EDITION_RULES
from aerodrome.games.airline.components.edition import Edition, read_edition
from aerodrome.games.airline.model import actions as act
from aerodrome.games.airline.model.state import (
    CLAIM_KINDS,
    DEBT_CAUSES,
    END_REASONS,
    LAST_PLAYER,
    SPACE_KINDS,
    AirlineState,
)
from aerodrome.games.airline.options import AirlineOptions
from aerodrome.games.airline.presentation import PRESENTATION
from aerodrome.games.airline.rules.listed_offers import OFFER_PRICES
from aerodrome.games.airline.rules.queries import compute_seat_wealth, count_rounds_begun
from aerodrome.games.airline.rules.versions import (
    counts_rounds_from_first_player,
    refuses_second_purchase_on_one_landing,
    remembers_refused_offers,
    undoes_bankrupt_deals_and_delays_leaving,
)
from aerodrome.games.airline.steps import STEPS
from aerodrome.games.airline.steps.bankruptcy import remove_player
from aerodrome.games.airline.steps.claims import pay_claim_or_raise_money
from aerodrome.games.airline.steps.debts import compute_debt_shortfall, find_raise_money_step, pay_open_debt_if_covered
from aerodrome.games.airline.steps.setup import OpeningThrowStep
from aerodrome.games.airline.steps.turn import pass_turn_or_end_game

WEIGHTS = Path(__file__).parent / "ai" / "weights.toml"
RULES_VERSION: Final = 2
LISTED_ACTIVE: Final = 2
LISTED_OTHER: Final = 1
"""After so many offers in a turn `legal` lists no more, though the rules allow more: random play stays brisk."""


class Airline(TitleGame[AirlineState]):
    """The rules of Airline with one edition and one set of options."""

    def __init__(self, edition: Edition, options: AirlineOptions, rules: int, weights: dict[str, float]) -> None:
        ids = tuple([city.id for city in edition.city])
        aircraft = tuple([a.id for a in edition.aircraft])
        vocabulary = {
            "city": ids,
            "cities": ids,
            "give_cities": ids,
            "want_cities": ids,
            "aircraft": aircraft,
            "claim": CLAIM_KINDS,
            "cause": DEBT_CAUSES,
            "reason": END_REASONS,
        }
        super().__init__(
            title="airline",
            rules_version=rules,
            edition_id=edition.edition.id,
            edition_hash=hash_edition(edition),
            options=options,
            codec=Codec(act.ACTIONS, vocabulary),
            steps=STEPS,
            evaluator=AirlineEvaluator(weights, IncomeOutlook(edition)),
            presentation=PRESENTATION,
            seats_min=edition.players.min,
            seats_max=edition.players.max,
            rule_turn="AL-1.15",
            rule_over="AL-12.10",
        )
        self.edition = edition
        self.city_ids = ids
        self.undoes_bankrupt_deals_and_delays_leaving: bool = undoes_bankrupt_deals_and_delays_leaving(rules)
        self.refuses_second_purchase_on_one_landing: bool = refuses_second_purchase_on_one_landing(rules)
        self.remembers_refused_offers: bool = remembers_refused_offers(rules)
        self.counts_rounds_from_first_player: bool = counts_rounds_from_first_player(rules)
        self._store_option_values(options)
        self._set_lookup_tables(edition)
        self._build_shared_actions()

    def _store_option_values(self, options: AirlineOptions) -> None:
        self.banker: int = options.banker
        self.dice_winner_starts: bool = options.first_turn == "dice_winner"
        self.marker_limit: int = options.marker_limit
        self.must_call_claims: bool = options.collect == "claim"
        self.raise_offers: int = options.raise_offers
        self.offers_active: int = options.offers_active
        self.offers_other: int = options.offers_other
        self.listed_active: int = min(LISTED_ACTIVE, options.offers_active)
        self.listed_other: int = min(LISTED_OTHER, options.offers_other)
        self.counters: int = options.counters
        self.short_game: bool = options.short_game
        self.round_limit: int = options.round_limit

    def _set_lookup_tables(self, edition: Edition) -> None:
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
        self.kind_at: list[int] = [SPACE_KINDS.index(space.kind) for space in edition.track.spaces]
        self.city_at: list[int] = [place.get(space.city, NOBODY) for space in edition.track.spaces]
        self.pos_of: list[int] = [self.city_at.index(city) for city in range(18)]
        routes = [0] * 18
        for route in edition.route:
            routes[place[route.a]] |= 1 << place[route.b]
            routes[place[route.b]] |= 1 << place[route.a]
        self.routes: list[int] = routes
        """Per city: the cities with a route straight to it, as bits."""
        self.routes_low: list[int] = [_find_neighbour_city_bits(routes, half) for half in range(512)]
        self.routes_high: list[int] = [_find_neighbour_city_bits(routes, half << 9) for half in range(512)]
        self.cities_low: list[list[int]] = [_list_cities_in_bits(half) for half in range(512)]
        self.cities_high: list[list[int]] = [_list_cities_in_bits(half << 9) for half in range(512)]

    def _build_shared_actions(self) -> None:
        self.seat_tuples: list[tuple[int, ...]] = [(seat,) for seat in range(4)]
        self.throws: list[Action] = [act.ThrowDice(a, b) for a in range(1, 7) for b in range(1, 7)]
        self.throw_odds: list[float] = get_uniform_odds(36)
        self.base_choices: list[Action] = [act.ChooseBase(city) for city in range(18)]
        self.purchases: list[Action] = [act.BuyLandingRights(city) for city in range(18)]
        self.challenges: list[Action] = [act.ChallengeCityOwner(city) for city in range(18)]
        prop, jet, sst = act.ExchangeAircraft(0), act.ExchangeAircraft(1), act.ExchangeAircraft(2)
        self.exchanges: list[Action] = [prop, jet, sst]
        self.exchanges_from: list[list[Action]] = [[jet], [prop, sst], [jet]]  # AL-6.3, AL-6.4
        self.fly: Action = act.CloseTradeAndFly()
        self.end: Action = act.EndTurn()
        self.pass_: Action = act.MakeNoOffer()
        self.give_up: Action = act.DeclareBankruptcy()
        self.wait: Action = act.LeaveClaimsUncalled()
        self.accept_reject: list[Action] = [act.AcceptOffer(), act.RejectOffer()]
        self.collects: list[Action] = [act.CollectClaim(claim) for claim in range(len(CLAIM_KINDS))]
        cities = range(18)
        self.buy_offers: list[list[list[Action]]] = [
            [[act.Offer(to, (), price, (city,), 0) for price in OFFER_PRICES] for city in cities] for to in range(4)
        ]
        self.sell_offers: list[list[list[Action]]] = [
            [[act.Offer(to, (city,), 0, (), price) for price in OFFER_PRICES] for city in cities] for to in range(4)
        ]
        self.swap_offers: list[list[list[Action]]] = [
            [[act.Offer(to, (mine,), 0, (theirs,), 0) for theirs in cities] for mine in cities] for to in range(4)
        ]
        self.buy_counters: list[list[list[act.CounterOffer]]] = [
            [[act.CounterOffer(to, (), price, (city,), 0) for price in OFFER_PRICES] for city in cities]
            for to in range(4)
        ]
        self.sell_counters: list[list[list[act.CounterOffer]]] = [
            [[act.CounterOffer(to, (city,), 0, (), price) for price in OFFER_PRICES] for city in cities]
            for to in range(4)
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
        state.step_stack.append(OpeningThrowStep(order, ()))

    def scores(self, state: AirlineState) -> list[int]:
        """The count of the short game; nothing for who is out."""
        return [compute_seat_wealth(self, state, seat) for seat in range(state.seats)]

    def winners(self, state: AirlineState) -> tuple[int, ...]:
        if not state.end_reason:
            return ()
        inside = [seat for seat in range(state.seats) if not state.out[seat]]
        if state.end_reason == LAST_PLAYER:
            return tuple(inside)
        best = max([compute_seat_wealth(self, state, seat) for seat in inside])
        return tuple([seat for seat in inside if compute_seat_wealth(self, state, seat) == best])  # AL-13.5

    def end_reason(self, state: AirlineState) -> str:
        return END_REASONS[state.end_reason]

    def round_number(self, state: AirlineState) -> int:
        return count_rounds_begun(self, state)

    def create_observation_encoding(self, seats: int) -> AirlineObservation:
        return AirlineObservation(self, seats)

    def action_space(self, seats: int) -> tuple[Action, ...]:
        listed: list[Action] = [
            *self.base_choices,
            self.fly,
            *self.exchanges,
            *self.purchases,
            *self.challenges,
            self.end,
            *self.accept_reject,
            self.pass_,
            self.give_up,
            *self.collects,
            self.wait,
        ]
        for to in range(seats):
            for city in range(18):
                listed.extend(self.buy_offers[to][city])
                listed.extend(self.sell_offers[to][city])
                listed.extend(self.buy_counters[to][city])
                listed.extend(self.sell_counters[to][city])
                listed.extend([self.swap_offers[to][city][other] for other in range(18) if other != city])
        return tuple(listed)

    # What steps ask of one another through the game, against the direction of their imports

    def pass_turn_or_end_game(self, state: AirlineState, tell: EventSink | None) -> None:
        pass_turn_or_end_game(self, state, tell)

    def remove_player(self, state: AirlineState, seat: int, tell: EventSink | None) -> None:
        remove_player(self, state, seat, tell)

    def pay_claim_or_raise_money(self, state: AirlineState, claim_index: int, tell: EventSink | None) -> None:
        pay_claim_or_raise_money(self, state, claim_index, tell)

    def pay_open_debt_if_covered(self, state: AirlineState, tell: EventSink | None) -> None:
        pay_open_debt_if_covered(state, tell)

    def compute_debt_shortfall(self, state: AirlineState, debtor: int) -> int:
        return compute_debt_shortfall(state, debtor)

    def is_in_debt(self, state: AirlineState, seat: int) -> bool:
        debt = find_raise_money_step(state)
        return debt is not None and debt.debtor == seat

    def imagine(self, state: AirlineState, seat: int, rng: random.Random) -> AirlineState:
        return state.clone()  # AL-11.6: nothing is hidden


def _list_cities_in_bits(city_bits: int) -> list[int]:
    return [city for city in range(18) if (city_bits >> city) & 1]


def _find_neighbour_city_bits(neighbour_bits_by_city: list[int], city_bits: int) -> int:
    joined = 0
    for city in _list_cities_in_bits(city_bits):
        joined |= neighbour_bits_by_city[city]
    return joined


def create_game(
    edition: EditionSource, options: Mapping[str, Any], rules: int, weights: Mapping[str, float] | None
) -> Airline:
    return Airline(
        read_edition(edition),
        read_options(AirlineOptions, options, "airline"),
        rules,
        read_weights("airline", WEIGHTS, weights),
    )
