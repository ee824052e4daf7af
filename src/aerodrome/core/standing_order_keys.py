"""Standing orders with an amount: "pass when the bid is above $12". The key of such an order in force is "pass=12"."""

from __future__ import annotations

AMOUNT_SIGN = "="
AMOUNT_PLACE = "{amount}"
"""Where the amount stands in the label of an order that is on offer."""


def build_standing_order_key(key: str, amount: int | None) -> str:
    """The key of an order in force."""
    return key if amount is None else f"{key}{AMOUNT_SIGN}{amount}"


def split_standing_order_key(key_with_amount: str) -> tuple[str, int | None]:
    """The key of the order as it is offered, and the amount that it was given with."""
    offered, sign, amount = key_with_amount.partition(AMOUNT_SIGN)
    return (offered, int(amount)) if sign else (key_with_amount, None)


def find_standing_order_amount(orders: frozenset[str], key: str) -> int | None:
    """The amount with which this order is in force; None when it is not."""
    return next((amount for offered, amount in map(split_standing_order_key, orders) if offered == key), None)
