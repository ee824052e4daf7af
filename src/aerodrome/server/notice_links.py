"""What links in notices open is signed, so that nobody needs to be signed in: one subscription, one purpose."""

import base64
import hashlib
import hmac
import json
import secrets
from typing import Literal

Purpose = Literal["confirm", "off"]
CONFIRM_MS = 86_400_000
"""How long an address can be confirmed."""


def make_link_secret() -> str:
    """A new secret to sign with."""
    return secrets.token_urlsafe(32)


def is_valid_link_secret(secret: str) -> bool:
    """Whether this is one that nobody guesses."""
    return len(secret) == len(make_link_secret())


def _compute_signature(secret: str, body: str) -> str:
    mac = hmac.digest(secret.encode(), b"notice link\0" + body.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(mac).rstrip(b"=").decode()


def make_link_token(secret: str, purpose: Purpose, channel_id: str, until_ms: int | None = None) -> str:
    """The token of a link for one purpose and one subscription."""
    body = base64.urlsafe_b64encode(json.dumps([purpose, channel_id, until_ms]).encode()).rstrip(b"=").decode()
    return f"{body}.{_compute_signature(secret, body)}"


def find_channel_id_of_token(secret: str, purpose: str, token: str, now_ms: int) -> str | None:
    """The subscription that a token names; None when it is forged, for something else, or too old."""
    body, _, mac = token.partition(".")
    if not token.isascii() or not hmac.compare_digest(_compute_signature(secret, body), mac):
        return None
    named_purpose, channel_id, until_ms = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    is_good = named_purpose == purpose and (until_ms is None or now_ms < until_ms)
    return str(channel_id) if is_good else None
