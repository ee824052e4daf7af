"""Every title has the same rooms with the same files for the same questions, and imports go one way between them."""

import ast
from pathlib import Path

import pytest

import aerodrome
from test_imports import PACKAGE, imported

GAMES = PACKAGE / "games"
TITLES = sorted(path.parent.name for path in GAMES.glob("*/game.py"))

REQUIRED = {
    "": {"__init__.py", "game.py", "options.py", "view.py", "presentation.py", "digest.md"},
    "components": {"__init__.py", "edition.py", "checks.py", "difference_wording.py", "house.toml", "miniature.toml"},
    "model": {"__init__.py", "actions.py", "events.py", "state.py"},
    "rules": {"__init__.py", "queries.py", "state_changes.py"},
    "steps": {"__init__.py", "setup.py", "turn.py"},
    "text": {
        "__init__.py",
        "names.py",
        "actions.py",
        "prompts.py",
        "events.py",
        "refusals.py",
        "remedies.py",
        "warnings.py",
        "targets.py",
        "standing_orders.py",
        "reasons.py",
        "outcomes.py",
        "descriptions.py",
        "one_page.toml",
    },
    "ai": {
        "__init__.py",
        "evaluator.py",
        "weights.toml",
        "styles.toml",
        "characters.toml",
        "reasons.py",
        "manners.py",
        "lab_metrics.py",
        "observation.py",
    },
}
OPTIONAL = {
    "rules": {"versions.py"},
    "steps": {"common.py"},
    "ai": {
        "judge.toml",
        "review_judge.toml",
        "calibration.toml",
        "learned.toml",
        "features.py",
        "hand_features.py",
        "imagine.py",
        "outlook.py",
        "action_gains.py",
        "rollout_policy.py",
    },
}
EXTRA = {
    "airline": {
        "rules": {"listed_offers.py", "refused_offers.py"},
        "steps": {
            "after_landing.py",
            "bankruptcy.py",
            "claims.py",
            "debts.py",
            "end.py",
            "movement.py",
            "trading.py",
        },
        "text": {"deals.py"},
    },
    "airkwire": {
        "rules": {"trading.py", "mergers.py"},
        "steps": {
            "draws.py",
            "end.py",
            "merger.py",
            "payout.py",
            "power_cards.py",
            "routes.py",
            "stock.py",
            "takeover.py",
        },
    },
    "airsteam": {
        "components": {"layout.py", "map_tables.py"},
        "rules": {"routes.py", "loading.py", "track_laying.py", "cities.py"},
        "steps": {"characters.py", "end.py", "planning.py", "shipping.py", "upkeep.py"},
        "ai": {"pending_questions.py", "pointless.py", "time_left.py"},
    },
    "tingoose": {
        "steps": {"opening.py", "event_cards.py", "auction.py", "turn_actions.py"},
        "ai": {"pointless.py"},
    },
}
"""What only one title has; each lies in the room of its question."""

SEES = {
    "components": set[str](),
    "model": {"components"},
    "rules": {"components", "model"},
    "steps": {"components", "model", "rules"},
    "ai": {"components", "model", "rules", "steps"},
    "text": {"components", "model", "rules", "steps"},
}


def files_in(room: Path) -> set[str]:
    return {path.name for path in room.iterdir() if path.is_file() and path.suffix in (".py", ".toml", ".md")}


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_the_rooms_and_no_others(title: str) -> None:
    rooms = {path.name for path in (GAMES / title).iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms - {"lessons"} == set(REQUIRED) - {""}


@pytest.mark.parametrize("title", TITLES)
def test_a_lesson_is_two_files_and_no_code(title: str) -> None:
    """The room of lessons: what is said, and what chance and the others do (docs/lessons.md)."""
    found = {path.name for path in (GAMES / title / "lessons").glob("*")}
    names = {name.removesuffix(".toml") for name in found if name.endswith(".toml")}
    assert found == {f"{name}{end}" for name in names for end in (".toml", ".moves.json")}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("room", REQUIRED)
def test_a_room_has_its_files(title: str, room: str) -> None:
    found = files_in(GAMES / title / room)
    missing = REQUIRED[room] - found
    allowed = REQUIRED[room] | OPTIONAL.get(room, set()) | EXTRA[title].get(room, set())
    assert (missing, found - allowed) == (set(), set())
    assert EXTRA[title].get(room, set()) <= found, "EXTRA names what is not there"


def wrong_imports(file: Path, title: str, allowed: set[str]) -> list[str]:
    return [
        f"{file.relative_to(GAMES)}:{line} imports {module}"
        for module, line in imported(file)
        if module.startswith(f"aerodrome.games.{title}.")
        and module.split(".")[3] not in allowed
        and not _is_game_for_types(file, line)
    ]


def _is_game_for_types(file: Path, line: int) -> bool:
    """Rooms may name their game, and its options, in annotations only."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return any(node.lineno <= line <= (node.end_lineno or 0) for node in [node])
    return False


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("room", SEES)
def test_rooms_look_one_way(title: str, room: str) -> None:
    allowed = {room, *SEES[room]}
    wrong = [
        text for file in sorted((GAMES / title / room).rglob("*.py")) for text in wrong_imports(file, title, allowed)
    ]
    assert wrong == []


@pytest.mark.parametrize("title", TITLES)
def test_every_step_class_is_called_a_step(title: str) -> None:
    steps = aerodrome.load(title).steps.values()
    assert [step.__name__ for step in steps if not step.__name__.endswith("Step")] == []


def test_the_page_about_titles_says_what_each_file_is_for() -> None:
    page = (PACKAGE.parents[1] / "docs" / "titles.md").read_text(encoding="utf-8")
    files = {(room, name) for rooms in (REQUIRED, OPTIONAL) for room, names in rooms.items() for name in names}
    silent = [
        f"{room}/{name}"
        for room, name in sorted(files)
        if name != "__init__.py"
        and not any(words in page for words in (f"`{name.removesuffix('.py')}`", f"`{name}`", f"{room}/{name}"))
    ]
    assert silent == []
