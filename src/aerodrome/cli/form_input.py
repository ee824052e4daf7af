"""Filling in a form at the keyboard: the action it makes, as data."""

from collections.abc import Callable
from typing import Any

from aerodrome.cli.choice_menu import LONGEST_LIST, format_number_range
from aerodrome.core.question import (
    Choice,
    ConfirmForm,
    CountsForm,
    DealForm,
    Form,
    NumberForm,
    SelectableItem,
    SlotsForm,
)

AskText = Callable[[str], str]
NameSeat = Callable[[int], str]


def ask_and_fill_form(form: Form, ask_text: AskText, name_seat: NameSeat) -> dict[str, Any] | None:
    """The action that the answers make, as data; None when there is none."""
    match form:
        case NumberForm():
            detail = f"{form.detail}\n" if form.detail else ""
            typed = ask_text(f"{detail}{form.label}, {format_number_range(form)} [{form.start}]: ")
            return {**form.action, form.field: _parse_number(typed, form.start)}
        case CountsForm():
            counts = [
                _ask_count(item, start, ask_text)
                for item, start in zip(form.items, _get_start_counts(form), strict=True)
            ]
            return {**form.action, form.field: counts}
        case DealForm():
            return _ask_deal(form, ask_text, name_seat)
        case ConfirmForm():
            yes = ask_text(f"{form.detail} {form.label}? (y/n) ".lstrip()).lower().startswith("y")
            return form.action if yes else None
        case SlotsForm():
            return _ask_one_slot_change(form, ask_text)


def _ask_one_slot_change(form: SlotsForm, ask_text: AskText) -> dict[str, Any] | None:
    """One of the choices that the slots have of their own, by its number."""
    slots = [slot for slot in form.slots if slot.choices]
    if not slots:
        return None
    if sum(len(slot.choices) for slot in slots) > LONGEST_LIST:
        named = ", ".join(f"{slot.label} ({slot.filled or 'empty'})" for slot in slots)
        typed = ask_text(f"{form.label}: which slot? {named}, or nothing: ").strip()
        if not typed:
            return None
        slots = [slot for slot in slots if slot.label == typed]
        if not slots:
            raise ValueError(f"nothing can be changed in slot {typed}")
    choices: list[Choice] = [choice for slot in slots for choice in slot.choices]
    offered = "\n".join(f"  {number:3}  {choice.label}" for number, choice in enumerate(choices, 1))
    typed = ask_text(f"{form.label}, what to change?\n{offered}\n(a number, or nothing): ").strip()
    if not typed:
        return None
    chosen = choices[_require_number_in_range(_parse_number(typed, 0), len(choices)) - 1]
    if chosen.confirm and not ask_text(f"{chosen.confirm} (y/n) ").lower().startswith("y"):
        return None
    return chosen.action


def _parse_number(typed: str, default: int) -> int:
    if not typed.strip():
        return default
    try:
        return int(typed)
    except ValueError:
        raise ValueError(f"{typed.strip()!r} is not a number") from None


def _require_number_in_range(number: int, maximum: int) -> int:
    if not 1 <= number <= maximum:
        raise ValueError(f"the numbers go from 1 to {maximum}")
    return number


def _get_start_counts(form: CountsForm) -> list[int]:
    return form.start or [0] * len(form.items)


def _ask_count(item: SelectableItem, default: int, ask_text: AskText) -> int:
    return _parse_number(ask_text(f"  {item.label}, {item.min} to {item.max} [{default}]: "), default)


def _ask_deal(form: DealForm, ask_text: AskText, name_seat: NameSeat) -> dict[str, Any]:
    partners = ", ".join(f"{number} {name_seat(partner.seat)}" for number, partner in enumerate(form.partners, 1))
    number = _parse_number(ask_text(f"{form.label}: with whom? {partners} [1]: "), 1)
    partner = form.partners[_require_number_in_range(number, len(form.partners)) - 1]
    return {
        **form.action,
        "to": partner.seat,
        f"give_{form.things}": _ask_items("give", form.mine, ask_text),
        "give_cash": _parse_number(ask_text(f"  give money, 0 to {form.cash} [0]: "), 0),
        f"want_{form.things}": _ask_items("want", partner.items, ask_text),
        "want_cash": _parse_number(ask_text("  want money [0]: "), 0),
    }


def _ask_items(give_or_want: str, offered_items: list[SelectableItem], ask_text: AskText) -> list[Any]:
    if not offered_items:
        return []
    offered = ", ".join(f"{number} {item.label}" for number, item in enumerate(offered_items, 1))
    typed = ask_text(f"  {give_or_want} which? {offered} (numbers with spaces, or nothing): ")
    numbers = [_require_number_in_range(_parse_number(part, 0), len(offered_items)) for part in typed.split()]
    return [offered_items[number - 1].key for number in numbers]
