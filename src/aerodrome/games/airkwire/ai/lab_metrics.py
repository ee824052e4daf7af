"""What the lab reports about Air-Kwire: which events tell who had what, and where money came from."""

from aerodrome.core.lab_metrics import LabMetrics, SumRule, TraitRule

METRICS = LabMetrics(
    name="Air-Kwire",
    start=(
        TraitRule("AirlineOpened", "airline", "First airline opened"),
        TraitRule("SharesBought", "airline", "First shares"),
    ),
    during=(
        TraitRule("NewCeo", "airline", "CEO of"),
        TraitRule("AirlineOpened", "airline", "Opened"),
        TraitRule("PowerCardPlayed", "power", "Power card"),
    ),
    sums=(
        SumRule("DividendsPaid", "Dividends", "amounts", "seats"),
        SumRule("DividendsPaid", "Dividends from {airline}", "amounts", "seats"),
        SumRule("AirlineTakenOver", "Takeover bonuses", "first_bonus", "first"),
        SumRule("AirlineTakenOver", "Takeover bonuses", "second_bonus", "second"),
        SumRule("ShareSold", "Shares sold for", "price"),
        SumRule("SharesExchangedOrSold", "Shares sold in takeovers for", "amount"),
        SumRule("SharesBought", "Shares bought for", "price"),
        SumRule("SharesBought", "Fees paid", "fee"),
        SumRule("ShareSold", "Fees paid", "fee"),
        SumRule("RouteCreated", "Routes created"),
        SumRule("RouteCreated", "City points created", "points"),
        SumRule("RouteRefused", "Routes refused as CEO", seat_field="ceo"),
    ),
    field_labels={"ceo": "CEO of", "shares": "Shares of"},
    owner_fields=frozenset({"ceo"}),
    endings={
        "agreed": "the agreement of all",
        "points": "an airline at the last city point",
        "stalled": "no new route for too long",
        "exhausted": "a round without any play",
        "round_limit": "the round limit",
    },
    header_colours=("#0f4c5c", "#e9c06d"),
)
