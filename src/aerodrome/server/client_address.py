"""From where a request comes, as limits count it."""

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

UNKNOWN_ADDRESS = "?"
IPV6_PREFIX_LENGTH = 64
"""What one household or one rented machine gets: whoever has one IPv6 address has 2^64 of them."""


def resolve_client_address(scope: Mapping[str, Any], behind_proxy: bool) -> str:
    """The client that limits count: an IPv4 address, or the network of an IPv6 address.

    Behind a proxy it is what the proxy added to X-Forwarded-For: its last entry, since a client may send others.
    """
    peer = scope.get("client")
    address = str(peer[0]) if peer else UNKNOWN_ADDRESS
    if behind_proxy:
        forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        entry = forwarded[-1].decode("latin-1").rsplit(",", 1)[-1].strip() if forwarded else ""
        return extract_address_or_ipv6_network(entry) or extract_address_or_ipv6_network(address) or UNKNOWN_ADDRESS
    return extract_address_or_ipv6_network(address) or UNKNOWN_ADDRESS


def extract_address_or_ipv6_network(text: str) -> str:
    """The IPv4 address, or the /64 network of the IPv6 address; "" for what is no address. A port is dropped."""
    parsed = _parse_address(text)
    if parsed is None:
        return ""
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is None:
            return str(ip_network((int(parsed) >> 64 << 64, IPV6_PREFIX_LENGTH)))
        parsed = parsed.ipv4_mapped
    return str(parsed)


def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    if text.startswith("["):
        text = text[1:].split("]", 1)[0]
    elif text.count(":") == 1:
        text = text.split(":", 1)[0]
    try:
        return ip_address(text)
    except ValueError:
        return None
