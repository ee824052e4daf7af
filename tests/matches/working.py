"""Jobs for worker processes in tests."""

import os
import time
from pathlib import Path


def add(a: int, b: int) -> int:
    return a + b


def fail() -> None:
    raise ValueError("a bad position")


def crash(*_: object) -> None:
    os._exit(9)


def wait_for_file(path: str) -> int:
    while not Path(path).exists():
        time.sleep(0.005)
    return os.getpid()
