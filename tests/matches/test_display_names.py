"""Names that nobody can take for another's, or for a bot's."""

import pytest

from aerodrome.matches.display_names import clean_and_require_unique_name
from aerodrome.matches.errors import MalformedRequest, NotAllowed


@pytest.mark.parametrize(
    "name", ["ADA", "Àda", "A d a", "Adɑ", "Аdа", "Αda", "Ꭺda", "Ａda", "𝐀da", "4da", "Ada.", "Ａｄａ"]
)
def test_a_name_that_looks_like_another_is_refused(name: str) -> None:
    with pytest.raises(NotAllowed, match="like that"):
        clean_and_require_unique_name(name, ["Berta", "Ada"])


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("Lucıa", "Lucia"),
        ("ᴄiara", "Ciara"),
        ("Вегtа", "Berta"),
        ("Iiam", "Liam"),
        ("Bemard", "Bernard"),
        ("Ηanna", "Hanna"),
    ],
)
def test_other_letters_and_pairs_of_letters_look_alike_too(name: str, taken: str) -> None:
    with pytest.raises(NotAllowed, match="like that"):
        clean_and_require_unique_name(name, [taken])


@pytest.mark.parametrize(
    "name", ["Ada\u3164", "Ada\u115f", "\u1160Ada", "Ad\uffa0a", "Ada\u2800", "Ada\ufe0f", "Ad\u034fa", "\u3164"]
)
def test_what_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(MalformedRequest):
        clean_and_require_unique_name(name, [])


@pytest.mark.parametrize(
    "name",
    ["Ace (bot)", "Ace", "ace 2", "Captain (Bot)", "Captаin", "Cadet", "Ann (bot)", "Ann [B0T]", "Ann Ьоt", "AceBot"],
)
def test_a_person_does_not_pose_as_a_bot(name: str) -> None:
    with pytest.raises(NotAllowed, match="bot"):
        clean_and_require_unique_name(name, [])


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Grace",
        "Abbot",
        "Captain Kirk",
        "Zoë",
        "Łukasz",
        "Анна",
        "Ελένη",
        "美咲",
        "지우",
        "محمد",
        "Anna-Lena",
        "Player 2",
        "O'Neil",
    ],
)
def test_ordinary_names_are_accepted(name: str) -> None:
    assert clean_and_require_unique_name(name, ["Berta", "Ace (bot)", "Red"]) == name
