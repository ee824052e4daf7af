"""What seats and chance can choose in Tin Goose."""

from aerodrome.core.actions import Action

# Chance


class DrawDemand(Action, frozen=True):
    demand: int


class DealCard(Action, frozen=True):
    card: int


class LayAirmail(Action, frozen=True):
    airmail: int


class GoNext(Action, frozen=True):
    """Who of the equal opening bids is next in the order."""

    seat: int


# Seats


class BidOpening(Action, frozen=True):
    amount: int


class TakeAirmail(Action, frozen=True):
    airmail: int


class PlayCard(Action, frozen=True):
    card: int


class BidChips(Action, frozen=True):
    chips: int


class OpenBid(Action, frozen=True):
    """Take back the own sealed bid, to name another."""


class Bid(Action, frozen=True):
    amount: int


class Pass(Action, frozen=True):
    pass


class Deploy(Action, frozen=True):
    pass


class Upgrade(Action, frozen=True):
    """Replace this fleet by the one just won."""

    fleet: int


class RemoveCondition(Action, frozen=True):
    condition: int


class KeepConditions(Action, frozen=True):
    pass


class AdvanceIncome(Action, frozen=True):
    pass


class PlacePlane(Action, frozen=True):
    city: int
    fleet: int


class Extend(Action, frozen=True):
    city: int


class ServeDestination(Action, frozen=True):
    fleet: int


class TakeLaborChip(Action, frozen=True):
    second: bool


class IssueBond(Action, frozen=True):
    pass


ACTIONS: tuple[type[Action], ...] = (
    DrawDemand,
    DealCard,
    LayAirmail,
    GoNext,
    BidOpening,
    TakeAirmail,
    PlayCard,
    BidChips,
    Bid,
    Pass,
    Deploy,
    Upgrade,
    RemoveCondition,
    KeepConditions,
    AdvanceIncome,
    PlacePlane,
    Extend,
    ServeDestination,
    TakeLaborChip,
    IssueBond,
    OpenBid,
)
