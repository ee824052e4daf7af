"""Special power cards (section 14): when they may be played and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from aerodrome.core.actions import Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airkwire.model import events
from aerodrome.games.airkwire.model.actions import (
    CallEndVote,
    DecommissionNoRoute,
    DecommissionRoute,
    FinishFreeDiscard,
    PlayPowerCard,
    ThrowAwayInFreeDiscard,
)
from aerodrome.games.airkwire.model.state import (
    BLOCK_TRADE_EFFECT,
    DOUBLE_ROUTES_EFFECT,
    FEES_WAIVED_EFFECT,
    FREE_DISCARD_EFFECT,
    AirkwireState,
)
from aerodrome.games.airkwire.rules import queries
from aerodrome.games.airkwire.rules.queries import list_cities_served
from aerodrome.games.airkwire.rules.state_changes import (
    add_card_to_discard_pool,
    move_airline_city_cards_to_pool,
    refill_empty_pile,
    remove_aircraft,
    remove_card_from_hand,
    shuffle_pool_into_pile,
)
from aerodrome.games.airkwire.steps.end import call_end_vote, find_rule_against_calling_end_vote

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

# The kinds in the order of checks.POWER_CARD_IDS
BLOCK_TRADE: Final = 0
FEES_WAIVED: Final = 1
DECOMMISSION_ROUTE: Final = 2
DOUBLE_ROUTES: Final = 3
FREE_DISCARD: Final = 4
PAY_DIVIDENDS_NOW: Final = 5
RESET_DIVIDEND_MARKER: Final = 6
RESHUFFLE: Final = 7
REVERSE_DIRECTION: Final = 8
KINDS: Final = 9


def find_rule_against_power_card(state: AirkwireState, seat: int, power: int, before_any_trade: bool) -> str:
    """`before_any_trade`: nothing has been traded yet, as Free Discard and ReShuffle need it."""
    if not 0 <= power < KINDS or state.cities + power not in state.hands[seat]:
        return "AK-14.4"
    if state.power_played:
        return "AK-14.6"
    if state.drawn:
        return "AK-14.5"
    if not before_any_trade:
        if power == FREE_DISCARD:
            return "AK-14.16"
        if power == RESHUFFLE:
            return "AK-14.20"
    return ""


def add_power_card_actions(
    game: Airkwire, state: AirkwireState, seat: int, before_any_trade: bool, actions: list[Action]
) -> None:
    if state.power_played:
        return
    hand = state.hands[seat]
    for at in range(len(hand)):
        power = hand[at] - state.cities
        if (
            power >= 0
            and hand.index(hand[at]) == at
            and not find_rule_against_power_card(state, seat, power, before_any_trade)
        ):
            actions.append(game.powers[power])


def play_power_card(game: Airkwire, state: AirkwireState, seat: int, power: int, tell: EventSink | None) -> None:
    remove_card_from_hand(state, seat, state.cities + power)
    state.gone[state.cities + power] += 1  # AK-14.3
    state.power_played = True
    state.acted = True
    state.replacement = power != FREE_DISCARD  # AK-14.7, AK-14.8
    if tell is not None:
        tell(events.PowerCardPlayed(seat, power))
    if power == BLOCK_TRADE:
        _set_power_card_effect_for_all_seats(state, BLOCK_TRADE_EFFECT)
    elif power == FEES_WAIVED:
        _set_power_card_effect_for_all_seats(state, FEES_WAIVED_EFFECT)
    elif power == DOUBLE_ROUTES:
        _set_power_card_effect_for_all_seats(state, DOUBLE_ROUTES_EFFECT)
    elif power == FREE_DISCARD:
        _set_power_card_effect_for_all_seats(state, FREE_DISCARD_EFFECT)
        ask_for_free_discard_or_refill(state, seat, True)
    elif power == DECOMMISSION_ROUTE:
        _ask_ceos_to_decommission(game, state, seat)
    elif power == PAY_DIVIDENDS_NOW:
        state.pay_now = True
    elif power == RESET_DIVIDEND_MARKER:
        state.marker = 0  # AK-R75: a payout already due stands
        if tell is not None:
            tell(events.DividendMarkerReset())
    elif power == RESHUFFLE:
        if tell is not None:
            tell(events.PoolShuffledIntoPile(state.pool_size))
        shuffle_pool_into_pile(state)
    else:
        state.reverse = not state.reverse  # AK-R77


def _set_power_card_effect_for_all_seats(state: AirkwireState, effect: int) -> None:
    """The holder's turn now, then the next turn of each other player (AK-R66)."""
    for seat in range(state.seats):
        state.effects[seat] |= effect


# Free Discard


def ask_for_free_discard_or_refill(state: AirkwireState, seat: int, played_by_seat: bool) -> None:
    """Ask for the cards to throw away; with an empty hand only who played the card itself refills."""
    if state.hands[seat]:
        state.step_stack.append(FreeDiscardStep(0, played_by_seat))
    elif played_by_seat:
        state.step_stack.append(RefillHandAfterFreeDiscardStep(seat))


class FreeDiscardStep(Step["Airkwire", AirkwireState]):
    """Throw away any number of cards, then refill; `own` for the player of the card (AK-14.16, AK-R73)."""

    stored_name: ClassVar[str] = "FreeDiscard"
    rule: ClassVar[str] = "AK-14.16"

    def __init__(self, thrown: int, own: bool) -> None:
        self.thrown = thrown
        self.own = own

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.seat_tuples[state.turn]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        hand = state.hands[who]
        found: list[Action] = [game.refill]
        for at in range(len(hand)):
            if hand.index(hand[at]) == at:
                found.append(game.throws[hand[at]])
        if not self.thrown:
            add_power_card_actions(game, state, who, True, found)
        return found

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if isinstance(action, FinishFreeDiscard):
            return ""
        if isinstance(action, ThrowAwayInFreeDiscard):
            return "" if action.card in state.hands[who] else "AK-14.16"
        if isinstance(action, PlayPowerCard):
            return "AK-R68" if self.thrown else find_rule_against_power_card(state, who, action.power, True)
        return find_rule_against_calling_end_vote(state) if isinstance(action, CallEndVote) else "AK-14.16"

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, CallEndVote):
            call_end_vote(state, who, tell)
            return
        state.acted = True
        if isinstance(action, PlayPowerCard):
            play_power_card(game, state, who, action.power, tell)
            return
        state.step_stack.pop()
        if isinstance(action, ThrowAwayInFreeDiscard):
            remove_card_from_hand(state, who, action.card)
            add_card_to_discard_pool(state, action.card)
            state.step_stack.append(FreeDiscardStep(self.thrown + 1, self.own))
            if tell is not None:
                tell(events.CardDiscarded(who, action.card))
            return
        state.effects[who] &= ~FREE_DISCARD_EFFECT
        if tell is not None:
            tell(events.FreeDiscardFinished(who, self.thrown))
        if self.thrown or self.own:
            state.step_stack.append(RefillHandAfterFreeDiscardStep(who))


class RefillHandAfterFreeDiscardStep(AutoStep["Airkwire", AirkwireState]):
    """Draws from the pile until the hand is full (AK-14.17)."""

    stored_name: ClassVar[str] = "FillUp"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        refill_empty_pile(state, tell)
        if len(state.hands[self.seat]) < game.hand_size and state.pile_size:
            state.step_stack.append(self)
            state.step_stack.append(game.pile_draws[self.seat])


# Decommission Route


def _ask_ceos_to_decommission(game: Airkwire, state: AirkwireState, first_seat: int) -> None:
    """From the holder in the direction of play, each for all airlines he leads (AK-R71)."""
    asked: list[int] = []
    for place in range(state.seats):
        seat = (first_seat + state.direction * place) % state.seats
        for airline in range(state.airlines):
            if state.ceo[airline] == seat and list_decommissionable_cities(game, state, airline):
                asked.append(airline)
    for airline in reversed(asked):
        state.step_stack.append(DecommissionRouteStep(airline))


def list_decommissionable_cities(game: Airkwire, state: AirkwireState, airline: int) -> list[int]:
    served = list_cities_served(state, airline)
    return [city for city in served if not queries.find_rule_against_decommission(game, state, airline, city)]


class DecommissionRouteStep(Step["Airkwire", AirkwireState]):
    """The CEO may remove one route of this airline (AK-14.11)."""

    stored_name: ClassVar[str] = "Decommissioning"
    rule: ClassVar[str] = "AK-14.11"

    def __init__(self, airline: int) -> None:
        self.airline = airline

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.seat_tuples[state.ceo[self.airline]]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        found: list[Action] = [game.keep_routes]
        for city in list_decommissionable_cities(game, state, self.airline):
            found.append(game.decommissions[city])
        return found

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if isinstance(action, DecommissionNoRoute):
            return ""
        if not isinstance(action, DecommissionRoute):
            return "AK-14.11"
        return queries.find_rule_against_decommission(game, state, self.airline, action.city)

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if isinstance(action, DecommissionNoRoute):
            return
        assert isinstance(action, DecommissionRoute)
        remove_aircraft(game, state, self.airline, action.city, True)
        move_airline_city_cards_to_pool(state, self.airline, action.city)
        if tell is not None:
            tell(events.RouteDecommissioned(who, self.airline, action.city))
