"""What the lab reports about Tin Goose: which events tell who had what, and where money came from."""

from aerodrome.core.lab_metrics import LabMetrics, SumRule, TraitRule

METRICS = LabMetrics(
    name="Tin Goose",
    start=(
        TraitRule("AirmailTaken", "airmail", "Airmail route"),
        TraitRule("FleetWon", "card", "First fleet bought"),
    ),
    during=(
        TraitRule("FleetWon", "card", "Fleet"),
        TraitRule("DestinationServed", "destination", "Destination"),
        TraitRule("ConditionRemoved", "condition", "Rid of"),
    ),
    sums=(
        SumRule("OpeningBidsPaid", "Opening bid", "amounts", ""),
        SumRule("IncomePaid", "Income collected", "amount"),
        SumRule("DemandServed", "Demand served for", "amount"),
        SumRule("AirmailDelivered", "Airmail delivered for", "amount"),
        SumRule("StrikeWon", "Strikes won for", "amount"),
        SumRule("StrikeLost", "Strikes lost for", "amount"),
        SumRule("FleetWon", "Fleets bought"),
        SumRule("FleetWon", "Paid for fleets", "amount"),
        SumRule("OilCostPaid", "Paid for oil", "amount"),
        SumRule("CrashCostPaid", "Paid for crashes", "amount"),
        SumRule("BondIssued", "Bonds issued for", "amount"),
        SumRule("EmergencyBondsIssued", "Emergency bonds for", "amount"),
        SumRule("PlanePlaced", "Planes placed"),
        SumRule("NetworkExtended", "Extensions"),
        SumRule("LaborChipsTaken", "Labor chips taken", "chips"),
    ),
    ignored_fields=frozenset({"airmail", "destinations", "hand"}),
    field_labels={"network": "City", "fleets": "Fleet kept", "conditions": "Condition kept"},
    endings={"rounds": "the last round"},
    header_colours=("#8f2a1e", "#f0c878"),
)
