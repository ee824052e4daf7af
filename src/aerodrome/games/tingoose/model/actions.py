"""What seats and chance can choose in Tin Goose."""

from aerodrome.core.actions import Action

# Chance


class DrawDemandCard(Action, frozen=True, tag="draw_demand"):
    demand: int


class DealCard(Action, frozen=True):
    card: int


class LayOutAirmailCard(Action, frozen=True, tag="lay_airmail"):
    airmail: int


class BreakOpeningTie(Action, frozen=True, tag="go_next"):
    """Who of the equal opening bids is next in the order."""

    seat: int


# Seats


class MakeOpeningBid(Action, frozen=True, tag="bid_opening"):
    amount: int


class TakeAirmailCard(Action, frozen=True, tag="take_airmail"):
    airmail: int


class PlayCard(Action, frozen=True):
    card: int


class BidStrikeChips(Action, frozen=True, tag="bid_chips"):
    chips: int


class WithdrawSealedBid(Action, frozen=True, tag="open_bid"):
    """Take back the own sealed bid, to name another."""


class BidForFleet(Action, frozen=True, tag="bid"):
    amount: int


class PassAuction(Action, frozen=True, tag="pass"):
    pass


class DeployFleet(Action, frozen=True, tag="deploy"):
    pass


class UpgradeFleet(Action, frozen=True, tag="upgrade"):
    """Replace this fleet by the one just won."""

    fleet: int


class RemoveCondition(Action, frozen=True):
    condition: int


class RemoveNoCondition(Action, frozen=True, tag="keep_conditions"):
    pass


class AdvanceIncome(Action, frozen=True):
    pass


class PlacePlane(Action, frozen=True):
    city: int
    fleet: int


class ExtendNetwork(Action, frozen=True, tag="extend"):
    city: int


class ServeDestination(Action, frozen=True):
    fleet: int


class TakeLaborChip(Action, frozen=True):
    second: bool


class IssueBond(Action, frozen=True):
    pass


ACTIONS: tuple[type[Action], ...] = (
    DrawDemandCard,
    DealCard,
    LayOutAirmailCard,
    BreakOpeningTie,
    MakeOpeningBid,
    TakeAirmailCard,
    PlayCard,
    BidStrikeChips,
    BidForFleet,
    PassAuction,
    DeployFleet,
    UpgradeFleet,
    RemoveCondition,
    RemoveNoCondition,
    AdvanceIncome,
    PlacePlane,
    ExtendNetwork,
    ServeDestination,
    TakeLaborChip,
    IssueBond,
    WithdrawSealedBid,
)
