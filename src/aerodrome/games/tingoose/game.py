"""Tin Goose: the rules bound to an edition and options, with every lookup the steps need."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.codec import Codec
from aerodrome.core.edition import EditionSource, hash_edition
from aerodrome.core.game import TitleGame
from aerodrome.core.options import read_options
from aerodrome.core.state import Step
from aerodrome.core.weights import read_weights
from aerodrome.games.tingoose.ai.evaluator import TinGooseEvaluator
from aerodrome.games.tingoose.ai.imagine import imagine, imagine_contrasting_states
from aerodrome.games.tingoose.ai.observation import TinGooseObservation
from aerodrome.games.tingoose.components.checks import COLOURS, ERAS, SIZES
from aerodrome.games.tingoose.components.edition import EDITION_RULES as EDITION_RULES
from aerodrome.games.tingoose.components.edition import Edition, read_edition
from aerodrome.games.tingoose.model import actions as act
from aerodrome.games.tingoose.model.state import (
    ANY_KIND,
    CRASH,
    EVENTS_ONLY,
    FLEET,
    FLEETS_ONLY,
    OIL,
    STRIKE,
    UNDEALT,
    TinGooseState,
)
from aerodrome.games.tingoose.options import TinGooseOptions
from aerodrome.games.tingoose.presentation import PRESENTATION
from aerodrome.games.tingoose.rules.queries import compute_score
from aerodrome.games.tingoose.rules.versions import can_withdraw_sealed_bids
from aerodrome.games.tingoose.steps import STEPS
from aerodrome.games.tingoose.steps.auction import MAX_LISTED_BID
from aerodrome.games.tingoose.steps.opening import OpeningBidStep
from aerodrome.games.tingoose.steps.setup import DealCardStep, DrawDemandAndPlaceTokensStep, LayOutAirmailCardsStep
from aerodrome.games.tingoose.steps.turn import NextTurnStep

WEIGHTS = Path(__file__).parent / "ai" / "weights.toml"
RULES_VERSION = 2

CARD_KINDS = {"fleet": FLEET, "strike": STRIKE, "crash": CRASH, "oil": OIL}


class TinGoose(TitleGame[TinGooseState]):
    def __init__(self, edition: Edition, options: TinGooseOptions, rules: int, weights: dict[str, float]) -> None:
        cities = tuple(city.slug for city in edition.city)
        cards = tuple(card.id for card in edition.card)
        super().__init__(
            title="tingoose",
            rules_version=rules,
            edition_id=edition.edition.id,
            edition_hash=hash_edition(edition),
            options=options,
            codec=Codec(
                act.ACTIONS,
                {
                    "city": cities,
                    "card": cards,
                    "fleet": (*cards, edition.start_fleet.id),
                    "demand": tuple(card.id for card in edition.demand_card),
                    "airmail": tuple(card.id for card in edition.airmail),
                    "condition": tuple(condition.id for condition in edition.condition),
                    "destination": tuple(place.id for place in edition.international),
                    "era": ERAS,
                },
            ),
            steps=STEPS,
            evaluator=TinGooseEvaluator(weights),
            presentation=PRESENTATION,
            seats_min=edition.edition.players_min,
            seats_max=edition.edition.players_max,
            rule_turn="TG-4.2",
            rule_over="TG-4.5",
        )
        self.edition = edition
        self.even_events: bool = options.even_events
        self.can_withdraw_sealed_bids: bool = can_withdraw_sealed_bids(rules)
        self._build_constants(edition)
        self._build_map_tables(edition)
        self._build_card_tables(edition)
        self._build_round_tables(edition)
        self._build_demand_tables(edition)
        self._build_shared_actions(edition)

    # Lookups

    def _build_constants(self, edition: Edition) -> None:
        self.rounds: int = edition.edition.rounds
        self.colours: list[str] = list(edition.edition.player_colours)
        self.start_cash: int = edition.setup.cash
        self.start_chips: int = edition.setup.labor_chips
        self.start_planes: int = edition.setup.start_fleet_planes
        self.planes_per_fleet: int = edition.setup.planes_per_deployed_fleet
        self.extra_airmail_cards: int = edition.setup.airmail_cards_per_player_plus
        self.income_boxes: list[int] = list(edition.income_track.boxes)
        self.start_income_box: int = edition.income_track.start_index
        self.turn_actions: int = edition.actions.per_turn
        self.max_same_action: int = edition.actions.max_same_per_turn
        self.international_service_actions: int = edition.actions.international_service.slots
        self.bond_cash: int = edition.money_values.bond_cash
        self.emergency_cash: int = edition.money_values.emergency_bond_cash
        self.airmail_reward: int = edition.money_values.airmail_reward
        self.city_bonus_boxes: int = edition.money_values.city_bonus_boxes
        self.same_kind_bonus_boxes: int = edition.money_values.same_kind_bonus_boxes
        self.crash_most_boxes: int = edition.money_values.crash_most_boxes
        self.crash_least_boxes: int = edition.money_values.crash_least_boxes
        self.min_auction_bid: int = edition.money_values.auction_min_bid
        self.per_international: int = edition.scoring.per_international
        self.per_player_behind: int = edition.scoring.per_player_with_fewer_international
        self.per_major: int = edition.scoring.per_major_city
        self.per_income: int = edition.scoring.income_multiplier
        self.per_bond: int = edition.scoring.per_bond
        self.extension_barrels: int = edition.extension_token.oil
        self.extension_flames: int = edition.extension_token.hazard
        self.conditions: list[str] = [condition.name for condition in edition.condition]
        self.safety_hazard: int = edition.condition[0].hazard
        self.oil_surcharge: int = edition.condition[3].oil_surcharge_per_barrel

    def _build_map_tables(self, edition: Edition) -> None:
        self.cities: list[str] = [city.name for city in edition.city]
        self.city_id: dict[str, int] = {name: i for i, name in enumerate(self.cities)}
        self.all_cities: int = (1 << len(self.cities)) - 1
        self.major_cities: int = sum(1 << i for i, city in enumerate(edition.city) if city.major)
        self.lines_from: list[int] = [0] * len(self.cities)
        for a, b in edition.lines.edges:
            self.lines_from[self.city_id[a]] |= 1 << self.city_id[b]
            self.lines_from[self.city_id[b]] |= 1 << self.city_id[a]
        self.cities_near: list[int] = list(self.lines_from)  # TG-R31
        for i, a_city in enumerate(edition.city):
            for j, b_city in enumerate(edition.city):
                dq, dr = a_city.q - b_city.q, a_city.r - b_city.r
                if i != j and max(abs(dq), abs(dr), abs(dq + dr)) <= 1:  # TG-10.6
                    self.cities_near[i] |= 1 << j
        self.line_masks_by_byte: list[list[int]] = build_byte_union_tables(self.lines_from)
        self.near_masks_by_byte: list[list[int]] = build_byte_union_tables(self.cities_near)
        self.cities_by_byte: list[list[list[int]]] = [
            [[8 * byte + bit for bit in range(8) if value >> bit & 1] for value in range(256)] for byte in range(6)
        ]
        self.airmail_start: list[int] = [self.city_id[card.start] for card in edition.airmail]
        self.airmail_target: list[int] = [self.city_id[card.target] for card in edition.airmail]

    def _build_card_tables(self, edition: Edition) -> None:
        cards = edition.card
        kinds = {fleet.id: i for i, fleet in enumerate(edition.fleet)}
        self.start_fleet: int = len(cards)
        """The start fleet's place after the era cards, wherever a fleet is named."""
        self.card_names: list[str] = [card.id for card in cards]
        self.card_city: list[int] = [self.city_id[card.city] for card in cards]
        self.cards_of_city: list[list[int]] = [
            [i for i, card in enumerate(cards) if card.city == city] for city in self.cities
        ]
        self.card_era: list[int] = [ERAS.index(card.era) for card in cards]
        self.card_kind: list[int] = [CARD_KINDS[card.kind] for card in cards]
        self.strike_win: list[int] = [card.win for card in cards]
        self.strike_lose: list[int] = [card.lose for card in cards]
        self.event_price: list[int] = [card.per_flame + card.per_barrel for card in cards]
        self.decks: list[list[int]] = [[i for i, card in enumerate(cards) if card.era == era] for era in ERAS]
        self.deal_piles: list[list[list[int]]] = [
            [
                deck,
                [card for card in deck if self.card_kind[card] == FLEET],
                [card for card in deck if self.card_kind[card] != FLEET],
            ]
            for deck in self.decks
        ]
        start = edition.start_fleet
        fleets = [edition.fleet[kinds[card.fleet]] if card.fleet else None for card in cards]
        self.fleet_kind: list[int] = [kinds.get(card.fleet, NOBODY) for card in cards] + [len(kinds)]
        self.fleet_kind_names: list[str] = [fleet.name for fleet in edition.fleet] + [start.name]
        self.fleet_size: list[int] = [SIZES.index(f.size) if f else 0 for f in fleets] + [SIZES.index(start.size)]
        self.fleet_barrels: list[int] = [f.oil if f else 0 for f in fleets] + [start.oil]
        self.fleet_flames: list[int] = [f.hazard if f else 0 for f in fleets] + [start.hazard]
        self.fleet_era_rank: list[int] = [era + 1 for era in self.card_era] + [0]  # TG-R20

    def _build_round_tables(self, edition: Edition) -> None:
        self.era_of_round: list[int] = [0] * (self.rounds + 1)
        self.ends_era: list[bool] = [False] * (self.rounds + 1)
        self.hand_sizes: list[int] = []
        self.even_events_hands: list[tuple[int, int]] = []
        self.investments_pay: list[int] = []
        for i, name in enumerate(ERAS):
            era, split = edition.eras.get_for_era(name), edition.setup.variant_hand.get_for_era(name)
            for number in era.rounds:
                self.era_of_round[number] = i
            self.ends_era[era.rounds[-1]] = True
            self.hand_sizes.append(era.deal)
            self.even_events_hands.append((split.fleet, split.event))
            self.investments_pay.append(era.unproductive_investments_pays)
        places = edition.international
        self.destinations: list[str] = [place.name for place in places]
        self.destination_size: list[int] = [SIZES.index(place.min_size) for place in places]
        self.destination_cost: list[int] = [place.cost for place in places]
        self.destination_of_round: list[int] = [NOBODY] * (self.rounds + 1)
        for i, place in enumerate(places):
            for number in place.rounds:
                self.destination_of_round[number] = i

    def _build_demand_tables(self, edition: Edition) -> None:
        demand = edition.demand
        self.initial_gold_cities: list[int] = [self.city_id[name] for name in demand.initial_gold]
        self.gold_tokens: int = edition.supply.demand_gold.count
        self.silver_tokens: int = edition.supply.demand_silver.count
        self.demand_per_colour: int = demand.deal_per_colour
        self.demand_city: list[list[int]] = [
            [self.city_id[card.get_city_of_colour(colour)] for card in edition.demand_card] for colour in COLOURS
        ]
        seats = range(self.seats_max + 1)
        self.demand_chart: list[list[int]] = [list(demand.chart.get(str(n), [])) for n in seats]
        self.silver_per_service: list[int] = [demand.silver_removed_per_service.get(str(n), 0) for n in seats]

    def _build_shared_actions(self, edition: Edition) -> None:
        """Every action that recurs, built once and shared."""
        cards = range(len(edition.card))
        airmails = range(len(edition.airmail))
        fleets = [card for card in cards if self.card_kind[card] == FLEET] + [self.start_fleet]
        cities = range(len(self.cities))
        self.seat_tuples: list[tuple[int, ...]] = [(seat,) for seat in range(self.seats_max)]
        self.demand_draws: list[Action] = [act.DrawDemandCard(i) for i in range(len(edition.demand_card))]
        self.card_deals: list[Action] = [act.DealCard(card) for card in cards]
        self.airmail_layouts: list[Action] = [act.LayOutAirmailCard(i) for i in airmails]
        self.go_next: list[Action] = [act.BreakOpeningTie(seat) for seat in range(self.seats_max)]
        self.opening_bids: list[Action] = [act.MakeOpeningBid(amount) for amount in range(self.start_cash + 1)]
        self.airmail_takes: list[Action] = [act.TakeAirmailCard(i) for i in airmails]
        self.card_plays: list[Action] = [act.PlayCard(card) for card in cards]
        self.max_listed_chips: int = self.start_chips + self.rounds * self.max_same_action * 2
        all_chips: list[Action] = [act.BidStrikeChips(chips) for chips in range(self.max_listed_chips + 1)]
        self.chip_bids: list[list[Action]] = [all_chips[: n + 1] for n in range(self.max_listed_chips + 1)]
        self.withdraw_sealed_bid: Action = act.WithdrawSealedBid()
        self.pass_action: Action = act.PassAuction()
        self.auction_bids: list[Action] = [act.BidForFleet(amount) for amount in range(MAX_LISTED_BID + 1)]
        self.deploy_fleet: Action = act.DeployFleet()
        self.upgrades: dict[int, Action] = {fleet: act.UpgradeFleet(fleet) for fleet in fleets}
        self.keep_conditions: Action = act.RemoveNoCondition()
        removals: list[Action] = [act.RemoveCondition(i) for i in range(len(self.conditions))]
        self.condition_removals: list[list[Action]] = [
            [removals[i] for i in range(len(removals)) if mask >> i & 1] + [self.keep_conditions]
            for mask in range(1 << len(removals))
        ]
        self.advance_income: Action = act.AdvanceIncome()
        self.take_one_chip: Action = act.TakeLaborChip(False)
        self.take_two_chips: Action = act.TakeLaborChip(True)
        self.issue_bond: Action = act.IssueBond()
        self.plane_placements: dict[int, list[Action]] = {
            fleet: [act.PlacePlane(city, fleet) for city in cities] for fleet in fleets
        }
        self.extensions: list[Action] = [act.ExtendNetwork(city) for city in cities]
        self.destination_services: dict[int, Action] = {fleet: act.ServeDestination(fleet) for fleet in fleets}

    # What every title writes

    def empty_state(self, seats: int) -> TinGooseState:
        return TinGooseState(seats)

    def set_up(self, state: TinGooseState) -> None:
        self._lay_out_components(state)
        step_stack = state.step_stack
        step_stack.append(NextTurnStep(0))
        step_stack.append(OpeningBidStep())
        step_stack.append(LayOutAirmailCardsStep())
        deals = self._build_deal_steps(state.seats)
        deals.reverse()
        step_stack.extend(deals)
        for colour in range(len(COLOURS) - 1, -1, -1):
            step_stack.append(DrawDemandAndPlaceTokensStep(colour))  # TG-2.4

    def _lay_out_components(self, state: TinGooseState) -> None:
        seats = state.seats
        state.bank = -seats * self.start_cash
        state.cash = [self.start_cash] * seats  # TG-2.11
        state.bonds = [0] * seats
        state.chips = [self.start_chips] * seats  # TG-2.12
        state.income_box = [self.start_income_box] * seats  # TG-2.15
        state.network = [0] * seats
        state.served_destinations = [0] * seats
        state.conditions = [(1 << len(self.conditions)) - 1] * seats  # TG-2.14
        state.extensions = [0] * seats
        state.airmail = [NOBODY] * seats
        state.fleets = [[self.start_fleet] for seat in range(seats)]  # TG-2.13
        state.planes = [[self.start_planes] for seat in range(seats)]
        state.holder = [UNDEALT] * len(self.card_deals)
        state.silver = [0] * len(self.cities)
        state.silver_left = self.silver_tokens
        state.gold_left = self.gold_tokens - len(self.initial_gold_cities)
        for city in self.initial_gold_cities:  # TG-2.2
            state.gold |= 1 << city
        state.sealed_bids = [NOBODY] * seats

    def _build_deal_steps(self, seats: int) -> list[Step[Any, Any]]:
        """Who is dealt what, in order: era by era, seat by seat."""
        deals: list[Step[Any, Any]] = []
        for era in range(len(ERAS)):
            for seat in range(seats):
                if self.even_events:  # TG-17.2
                    fleets, events = self.even_events_hands[era]
                    deals.extend([DealCardStep(seat, era, FLEETS_ONLY) for n in range(fleets)])
                    deals.extend([DealCardStep(seat, era, EVENTS_ONLY) for n in range(events)])
                else:
                    deals.extend([DealCardStep(seat, era, ANY_KIND) for n in range(self.hand_sizes[era])])
        return deals

    def imagine(self, state: TinGooseState, seat: int, rng: random.Random) -> TinGooseState:
        return imagine(self, state, seat, rng)

    def imagine_contrasting_states(self, state: TinGooseState, seat: int, rng: random.Random) -> list[TinGooseState]:
        return imagine_contrasting_states(self, state, seat, rng)

    def scores(self, state: TinGooseState) -> list[int]:
        return [compute_score(self, state, seat) for seat in range(state.seats)]

    def winners(self, state: TinGooseState) -> tuple[int, ...]:
        if state.step_stack:
            return ()
        scores = self.scores(state)
        best = max(scores)
        return tuple([seat for seat in range(state.seats) if scores[seat] == best])  # TG-R45

    def end_reason(self, state: TinGooseState) -> str:
        return "" if state.step_stack else "rounds"

    def round_number(self, state: TinGooseState) -> int:
        return state.round

    def create_observation_encoding(self, seats: int) -> TinGooseObservation:
        return TinGooseObservation(self, seats)

    def action_space(self, seats: int) -> tuple[Action, ...]:
        plain = [
            self.pass_action,
            self.deploy_fleet,
            self.keep_conditions,
            self.advance_income,
            self.take_one_chip,
            self.take_two_chips,
            self.issue_bond,
        ]
        return (
            *self.opening_bids,
            *self.airmail_takes,
            *self.card_plays,
            *self.chip_bids[-1],
            *self.auction_bids[1:],
            *plain,
            *self.upgrades.values(),
            *self.condition_removals[-1][:-1],
            *self.extensions,
            *self.destination_services.values(),
            *[placement for row in self.plane_placements.values() for placement in row],
        )


def build_byte_union_tables(masks: list[int]) -> list[list[int]]:
    """For each byte of a set of cities and each value of it: the union of these cities' masks."""
    masks = masks + [0] * (48 - len(masks))  # a miniature has fewer cities than the six bytes hold
    tables: list[list[int]] = []
    for byte in range(6):
        table = [0] * 256
        for value in range(1, 256):
            low = value & -value
            table[value] = table[value ^ low] | masks[8 * byte + low.bit_length() - 1]
        tables.append(table)
    return tables


def create_game(
    edition: EditionSource, options: Mapping[str, Any], rules: int, weights: Mapping[str, float] | None
) -> TinGoose:
    return TinGoose(
        read_edition(edition),
        read_options(TinGooseOptions, options, "tingoose"),
        rules,
        read_weights("tingoose", WEIGHTS, weights),
    )
