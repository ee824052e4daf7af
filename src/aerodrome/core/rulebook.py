"""The rules digests: which ids there are and what they say."""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_TABLE = re.compile(r"^\|\s*(?P<id>[A-Z]{2}-\d+\.\d+)\s*\|\s*(?P<text>.*?)\s*\|")
_BULLET = re.compile(r"^(?:- )?\*\*(?P<id>[A-Z]{2}-R?\d+(?:\.\d+)?)\*?\*?(?P<text>.*)")
_HEADING = re.compile(r"^#+ (?:[A-Z]{2}-)?(?P<text>.*)")


class Entry(NamedTuple):
    id: str
    section: str
    text: str


@cache
def entries(title: str) -> dict[str, Entry]:
    """Every rule and ruling of a title's digest, in its order."""
    text = (files("aerodrome") / "games" / title / "digest.md").read_text(encoding="utf-8")
    return parse(text)


def parse(text: str) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    section = ""
    open_id = ""
    for line in text.splitlines():
        heading = _HEADING.match(line)
        rule = _TABLE.match(line) or _BULLET.match(line)
        if heading:
            section, open_id = heading["text"], ""
        elif rule:
            open_id = rule["id"]
            found[open_id] = Entry(open_id, section, _clean(rule["text"]))
            if line.startswith("|"):
                open_id = ""
        elif not line.strip() or line.startswith("|"):
            open_id = ""
        elif open_id:
            before = found[open_id]
            found[open_id] = before._replace(text=f"{before.text} {_clean(line)}")
    return found


def _clean(text: str) -> str:
    return text.replace("**", "").strip(" *—")
