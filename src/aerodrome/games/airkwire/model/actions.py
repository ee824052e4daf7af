"""What players and chance can do in Air-Kwire.

Ids: `card` counts the cities first and the kinds of power cards after them; `city` and `power` count each alone.
"""

from aerodrome.core.actions import Action

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
    """An answer to a call to end the game."""

    agree: bool


# Route or discard


class Propose(Action, frozen=True):
    """A route of an airline to the city of a card; a CEO other than the player must approve."""

    city: int
    airline: int
    aircraft: int


class Approve(Action, frozen=True):
    """The CEO agrees to the proposed route."""


class Refuse(Action, frozen=True):
    """The CEO does not agree to the proposed route."""


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
    """An own aircraft for one of the airline taken over, where acquired markers do not suffice."""

    city: int
    aircraft: int


class Forfeit(Action, frozen=True):
    """Give up a city of the airline taken over, where acquired markers do not suffice."""

    city: int


# Replenish


class DrawPile(Action, frozen=True):
    pass


class TakePool(Action, frozen=True):
    """Take a city card from the discard pool."""

    city: int


class KeepHand(Action, frozen=True):
    """Draw no (more) card this turn."""


# Payout


class Raise(Action, frozen=True):
    """Move the price of a sold-out airline up a space."""


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
    """Remove the route to a city."""

    city: int


class KeepRoutes(Action, frozen=True):
    """Decommission no route."""


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
