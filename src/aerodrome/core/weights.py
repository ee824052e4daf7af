"""The weights of a title's evaluator: data beside it, overridden by name."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from aerodrome.core.actions import BadData


def read_weights(title: str, file: Path, overrides: Mapping[str, float] | None) -> dict[str, float]:
    """The weights in the file, with some of them replaced; refuses a name the file does not have."""
    weights = {name: float(value) for name, value in tomllib.loads(file.read_text(encoding="utf-8")).items()}
    for name, value in (overrides or {}).items():
        if name not in weights:
            raise BadData(f"{title}: no weight {name!r}; there are {', '.join(weights)}")
        weights[name] = float(value)
    return weights
