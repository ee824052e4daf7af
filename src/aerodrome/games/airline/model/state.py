"""What lies on the table of an Airline match."""

from __future__ import annotations

from typing import final

from aerodrome.core.actions import NOBODY
from aerodrome.core.state import State


@final
class AirlineState(State):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.cash = [0] * seats
        self.bank = 0
        """What the bank has taken less what it has paid: with all cash it always makes 0."""
        self.pos = [0] * seats
        self.aircraft = [0] * seats
        self.base = [NOBODY] * seats
        self.owned = [0] * seats
        """Per seat: the cities it owns, as bits."""
        self.network = [0] * seats
        """Per seat: the owned cities that are its base or connected to it. Follows from base, owned and routes."""
        self.out = [False] * seats
        self.active = NOBODY
        self.round = 0
        self.exchanged = False
        self.offers = [0] * seats
        """Offers made this turn outside RAISE."""
        self.raise_to = [0] * seats
        """Offers of the debtor to each seat for this debt."""
        self.raise_from = [0] * seats
        """Offers of each seat to the debtor for this debt."""
        self.claims: list[list[int]] = []
        """Open claims: creditor, debtor, amount, which claim, city."""
        self.end = 0

    def clone(self) -> AirlineState:
        twin = AirlineState(0)
        twin.seats = self.seats
        twin.step_stack = self.step_stack.copy()
        twin.cash = self.cash.copy()
        twin.bank = self.bank
        twin.pos = self.pos.copy()
        twin.aircraft = self.aircraft.copy()
        twin.base = self.base.copy()
        twin.owned = self.owned.copy()
        twin.network = self.network.copy()
        twin.out = self.out.copy()
        twin.active = self.active
        twin.round = self.round
        twin.exchanged = self.exchanged
        twin.offers = self.offers.copy()
        twin.raise_to = self.raise_to.copy()
        twin.raise_from = self.raise_from.copy()
        if self.claims:
            twin.claims = [claim.copy() for claim in self.claims]
        twin.end = self.end
        return twin
