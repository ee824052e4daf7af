"""The toy as a title that never comes to an end in a worker process: it says that it was reached, and sleeps."""

import multiprocessing
import os
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toy.game import RULES_VERSION, Toy
from toy.game import create_game as create_toy

__all__ = ["RULES_VERSION", "create_game", "marker_of"]


def marker_of(server_pid: int) -> Path:
    """The file by which a worker of this server says that it sleeps."""
    return Path(tempfile.gettempdir()) / f"aerodrome-stuck-{server_pid}"


def create_game(
    edition: Path | None, options: Mapping[str, Any], rules: int, weights: Mapping[str, float] | None
) -> Toy:
    if multiprocessing.parent_process() is not None:
        marker_of(os.getppid()).touch()
        time.sleep(3600)
    return create_toy(edition, options, rules, weights)
