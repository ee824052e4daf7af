"""What differs between the versions of the rules."""


def can_withdraw_sealed_bids(rules_version: int) -> bool:
    """TG-R57: a sealed bid can be opened again, and who can only bid 0 is sealed by the program."""
    return rules_version >= 2
