"""Web Push: a message encrypted for one browser and signed by this server, through the service of the browser's maker.

RFC 8291 (keys) and RFC 8188 (`aes128gcm`) encrypt, RFC 8292 (VAPID) signs, RFC 8030 delivers.
"""

import base64
import binascii
import json
import secrets
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from aerodrome.matches.errors import MalformedRequest

MAX_PLAINTEXT = 3000
"""Bytes; services take 4096 of the encrypted message."""
RECORD_SIZE = 4096
TOKEN_SECONDS = 12 * 3600
"""How long a signature is good for; the standard allows a day."""
AUTH_SECRET_LENGTH = 16


def encode_base64url(data: bytes) -> str:
    """Without padding, as all of these standards want it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Raises ValueError."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None


def require_subscription_keys(public_key: str, auth_secret: str) -> None:
    """Raises MalformedRequest unless messages can be encrypted for this subscription."""
    try:
        _load_public_key(decode_base64url(public_key))
        is_good = len(decode_base64url(auth_secret)) == AUTH_SECRET_LENGTH
    except ValueError:
        is_good = False
    if not is_good:
        raise MalformedRequest("These are not the keys of a push subscription.")


def _load_public_key(encoded_point: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), encoded_point)


def _encode_public_key(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _derive_key(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt_push_message(
    plaintext: bytes,
    public_key: str,
    auth_secret: str,
    sender_key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push: one record of `aes128gcm`. Only tests choose the sender's key and the salt."""
    if len(plaintext) > MAX_PLAINTEXT:
        raise ValueError("too long for a push")
    sender_key = sender_key or ec.generate_private_key(ec.SECP256R1())
    salt = salt or secrets.token_bytes(16)
    receiver = decode_base64url(public_key)
    shared = sender_key.exchange(ec.ECDH(), _load_public_key(receiver))
    sender_point = _encode_public_key(sender_key.public_key())
    key_info = b"WebPush: info\0" + receiver + sender_point
    material = _derive_key(shared, decode_base64url(auth_secret), key_info, 32)
    content_key = _derive_key(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(material, salt, b"Content-Encoding: nonce\0", 12)
    # The delimiter 2 says that this is the last record.
    sealed = AESGCM(content_key).encrypt(nonce, plaintext + b"\x02", None)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(sender_point)]) + sender_point
    return head + sealed


def make_vapid_key() -> str:
    """A new private key of this server, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    encoding, shape = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return key.private_bytes(encoding, shape, serialization.NoEncryption()).decode()


def _load_vapid_key(vapid_pem: str) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_pem_private_key(vapid_pem.encode(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def is_vapid_key(vapid_pem: str) -> bool:
    """Whether this is a private key that pushes can be signed with."""
    try:
        _load_vapid_key(vapid_pem)
    except (ValueError, TypeError, AssertionError, UnsupportedAlgorithm):
        return False
    return True


def get_vapid_public_key(vapid_pem: str) -> str:
    """What browsers subscribe with, and services know this server by."""
    return encode_base64url(_encode_public_key(_load_vapid_key(vapid_pem).public_key()))


def build_push_headers(
    endpoint: str, vapid_pem: str, contact: str, now_ms: int, lifetime_seconds: int
) -> dict[str, str]:
    """The headers of a push: how it is encrypted, for how long the service keeps it, and who sends it."""
    key = _load_vapid_key(vapid_pem)
    parts = urlsplit(endpoint)
    claims: dict[str, object] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now_ms // 1000 + TOKEN_SECONDS}
    if contact:
        claims["sub"] = contact
    signed = ".".join(encode_base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{encode_base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return {
        "Authorization": f"vapid t={token}, k={encode_base64url(_encode_public_key(key.public_key()))}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(lifetime_seconds),
        "Urgency": "normal",
    }
