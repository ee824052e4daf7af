"""What differs between two editions of a title, in plain sentences."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

UNSPOKEN = {
    *("source", "source_name", "source_fares", "cost_source", "chart_source", "note", "why", "named_in_rulebook"),
    *("publisher", "publisher_of_original", "follows", "data_version"),
}
"""Where a number comes from changes no game."""
NAMING_KEYS = ("id", "code", "pos", "index", "level", "order", "colour")
MAX_LISTED = 12


class EditionDifferenceWording(NamedTuple):
    """How a title speaks of its component data."""

    entries: dict[str, str]
    """What one entry of a list is called, by the path of the list: {"route": "Route {a}–{b}"}."""
    fields: dict[str, str]
    """What a value is called, by its path without numbers: {"city.fares": "Fares of {entry}"}."""
    money: str
    """How an amount is written: "${}"."""
    amounts: frozenset[str] = frozenset()
    """The paths of values that are amounts of money."""


class EditionDifference(NamedTuple):
    """One thing that one edition has otherwise."""

    where: str
    """The path in the changed edition, or in the other where it is left out."""
    sentence: str


def list_edition_differences(wording: EditionDifferenceWording, before: Any, after: Any) -> list[EditionDifference]:
    """What the second edition has otherwise than the first, in the order of the file."""
    one, other = msgspec.to_builtins(before), msgspec.to_builtins(after)
    return list(
        _EditionComparer(wording, _collect_names_by_id(one, other)).list_differences_of_tables("", "", one, other, "")
    )


def _collect_names_by_id(*editions: dict[str, Any]) -> dict[str, str]:
    """Names of things by their ids, so that sentences say "Rome" and not "rome"."""
    names: dict[str, str] = {}
    todo: list[Any] = list(editions)
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            if isinstance(value.get("id"), str) and isinstance(value.get("name"), str):
                names[value["id"]] = value["name"]
            todo.extend(value.values())
        elif isinstance(value, list | tuple):
            todo.extend(value)
    return names


class _EditionComparer:
    def __init__(self, wording: EditionDifferenceWording, names: dict[str, str]) -> None:
        self.wording = wording
        self.names = names

    def list_differences_of_tables(
        self, key_path: str, indexed_path: str, before: dict[str, Any], after: dict[str, Any], entry_name: str
    ) -> Iterator[EditionDifference]:
        for key in [*after, *(key for key in before if key not in after)]:
            inner = f"{key_path}.{key}".lstrip(".")
            place = f"{indexed_path}.{key}".lstrip(".")
            if key not in UNSPOKEN and inner not in ("edition.id", "edition.name", "edition.title"):
                yield from self.list_differences_of_values(inner, place, before.get(key), after.get(key), entry_name)

    def list_differences_of_values(
        self, key_path: str, indexed_path: str, before: Any, after: Any, entry_name: str
    ) -> Iterator[EditionDifference]:
        if before == after:
            return
        if isinstance(before, dict) and isinstance(after, dict):
            yield from self.list_differences_of_tables(key_path, indexed_path, before, after, entry_name)
        elif (
            isinstance(before, list | tuple) and isinstance(after, list | tuple) and _are_tables_or_pairs(before, after)
        ):
            yield from self.list_differences_of_lists(key_path, indexed_path, list(before), list(after), entry_name)
        elif (
            isinstance(before, list | tuple)
            and isinstance(after, list | tuple)
            and len(before) == len(after) > MAX_LISTED
        ):
            label = self.format_field_name(key_path, entry_name)
            pairs = [(i, a, b) for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
            parts = [
                f"{self.format_value(key_path, b)} instead of {self.format_value(key_path, a)} at place {i + 1}"
                for i, a, b in pairs
            ]
            yield EditionDifference(
                indexed_path, f"{label}: {', '.join(parts[:MAX_LISTED])}{' …' if parts[MAX_LISTED:] else ''}."
            )
        else:
            label = self.format_field_name(key_path, entry_name)
            yield EditionDifference(
                indexed_path,
                f"{label}: {self.format_value(key_path, after)} instead of {self.format_value(key_path, before)}.",
            )

    def list_differences_of_lists(
        self, key_path: str, indexed_path: str, old_entries: list[Any], new_entries: list[Any], parent_name: str
    ) -> Iterator[EditionDifference]:
        """Entries are matched by what names them, so that one left out does not shift all others."""
        left = {_get_entry_key(entry, number): entry for number, entry in enumerate(old_entries)}
        for number, entry in enumerate(new_entries):
            key, place = _get_entry_key(entry, number), f"{indexed_path}[{number}]"
            name = self.format_entry_name(key_path, entry, key, parent_name)
            if key not in left:
                yield EditionDifference(place, f"{name} is new.")
            else:
                before = left.pop(key)
                if isinstance(entry, dict):
                    yield from self.list_differences_of_tables(key_path, place, before, entry, name)
        for key, entry in left.items():
            yield EditionDifference(
                indexed_path, f"{self.format_entry_name(key_path, entry, key, parent_name)} is not there."
            )

    def format_entry_name(self, key_path: str, entry: Any, key: str, parent_name: str = "") -> str:
        pattern = self.wording.entries.get(key_path)
        if isinstance(entry, dict):
            facts = {name: self.names.get(str(value), value) for name, value in entry.items()}
            if pattern:
                return pattern.format(**facts)
            kind = key_path.rsplit(".", 1)[-1].replace("_", " ")
            return str(
                entry.get("name") or (f"{parent_name}, {kind} {key}" if parent_name else f"{_humanize_key(kind)} {key}")
            )
        ends = "–".join(self.names.get(str(end), str(end)) for end in entry)
        return f"{pattern or _humanize_key(key_path)} {ends}"

    def format_field_name(self, key_path: str, entry_name: str) -> str:
        pattern = self.wording.fields.get(key_path)
        if pattern:
            return pattern.format(entry=entry_name)
        parts = [part.replace("_", " ") for part in key_path.split(".")]
        if entry_name:
            return f"{entry_name}, {parts[-1]}"
        return _humanize_key(", ".join(parts[1:] or parts))

    def format_value(self, key_path: str, value: Any) -> str:
        if value is None:
            return "nothing"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int | float) and key_path in self.wording.amounts:
            sign = "-" if value < 0 else ""
            return sign + self.wording.money.format(abs(value))
        if isinstance(value, list | tuple):
            words = [(self.format_value(key_path, part), isinstance(part, list | tuple)) for part in value]
            parts = [f"({word})" if is_point else word for word, is_point in words]
            return ", ".join(parts[:MAX_LISTED]) + (" …" if len(parts) > MAX_LISTED else "") or "none"
        if isinstance(value, dict):
            return ", ".join(f"{key} {self.format_value(key_path, part)}" for key, part in value.items())
        return str(self.names.get(str(value), value)) or "nothing"


def _are_tables_or_pairs(old_entries: Any, new_entries: Any) -> bool:
    """Lists of tables and of pairs have entries that can be told apart; lists of numbers are one value."""
    return all(isinstance(entry, dict) or _is_pair(entry) for entry in [*old_entries, *new_entries])


def _is_pair(entry: Any) -> bool:
    return isinstance(entry, list | tuple) and len(entry) == 2 and all(isinstance(end, str) for end in entry)


def _get_entry_key(entry: Any, entry_index: int) -> str:
    if not isinstance(entry, dict):
        return "–".join(sorted(entry))
    for name in NAMING_KEYS:
        if name in entry:
            return str(entry[name])
    if "a" in entry and "b" in entry:
        return "–".join(sorted((str(entry["a"]), str(entry["b"]))))
    return str(entry_index + 1)


def _humanize_key(key: str) -> str:
    text = re.sub(r"[_.]", " ", key)
    return text[:1].upper() + text[1:]
