"""English that every title needs: numbers of things, lists, capitals; and text as part of a page."""

import html
from collections.abc import Sequence


def format_count(count: int, noun: str, plural: str = "") -> str:
    """A number with its noun: "1 share", "2 shares"; `plural` where it is not the noun with an s."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def join_with_and(words: Sequence[str]) -> str:
    """A list as it is said: "Rome, Tokyo and Lima"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def join_with_or(words: Sequence[str]) -> str:
    """Things of which one may be done: "deal, challenge or end your turn"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"


def capitalize_first(text: str) -> str:
    """The text with a capital at its start; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def format_money_change(amount: int, unit: str = "") -> str:
    """A gain or a loss of money: "+$1,800", "−$3", "$0", with its unit "+$40M"."""
    sign = "+" if amount > 0 else "−" if amount < 0 else ""
    return f"{sign}${abs(amount):,}{unit}"


def escape_html(text: object) -> str:
    """Text that cannot be taken for markup."""
    return html.escape(str(text))
