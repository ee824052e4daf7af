"""What can be heard at the table of Air-Kwire."""

from typing import ClassVar

from aerodrome.core.actions import Event

# Set-up and turn


class FirstPlayer(Event, frozen=True):
    rule: ClassVar[str] = "AK-2.1"
    seat: int


class Drew(Event, frozen=True):
    """A card from the pile, for the one who drew it."""

    rule: ClassVar[str] = "AK-3.8"
    seat: int
    card: int


class DrewUnseen(Event, frozen=True):
    """The same for everybody else."""

    rule: ClassVar[str] = "AK-3.8"
    seat: int


class TurnBegan(Event, frozen=True):
    rule: ClassVar[str] = "AK-3.1"
    seat: int
    round: int


class TookFromPool(Event, frozen=True):
    rule: ClassVar[str] = "AK-3.8"
    seat: int
    city: int


class DrewNothing(Event, frozen=True):
    rule: ClassVar[str] = "AK-3.7"
    seat: int


class PoolBecamePile(Event, frozen=True):
    """The draw pile was used up; the pool of so many cards is the new one."""

    rule: ClassVar[str] = "AK-3.10"
    cards: int


class Discarded(Event, frozen=True):
    rule: ClassVar[str] = "AK-3.6"
    seat: int
    card: int


class Passed(Event, frozen=True):
    rule: ClassVar[str] = "AK-3.12"
    seat: int


# Stock


class Opened(Event, frozen=True):
    """`city` is its home; `again` after a bankruptcy."""

    rule: ClassVar[str] = "AK-5.3"
    seat: int
    airline: int
    city: int
    again: bool


class Bought(Event, frozen=True):
    """`now` is the price after it."""

    rule: ClassVar[str] = "AK-4.3"
    seat: int
    airline: int
    shares: int
    price: int
    fee: int
    now: int


class Sold(Event, frozen=True):
    """`now` is the price after it."""

    rule: ClassVar[str] = "AK-4.4"
    seat: int
    airline: int
    price: int
    fee: int
    now: int


class BlockMoved(Event, frozen=True):
    """The price marker moves after a Block Trade; `now` is the price after it."""

    rule: ClassVar[str] = "AK-14.9"
    airline: int
    now: int


class NewCeo(Event, frozen=True):
    rule: ClassVar[str] = "AK-6.1"
    airline: int
    seat: int


class Bankrupt(Event, frozen=True):
    """`void` shares in players' hands became worthless."""

    rule: ClassVar[str] = "AK-12.1"
    airline: int
    void: int


class Gave(Event, frozen=True):
    rule: ClassVar[str] = "AK-15.6"
    seat: int
    to: int
    amount: int


# Routes


class Proposed(Event, frozen=True):
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


class MarkerMoved(Event, frozen=True):
    """The dividend marker; `due` when that completed its cycle."""

    rule: ClassVar[str] = "AK-7.11"
    space: int
    due: bool


# Mergers


class NoMerger(Event, frozen=True):
    """Two airlines met and both stay; `why` is the rule."""

    rule: ClassVar[str] = "AK-9.1"
    airline: int
    rival: int
    city: int
    why: str


class TookOver(Event, frozen=True):
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


class HomeTaken(Event, frozen=True):
    """The home of the defunct airline is replaced by an aircraft of the acquirer, or by none."""

    rule: ClassVar[str] = "AK-10.1"
    acquirer: int
    defunct: int
    city: int
    aircraft: int


class Disposed(Event, frozen=True):
    """A holder's shares of the defunct airline: `exchanged` is what came in exchange; `now` is the acquirer's price."""

    rule: ClassVar[str] = "AK-10.10"
    seat: int
    defunct: int
    acquirer: int
    exchanged: int
    sold: int
    amount: int
    now: int


class Inherited(Event, frozen=True):
    """Cities that got an acquired marker, and cities where both airlines were."""

    rule: ClassVar[str] = "AK-10.16"
    acquirer: int
    defunct: int
    cities: tuple[int, ...]
    shared_cities: tuple[int, ...]
    total: int


class Replaced(Event, frozen=True):
    """An own aircraft where acquired markers did not suffice."""

    rule: ClassVar[str] = "AK-10.20"
    acquirer: int
    city: int
    aircraft: int


class Forfeited(Event, frozen=True):
    """Cities given up because acquired markers did not suffice."""

    rule: ClassVar[str] = "AK-10.21"
    acquirer: int
    cities: tuple[int, ...]


# Payout


class Paid(Event, frozen=True):
    rule: ClassVar[str] = "AK-11.7"
    airline: int
    rate: int
    seats: tuple[int, ...]
    amounts: tuple[int, ...]


class NotPaid(Event, frozen=True):
    """`why` is the rule it fails: it has `have` cities, aircraft or shares where `most` are allowed."""

    rule: ClassVar[str] = "AK-11.3"
    airline: int
    why: str
    have: int
    most: int
    times: int


class Dropped(Event, frozen=True):
    """The price fell a space for missed dividends."""

    rule: ClassVar[str] = "AK-11.8"
    airline: int
    now: int


class Rose(Event, frozen=True):
    """The CEO raised the price of a sold-out airline a space."""

    rule: ClassVar[str] = "AK-11.10"
    seat: int
    airline: int
    now: int


# Power cards


class PowerPlayed(Event, frozen=True):
    rule: ClassVar[str] = "AK-14.4"
    seat: int
    power: int


class Refilled(Event, frozen=True):
    """A Free Discard is complete."""

    rule: ClassVar[str] = "AK-14.16"
    seat: int
    thrown: int


class Decommissioned(Event, frozen=True):
    rule: ClassVar[str] = "AK-14.11"
    seat: int
    airline: int
    city: int


class MarkerReset(Event, frozen=True):
    """The dividend marker goes back to its start."""

    rule: ClassVar[str] = "AK-14.19"


class PoolShuffledIn(Event, frozen=True):
    rule: ClassVar[str] = "AK-14.20"
    cards: int


class Reversed(Event, frozen=True):
    rule: ClassVar[str] = "AK-14.21"
    clockwise: bool


# The end


class VoteCalled(Event, frozen=True):
    rule: ClassVar[str] = "AK-13.5"
    seat: int


class Voted(Event, frozen=True):
    rule: ClassVar[str] = "AK-13.5"
    seat: int
    agree: bool


class GameEnded(Event, frozen=True, tag="ended"):
    """`reason` is one of END_REASONS."""

    rule: ClassVar[str] = "AK-13.4"
    reason: str
    winners: tuple[int, ...]
    wealth: tuple[int, ...]
