"""Ctrl-C where worker processes are started: it is for whoever started them."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def block_interrupts() -> Iterator[None]:
    """A process that is started meanwhile never hears of Ctrl-C, this one a moment later; where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
