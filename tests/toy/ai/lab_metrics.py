from aerodrome.core.lab_metric_rules import EventAmountSumRule, EventTraitRule, LabMetricRules

METRICS = LabMetricRules(
    name="The Toy",
    during=(
        EventTraitRule("Revealed", "winner", "Won as", "winner", describe=lambda seat: ("Red", "Blue", "Green")[seat]),
    ),
    sums=(EventAmountSumRule("Revealed", "Bid", "bids", ""),),
    endings={"bids": "the sealed bids"},
    header_colours=("#112233", "#445566"),
)
