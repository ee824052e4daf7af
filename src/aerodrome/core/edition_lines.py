"""On which line of a TOML text a value stands, so that errors can name it."""

import re

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]#]+?)\s*\]")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"))*)\s*=""")
_STRING = re.compile(r"""\"{3}.*?\"{3}|\'{3}.*?\'{3}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*""", re.DOTALL)


LONG_LINE = 1000
"""Lines beyond this are nothing that a person wrote: nobody looks into them."""
MAX_STACK = 4


def find_line_of_path_or_parent(lines_by_path: dict[str, int], path: str) -> int:
    """The line of a path such as `city[7].fares`, or of the nearest table around it; 0 when nothing of it is there."""
    path = re.split(r"[ ,/]", path)[0]
    while path:
        if path in lines_by_path:
            return lines_by_path[path]
        shorter = re.sub(r"(\[\d+\]|\.?[^.\[\]]+)$", "", path)
        path = shorter if shorter != path else ""
    return 0


def map_paths_to_lines(toml_text: bytes) -> dict[str, int]:
    """Every path that begins somewhere, with its line; a value over several lines has its entries in it."""
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table, rest = "", toml_text.decode("utf-8", "replace").split("\n")
    number = 0
    while number < len(rest):
        line = rest[number] if len(rest[number]) <= LONG_LINE else ""
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            table = _count_entry_and_resolve_table_path(header[2].replace(" ", ""), counts, is_array=header[1] == "[[")
            lines.setdefault(table, number + 1)
            lines.setdefault(re.sub(r"\[\d+\]$", "", table), number + 1)
        elif key:
            path = f"{table}.{key[1]}".lstrip(".").replace(" ", "").replace('"', "")
            number += _record_lines_of_value_and_count_lines(path, rest, number, key.end(), lines)
        number += 1
    return lines


def _count_entry_and_resolve_table_path(name: str, entry_counts: dict[str, int], is_array: bool) -> str:
    """`[[team.character]]` as `team[2].character[0]`."""
    parts, path = name.split("."), ""
    for place, part in enumerate(parts):
        path = f"{path}.{part}".lstrip(".")
        if is_array and place == len(parts) - 1:
            entry_counts[path] = entry_counts.get(path, -1) + 1
        if path in entry_counts:
            path = f"{path}[{entry_counts[path]}]"
    return path


def _record_lines_of_value_and_count_lines(
    path: str, text_lines: list[str], line_index: int, column_start: int, lines_by_path: dict[str, int]
) -> int:
    """Note the lines of a value and of all that is in it; returns how many lines it goes on for."""
    lines_by_path[path] = line_index + 1
    stack: list[tuple[str, int]] = []
    extra, column, awaits_entry = 0, column_start, False
    while True:
        if len(text_lines[line_index + extra]) > LONG_LINE:
            return extra
        line = _STRING.sub(_mask_string_or_comment, text_lines[line_index + extra])
        for sign in line[column:]:
            if awaits_entry and not sign.isspace():
                awaits_entry = False
                _record_list_entry_line(path, stack, line_index + extra + 1, lines_by_path)
            if sign in "[{":
                stack.append((sign, 0))
                awaits_entry = True
            elif sign in "]}" and stack:
                stack.pop()
            elif sign == "," and stack:
                stack[-1] = (stack[-1][0], stack[-1][1] + 1)
                awaits_entry = True
        if not stack or line_index + extra + 1 >= len(text_lines):
            return extra
        extra, column = extra + 1, 0


def _mask_string_or_comment(match: re.Match[str]) -> str:
    return (" " if match[0].startswith("#") else "_") * len(match[0])


def _record_list_entry_line(path: str, stack: list[tuple[str, int]], line: int, lines_by_path: dict[str, int]) -> None:
    """The entry that begins here, when only lists are around it: keys of inline tables are on its line."""
    if len(stack) <= MAX_STACK and all(sign == "[" for sign, _ in stack):
        lines_by_path[path + "".join(f"[{index}]" for _, index in stack)] = line
