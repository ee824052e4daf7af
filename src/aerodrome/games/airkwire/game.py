"""Air-Kwire: the rules bound to an edition and options."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aerodrome.core.actions import Action
from aerodrome.core.codec import Codec
from aerodrome.core.edition import EditionSource, hash_edition
from aerodrome.core.game import TitleGame
from aerodrome.core.options import read_options
from aerodrome.core.weights import read_weights
from aerodrome.games.airkwire.ai import imagine as imagining
from aerodrome.games.airkwire.ai.evaluator import AirkwireEvaluator
from aerodrome.games.airkwire.ai.observation import AirkwireObservation
from aerodrome.games.airkwire.components.edition import EDITION_RULES as EDITION_RULES
from aerodrome.games.airkwire.components.edition import Edition, read_edition
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import END_REASONS, GOES_ON, AirkwireState
from aerodrome.games.airkwire.options import AirkwireOptions
from aerodrome.games.airkwire.presentation import PRESENTATION
from aerodrome.games.airkwire.rules import queries
from aerodrome.games.airkwire.steps import STEPS
from aerodrome.games.airkwire.steps.draws import PileDrawStep
from aerodrome.games.airkwire.steps.setup import DealStartingCardStep, DrawFirstPlayerAndDealCashStep
from aerodrome.games.airkwire.steps.turn import BEGIN_TURN, TURN_STEPS

WEIGHTS = Path(__file__).parent / "ai" / "weights.toml"
RULES_VERSION = 1
CASH_GIFT_AMOUNTS = (100, 500, 1000)
"""Sums that `legal` lists with the option `loans`; any other multiple of $10 is accepted too."""


class Airkwire(TitleGame[AirkwireState]):
    """The rules of Air-Kwire, with lookups built once from the edition."""

    def __init__(self, edition: Edition, options: AirkwireOptions, rules: int, weights: dict[str, float]) -> None:
        super().__init__(
            title="airkwire",
            rules_version=rules,
            edition_id=edition.edition.id,
            edition_hash=hash_edition(edition),
            options=options,
            codec=_build_action_and_event_codec(edition),
            steps=STEPS,
            evaluator=AirkwireEvaluator(weights),
            presentation=PRESENTATION,
            seats_min=edition.setup.players_min,
            seats_max=edition.setup.players_max,
            rule_turn="AK-3.1",
            rule_over="AK-13.1",
        )
        self.edition = edition
        self.power_cards = options.power_cards
        self.loans = options.loans
        self.stall_rounds = options.stall_rounds
        self.round_limit = options.round_limit
        self._build_constants(edition, options)
        self._set_lookup_tables(edition)
        self._build_card_tables(edition)
        self._build_shared_actions(edition)

    def _build_constants(self, edition: Edition, options: AirkwireOptions) -> None:
        setup, stock, dividends, merger = edition.setup, edition.stock, edition.dividends, edition.merger
        self.cash_in_all = setup.starting_cash
        self.cash_each = options.starting_cash == "each"
        self.first_delta = setup.first_player_cash_delta
        self.last_delta = setup.last_player_cash_delta
        self.hand_size = setup.hand_size
        self.shares_per_airline = stock.shares_per_airline
        self.trades_per_turn = stock.max_transactions_per_turn
        self.fee = stock.brokerage_fee
        self.opening_shares = stock.opening_purchase_shares
        self.cycle = dividends.cycle
        self.percent = dividends.percent_of_price
        self.round_to = dividends.round_to
        self.unpaid_before_drop = dividends.unpaid_payouts_before_drop
        self.immunity = merger.immunity_points
        self.first_bonus = merger.first_bonus_multiple
        self.second_bonus = merger.second_bonus_multiple
        self.bonus_unit = merger.bonus_round_down_to
        self.exchange_ratio = merger.exchange_ratio
        self.end_points = edition.end.city_points

    def _set_lookup_tables(self, edition: Edition) -> None:
        """Tables over airlines, cities, aircraft types and track spaces; sets are ints with one bit per member."""
        cities, types = edition.city, edition.aircraft
        self.n_airlines = len(edition.airline)
        self.n_cities = len(cities)
        self.n_types = len(types)
        self.price = [space.price for space in edition.track]
        self.limit = [space.city_limit for space in edition.track]
        self.allowed = [
            sum(1 << kind for kind, craft in enumerate(types) if craft.id in space.aircraft) for space in edition.track
        ]
        self.last_index = len(edition.track) - 1
        self.home = [edition.find_home_city_index(airline) for airline in range(self.n_airlines)]
        self.bit = [1 << city for city in range(self.n_cities)]
        self.points_of = [city.points for city in cities]
        self.upward = [sum(1 << kind for kind in range(low, self.n_types)) for low in range(self.n_types)]
        self.markers = [craft.markers_per_airline for craft in types]
        self.acquired_markers = edition.markers.acquired_per_airline
        far = [[a.compute_hex_distance_to(b) for b in cities] for a in cities]
        self.reach = [
            sum(self.bit[b] for b in range(self.n_cities) if 0 < far[a][b] <= craft.range)
            for craft in types
            for a in range(self.n_cities)
        ]
        widest = max(craft.range for craft in types)
        self.near = [[b for b in range(self.n_cities) if 0 < far[a][b] <= widest] for a in range(self.n_cities)]
        self.distance = far
        self.never = 10 * len(edition.track)
        self.first_index = [
            self._find_first_price_index_reaching(far[self.home[airline]][city])
            for airline in range(self.n_airlines)
            for city in range(self.n_cities)
        ]

    def _find_first_price_index_reaching(self, distance: int) -> int:
        """The first space of the track at which a new airline can fly so far; AK-R21."""
        for index in range(len(self.price)):
            for kind, craft in enumerate(self.edition.aircraft):
                if self.limit[index] >= 1 and self.allowed[index] >> kind & 1 and 0 < distance <= craft.range:
                    return index
        return self.never

    def _build_card_tables(self, edition: Edition) -> None:
        powers = edition.power_card
        self.n_cards = self.n_cities + len(powers)
        self.all_cards = list(range(self.n_cards))
        self.is_plain = [city.points < 3 for city in edition.city] + [False] * len(powers)
        self.plain_cards = [card for card in self.all_cards if self.is_plain[card]]
        counts = [city.cards for city in edition.city]
        counts += [power.count if self.power_cards else 0 for power in powers]  # AK-2.13
        self.card_counts = counts
        self.top_half = (sum(counts[card] for card in self.plain_cards) + 1) // 2  # AK-2.6, AK-R3

    def _build_shared_actions(self, edition: Edition) -> None:
        """Actions are built once and shared."""
        airlines, cities, types = range(self.n_airlines), range(self.n_cities), range(self.n_types)
        self.seat_tuples = [(seat,) for seat in range(self.seats_max)]
        self.firsts: list[Action] = [act.DrawFirstPlayer(seat) for seat in range(self.seats_max)]
        self.draws: list[Action] = [act.DrawCardByChance(card) for card in self.all_cards]
        self.buys: list[Action] = [act.BuyShare(airline) for airline in airlines]
        self.sells: list[Action] = [act.SellShare(airline) for airline in airlines]
        self.close_stock: Action = act.EndTrading()
        self.gifts = [
            [act.GiveCash(to, amount) for to in range(self.seats_max) if to != seat for amount in CASH_GIFT_AMOUNTS]
            for seat in range(self.seats_max)
        ]
        self.call_vote: Action = act.CallEndVote()
        self.votes: list[Action] = [act.AnswerEndVote(True), act.AnswerEndVote(False)]
        self.proposals: list[list[Action]] = [
            [act.ProposeRoute(city, airline, kind) for kind in types if bits >> kind & 1]
            for city in cities
            for airline in airlines
            for bits in range(1 << self.n_types)
        ]
        self.approvals: list[Action] = [act.ApproveRoute(), act.RefuseRoute()]
        self.discards: list[Action] = [act.DiscardCard(card) for card in self.all_cards]
        self.pass_on: Action = act.SkipRouteOrDiscard()
        self.rivals: list[Action] = [act.ChooseRival(airline) for airline in airlines]
        self.homes: list[Action] = [act.PlaceAircraftAtDefunctHome(kind) for kind in types]
        most = self.shares_per_airline // self.exchange_ratio
        self.disposals: list[Action] = [act.ExchangeOrSellShares(exchange) for exchange in range(most + 1)]
        self.replacements: list[Action] = [act.ReplaceDefunctAircraft(city, kind) for city in cities for kind in types]
        self.forfeits: list[Action] = [act.ForfeitDefunctCity(city) for city in cities]
        self.draw_pile: Action = act.DrawFromPile()
        self.takes: list[Action] = [act.TakeFromPool(city) for city in cities]
        self.keep_hand: Action = act.StopDrawing()
        self.rises: list[Action] = [act.RaisePrice(), act.HoldPrice()]
        self.powers: list[Action] = [act.PlayPowerCard(power) for power in range(len(edition.power_card))]
        self.throws: list[Action] = [act.ThrowAwayInFreeDiscard(card) for card in self.all_cards]
        self.refill: Action = act.FinishFreeDiscard()
        self.decommissions: list[Action] = [act.DecommissionRoute(city) for city in cities]
        self.keep_routes: Action = act.DecommissionNoRoute()
        self.pile_draws = [PileDrawStep(seat) for seat in range(self.seats_max)]
        self.turn_steps = TURN_STEPS

    def get_starting_cash(self, seats: int) -> int:
        return self.cash_in_all if self.cash_each else self.cash_in_all // seats  # AK-2.2

    def empty_state(self, seats: int) -> AirkwireState:
        return AirkwireState(seats, self.n_airlines, self.n_cities, self.n_cards, self.n_types)

    def set_up(self, state: AirkwireState) -> None:
        state.pile = self.card_counts.copy()
        state.pile_size = sum(self.card_counts)
        state.top_left = self.top_half
        state.unsold = [self.shares_per_airline] * self.n_airlines  # AK-2.10
        state.acquired = [self.acquired_markers] * self.n_airlines
        state.hangar = self.markers * self.n_airlines
        state.step_stack.append(BEGIN_TURN)
        state.step_stack.append(DealStartingCardStep(0))
        state.step_stack.append(DrawFirstPlayerAndDealCashStep())

    def imagine(self, state: AirkwireState, seat: int, rng: random.Random) -> AirkwireState:
        return imagining.imagine(self, state, seat, rng)

    def imagine_contrasting_states(self, state: AirkwireState, seat: int, rng: random.Random) -> list[AirkwireState]:
        return imagining.imagine_contrasting_states(self, state, seat, rng)

    def scores(self, state: AirkwireState) -> list[int]:
        return [queries.compute_seat_wealth(self, state, seat) for seat in range(state.seats)]

    def winners(self, state: AirkwireState) -> tuple[int, ...]:
        if state.end == GOES_ON:
            return ()
        scores = self.scores(state)
        best = max(scores)
        return tuple([seat for seat in range(state.seats) if scores[seat] == best])  # AK-13.4, AK-R63

    def end_reason(self, state: AirkwireState) -> str:
        return END_REASONS[state.end]

    def round_number(self, state: AirkwireState) -> int:
        if isinstance(
            state.step_stack[-1] if state.step_stack else None, (DrawFirstPlayerAndDealCashStep, DealStartingCardStep)
        ):
            return 0
        turns = state.turns if state.end == GOES_ON else max(0, state.turns - 1)
        return turns // state.seats + 1

    def create_observation_encoding(self, seats: int) -> AirkwireObservation:
        return AirkwireObservation(self, seats)

    def action_space(self, seats: int) -> tuple[Action, ...]:
        found: list[Action] = [*self.buys, *self.sells, self.close_stock, *self.votes, *self.approvals]
        full = (1 << self.n_types) - 1
        for pair in range(self.n_cities * self.n_airlines):
            found.extend(self.proposals[(pair << self.n_types) + full])
        found += [*self.discards, self.pass_on, *self.rivals, *self.homes, *self.disposals, *self.replacements]
        found += [*self.forfeits, self.draw_pile, *self.takes, self.keep_hand, *self.rises, *self.powers]
        found += [*self.throws, self.refill, *self.decommissions, self.keep_routes]
        if self.loans:
            found.extend(act.GiveCash(to, amount) for to in range(seats) for amount in CASH_GIFT_AMOUNTS)
        return tuple(found)


def _build_action_and_event_codec(edition: Edition) -> Codec:
    airlines = tuple(airline.id for airline in edition.airline)
    cities = tuple(city.id for city in edition.city)
    powers = tuple(power.id for power in edition.power_card)
    return Codec(
        act.ACTIONS,
        {
            "airline": airlines,
            "rival": airlines,
            "acquirer": airlines,
            "defunct": airlines,
            "city": cities,
            "cities": cities,
            "shared_cities": cities,
            "power": powers,
            "card": cities + powers,
            "aircraft": tuple(craft.id for craft in edition.aircraft),
        },
    )


def create_game(
    edition: EditionSource, options: Mapping[str, Any], rules: int, weights: Mapping[str, float] | None
) -> Airkwire:
    parts = read_edition(edition)
    defaults = {"starting_cash": parts.setup.starting_cash_mode, "power_cards": parts.setup.power_cards_default}
    chosen = read_options(AirkwireOptions, {**defaults, **options}, "airkwire")
    return Airkwire(parts, chosen, rules, read_weights("airkwire", WEIGHTS, weights))
