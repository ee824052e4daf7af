from aerodrome.core.lab_metrics import LabMetrics, SumRule, TraitRule

METRICS = LabMetrics(
    name="The Toy",
    during=(TraitRule("Revealed", "winner", "Won as", "winner", describe=lambda seat: ("Red", "Blue", "Green")[seat]),),
    sums=(SumRule("Revealed", "Bid", "bids", ""),),
    endings={"bids": "the sealed bids"},
    header_colours=("#112233", "#445566"),
)
