"""What the lab reports about Airline: which events tell who had what, and where money came from."""

from aerodrome.core.lab_metric_rules import LabMetricRules, SumRule, TraitRule

METRICS = LabMetricRules(
    name="Airline",
    start=(
        TraitRule("BaseChosen", "city", "First base"),
        TraitRule("LandingRightsBought", "city", "First city bought"),
    ),
    during=(
        TraitRule("AircraftExchanged", "aircraft", "Flew the"),
        TraitRule("LandingRightsBought", "city", "Owned"),
        TraitRule("ChallengeWon", "city", "Owned"),
        TraitRule("DealDone", "give_cities", "Owned", "to"),
        TraitRule("DealDone", "want_cities", "Owned"),
    ),
    sums=(
        SumRule("FarePaid", "Fares received", "amount", "to"),
        SumRule("FarePaid", "Fares paid", "amount"),
        SumRule("SubsidyReceived", "Subsidies received", "amount"),
        SumRule("CharterMoneyReceived", "Charters received", "amount"),
        SumRule("AirCargoMoneyReceived", "Air cargo received", "amount"),
        SumRule("MaintenancePaid", "Maintenance paid", "amount"),
        SumRule("CrashCostPaid", "Paid for crashes", "amount"),
        SumRule("AircraftExchanged", "Paid for better aircraft", "amount"),
        SumRule("LandingRightsBought", "Landing rights bought"),
        SumRule("ChallengeWon", "Challenges won"),
        SumRule("ChallengeLost", "Challenges lost"),
        SumRule("DealDone", "Deals proposed and done"),
        SumRule("LandedFreeInCutOffCity", "Guests that flew free", seat_field="owner"),
    ),
    field_labels={"base": "Base", "cities": "City", "aircraft": "Aircraft"},
    endings={
        "last player": "one player left",
        "round limit": "the round limit",
        "short game": "the end of the short game",
    },
    decision_kinds={
        "choose_base": "First base",
        "fly": "Trades",
        "offer": "Trades",
        "counter": "Trades",
        "accept": "Trades",
        "reject": "Trades",
        "pass": "Trades",
        "exchange": "Aircraft",
        "buy": "Landing rights and challenges",
        "end": "Landing rights and challenges",
        "challenge": "Landing rights and challenges",
        "give_up": "Debts",
        "leave": "Debts",
        "collect": "Claims",
        "wait": "Claims",
    },
    header_colours=("#b04a16", "#ffd79a"),
)
