"""Floods: a bucket of tokens for each client and kind of request."""

import time
from collections import OrderedDict

from litestar.exceptions import TooManyRequestsException

MANY_CLIENTS = 20_000


class Buckets:
    """`take` one token of a client's bucket, which refills at `rate` a second up to `burst`."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._full: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> None:
        now = time.monotonic()
        tokens, since = self._full.get(client, (float(self.burst), now))
        tokens = min(float(self.burst), tokens + (now - since) * self.rate)
        if tokens < 1.0:
            wait = max(1, round((1.0 - tokens) / self.rate))
            raise TooManyRequestsException("Too many requests: slow down.", headers={"Retry-After": str(wait)})
        self._full[client] = tokens - 1.0, now
        self._full.move_to_end(client)
        while len(self._full) > MANY_CLIENTS:
            self._full.popitem(last=False)
