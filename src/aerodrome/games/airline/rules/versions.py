"""What differs between the versions of Airline's rules; the digest lists them under "Changes"."""


def undoes_bankrupt_deals_and_delays_leaving(rules_version: int) -> bool:
    """A bankrupt's deals for his debt are undone; who gave a city away must play on for a turn."""  # AL-R56
    return rules_version >= 2


def refuses_second_purchase_on_one_landing(rules_version: int) -> bool:
    """A city bought on this landing, sold and free again cannot be bought a second time."""  # AL-R37
    return rules_version >= 2


def counts_rounds_from_first_player(rules_version: int) -> bool:
    """No rule, but part of the position, as refused offers are: rounds are shown from whoever had the first turn."""
    return rules_version >= 2


def remembers_refused_offers(rules_version: int) -> bool:
    """No rule, but part of the position: those of version 1 are stored without."""
    return rules_version >= 2
