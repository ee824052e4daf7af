"""What lies ahead of each seat, in dollars: the risk in the hands, planes, cities, fleets, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aerodrome.games.tingoose.model.state import TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    CRASH,
    DIVIDENDS,
    LARGE,
    MEDIUM,
    OIL,
    REGIONAL,
    RURAL,
    SAFETY,
    SMALL,
    STRIKE,
    barrels,
    cities_in,
    count,
    flames,
    forbids_upgrade,
    owns_kind,
    reach,
    tokens,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

FARTHEST: Final = 4


class Outlook:
    """What the cards in all hands, as imagined, will probably still cost; and how long the game goes on."""

    def __init__(self, game: TinGoose, state: TinGooseState, weights: dict[str, float]) -> None:
        self.weights = weights
        self.turns: list[int] = turns_left(game, state)
        self.oil: float = 0.0
        """Dollars per barrel in the oil events to come."""
        self.oil_events: float = 0.0
        self.crash: float = 0.0
        """Dollars per flame in the crashes to come."""
        self.crashes: float = 0.0
        self.win: float = 0.0
        self.lose: float = 0.0
        self._read_hands(game, state)

    def _read_hands(self, game: TinGoose, state: TinGooseState) -> None:
        odds = play_odds(game, state)
        for era in range(len(odds)):
            chance = odds[era]
            if chance == 0.0:
                continue
            for card in game.piles[era][2]:
                if not 0 <= state.holder[card] < state.seats:
                    continue
                sort = game.sort_of[card]
                if sort == OIL:
                    self.oil += chance * game.price_of[card]
                    self.oil_events += chance
                elif sort == CRASH:
                    self.crash += chance * game.price_of[card]
                    self.crashes += chance
                elif sort == STRIKE:
                    self.win += chance * game.strike_win[card]
                    self.lose += chance * game.strike_lose[card]


def play_odds(game: TinGoose, state: TinGooseState) -> list[float]:
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


def turns_left(game: TinGoose, state: TinGooseState) -> list[int]:
    """How often each seat will still reach the end of a turn."""
    if not state.step_stack:
        return [0] * state.seats
    if state.round == 0:
        return [game.rounds] * state.seats
    later = game.rounds - state.round
    now = (state.active - state.first) % state.seats
    return [later + (1 if (seat - state.first) % state.seats >= now else 0) for seat in range(state.seats)]


def smooth_income(game: TinGoose, box: int) -> float:
    """The income of a box, a little more for the higher of two boxes with the same number."""
    number = game.boxes[box]
    first = box
    while first > 0 and game.boxes[first - 1] == number:
        first -= 1
    last = box
    while last + 1 < len(game.boxes) and game.boxes[last + 1] == number:
        last += 1
    return number + (box - first) / (last - first + 1)


def box_worth(game: TinGoose, state: TinGooseState, outlook: Outlook, seat: int) -> float:
    """What one box up brings a seat, on the average of the track."""
    span = (game.boxes[-1] - game.boxes[0]) / (len(game.boxes) - 1)
    return span * (game.per_income + earning_turns(state, outlook, seat))


def earning_turns(state: TinGooseState, outlook: Outlook, seat: int) -> float:
    turns = float(outlook.turns[seat])
    if state.conditions[seat] >> DIVIDENDS & 1:
        turns *= 1.0 - outlook.weights["dividends"]
    return turns


def plane_worth(outlook: Outlook, size: int, turns: int) -> float:
    weights = outlook.weights
    if turns == 0:
        return 0.0
    if size == LARGE:
        return weights["plane_large"]
    return weights["plane_medium"] if size == MEDIUM else weights["plane_small"]


def planes_worth(game: TinGoose, state: TinGooseState, outlook: Outlook, seat: int) -> float:
    """The planes on the cards, the largest first, as many as there are placements left."""
    room = game.same * outlook.turns[seat]
    total = 0.0
    largest = NO_PLANE
    for size in (LARGE, MEDIUM, SMALL):
        number = 0
        for i, fleet in enumerate(state.fleets[seat]):
            if game.size_of[fleet] == size:
                number += state.planes[seat][i]
        if number and largest == NO_PLANE:
            largest = size
        used = min(number, room)
        room -= used
        total += used * plane_worth(outlook, size, outlook.turns[seat])
    if largest != NO_PLANE:
        total += outlook.weights["abroad"] * min(1, destinations_ahead(game, state, outlook, seat, largest))
    return total


NO_PLANE: Final = -1


def destinations_ahead(game: TinGoose, state: TinGooseState, outlook: Outlook, seat: int, size: int) -> int:
    """How many destinations a seat could still serve with planes of this size."""
    number = 0
    first = game.rounds - outlook.turns[seat] + 1
    before = NO_PLANE
    for place in game.destination_of_round[max(first, 1) :]:
        if place != before and not state.served[seat] >> place & 1 and game.destination_size[place] <= size:
            number += 1
        before = place
    return number


def reach_worth(game: TinGoose, state: TinGooseState, outlook: Outlook, seat: int) -> float:
    """The best that lies one line away."""
    if outlook.turns[seat] == 0 or state.network[seat] == 0:
        return 0.0
    near = reach(game, state.network[seat], SMALL)
    best = 0
    for city in cities_in(game, near):
        best = max(best, tokens(state, city))
    worth = outlook.weights["reach_demand"] * best * game.boxes[state.box[seat]]
    return worth + outlook.weights["reach_major"] * min(count(near & game.majors), outlook.turns[seat])


def airmail_worth(game: TinGoose, state: TinGooseState, outlook: Outlook, seat: int) -> float:
    airmail = state.airmail[seat]
    if airmail < 0 or state.delivered >> seat & 1 or outlook.turns[seat] == 0:
        return 0.0
    target = game.airmail_target[airmail]
    known = state.network[seat]
    chance = outlook.weights["airmail"]
    for far in range(1, FARTHEST + 1):
        known |= reach(game, known, SMALL)
        if known >> target & 1:
            return game.airmail_reward * chance if far <= game.same * outlook.turns[seat] else 0.0
        chance *= outlook.weights["airmail_far"]
    return 0.0


def condition_cost(game: TinGoose, state: TinGooseState, outlook: Outlook, seat: int, condition: int) -> float:
    """What keeping a condition costs; for Unproductive Investments what its removal pays."""
    weights = outlook.weights
    if condition == SAFETY:
        return game.safety_hazard * outlook.crash + weights["flame_risk"] * outlook.crashes * 4.0
    if condition == DIVIDENDS:
        return weights["dividends"] * outlook.turns[seat] * smooth_income(game, state.box[seat])
    if condition == RURAL:
        return game.oil_surcharge * outlook.oil_events * barrels(game, state, seat)
    if condition == REGIONAL:
        return weights["regional"] * outlook.turns[seat]
    pays = game.investments_pay[game.era_of_round[max(state.round, 1)]]
    return pays * (1.0 - weights["investments"])


def best_removal(game: TinGoose, state: TinGooseState, outlook: Outlook, seat: int) -> float:
    best = 0.0
    for condition in range(len(game.conditions)):
        if state.conditions[seat] >> condition & 1:
            best = max(best, condition_cost(game, state, outlook, seat, condition))
    return best


def upkeep(game: TinGoose, outlook: Outlook, fleet: int, extra: float) -> float:
    """What a fleet's barrels and flames will cost; `extra` dollars per barrel for Rural Stops."""
    return game.oil_of[fleet] * (outlook.oil + extra) + game.hazard_of[fleet] * outlook.crash


def fleet_worth(game: TinGoose, state: TinGooseState, outlook: Outlook, seat: int, card: int) -> float:
    """What winning this card brings a seat, before the price."""
    turns = outlook.turns[seat]
    extra = game.oil_surcharge * outlook.oil_events if state.conditions[seat] >> RURAL & 1 else 0.0
    plane = plane_worth(outlook, game.size_of[card], turns)
    new = upkeep(game, outlook, card, extra)
    waiting = sum(state.planes[seat])
    usable = max(0, min(game.planes_per_fleet, game.same * turns - waiting))
    worth = usable * plane - new + best_removal(game, state, outlook, seat)
    for i, fleet in enumerate(state.fleets[seat]):
        if not forbids_upgrade(game, state, seat, fleet, card):
            lift = plane - plane_worth(outlook, game.size_of[fleet], turns)
            worth = max(worth, upkeep(game, outlook, fleet, extra) - new + state.planes[seat][i] * lift)
    if owns_kind(game, state, seat, card):
        worth += game.same_kind_bonus * box_worth(game, state, outlook, seat)
    return worth


def risk_cost(game: TinGoose, state: TinGooseState, outlook: Outlook, seat: int) -> float:
    """What barrels and flames will cost in the events to come."""
    oil = outlook.oil
    if state.conditions[seat] >> RURAL & 1:
        oil += game.oil_surcharge * outlook.oil_events
    return barrels(game, state, seat) * oil + flames(game, state, seat) * outlook.crash


def crash_moves(game: TinGoose, state: TinGooseState, outlook: Outlook) -> list[float]:
    """What the boxes lost and won in crashes are worth to each seat, by where its flames stand now."""
    hazard = [flames(game, state, seat) for seat in range(state.seats)]
    most, fewest = max(hazard), min(hazard)
    moves: list[float] = []
    for seat in range(state.seats):
        boxes = 0.0
        if most > fewest:  # a straight line between the two ends stands for the chance to be there
            middle = (most + fewest) / 2.0
            boxes = 2.0 * (middle - hazard[seat]) / (most - fewest) * game.crash_least
        worth = boxes * outlook.crashes * outlook.weights["flame_risk"]
        moves.append(worth * box_worth(game, state, outlook, seat))
    return moves


def strikes_worth(state: TinGooseState, outlook: Outlook) -> list[float]:
    """What the strikes to come bring each seat, by the labor chips it holds."""
    weights = outlook.weights
    total = sum(state.chips)
    worth: list[float] = []
    for seat in range(state.seats):
        chips = state.chips[seat]
        share = weights["strike"] * chips / (total + 1.0) if chips else 0.0
        worth.append(share * (outlook.win + outlook.lose) - outlook.lose + chips * weights["chip"])
    return worth
