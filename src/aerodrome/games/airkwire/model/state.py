"""What lies on the table in Air-Kwire."""

from __future__ import annotations

from typing import ClassVar, Final

from aerodrome.core.actions import NOBODY
from aerodrome.core.state import State

# An airline's status
UNOPENED: Final = 0
OPEN: Final = 1
BANKRUPT: Final = 2
DEFUNCT: Final = 3

# Effects of power cards that wait for a seat's turn, as bits
BLOCK_TRADE_EFFECT: Final = 1
FEES_WAIVED_EFFECT: Final = 2
DOUBLE_ROUTES_EFFECT: Final = 4
FREE_DISCARD_EFFECT: Final = 8

# Why the game is over
GOES_ON: Final = 0
POINTS: Final = 1
AGREED: Final = 2
EXHAUSTED: Final = 3
STALLED: Final = 4
ROUND_LIMIT: Final = 5
END_REASONS = ("", "points", "agreed", "exhausted", "stalled", "round_limit")
"""What each of them is called in records and events."""


def copy_with_added(counts: list[int], index: int, amount: int) -> list[int]:
    """A new row with the same numbers, an amount added to one of them."""
    twin = counts.copy()
    twin[index] += amount
    return twin


def copy_without(items: list[int], item: int) -> list[int]:
    """A new row that lacks the first of these items."""
    twin = items.copy()
    twin.remove(item)
    return twin


class AirkwireState(State):
    """Clones share the rows of lists of lists, so a row is never changed in place but replaced (`copy_with_added`,
    `copy_without`).

    Lists by airline and aircraft type count airline by airline. `planes` has a row of cities for each airline: NOBODY,
    the type of an aircraft of the airline itself, or, under its acquired marker, that of another airline's aircraft,
    types * (1 + owner) + type. So a type is always the remainder by the number of types.
    """

    stored_names: ClassVar[dict[str, str]] = {
        "step_stack": "agenda",
        "network": "net",
        "city_cards": "laid",
        "cash_gifts_made": "given",
    }
    later_names: ClassVar[frozenset[str]] = frozenset({"bought", "sold", "refusals", "last_discards", "next_vote"})

    constructor_fields: ClassVar[tuple[str, ...]] = ("seats", "airlines", "cities", "cards", "types")

    def __init__(
        self, seats: int, airlines: int, cities: int, cards: int, types: int, like: AirkwireState | None = None
    ) -> None:
        super().__init__(seats)
        self.airlines = airlines
        self.cities = cities
        self.cards = cards
        self.types = types
        if like is None:
            self._set_initial_values()
        else:
            self._copy_values_from(like)

    def _set_initial_values(self) -> None:
        seats, airlines = self.seats, self.airlines
        self.first = NOBODY
        self.turn = NOBODY
        self.direction = 1
        self.turns = 0
        self.idle_turns = 0
        """Successive turns without a new route."""
        self.quiet_turns = 0
        """Successive turns with nothing to draw and neither trade nor route."""
        self.end = GOES_ON
        self.bank = 0
        self.pile_size = 0
        self.top_left = 0
        """Cards of the top half still in the pile."""
        self.pool_size = 0
        self.marker = 0
        self.due = False
        self.pay_now = False
        self.reverse = False
        # This turn
        self.acted = False
        self.vote_called = False
        self.traded = 0
        self.routes_made = 0
        self.marker_moved = False
        self.discarded = False
        self.may_pass = False
        self.power_played = False
        self.replacement = False
        """A draw for a power card played is still owed."""
        self.drawn = 0
        self.opened: list[int] = []
        """Airlines the active player opened this turn."""
        self.owed: list[int] = []
        """Those of them that still need their first route."""
        self.refused: list[int] = []
        """City * airlines + airline of each refused proposal."""
        self.cash_gifts_made: list[int] = []
        """Seats that got cash from the active player this turn; seats + seat for each that gave it some."""
        # What everybody remembers; no rule asks for it
        self.bought = 0
        """Airlines of which the active player bought this turn, as bits."""
        self.sold = 0
        """Those of which the active player sold."""
        self.refusals: list[int] = []
        """City * airlines + airline of each route that a CEO refused in this game, each followed by what the CEO
        weighed (`mergers.encode_route_circumstances`)."""
        self.last_discards: list[int] = []
        """For each seat the turn * cards + card of its last discard, or NOBODY; empty before the first."""
        self.next_vote = 0
        """The turn before which nobody should call a vote again: the last one was declined not long ago."""
        self.fixed: list[int] = [NOBODY] * airlines
        """The price an airline trades at under Block Trade."""
        self.shift: list[int] = [0] * airlines
        """Spaces its price marker will move when the stock step ends."""
        # Seats
        self.cash: list[int] = [0] * seats
        self.effects: list[int] = [0] * seats
        self.hands: list[list[int]] = [[] for seat in range(seats)]
        self.seen: list[list[int]] = [[] for seat in range(seats)]
        """Cards in each hand that everybody has seen."""
        self.late: list[int] = [0] * seats
        """Cards each seat drew after the top half was used up: so many unseen 3-point or power cards it can hold."""
        # Cards, as counts
        self.pile: list[int] = [0] * self.cards
        self.pool: list[int] = [0] * self.cards
        self.gone: list[int] = [0] * self.cards
        # Airlines
        self.status: list[int] = [UNOPENED] * airlines
        self.index: list[int] = [0] * airlines
        self.points: list[int] = [0] * airlines
        self.routes: list[int] = [0] * airlines
        self.ceo: list[int] = [NOBODY] * airlines
        self.unsold: list[int] = [0] * airlines
        self.void: list[int] = [0] * airlines
        """Shares out of the game."""
        self.unpaid: list[int] = [0] * airlines
        self.acquired: list[int] = [0] * airlines
        """Acquired markers left on the card."""
        self.network: list[int] = [0] * airlines
        """Bit set of the cities where an airline is, its home included."""
        self.shares: list[list[int]] = [[0] * seats for airline in range(airlines)]
        self.city_cards: list[list[int]] = [[] for airline in range(airlines)]
        """City cards on the airline card."""
        self.planes: list[list[int]] = [[NOBODY] * self.cities for airline in range(airlines)]
        self.flown: list[int] = [0] * (airlines * self.types)
        """Aircraft on the board by type, inherited ones included."""
        self.hangar: list[int] = [0] * (airlines * self.types)
        self.scrapped: list[int] = [0] * (airlines * self.types)

    def _copy_values_from(self, original: AirkwireState) -> None:
        self.step_stack = original.step_stack.copy()
        self.first = original.first
        self.turn = original.turn
        self.direction = original.direction
        self.turns = original.turns
        self.idle_turns = original.idle_turns
        self.quiet_turns = original.quiet_turns
        self.end = original.end
        self.bank = original.bank
        self.pile_size = original.pile_size
        self.top_left = original.top_left
        self.pool_size = original.pool_size
        self.marker = original.marker
        self.due = original.due
        self.pay_now = original.pay_now
        self.reverse = original.reverse
        self.acted = original.acted
        self.vote_called = original.vote_called
        self.traded = original.traded
        self.routes_made = original.routes_made
        self.marker_moved = original.marker_moved
        self.discarded = original.discarded
        self.may_pass = original.may_pass
        self.power_played = original.power_played
        self.replacement = original.replacement
        self.drawn = original.drawn
        self.opened = original.opened.copy()
        self.owed = original.owed.copy()
        self.refused = original.refused.copy()
        self.cash_gifts_made = original.cash_gifts_made.copy()
        self.bought = original.bought
        self.sold = original.sold
        self.refusals = original.refusals.copy()
        self.last_discards = original.last_discards.copy()
        self.next_vote = original.next_vote
        self.fixed = original.fixed.copy()
        self.shift = original.shift.copy()
        self.cash = original.cash.copy()
        self.effects = original.effects.copy()
        self.hands = original.hands.copy()
        self.seen = original.seen.copy()
        self.late = original.late.copy()
        self.pile = original.pile.copy()
        self.pool = original.pool.copy()
        self.gone = original.gone.copy()
        self.status = original.status.copy()
        self.index = original.index.copy()
        self.points = original.points.copy()
        self.routes = original.routes.copy()
        self.ceo = original.ceo.copy()
        self.unsold = original.unsold.copy()
        self.void = original.void.copy()
        self.unpaid = original.unpaid.copy()
        self.acquired = original.acquired.copy()
        self.network = original.network.copy()
        self.shares = original.shares.copy()
        self.city_cards = original.city_cards.copy()
        self.planes = original.planes.copy()
        self.flown = original.flown.copy()
        self.hangar = original.hangar.copy()
        self.scrapped = original.scrapped.copy()

    def clone(self) -> AirkwireState:
        return AirkwireState(self.seats, self.airlines, self.cities, self.cards, self.types, self)
