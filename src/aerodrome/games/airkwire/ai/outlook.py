"""What shares and cards promise at one moment of the game, in dollars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.rules import queries

if TYPE_CHECKING:
    from aerodrome.games.airkwire.ai.evaluator import AirkwireEvaluator
    from aerodrome.games.airkwire.game import Airkwire


def compute_time_left_fraction(evaluator: AirkwireEvaluator, state: AirkwireState) -> float:
    """1 at the start, falling with the rounds. Not with the points: nobody shall shun a route to gain time."""
    return max(evaluator.late_game_floor, 1.0 - state.turns / (evaluator.rounds * state.seats))


@final
class ShareAndCardOutlook:
    """What shares and cards are worth in one position; sets of airlines are bits."""

    def __init__(self, evaluator: AirkwireEvaluator, game: Airkwire, state: AirkwireState) -> None:
        self.evaluator = evaluator
        self.game = game
        self.state = state
        self.time_left_fraction = compute_time_left_fraction(evaluator, state)
        near = 1.0 if state.due or state.pay_now else state.marker / game.cycle
        self.payouts = evaluator.payouts * self.time_left_fraction + evaluator.next_payout * near
        """How many payouts a dividend is worth."""

    def estimate_share_value(self, airline: int) -> float:
        """A share of the airline as it stands."""
        game, state = self.game, self.state
        if queries.will_go_bankrupt_after_trading(state, airline):
            return 0.0
        index = queries.find_price_index_after_trading(game, state, airline)
        return self.estimate_hypothetical_share_value(
            airline, index, state.points[airline], queries.count_shares_held(game, state, airline)
        )

    def estimate_hypothetical_share_value(self, airline: int, price_index: int, points: int, shares_held: int) -> float:
        """A share of the airline if its price marker stood there and it had so many points and shares held."""
        paying = self.estimate_dividend_per_share(airline, price_index, points, shares_held) * self.payouts
        return self.game.price[price_index] + (paying + self.time_left_fraction * self.evaluator.growth * points)

    def estimate_dividend_per_share(self, airline: int, price_index: int, points: int, shares_held: int) -> float:
        """What each share would be paid, or a part of it while the airline may not pay."""
        game = self.game
        dividend = float(queries.compute_dividend_per_share(game, game.price[price_index], points))
        if queries.find_rule_against_hypothetical_payout(game, self.state, airline, price_index, points, shares_held):
            dividend *= self.evaluator.unqualified
        return dividend

    def estimate_undiscounted_hand_value(self, seat: int) -> float:
        """What all cards of a hand are worth at the start of the game."""
        airlines_held = queries.find_airline_bits_held_by(self.state, seat)
        total = 0.0
        for card in self.state.hands[seat]:
            total += self.estimate_undiscounted_card_value(card, airlines_held)
        return total

    def estimate_undiscounted_card_value(self, card: int, airline_bits_held: int) -> float:
        """What a card is worth at the start of the game to a holder of these airlines."""
        evaluator = self.evaluator
        if card >= self.state.cities:
            return evaluator.card_any + evaluator.card
        if airline_bits_held and self.is_city_reachable_by_any(card, airline_bits_held):
            return evaluator.card_any + evaluator.card + evaluator.card_point * self.game.points_of[card]
        return evaluator.card_any

    def is_city_reachable_by_any(self, city: int, airline_bits: int) -> bool:
        """Whether one of these airlines could fly there with the aircraft its price allows."""
        game, state = self.game, self.state
        for airline in range(state.airlines):
            if not airline_bits >> airline & 1 or state.network[airline] & game.bit[city]:
                continue
            if game.allowed[state.index[airline]] & queries.find_aircraft_type_bits_reaching(
                game, state, city, state.network[airline]
            ):
                return True
        return False


# The way out of a standstill

MONEY_OUT_OF_REACH: Final = 4000.0
"""Whoever lacks so much sees no way out."""


def find_richest_seat_bits(game: Airkwire, state: AirkwireState) -> int:
    """The seats that would win if the game ended here, as bits."""
    wealth = game.scores(state)
    best = max(wealth)
    found = 0
    for seat in range(state.seats):
        if wealth[seat] == best:
            found |= 1 << seat
    return found


def estimate_nearness_to_new_route(game: Airkwire, state: AirkwireState, seat: int) -> float:
    """How near a seat is to a new route in a standstill: 1 when one of its airlines can fly, 0 when nothing helps.

    In between, the less money it lacks for the shares with which an airline could fly again the better, and less
    without a card for it.
    """
    best = 0.0
    for airline in range(state.airlines):
        if state.status[airline] != OPEN:
            continue
        need = count_share_purchases_until_flying(game, state, seat, airline)
        if need > state.unsold[airline]:
            continue
        found = 1.0
        if need:
            found = max(0.3, 0.9 - 0.1 * need)
            lacks = compute_cost_of_next_shares(game, state, seat, airline, need) - state.cash[seat]
            if lacks > 0:
                found -= 0.2 + lacks / MONEY_OUT_OF_REACH
        if found > best:
            best = max(
                best,
                found * _estimate_availability_of_route_card(game, state, seat, airline, state.index[airline] + need),
            )
    return best


def _estimate_availability_of_route_card(
    game: Airkwire, state: AirkwireState, seat: int, airline: int, price_index: int
) -> float:
    """1 with a card in hand for a city that the airline could fly to at this price without ending the game, less
    while such a card can still be drawn, 0 when there is none."""
    allowed = game.allowed[min(game.last_index, price_index)]
    network = state.network[airline]
    hand = state.hands[seat]
    found = 0.0
    for city in range(state.cities):
        in_hand = city in hand
        if (
            (not in_hand and (found > 0.0 or not state.pile[city] + state.pool[city]))
            or network & game.bit[city]
            or state.points[airline] + game.points_of[city] >= game.end_points
            or not queries.find_aircraft_type_bits_reaching(game, state, city, network) & allowed
        ):
            continue
        if in_hand:
            return 1.0
        found = 0.7
    return found


def can_anybody_fly_again_soon(game: Airkwire, state: AirkwireState) -> bool:
    """Whether a seat could make an airline fly again with little more than the money it has."""
    return any(estimate_nearness_to_new_route(game, state, seat) > 0.4 for seat in range(state.seats))


def count_share_purchases_until_flying(game: Airkwire, state: AirkwireState, seat: int, airline: int) -> int:
    """How many shares a seat must buy until it holds one and the price lets the airline fly."""
    index = state.index[airline]
    while index <= game.last_index and state.routes[airline] >= game.limit[index]:
        index += 1
    if index > game.last_index:
        return game.never
    need = index - state.index[airline]
    return need if need > 0 or state.shares[airline][seat] else 1


def compute_cost_of_next_shares(game: Airkwire, state: AirkwireState, seat: int, airline: int, share_count: int) -> int:
    """What so many shares cost one after another, fees included."""
    total = share_count * queries.get_brokerage_fee(game, state, seat)
    for i in range(share_count):
        total += game.price[min(game.last_index, state.index[airline] + i)]
    return total
