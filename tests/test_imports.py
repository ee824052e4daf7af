"""Each arrow goes one way: which package may import which."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import aerodrome

PACKAGE = Path(aerodrome.__file__).parent

MAY_IMPORT = {
    "core": set[str](),
    "ratings": set[str](),
    "competitions": set[str](),
    "games": {"core"},
    "bots": {"core"},
    "reviews": {"core", "bots"},
    "matches": {"core", "bots", "reviews", "ratings", "competitions"},
    "server": {"core", "bots", "reviews", "matches", "lab", "ratings", "competitions"},
    "lab": {"core", "bots", "reviews", "ratings"},
    "adapters": {"core", "bots"},
    "cli": {"core", "games", "bots", "reviews", "matches", "server", "lab", "ratings", "adapters"},
}
ENGINE = ("core", "games", "bots")
ALSO_ALLOWED = {"msgspec", "mypy_extensions"}
CAN_DO_WITHOUT = {"core/byte_writer.py": "librt"}
"""What a module uses if it is there."""


def imported(file: Path) -> Iterator[tuple[str, int]]:
    """The modules a file imports, those under `if TYPE_CHECKING` included."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: relative import"
            yield node.module or "", node.lineno
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def files(part: str) -> list[Path]:
    return sorted((PACKAGE / part).rglob("*.py"))


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_point_one_way(part: str) -> None:
    wrong = [
        f"{file.relative_to(PACKAGE)}:{line} imports {module}"
        for file in files(part)
        for module, line in imported(file)
        if module.startswith("aerodrome.")
        and module.split(".")[1] in MAY_IMPORT
        and module.split(".")[1] not in {part, *MAY_IMPORT[part]}
    ]
    assert wrong == []


def test_a_title_knows_no_other_title() -> None:
    wrong = [
        f"{file.relative_to(PACKAGE)}:{line} imports {module}"
        for file in files("games")
        for module, line in imported(file)
        if module.startswith("aerodrome.games.") and module.split(".")[2] != file.relative_to(PACKAGE).parts[1]
    ]
    assert wrong == []


@pytest.mark.parametrize("part", ENGINE)
def test_the_engine_needs_nothing_but_msgspec(part: str) -> None:
    allowed = sys.stdlib_module_names | ALSO_ALLOWED | {"aerodrome"}
    wrong = [
        f"{file.relative_to(PACKAGE)}:{line} imports {module}"
        for file in files(part)
        for module, line in imported(file)
        if module.split(".")[0] not in allowed | {CAN_DO_WITHOUT.get(str(file.relative_to(PACKAGE)))}
    ]
    assert wrong == []


def test_what_servers_use_of_the_lab_needs_nothing_beyond_the_engine() -> None:
    """It comes with `aerodrome[server]` or `aerodrome[cli]`, without the packages of `aerodrome[lab]`."""
    found: set[str] = set()
    waiting = ["aerodrome.lab.edition_trial", "aerodrome.lab.game_runner", "aerodrome.lab.game_log"]
    while waiting:
        module = waiting.pop()
        file = PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py")
        if module in found or not module.startswith("aerodrome.lab.") or not file.exists():
            found.add(module.split(".")[0])
            continue
        found.add(module)
        waiting += [name for name, _line in imported(file)]
    assert len([module for module in found if module.startswith("aerodrome.lab.")]) > 5, "the modules are not read"
    assert {module.split(".")[0] for module in found} - sys.stdlib_module_names == {"aerodrome", "msgspec"}


def test_nobody_outside_the_package_of_a_title_is_named_in_core() -> None:
    for file in files("core"):
        text = file.read_text(encoding="utf-8")
        named = [title for title in aerodrome.titles() if f"games.{title}" in text]
        assert named == [], f"{file.name} names {named}"


def test_only_the_command_line_knows_its_library() -> None:
    wrong = [
        f"{file.relative_to(PACKAGE)}:{line}"
        for part in MAY_IMPORT
        if part != "cli"
        for file in files(part)
        for module, line in imported(file)
        if module.split(".")[0] == "cyclopts"
    ]
    assert wrong == []
