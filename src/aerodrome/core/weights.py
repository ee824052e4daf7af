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


def read_styles(title: str, file: Path, weights: Mapping[str, float]) -> dict[str, dict[str, float]]:
    """The styles of play in the file, each as what it multiplies weights by; {} for a title without styles."""
    if not file.is_file():
        return {}
    styles = {}
    for style, factors in tomllib.loads(file.read_text(encoding="utf-8")).items():
        unknown = sorted(set(factors) - set(weights))
        if unknown:
            raise BadData(f"{title}: style {style}: no weight {unknown[0]!r}; there are {', '.join(weights)}")
        styles[style] = {name: float(factor) for name, factor in factors.items()}
    return styles
