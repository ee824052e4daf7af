"""Which test claims which rule: read from the source of the tests, so that it holds for any selection of tests."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Claim(NamedTuple):
    rule: str
    test: str
    where: str


def claims(tests: Path) -> list[Claim]:
    """Every `pytest.mark.rule("AL-1.1", ...)` below a folder of tests."""
    found: list[Claim] = []
    for file in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        found.extend(_claims_in(tree, "", file.relative_to(tests).as_posix()))
    return found


def _claims_in(node: ast.AST, test: str, file: str) -> Iterator[Claim]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        test = node.name
    if isinstance(node, ast.Call) and _is_mark(node.func):
        for argument in node.args:
            yield Claim(_text(argument, file), test or "the whole file", f"{file}:{node.lineno}")
    for child in ast.iter_child_nodes(node):
        yield from _claims_in(child, test, file)


def _is_mark(func: ast.expr) -> bool:
    return (
        isinstance(func, ast.Attribute)
        and func.attr == "rule"
        and isinstance(func.value, ast.Attribute)
        and func.value.attr == "mark"
    )


def _text(argument: ast.expr, file: str) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    raise ValueError(f"{file}:{argument.lineno}: a rule is claimed by its id, written out")
