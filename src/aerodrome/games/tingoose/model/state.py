"""What lies on the table of Tin Goose."""

from __future__ import annotations

from typing import ClassVar, Final

from aerodrome.core.actions import NOBODY
from aerodrome.core.state import State

UNDEALT: Final = -1
"""`holder` of a card that is in its deck, or left the game with it. A seat's number: in that hand."""
FACE_DOWN: Final = 8
"""`holder` of a seat's leftover card: FACE_DOWN + seat."""
PLAYED: Final = 16

IRREGULAR_SAFETY: Final = 0
GENEROUS_DIVIDENDS: Final = 1
UNPRODUCTIVE_INVESTMENTS: Final = 2
RURAL_STOPS: Final = 3
REGIONAL_MANAGEMENT: Final = 4
"""The five conditions: bits of `conditions`."""

ANY_KIND: Final = 0
FLEETS_ONLY: Final = 1
EVENTS_ONLY: Final = 2
"""The piles of an era that cards are dealt from."""

FLEET: Final = 0
STRIKE: Final = 1
CRASH: Final = 2
OIL: Final = 3
"""The kinds of era cards."""

SMALL: Final = 0
MEDIUM: Final = 1
LARGE: Final = 2
"""The sizes of planes."""


class TinGooseState(State):
    """Lists run over seats unless said otherwise; sets of cities, destinations and conditions are bit masks."""

    stored_names: ClassVar[dict[str, str]] = {
        "step_stack": "agenda",
        "income_box": "box",
        "served_destinations": "served",
        "sealed_bids": "sealed",
        "card_row": "row",
    }
    later_names: ClassVar[frozenset[str]] = frozenset({"bids_opened"})

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.round: int = 0
        self.active: int = NOBODY
        self.first: int = NOBODY
        self.bank: int = 0
        self.cash: list[int] = []
        self.bonds: list[int] = []
        self.chips: list[int] = []
        self.income_box: list[int] = []
        self.network: list[int] = []
        self.served_destinations: list[int] = []
        self.conditions: list[int] = []
        self.extensions: list[int] = []
        self.airmail: list[int] = []
        self.delivered: int = 0
        """A bit for every seat whose airmail is delivered."""
        self.fleets: list[list[int]] = []
        """Cards in each play area; the number after the last era card is the start fleet."""
        self.planes: list[list[int]] = []
        """Planes waiting on these cards."""
        self.holder: list[int] = []
        """Where each era card is."""
        self.gold: int = 0
        self.silver: list[int] = []
        """Silver tokens in each city."""
        self.gold_left: int = 0
        self.silver_left: int = 0
        self.silver_removed: int = 0
        self.card_row: list[int] = []
        """Set-up: demand cards drawn for the colour at hand, then the airmail cards nobody took yet."""
        self.order: list[int] = []
        """Seats by opening bid, as far as settled."""
        self.sealed_bids: list[int] = []
        """Secret bids, NOBODY where none is made: dollars in the opening, then chips of the last strike."""
        self.bids_opened: list[int] = []
        """The seat of each sealed bid that was opened again in the bidding at hand; from rules version 2 on."""

    def clone(self) -> TinGooseState:
        twin = TinGooseState(self.seats)
        twin.step_stack = self.step_stack.copy()
        twin.round = self.round
        twin.active = self.active
        twin.first = self.first
        twin.bank = self.bank
        twin.cash = self.cash.copy()
        twin.bonds = self.bonds.copy()
        twin.chips = self.chips.copy()
        twin.income_box = self.income_box.copy()
        twin.network = self.network.copy()
        twin.served_destinations = self.served_destinations.copy()
        twin.conditions = self.conditions.copy()
        twin.extensions = self.extensions.copy()
        twin.airmail = self.airmail.copy()
        twin.delivered = self.delivered
        twin.fleets = [fleets.copy() for fleets in self.fleets]
        twin.planes = [planes.copy() for planes in self.planes]
        twin.holder = self.holder.copy()
        twin.gold = self.gold
        twin.silver = self.silver.copy()
        twin.gold_left = self.gold_left
        twin.silver_left = self.silver_left
        twin.silver_removed = self.silver_removed
        twin.card_row = self.card_row.copy()
        twin.order = self.order.copy()
        twin.sealed_bids = self.sealed_bids.copy()
        twin.bids_opened = self.bids_opened.copy()
        return twin
