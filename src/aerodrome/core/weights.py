"""The weights of a title's evaluator: data beside it, overridden by name; and what was learned (`learned.toml`)."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from aerodrome.core.actions import BadData
from aerodrome.core.learned_value import PREFIX

LEARNED_FILE = "learned.toml"
"""Beside the weights: what `aerodrome lab learn` found, where it found something."""


def read_weights(title: str, file: Path, overrides: Mapping[str, float] | None) -> dict[str, float]:
    """The weights in the file and what was learned, with some replaced; refuses a name the file does not have."""
    weights = {name: float(value) for name, value in tomllib.loads(file.read_text(encoding="utf-8")).items()}
    weights |= read_learned_weights(file.with_name(LEARNED_FILE))
    for name, value in (overrides or {}).items():
        if name not in weights and not name.startswith(PREFIX):
            raise BadData(f"{title}: no weight {name!r}; there are {', '.join(weights)}")
        weights[name] = float(value)
    return weights


def read_learned_weights(file: Path) -> dict[str, float]:
    """What was learned, by names that say so (`learned.cash.early`); nothing without the file."""
    if not file.is_file():
        return {}
    found: dict[str, float] = {}
    for name, value in tomllib.loads(file.read_text(encoding="utf-8")).items():
        parts = (
            {f"{name}.{part}": number for part, number in value.items()} if isinstance(value, dict) else {name: value}
        )
        found |= {PREFIX + part: float(number) for part, number in parts.items()}
    return found
