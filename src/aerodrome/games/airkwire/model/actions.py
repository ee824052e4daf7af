"""What players and chance can do in Air-Kwire, and what can be heard at the table.

Ids: `card` counts the cities first and the kinds of power cards after them; `city` and `power` count each alone.
"""

from typing import ClassVar

from aerodrome.core.actions import Action, Event

# Chance


class First(Action, frozen=True):
    """Chance names the first player."""

    seat: int


class Draw(Action, frozen=True):
    """Chance turns up the next card of the pile."""

    card: int


# The stock step


class Buy(Action, frozen=True):
    airline: int


class Sell(Action, frozen=True):
    airline: int


class CloseStock(Action, frozen=True):
    """No more trades this turn."""


class Give(Action, frozen=True):
    """Cash for another player, with the option `loans`."""

    seat: int
    amount: int


class CallVote(Action, frozen=True):
    """Ask all to agree that nobody can reach the end any more."""


class Vote(Action, frozen=True):
    agree: bool


# Route or discard


class Propose(Action, frozen=True):
    city: int
    airline: int
    aircraft: int


class Approve(Action, frozen=True):
    pass


class Refuse(Action, frozen=True):
    pass


class Discard(Action, frozen=True):
    card: int


class Pass(Action, frozen=True):
    """No card at all, or no second route."""


# Mergers


class Rival(Action, frozen=True):
    """Which of two equal airlines the entering airline deals with."""

    airline: int


class PlaceHome(Action, frozen=True):
    """The aircraft that replaces the home marker of the airline taken over."""

    aircraft: int


class Dispose(Action, frozen=True):
    """Take so many shares of the acquiring airline in exchange; the rest is sold."""

    exchange: int


class Replace(Action, frozen=True):
    city: int
    aircraft: int


class Forfeit(Action, frozen=True):
    city: int


# Replenish


class DrawPile(Action, frozen=True):
    pass


class TakePool(Action, frozen=True):
    city: int


class KeepHand(Action, frozen=True):
    """Draw no (more) card this turn."""


# Payout


class Raise(Action, frozen=True):
    pass


class Hold(Action, frozen=True):
    """Leave the price of a sold-out airline where it is."""


# Power cards


class PlayPower(Action, frozen=True):
    power: int


class ThrowAway(Action, frozen=True):
    """One card of a Free Discard."""

    card: int


class Refill(Action, frozen=True):
    """The Free Discard is complete."""


class Decommission(Action, frozen=True):
    city: int


class KeepRoutes(Action, frozen=True):
    pass


ACTIONS: tuple[type[Action], ...] = (
    First,
    Draw,
    Buy,
    Sell,
    CloseStock,
    Give,
    CallVote,
    Vote,
    Propose,
    Approve,
    Refuse,
    Discard,
    Pass,
    Rival,
    PlaceHome,
    Dispose,
    Replace,
    Forfeit,
    DrawPile,
    TakePool,
    KeepHand,
    Raise,
    Hold,
    PlayPower,
    ThrowAway,
    Refill,
    Decommission,
    KeepRoutes,
)


# What is heard of set-up and turn


class FirstPlayer(Event, frozen=True):
    rule: ClassVar[str] = "AK-2.1"
    seat: int


class Drew(Event, frozen=True):
    """A card from the pile, for the one who drew it."""

    rule: ClassVar[str] = "AK-3.8"
    seat: int
    card: int


class DrewUnseen(Event, frozen=True):
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
    rule: ClassVar[str] = "AK-3.10"
    cards: int


class Discarded(Event, frozen=True):
    rule: ClassVar[str] = "AK-3.6"
    seat: int
    card: int


class Passed(Event, frozen=True):
    rule: ClassVar[str] = "AK-3.12"
    seat: int


# What is heard of stock


class Opened(Event, frozen=True):
    rule: ClassVar[str] = "AK-5.3"
    seat: int
    airline: int
    city: int
    again: bool


class Bought(Event, frozen=True):
    rule: ClassVar[str] = "AK-4.3"
    seat: int
    airline: int
    shares: int
    price: int
    fee: int
    now: int


class Sold(Event, frozen=True):
    rule: ClassVar[str] = "AK-4.4"
    seat: int
    airline: int
    price: int
    fee: int
    now: int


class BlockMoved(Event, frozen=True):
    rule: ClassVar[str] = "AK-14.9"
    airline: int
    now: int


class NewCeo(Event, frozen=True):
    rule: ClassVar[str] = "AK-6.1"
    airline: int
    seat: int


class Bankrupt(Event, frozen=True):
    rule: ClassVar[str] = "AK-12.1"
    airline: int
    void: int


class Gave(Event, frozen=True):
    rule: ClassVar[str] = "AK-15.6"
    seat: int
    to: int
    amount: int


# What is heard of routes


class Proposed(Event, frozen=True):
    rule: ClassVar[str] = "AK-6.4"
    seat: int
    ceo: int
    airline: int
    city: int
    aircraft: int


class RouteRefused(Event, frozen=True, tag="refused"):
    rule: ClassVar[str] = "AK-8.1"
    seat: int
    ceo: int
    airline: int
    city: int


class RouteCreated(Event, frozen=True):
    rule: ClassVar[str] = "AK-7.2"
    seat: int
    airline: int
    city: int
    aircraft: int
    points: int
    total: int


class MarkerMoved(Event, frozen=True):
    rule: ClassVar[str] = "AK-7.11"
    space: int
    due: bool


# What is heard of mergers


class NoMerger(Event, frozen=True):
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
    rule: ClassVar[str] = "AK-10.1"
    acquirer: int
    defunct: int
    city: int
    aircraft: int


class Disposed(Event, frozen=True):
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
    rule: ClassVar[str] = "AK-10.20"
    acquirer: int
    city: int
    aircraft: int


class Forfeited(Event, frozen=True):
    rule: ClassVar[str] = "AK-10.21"
    acquirer: int
    cities: tuple[int, ...]


# What is heard of payout


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
    rule: ClassVar[str] = "AK-11.8"
    airline: int
    now: int


class Rose(Event, frozen=True):
    rule: ClassVar[str] = "AK-11.10"
    seat: int
    airline: int
    now: int


# What is heard of power cards


class PowerPlayed(Event, frozen=True):
    rule: ClassVar[str] = "AK-14.4"
    seat: int
    power: int


class Refilled(Event, frozen=True):
    rule: ClassVar[str] = "AK-14.16"
    seat: int
    thrown: int


class Decommissioned(Event, frozen=True):
    rule: ClassVar[str] = "AK-14.11"
    seat: int
    airline: int
    city: int


class MarkerReset(Event, frozen=True):
    rule: ClassVar[str] = "AK-14.19"


class PoolShuffledIn(Event, frozen=True):
    rule: ClassVar[str] = "AK-14.20"
    cards: int


class Reversed(Event, frozen=True):
    rule: ClassVar[str] = "AK-14.21"
    clockwise: bool


# What is heard of the end


class VoteCalled(Event, frozen=True):
    rule: ClassVar[str] = "AK-13.5"
    seat: int


class Voted(Event, frozen=True):
    rule: ClassVar[str] = "AK-13.5"
    seat: int
    agree: bool


class GameEnded(Event, frozen=True, tag="ended"):
    rule: ClassVar[str] = "AK-13.4"
    reason: str
    winners: tuple[int, ...]
    wealth: tuple[int, ...]
