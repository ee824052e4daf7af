"""What a title tells the lab about itself, found by the title's name in a results table."""

from aerodrome.core.lab_metric_rules import LabMetricRules, create_default_lab_metric_rules
from aerodrome.core.registry import load, titles


def load_title_metrics_or_default(title: str) -> LabMetricRules:
    """The title's own metrics; results of a title that is not installed here still have a name."""
    return load(title).lab_metrics() if title in titles() else create_default_lab_metric_rules(title)
