"""Writing an edition as a TOML file that people can read and change."""

import json
from typing import Any

MAX_LINE = 110


def format_toml(data: dict[str, Any]) -> str:
    """Plain data as TOML: values first, then tables, then lists of tables. What is None is left out."""
    return "\n".join(_format_table_lines(_drop_none(data), "")).strip() + "\n"


def _drop_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _drop_none(inner) for key, inner in value.items() if inner is not None}
    return [_drop_none(entry) for entry in value] if isinstance(value, list | tuple) else value


def _format_table_lines(table: dict[str, Any], path: str) -> list[str]:
    lines = [
        f"{_format_key(key)} = {_format_value(value)}" for key, value in table.items() if not _needs_own_header(value)
    ]
    for key, value in table.items():
        name = f"{path}.{_format_key(key)}".lstrip(".")
        if isinstance(value, dict) and _needs_own_header(value):
            lines += ["", f"[{name}]", *_format_table_lines(value, name)]
        elif _needs_own_header(value):
            for entry in value:
                lines += ["", f"[[{name}]]", *_format_table_lines(entry, name)]
    return lines


def _needs_own_header(value: Any) -> bool:
    """Whether a value has a header of its own; small tables stay on one line."""
    if isinstance(value, dict):
        return any(_needs_own_header(inner) for inner in value.values()) or len(_format_value(value)) > MAX_LINE
    return bool(isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value))


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_format_key(key)} = {_format_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        parts = [_format_value(entry) for entry in value]
        line = "[" + ", ".join(parts) + "]"
        return line if len(line) <= MAX_LINE else "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    return repr(value)


def _format_key(key: str) -> str:
    return (
        key
        if key and all(letter.isascii() and (letter.isalnum() or letter in "_-") for letter in key)
        else json.dumps(key)
    )
