"""What lies ahead of each seat, in dollars: the risk in the hands, planes, cities, fleets, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.games.tingoose.model.state import (
    CRASH,
    EVENTS_ONLY,
    GENEROUS_DIVIDENDS,
    IRREGULAR_SAFETY,
    LARGE,
    MEDIUM,
    OIL,
    REGIONAL_MANAGEMENT,
    RURAL_STOPS,
    SMALL,
    STRIKE,
    TinGooseState,
)
from aerodrome.games.tingoose.rules.queries import (
    bits_to_cities,
    count_barrels,
    count_bits,
    count_demand_tokens,
    count_flames,
    find_reachable_city_bits,
    get_income,
    owns_fleet_of_same_kind,
    violation_of_upgrade,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

NO_PLANE: Final = -1
MAX_AIRMAIL_LINES: Final = 4
"""Airmail targets farther away than this are not hoped for."""


class RemainingGameOutlook:
    """What the cards in all hands, as imagined, will probably still cost; and how long the game goes on."""

    def __init__(self, game: TinGoose, state: TinGooseState, weights: dict[str, float]) -> None:
        self.weights = weights
        self.turns: list[int] = count_turns_left(game, state)
        self.oil: float = 0.0
        """Dollars per barrel in the oil events to come."""
        self.oil_events: float = 0.0
        self.crash: float = 0.0
        """Dollars per flame in the crashes to come."""
        self.crashes: float = 0.0
        self.win: float = 0.0
        self.lose: float = 0.0
        self._add_event_cards_in_hands(game, state)

    def _add_event_cards_in_hands(self, game: TinGoose, state: TinGooseState) -> None:
        """Sums up the events in all hands, each by the chance that it will be played."""
        odds = estimate_play_chance_by_era(game, state)
        for era in range(len(odds)):
            chance = odds[era]
            if chance == 0.0:
                continue
            for card in game.deal_piles[era][EVENTS_ONLY]:
                if not 0 <= state.holder[card] < state.seats:
                    continue
                kind = game.card_kind[card]
                if kind == OIL:
                    self.oil += chance * game.event_price[card]
                    self.oil_events += chance
                elif kind == CRASH:
                    self.crash += chance * game.event_price[card]
                    self.crashes += chance
                elif kind == STRIKE:
                    self.win += chance * game.strike_win[card]
                    self.lose += chance * game.strike_lose[card]


def estimate_play_chance_by_era(game: TinGoose, state: TinGooseState) -> list[float]:
    """For each era the chance that a card still in a hand will be played."""
    odds: list[float] = []
    now = game.era_of_round[state.round] if state.round else -1
    for era in range(len(game.decks)):
        size = game.hand_sizes[era]
        if era > now:
            odds.append((size - 1) / size)
        elif era < now or not state.step_stack:
            odds.append(0.0)
        else:
            left = 0
            number = state.round
            while number <= game.rounds and game.era_of_round[number] == era:
                left += 1
                number += 1
            odds.append(left / (left + 1))
    return odds


def count_turns_left(game: TinGoose, state: TinGooseState) -> list[int]:
    """How often each seat will still reach the end of a turn."""
    if not state.step_stack:
        return [0] * state.seats
    if state.round == 0:
        return [game.rounds] * state.seats
    later = game.rounds - state.round
    now = (state.active - state.first) % state.seats
    return [later + (1 if (seat - state.first) % state.seats >= now else 0) for seat in range(state.seats)]


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


def estimate_income_box_value(game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int) -> float:
    """What one box up brings a seat, on the average of the track."""
    span = (game.income_boxes[-1] - game.income_boxes[0]) / (len(game.income_boxes) - 1)
    return span * (game.per_income + estimate_turns_with_income(state, outlook, seat))


def estimate_turns_with_income(state: TinGooseState, outlook: RemainingGameOutlook, seat: int) -> float:
    turns = float(outlook.turns[seat])
    if state.conditions[seat] >> GENEROUS_DIVIDENDS & 1:
        turns *= 1.0 - outlook.weights["dividends"]
    return turns


def estimate_plane_value(outlook: RemainingGameOutlook, size: int, turns: int) -> float:
    weights = outlook.weights
    if turns == 0:
        return 0.0
    if size == LARGE:
        return weights["plane_large"]
    return weights["plane_medium"] if size == MEDIUM else weights["plane_small"]


def estimate_waiting_planes_value(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int
) -> float:
    """The planes on the cards, the largest first, as many as there are placements left."""
    room = game.max_same_action * outlook.turns[seat]
    total = 0.0
    largest = NO_PLANE
    for size in (LARGE, MEDIUM, SMALL):
        number = 0
        for i, fleet in enumerate(state.fleets[seat]):
            if game.fleet_size[fleet] == size:
                number += state.planes[seat][i]
        if number and largest == NO_PLANE:
            largest = size
        used = min(number, room)
        room -= used
        total += used * estimate_plane_value(outlook, size, outlook.turns[seat])
    if largest != NO_PLANE:
        total += outlook.weights["abroad"] * min(1, count_destinations_ahead(game, state, outlook, seat, largest))
    return total


def count_destinations_ahead(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int, size: int
) -> int:
    """How many destinations a seat could still serve with planes of this size."""
    number = 0
    first = game.rounds - outlook.turns[seat] + 1
    before = NO_PLANE
    for place in game.destination_of_round[max(first, 1) :]:
        if (
            place != before
            and not state.served_destinations[seat] >> place & 1
            and game.destination_size[place] <= size
        ):
            number += 1
        before = place
    return number


def estimate_reachable_cities_value(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int
) -> float:
    """The best that lies one line away."""
    if outlook.turns[seat] == 0 or state.network[seat] == 0:
        return 0.0
    near = find_reachable_city_bits(game, state.network[seat], SMALL)
    best = 0
    for city in bits_to_cities(game, near):
        best = max(best, count_demand_tokens(state, city))
    worth = outlook.weights["reach_demand"] * best * get_income(game, state, seat)
    return worth + outlook.weights["reach_major"] * min(count_bits(near & game.major_cities), outlook.turns[seat])


def estimate_airmail_value(game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int) -> float:
    airmail = state.airmail[seat]
    if airmail < 0 or state.delivered >> seat & 1 or outlook.turns[seat] == 0:
        return 0.0
    target = game.airmail_target[airmail]
    known = state.network[seat]
    chance = outlook.weights["airmail"]
    for far in range(1, MAX_AIRMAIL_LINES + 1):
        known |= find_reachable_city_bits(game, known, SMALL)
        if known >> target & 1:
            return game.airmail_reward * chance if far <= game.max_same_action * outlook.turns[seat] else 0.0
        chance *= outlook.weights["airmail_far"]
    return 0.0


def estimate_condition_cost(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int, condition: int
) -> float:
    """What keeping a condition costs; for Unproductive Investments what its removal pays."""
    weights = outlook.weights
    if condition == IRREGULAR_SAFETY:
        return game.safety_hazard * outlook.crash + weights["flame_risk"] * outlook.crashes * 4.0
    if condition == GENEROUS_DIVIDENDS:
        return weights["dividends"] * outlook.turns[seat] * interpolate_income(game, state.income_box[seat])
    if condition == RURAL_STOPS:
        return game.oil_surcharge * outlook.oil_events * count_barrels(game, state, seat)
    if condition == REGIONAL_MANAGEMENT:
        return weights["regional"] * outlook.turns[seat]
    pays = game.investments_pay[game.era_of_round[max(state.round, 1)]]
    return pays * (1.0 - weights["investments"])


def estimate_best_condition_removal_value(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int
) -> float:
    best = 0.0
    for condition in range(len(game.conditions)):
        if state.conditions[seat] >> condition & 1:
            best = max(best, estimate_condition_cost(game, state, outlook, seat, condition))
    return best


def estimate_fleet_upkeep(game: TinGoose, outlook: RemainingGameOutlook, fleet: int, extra_per_barrel: float) -> float:
    """What a fleet's barrels and flames will cost; `extra_per_barrel` dollars per barrel for Rural Stops."""
    return game.fleet_barrels[fleet] * (outlook.oil + extra_per_barrel) + game.fleet_flames[fleet] * outlook.crash


def estimate_fleet_value(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int, card: int
) -> float:
    """What winning this card brings a seat, before the price."""
    turns = outlook.turns[seat]
    extra = game.oil_surcharge * outlook.oil_events if state.conditions[seat] >> RURAL_STOPS & 1 else 0.0
    plane = estimate_plane_value(outlook, game.fleet_size[card], turns)
    new = estimate_fleet_upkeep(game, outlook, card, extra)
    waiting = sum(state.planes[seat])
    usable = max(0, min(game.planes_per_fleet, game.max_same_action * turns - waiting))
    worth = usable * plane - new + estimate_best_condition_removal_value(game, state, outlook, seat)
    for i, fleet in enumerate(state.fleets[seat]):
        if not violation_of_upgrade(game, state, seat, fleet, card):
            lift = plane - estimate_plane_value(outlook, game.fleet_size[fleet], turns)
            worth = max(worth, estimate_fleet_upkeep(game, outlook, fleet, extra) - new + state.planes[seat][i] * lift)
    if owns_fleet_of_same_kind(game, state, seat, card):
        worth += game.same_kind_bonus_boxes * estimate_income_box_value(game, state, outlook, seat)
    return worth


def estimate_event_costs(game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook, seat: int) -> float:
    """What barrels and flames will cost in the events to come."""
    oil = outlook.oil
    if state.conditions[seat] >> RURAL_STOPS & 1:
        oil += game.oil_surcharge * outlook.oil_events
    return count_barrels(game, state, seat) * oil + count_flames(game, state, seat) * outlook.crash


def estimate_crash_income_move_values(
    game: TinGoose, state: TinGooseState, outlook: RemainingGameOutlook
) -> list[float]:
    """What the boxes lost and won in crashes are worth to each seat, by where its flames stand now."""
    hazard = [count_flames(game, state, seat) for seat in range(state.seats)]
    most, fewest = max(hazard), min(hazard)
    moves: list[float] = []
    for seat in range(state.seats):
        boxes = 0.0
        if most > fewest:  # a straight line between the two ends stands for the chance to be there
            middle = (most + fewest) / 2.0
            boxes = 2.0 * (middle - hazard[seat]) / (most - fewest) * game.crash_least_boxes
        worth = boxes * outlook.crashes * outlook.weights["flame_risk"]
        moves.append(worth * estimate_income_box_value(game, state, outlook, seat))
    return moves


def estimate_strike_values(state: TinGooseState, outlook: RemainingGameOutlook) -> list[float]:
    """What the strikes to come bring each seat, by the labor chips it holds."""
    weights = outlook.weights
    total = sum(state.chips)
    worth: list[float] = []
    for seat in range(state.seats):
        chips = state.chips[seat]
        share = weights["strike"] * chips / (total + 1.0) if chips else 0.0
        worth.append(share * (outlook.win + outlook.lose) - outlook.lose + chips * weights["chip"])
    return worth
