"""The rule ids a refusal may name."""

from functools import cache
from pathlib import Path

from aerodrome.core import digest_rules

TESTS = Path(__file__).parent.parent


@cache
def rule_ids(title: str) -> frozenset[str]:
    if title == "toy":
        return frozenset(
            digest_rules.parse_digest_rules_by_id((TESTS / "toy" / "digest.md").read_text(encoding="utf-8"))
        )
    return frozenset(digest_rules.read_digest_rules_by_id(title))
