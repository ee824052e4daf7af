"""Positions of Tin Goose put together by hand, and short words to play on from them."""

from collections.abc import Iterable
from typing import Any

import aerodrome
from aerodrome import CHANCE, Action, Event
from aerodrome.core.actions import NOBODY
from aerodrome.games.tingoose.game import TinGoose
from aerodrome.games.tingoose.model.actions import (
    AdvanceIncome,
    BidStrikeChips,
    DeployFleet,
    ExtendNetwork,
    IssueBond,
    PassAuction,
    PlacePlane,
    PlayCard,
    RemoveNoCondition,
    ServeDestination,
    TakeLaborChip,
    UpgradeFleet,
)
from aerodrome.games.tingoose.model.state import REGIONAL_MANAGEMENT, UNDEALT, TinGooseState
from aerodrome.games.tingoose.rules import queries
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.steps.turn import NextTurnStep, PayIncomeStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionsStartStep


def tin_goose(rules: int | None = None, **options: bool) -> TinGoose:
    game = aerodrome.load("tingoose", options=options, rules=rules)
    assert isinstance(game, TinGoose)
    return game


class Table:
    """A table of the house edition. Seat 0 is first; nothing lies on the board but what a test puts there."""

    def __init__(self, seats: int = 3, rules: int | None = None, **options: bool) -> None:
        self.game = tin_goose(rules, **options)
        state = self.game.new(seats)
        assert isinstance(state, TinGooseState)
        self.state: TinGooseState = state
        self.events: list[Event] = []

    # Names

    def city(self, name: str) -> int:
        return self.game.city_id[name]

    def card(self, name: str) -> int:
        if name == "trimotor":
            return self.game.start_fleet
        return self.game.card_names.index(name)

    def mask(self, *names: str) -> int:
        return sum(1 << self.city(name) for name in names)

    def names(self, mask: int) -> set[str]:
        return {self.game.cities[city] for city in queries.list_cities_in_bits(self.game, mask)}

    # Putting together

    def begin(self, round: int = 1, seat: int = 0) -> "Table":
        """The turn of a seat in a round, before a card is played.

        Everybody starts somewhere out of the way, and without Regional Management, which would act by itself.
        """
        state, game = self.state, self.game
        state.first, state.round, state.card_row = 0, round - 1, []
        state.order = list(range(state.seats))
        if state.airmail[0] == NOBODY:
            state.gold, state.gold_left = 0, 6
            for who, start in enumerate((0, 7, 8, 3, 4)[: state.seats]):
                state.airmail[who] = start
                state.network[who] = 1 << game.airmail_start[start]
                state.planes[who] = [1]
                self.lose(who, REGIONAL_MANAGEMENT)
        turn = (round - 1) * state.seats + seat
        if seat:
            state.round = round
        state.step_stack = [NextTurnStep(turn)]
        if round > 1 and seat == 0:
            self._without_leftovers()
        game._run_auto_steps(state, None)
        return self

    def _without_leftovers(self) -> None:
        for card, holder in enumerate(self.state.holder):
            if holder != UNDEALT and self.game.card_era[card] < self.game.era_of_round[self.state.round + 1]:
                self.state.holder[card] = UNDEALT

    def acting(self, round: int = 1, seat: int = 0) -> "Table":
        """The three actions of a seat."""
        return self.begin(round, seat).begin_actions()

    def begin_actions(self) -> "Table":
        state = self.state
        state.step_stack = [PayIncomeStep(state.active), TurnActionsStartStep(state.active)]
        self.game._run_auto_steps(state, self.events.append)
        return self

    def auction(self, card: str, round: int = 1, seat: int = 0) -> "Table":
        """The auction of a card that the seat has played."""
        self.begin(round, seat)
        self.state.step_stack.pop()
        self.state.holder[self.card(card)] = 16
        self.state.step_stack.append(AuctionBidStep(self.card(card), (seat + 1) % self.state.seats, 0, NOBODY))
        return self

    def winning(self, card: str, seat: int = 0, round: int = 1) -> "Table":
        """A seat has won a card and must use it."""
        self.begin(round, 0)
        self.state.step_stack.pop()
        self.state.holder[self.card(card)] = 16
        self.state.step_stack.append(DeployOrUpgradeStep(self.card(card), seat))
        return self

    def striking(self, card: str, seat: int = 0, round: int = 1) -> "Table":
        self.begin(round, seat)
        self.state.step_stack.pop()
        self.state.sealed_bids = [NOBODY] * self.state.seats
        self.state.step_stack.append(StrikeBidStep(self.card(card)))
        return self

    def strike(self, card: str, chips: Iterable[int]) -> "Table":
        """A strike that the first seat has just played, with these chips behind the screens."""
        self.give(0, card).begin()
        self.state.chips = list(chips)
        return self.play(card)

    def give(self, seat: int, *cards: str) -> "Table":
        for card in cards:
            self.state.holder[self.card(card)] = seat
        return self

    def network(self, seat: int, *cities: str) -> "Table":
        self.state.network[seat] = self.mask(*cities)
        return self

    def fleets(self, seat: int, **planes: int) -> "Table":
        """The play area: card names with the planes on them."""
        self.state.fleets[seat] = [self.card(name) for name in planes]
        self.state.planes[seat] = list(planes.values())
        return self

    def tokens(self, city: str, silver: int = 0, gold: int = 0) -> "Table":
        place = self.city(city)
        self.state.silver[place] = silver
        self.state.gold = self.state.gold & ~(1 << place) | gold << place
        return self

    def lose(self, seat: int, *conditions: int) -> "Table":
        for condition in conditions:
            self.state.conditions[seat] &= ~(1 << condition)
        return self

    def without_conditions(self) -> "Table":
        self.state.conditions = [0] * self.state.seats
        return self

    # Playing

    @property
    def who(self) -> int:
        return self.game.actors(self.state)[0]

    @property
    def step(self) -> str:
        return type(self.state.step_stack[-1]).__name__

    def legal(self, seat: int | None = None) -> list[Action]:
        return self.game.legal(self.state, self.who if seat is None else seat)

    def do(self, *actions: Action) -> "Table":
        """Answers of whoever is asked; events are kept from the last answer on."""
        for action in actions:
            self.events = []
            self.game.apply(self.state, self.who, action, self.events.append)
        return self

    def seat_does(self, seat: int, action: Action) -> "Table":
        self.events = []
        self.game.apply(self.state, seat, action, self.events.append)
        return self

    def no(self, action: Action, seat: int | None = None) -> str:
        """The rule that forbids an action, "" when it is allowed."""
        refusal = self.game.why_not(self.state, self.who if seat is None else seat, action)
        return "" if refusal is None else refusal.rule

    def chance(self, u: float = 0.0) -> "Table":
        """Chance acts until a seat must."""
        while self.game.actors(self.state) == (CHANCE,):
            self.game.apply(self.state, CHANCE, self.game.pick_outcome(self.state, u), self.events.append)
        return self

    def play(self, card: str) -> "Table":
        return self.do(PlayCard(self.card(card)))

    def place(self, city: str, fleet: str = "trimotor") -> "Table":
        return self.do(self.placing(city, fleet))

    def placing(self, city: str, fleet: str = "trimotor") -> Action:
        return PlacePlane(self.city(city), self.card(fleet))

    def extending(self, city: str) -> Action:
        return ExtendNetwork(self.city(city))

    def abroad(self, fleet: str = "trimotor") -> Action:
        return ServeDestination(self.card(fleet))

    def upgrading(self, fleet: str) -> Action:
        return UpgradeFleet(self.card(fleet))

    def bids(self, chips: Iterable[int]) -> "Table":
        """Everybody's chips in a strike."""
        for seat, number in enumerate(chips):
            self.seat_does(seat, BidStrikeChips(number))
        return self

    def sounds(self, watcher: int | None) -> list[Event]:
        """What one seat, or a spectator, hears of the last answer."""
        return [event for event in self.events if event.is_visible_to(watcher)]

    def heard(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    # Reading

    def income(self, seat: int = 0) -> int:
        return queries.get_income(self.game, self.state, seat)

    def flames(self, seat: int = 0) -> int:
        return queries.count_flames(self.game, self.state, seat)

    def barrels(self, seat: int = 0) -> int:
        return queries.count_barrels(self.game, self.state, seat)

    def serves(self, seat: int = 0) -> set[str]:
        return self.names(self.state.network[seat])


ADVANCE = AdvanceIncome()
BOND = IssueBond()
CHIP = TakeLaborChip(second=False)
TWO_CHIPS = TakeLaborChip(second=True)
PASS = PassAuction()
DEPLOY = DeployFleet()
KEEP = RemoveNoCondition()
