"""Time, hashes and processes: small helpers that know nothing of matches."""

import hashlib
import os
import threading
import time


def now_ms() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


def hash_secret(secret: str) -> str:
    """How keys and tokens are looked up: the database alone opens no seat of a browser."""
    return hashlib.sha256(secret.encode()).hexdigest()


def exit_with_parent(parent_pid: int) -> None:
    """End this process when the one that started it is gone, however that went."""

    def watch_parent() -> None:
        while os.getppid() == parent_pid:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch_parent, daemon=True).start()
