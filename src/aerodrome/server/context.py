"""What all requests share: the settings, the matches, the limits, the counters."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from litestar.datastructures import State
from litestar.exceptions import TooManyRequestsException

from aerodrome.matches.service import MatchService
from aerodrome.server.metrics import Metrics
from aerodrome.server.rate_limiter import TokenBucketLimiter
from aerodrome.server.settings import Settings


class AppContext:
    """One for each application, found by handlers as the dependency `context`."""

    def __init__(self, settings: Settings, service: MatchService) -> None:
        self.settings = settings
        self.service = service
        limits = settings.limits
        self.read_limiter = TokenBucketLimiter(*limits.read_rate)
        self.write_limiter = TokenBucketLimiter(*limits.write_rate)
        self.join_limiter = TokenBucketLimiter(*limits.join_rate)
        self.new_match_limiter = TokenBucketLimiter(*limits.new_match_rate)
        self.hint_limiter = TokenBucketLimiter(*limits.hint_rate)
        self.open_streams: Counter[str] = Counter()
        """By the caller's key."""
        self.metrics = Metrics(service, self.open_streams.total)

    def require_stream_slot(self, key: str) -> None:
        """Raises TooManyRequestsException when the caller, or all together, have too many streams open."""
        limits = self.settings.limits
        if self.open_streams[key] >= limits.max_streams or self.open_streams.total() >= limits.max_streams_total:
            raise TooManyRequestsException("Too many open streams.", headers={"Retry-After": "5"})

    @contextmanager
    def track_open_stream(self, key: str) -> Iterator[None]:
        """Counts a stream of the caller for as long as it is open."""
        self.open_streams[key] += 1
        try:
            yield
        finally:
            self.open_streams[key] -= 1
            if self.open_streams[key] <= 0:
                del self.open_streams[key]


def get_context(state: State) -> AppContext:
    """The context of the application with this state."""
    context: AppContext = state.context
    return context
