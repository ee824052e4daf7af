"""What the lab reports about Airline: which events tell who had what, and where money came from."""

from aerodrome.core.lab_metric_rules import EventAmountSumRule, EventTraitRule, LabMetricRules

METRICS = LabMetricRules(
    name="Airline",
    start=(
        EventTraitRule("BaseChosen", "city", "First base"),
        EventTraitRule("LandingRightsBought", "city", "First city bought"),
    ),
    during=(
        EventTraitRule("AircraftExchanged", "aircraft", "Flew the"),
        EventTraitRule("LandingRightsBought", "city", "Owned"),
        EventTraitRule("ChallengeWon", "city", "Owned"),
        EventTraitRule("DealDone", "give_cities", "Owned", "to"),
        EventTraitRule("DealDone", "want_cities", "Owned"),
    ),
    sums=(
        EventAmountSumRule("FarePaid", "Fares received", "amount", "to"),
        EventAmountSumRule("FarePaid", "Fares paid", "amount"),
        EventAmountSumRule("SubsidyReceived", "Subsidies received", "amount"),
        EventAmountSumRule("CharterMoneyReceived", "Charters received", "amount"),
        EventAmountSumRule("AirCargoMoneyReceived", "Air cargo received", "amount"),
        EventAmountSumRule("MaintenancePaid", "Maintenance paid", "amount"),
        EventAmountSumRule("CrashCostPaid", "Paid for crashes", "amount"),
        EventAmountSumRule("AircraftExchanged", "Paid for better aircraft", "amount"),
        EventAmountSumRule("LandingRightsBought", "Landing rights bought"),
        EventAmountSumRule("ChallengeWon", "Challenges won"),
        EventAmountSumRule("ChallengeLost", "Challenges lost"),
        EventAmountSumRule("DealDone", "Deals proposed and done"),
        EventAmountSumRule("LandedFreeInCutOffCity", "Guests that flew free", seat_field="owner"),
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
