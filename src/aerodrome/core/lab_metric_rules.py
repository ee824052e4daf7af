"""What a title tells the lab about itself: which events and fields say who had what, and where money came from.

Data only, in `games/<title>/ai/lab_metrics.py` as `METRICS`. A title without that file is measured by its public view
and its score alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple


class EventTraitRule(NamedTuple):
    """Whoever `seat_field` of this event names had what `field` names, noted as "label: name"."""

    event: str
    field: str
    label: str
    seat_field: str = "seat"
    describe: Callable[[Any], str] | None = None
    """Makes the name from the field's value; without it the board's name of that thing is used."""


class EventAmountSumRule(NamedTuple):
    """Adds `amount_field` of every such event (1 without it) for whoever `seat_field` names.

    `{field}` in the label is filled in. Without `seat_field` the amounts are a list, one for each seat.
    """

    event: str
    label: str
    amount_field: str = ""
    seat_field: str = "seat"


class LabMetricRules(NamedTuple):
    """Everything a title tells the lab; all but the name may be left out."""

    name: str
    """The title as its box has it."""
    start: tuple[EventTraitRule, ...] = ()
    """What a seat began with: only the first of each label counts."""
    during: tuple[EventTraitRule, ...] = ()
    sums: tuple[EventAmountSumRule, ...] = ()
    ignored_fields: frozenset[str] = frozenset()
    """Fields of a player in the final view that say nothing, or what an event has said already."""
    field_labels: Mapping[str, str] = {}
    """What a field of the final view is called where there is one of each name ("shares": "Shares of")."""
    owner_fields: frozenset[str] = frozenset({"owner"})
    """Fields of a shared thing that name the seat which leads it."""
    endings: Mapping[str, str] = {}
    """What a game ended with, by `Game.end_reason`, to go on after "ended with"."""
    decision_kinds: Mapping[str, str] = {}
    """What is decided by an action, by its type, in the title's words ("bid": "Auctions"): to do something
    and not to do it have the same words."""
    header_colours: tuple[str, str] = ("#12324a", "#c98f2b")
    """Background and ornament of a report's heading."""

    def describe_ending(self, end_reason: str) -> str:
        """A reason of `Game.end_reason` in words."""
        return self.endings.get(end_reason) or end_reason.replace("_", " ") or "no reason given"

    def describe_decision(self, action_type: str) -> str:
        """What an action of this type decides, in words."""
        return self.decision_kinds.get(action_type) or action_type.replace("_", " ").capitalize()


def create_default_lab_metric_rules(title: str) -> LabMetricRules:
    """Of a title that says nothing about itself."""
    return LabMetricRules(name=title[:1].upper() + title[1:])


def load_lab_metric_rules_or_default(game_module: str, title: str) -> LabMetricRules:
    """`METRICS` of `ai/lab_metrics.py` beside the module of a title's game, or the default."""
    package = game_module.rpartition(".")[0]
    name = f"{package}.ai.lab_metrics" if package else "ai.lab_metrics"
    try:
        metrics: LabMetricRules = import_module(name).METRICS
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        return create_default_lab_metric_rules(title)
    return metrics
