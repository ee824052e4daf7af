"""The options of a title as data: what can be set before a match, and how a match with a person in it differs.

A title says with `Meta(extra={"people": value})` on an option that a match with a person uses another default, and with
`Meta(extra={"by_lot": True})` that it names a seat which a table draws by lot unless somebody chooses it.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from aerodrome.core.registry import load

OptionType = Literal["bool", "int", "choice", "text"]


class OptionSpec(NamedTuple):
    """One option of a title: its type, its defaults and what it may be."""

    name: str
    description: str
    type: OptionType
    default: Any
    default_with_people: Any
    """The default of a match with a person in it."""
    choices: list[Any]
    min: int | None
    max: int | None
    is_drawn_by_lot: bool = False
    """A seat that a table draws unless somebody chooses it; the default holds elsewhere."""


def list_option_specs(title: str) -> list[OptionSpec]:
    """All options of a title, in its own order."""
    options = type(load(title).options)
    hints = get_type_hints(options, include_extras=True)
    return [_build_option_spec(field, hints[field.name]) for field in msgspec.structs.fields(options)]


def apply_people_defaults(title: str, chosen: Mapping[str, Any], has_people: bool) -> dict[str, Any]:
    """The chosen options, and for the rest the defaults for people where they differ and there are any."""
    if not has_people:
        return dict(chosen)
    specs = list_option_specs(title)
    special = {spec.name: spec.default_with_people for spec in specs if spec.default_with_people != spec.default}
    return {**special, **chosen}


def list_seat_options_left_to_lot(title: str, chosen: Mapping[str, Any]) -> list[str]:
    """The options that name a seat which nobody has chosen."""
    return [spec.name for spec in list_option_specs(title) if spec.is_drawn_by_lot and spec.name not in chosen]


def _build_option_spec(field: msgspec.structs.FieldInfo, hint: Any) -> OptionSpec:
    metas = [part for part in get_args(hint)[1:] if isinstance(part, msgspec.Meta)]
    plain_type = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    default = None if field.default is msgspec.NODEFAULT else field.default
    with_people = default
    description, low, high, by_lot = "", None, None, False
    for meta in metas:
        description = meta.description or description
        low = meta.ge if meta.ge is not None else low
        high = meta.le if meta.le is not None else high
        with_people = (meta.extra or {}).get("people", with_people)
        by_lot = bool((meta.extra or {}).get("by_lot", by_lot))
    kind, choices = _find_option_type_and_choices(plain_type)
    return OptionSpec(
        field.name, description, kind, default, with_people, choices, _bound_to_int(low), _bound_to_int(high), by_lot
    )


def _find_option_type_and_choices(plain_type: Any) -> tuple[OptionType, list[Any]]:
    """The kind of input an option needs, and its choices."""
    if get_origin(plain_type) is Literal:
        return "choice", list(get_args(plain_type))
    if plain_type is bool:
        return "bool", []
    return ("int", []) if plain_type is int else ("text", [])


def _bound_to_int(bound: float | None) -> int | None:
    return None if bound is None else int(bound)
