"""What lies on the table of an Airline match."""

from __future__ import annotations

from typing import ClassVar, Final, final

from aerodrome.core.actions import NOBODY
from aerodrome.core.state import State

BANK: Final = -1
"""The bank as payer or creditor."""

SPACE_KINDS: Final = ("city", "subsidy", "maintenance", "charter", "hijack", "air_cargo", "crash")
CITY_SPACE: Final = 0
MAINTENANCE_SPACE: Final = 2
CHARTER_SPACE: Final = 3
HIJACK_SPACE: Final = 4
CARGO_SPACE: Final = 5
CRASH_SPACE: Final = 6

TRACK_LENGTH: Final = 24

CLAIM_KINDS: Final = ("subsidy", "charter", "air_cargo", "fare")
SUBSIDY_CLAIM: Final = 0
CHARTER_CLAIM: Final = 1
CARGO_CLAIM: Final = 2
FARE_CLAIM: Final = 3

CREDITOR: Final = 0
DEBTOR: Final = 1
AMOUNT: Final = 2
KIND: Final = 3
"""Places in a row of `AirlineState.claims`; the last one is the city."""

PARTNER: Final = 0
SOLD: Final = 1
BOUGHT: Final = 2
PRICE: Final = 3
GAVE_BEFORE: Final = 4
"""Places in a row of `AirlineState.raise_deals`."""

REFUSED_FIELDS: Final = 11
"""How many numbers `AirlineState.refused_offers` keeps of each offer; the next ones are places among them."""
REFUSED_PROPOSER: Final = 0
REFUSED_RECEIVER: Final = 1
REFUSED_GIVE: Final = 2
REFUSED_WANT: Final = 3
REFUSED_PAYMENT: Final = 4
REFUSED_DEBT: Final = 5
REFUSED_TURN: Final = 6
REFUSED_FOR_PROPOSER: Final = 7
REFUSED_FOR_RECEIVER: Final = 8
REFUSED_AIRCRAFT: Final = 9
REFUSED_PROPOSER_CASH: Final = 10

DEBT_CAUSES: Final = ("fare", "maintenance", "crash")
FARE_DEBT: Final = 0
MAINTENANCE_DEBT: Final = 1
CRASH_DEBT: Final = 2

END_REASONS: Final = ("", "last player", "short game", "round limit")
LAST_PLAYER: Final = 1
SHORT_GAME: Final = 2
ROUND_LIMIT: Final = 3


@final
class AirlineState(State):
    stored_names: ClassVar[dict[str, str]] = {
        "step_stack": "agenda",
        "offers_made": "offers",
        "raise_offers_to": "raise_to",
        "raise_offers_from": "raise_from",
        "end_reason": "end",
    }
    later_names: ClassVar[frozenset[str]] = frozenset(
        {"raise_deals", "gave_city", "gave_before_turn", "refused_offers", "late_starters"}
    )

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.cash = [0] * seats
        self.bank = 0
        """What the bank has taken less what it has paid: with all cash it always makes 0."""
        self.pos = [0] * seats
        """Per seat: the space of the track where its aircraft stands."""
        self.aircraft = [0] * seats
        self.base = [NOBODY] * seats
        self.owned = [0] * seats
        """Per seat: the cities it owns, as bits."""
        self.network = [0] * seats
        """Per seat: the owned cities that are its base or connected to it. Follows from base, owned and routes."""
        self.out = [False] * seats
        self.active = NOBODY
        """Whose turn it is."""
        self.round = 0
        self.late_starters = 0
        """Seats from the banker on that had no turn in round 1, as somebody else began; no rule asks for it."""
        self.exchanged = False
        """Whether the active player has exchanged the aircraft in this turn."""
        self.offers_made = [0] * seats
        """Offers made this turn outside RAISE."""
        self.raise_offers_to = [0] * seats
        """Offers of the debtor to each seat for this debt."""
        self.raise_offers_from = [0] * seats
        """Offers of each seat to the debtor for this debt."""
        self.raise_deals: list[list[int]] = []
        """Deals for the open debt: partner, cities the debtor gave, cities and cash he got, `gave_city` before."""
        self.gave_city = 0
        """Seats, as bits, that gave a city in a deal and have begun no turn of their own since."""
        self.gave_before_turn = False
        """Whether the active player was one of them when this turn began."""
        self.claims: list[list[int]] = []
        """Open claims: creditor, debtor, amount, which of CLAIM_KINDS, city."""
        self.refused_offers: tuple[int, ...] = ()
        """What everybody heard refused: see `rules/refused_offers.py`. No rule asks for it. Long, and seldom changed:
        copies share it."""
        self.end_reason = 0
        """Why the game is over, as a place in END_REASONS."""

    def clone(self) -> AirlineState:
        copy = AirlineState(0)
        copy.seats = self.seats
        copy.step_stack = self.step_stack.copy()
        copy.cash = self.cash.copy()
        copy.bank = self.bank
        copy.pos = self.pos.copy()
        copy.aircraft = self.aircraft.copy()
        copy.base = self.base.copy()
        copy.owned = self.owned.copy()
        copy.network = self.network.copy()
        copy.out = self.out.copy()
        copy.active = self.active
        copy.round = self.round
        copy.late_starters = self.late_starters
        copy.exchanged = self.exchanged
        copy.offers_made = self.offers_made.copy()
        copy.raise_offers_to = self.raise_offers_to.copy()
        copy.raise_offers_from = self.raise_offers_from.copy()
        if self.raise_deals:
            copy.raise_deals = [deal.copy() for deal in self.raise_deals]
        copy.gave_city = self.gave_city
        copy.gave_before_turn = self.gave_before_turn
        if self.claims:
            copy.claims = [claim.copy() for claim in self.claims]
        copy.refused_offers = self.refused_offers
        copy.end_reason = self.end_reason
        return copy
