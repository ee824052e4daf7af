"""Limits of how often a client may do something."""

import math
import time
from collections import OrderedDict

from litestar.exceptions import TooManyRequestsException

MAX_CLIENTS = 20_000


class TokenBucketLimiter:
    """A bucket of tokens for each client, which refills at `rate` a second up to `burst`."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By client: the tokens left, and when that was."""

    def acquire_token(self, *clients: str) -> None:
        """Take one token of each client's bucket. Raises TooManyRequestsException when one of them is empty."""
        now = time.monotonic()
        levels = {client: self._compute_token_count(client, now) for client in clients}
        lowest = min(levels.values())
        if lowest < 1.0:
            wait = max(1, math.ceil((1.0 - lowest) / self.rate))
            raise TooManyRequestsException("Too many requests: slow down.", headers={"Retry-After": str(wait)})
        for client, tokens in levels.items():
            self._levels[client] = tokens - 1.0, now
            self._levels.move_to_end(client)
        while len(self._levels) > MAX_CLIENTS:
            self._levels.popitem(last=False)

    def try_acquire_token(self, *clients: str) -> bool:
        """Take one token of each client's bucket, if there is one."""
        try:
            self.acquire_token(*clients)
        except TooManyRequestsException:
            return False
        return True

    def _compute_token_count(self, client: str, now: float) -> float:
        tokens, since = self._levels.get(client, (float(self.burst), now))
        return min(float(self.burst), tokens + (now - since) * self.rate)
