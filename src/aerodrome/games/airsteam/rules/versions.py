"""What differs between the versions of the rules."""

from __future__ import annotations


def can_change_plans_and_upkeep(rules_version: int) -> bool:
    """Whether plans and upkeep can be changed until all have sealed theirs (KS-R58)."""
    return rules_version >= 2
