"""What a person would find absurd in a bot's play of Air-Kwire, by the rules and by what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.manners import MannersObserver
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import AGREED, OPEN, POINTS, AirkwireState
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

MANY_REFUSALS = 2
"""Routes refused to one player in one turn that nobody minds."""


class Observer(MannersObserver["Airkwire", AirkwireState]):
    """Remembers the trades of the turn, every refusal and every discard."""

    absurdities: ClassVar[dict[str, str]] = {
        "trade_undone": "bought and sold the same airline in one turn",
        "route_asked_again": "asked a CEO again for a route he had refused, with the same holdings and no new merger",
        "many_refusals": f"was refused a route more than {MANY_REFUSALS} times in one turn",
        "larger_aircraft": "placed a larger aircraft than the route needed",
        "draw_left": "drew no card though one was free",
        "discard_taken_back": "took a card back from the pool that it had discarded in the last two rounds",
        "bankrupted_own": "sold a share so that its own other shares of the airline became void",
        "cash_given": "gave a rival cash",
        "held_price": "left the price of its own sold-out airline where it was",
        "refused_win": "voted to play on when the vote would have won the game",
        "conceded": "agreed to end the game behind a rival while routes were flown",
        "route_hoarded": "discarded for four rounds without any route though an airline of its own could fly",
        "guard_ended": "nobody reached the end: a guard ended the game",
    }

    def __init__(self) -> None:
        self.turn = -1
        self.bought: set[int] = set()
        self.sold: set[int] = set()
        self.refused_this_turn = 0
        self.refusals: dict[tuple[int, int], tuple[int, ...]] = {}
        self.discards: dict[int, tuple[int, int]] = {}

    def observe_choice_and_list_absurdities(
        self, game: Airkwire, state: AirkwireState, who: int, action: Action
    ) -> list[str]:
        if state.turns != self.turn:
            self.turn = state.turns
            self.bought, self.sold = set(), set()
            self.refused_this_turn = 0
        if isinstance(action, (act.BuyShare, act.SellShare)):
            return self._record_trade_and_list_absurdities(game, state, who, action)
        if isinstance(action, act.ProposeRoute):
            return self._list_absurdities_of_route(game, state, who, action)
        if isinstance(action, act.RefuseRoute):
            return self._record_refusal_and_list_absurdities(game, state)
        if isinstance(action, act.DiscardCard):
            self.discards[who] = (state.turns, action.card)
            return ["route_hoarded"] if _withholds_possible_route(game, state, who) else []
        if isinstance(action, act.TakeFromPool):
            turn, card = self.discards.get(who, (-1, -1))
            return ["discard_taken_back"] if card == action.city and state.turns - turn <= 2 * state.seats else []
        if isinstance(action, act.StopDrawing):
            drawing = [
                other for other in game.legal(state, who) if isinstance(other, (act.DrawFromPile, act.TakeFromPool))
            ]
            return ["draw_left"] if drawing else []
        if isinstance(action, act.AnswerEndVote):
            return _list_absurdities_of_vote(game, state, who, action.agree)
        if isinstance(action, act.PlaceAircraftAtDefunctHome):
            smaller = [other for other in game.legal(state, who) if isinstance(other, act.PlaceAircraftAtDefunctHome)]
            return ["larger_aircraft"] if min(other.aircraft for other in smaller) < action.aircraft else []
        if isinstance(action, act.HoldPrice):
            return ["held_price"]
        return ["cash_given"] if isinstance(action, act.GiveCash) else []

    def _record_trade_and_list_absurdities(
        self, game: Airkwire, state: AirkwireState, who: int, action: act.BuyShare | act.SellShare
    ) -> list[str]:
        buys = isinstance(action, act.BuyShare)
        done, undone = (self.bought, self.sold) if buys else (self.sold, self.bought)
        done.add(action.airline)
        found = ["trade_undone"] if action.airline in undone else []
        if not buys and state.shares[action.airline][who] > 1:
            twin = state.clone()
            game.apply(twin, who, action)
            if twin.status[action.airline] != OPEN:
                found.append("bankrupted_own")
        return found

    def _list_absurdities_of_route(
        self, game: Airkwire, state: AirkwireState, who: int, route: act.ProposeRoute
    ) -> list[str]:
        found: list[str] = []
        smaller = [act.ProposeRoute(route.city, route.airline, kind) for kind in range(route.aircraft)]
        if any(not game.violated_rule(state, who, other) for other in smaller):
            found.append("larger_aircraft")
        known = self.refusals.get((route.city, route.airline))
        if state.ceo[route.airline] != who and known == _get_route_circumstances(
            game, state, route.city, route.airline
        ):
            found.append("route_asked_again")
        return found

    def _record_refusal_and_list_absurdities(self, game: Airkwire, state: AirkwireState) -> list[str]:
        step = state.step_stack[-1]
        assert isinstance(step, RouteApprovalStep)
        self.refusals[step.city, step.airline] = _get_route_circumstances(game, state, step.city, step.airline)
        self.refused_this_turn += 1
        return ["many_refusals"] if self.refused_this_turn == MANY_REFUSALS + 1 else []

    def observe_end_and_list_absurdities(self, game: Airkwire, state: AirkwireState) -> list[str]:
        return [] if state.end in (POINTS, AGREED) else ["guard_ended"]


def _get_route_circumstances(game: Airkwire, state: AirkwireState, city: int, airline: int) -> tuple[int, ...]:
    """What a CEO weighs: his own shares and those of the others, who else is in the city, which of them is worth more
    and whether it can be taken over, whether the route ends the game, and whether nobody has flown for two rounds."""
    ceo = state.ceo[airline]
    held = state.shares[airline]
    price = game.price[state.index[airline]]
    points = state.points[airline] + game.points_of[city]
    there = [
        (
            other,
            _compare_airline_values(price, points, game.price[state.index[other]], state.points[other]),
            state.points[other] >= game.immunity,
        )
        for other in range(state.airlines)
        if other != airline and state.network[other] & game.bit[city]
    ]
    flat = [number for rival in there for number in rival]
    idle = state.idle_turns >= 2 * state.seats
    return (ceo, held[ceo], sum(held), points >= game.end_points, points >= game.immunity, idle, *flat)


def _compare_airline_values(price: int, points: int, other_price: int, other_points: int) -> int:
    """1 when the first airline is worth more, -1 when it is worth less."""
    mine, theirs = (price, points), (other_price, other_points)
    return (mine > theirs) - (mine < theirs)


def _withholds_possible_route(game: Airkwire, state: AirkwireState, who: int) -> bool:
    """Whether nobody flew for four rounds, and an airline of this seat can fly where no other is."""
    if state.idle_turns < 4 * state.seats:
        return False
    taken = 0
    for airline in range(state.airlines):
        taken |= state.network[airline]
    return any(
        isinstance(action, act.ProposeRoute) and state.ceo[action.airline] == who and not taken >> action.city & 1
        for action in game.legal(state, who)
    )


def _list_absurdities_of_vote(game: Airkwire, state: AirkwireState, who: int, agree: bool) -> list[str]:
    scores = game.scores(state)
    if scores[who] == max(scores):
        return [] if agree else ["refused_win"]
    goes_on = state.idle_turns < state.seats and state.pile_size + state.pool_size > 0
    return ["conceded"] if agree and goes_on and max(scores) < 3 * scores[who] else []
