"""Which titles there are. The package registers its own; a title is imported when it is first asked for."""

import re
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from aerodrome.core.actions import BadData
from aerodrome.core.game import Game
from aerodrome.core.weights import read_styles

_MODULES: dict[str, str] = {}
_LOADED: dict[tuple[str, str, int | None, str | None], Game] = {}
LOADED_LIMIT = 64
"""So many games, least recently asked for first to go, are kept: options come from strangers."""
_LOADING = Lock()
"""msgspec must meet a type for the first time in one thread only: two at once end the process."""


class UnknownTitle(ValueError):
    """No title of that name is registered."""


class UnknownRulesVersion(BadData):
    """A rules version that this program does not play."""


class UnknownStyle(BadData):
    """A style of play that a title does not have."""


class UnknownEdition(BadData):
    """A house edition that this program does not carry."""


def register(title: str, module: str) -> None:
    """Make a title known.

    Its `module` has `RULES_VERSION`, the newest version of its rules, and
    `create_game(edition: Path | None, options, rules: int, weights) -> Game`.
    """
    _MODULES[title] = module


def registered_titles() -> dict[str, str]:
    """Every title with the module it comes from, for a process that must know the same titles."""
    return dict(_MODULES)


def titles() -> tuple[str, ...]:
    """The titles that can be loaded."""
    return tuple(sorted(_MODULES))


def load(
    title: str,
    edition: str | Path = "house",
    options: Mapping[str, Any] | None = None,
    rules: int | None = None,
    weights: Mapping[str, float] | None = None,
    edition_hash: str | None = None,
) -> Game:
    """The rules of a title with an edition ("house" or a TOML file) and options.

    `rules` asks for an older rules version and `edition_hash` for an older house edition, as records name them;
    `weights` overrides what the title's evaluator values.
    """
    if title not in _MODULES:
        raise UnknownTitle(f"no title {title!r}; there are {', '.join(titles())}")
    path = None if edition == "house" else Path(edition)
    shared = path is None and not weights
    key = (title, repr(sorted((options or {}).items())), rules, edition_hash)
    with _LOADING:
        if shared and key in _LOADED:
            _LOADED[key] = _LOADED.pop(key)
            return _LOADED[key]
        game = _create_game(title, path, dict(options or {}), rules, weights)
        if path is None and edition_hash not in (None, game.edition_hash):
            earlier = find_earlier_edition(title, str(edition_hash))
            game = _create_game(title, earlier, dict(options or {}), rules, weights)
            game.edition_hash = str(edition_hash)
        if shared:
            _LOADED[key] = game
            while len(_LOADED) > LOADED_LIMIT:
                del _LOADED[next(iter(_LOADED))]
    return game


def style_names(game: Game) -> tuple[str, ...]:
    """The styles of play that bots of this title have, in the order of its `ai/styles.toml`."""
    return tuple(_read_styles_of(game))


def load_style(game: Game, style: str) -> Game:
    """The same rules, edition and options with the weights of a style of play. Made once for each game and kept."""
    found = game.styled.get(style)
    if found is not None:
        return found
    styles = _read_styles_of(game)
    if style not in styles:
        raise UnknownStyle(f"{game.title}: no style {style!r}; there are {', '.join(styles) or 'none'}")
    if game.remake is None:
        raise UnknownStyle(f"{game.title}: this game was not loaded by its title, so that it has no styles")
    factors = styles[style]
    weights = {name: value * factors.get(name, 1.0) for name, value in game.evaluator.weights.items()}
    with _LOADING:
        styled: Game = game.remake(weights)
        styled.edition_hash = game.edition_hash
        game.styled[style] = styled
    return styled


def _read_styles_of(game: Game) -> dict[str, dict[str, float]]:
    folder = Path(str(sys.modules[type(game).__module__].__file__)).parent
    return read_styles(game.title, folder / "ai" / "styles.toml", game.evaluator.weights)


def find_earlier_edition(title: str, edition_hash: str) -> Path:
    """A house edition that was shipped before the present one; its file is named by the hash records know it by."""
    folder = Path(str(import_module(_MODULES[title]).__file__)).parent / "components" / "earlier"
    file = folder / f"{edition_hash}.toml"
    if not re.fullmatch(r"[0-9a-f]{64}", edition_hash) or not file.is_file():
        raise UnknownEdition(f"{title}: the edition {edition_hash[:12]} is not among the house editions ever shipped")
    return file


def _create_game(
    title: str, edition: Path | None, options: dict[str, Any], rules: int | None, weights: Mapping[str, float] | None
) -> Game:
    module = import_module(_MODULES[title])
    newest: int = module.RULES_VERSION
    version = newest if rules is None else rules
    if not 1 <= version <= newest:
        known = "version 1" if newest == 1 else f"versions 1 to {newest}"
        raise UnknownRulesVersion(f"{title}: rules version {version} is not known; this program plays {known}")
    game: Game = module.create_game(edition, options, version, weights)
    game.remake = lambda other_weights: _create_game(title, edition, options, rules, other_weights)
    return game
