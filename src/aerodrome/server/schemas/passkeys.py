"""Bodies of the API that passkeys need. Bytes are base64url without padding, as in WebAuthn's own JSON."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from aerodrome.matches.display_names import MAX_NAME_LENGTH

MAX_LABEL_LENGTH = 40
CredentialId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$", max_length=1400)]
Encoded = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$", max_length=8000)]


class PasskeyAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """What a passkey signed (`navigator.credentials.get`)."""

    id: CredentialId
    client_data: Encoded
    authenticator_data: Encoded
    signature: Encoded
    user_handle: Encoded | None = None


class PasskeyRegistration(msgspec.Struct, forbid_unknown_fields=True):
    """A passkey that was made (`navigator.credentials.create`)."""

    id: CredentialId
    client_data: Encoded
    attestation: Encoded
    label: Annotated[str, Meta(max_length=MAX_LABEL_LENGTH)] = ""
    """What its person calls it; empty: the browser it was made with."""


class PasskeySignInRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Sign this browser in by passkey: it knows whose it is."""

    passkey: PasskeyAnswer


class BeginAccountWithPasskeyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The name of an account that is to be made with a passkey."""

    name: Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]


class PasskeyOptions(msgspec.Struct):
    """What to hand to the browser as `publicKey`, bytes being base64url."""

    options: dict[str, Any]


class PasskeyInfo(msgspec.Struct):
    """A passkey of the caller's account."""

    id: str
    label: str
    created_at: int
    used_at: int | None
    """As Unix time in milliseconds; null: never."""
