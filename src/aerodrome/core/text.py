"""English that every title needs: numbers of things, lists, capitals; and text as part of a page."""

import html
from collections.abc import Sequence


def pluralize(count: int, noun: str, plural: str = "") -> str:
    """A number with its noun: "1 share", "2 shares"; `plural` where it is not the noun with an s."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def join_words(words: Sequence[str]) -> str:
    """A list as it is said: "Rome, Tokyo and Lima"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def join_alternatives(words: Sequence[str]) -> str:
    """Things of which one may be done: "deal, challenge or end your turn"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"


def capitalize_first(text: str) -> str:
    """The text with a capital at its start; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def format_gain_or_loss(amount: int, unit: str = "") -> str:
    """A gain or a loss of money: "+$1,800", "−$3", with its unit "+$40M"."""
    return f"{'+' if amount > 0 else '−'}${abs(amount):,}{unit}"


def escape_html(text: object) -> str:
    """Text that cannot be taken for markup."""
    return html.escape(str(text))
