from aerodrome.core.lab_metric_rules import LabMetricRules, SumRule, TraitRule

METRICS = LabMetricRules(
    name="The Toy",
    during=(TraitRule("Revealed", "winner", "Won as", "winner", describe=lambda seat: ("Red", "Blue", "Green")[seat]),),
    sums=(SumRule("Revealed", "Bid", "bids", ""),),
    endings={"bids": "the sealed bids"},
    header_colours=("#112233", "#445566"),
)
