"""What can be set before a match, read off a title's options; and how a table with a person at it differs.

A title says with `Meta(extra={"people": value})` on an option that a table with a person uses another default.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from aerodrome.core.library import load
from aerodrome.core.options import Options


class Setting(NamedTuple):
    name: str
    description: str
    type: Literal["bool", "int", "choice", "text"]
    default: Any
    people: Any
    """The default at a table with a person."""
    choices: list[Any]
    min: int | None
    max: int | None


def settings(title: str) -> list[Setting]:
    options = load(title).options
    hints = get_type_hints(type(options), include_extras=True)
    return [_setting(options, name, hints[name]) for name in options.__struct_fields__]


def options_at_table(title: str, given: Mapping[str, Any], people: bool) -> dict[str, Any]:
    """The options asked for, and for the rest the defaults of a table with or without people."""
    if not people:
        return dict(given)
    special = {s.name: s.people for s in settings(title) if s.people != s.default}
    return {**special, **given}


def _setting(options: Options, name: str, hint: Any) -> Setting:
    metas = [part for part in get_args(hint)[1:] if isinstance(part, msgspec.Meta)]
    kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    default = _default(type(options), name)
    people = default
    description, low, high = "", None, None
    for meta in metas:
        description = meta.description or description
        low = meta.ge if meta.ge is not None else low
        high = meta.le if meta.le is not None else high
        people = (meta.extra or {}).get("people", people)
    shape, choices = _shape(kind)
    return Setting(name, description, shape, default, people, choices, _int(low), _int(high))


def _default(kind: type[Options], name: str) -> Any:
    for field in msgspec.structs.fields(kind):
        if field.name == name:
            return field.default if field.default is not msgspec.NODEFAULT else None
    raise KeyError(name)


def _shape(kind: Any) -> tuple[Literal["bool", "int", "choice", "text"], list[Any]]:
    if get_origin(kind) is Literal:
        return "choice", list(get_args(kind))
    if kind is bool:
        return "bool", []
    return ("int", []) if kind is int else ("text", [])


def _int(bound: float | None) -> int | None:
    return None if bound is None else int(bound)
