"""Which titles there are. The package registers its own; a title is imported when it is first asked for."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from aerodrome.core.game import Game

_MODULES: dict[str, str] = {}
_LOADED: dict[tuple[str, str, int | None], Game] = {}
_LOADING = Lock()
"""msgspec must meet a type for the first time in one thread only: two at once end the process."""


class UnknownTitle(ValueError):
    pass


def register(title: str, module: str) -> None:
    """`module` has `make(edition: Path | None, options, rules: int | None, weights) -> Game`."""
    _MODULES[title] = module


def titles() -> tuple[str, ...]:
    return tuple(sorted(_MODULES))


def registered_titles() -> dict[str, str]:
    """Every title with its module: what another process must register to know the same titles."""
    return dict(_MODULES)


def load(
    title: str,
    edition: str | Path = "house",
    options: Mapping[str, Any] | None = None,
    rules: int | None = None,
    weights: Mapping[str, float] | None = None,
) -> Game:
    """The rules of a title with an edition ("house" or a TOML file) and options.

    `rules` asks for an older rules version, as records name it; `weights` overrides what the title's sense values.
    """
    if title not in _MODULES:
        raise UnknownTitle(f"no title {title!r}; there are {', '.join(titles())}")
    shared = edition == "house" and not weights
    key = (title, repr(sorted((options or {}).items())), rules)
    if shared and key in _LOADED:
        return _LOADED[key]
    path = None if edition == "house" else Path(edition)
    with _LOADING:
        if shared and key in _LOADED:
            return _LOADED[key]
        game: Game = import_module(_MODULES[title]).make(path, dict(options or {}), rules, weights)
        if shared:
            _LOADED[key] = game
    return game
