"""Passkeys: which name of this server they are for, what browsers are asked to sign, whether what they sign is right.

The origin and the relying party's id come from where this server is known to be, never from what is sent: from the
public address of the settings, from the names it answers to, or from loopback.
"""

import base64
import binascii
import ipaddress
import json
import secrets
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from litestar.datastructures import Cookie
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    RegistrationCredential,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from aerodrome.matches import util
from aerodrome.matches.display_names import clean_free_text_line
from aerodrome.matches.errors import MalformedRequest, NotAllowed
from aerodrome.matches.passkey_store import (
    CHALLENGE_MS,
    Passkey,
    PasskeyChallenge,
    PasskeyStore,
    Purpose,
    hash_credential_id,
)
from aerodrome.server.identity import PASSKEY_COOKIE_NAME
from aerodrome.server.schemas.passkeys import PasskeyAnswer, PasskeyRegistration
from aerodrome.server.settings import Settings

PROMPT_MS = 120_000
NOT_SECURE = (
    "Passkeys need a secure connection (https), or a server on this very machine that is opened as “localhost”. "
    "Use a password."
)
NO_PUBLIC_NAME = "This server does not know by which name people reach it, so it cannot use passkeys. Use a password."
REFUSED = "This passkey does not open anything here, or its answer does not fit. Try again, or use a password."
NO_CHALLENGE = "This took too long, was answered already, or was begun in another browser. Try again."


class RelyingParty(NamedTuple):
    """This server as the caller reaches it: for which name passkeys are made, and on which pages they are used."""

    host: str
    origin: str


class PasskeyService:
    """Makes challenges and judges what comes back."""

    def __init__(self, settings: Settings, store: PasskeyStore) -> None:
        self.store = store
        self._public = _build_public_relying_party(settings.public_url)
        self._allowed_hosts = set(settings.allowed_hosts)

    def require_relying_party(self, host_header: str, is_secure: bool) -> RelyingParty:
        """Where the caller is. Raises NotAllowed, with a sentence, where passkeys cannot be used."""
        public = self._public
        if public is not None and host_header == public.origin.split("://", 1)[1]:
            if not public.origin.startswith("https://") and public.host != "localhost":
                raise NotAllowed(NOT_SECURE)
            return public
        try:
            host = urlsplit(f"//{host_header}").hostname or ""
        except ValueError:
            host = ""
        if host == "localhost":
            return RelyingParty(host, f"{'https' if is_secure else 'http'}://{host_header}")
        if not is_secure or _is_ip_address(host):
            raise NotAllowed(NOT_SECURE)
        if host not in self._allowed_hosts:
            raise NotAllowed(NO_PUBLIC_NAME)
        return RelyingParty(host, f"https://{host_header}")

    async def begin_registration(
        self,
        party: RelyingParty,
        browser_secret: str,
        purpose: Purpose,
        account: str,
        name: str,
        known_passkeys: list[Passkey],
    ) -> dict[str, Any]:
        """What a browser needs to make a passkey for this account."""
        challenge = await self._create_and_store_challenge(party, browser_secret, purpose, account, name)
        options = generate_registration_options(
            rp_id=party.host,
            rp_name="Aerodrome",
            user_id=account.encode(),
            user_name=name,
            challenge=challenge,
            timeout=PROMPT_MS,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=_build_credential_descriptors(known_passkeys),
        )
        return _parse_options_json(options_to_json(options))

    async def begin_authentication(
        self, party: RelyingParty, browser_secret: str, purpose: Purpose, account: str, known_passkeys: list[Passkey]
    ) -> dict[str, Any]:
        """What a browser needs to use a passkey: any of this server's for signing in, else one of the account."""
        challenge = await self._create_and_store_challenge(party, browser_secret, purpose, account, "")
        options = generate_authentication_options(
            rp_id=party.host,
            challenge=challenge,
            timeout=PROMPT_MS,
            allow_credentials=_build_credential_descriptors(known_passkeys),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return _parse_options_json(options_to_json(options))

    async def _create_and_store_challenge(
        self, party: RelyingParty, browser_secret: str, purpose: Purpose, account: str, name: str
    ) -> bytes:
        challenge = secrets.token_bytes(32)
        until_ms = util.now_ms() + CHALLENGE_MS
        row = PasskeyChallenge(
            util.hash_secret(browser_secret), purpose, account, name, party.host, challenge, until_ms
        )
        await self.store.store_challenge(row)
        return challenge

    async def require_and_use_up_challenge(
        self, party: RelyingParty, browser_secret: str, purpose: Purpose
    ) -> PasskeyChallenge:
        """What this browser was asked; used up with this. Raises NotAllowed when it was not asked, or long ago."""
        challenge = (
            await self.store.find_and_delete_challenge(util.hash_secret(browser_secret), purpose)
            if browser_secret
            else None
        )
        if challenge is None or challenge.host != party.host:
            raise NotAllowed(NO_CHALLENGE)
        return challenge

    def verify_registration_and_build_passkey(
        self, party: RelyingParty, challenge: PasskeyChallenge, registration: PasskeyRegistration, default_label: str
    ) -> Passkey:
        """The passkey that a browser made. Raises NotAllowed when it does not fit what was asked."""
        credential = RegistrationCredential(
            id=registration.id,
            raw_id=_decode_base64url(registration.id),
            response=AuthenticatorAttestationResponse(
                _decode_base64url(registration.client_data), _decode_base64url(registration.attestation)
            ),
        )
        try:
            found = verify_registration_response(
                credential=credential,
                expected_challenge=challenge.challenge,
                expected_rp_id=party.host,
                expected_origin=party.origin,
                require_user_verification=True,
            )
        except Exception:  # whatever the library stumbles over in these bytes, the answer is no
            raise NotAllowed(REFUSED) from None
        return Passkey(
            hash_credential_id(found.credential_id),
            found.credential_id,
            challenge.account,
            party.host,
            found.credential_public_key,
            found.sign_count,
            clean_free_text_line(registration.label) or default_label or "A passkey",
            util.now_ms(),
        )

    async def verify_authentication_and_get_account_id(
        self, party: RelyingParty, challenge: PasskeyChallenge, answer: PasskeyAnswer
    ) -> str:
        """The id of the account that this passkey opens. Raises NotAllowed, always in the same words."""
        passkey = await self.store.find_passkey(_decode_base64url(answer.id))
        if passkey is None or passkey.host != party.host or challenge.account not in ("", passkey.account):
            raise NotAllowed(REFUSED)
        handle = None if answer.user_handle is None else _decode_base64url(answer.user_handle)
        if handle != passkey.account.encode() and (handle is not None or not challenge.account):
            raise NotAllowed(REFUSED)
        try:
            found = verify_authentication_response(
                credential=_build_authentication_credential(answer, handle),
                expected_challenge=challenge.challenge,
                expected_rp_id=party.host,
                expected_origin=party.origin,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=True,
            )
        except Exception:  # as above
            raise NotAllowed(REFUSED) from None
        if not await self.store.record_use_unless_changed(passkey, found.new_sign_count):
            raise NotAllowed(REFUSED)
        return passkey.account


def build_challenge_cookie(browser_secret: str, is_secure: bool) -> Cookie:
    """The cookie of a browser that is given a challenge."""
    return Cookie(
        key=PASSKEY_COOKIE_NAME,
        value=browser_secret,
        max_age=CHALLENGE_MS // 1000,
        httponly=True,
        samesite="strict",
        secure=is_secure,
        path="/api/account",
    )


def _build_authentication_credential(answer: PasskeyAnswer, user_handle: bytes | None) -> AuthenticationCredential:
    response = AuthenticatorAssertionResponse(
        _decode_base64url(answer.client_data),
        _decode_base64url(answer.authenticator_data),
        _decode_base64url(answer.signature),
        user_handle,
    )
    return AuthenticationCredential(id=answer.id, raw_id=_decode_base64url(answer.id), response=response)


def _build_credential_descriptors(known_passkeys: list[Passkey]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=passkey.credential_id) for passkey in known_passkeys]


def _parse_options_json(options: str) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(options)
    return plain


def _decode_base64url(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise MalformedRequest("This is not what a passkey sends.") from None


def _build_public_relying_party(url: str) -> RelyingParty | None:
    """The public address of the settings; None where none is set, or passkeys cannot be made for it."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host or _is_ip_address(host):
        return None
    return RelyingParty(host, f"{parts.scheme}://{parts.netloc}")


def _is_ip_address(host: str) -> bool:
    """Passkeys are made for names; the browser refuses addresses."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
