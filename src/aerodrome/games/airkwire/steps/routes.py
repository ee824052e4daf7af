"""The second step: create a route or discard, and the CEO's approval (sections 7 and 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airkwire.model.actions import (
    ApproveRoute,
    DiscardCard,
    ProposeRoute,
    RefuseRoute,
    SkipRouteOrDiscard,
)
from aerodrome.games.airkwire.model.events import (
    CardDiscarded,
    DividendMarkerMoved,
    RouteCreated,
    RouteOrDiscardSkipped,
    RouteProposed,
    RouteRefused,
)
from aerodrome.games.airkwire.model.state import POINTS, AirkwireState
from aerodrome.games.airkwire.rules import queries
from aerodrome.games.airkwire.rules.state_changes import (
    add_card_to_discard_pool,
    mark_card_as_seen,
    place_aircraft,
    remember_discard,
    remember_refused_route,
    remove_card_from_hand,
)
from aerodrome.games.airkwire.steps import merger, payout
from aerodrome.games.airkwire.steps.common import ActivePlayerStep
from aerodrome.games.airkwire.steps.end import FinishGameStep

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


class BeginRouteOrDiscardStep(AutoStep["Airkwire", AirkwireState]):
    """Judges whether the player may pass (AK-3.12, AK-R9, AK-R10) and skips an empty hand."""

    stored_name: ClassVar[str] = "SecondStep"

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        state.may_pass = not state.pile_size and not state.pool_size
        if state.hands[state.turn]:
            state.step_stack.append(ROUTE_OR_DISCARD)
        elif tell is not None:
            tell(RouteOrDiscardSkipped(state.turn))


class RouteOrDiscardStep(ActivePlayerStep):
    """Create a route, or discard a card."""

    stored_name: ClassVar[str] = "Route"
    rule: ClassVar[str] = "AK-3.4"

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        found: list[Action] = []
        add_route_actions(game, state, who, found)
        if not state.owed:
            if not state.routes_made:
                hand = state.hands[who]
                for at in range(len(hand)):
                    if hand.index(hand[at]) == at:
                        found.append(game.discards[hand[at]])
            if may_skip_route_or_discard(state, who):
                found.append(game.pass_on)
        self.add_common_actions(game, state, who, False, found)
        return found

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if isinstance(action, ProposeRoute):
            return queries.find_rule_against_route(game, state, who, action.city, action.airline, action.aircraft)
        if isinstance(action, DiscardCard):
            if action.card not in state.hands[who]:
                return "AK-3.5"
            if state.owed:
                return "AK-5.1"
            return "AK-3.4" if state.routes_made else ""
        if isinstance(action, SkipRouteOrDiscard):
            if state.owed:
                return "AK-5.1"
            return "" if may_skip_route_or_discard(state, who) else "AK-3.12"
        return self.find_rule_against_common_action(game, state, who, False, action)

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, ProposeRoute):
            state.step_stack.pop()
            create_route_or_ask_ceo(game, state, who, action, tell)
        elif isinstance(action, DiscardCard):
            state.step_stack.pop()
            remove_card_from_hand(state, who, action.card)
            add_card_to_discard_pool(state, action.card)
            state.discarded = True
            remember_discard(state, who, action.card)
            if tell is not None:
                tell(CardDiscarded(who, action.card))
        elif isinstance(action, SkipRouteOrDiscard):
            state.step_stack.pop()
            if tell is not None:
                tell(RouteOrDiscardSkipped(who))
        else:
            self.apply_common_action(game, state, who, action, tell)


class RouteApprovalStep(Step["Airkwire", AirkwireState]):
    """The CEO answers yes or no before anything is placed (AK-R28)."""

    stored_name: ClassVar[str] = "Approval"
    rule: ClassVar[str] = "AK-8.1"

    def __init__(self, city: int, airline: int, aircraft: int) -> None:
        self.city = city
        self.airline = airline
        self.aircraft = aircraft

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.seat_tuples[state.ceo[self.airline]]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        return game.approvals

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        return "" if isinstance(action, (ApproveRoute, RefuseRoute)) else "AK-8.1"

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if isinstance(action, ApproveRoute):
            create_route(game, state, state.turn, self.city, self.airline, self.aircraft, tell)
            return
        state.refused.append(self.city * state.airlines + self.airline)  # AK-R29
        remember_refused_route(game, state, self.airline, self.city)
        if tell is not None:
            tell(RouteRefused(state.turn, who, self.airline, self.city))
        state.step_stack.append(ROUTE_OR_DISCARD)


class CheckEndOrOfferSecondRouteStep(AutoStep["Airkwire", AirkwireState]):
    """The end check, and under Double Routes the second route (AK-16.4, AK-R61, AK-R72)."""

    stored_name: ClassVar[str] = "AfterRoute"

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        if any(points >= game.end_points for points in state.points):  # AK-13.1
            state.step_stack.append(FinishGameStep(POINTS))
            payout.pay_out_dividends_if_due(game, state, tell)  # AK-13.2, AK-R62
            return
        offer_second_route_if_possible(game, state)


ROUTE_OR_DISCARD = RouteOrDiscardStep()
BEGIN_ROUTE_OR_DISCARD = BeginRouteOrDiscardStep()
AFTER_ROUTE = CheckEndOrOfferSecondRouteStep()


def may_skip_route_or_discard(state: AirkwireState, seat: int) -> bool:
    """AK-R9, AK-R10, AK-R72; a hand can also become empty by playing a power card."""
    return state.may_pass or state.routes_made > 0 or not state.hands[seat]


def add_route_actions(game: Airkwire, state: AirkwireState, seat: int, actions: list[Action]) -> None:
    hand = state.hands[seat]
    for airline in range(state.airlines):
        if not state.shares[airline][seat] or queries.find_rule_against_any_route_of_airline(
            game, state, seat, airline
        ):
            continue
        ready = queries.find_aircraft_type_bits_available(game, state, airline)
        net = state.network[airline]
        for at in range(len(hand)):
            city = hand[at]
            if city >= state.cities or hand.index(city) != at:
                continue
            types = ready & queries.find_aircraft_type_bits_reaching(game, state, city, net)
            if types and not queries.find_rule_against_route_to_city(game, state, seat, airline, city):
                actions.extend(game.proposals[(city * state.airlines + airline << state.types) + types])


def offer_second_route_if_possible(game: Airkwire, state: AirkwireState) -> None:
    """A second route is asked for where there can be one."""
    seat = state.turn
    if state.routes_made >= queries.count_routes_allowed(state, seat):
        return
    found: list[Action] = []
    add_route_actions(game, state, seat, found)
    if found:
        state.step_stack.append(ROUTE_OR_DISCARD)


def create_route_or_ask_ceo(
    game: Airkwire, state: AirkwireState, seat: int, route: ProposeRoute, tell: EventSink | None
) -> None:
    ceo = state.ceo[route.airline]
    if ceo == seat:
        create_route(game, state, seat, route.city, route.airline, route.aircraft, tell)
        return
    mark_card_as_seen(state, seat, route.city)
    if tell is not None:
        tell(RouteProposed(seat, ceo, route.airline, route.city, route.aircraft))
    state.step_stack.append(RouteApprovalStep(route.city, route.airline, route.aircraft))


def create_route(
    game: Airkwire, state: AirkwireState, seat: int, city: int, airline: int, aircraft: int, tell: EventSink | None
) -> None:
    """AK-16.4 after the approval; points, dividend marker, merger, end check (AK-R36)."""
    remove_card_from_hand(state, seat, city)
    state.city_cards[airline] = [*state.city_cards[airline], city]  # AK-7.2
    place_aircraft(game, state, airline, city, aircraft)
    state.routes_made += 1
    if airline in state.owed:
        state.owed.remove(airline)
    if tell is not None:
        tell(RouteCreated(seat, airline, city, aircraft, game.points_of[city], state.points[airline]))
    advance_dividend_marker_once_per_turn(game, state, tell)
    state.step_stack.append(AFTER_ROUTE)
    merger.begin_merger_or_ask_which_rival(game, state, airline, city, tell)


def advance_dividend_marker_once_per_turn(game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
    if state.marker_moved:  # AK-14.14
        return
    state.marker_moved = True
    state.marker = (state.marker + 1) % game.cycle
    if not state.marker:
        state.due = True  # AK-11.1
    if tell is not None:
        tell(DividendMarkerMoved(state.marker, not state.marker))
