"""Time, hashes and processes: small helpers that know nothing of matches."""

import hashlib
import os
import threading
import time
from collections.abc import Callable

MAX_SLEW = 10
"""A clock that was set is followed by a tenth of the time that passes: nobody's minute becomes an hour."""


def _read_elapsed_ns() -> int:
    """Time since some moment, sleep of the machine included where the system can tell."""
    boottime = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic_ns() if boottime is None else time.clock_gettime_ns(boottime)


class SteadyClock:
    """Unix time that never jumps nor runs backwards. When the machine's clock is set, it follows slowly."""

    def __init__(
        self, read_wall_ns: Callable[[], int] = time.time_ns, read_elapsed_ns: Callable[[], int] = _read_elapsed_ns
    ) -> None:
        self._read_wall_ns = read_wall_ns
        self._read_elapsed_ns = read_elapsed_ns
        self._lock = threading.Lock()
        self._time_ns = read_wall_ns()
        self._read_at_ns = read_elapsed_ns()

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        with self._lock:
            read_at_ns = self._read_elapsed_ns()
            passed = read_at_ns - self._read_at_ns
            behind = self._read_wall_ns() - (self._time_ns + passed)
            limit = passed // MAX_SLEW
            self._time_ns += passed + max(-limit, min(limit, behind))
            self._read_at_ns = read_at_ns
            return self._time_ns // 1_000_000


_clock = SteadyClock()


def now_ms() -> int:
    """Unix time in milliseconds, steady for as long as this process runs."""
    return _clock.now_ms()


def hash_secret(secret: str) -> str:
    """How keys and tokens are looked up: the database alone opens no seat of a browser."""
    return hashlib.sha256(secret.encode()).hexdigest()


def start_exiting_with_parent(parent_pid: int) -> None:
    """End this process when the one that started it is gone, however that went."""

    def watch_parent() -> None:
        while os.getppid() == parent_pid:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch_parent, daemon=True).start()
