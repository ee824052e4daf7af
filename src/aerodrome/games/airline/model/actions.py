"""Everything that can be done in Airline."""

from aerodrome.core.actions import Action


class Throw(Action, frozen=True):
    """CHANCE throws two dice."""

    first: int
    second: int


class ChooseBase(Action, frozen=True):
    city: int


class Fly(Action, frozen=True):
    """Close the trade window and make the movement throw."""


class Exchange(Action, frozen=True):
    """Change to another aircraft."""

    aircraft: int


class Buy(Action, frozen=True):
    """Buy the landing rights in a free city."""

    city: int


class Challenge(Action, frozen=True):
    """Throw dice with a city's owner for the city."""

    city: int


class End(Action, frozen=True):
    """End one's turn."""


class Offer(Action, frozen=True):
    """A deal put to another player: cities and cash for cities and cash."""

    to: int
    give_cities: tuple[int, ...] = ()
    give_cash: int = 0
    want_cities: tuple[int, ...] = ()
    want_cash: int = 0


class Counter(Action, frozen=True):
    """The answer that is an offer itself, back to whoever made the open one."""

    to: int
    give_cities: tuple[int, ...] = ()
    give_cash: int = 0
    want_cities: tuple[int, ...] = ()
    want_cash: int = 0


class Accept(Action, frozen=True):
    """Accept the open offer."""


class Reject(Action, frozen=True):
    """Reject the open offer."""


class Pass(Action, frozen=True):
    """No offer to the active player now."""


class GiveUp(Action, frozen=True):
    """Declare bankruptcy instead of raising the money."""


class Collect(Action, frozen=True):
    """Call a claim, so that it is paid."""

    claim: int


class Wait(Action, frozen=True):
    """Leave a claim uncalled for now."""


class Leave(Action, frozen=True):
    """Leave the game for good; also out of turn."""


ACTIONS = (
    Throw,
    ChooseBase,
    Fly,
    Exchange,
    Buy,
    Challenge,
    End,
    Offer,
    Counter,
    Accept,
    Reject,
    Pass,
    GiveUp,
    Collect,
    Wait,
    Leave,
)
