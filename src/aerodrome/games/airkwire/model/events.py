"""What can be heard at the table of Air-Kwire."""

from typing import ClassVar

from aerodrome.core.actions import Event

# Set-up and turn


class FirstPlayerDrawn(Event, frozen=True, tag="first_player"):
    rule: ClassVar[str] = "AK-2.1"
    seat: int


class CardDrawn(Event, frozen=True, tag="drew"):
    """A card from the pile, for the one who drew it."""

    rule: ClassVar[str] = "AK-3.8"
    seat: int
    card: int


class CardDrawnUnseen(Event, frozen=True, tag="drew_unseen"):
    """The same for everybody else."""

    rule: ClassVar[str] = "AK-3.8"
    seat: int


class TurnBegan(Event, frozen=True):
    rule: ClassVar[str] = "AK-3.1"
    seat: int
    round: int


class CardTakenFromPool(Event, frozen=True, tag="took_from_pool"):
    rule: ClassVar[str] = "AK-3.8"
    seat: int
    city: int


class NoCardDrawn(Event, frozen=True, tag="drew_nothing"):
    rule: ClassVar[str] = "AK-3.7"
    seat: int


class PoolBecamePile(Event, frozen=True):
    """The draw pile was used up; the pool of so many cards is the new one."""

    rule: ClassVar[str] = "AK-3.10"
    cards: int


class CardDiscarded(Event, frozen=True, tag="discarded"):
    rule: ClassVar[str] = "AK-3.6"
    seat: int
    card: int


class RouteOrDiscardSkipped(Event, frozen=True, tag="passed"):
    rule: ClassVar[str] = "AK-3.12"
    seat: int


# Stock


class AirlineOpened(Event, frozen=True, tag="opened"):
    """`city` is its home; `again` after a bankruptcy."""

    rule: ClassVar[str] = "AK-5.3"
    seat: int
    airline: int
    city: int
    again: bool


class SharesBought(Event, frozen=True, tag="bought"):
    """`now` is the price after it."""

    rule: ClassVar[str] = "AK-4.3"
    seat: int
    airline: int
    shares: int
    price: int
    fee: int
    now: int


class ShareSold(Event, frozen=True, tag="sold"):
    """`now` is the price after it, 0 where the marker falls off the track."""

    rule: ClassVar[str] = "AK-4.4"
    seat: int
    airline: int
    price: int
    fee: int
    now: int


class BlockTradePriceMoved(Event, frozen=True, tag="block_moved"):
    """The price marker moves after a Block Trade; `now` is the price after it."""

    rule: ClassVar[str] = "AK-14.9"
    airline: int
    now: int


class CeoChanged(Event, frozen=True, tag="new_ceo"):
    rule: ClassVar[str] = "AK-6.1"
    airline: int
    seat: int


class AirlineWentBankrupt(Event, frozen=True, tag="bankrupt"):
    """`void` shares in players' hands became worthless."""

    rule: ClassVar[str] = "AK-12.1"
    airline: int
    void: int


class CashGiven(Event, frozen=True, tag="gave"):
    rule: ClassVar[str] = "AK-15.6"
    seat: int
    to: int
    amount: int


# Routes


class RouteProposed(Event, frozen=True, tag="proposed"):
    """Somebody asks the CEO for a route."""

    rule: ClassVar[str] = "AK-6.4"
    seat: int
    ceo: int
    airline: int
    city: int
    aircraft: int


class RouteRefused(Event, frozen=True, tag="refused"):
    """The CEO refused a proposed route."""

    rule: ClassVar[str] = "AK-8.1"
    seat: int
    ceo: int
    airline: int
    city: int


class RouteCreated(Event, frozen=True):
    """`points` are new, `total` are all points of the airline."""

    rule: ClassVar[str] = "AK-7.2"
    seat: int
    airline: int
    city: int
    aircraft: int
    points: int
    total: int


class DividendMarkerMoved(Event, frozen=True, tag="marker_moved"):
    """The dividend marker; `due` when that completed its cycle."""

    rule: ClassVar[str] = "AK-7.11"
    space: int
    due: bool


# Mergers


class MergerRuledOut(Event, frozen=True, tag="no_merger"):
    """Two airlines met and both stay; `why` is the rule."""

    rule: ClassVar[str] = "AK-9.1"
    airline: int
    rival: int
    city: int
    why: str


class AirlineTakenOver(Event, frozen=True, tag="took_over"):
    """A merger and its bonuses. `first` and `second` are the seats that share each."""

    rule: ClassVar[str] = "AK-10.6"
    acquirer: int
    defunct: int
    city: int
    rate: int
    first: tuple[int, ...]
    first_bonus: int
    second: tuple[int, ...]
    second_bonus: int


class DefunctHomeTakenOver(Event, frozen=True, tag="home_taken"):
    """The home of the defunct airline is replaced by an aircraft of the acquirer, or by none."""

    rule: ClassVar[str] = "AK-10.1"
    acquirer: int
    defunct: int
    city: int
    aircraft: int


class SharesExchangedOrSold(Event, frozen=True, tag="disposed"):
    """A holder's shares of the defunct airline: `exchanged` is what came in exchange; `now` is the acquirer's price."""

    rule: ClassVar[str] = "AK-10.10"
    seat: int
    defunct: int
    acquirer: int
    exchanged: int
    sold: int
    amount: int
    now: int


class DefunctCitiesTakenOver(Event, frozen=True, tag="inherited"):
    """Cities that got an acquired marker, and cities where both airlines were."""

    rule: ClassVar[str] = "AK-10.16"
    acquirer: int
    defunct: int
    cities: tuple[int, ...]
    shared_cities: tuple[int, ...]
    total: int


class DefunctAircraftReplaced(Event, frozen=True, tag="replaced"):
    """An own aircraft where acquired markers did not suffice."""

    rule: ClassVar[str] = "AK-10.20"
    acquirer: int
    city: int
    aircraft: int


class DefunctCitiesForfeited(Event, frozen=True, tag="forfeited"):
    """Cities given up because acquired markers did not suffice."""

    rule: ClassVar[str] = "AK-10.21"
    acquirer: int
    cities: tuple[int, ...]


# Payout


class DividendsPaid(Event, frozen=True, tag="paid"):
    rule: ClassVar[str] = "AK-11.7"
    airline: int
    rate: int
    seats: tuple[int, ...]
    amounts: tuple[int, ...]


class DividendNotPaid(Event, frozen=True, tag="not_paid"):
    """`why` is the rule it fails: it has `have` cities, aircraft or shares where `most` are allowed."""

    rule: ClassVar[str] = "AK-11.3"
    airline: int
    why: str
    have: int
    most: int
    times: int


class PriceDroppedForMissedDividends(Event, frozen=True, tag="dropped"):
    """The price fell a space for missed dividends."""

    rule: ClassVar[str] = "AK-11.8"
    airline: int
    now: int


class PriceRaisedByCeo(Event, frozen=True, tag="rose"):
    """The CEO raised the price of a sold-out airline a space."""

    rule: ClassVar[str] = "AK-11.10"
    seat: int
    airline: int
    now: int


# Power cards


class PowerCardPlayed(Event, frozen=True, tag="power_played"):
    rule: ClassVar[str] = "AK-14.4"
    seat: int
    power: int


class FreeDiscardFinished(Event, frozen=True, tag="refilled"):
    """A Free Discard is complete."""

    rule: ClassVar[str] = "AK-14.16"
    seat: int
    thrown: int


class RouteDecommissioned(Event, frozen=True, tag="decommissioned"):
    rule: ClassVar[str] = "AK-14.11"
    seat: int
    airline: int
    city: int


class DividendMarkerReset(Event, frozen=True, tag="marker_reset"):
    """The dividend marker goes back to its start."""

    rule: ClassVar[str] = "AK-14.19"


class PoolShuffledIntoPile(Event, frozen=True, tag="pool_shuffled_in"):
    rule: ClassVar[str] = "AK-14.20"
    cards: int


class PlayDirectionReversed(Event, frozen=True, tag="reversed"):
    rule: ClassVar[str] = "AK-14.21"
    clockwise: bool


# The end


class EndVoteCalled(Event, frozen=True, tag="vote_called"):
    rule: ClassVar[str] = "AK-13.5"
    seat: int


class EndVoteAnswered(Event, frozen=True, tag="voted"):
    rule: ClassVar[str] = "AK-13.5"
    seat: int
    agree: bool


class GameEnded(Event, frozen=True, tag="ended"):
    """`reason` is one of END_REASONS."""

    rule: ClassVar[str] = "AK-13.4"
    reason: str
    winners: tuple[int, ...]
    wealth: tuple[int, ...]
    airlines: tuple[int, ...] = ()
    """Those that reached the last of the city points."""
