"""The rules digests: which ids there are and what they say."""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_TABLE = re.compile(r"^\|\s*(?P<id>[A-Z]{2}-\d+\.\d+)\s*\|\s*(?P<text>.*?)\s*\|")
_BULLET = re.compile(r"^(?:- )?\*\*(?P<id>[A-Z]{2}-R?\d+(?:\.\d+)?)\*?\*?(?P<text>.*)")
_HEADING = re.compile(r"^#+ (?:[A-Z]{2}-)?(?P<text>.*)")


class Rule(NamedTuple):
    id: str
    section: str
    text: str


@cache
def read_digest_rules_by_id(title: str) -> dict[str, Rule]:
    """Every rule and ruling of a title's digest, in its order."""
    text = (files("aerodrome") / "games" / title / "digest.md").read_text(encoding="utf-8")
    return parse_digest_rules_by_id(text)


def parse_digest_rules_by_id(digest_text: str) -> dict[str, Rule]:
    found: dict[str, Rule] = {}
    section = ""
    open_id = ""
    for line in digest_text.splitlines():
        heading = _HEADING.match(line)
        rule = _TABLE.match(line) or _BULLET.match(line)
        if heading:
            section, open_id = heading["text"], ""
        elif rule:
            open_id = rule["id"]
            found[open_id] = Rule(open_id, section, _strip_markup(rule["text"]))
            if line.startswith("|"):
                open_id = ""
        elif not line.strip() or line.startswith("|"):
            open_id = ""
        elif open_id:
            before = found[open_id]
            found[open_id] = before._replace(text=f"{before.text} {_strip_markup(line)}")
    return found


def _strip_markup(text: str) -> str:
    return text.replace("**", "").strip(" *—")
