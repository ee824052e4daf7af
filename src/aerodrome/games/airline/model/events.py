"""Everything that can happen in Airline, with the rule behind it.

The tag of an event is stored and sent: a class that is renamed keeps the old one.
"""

from typing import ClassVar

from aerodrome.core.actions import Event


class OpeningDiceThrown(Event, frozen=True, tag="opening_thrown"):
    rule: ClassVar[str] = "AL-1.10"
    seat: int
    first: int
    second: int


class FirstBaseChoiceWon(Event, frozen=True, tag="first_choice"):
    rule: ClassVar[str] = "AL-1.10"
    seat: int


class OpeningThrowTied(Event, frozen=True, tag="opening_tied"):
    rule: ClassVar[str] = "AL-R2"
    seats: tuple[int, ...]


class BaseChosen(Event, frozen=True):
    rule: ClassVar[str] = "AL-1.11"
    seat: int
    city: int


class TurnBegan(Event, frozen=True):
    rule: ClassVar[str] = "AL-1.15"
    seat: int
    round: int


class AircraftExchanged(Event, frozen=True, tag="exchanged"):
    rule: ClassVar[str] = "AL-6.2"
    seat: int
    aircraft: int
    amount: int


class AircraftMoved(Event, frozen=True, tag="moved"):
    rule: ClassVar[str] = "AL-3.1"
    seat: int
    first: int
    second: int
    start: int
    end: int


class SubsidyReceived(Event, frozen=True):
    rule: ClassVar[str] = "AL-10.1"
    seat: int
    amount: int


class CharterDiceThrown(Event, frozen=True, tag="charter_thrown"):
    rule: ClassVar[str] = "AL-10.5"
    seat: int
    first: int
    second: int


class CharterMoneyReceived(Event, frozen=True, tag="charter_received"):
    rule: ClassVar[str] = "AL-10.5"
    seat: int
    amount: int


class AirCargoMoneyReceived(Event, frozen=True, tag="cargo_received"):
    rule: ClassVar[str] = "AL-10.9"
    seat: int
    amount: int


class MaintenancePaid(Event, frozen=True):
    rule: ClassVar[str] = "AL-10.4"
    seat: int
    amount: int


class HijackDiceThrown(Event, frozen=True, tag="hijack_thrown"):
    rule: ClassVar[str] = "AL-10.6"
    seat: int
    first: int
    second: int


class AircraftHijackedToSubsidy(Event, frozen=True, tag="hijacked"):
    rule: ClassVar[str] = "AL-10.7"
    seat: int


class AircraftDestroyed(Event, frozen=True):
    rule: ClassVar[str] = "AL-10.10"
    seat: int
    hijacked: bool


class CrashCostPaid(Event, frozen=True, tag="crash_paid"):
    rule: ClassVar[str] = "AL-10.10"
    seat: int
    amount: int


class LandedFreeInCutOffCity(Event, frozen=True, tag="free_landing"):
    """A landing in somebody's city that is cut off: nothing to pay."""

    rule: ClassVar[str] = "AL-7.2"
    seat: int
    owner: int
    city: int


class FarePaid(Event, frozen=True):
    rule: ClassVar[str] = "AL-7.1"
    seat: int
    to: int
    city: int
    amount: int


class LandingRightsBought(Event, frozen=True, tag="rights_bought"):
    rule: ClassVar[str] = "AL-4.1"
    seat: int
    city: int
    amount: int


class CityOwnerChallenged(Event, frozen=True, tag="challenged"):
    rule: ClassVar[str] = "AL-9.3"
    seat: int
    owner: int
    city: int
    amount: int


class ChallengeDiceThrown(Event, frozen=True, tag="challenge_thrown"):
    rule: ClassVar[str] = "AL-9.6"
    seat: int
    first: int
    second: int


class ChallengeDecided(Event, frozen=True):
    """How a challenge ended: what the challenger threw in all, and what the owner threw against it."""

    seat: int
    owner: int
    city: int
    total: int
    against: int


class ChallengeWon(ChallengeDecided, frozen=True):
    rule: ClassVar[str] = "AL-9.8"


class ChallengeLost(ChallengeDecided, frozen=True):
    rule: ClassVar[str] = "AL-9.7"


class DealEvent(Event, frozen=True):
    """Something about a deal: what `seat` gives and what it wants `to` give."""

    seat: int
    to: int
    give_cities: tuple[int, ...]
    give_cash: int
    want_cities: tuple[int, ...]


class OfferMade(DealEvent, frozen=True):
    rule: ClassVar[str] = "AL-R32"
    want_cash: int
    counter: bool


class OfferRejected(Event, frozen=True):
    rule: ClassVar[str] = "AL-5.11"
    seat: int
    to: int


class OfferBecameVoid(Event, frozen=True, tag="offer_void"):
    rule: ClassVar[str] = "AL-R31"
    seat: int
    to: int


class OfferExpired(Event, frozen=True):
    rule: ClassVar[str] = "AL-R32"
    seat: int
    to: int


class DealDone(DealEvent, frozen=True):
    rule: ClassVar[str] = "AL-5.1"
    want_cash: int


class DealUndone(DealEvent, frozen=True):
    """A deal of a debtor who goes bankrupt: he gives back the first cities and the cash, and gets the others back."""

    rule: ClassVar[str] = "AL-R56"
    to_bank: bool
    """The other is out: what he would get goes to the bank."""


class CitiesCutOff(Event, frozen=True, tag="cut_off"):
    """Cities that stay owned but earn nothing until connected again."""

    rule: ClassVar[str] = "AL-8.4"
    seat: int
    cities: tuple[int, ...]


class CitiesReconnected(Event, frozen=True, tag="reconnected"):
    rule: ClassVar[str] = "AL-8.5"
    seat: int
    cities: tuple[int, ...]


class DebtorShortOfMoney(Event, frozen=True, tag="short_of_money"):
    rule: ClassVar[str] = "AL-12.3"
    seat: int
    to: int
    amount: int
    cause: int


class PlayerWentBankrupt(Event, frozen=True, tag="bankrupt"):
    rule: ClassVar[str] = "AL-12.6"
    seat: int
    cash: int
    cities: tuple[int, ...]


class PlayerLeft(Event, frozen=True, tag="left"):
    rule: ClassVar[str] = "AL-11.3"
    seat: int
    cash: int
    cities: tuple[int, ...]


class BankPaidForDebtor(Event, frozen=True, tag="bank_stood_in"):
    rule: ClassVar[str] = "AL-12.8"
    seat: int
    to: int
    amount: int


class DebtReassignedToBank(Event, frozen=True, tag="debt_to_bank"):
    rule: ClassVar[str] = "AL-12.13"
    seat: int
    amount: int


class ClaimArose(Event, frozen=True):
    rule: ClassVar[str] = "AL-R18"
    seat: int
    claim: int
    amount: int


class ClaimLapsed(Event, frozen=True):
    rule: ClassVar[str] = "AL-11.1"
    seat: int
    claim: int
    amount: int


class GameEnded(Event, frozen=True, tag="game_over"):
    rule: ClassVar[str] = "AL-12.10"
    winners: tuple[int, ...]
    reason: int
