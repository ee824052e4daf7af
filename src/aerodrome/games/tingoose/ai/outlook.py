"""What lies ahead of each seat, in dollars: the risk in the hands, planes, cities, fleets, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.games.tingoose.model.state import (
    CRASH,
    FLEET,
    GENEROUS_DIVIDENDS,
    IRREGULAR_SAFETY,
    LARGE,
    MEDIUM,
    OIL,
    REGIONAL_MANAGEMENT,
    RURAL_STOPS,
    SMALL,
    TinGooseState,
)
from aerodrome.games.tingoose.rules.queries import (
    count_barrels,
    count_bits,
    count_demand_tokens,
    count_flames,
    find_reachable_city_bits,
    find_rule_against_upgrade,
    get_income,
    list_cities_in_bits,
    owns_fleet_of_same_kind,
)
from aerodrome.games.tingoose.steps.turn import CardPlayStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionsStartStep, TurnActionStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

NO_PLANE: Final = -1
MAX_AIRMAIL_LINES: Final = 4
"""Airmail targets farther away than this are not hoped for."""


class RemainingGameOutlook:
    """What the cards in all hands, as imagined, will probably still cost; and what each seat can still do."""

    def __init__(self, game: TinGoose, state: TinGooseState, weights: dict[str, float]) -> None:
        self.weights = weights
        self.turns: list[int] = count_turns_left_by_seat(game, state)
        """How often each seat will still reach the end of a turn."""
        self.turns_to_begin: list[int] = self.turns.copy()
        """How often each seat will still begin its actions."""
        self.placements: list[int] = []
        """How many planes each seat can still place."""
        self.first_round_abroad: list[int] = []
        """From which round on each seat has the slots to serve a destination."""
        self._set_placements_and_rounds_abroad_left(game, state)
        self.flames: list[int] = [count_flames(game, state, seat) for seat in range(state.seats)]
        self.oil: float = 0.0
        """Dollars per barrel in the oil events to come."""
        self.oil_events: float = 0.0
        self.crash: float = 0.0
        """Dollars per flame in the crashes to come."""
        self.crashes: float = 0.0
        self.win: float = 0.0
        self.lose: float = 0.0
        self.strikes: float = 0.0
        self.city_bonuses: list[float] = [0.0] * state.seats
        """How many of the cards in its hand each seat will probably play with the bonus for a city it serves."""
        self._add_cards_in_hands(game, state)

    def _set_placements_and_rounds_abroad_left(self, game: TinGoose, state: TinGooseState) -> None:
        for seat in range(state.seats):
            self.placements.append(game.max_same_action * self.turns[seat])
            self.first_round_abroad.append(max(game.rounds - self.turns[seat] + 1, 1))
        if state.round == 0 or not state.step_stack:
            return
        active = state.active
        slots = 0
        placements = 0
        for step in state.step_stack:
            if isinstance(step, TurnActionsStartStep):
                return
            if isinstance(step, TurnActionStep):
                slots = step.actions_left
                placements = min(game.max_same_action - step.planes, slots)
        self.turns_to_begin[active] -= 1
        self.placements[active] += placements - game.max_same_action
        if slots < game.international_service_actions:
            self.first_round_abroad[active] += 1

    def _add_cards_in_hands(self, game: TinGoose, state: TinGooseState) -> None:
        """Sums up the cards in all hands, each by the chance that it will be played."""
        for era in range(len(game.decks)):
            chances = estimate_card_play_chance_by_seat(game, state, era)
            if not chances:
                continue
            for card in game.decks[era]:
                holder = state.holder[card]
                if not 0 <= holder < state.seats:
                    continue
                if state.network[holder] >> game.card_city[card] & 1:
                    self.city_bonuses[holder] += chances[holder]
                if game.card_kind[card] != FLEET:
                    self._add_event_card(game, card, chances[holder])

    def _add_event_card(self, game: TinGoose, card: int, chance: float) -> None:
        kind = game.card_kind[card]
        if kind == OIL:
            self.oil += chance * game.event_price[card]
            self.oil_events += chance
        elif kind == CRASH:
            self.crash += chance * game.event_price[card]
            self.crashes += chance
        else:
            self.win += chance * game.strike_win[card]
            self.lose += chance * game.strike_lose[card]
            self.strikes += chance


def estimate_card_play_chance_by_seat(game: TinGoose, state: TinGooseState, era: int) -> list[float]:
    """For each seat the chance that a card of this era in its hand will be played; empty when none can be."""
    now = game.era_of_round[state.round] if state.round else -1
    if era < now or not state.step_stack:
        return []
    if era > now:
        size = game.hand_sizes[era]
        return [(size - 1) / size] * state.seats
    later = 0
    number = state.round + 1
    while number <= game.rounds and game.era_of_round[number] == era:
        later += 1
        number += 1
    chances: list[float] = []
    for seat in range(state.seats):
        left = later + (1 if has_card_to_play_this_round(state, seat) else 0)
        chances.append(left / (left + 1))
    return chances


def holds_card_of_city_for_later(game: TinGoose, state: TinGooseState, seat: int, city: int) -> bool:
    """Whether a seat's hand has a card of this city that it can still play in a later turn."""
    for card in game.cards_of_city[city]:
        if state.holder[card] == seat:
            era = game.card_era[card]
            now = game.era_of_round[state.round]
            if era > now or (era == now and not game.ends_era[state.round]):
                return True
    return False


def has_card_to_play_this_round(state: TinGooseState, seat: int) -> bool:
    """Whether a seat's card of the round at hand is still to be played."""
    place = (seat - state.first) % state.seats
    now = (state.active - state.first) % state.seats
    return place > now or (place == now and isinstance(state.step_stack[-1], CardPlayStep))


def count_turns_left_by_seat(game: TinGoose, state: TinGooseState) -> list[int]:
    """How often each seat will still reach the end of a turn."""
    if not state.step_stack:
        return [0] * state.seats
    if state.round == 0:
        return [game.rounds] * state.seats
    later = game.rounds - state.round
    now = (state.active - state.first) % state.seats
    return [later + (1 if (seat - state.first) % state.seats >= now else 0) for seat in range(state.seats)]


# Income


def interpolate_income(game: TinGoose, box: int) -> float:
    """The income of a box, a little more for the higher of two boxes with the same number."""
    number = game.income_boxes[box]
    first = box
    while first > 0 and game.income_boxes[first - 1] == number:
        first -= 1
    last = box
    while last + 1 < len(game.income_boxes) and game.income_boxes[last + 1] == number:
        last += 1
    return number + (box - first) / (last - first + 1)


def estimate_value_of_one_income_box(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int
) -> float:
    """What one box up brings a seat, on the average of the track."""
    span = (game.income_boxes[-1] - game.income_boxes[0]) / (len(game.income_boxes) - 1)
    return span * (game.per_income + estimate_paying_turns_left(state, outlook, seat))


def estimate_income_move_value(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int, boxes: int
) -> float:
    """What a move of the marker brings a seat from where it stands, no farther than the ends of the track."""
    box = state.income_box[seat]
    to = min(max(box + boxes, 0), len(game.income_boxes) - 1)
    change = interpolate_income(game, to) - interpolate_income(game, box)
    return change * (game.per_income + estimate_paying_turns_left(state, outlook, seat))


def estimate_paying_turns_left(state: TinGooseState, outlook: RemainingGameOutlook, seat: int) -> float:
    turns = float(outlook.turns[seat])
    if state.conditions[seat] >> GENEROUS_DIVIDENDS & 1:
        turns *= 1.0 - outlook.weights["dividends"]
    return turns


# Planes and cities


def count_waiting_planes_by_size(game: TinGoose, state: TinGooseState, seat: int) -> list[int]:
    """Small, medium and large planes on a seat's cards."""
    waiting = [0, 0, 0]
    for i, fleet in enumerate(state.fleets[seat]):
        waiting[game.fleet_size[fleet]] += state.planes[seat][i]
    return waiting


def estimate_planes_value(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int, waiting_by_size: list[int]
) -> float:
    """So many small, medium and large planes: the largest first, as many as can still be placed."""
    weights = outlook.weights
    room = outlook.placements[seat]
    large = min(waiting_by_size[LARGE], room)
    medium = min(waiting_by_size[MEDIUM], room - large)
    small = min(waiting_by_size[SMALL], room - large - medium)
    worth = large * weights["plane_large"] + medium * weights["plane_medium"] + small * weights["plane_small"]
    largest = (
        LARGE
        if waiting_by_size[LARGE]
        else MEDIUM
        if waiting_by_size[MEDIUM]
        else SMALL
        if waiting_by_size[SMALL]
        else NO_PLANE
    )
    if largest != NO_PLANE and count_destinations_left_to_serve(game, state, outlook, seat, largest):
        worth += weights["abroad"]
    return worth


def count_destinations_left_to_serve(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int, plane_size: int
) -> int:
    """How many destinations a seat could still serve with planes of this size."""
    number = 0
    before = NO_PLANE
    for place in game.destination_of_round[outlook.first_round_abroad[seat] :]:
        if (
            place != before
            and not state.served_destinations[seat] >> place & 1
            and game.destination_size[place] <= plane_size
        ):
            number += 1
        before = place
    return number


def estimate_reachable_cities_value(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int
) -> float:
    """The best that lies one line away."""
    room = outlook.placements[seat]
    if room == 0 or state.network[seat] == 0:
        return 0.0
    near = find_reachable_city_bits(game, state.network[seat], SMALL)
    best = 0
    for city in list_cities_in_bits(game, near):
        best = max(best, count_demand_tokens(state, city))
    worth = outlook.weights["reach_demand"] * best * get_income(game, state, seat)
    return worth + outlook.weights["reach_major"] * min(count_bits(near & game.major_cities), room)


def estimate_airmail_value(game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int) -> float:
    airmail = state.airmail[seat]
    if airmail < 0 or state.delivered >> seat & 1 or outlook.placements[seat] == 0:
        return 0.0
    target = game.airmail_target[airmail]
    known = state.network[seat]
    chance = outlook.weights["airmail"]
    for far in range(1, MAX_AIRMAIL_LINES + 1):
        known |= find_reachable_city_bits(game, known, SMALL)
        if known >> target & 1:
            return game.airmail_reward * chance if far <= outlook.placements[seat] else 0.0
        chance *= outlook.weights["airmail_far"]
    return 0.0


# Fleets and conditions


def estimate_condition_removal_value(
    game: TinGoose,
    state: TinGooseState,
    outlook: RemainingGameOutlook,
    seat: int,
    condition: int,
    barrels: int,
    flames: int,
) -> float:
    """What a seat with so many barrels and flames gains by the removal of a condition."""
    weights = outlook.weights
    if condition == IRREGULAR_SAFETY:
        fewer = flames - game.safety_hazard
        moves = estimate_crash_income_move_value(game, state, outlook, seat, fewer)
        moves -= estimate_crash_income_move_value(game, state, outlook, seat, flames)
        return game.safety_hazard * outlook.crash + moves
    if condition == GENEROUS_DIVIDENDS:
        return weights["dividends"] * outlook.turns[seat] * interpolate_income(game, state.income_box[seat])
    if condition == RURAL_STOPS:
        return game.oil_surcharge * outlook.oil_events * barrels
    if condition == REGIONAL_MANAGEMENT:
        return weights["regional"] * outlook.turns_to_begin[seat]
    pays = game.investments_pay[game.era_of_round[max(state.round, 1)]]
    return pays * (1.0 - weights["investments"])


def estimate_best_condition_removal_value(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int, barrels: int, flames: int
) -> float:
    """The condition whose removal brings a seat with so many barrels and flames the most."""
    best = 0.0
    for condition in range(len(game.conditions)):
        if state.conditions[seat] >> condition & 1:
            best = max(best, estimate_condition_removal_value(game, state, outlook, seat, condition, barrels, flames))
    return best


def estimate_barrel_and_flame_cost(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int, barrels: int, flames: int
) -> float:
    """What so many barrels and flames will cost a seat in the events to come, moves of its marker included."""
    oil = outlook.oil
    if state.conditions[seat] >> RURAL_STOPS & 1:
        oil += game.oil_surcharge * outlook.oil_events
    return barrels * oil + flames * outlook.crash - estimate_crash_income_move_value(game, state, outlook, seat, flames)


def estimate_value_of_winning_fleet(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int, card: int
) -> float:
    """What winning this card brings a seat, before the price."""
    worth = estimate_deploy_or_upgrade_value(game, state, outlook, seat, card)
    if owns_fleet_of_same_kind(game, state, seat, card):
        worth += estimate_income_move_value(game, state, outlook, seat, game.same_kind_bonus_boxes)
    return worth


def estimate_deploy_or_upgrade_value(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int, card: int
) -> float:
    """What deploying a card that is won, or upgrading with it, brings a seat, whichever is better."""
    barrels, flames = count_barrels(game, state, seat), outlook.flames[seat]
    waiting = count_waiting_planes_by_size(game, state, seat)
    before = estimate_planes_value(game, state, outlook, seat, waiting)
    before -= estimate_barrel_and_flame_cost(game, state, outlook, seat, barrels, flames)
    size = game.fleet_size[card]
    barrels += game.fleet_barrels[card]
    flames += game.fleet_flames[card]
    waiting[size] += game.planes_per_fleet
    worth = estimate_planes_value(game, state, outlook, seat, waiting)
    worth -= estimate_barrel_and_flame_cost(game, state, outlook, seat, barrels, flames)
    worth += estimate_best_condition_removal_value(game, state, outlook, seat, barrels, flames)
    waiting[size] -= game.planes_per_fleet
    for i, fleet in enumerate(state.fleets[seat]):
        if find_rule_against_upgrade(game, state, seat, fleet, card) or is_upgrade_no_better(
            game, state, seat, fleet, card
        ):
            continue
        moved = waiting.copy()
        moved[game.fleet_size[fleet]] -= state.planes[seat][i]
        moved[size] += state.planes[seat][i]
        upgraded = estimate_planes_value(game, state, outlook, seat, moved)
        upgraded -= estimate_barrel_and_flame_cost(
            game,
            state,
            outlook,
            seat,
            barrels - game.fleet_barrels[fleet],
            flames - game.fleet_flames[fleet],
        )
        worth = max(worth, upgraded)
    return worth - before


def is_upgrade_no_better(game: TinGoose, state: TinGooseState, seat: int, old_fleet: int, new_fleet: int) -> bool:
    """Whether a fleet that replaces another has no fewer barrels, no fewer flames and no waiting plane that grows."""
    if (
        game.fleet_barrels[new_fleet] < game.fleet_barrels[old_fleet]
        or game.fleet_flames[new_fleet] < game.fleet_flames[old_fleet]
    ):
        return False
    waiting = state.planes[seat][state.fleets[seat].index(old_fleet)]
    return waiting == 0 or game.fleet_size[new_fleet] <= game.fleet_size[old_fleet]


# Events


def estimate_crash_income_move_value(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int, flames: int
) -> float:
    """What the boxes lost and won in crashes are worth to a seat that has so many flames, the others as now."""
    if outlook.crashes == 0.0:
        return 0.0
    most = fewest = flames
    for other in range(state.seats):
        if other != seat:
            most = max(most, outlook.flames[other])
            fewest = min(fewest, outlook.flames[other])
    if most == fewest:
        return 0.0
    # a straight line between the two ends stands for the chance to be there
    boxes = (most + fewest - 2.0 * flames) / (most - fewest) * game.crash_least_boxes
    worth = boxes * outlook.crashes * outlook.weights["flame_risk"]
    return worth * estimate_value_of_one_income_box(game, state, outlook, seat)


def estimate_strike_value_by_seat(state: TinGooseState, outlook: RemainingGameOutlook) -> list[float]:
    """What the strikes to come bring each seat, by the labor chips it holds; nothing when none can come."""
    weights = outlook.weights
    total = sum(state.chips)
    chip = weights["chip"] * min(1.0, outlook.strikes)
    worth: list[float] = []
    for seat in range(state.seats):
        chips = state.chips[seat]
        share = weights["strike"] * chips / (total + 1.0) if chips else 0.0
        worth.append(share * (outlook.win + outlook.lose) - outlook.lose + chips * chip)
    return worth
