"""Options of a title: a struct with defaults, checked on load."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from aerodrome.core.actions import BadData


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Titles subclass it. Each field carries msgspec.Meta(description=...) for the lobby; open-ended numbers also
    carry examples=[...], the values that tests try."""


class BadOption(BadData):
    """An option that does not exist or has a value it cannot have."""


O = TypeVar("O", bound=Options)


def read_options(options_type: type[O], chosen_options: Mapping[str, Any], title: str) -> O:
    known = options_type.__struct_fields__
    for name in chosen_options:
        if name not in known:
            raise BadOption(f"{title} has no option {name!r}; it has {', '.join(known)}")
    try:
        return msgspec.convert(dict(chosen_options), options_type)
    except msgspec.ValidationError as error:
        raise BadOption(f"{title} option: {error}") from None


def options_to_dict(options: Options) -> dict[str, Any]:
    return dict(msgspec.structs.asdict(options))
