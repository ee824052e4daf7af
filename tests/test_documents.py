"""The pages name no file that is not there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FILE = re.compile(r"`([\w.*-]+(?:/[\w.*-]+)*\.(?:py|ts|svelte|md|sql|yaml|yml|conf|service|timer))`")
"""Of other kinds there are many that somebody makes: records, reports, editions, tables of results."""
FOLDERS = ("src", "web", "tests", "docs", "scripts", "benchmarks", "deploy", "examples")
FILES = [
    path.relative_to(ROOT).as_posix()
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if "node_modules" not in path.parts
] + [path.name for path in ROOT.iterdir()]


def is_there(name: str) -> bool:
    """Whether a file ends like this; pages name files by the last parts of their paths."""
    pattern = re.compile(rf"(.*/)?{re.escape(name).replace(re.escape('*'), '[^/]*')}")
    return any(pattern.fullmatch(path) for path in FILES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    named = FILE.findall(page.read_text(encoding="utf-8"))
    assert [name for name in named if not is_there(name)] == []


def test_a_file_that_is_not_there_would_be_found() -> None:
    assert FILE.findall("see `room/nothing.ts` and `nothing.py`") == ["room/nothing.ts", "nothing.py"]
    assert not is_there("room/nothing.ts")
    assert is_there("server/main.py")
    assert is_there("docs/decisions/006-*.md")
