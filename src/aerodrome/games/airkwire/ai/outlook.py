"""What shares and cards promise at one moment of the game, in dollars."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.rules import queries

if TYPE_CHECKING:
    from aerodrome.games.airkwire.ai.evaluator import AirkwireEvaluator
    from aerodrome.games.airkwire.game import Airkwire


def time_left_fraction(evaluator: AirkwireEvaluator, state: AirkwireState) -> float:
    """1 at the start, falling with the rounds. Not with the points: nobody shall shun a route to gain time."""
    return max(evaluator.late_game_floor, 1.0 - state.turns / (evaluator.rounds * state.seats))


@final
class Outlook:
    """What shares and cards are worth in one position; sets of airlines are bits."""

    def __init__(self, evaluator: AirkwireEvaluator, game: Airkwire, state: AirkwireState) -> None:
        self.evaluator = evaluator
        self.game = game
        self.state = state
        self.time_left_fraction = time_left_fraction(evaluator, state)
        near = 1.0 if state.due or state.pay_now else state.marker / game.cycle
        self.payouts = evaluator.payouts * self.time_left_fraction + evaluator.next_payout * near
        """How many payouts a dividend is worth."""

    def current_share_value(self, airline: int) -> float:
        """A share of the airline as it stands."""
        game, state = self.game, self.state
        index = queries.price_index_after_trading(game, state, airline)
        return self.hypothetical_share_value(
            airline, index, state.points[airline], queries.shares_held(game, state, airline)
        )

    def hypothetical_share_value(self, airline: int, price_index: int, points: int, shares_held: int) -> float:
        """A share of the airline if its price marker stood there and it had so many points and shares held."""
        game = self.game
        price = game.price[price_index]
        paying = queries.dividend_per_share(game, price, points) * self.payouts
        if queries.violation_of_payout_with(game, self.state, airline, price_index, points, shares_held):
            paying *= self.evaluator.unqualified
        return price + (paying + self.time_left_fraction * self.evaluator.growth * points)

    def hand_value_at_game_start(self, seat: int) -> float:
        """What all cards of a hand are worth at the start of the game."""
        airlines_held = queries.airline_bits_held_by(self.state, seat)
        total = 0.0
        for card in self.state.hands[seat]:
            total += self.card_value_at_game_start(card, airlines_held)
        return total

    def card_value_at_game_start(self, card: int, airlines_held: int) -> float:
        """What a card is worth at the start of the game to a holder of these airlines."""
        evaluator = self.evaluator
        if card >= self.state.cities:
            return evaluator.card_any + evaluator.card
        if airlines_held and self.is_city_reachable_by(card, airlines_held):
            return evaluator.card_any + evaluator.card + evaluator.card_point * self.game.points_of[card]
        return evaluator.card_any

    def is_city_reachable_by(self, city: int, airlines: int) -> bool:
        """Whether one of these airlines could fly there with the aircraft its price allows."""
        game, state = self.game, self.state
        for airline in range(state.airlines):
            if not airlines >> airline & 1 or state.network[airline] & game.bit[city]:
                continue
            if game.allowed[state.index[airline]] & queries.aircraft_type_bits_reaching(
                game, state, city, state.network[airline]
            ):
                return True
        return False
