"""A title with two versions of its rules and editions in files: under version 2 every count is one more, and the
edition says by how much more still.

Tests set `RULES_VERSION` to what their program knows, and `__file__` to the folder that has its editions.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aerodrome.core.edition import hash_edition
from aerodrome.core.options import read_options
from matches.counting import Counting, CountingOptions

RULES_VERSION = 2


def create_game(
    edition: Path | None, options: Mapping[str, Any], rules: int, weights: Mapping[str, float] | None
) -> Counting:
    facts = tomllib.loads((edition or Path(__file__).parent / "components" / "house.toml").read_text(encoding="utf-8"))
    game = Counting(read_options(CountingOptions, options, "evolving"))
    game.title = "evolving"
    game.rules_version = rules
    game.edition_hash = hash_edition(facts)
    game.bonus = facts["bonus"] + (1 if rules >= 2 else 0)
    return game
