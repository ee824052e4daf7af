"""Everything that can be done in Airline."""

from aerodrome.core.actions import Action


class ThrowDice(Action, frozen=True, tag="throw"):
    """CHANCE throws two dice."""

    first: int
    second: int


class ChooseBase(Action, frozen=True):
    city: int


class CloseTradeAndFly(Action, frozen=True, tag="fly"):
    """Close the trade window and make the movement throw."""


class ExchangeAircraft(Action, frozen=True, tag="exchange"):
    """Change to another aircraft."""

    aircraft: int


class BuyLandingRights(Action, frozen=True, tag="buy"):
    """Buy the landing rights in a free city."""

    city: int


class ChallengeCityOwner(Action, frozen=True, tag="challenge"):
    """Throw dice with a city's owner for the city."""

    city: int


class EndTurn(Action, frozen=True, tag="end"):
    """End one's turn."""


class Offer(Action, frozen=True):
    """A deal put to another player: cities and cash for cities and cash."""

    to: int
    give_cities: tuple[int, ...] = ()
    give_cash: int = 0
    want_cities: tuple[int, ...] = ()
    want_cash: int = 0


class CounterOffer(Action, frozen=True, tag="counter"):
    """The answer that is an offer itself, back to whoever made the open one."""

    to: int
    give_cities: tuple[int, ...] = ()
    give_cash: int = 0
    want_cities: tuple[int, ...] = ()
    want_cash: int = 0


class AcceptOffer(Action, frozen=True, tag="accept"):
    """Accept the open offer."""


class RejectOffer(Action, frozen=True, tag="reject"):
    """Reject the open offer."""


class MakeNoOffer(Action, frozen=True, tag="pass"):
    """No offer to the active player now."""


class DeclareBankruptcy(Action, frozen=True, tag="give_up"):
    """Declare bankruptcy instead of raising the money."""


class CollectClaim(Action, frozen=True, tag="collect"):
    """Call a claim, so that it is paid."""

    claim: int


class LeaveClaimsUncalled(Action, frozen=True, tag="wait"):
    """Leave a claim uncalled for now."""


class LeaveGame(Action, frozen=True, tag="leave"):
    """Leave the game for good; also out of turn."""


ACTIONS = (
    ThrowDice,
    ChooseBase,
    CloseTradeAndFly,
    ExchangeAircraft,
    BuyLandingRights,
    ChallengeCityOwner,
    EndTurn,
    Offer,
    CounterOffer,
    AcceptOffer,
    RejectOffer,
    MakeNoOffer,
    DeclareBankruptcy,
    CollectClaim,
    LeaveClaimsUncalled,
    LeaveGame,
)
