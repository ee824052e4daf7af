"""What players and chance can do in Air-Kwire.

Ids: `card` counts the cities first and the kinds of power cards after them; `city` and `power` count each alone.
"""

from aerodrome.core.actions import Action

# Chance


class DrawFirstPlayer(Action, frozen=True, tag="first"):
    """Chance names the first player."""

    seat: int


class DrawCardByChance(Action, frozen=True, tag="draw"):
    """Chance turns up the next card of the pile."""

    card: int


# The stock step


class BuyShare(Action, frozen=True, tag="buy"):
    airline: int


class SellShare(Action, frozen=True, tag="sell"):
    airline: int


class EndTrading(Action, frozen=True, tag="close_stock"):
    """No more trades this turn."""


class GiveCash(Action, frozen=True, tag="give"):
    """Cash for another player, with the option `loans`."""

    seat: int
    amount: int


class CallEndVote(Action, frozen=True, tag="call_vote"):
    """Ask all to agree that nobody can reach the end any more."""


class AnswerEndVote(Action, frozen=True, tag="vote"):
    """An answer to a call to end the game."""

    agree: bool


# Route or discard


class ProposeRoute(Action, frozen=True, tag="propose"):
    """A route of an airline to the city of a card; a CEO other than the player must approve."""

    city: int
    airline: int
    aircraft: int


class ApproveRoute(Action, frozen=True, tag="approve"):
    """The CEO agrees to the proposed route."""


class RefuseRoute(Action, frozen=True, tag="refuse"):
    """The CEO does not agree to the proposed route."""


class DiscardCard(Action, frozen=True, tag="discard"):
    card: int


class SkipRouteOrDiscard(Action, frozen=True, tag="pass"):
    """No card at all, or no second route."""


# Mergers


class ChooseRival(Action, frozen=True, tag="rival"):
    """Which of two equal airlines the entering airline deals with."""

    airline: int


class PlaceAircraftAtDefunctHome(Action, frozen=True, tag="place_home"):
    """The aircraft that replaces the home marker of the airline taken over."""

    aircraft: int


class ExchangeOrSellShares(Action, frozen=True, tag="dispose"):
    """Take so many shares of the acquiring airline in exchange; the rest is sold."""

    exchange: int


class ReplaceDefunctAircraft(Action, frozen=True, tag="replace"):
    """An own aircraft for one of the airline taken over, where acquired markers do not suffice."""

    city: int
    aircraft: int


class ForfeitDefunctCity(Action, frozen=True, tag="forfeit"):
    """Give up a city of the airline taken over, where acquired markers do not suffice."""

    city: int


# Replenish


class DrawFromPile(Action, frozen=True, tag="draw_pile"):
    pass


class TakeFromPool(Action, frozen=True, tag="take_pool"):
    """Take a city card from the discard pool."""

    city: int


class StopDrawing(Action, frozen=True, tag="keep_hand"):
    """Draw no (more) card this turn."""


# Payout


class RaisePrice(Action, frozen=True, tag="raise"):
    """Move the price of a sold-out airline up a space."""


class HoldPrice(Action, frozen=True, tag="hold"):
    """Leave the price of a sold-out airline where it is."""


# Power cards


class PlayPowerCard(Action, frozen=True, tag="play_power"):
    power: int


class ThrowAwayInFreeDiscard(Action, frozen=True, tag="throw_away"):
    """One card of a Free Discard."""

    card: int


class FinishFreeDiscard(Action, frozen=True, tag="refill"):
    """The Free Discard is complete."""


class DecommissionRoute(Action, frozen=True, tag="decommission"):
    """Remove the route to a city."""

    city: int


class DecommissionNoRoute(Action, frozen=True, tag="keep_routes"):
    """Decommission no route."""


ACTIONS: tuple[type[Action], ...] = (
    DrawFirstPlayer,
    DrawCardByChance,
    BuyShare,
    SellShare,
    EndTrading,
    GiveCash,
    CallEndVote,
    AnswerEndVote,
    ProposeRoute,
    ApproveRoute,
    RefuseRoute,
    DiscardCard,
    SkipRouteOrDiscard,
    ChooseRival,
    PlaceAircraftAtDefunctHome,
    ExchangeOrSellShares,
    ReplaceDefunctAircraft,
    ForfeitDefunctCity,
    DrawFromPile,
    TakeFromPool,
    StopDrawing,
    RaisePrice,
    HoldPrice,
    PlayPowerCard,
    ThrowAwayInFreeDiscard,
    FinishFreeDiscard,
    DecommissionRoute,
    DecommissionNoRoute,
)
