"""The choices of a question at the keyboard: numbered, and a long list asked in steps: what, with which, where."""

from collections.abc import Callable
from typing import NamedTuple

from aerodrome import BadData
from aerodrome.core.question import Choice, ChoiceOutcome, Form, NumberForm, Question, SlotsForm

LONGEST_LIST = 12
"""More choices than this are asked for in steps, as in the browser."""


class ChoiceWithOutcome(NamedTuple):
    """A choice with what it brings; None where that is not known."""

    choice: Choice
    outcome: ChoiceOutcome | None


class MenuRow(NamedTuple):
    """One line of a menu: a choice, or several behind a name."""

    name: str
    members: list[ChoiceWithOutcome]
    heading: str = ""
    """The group it stands under, in a list that is not asked in steps."""


class ChoiceMenu:
    """Which step of a question is asked, and its numbered lines: choices first, then forms."""

    def __init__(self, question: Question, outcomes: list[ChoiceOutcome]) -> None:
        self.question = question
        known: list[ChoiceOutcome | None] = [*outcomes, *[None] * (len(question.choices) - len(outcomes))]
        offered = [ChoiceWithOutcome(*pair) for pair in zip(question.choices, known, strict=True)]
        self.offered = (
            _leave_out_choices_that_forms_make(question.forms, offered) if len(offered) > LONGEST_LIST else offered
        )
        self.path: list[list[ChoiceWithOutcome]] = []
        """The choices that were behind the lines picked so far, step by step."""

    @property
    def forms(self) -> list[Form]:
        return [] if self.path else self.question.forms

    def list_rows(self) -> list[MenuRow]:
        """The lines of the step that is asked now."""
        if not self.path and len(self.offered) <= LONGEST_LIST:
            return _list_rows_under_headings(self.offered)
        members = self.path[-1] if self.path else self.offered
        for name_of in (_get_group_name, _get_piece_name, _get_place_before_comma):
            parts = _group_choices(members, name_of)
            is_asked = len(members) > LONGEST_LIST or name_of is _get_piece_name
            if is_asked and 1 < len(parts) < len(members):
                rows = [row for name, part in parts.items() for row in _list_rows_of_group(name, part)]
                # Places are sorted by what they bring at best; what and with which keep their places.
                return sorted(rows, key=_compute_row_sort_key) if name_of is _get_place_before_comma else rows
        return sorted([MenuRow(one.choice.label, [one]) for one in members], key=_compute_row_sort_key)

    def pick_or_descend(self, row_number: int) -> ChoiceWithOutcome | Form | None:
        """The choice or form with this number; None when it leads to a further step."""
        rows = self.list_rows()
        if not 1 <= row_number <= len(rows) + len(self.forms):
            raise BadData(f"there is no choice {row_number}")
        if row_number > len(rows):
            return self.forms[row_number - len(rows) - 1]
        members = rows[row_number - 1].members
        if len(members) == 1:
            return members[0]
        self.path.append(members)
        return None

    def go_back(self) -> bool:
        """One step back; whether there was one."""
        if not self.path:
            return False
        self.path.pop()
        return True

    def format_lines(self) -> list[str]:
        """The step as it is printed."""
        lines: list[str] = []
        heading = ""
        rows = self.list_rows()
        for number, row in enumerate(rows, 1):
            if row.heading and row.heading != heading:
                lines.append(f"  {row.heading}")
            heading = row.heading
            lines.append(f"  {number:3}  {_format_row(row)}")
        if self.forms and heading not in ("", "Or"):
            lines.append("  Or")
        lines += [_format_form(number, form) for number, form in enumerate(self.forms, len(rows) + 1)]
        if self.path:
            lines.append("       back: the step before")
        return lines


def _compute_row_sort_key(row: MenuRow) -> float:
    """The lower, the more the best of its choices brings."""
    return -max(one.outcome.worth if one.outcome else 0.0 for one in row.members)


def _leave_out_choices_that_forms_make(forms: list[Form], choices: list[ChoiceWithOutcome]) -> list[ChoiceWithOutcome]:
    """Without the numbers that can be typed into a form: nobody wants to hear forty bids."""
    numbers = [form for form in forms if isinstance(form, NumberForm)]
    return [one for one in choices if not any(_can_form_make_choice(form, one.choice) for form in numbers)]


def _can_form_make_choice(form: NumberForm, choice: Choice) -> bool:
    rest = {name: value for name, value in choice.action.items() if name != form.field}
    return form.field in choice.action and rest == form.action


def _get_group_name(choice: Choice) -> str:
    return choice.group


def _get_piece_name(choice: Choice) -> str:
    return choice.piece


def _get_place_before_comma(choice: Choice) -> str:
    """The part of a place's name that it shares with its neighbours: "Akron–Atlanta, first space from Akron"."""
    return choice.place.partition(", ")[0]


def _list_rows_under_headings(choices: list[ChoiceWithOutcome]) -> list[MenuRow]:
    """A short list: each group under its heading, and last, not under that of another, what has no group."""
    groups = _group_choices(choices, _get_group_name)
    alone = groups.pop("", [])
    rows = [MenuRow(one.choice.label, [one], name) for name, group in groups.items() for one in group]
    return rows + [MenuRow(one.choice.label, [one], "Or" if rows else "") for one in alone]


def _list_rows_of_group(name: str, choices: list[ChoiceWithOutcome]) -> list[MenuRow]:
    """Several choices behind a name; one alone, and those without a name, stand for themselves."""
    if name and len(choices) > 1:
        return [MenuRow(name, choices)]
    return [MenuRow(one.choice.label, [one]) for one in choices]


def _group_choices(
    choices: list[ChoiceWithOutcome], get_group_name: Callable[[Choice], str]
) -> dict[str, list[ChoiceWithOutcome]]:
    found: dict[str, list[ChoiceWithOutcome]] = {}
    for one in choices:
        found.setdefault(get_group_name(one.choice), []).append(one)
    return found


def _format_row(row: MenuRow) -> str:
    if len(row.members) > 1:
        return f"{row.name}: {len(row.members)} choices"
    choice, outcome = row.members[0]
    notes = [choice.detail] if choice.detail else []
    parts = outcome.brings.split(" · ") if outcome is not None and outcome.brings else []
    if said := " · ".join(part for part in parts if part not in choice.detail):
        notes.append(f"brings: {said}")
    return f"{row.name}  ({'; '.join(notes)})" if notes else row.name


def _format_form(number: int, form: Form) -> str:
    if isinstance(form, NumberForm):
        return f"  {number:3}  {form.label}, {format_number_range(form)} …"
    if not isinstance(form, SlotsForm):
        return f"  {number:3}  {form.label} …"
    slots = ", ".join(f"slot {slot.label}: {slot.filled or 'empty'}" for slot in form.slots)
    shown = f"{number:3}" if any(slot.choices for slot in form.slots) else "   "
    return f"  {shown}  {form.label}: {slots}"


def format_number_range(form: NumberForm) -> str:
    """From the least to the most: "$0 to $40", "0 to 2 chips"."""
    if form.unit == "$":
        return f"${form.min:,} to ${form.max:,}"
    return f"{form.min} to {form.max} {form.unit}".rstrip()
