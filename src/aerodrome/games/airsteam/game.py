"""Kings of Air and Steam: lookups built once from the edition, and what ties the other files together."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.codec import Codec
from aerodrome.core.edition import EditionSource, hash_edition
from aerodrome.core.game import TitleGame
from aerodrome.core.options import read_options
from aerodrome.core.state import Step
from aerodrome.core.weights import read_weights
from aerodrome.games.airsteam.ai.evaluator import AirsteamEvaluator
from aerodrome.games.airsteam.ai.imagine import imagine, imagine_contrasting_states
from aerodrome.games.airsteam.ai.observation import AirsteamObservation
from aerodrome.games.airsteam.components.edition import EDITION_RULES as EDITION_RULES
from aerodrome.games.airsteam.components.edition import LETTERS, Edition, read_edition
from aerodrome.games.airsteam.components.layout import DIRECTION_NAMES, MapLayout, build_map_layouts
from aerodrome.games.airsteam.components.map_tables import BoardNumbering, FlightKind, MapTables, build_vocabulary
from aerodrome.games.airsteam.model import actions as act
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, AirsteamState
from aerodrome.games.airsteam.options import AirsteamOptions, AirsteamOptionsOfRules1
from aerodrome.games.airsteam.presentation import PRESENTATION
from aerodrome.games.airsteam.rules.loading import decode_hold, list_all_hold_codes
from aerodrome.games.airsteam.rules.queries import NO_NEXT_LEVEL, count_depots_built, is_plan_full
from aerodrome.games.airsteam.rules.routes import list_all_fee_splits
from aerodrome.games.airsteam.rules.versions import can_change_plans_and_upkeep
from aerodrome.games.airsteam.steps import STEPS
from aerodrome.games.airsteam.steps.planning import BeginRoundStep
from aerodrome.games.airsteam.steps.setup import (
    BeginDepotPlacementStep,
    ChooseCharactersStep,
    ChooseColourStep,
    DealColourStep,
    DrawStartPlayerStep,
)
from aerodrome.games.airsteam.steps.turn import ACTION_STEPS

WEIGHTS = Path(__file__).parent / "ai" / "weights.toml"
RULES_VERSION = 2


@final
class Airsteam(TitleGame[AirsteamState]):
    """The rules of Kings of Air and Steam with one edition and options."""

    def __init__(
        self,
        edition: Edition,
        options: AirsteamOptionsOfRules1 | AirsteamOptions,
        rules: int,
        weights: dict[str, float],
    ) -> None:
        self.edition = edition
        layouts = build_map_layouts(edition)
        evaluator = AirsteamEvaluator(weights)
        self.outlook = evaluator.outlook
        self.names = BoardNumbering(edition, layouts)
        super().__init__(
            title="airsteam",
            rules_version=rules,
            edition_id=edition.edition.id,
            edition_hash=hash_edition(edition),
            options=options,
            codec=Codec(act.ACTIONS, build_vocabulary(edition, self.names)),
            steps=STEPS,
            evaluator=evaluator,
            presentation=PRESENTATION,
            seats_min=edition.game.players_min,
            seats_max=edition.game.players_max,
            rule_turn="KS-3.4",
            rule_over="KS-3.5",
        )
        self.can_change_plans_and_upkeep = can_change_plans_and_upkeep(rules)
        self.max_changes = options.plan_changes if isinstance(options, AirsteamOptions) else 0
        self.full = options.game == "full"
        self.random_colours = self.full and options.colours == "random"
        self.chosen_colours = self.full and options.colours == "by_choice"
        self.colours_by_seat = not self.random_colours and not self.chosen_colours
        self._build_constants(edition)
        self._build_character_tables(edition)
        self._build_card_tables(edition)
        self._build_shared_actions(edition)
        self._build_map_tables(edition, layouts)

    # Lookups

    def _build_constants(self, edition: Edition) -> None:
        facts = edition.game
        self.rounds = facts.rounds
        self.tiles_per_round = facts.demand_tiles_per_round
        self.prices = list(edition.market.steps)
        self.depot_costs = list(facts.depot_cost)
        self.depots_each = facts.depots_per_player
        self.depot_value = facts.depot_end_value
        self.fee_per_link = facts.foreign_depot_fee
        self.upkeep_per_cube = facts.upkeep_per_cube
        self.base_output = facts.factory_base_output
        self.tile_output = facts.factory_output_per_demand_tile
        self.city_demand = facts.city_demand
        self.final_price = facts.final_price_per_cube
        self.capacity_by_level = [0] + [row.capacity for row in edition.airship_level]
        self.diamonds_by_level = [0] + [row.diamonds for row in edition.airship_level]
        self.links_by_level = [0] + [row.links for row in edition.train_level]
        self.airship_cost = [0] + [row.level + 1 for row in edition.airship_level[:-1]] + [NO_NEXT_LEVEL]  # KS-12.2
        self.train_cost = [0] + [row.level + 1 for row in edition.train_level[:-1]] + [NO_NEXT_LEVEL]  # KS-13.2
        self.no_cubes = [0] * GOODS
        self.good_ids = [good.id for good in edition.good]
        self.city_names = [city.name for tile in edition.tile for city in tile.cities]
        self.direction_names = DIRECTION_NAMES

    def _build_character_tables(self, edition: Edition) -> None:
        """Tables by character; the last entry, which NOBODY finds as -1, is for a seat without one."""
        facts = edition.game
        self.characters = [person for team in edition.team for person in team.character]
        effects: list[dict[str, int]] = [
            {effect.kind: effect.value for effect in person.effects} for person in self.characters
        ]
        effects.append({})
        self.start_money = [own.get("start_money", facts.start_money) for own in effects]
        self.start_airship = [own.get("start_airship_level", 1) for own in effects]
        self.start_train = [own.get("start_train_level", 1) for own in effects]
        self.extra_depots = [own.get("extra_start_depot", 0) for own in effects]
        self.can_convert = ["action_convert" in own for own in effects]
        self.has_extra_action = ["extra_action_for_cube" in own for own in effects]
        self.can_lay_lines = ["action_lay_line" in own for own in effects]
        self.depot_discount = [own.get("depot_discount", 0) for own in effects]
        self.depot_upkeep_free = ["depot_upkeep_free" in own for own in effects]
        self.pass_income = [own.get("pass_income", facts.pass_income) for own in effects]
        self.fee_from_bank = ["foreign_fee_paid_by_bank" in own for own in effects]
        self.fee_bonus = [own.get("foreign_income_bonus", 0) for own in effects]
        self.capacity_bonus = [own.get("capacity_bonus", 0) for own in effects]
        self.can_swap_cards = ["swap_planned" in own for own in effects]
        self.line_cost = 0
        self.min_line_length = self.max_line_length = self.track_tiles = 0
        for person in self.characters:
            for effect in person.effects:
                if effect.kind == "action_lay_line":
                    self.line_cost = effect.cost_per_space
                    self.min_line_length = effect.min_spaces
                    self.max_line_length = effect.max_spaces
                    self.track_tiles = effect.track_tiles
        self.team_order = [team.order for team in edition.team]

    def _build_card_tables(self, edition: Edition) -> None:
        """The standard cards first, then the 13th card of each team."""
        self.standard_cards = len(edition.card)
        self.card_ids = [card.id for card in edition.card] + [team.special_card.id for team in edition.team]
        self.card_diamonds = [card.diamonds for card in edition.card]
        self.card_letter = [LETTERS.index(card.letter) for card in edition.card]
        self.letter_count = len(LETTERS)
        self.card_extra_actions = [0] * self.standard_cards
        self.card_free_ship = [0] * self.standard_cards
        self.flight_kinds: list[FlightKind] = [((card.speed,), False) for card in edition.card]
        for team in edition.team:
            special = team.special_card
            self.card_diamonds.append(special.diamonds)
            self.card_letter.append(LETTERS.index(special.letter))
            self.card_extra_actions.append(special.extra_actions)
            self.card_free_ship.append(special.free_ship_cubes)
            speeds = special.speed_choices if special.kind == "choose_speed" else (special.speed,)
            self.flight_kinds.append((tuple(speeds), special.straight))
        self.card_straight = [straight for speeds, straight in self.flight_kinds]
        self.card_stays = [speeds == (0,) for speeds, straight in self.flight_kinds]
        self.card_speed = [max(speeds) for speeds, straight in self.flight_kinds]
        self._plan_actions: dict[int, list[Action]] = {}

    def _build_shared_actions(self, edition: Edition) -> None:
        """Actions that recur are made once."""
        hexes = range(len(self.names.hexes))
        self.deal_colour = [act.DealColour(colour) for colour in range(len(edition.team))]
        self.choose_colour: list[Action] = [act.ChooseColour(colour) for colour in range(len(edition.team))]
        self.draw_start: list[Action] = [act.DrawStartPlayer(seat) for seat in range(self.seats_max)]
        self.draw_demand = [act.DrawDemandTile(good) for good in range(GOODS)]
        self.choose_character: list[list[Action]] = [
            [act.ChooseCharacter(2 * team), act.ChooseCharacter(2 * team + 1)] for team in range(len(edition.team))
        ]
        self.place_depot = [act.PlaceFreeDepot(hex_id) for hex_id in hexes]
        self.plan_card = [act.PlanNextCard(card) for card in range(len(self.flight_kinds))]
        self.seal_plan = act.SealPlan()
        self.seal_only: list[Action] = [self.seal_plan]
        self.open_plan = act.ReopenPlan()
        self.open_upkeep = act.ReopenUpkeep()
        self.swap_card = [act.SwapRevealedCard(slot) for slot in range(SLOTS)]
        self.fly: list[Action] = [act.FlyAirship(hex_id) for hex_id in hexes]
        self.build = [act.BuildDepot(hex_id) for hex_id in hexes]
        self.ship_to = [act.ChooseShipDestination(hex_id) for hex_id in hexes]
        most = edition.game.free_cubes_per_good
        counts: list[Action] = [act.ChooseShippedCubeCount(count) for count in range(1, most + 1)]
        self.ship_counts = [counts[:n] for n in range(most + 1)]
        self.lay_track = [act.LayTrackTile(hex_id) for hex_id in hexes]
        self.become = [act.ConvertIntoGood(good) for good in range(GOODS)]
        self.adjust = [act.AdjustAirship(direction) for direction in range(6)]
        self.pass_ = act.PassForIncome()
        self.upgrade_airship = act.UpgradeAirship()
        self.upgrade_train = act.UpgradeTrain()
        self.convert = act.ConvertCube()
        self.pay_upkeep = act.PayUpkeep()
        self.decline = act.DeclineOffer()
        self.finish = act.FinishShippingOrTrack()
        self._ship_actions: dict[int, Action] = {}
        self._give_up_actions: dict[int, Action] = {}
        self._load_actions: dict[int, Action] = {}
        self._ship_pay_actions: dict[tuple[int, ...], Action] = {}
        self.action_steps = ACTION_STEPS
        self.begin_round = BeginRoundStep()
        self.seats_by_bits = [tuple([s for s in range(6) if bits >> s & 1]) for bits in range(64)]

    def _build_map_tables(self, edition: Edition, layouts: list[MapLayout]) -> None:
        """One map for each number of seats; the numbers of one configuration share it."""
        goods = [good.id for good in edition.good]
        self.printed_links = len(self.names.links)
        self.max_laid_lines = self.track_tiles // self.min_line_length if self.full and self.min_line_length else 0
        found: dict[int, MapTables] = {}
        for layout in layouts:
            tables = MapTables(self.names, layout, goods, self.flight_kinds, self.fly)
            for seats in layout.players:
                found[seats] = tables
        blank = found[self.seats_min]
        self.maps = [found.get(seats, blank) for seats in range(self.seats_max + 1)]
        self.link_build_actions: list[list[list[Action]]] = [
            [[self.build[hex_id] for hex_id in spaces] for spaces in tables.link_spaces] for tables in self.maps
        ]
        self.adjust_actions: list[list[list[Action]]] = [
            self._list_one_hex_move_actions_by_hex(tables) for tables in self.maps
        ]
        self.possible_lines = [
            tables.find_new_lines_by_city_pair(self.min_line_length, self.max_line_length)
            if self.max_laid_lines
            else {}
            for tables in self.maps
        ]
        self.lay_line_actions: list[dict[tuple[int, int], Action]] = [
            {pair: act.BeginRailLine(pair[0], pair[1]) for pair in lines} for lines in self.possible_lines
        ]

    def _list_one_hex_move_actions_by_hex(self, tables: MapTables) -> list[list[Action]]:
        return [
            [self.adjust[d] for d in range(6) if six[d] != NOBODY and tables.can_stop[six[d]]]  # KS-18.2
            for six in tables.neighbour_by_direction
        ]

    def list_flight_actions(self, state: AirsteamState, seat: int, card: int) -> list[Action]:
        return self.maps[state.seats].list_flight_actions(card, state.airship[seat])

    def find_reachable_hexes(self, state: AirsteamState, seat: int, card: int) -> frozenset[int]:
        return self.maps[state.seats].find_reachable_hexes(card, state.airship[seat])

    def list_all_own_cards(self, state: AirsteamState, seat: int) -> list[int]:
        cards = list(range(self.standard_cards))
        if self.full:
            cards.append(self.standard_cards + state.team[seat])  # KS-24.2
        return cards

    def is_own_card(self, state: AirsteamState, seat: int, card: int) -> bool:
        return card < self.standard_cards or (self.full and card == self.standard_cards + state.team[seat])

    def list_next_card_or_seal_actions(self, state: AirsteamState, seat: int) -> list[Action]:
        """The cards not yet laid, or the seal of a full plan, from a table by what was laid."""
        base = seat * SLOTS
        laid = 0
        for slot in range(SLOTS):
            card = state.plan[base + slot]
            if card != NOBODY:
                laid |= 1 << card
        key = laid << 3 | (state.team[seat] if self.full else 7)
        found = self._plan_actions.get(key)
        if found is None:
            found = self.seal_only
            if not is_plan_full(state, seat):
                found = [self.plan_card[card] for card in self.list_all_own_cards(state, seat) if not laid >> card & 1]
            self._plan_actions[key] = found
        return found

    def get_link_id(self, link: int) -> str:
        """The id of a printed or laid link, as the codec has it."""
        return self.names.links[link] if link < self.printed_links else f"laid-{link - self.printed_links + 1}"

    def get_ship_action(self, depot_hex: int, good: int) -> Action:
        return _get_or_create_action(self._ship_actions, depot_hex * GOODS + good, act.ShipFromDepot, depot_hex, good)

    def get_give_up_cube_action(self, cube_place: int, good: int) -> Action:
        return _get_or_create_action(self._give_up_actions, cube_place * GOODS + good, act.GiveUpCube, cube_place, good)

    def get_load_or_unload_action(self, hold_code: int) -> Action:
        """The hold written as one number, see `encode_hold`."""
        action = self._load_actions.get(hold_code)
        if action is None:
            action = act.LoadOrUnload(decode_hold(hold_code))
            self._load_actions[hold_code] = action
        return action

    def get_fee_split_action(self, link_count_by_owner: tuple[int, ...]) -> Action:
        action = self._ship_pay_actions.get(link_count_by_owner)
        if action is None:
            action = act.ChooseFeeSplit(link_count_by_owner)
            self._ship_pay_actions[link_count_by_owner] = action
        return action

    # The table

    def empty_state(self, seats: int) -> AirsteamState:
        state = AirsteamState(seats)
        state.tie_order = list(range(seats))
        state.team = [seat if self.colours_by_seat else NOBODY for seat in range(seats)]
        state.character = [NOBODY] * seats
        state.cash = [0] * seats
        state.airship_level = [1] * seats  # KS-2.1
        state.train_level = [1] * seats
        state.airship = [NOBODY] * seats
        state.depots_left = [self.depots_each] * seats
        state.diamonds = [0] * seats
        state.hold = [0] * (seats * GOODS)
        state.plan = [NOBODY] * (seats * SLOTS)
        state.face = [0] * (seats * SLOTS)
        if self.can_change_plans_and_upkeep:
            state.changes_made = [0] * seats
        state.link_depots = [0] * (self.printed_links + self.max_laid_lines)
        state.link_owners = [0] * (self.printed_links + self.max_laid_lines)
        self._lay_out_market_factories_and_cities(state)
        return state

    def _lay_out_market_factories_and_cities(self, state: AirsteamState) -> None:
        facts = self.edition.game
        tables = self.maps[state.seats]
        state.supply = [facts.free_cubes_per_good] * GOODS  # KS-2.6
        state.price = [self.edition.market.start_step] * GOODS  # KS-2.5
        state.pile = [good.demand_tiles for good in self.edition.good]
        state.factory_cubes = [0] * (len(self.names.factories) * GOODS)
        for factory in tables.factories:
            good = tables.factory_good[factory]
            state.factory_cubes[factory * GOODS + good] = facts.factory_start_cubes  # KS-2.3
            state.supply[good] -= facts.factory_start_cubes
        cities = range(len(self.names.cities))
        state.city_state = [0 for city in cities]
        state.city_good = [tables.city_good[city] for city in cities]
        state.city_left = [self.city_demand if city in tables.cities else 0 for city in cities]  # KS-17.2

    def set_up(self, state: AirsteamState) -> None:
        step_stack: list[Step[Any, Any]] = state.step_stack
        step_stack.append(BeginDepotPlacementStep())
        if not self.full:
            step_stack.append(DrawStartPlayerStep())
            return
        step_stack.append(ChooseCharactersStep())
        if self.random_colours:
            for seat in reversed(range(state.seats)):
                step_stack.append(DealColourStep(seat))
        elif self.chosen_colours:
            for seat in reversed(range(state.seats)):
                step_stack.append(ChooseColourStep(seat))

    def scores(self, state: AirsteamState) -> list[int]:
        return [
            state.cash[seat] + self.depot_value * count_depots_built(self, state, seat)  # KS-23.1
            for seat in range(state.seats)
        ]

    def winners(self, state: AirsteamState) -> tuple[int, ...]:
        if state.step_stack:
            return ()
        keys = [
            (score, count_depots_built(self, state, seat))  # KS-23.4
            for seat, score in enumerate(self.scores(state))
        ]
        best = max(keys)
        return tuple([seat for seat, key in enumerate(keys) if key == best])  # KS-23.5

    def end_reason(self, state: AirsteamState) -> str:
        return "" if state.step_stack else "rounds"

    def round_number(self, state: AirsteamState) -> int:
        return state.round

    def create_observation_encoding(self, seats: int) -> AirsteamObservation:
        return AirsteamObservation(self, seats)

    def action_space(self, seats: int) -> tuple[Action, ...]:
        """What the map of this many seats can ever offer; laid lines only in the Full Game."""
        tables = self.maps[seats]
        laid = sorted({hex_id for paths in self.possible_lines[seats].values() for path in paths for hex_id in path})
        places = [*tables.rail_hexes, *laid]
        found: list[Action] = [
            *self.plan_card[: self.standard_cards],
            *self._list_full_game_actions(seats, laid),
        ]
        found += [self.place_depot[hex_id] for hex_id in places]
        found += [self.fly[hex_id] for hex_id in range(len(tables.can_stop)) if tables.can_stop[hex_id]]
        found += [
            self.get_load_or_unload_action(code)
            for code in list_all_hold_codes(max(self.capacity_by_level) + max(self.capacity_bonus) * self.full)
        ]
        found += [self.pass_, self.upgrade_airship, self.upgrade_train, *self.adjust]
        found += [self.build[hex_id] for hex_id in places]
        found += [self.get_ship_action(hex_id, good) for hex_id in places for good in range(GOODS)]
        found += [self.ship_to[hex_id] for hex_id in (*(tables.city_hex[city] for city in tables.cities), *places)]
        found += self.ship_counts[-1]
        found += [self.get_fee_split_action(way) for way in list_all_fee_splits(seats, self.links_by_level[-1] - 1)]
        found += [self.pay_upkeep, self.finish]
        found += [self.get_give_up_cube_action(hex_id, good) for hex_id in (NOBODY, *places) for good in range(GOODS)]
        if self.can_change_plans_and_upkeep:
            found.append(self.seal_plan)
        return tuple(found)

    def _list_full_game_actions(self, seats: int, layable_hexes: list[int]) -> list[Action]:
        if not self.full:
            return []
        found: list[Action] = [self.decline, *self.plan_card[self.standard_cards :], *self.swap_card, self.convert]
        for choices in self.choose_character:
            found += choices
        if self.chosen_colours:
            found += self.choose_colour
        found += self.become
        found += self.lay_line_actions[seats].values()
        found += [self.lay_track[hex_id] for hex_id in layable_hexes]
        return found

    # In other files

    def imagine(self, state: AirsteamState, seat: int, rng: random.Random) -> AirsteamState:
        return imagine(self, state, seat, rng)

    def imagine_contrasting_states(self, state: AirsteamState, seat: int, rng: random.Random) -> list[AirsteamState]:
        return imagine_contrasting_states(self, state, seat, rng)


def _get_or_create_action(
    action_by_key: dict[int, Action], key: int, action_class: Any, cube_place: int, good: int
) -> Action:
    action = action_by_key.get(key)
    if action is None:
        made: Action = action_class(cube_place, good)
        action_by_key[key] = made
        return made
    return action


def create_game(
    edition: EditionSource, options: Mapping[str, Any], rules: int, weights: Mapping[str, float] | None
) -> Airsteam:
    settings: AirsteamOptionsOfRules1 | AirsteamOptions = (
        read_options(AirsteamOptions, options, "airsteam")
        if can_change_plans_and_upkeep(rules)
        else read_options(AirsteamOptionsOfRules1, options, "airsteam")
    )
    return Airsteam(read_edition(edition), settings, rules, read_weights("airsteam", WEIGHTS, weights))
