"""The rule ids a refusal may name."""

from functools import cache
from pathlib import Path

from aerodrome.core import rulebook

TESTS = Path(__file__).parent.parent


@cache
def rule_ids(title: str) -> frozenset[str]:
    if title == "toy":
        return frozenset(rulebook.parse_rules((TESTS / "toy" / "digest.md").read_text(encoding="utf-8")))
    return frozenset(rulebook.read_rules(title))
