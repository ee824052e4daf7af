"""One of several server processes: replaced when it dies, and with growing pauses when it dies again and again."""

import subprocess

RESTART_PAUSES_S = (0.0, 0.5, 1.0, 2.0, 5.0, 10.0)
"""By how often in a row it died soon. A database that is away must not cost a start-up every moment."""
STEADY_S = 30.0
"""A process that ran so long had started well: when it dies, the next one begins at once."""


class SupervisedProcess:
    """A process by its command; whoever owns it looks now and then whether it is to be started anew."""

    def __init__(self, command: list[str], now: float) -> None:
        self._command = command
        self._early_deaths = 0
        self._restart_at: float | None = None
        self._start(now)

    def _start(self, now: float) -> None:
        self._started_at, self._restart_at = now, None
        self.process = subprocess.Popen(self._command)  # noqa: S603 - our own interpreter and module

    def restart_if_due(self, now: float) -> None:
        """Start it anew if it has died and its pause is over."""
        if self.process.poll() is None:
            return
        if self._restart_at is None:
            self._early_deaths = 0 if now - self._started_at >= STEADY_S else self._early_deaths + 1
            self._restart_at = now + RESTART_PAUSES_S[min(self._early_deaths, len(RESTART_PAUSES_S) - 1)]
        if now >= self._restart_at:
            self._start(now)

    def wait_or_kill(self, seconds: float) -> None:
        """Wait until it ends; kill it when that takes longer than so many seconds."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
