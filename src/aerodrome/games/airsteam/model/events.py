"""Everything that can happen, with the rule that makes it happen."""

from typing import ClassVar

from aerodrome.core.actions import Event


class ColourDealt(Event, frozen=True):
    rule: ClassVar[str] = "KS-2.15"
    seat: int
    colour: int


class StartPlayerDrawn(Event, frozen=True):
    rule: ClassVar[str] = "KS-2.8"
    seat: int


class CharacterChosen(Event, frozen=True):
    rule: ClassVar[str] = "KS-24.1"
    seat: int
    character: int


class StartDepotPlaced(Event, frozen=True):
    rule: ClassVar[str] = "KS-2.10"
    seat: int
    hex: int
    link: int
    airship: bool
    """Whether the airship starts there: not for a second starting depot."""


class MoneyDealt(Event, frozen=True):
    rule: ClassVar[str] = "KS-2.13"
    seat: int
    amount: int


class RoundBegan(Event, frozen=True):
    rule: ClassVar[str] = "KS-3.1"
    round: int


class MarketTileDrawn(Event, frozen=True, tag="tile_drawn"):
    rule: ClassVar[str] = "KS-4.1"
    good: int
    price: int


class CardPlanned(Event, frozen=True):
    rule: ClassVar[str] = "KS-5.1"
    seat: int
    slot: int
    card: int


class PlannedCardTakenBack(Event, frozen=True, tag="card_taken_back"):
    rule: ClassVar[str] = "KS-R58"
    seat: int
    slot: int
    card: int


class PlannedCardsExchanged(Event, frozen=True, tag="cards_exchanged"):
    rule: ClassVar[str] = "KS-R58"
    seat: int
    slot: int
    other: int


class PlanReopened(Event, frozen=True, tag="plan_opened"):
    rule: ClassVar[str] = "KS-R58"
    seat: int


class PlanSealed(Event, frozen=True, tag="plan_laid"):
    rule: ClassVar[str] = "KS-5.1"
    seat: int


class CardsRevealed(Event, frozen=True):
    rule: ClassVar[str] = "KS-6.1"
    slot: int
    cards: tuple[int, ...]


class RevealedCardSwapped(Event, frozen=True, tag="card_swapped"):
    rule: ClassVar[str] = "KS-24.22"
    seat: int
    slot: int
    card: int
    """The card now in play."""
    away: int
    """The card now face down in `slot`."""


class MovementError(Event, frozen=True):
    rule: ClassVar[str] = "KS-8.2"
    seat: int
    card: int
    total: int
    rating: int


class TurnOrderSet(Event, frozen=True, tag="order_set"):
    rule: ClassVar[str] = "KS-6.2"
    order: tuple[int, ...]


class AirshipCannotFly(Event, frozen=True, tag="no_way_to_fly"):
    rule: ClassVar[str] = "KS-7.9"
    seat: int
    card: int


class AirshipFlew(Event, frozen=True, tag="flew"):
    rule: ClassVar[str] = "KS-7.1"
    seat: int
    origin: int
    hex: int


class CubesLoadedOrUnloaded(Event, frozen=True, tag="loaded"):
    rule: ClassVar[str] = "KS-9.1"
    seat: int
    hex: int
    change: tuple[int, ...]
    """How many more cubes of each good are in the hold; negative: unloaded."""


class DepotBuilt(Event, frozen=True, tag="built"):
    rule: ClassVar[str] = "KS-11.1"
    seat: int
    hex: int
    link: int
    cost: int


class AirshipUpgraded(Event, frozen=True):
    rule: ClassVar[str] = "KS-12.1"
    seat: int
    level: int
    cost: int


class TrainUpgraded(Event, frozen=True):
    rule: ClassVar[str] = "KS-13.1"
    seat: int
    level: int
    cost: int


class CubesDelivered(Event, frozen=True, tag="delivered"):
    rule: ClassVar[str] = "KS-17.4"
    seat: int
    depot: int
    city: int
    good: int
    count: int
    income: int
    final: bool


class CubesForwardedToDepot(Event, frozen=True, tag="forwarded"):
    rule: ClassVar[str] = "KS-16.1"
    seat: int
    depot: int
    hex: int
    good: int
    count: int


class LinkFeePaid(Event, frozen=True, tag="fee_paid"):
    rule: ClassVar[str] = "KS-15.2"
    seat: int
    owner: int
    amount: int
    from_bank: bool


class FeeBonusReceived(Event, frozen=True, tag="fee_bonus"):
    rule: ClassVar[str] = "KS-24.21"
    seat: int
    amount: int


class CityDemandMet(Event, frozen=True, tag="city_filled"):
    rule: ClassVar[str] = "KS-17.6"
    city: int
    good: int


class CityTookDemandTile(Event, frozen=True, tag="city_demands"):
    rule: ClassVar[str] = "KS-17.7"
    city: int
    good: int


class CityWaitsForTile(Event, frozen=True, tag="city_waits"):
    rule: ClassVar[str] = "KS-17.10"
    city: int


class CityClosed(Event, frozen=True):
    rule: ClassVar[str] = "KS-17.9"
    city: int


class AirshipRouteAdjusted(Event, frozen=True, tag="adjusted"):
    rule: ClassVar[str] = "KS-18.1"
    seat: int
    origin: int
    hex: int


class PassedForIncome(Event, frozen=True, tag="passed"):
    rule: ClassVar[str] = "KS-19.1"
    seat: int
    income: int


class CubeConverted(Event, frozen=True, tag="converted"):
    rule: ClassVar[str] = "KS-24.16"
    seat: int
    depot: int
    good: int
    into: int


class CubeSacrificed(Event, frozen=True, tag="sacrificed"):
    rule: ClassVar[str] = "KS-24.17"
    seat: int
    depot: int
    good: int


class RailLineLaid(Event, frozen=True, tag="line_laid"):
    rule: ClassVar[str] = "KS-24.18"
    seat: int
    first: int
    last: int
    path: tuple[int, ...]
    cost: int
    hex: int
    """Where the depot that comes with the line stands."""


class CubeDiscardedAtUpkeep(Event, frozen=True, tag="discarded"):
    rule: ClassVar[str] = "KS-20.3"
    seat: int
    depot: int
    good: int


class UpkeepReopened(Event, frozen=True, tag="upkeep_opened"):
    rule: ClassVar[str] = "KS-R58"
    seat: int


class UpkeepPaid(Event, frozen=True):
    rule: ClassVar[str] = "KS-20.2"
    seat: int
    amount: int


class StartTokenMoved(Event, frozen=True, tag="token_moved"):
    rule: ClassVar[str] = "KS-20.6"
    seat: int


class FactoriesProduced(Event, frozen=True, tag="produced"):
    rule: ClassVar[str] = "KS-21.1"
    good: int
    count: int
    short: int
    """How many cubes the supply could not give."""
    hexes: tuple[int, ...] = ()
    """The factories of this good, and what each has made; empty in events of earlier days, as is `tiles`."""
    counts: tuple[int, ...] = ()
    tiles: int = 0
    """How many tiles of this good were on the future market (KS-21.2)."""


class DemandTilesStacked(Event, frozen=True, tag="tiles_stacked"):
    rule: ClassVar[str] = "KS-21.3"
    goods: tuple[int, ...]


class FinalShippingBegan(Event, frozen=True, tag="final_shipping"):
    rule: ClassVar[str] = "KS-3.5"
    order: tuple[int, ...]


class SeatScored(Event, frozen=True, tag="scored"):
    rule: ClassVar[str] = "KS-23.1"
    seat: int
    cash: int
    depots: int
    total: int


class GameEnded(Event, frozen=True, tag="won"):
    rule: ClassVar[str] = "KS-23.3"
    winners: tuple[int, ...]
