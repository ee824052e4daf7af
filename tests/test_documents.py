"""The pages name no file that is not there, and the API reference describes all that it shows."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

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


SHOWN = re.compile(r"^\.\. auto(module|class|function):: ([\w.]+)$", re.MULTILINE)


def list_shown_objects(kind: str, path: str) -> Iterator[tuple[str, Any]]:
    """What a directive of the reference shows: classes with their public methods and properties, functions."""
    if kind == "module":
        for name, found in vars(import_module(path)).items():
            if getattr(found, "__module__", "") == path and not name.startswith("_") and inspect.isroutine(found):
                yield f"{path}.{name}", found
            elif inspect.isclass(found) and found.__module__ == path and not name.startswith("_"):
                yield from list_shown_objects("class", f"{path}.{name}")
        return
    module, _, name = path.rpartition(".")
    shown = getattr(import_module(module), name)
    yield path, shown
    if kind == "class":
        for member, found in vars(shown).items():
            if not member.startswith("_") and (inspect.isroutine(found) or isinstance(found, property)):
                yield f"{path}.{member}", getattr(shown, member)


def test_all_that_the_reference_shows_is_described() -> None:
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    shown = [one for kind, path in SHOWN.findall(page) for one in list_shown_objects(kind, path)]
    assert {"aerodrome.load", "aerodrome.core.game.TitleGame.apply", "aerodrome.core.record.Record.over"} <= {
        path for path, _found in shown
    }
    assert [path for path, found in shown if not inspect.getdoc(found)] == []
