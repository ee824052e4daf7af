"""The weights of a title's evaluator: data beside it, overridden by name; with what was learned and measured."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from aerodrome.core.actions import BadData

MEASURED = ("learned", "calibration")
"""Files beside the weights that are made by `aerodrome lab learn` and `benchmarks/calibration.py`, where there are any;
their names begin with that of the file."""


def read_weights(title: str, file: Path, overrides: Mapping[str, float] | None) -> dict[str, float]:
    """The weights in the file and what lies beside it, with some replaced; refuses a name the file does not have."""
    weights = {name: float(value) for name, value in tomllib.loads(file.read_text(encoding="utf-8")).items()}
    for prefix in MEASURED:
        weights |= _read_optional_weights(file.with_name(f"{prefix}.toml"), f"{prefix}.")
    for name, value in (overrides or {}).items():
        if name not in weights and not name.startswith(tuple(f"{prefix}." for prefix in MEASURED)):
            raise BadData(f"{title}: no weight {name!r}; there are {', '.join(weights)}")
        weights[name] = float(value)
    return weights


def _read_optional_weights(file: Path, prefix: str) -> dict[str, float]:
    """The numbers of a file that may be there, with names in tables joined by dots (`learned.cash.early`)."""
    if not file.is_file():
        return {}
    found: dict[str, float] = {}
    for name, value in tomllib.loads(file.read_text(encoding="utf-8")).items():
        parts = (
            {f"{name}.{part}": number for part, number in value.items()} if isinstance(value, dict) else {name: value}
        )
        found |= {prefix + part: float(number) for part, number in parts.items()}
    return found


def read_style_factors(title: str, file: Path, weights: Mapping[str, float]) -> dict[str, dict[str, float]]:
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
