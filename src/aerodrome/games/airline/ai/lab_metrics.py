"""What the lab reports about Airline: which events tell who had what, and where money came from."""

from aerodrome.core.lab_metrics import LabMetrics, SumRule, TraitRule

METRICS = LabMetrics(
    name="Airline",
    start=(TraitRule("BaseChosen", "city", "First base"), TraitRule("RightsBought", "city", "First city bought")),
    during=(
        TraitRule("Exchanged", "aircraft", "Flew the"),
        TraitRule("RightsBought", "city", "Owned"),
        TraitRule("ChallengeWon", "city", "Owned"),
        TraitRule("DealDone", "give_cities", "Owned", "to"),
        TraitRule("DealDone", "want_cities", "Owned"),
    ),
    sums=(
        SumRule("FarePaid", "Fares received", "amount", "to"),
        SumRule("FarePaid", "Fares paid", "amount"),
        SumRule("SubsidyReceived", "Subsidies received", "amount"),
        SumRule("CharterReceived", "Charters received", "amount"),
        SumRule("CargoReceived", "Air cargo received", "amount"),
        SumRule("MaintenancePaid", "Maintenance paid", "amount"),
        SumRule("CrashPaid", "Paid for crashes", "amount"),
        SumRule("Exchanged", "Paid for better aircraft", "amount"),
        SumRule("RightsBought", "Landing rights bought"),
        SumRule("ChallengeWon", "Challenges won"),
        SumRule("ChallengeLost", "Challenges lost"),
        SumRule("DealDone", "Deals proposed and done"),
        SumRule("FreeLanding", "Guests that flew free", seat_field="owner"),
    ),
    field_labels={"base": "Base", "cities": "City", "aircraft": "Aircraft"},
    endings={
        "last player": "one player left",
        "round limit": "the round limit",
        "short game": "the end of the short game",
    },
    header_colours=("#b04a16", "#ffd79a"),
)
