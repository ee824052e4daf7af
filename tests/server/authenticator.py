"""An authenticator in software: makes passkeys and signs with them, honestly or not."""

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey; `origin` is the page on which its browser is."""

    def __init__(self, origin: str = "https://table.test") -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(20)
        self.handle = b""
        self.host = ""
        self.count = 0
        self.flags = PRESENT | VERIFIED

    def make(self, options: dict[str, Any], label: str = "") -> dict[str, Any]:
        """What `navigator.credentials.create` gives."""
        self.handle, self.host = decode(options["user"]["id"]), options["rp"]["id"]
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._authenticator_data(self.flags | ATTESTED) + attested
        return {
            "id": encode(self.id),
            "client_data": encode(self._client_data("webauthn.create", options["challenge"])),
            "attestation": encode(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            "label": label,
        }

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.get` gives."""
        self.count += 1
        data = self._authenticator_data(self.flags)
        client_data = self._client_data("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(client_data).digest()
        return {
            "id": encode(self.id),
            "client_data": encode(client_data),
            "authenticator_data": encode(data),
            "signature": encode(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "user_handle": encode(self.handle),
        }

    def _authenticator_data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()
