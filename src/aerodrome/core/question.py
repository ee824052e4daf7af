"""What a deciding seat is asked, in words and places: the same shape for every title."""

from typing import Any

import msgspec

BoardTarget = dict[str, Any]
"""A place on the board by names: {"city": "tokyo"}, {"airline": "united"}, {"hex": [3, -1]}."""


class Choice(msgspec.Struct, omit_defaults=True):
    """One answer that can be given with a click."""

    action: dict[str, Any]
    label: str
    """All of it in words, as a button would have it."""
    group: str = ""
    """What is done: the first step of choosing."""
    detail: str = ""
    where: BoardTarget = {}
    confirm: str = ""
    """Asked once before a costly or final choice is played: "Pay $900?"."""
    piece: str = ""
    """With which plane, aircraft or good: the second step; empty when there is nothing to choose."""
    place: str = ""
    """Where, as a person names the place: the third step; empty for a choice without one."""
    reopens: bool = False
    """It opens again what this seat has sealed; `detail` then says what that is."""


class FigureChange(msgspec.Struct):
    """A figure that players track, of one seat, before and after a choice."""

    name: str
    seat: int
    before: float
    after: float


class DealPreview(msgspec.Struct, omit_defaults=True):
    """A deal as both sides would stand before and after it, if the other side agrees."""

    partner: int
    figures: list[FigureChange]
    """The seat's own and the partner's figures, also those that stay as they are."""
    warning: str = ""
    """What the seat should know before it agrees: "$5M left, and MAINTENANCE costs $15M"."""
    earlier: list[str] = []
    """What the two offered each other before, the newest first."""


class ChoiceOutcome(msgspec.Struct, omit_defaults=True):
    """What a choice brings, as far as nothing but the seat that chooses decides and as it may know it."""

    brings: str = ""
    """The essence in a few words: "+$48, airmail"."""
    worth: float = 0.0
    """Lists are sorted by it, highest first; not shown."""
    lines: list[str] = []
    """What the log will say."""
    changes: list[FigureChange] = []
    stop: str = ""
    """Who decides what comes after that: "chance", "others", "hidden" (what the seat cannot know), "own" or "over"."""
    deal: DealPreview | None = None
    """For a proposal, and for the answer that accepts one."""


class SelectableItem(msgspec.Struct, omit_defaults=True):
    """Something that can be put in a basket, counted or laid in a slot."""

    key: Any
    label: str
    detail: str = ""
    where: BoardTarget = {}
    min: int = 0
    max: int = 1


class NumberForm(msgspec.Struct, tag_field="kind", tag="number", omit_defaults=True):
    """A number to choose: `action` with `field` set to it."""

    label: str
    action: dict[str, Any]
    field: str
    min: int
    max: int
    start: int
    step: int = 1
    unit: str = ""
    detail: str = ""


class DealPartner(msgspec.Struct, omit_defaults=True):
    """Somebody to deal with, and what they could give."""

    seat: int
    items: list[SelectableItem]
    cash: int | None = None
    earlier: list[str] = []
    """What the two offered each other before, the newest first."""


class DealForm(msgspec.Struct, tag_field="kind", tag="basket", omit_defaults=True):
    """A deal: fields `to`, `give_<things>`, `give_cash`, `want_<things>`, `want_cash` of `action`."""

    label: str
    action: dict[str, Any]
    things: str
    mine: list[SelectableItem]
    cash: int
    partners: list[DealPartner]
    detail: str = ""
    prices: list[int] = []
    """Amounts that are usual here."""


class CountsForm(msgspec.Struct, tag_field="kind", tag="counts", omit_defaults=True):
    """Several numbers at once: `field` of `action` becomes the list of counts, in the order of `items`."""

    label: str
    action: dict[str, Any]
    field: str
    items: list[SelectableItem]
    total_min: int = 0
    total_max: int | None = None
    start: list[int] = []
    detail: str = ""


class FormSlot(msgspec.Struct, omit_defaults=True):
    label: str
    filled: str | None = None
    open: bool = False
    choices: list[Choice] = []
    """What can be done with this slot besides the question's own choices: fill it out of order, empty it."""


class SlotsForm(msgspec.Struct, tag_field="kind", tag="slots", omit_defaults=True):
    """A row of slots filled one after another: the question's choices fill the open one, a slot's own change it."""

    label: str
    slots: list[FormSlot]
    detail: str = ""
    stops: list[SelectableItem] = []
    """Places worth planning for, with what could be done there; the board says which of them a card reaches."""


class ConfirmForm(msgspec.Struct, tag_field="kind", tag="confirm", omit_defaults=True):
    """One action that is allowed though `legal` does not list it, opened and confirmed by hand: leave the game."""

    label: str
    action: dict[str, Any]
    detail: str = ""


Form = NumberForm | DealForm | CountsForm | SlotsForm | ConfirmForm


class UnavailableAction(msgspec.Struct, omit_defaults=True):
    """Something near at hand that cannot be chosen now, and why."""

    label: str
    rule: str
    why: str
    where: BoardTarget = {}


class QuestionWarning(msgspec.Struct, omit_defaults=True):
    """Something that threatens the seat that is asked, as far as it may know it, and the rule behind it."""

    text: str
    rule: str = ""


class Question(msgspec.Struct, omit_defaults=True):
    ask: str
    choices: list[Choice] = []
    forms: list[Form] = []
    refused: list[UnavailableAction] = []
    warnings: list[QuestionWarning] = []
    rule: str = ""
    """The rule that puts the question."""


class StandingOrder(msgspec.Struct):
    """A standing order a seat could give: "approve all routes of United"."""

    key: str
    label: str
    is_switch: bool = False
    """Shown beside the question, not only among the orders."""
    max_amount: int | None = None
    """For an order with an amount, whose place in the label is "{amount}": from 1 up to so much. It is in force only
    as long as it is on offer, and is cancelled then."""


class ScoreLine(msgspec.Struct):
    """One line of a final score, as the rulebook counts it."""

    label: str
    """What is counted, the same words for every seat."""
    amount: int
    rule: str = ""
    count: int | None = None
    """How many of it the seat has, where it is counted by the piece."""
    each: str = ""
    """What one of it counts: "$40"."""

    def format_label(self) -> str:
        """The label with what was counted: "Depots 3 × $10"."""
        return self.label if self.count is None else f"{self.label} {self.count} × {self.each}"


class StatisticBySeat(msgspec.Struct):
    """A public figure of every seat at one moment; None where the viewer may not know it."""

    name: str
    values: list[float | None]
