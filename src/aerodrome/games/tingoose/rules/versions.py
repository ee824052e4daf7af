"""What differs between the versions of the rules."""


def sealed_bids_can_be_withdrawn(rules_version: int) -> bool:
    """TG-R57: a sealed bid can be opened again, and who can only bid 0 is sealed by the program."""
    return rules_version >= 2
