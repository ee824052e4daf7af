"""Which titles there are. The package registers its own; a title is imported when it is first asked for."""

import re
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from aerodrome.core.actions import BadData
from aerodrome.core.edition import (
    MINIATURE_FILE,
    EditionError,
    EditionRules,
    EditionSource,
    hash_edition_data,
    refuse_false_house_id,
)
from aerodrome.core.game import Game
from aerodrome.core.weights import read_style_factors

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
    `create_game(edition: EditionSource, options, rules: int, weights) -> Game`; and `EDITION_RULES`, if owners may have
    editions of their own.
    """
    _MODULES[title] = module


def get_module_names_by_title() -> dict[str, str]:
    """Every title with the module it comes from, for a process that must know the same titles."""
    return dict(_MODULES)


def titles() -> tuple[str, ...]:
    """The titles that can be loaded."""
    return tuple(sorted(_MODULES))


def load(
    title: str,
    edition: str | Path | bytes = "house",
    options: Mapping[str, Any] | None = None,
    rules: int | None = None,
    weights: Mapping[str, float] | None = None,
    edition_hash: str | None = None,
) -> Game:
    """The rules of a title with an edition and options.

    The edition is "house", "miniature" (a few cities, for exact work), a TOML file or the bytes of `encode_edition`.

    `rules` asks for an older rules version and `edition_hash` for an older house edition, as records name them;
    `weights` overrides what the title's evaluator values.
    """
    if title not in _MODULES:
        raise UnknownTitle(f"no title {title!r}; there are {', '.join(titles())}")
    source = edition if isinstance(edition, bytes) else find_edition_file(title, edition)
    shared = not isinstance(source, Path) and not weights
    name = hash_edition_data(source) if isinstance(source, bytes) else ""
    # An owner's own edition is found by its facts alone: whoever only knows its hash gets nothing.
    kept_as = f"own {name}" if isinstance(source, bytes) else edition_hash
    key = (title, repr(sorted((options or {}).items())), rules, kept_as)
    with _LOADING:
        if shared and key in _LOADED:
            _LOADED[key] = _LOADED.pop(key)
            return _LOADED[key]
        if isinstance(source, bytes) and edition_hash not in (None, name):
            raise UnknownEdition(f"{title}: these are not the facts of the edition {str(edition_hash)[:12]}")
        game = _create_game(title, source, dict(options or {}), rules, weights)
        if source is not None:
            if has_edition_rules(title):
                refuse_false_house_id(get_edition_rules(title), game.edition_id, game.edition_hash)
            if isinstance(source, bytes):  # as records know it, also when later programs read more out of these facts
                _set_edition_hash_and_pickling(game, name)
        elif edition_hash not in (None, game.edition_hash):
            earlier = find_earlier_house_edition_file(title, str(edition_hash))
            game = _create_game(title, earlier, dict(options or {}), rules, weights)
            _set_edition_hash_and_pickling(game, str(edition_hash))
        if shared:
            _LOADED[key] = game
            while len(_LOADED) > LOADED_LIMIT:
                del _LOADED[next(iter(_LOADED))]
    return game


def find_edition_file(title: str, edition: str | Path) -> Path | None:
    """The file of an edition that is asked for by name or path; None for the house edition."""
    if edition == "house":
        return None
    return _get_miniature_file(title) if edition == "miniature" and has_miniature(title) else Path(edition)


def has_miniature(title: str) -> bool:
    """Whether this title ships with a miniature."""
    return has_edition_rules(title) and _get_miniature_file(title).is_file()


def _get_miniature_file(title: str) -> Path:
    return get_edition_rules(title).house_file.with_name(MINIATURE_FILE)


def has_edition_rules(title: str) -> bool:
    """Whether this title reads editions from files; a small title of one's own need not."""
    return hasattr(import_module(_MODULES[title]), "EDITION_RULES")


def get_edition_rules(title: str) -> EditionRules[Any]:
    """What a title knows about its editions."""
    if title not in _MODULES:
        raise UnknownTitle(f"no title {title!r}; there are {', '.join(titles())}")
    found: EditionRules[Any] | None = getattr(import_module(_MODULES[title]), "EDITION_RULES", None)
    if found is None:
        raise EditionError("the title", f"a title with editions, which {title} is not")
    return found


def reload_pickled_game(
    title: str,
    module: str,
    edition: EditionSource,
    options: dict[str, Any],
    rules: int,
    weights: dict[str, float],
    edition_hash: str,
) -> Game:
    """The game that was pickled, loaded again. The file of an own edition must still lie where it was, unchanged.

    The newest rules version and house edition are asked for by number and hash, so that a later program plays the same.
    """
    _MODULES.setdefault(title, module)
    if edition is None:
        return load(title, "house", options, rules, weights or None, edition_hash)
    game = load(title, edition, options, rules, weights or None)
    if game.edition_hash != edition_hash:
        raise UnknownEdition(f"{title}: {edition!s:.200} is not the edition it was when the game was pickled")
    return game


def get_title_folder(title: str) -> Path:
    """Where the files of a title are; it need not be loaded for that."""
    name = _MODULES[title]
    if name in sys.modules:
        return Path(str(sys.modules[name].__file__)).parent
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise UnknownTitle(f"{title}: there is no module {name}")
    return Path(spec.origin).parent


def list_style_names(game: Game) -> tuple[str, ...]:
    """The styles of play that bots of this title have, in the order of its `ai/styles.toml`."""
    return tuple(_read_style_factors_of_game(game))


def load_game_with_style(game: Game, style: str) -> Game:
    """The same rules, edition and options with the weights of a style of play. Made once for each game and kept."""
    found = game.styled.get(style)
    if found is not None:
        return found
    styles = _read_style_factors_of_game(game)
    if style not in styles:
        raise UnknownStyle(f"{game.title}: no style {style!r}; there are {', '.join(styles) or 'none'}")
    if game.remake is None:
        raise UnknownStyle(f"{game.title}: this game was not loaded by its title, so that it has no styles")
    factors = styles[style]
    weights = {name: value * factors.get(name, 1.0) for name, value in game.evaluator.weights.items()}
    with _LOADING:
        styled: Game = game.remake(weights)
        if styled.edition_hash != game.edition_hash:
            _set_edition_hash_and_pickling(styled, game.edition_hash)
        game.styled[style] = styled
    return styled


def _read_style_factors_of_game(game: Game) -> dict[str, dict[str, float]]:
    return read_style_factors(game.title, find_game_folder(game) / "ai" / "styles.toml", game.evaluator.weights)


def find_game_folder(game: Game) -> Path:
    """Where the files of a game's title are."""
    return Path(str(sys.modules[type(game).__module__].__file__)).parent


def find_earlier_house_edition_file(title: str, edition_hash: str) -> Path:
    """A house edition that was shipped before the present one; its file is named by the hash records know it by."""
    file = get_title_folder(title) / "components" / "earlier" / f"{edition_hash}.toml"
    if not re.fullmatch(r"[0-9a-f]{64}", edition_hash) or not file.is_file():
        raise UnknownEdition(f"{title}: the edition {edition_hash[:12]} is not among the house editions ever shipped")
    return file


def _set_edition_hash_and_pickling(game: Game, edition_hash: str) -> None:
    """Says of a game made from the file of an earlier house edition, or from somebody's facts, which edition it has."""
    game.edition_hash = edition_hash
    assert game.pickled_as is not None
    load_it, (title, module, source, options, rules, weights, _hash) = game.pickled_as
    facts = source if isinstance(source, bytes) else None
    game.pickled_as = (load_it, (title, module, facts, options, rules, weights, edition_hash))


def _create_game(
    title: str, edition: EditionSource, options: dict[str, Any], rules: int | None, weights: Mapping[str, float] | None
) -> Game:
    module = import_module(_MODULES[title])
    newest: int = module.RULES_VERSION
    version = newest if rules is None else rules
    if not 1 <= version <= newest:
        known = "version 1" if newest == 1 else f"versions 1 to {newest}"
        raise UnknownRulesVersion(f"{title}: rules version {version} is not known; this program plays {known}")
    game: Game = module.create_game(edition, options, version, weights)
    place = edition.absolute() if isinstance(edition, Path) else edition
    how = (title, _MODULES[title], place, options, version, dict(weights or {}), game.edition_hash)
    game.pickled_as = (reload_pickled_game, how)
    game.remake = lambda other_weights: _create_game(title, edition, options, rules, other_weights)
    return game
