"""Filling in a form at the keyboard: the action it makes, as data."""

from collections.abc import Callable
from typing import Any

from aerodrome.core.question import BasketForm, Choice, ConfirmForm, CountsForm, Form, Item, NumberForm, SlotsForm

AskText = Callable[[str], str]


def fill_form(form: Form, ask: AskText) -> dict[str, Any] | None:
    """The action that the answers make, as data; None when there is none."""
    match form:
        case NumberForm():
            unit = f" {form.unit}" if form.unit else ""
            typed = ask(f"{form.label}, {form.min} to {form.max}{unit} [{form.start}]: ")
            return {**form.action, form.field: _parse_number(typed, form.start)}
        case CountsForm():
            counts = [
                _ask_count(item, start, ask) for item, start in zip(form.items, _get_start_counts(form), strict=True)
            ]
            return {**form.action, form.field: counts}
        case BasketForm():
            return _ask_deal(form, ask)
        case ConfirmForm():
            yes = ask(f"{form.detail} {form.label}? (y/n) ".lstrip()).lower().startswith("y")
            return form.action if yes else None
        case SlotsForm():
            return _ask_one_slot_change(form, ask)


def _ask_one_slot_change(form: SlotsForm, ask: AskText) -> dict[str, Any] | None:
    """One of the choices that the slots have of their own, by its number."""
    choices: list[Choice] = [choice for slot in form.slots for choice in slot.choices]
    if not choices:
        return None
    offered = "\n".join(f"  {number:3}  {choice.label}" for number, choice in enumerate(choices, 1))
    typed = ask(f"{form.label}, what to change?\n{offered}\n(a number, or nothing): ").strip()
    if not typed:
        return None
    if not 1 <= int(typed) <= len(choices):
        raise ValueError(f"there are {len(choices)} changes")
    chosen = choices[int(typed) - 1]
    if chosen.confirm and not ask(f"{chosen.confirm} (y/n) ").lower().startswith("y"):
        return None
    return chosen.action


def _parse_number(typed: str, start: int) -> int:
    return int(typed) if typed.strip() else start


def _get_start_counts(form: CountsForm) -> list[int]:
    return form.start or [0] * len(form.items)


def _ask_count(item: Item, start: int, ask: AskText) -> int:
    return _parse_number(ask(f"  {item.label}, {item.min} to {item.max} [{start}]: "), start)


def _ask_deal(form: BasketForm, ask: AskText) -> dict[str, Any]:
    seats = [partner.seat for partner in form.partners]
    to = _parse_number(ask(f"{form.label}: with which seat? {', '.join(map(str, seats))} [{seats[0]}]: "), seats[0])
    partner = next((partner for partner in form.partners if partner.seat == to), None)
    if partner is None:
        raise ValueError(f"seat {to} is not among {', '.join(map(str, seats))}")
    return {
        **form.action,
        "to": to,
        f"give_{form.things}": _ask_items("give", form.mine, ask),
        "give_cash": _parse_number(ask(f"  give money, 0 to {form.cash} [0]: "), 0),
        f"want_{form.things}": _ask_items("want", partner.items, ask),
        "want_cash": _parse_number(ask("  want money [0]: "), 0),
    }


def _ask_items(verb: str, items: list[Item], ask: AskText) -> list[Any]:
    if not items:
        return []
    offered = ", ".join(f"{number} {item.label}" for number, item in enumerate(items, 1))
    typed = ask(f"  {verb} which? {offered} (numbers with spaces, or nothing): ")
    numbers = [int(part) for part in typed.split()]
    if any(not 1 <= number <= len(items) for number in numbers):
        raise ValueError(f"there are {len(items)} things to {verb}")
    return [items[number - 1].key for number in numbers]
