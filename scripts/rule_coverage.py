"""Which test claims which rule: `python scripts/rule_coverage.py [title] [--tests FOLDER]`.

Read from the source of the tests, so that it holds for any selection of tests.
"""

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

import aerodrome
from aerodrome.core import digest_rules


class Claim(NamedTuple):
    """A test says that it proves a rule."""

    rule: str
    test: str
    where: str


def list_claims(tests: Path) -> list[Claim]:
    """Every `pytest.mark.rule("AL-1.1", ...)` below a folder of tests."""
    found: list[Claim] = []
    for file in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        found.extend(_find_claims(tree, "", file.relative_to(tests).as_posix()))
    return found


def _find_claims(node: ast.AST, test: str, file: str) -> Iterator[Claim]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        test = node.name
    if isinstance(node, ast.Call) and _is_rule_mark(node.func):
        for argument in node.args:
            yield Claim(_read_rule_id(argument, file), test or "the whole file", f"{file}:{node.lineno}")
    for child in ast.iter_child_nodes(node):
        yield from _find_claims(child, test, file)


def _is_rule_mark(func: ast.expr) -> bool:
    return (
        isinstance(func, ast.Attribute)
        and func.attr == "rule"
        and isinstance(func.value, ast.Attribute)
        and func.value.attr == "mark"
    )


def _read_rule_id(argument: ast.expr, file: str) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    raise ValueError(f"{file}:{argument.lineno}: a rule is claimed by its id, written out")


def print_coverage(title: str, tests: Path) -> None:
    """How many rules of each title are claimed; of one title also by which tests. Claims of no rule are an error."""
    if not tests.is_dir():
        raise ValueError(f"no folder {tests}: --tests says where the tests are")
    by_rule: dict[str, list[str]] = {}
    for claim in list_claims(tests):
        by_rule.setdefault(claim.rule, []).append(claim.where)
    console = Console()
    titles = (title,) if title else aerodrome.titles()
    table = Table("title", "rules", "claimed", "share", "without a test")
    for name in titles:
        ids = list(digest_rules.read_digest_rules_by_id(name))
        missing = [rule for rule in ids if rule not in by_rule]
        share = (len(ids) - len(missing)) / len(ids)
        left = ", ".join(missing[:12]) + (f" and {len(missing) - 12} more" if len(missing) > 12 else "")
        table.add_row(name, str(len(ids)), str(len(ids) - len(missing)), f"{share:.0%}", left or "none")
    console.print(table)
    if title:
        for rule in digest_rules.read_digest_rules_by_id(title):
            console.print(f"{rule:8} {', '.join(by_rule.get(rule, ['–']))}", highlight=False, soft_wrap=True)
    unknown = set(by_rule) - {
        rule for name in aerodrome.titles() for rule in digest_rules.read_digest_rules_by_id(name)
    }
    if unknown:
        raise ValueError(f"claimed by tests and in no digest: {', '.join(sorted(unknown))}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Which rules are proved by tests.")
    parser.add_argument("title", nargs="?", default="", choices=("", *aerodrome.titles()))
    parser.add_argument("--tests", type=Path, default=Path(__file__).parent.parent / "tests")
    given = parser.parse_args()
    try:
        print_coverage(given.title, given.tests)
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
