"""The example of RFC 8291, section 5 and appendix A, byte by byte; and what cannot be encrypted for."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from aerodrome.matches.errors import MalformedRequest
from aerodrome.server.web_push import (
    MAX_PLAINTEXT,
    decode_base64url,
    encode_base64url,
    encrypt_push_message,
    require_subscription_keys,
)

SENDER_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
EXPECTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard() -> None:
    sender = ec.derive_private_key(int.from_bytes(decode_base64url(SENDER_PRIVATE), "big"), ec.SECP256R1())
    plaintext = b"When I grow up, I want to be a watermelon"
    sealed = encrypt_push_message(plaintext, RECEIVER_PUBLIC, AUTH, sender, decode_base64url(SALT))
    assert encode_base64url(sealed) == EXPECTED


def test_two_messages_have_nothing_in_common() -> None:
    first, second = (encrypt_push_message(b"your move", RECEIVER_PUBLIC, AUTH) for _ in range(2))
    assert first[:16] != second[:16]
    assert first[21:] != second[21:]


def test_what_is_too_long_for_a_push_is_refused() -> None:
    encrypt_push_message(b"x" * MAX_PLAINTEXT, RECEIVER_PUBLIC, AUTH)
    with pytest.raises(ValueError, match="too long"):
        encrypt_push_message(b"x" * (MAX_PLAINTEXT + 1), RECEIVER_PUBLIC, AUTH)


@pytest.mark.parametrize(
    ("public_key", "auth"),
    [
        (RECEIVER_PUBLIC, "short"),
        (RECEIVER_PUBLIC, "!" * 22),
        ("A" * 87, AUTH),
        (RECEIVER_PUBLIC[:-4] + "AAAA", AUTH),
        ("é" * 80, AUTH),
    ],
)
def test_keys_that_are_none_are_refused(public_key: str, auth: str) -> None:
    require_subscription_keys(RECEIVER_PUBLIC, AUTH)
    with pytest.raises(MalformedRequest):
        require_subscription_keys(public_key, auth)
