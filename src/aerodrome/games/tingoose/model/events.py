"""What can happen in Tin Goose, each with the rule that makes it happen."""

from typing import ClassVar

from aerodrome.core.actions import Event

# Set-up and opening


class DemandTokensPlaced(Event, frozen=True, tag="demand_placed"):
    rule: ClassVar[str] = "TG-2.3"
    city: int
    gold: int
    silver: int
    replaced: bool
    """Whether the first gold token of this city was taken off."""


class CardDealt(Event, frozen=True):
    rule: ClassVar[str] = "TG-2.8"
    seat: int
    card: int


class CardDealtUnseen(Event, frozen=True):
    """A card dealt, as everybody but its owner sees it."""

    rule: ClassVar[str] = "TG-2.8"
    seat: int
    era: int


class AirmailCardLaidOut(Event, frozen=True, tag="airmail_laid"):
    rule: ClassVar[str] = "TG-2.10"
    airmail: int


class OpeningBidSealed(Event, frozen=True):
    rule: ClassVar[str] = "TG-3.1"
    seat: int
    amount: int


class OpeningBidSealedUnseen(Event, frozen=True):
    """A secret opening bid, as the others see it."""

    rule: ClassVar[str] = "TG-3.1"
    seat: int


class SealedBidWithdrawn(Event, frozen=True, tag="bid_opened"):
    """A sealed bid, in the opening or a strike, taken back to be named anew; nobody learns what it was."""

    rule: ClassVar[str] = "TG-R57"
    seat: int


class OpeningBidsPaid(Event, frozen=True):
    rule: ClassVar[str] = "TG-3.3"
    amounts: tuple[int, ...]


class OpeningTieBroken(Event, frozen=True, tag="tie_broken"):
    rule: ClassVar[str] = "TG-3.5"
    seat: int
    amount: int


class OpeningOrderSet(Event, frozen=True, tag="order_set"):
    rule: ClassVar[str] = "TG-3.4"
    seats: tuple[int, ...]


class AirmailTaken(Event, frozen=True):
    rule: ClassVar[str] = "TG-3.6"
    seat: int
    airmail: int
    city: int


class AirmailDiscarded(Event, frozen=True):
    rule: ClassVar[str] = "TG-3.7"
    airmail: int


# Rounds


class RoundBegan(Event, frozen=True):
    rule: ClassVar[str] = "TG-4.4"
    round: int
    destination: int


class CardPlayed(Event, frozen=True):
    rule: ClassVar[str] = "TG-5.1"
    seat: int
    card: int


class PlayedCardCityBonusGained(Event, frozen=True, tag="city_bonus"):
    """The income marker moved up: the city on the played card is in the player's network."""

    rule: ClassVar[str] = "TG-5.4"
    seat: int
    city: int
    income: int


class LeftoverCardDiscarded(Event, frozen=True, tag="leftover_discarded"):
    """The card left over at the end of an era, as its owner sees it."""

    rule: ClassVar[str] = "TG-5.3"
    seat: int
    card: int


class LeftoverCardDiscardedUnseen(Event, frozen=True, tag="leftover_discarded_unseen"):
    """The card left over at the end of an era, as the others see it: face down."""

    rule: ClassVar[str] = "TG-5.3"
    seat: int
    era: int


class IncomePaid(Event, frozen=True):
    rule: ClassVar[str] = "TG-15.5"
    seat: int
    amount: int


class IncomeSkipped(Event, frozen=True):
    rule: ClassVar[str] = "TG-14.4"
    seat: int


class GameEnded(Event, frozen=True):
    rule: ClassVar[str] = "TG-16.9"
    scores: tuple[int, ...]
    winners: tuple[int, ...]


# Events of the era cards


class StrikeBidSealed(Event, frozen=True, tag="chips_sealed"):
    rule: ClassVar[str] = "TG-6.3"
    seat: int
    chips: int


class StrikeBidSealedUnseen(Event, frozen=True, tag="chips_sealed_unseen"):
    """A secret bid in a strike, as the others see it."""

    rule: ClassVar[str] = "TG-6.3"
    seat: int


class StrikeBidsRevealed(Event, frozen=True, tag="chips_revealed"):
    rule: ClassVar[str] = "TG-6.3"
    chips: tuple[int, ...]


class StrikeWon(Event, frozen=True):
    rule: ClassVar[str] = "TG-6.4"
    seat: int
    amount: int


class StrikeLost(Event, frozen=True):
    rule: ClassVar[str] = "TG-6.6"
    seat: int
    amount: int


class CrashCostPaid(Event, frozen=True, tag="crash_paid"):
    rule: ClassVar[str] = "TG-6.9"
    seat: int
    flames: int
    amount: int


class IncomeMovedByCrash(Event, frozen=True, tag="crash_moved"):
    """The income marker moved after a crash: down for the most flames, up for the fewest."""

    rule: ClassVar[str] = "TG-6.11"
    seat: int
    most: bool
    income: int


class OilCostPaid(Event, frozen=True, tag="oil_paid"):
    rule: ClassVar[str] = "TG-6.14"
    seat: int
    barrels: int
    amount: int
    surcharge: int = 0
    """What Rural Stops adds to each barrel's price."""


class EmergencyBondsIssued(Event, frozen=True, tag="emergency_bonds"):
    """Bonds that had to be issued because the cash did not suffice for an event."""

    rule: ClassVar[str] = "TG-6.2"
    seat: int
    bonds: int
    amount: int


# Auction


class AuctionBidMade(Event, frozen=True, tag="bid_made"):
    rule: ClassVar[str] = "TG-7.4"
    seat: int
    amount: int


class AuctionPassed(Event, frozen=True, tag="passed"):
    rule: ClassVar[str] = "TG-7.3"
    seat: int


class FleetWon(Event, frozen=True):
    rule: ClassVar[str] = "TG-7.6"
    seat: int
    card: int
    amount: int


class FleetUnsold(Event, frozen=True):
    rule: ClassVar[str] = "TG-7.5"
    card: int


class FleetDiscardedInLastRound(Event, frozen=True, tag="fleet_without_auction"):
    """A fleet played in the last round, where nothing is auctioned."""

    rule: ClassVar[str] = "TG-16.1"
    card: int


class SameFleetKindBonusGained(Event, frozen=True, tag="same_kind"):
    """The income marker moved up: the player already owned a fleet of the kind just won."""

    rule: ClassVar[str] = "TG-7.7"
    seat: int
    card: int
    income: int


class FleetDeployed(Event, frozen=True, tag="deployed"):
    rule: ClassVar[str] = "TG-8.1"
    seat: int
    card: int
    planes: int


class FleetUpgraded(Event, frozen=True, tag="upgraded"):
    rule: ClassVar[str] = "TG-8.6"
    seat: int
    card: int
    fleet: int
    planes: int


class ConditionRemoved(Event, frozen=True):
    rule: ClassVar[str] = "TG-8.3"
    seat: int
    condition: int


class NoConditionRemoved(Event, frozen=True, tag="conditions_kept"):
    rule: ClassVar[str] = "TG-8.3"
    seat: int


class UnproductiveInvestmentsPaidOut(Event, frozen=True, tag="investments_paid"):
    """What Unproductive Investments pays when it is removed."""

    rule: ClassVar[str] = "TG-14.5"
    seat: int
    amount: int


# Actions of the turn


class IncomeAdvanced(Event, frozen=True):
    rule: ClassVar[str] = "TG-9.3"
    seat: int
    income: int
    forced: bool


class PlanePlaced(Event, frozen=True):
    rule: ClassVar[str] = "TG-10.1"
    seat: int
    city: int
    fleet: int


class NetworkExtended(Event, frozen=True, tag="extended"):
    """A city entered with an extension token instead of a plane."""

    rule: ClassVar[str] = "TG-12.1"
    seat: int
    city: int


class CityEntered(Event, frozen=True):
    """The income marker after a plane arrived: `rivals` other players there, `tokens` demand tokens."""

    rule: ClassVar[str] = "TG-10.9"
    seat: int
    city: int
    tokens: int
    rivals: int
    income: int


class DemandServed(Event, frozen=True):
    rule: ClassVar[str] = "TG-10.12"
    seat: int
    city: int
    tokens: int
    amount: int


class SilverTokensRemoved(Event, frozen=True, tag="silver_removed"):
    rule: ClassVar[str] = "TG-10.13"
    city: int
    silver: int


class AirmailDelivered(Event, frozen=True):
    rule: ClassVar[str] = "TG-13.2"
    seat: int
    airmail: int
    amount: int


class DestinationServed(Event, frozen=True):
    rule: ClassVar[str] = "TG-11.3"
    seat: int
    destination: int
    fleet: int
    amount: int


class LaborChipsTaken(Event, frozen=True, tag="chips_taken"):
    rule: ClassVar[str] = "TG-9.6"
    seat: int
    chips: int
    amount: int


class BondIssued(Event, frozen=True):
    rule: ClassVar[str] = "TG-9.8"
    seat: int
    amount: int
