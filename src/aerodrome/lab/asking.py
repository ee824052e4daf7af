"""What players of each title would ask about a game: which happenings tell who had what, and where money came from.

Data only. A title that is not here is asked what its public view and its tally show at the end.
"""

from typing import NamedTuple


class Had(NamedTuple):
    """Whoever `who` of this event names had what `what` names, as "label: name"."""

    event: str
    what: str
    label: str
    who: str = "seat"


class Sum(NamedTuple):
    """Adds `amount` of every such event (1 without it) for whoever `who` names; `{field}` in the label is filled in.

    Without `who` the amounts are a list, one for each seat.
    """

    event: str
    label: str
    amount: str = ""
    who: str = "seat"


class Asking(NamedTuple):
    name: str
    """The title as its box has it."""
    start: tuple[Had, ...] = ()
    """Only the first of each label counts."""
    during: tuple[Had, ...] = ()
    sums: tuple[Sum, ...] = ()
    unasked: frozenset[str] = frozenset()
    """Fields of a player in the final view that say nothing, or what an event has said already."""


AIRLINE = Asking(
    name="Airline",
    start=(Had("BaseChosen", "city", "First base"), Had("RightsBought", "city", "First city bought")),
    during=(
        Had("Exchanged", "aircraft", "Flew the"),
        Had("RightsBought", "city", "Owned"),
        Had("ChallengeWon", "city", "Owned"),
        Had("DealDone", "give_cities", "Owned", "to"),
        Had("DealDone", "want_cities", "Owned"),
    ),
    sums=(
        Sum("FarePaid", "Fares received", "amount", "to"),
        Sum("FarePaid", "Fares paid", "amount"),
        Sum("SubsidyReceived", "Subsidies received", "amount"),
        Sum("CharterReceived", "Charters received", "amount"),
        Sum("CargoReceived", "Air cargo received", "amount"),
        Sum("MaintenancePaid", "Maintenance paid", "amount"),
        Sum("CrashPaid", "Paid for crashes", "amount"),
        Sum("Exchanged", "Paid for better aircraft", "amount"),
        Sum("RightsBought", "Landing rights bought"),
        Sum("ChallengeWon", "Challenges won"),
        Sum("ChallengeLost", "Challenges lost"),
        Sum("DealDone", "Deals proposed and done"),
        Sum("FreeLanding", "Guests that flew free", who="owner"),
    ),
)

AIRKWIRE = Asking(
    name="Air-Kwire",
    start=(Had("Opened", "airline", "First airline opened"), Had("Bought", "airline", "First shares")),
    during=(
        Had("NewCeo", "airline", "CEO of"),
        Had("Opened", "airline", "Opened"),
        Had("PowerPlayed", "power", "Power card"),
    ),
    sums=(
        Sum("Paid", "Dividends", "amounts", "seats"),
        Sum("Paid", "Dividends from {airline}", "amounts", "seats"),
        Sum("TookOver", "Takeover bonuses", "first_bonus", "first"),
        Sum("TookOver", "Takeover bonuses", "second_bonus", "second"),
        Sum("Sold", "Shares sold for", "price"),
        Sum("Disposed", "Shares sold in takeovers for", "amount"),
        Sum("Bought", "Shares bought for", "price"),
        Sum("Bought", "Fees paid", "fee"),
        Sum("Sold", "Fees paid", "fee"),
        Sum("RouteCreated", "Routes created"),
        Sum("RouteCreated", "City points created", "points"),
        Sum("Refused", "Routes refused as CEO", who="ceo"),
    ),
)

TINGOOSE = Asking(
    name="Tin Goose",
    start=(
        Had("AirmailTaken", "airmail", "Airmail route"),
        Had("FleetWon", "card", "First fleet bought"),
    ),
    during=(
        Had("FleetWon", "card", "Fleet"),
        Had("DestinationServed", "destination", "Destination"),
        Had("ConditionRemoved", "condition", "Rid of"),
    ),
    sums=(
        Sum("OpeningBidsPaid", "Opening bid", "amounts", ""),
        Sum("IncomePaid", "Income collected", "amount"),
        Sum("DemandServed", "Demand served for", "amount"),
        Sum("AirmailDelivered", "Airmail delivered for", "amount"),
        Sum("StrikeWon", "Strikes won for", "amount"),
        Sum("StrikeLost", "Strikes lost for", "amount"),
        Sum("FleetWon", "Fleets bought"),
        Sum("FleetWon", "Paid for fleets", "amount"),
        Sum("OilPaid", "Paid for oil", "amount"),
        Sum("CrashPaid", "Paid for crashes", "amount"),
        Sum("BondIssued", "Bonds issued for", "amount"),
        Sum("EmergencyBonds", "Emergency bonds for", "amount"),
        Sum("PlanePlaced", "Planes placed"),
        Sum("Extended", "Extensions"),
        Sum("ChipsTaken", "Labor chips taken", "chips"),
    ),
    unasked=frozenset({"airmail", "destinations", "hand"}),
)

AIRSTEAM = Asking(
    name="Kings of Air and Steam",
    start=(
        Had("ColourDealt", "colour", "Team"),
        Had("CharacterChosen", "character", "Character"),
        Had("StartDepotPlaced", "link", "Start depot"),
        Had("StartDepotPlaced", "tiles", "Start on board"),
    ),
    during=(
        Had("AirshipUpgraded", "level", "Airship reached level"),
        Had("TrainUpgraded", "level", "Train reached level"),
        Had("Built", "link", "Depot on"),
        Had("Delivered", "city", "Delivered to"),
        Had("Delivered", "good", "Delivered"),
    ),
    sums=(
        Sum("Delivered", "Income from deliveries", "income"),
        Sum("Delivered", "{good} delivered", "count"),
        Sum("Delivered", "Goods delivered", "count"),
        Sum("FeePaid", "Depot fees received", "amount", "owner"),
        Sum("FeePaid", "Depot fees paid", "amount"),
        Sum("Passed", "Income from passing", "income"),
        Sum("Built", "Paid for depots", "cost"),
        Sum("AirshipUpgraded", "Paid for the airship", "cost"),
        Sum("TrainUpgraded", "Paid for the train", "cost"),
        Sum("UpkeepPaid", "Upkeep paid", "amount"),
        Sum("MovementError", "Movement errors"),
    ),
    unasked=frozenset({"plan", "hold", "giving", "team", "character"}),
)

TITLES = {"airline": AIRLINE, "airkwire": AIRKWIRE, "tingoose": TINGOOSE, "airsteam": AIRSTEAM}

FIELDS = {
    "base": "Base",
    "ceo": "CEO of",
    "shares": "Shares of",
    "network": "City",
    "cities": "City",
    "fleets": "Fleet kept",
    "conditions": "Condition kept",
    "aircraft": "Aircraft",
    "destinations": "Destination",
}
"""What a field of the final view is called where there is one of each name."""


def asking(title: str) -> Asking:
    return TITLES.get(title) or Asking(name=title[:1].upper() + title[1:])
