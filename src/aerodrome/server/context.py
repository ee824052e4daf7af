"""What all requests share: the settings, the matches, the limits, the counters."""

from litestar.datastructures import State

from aerodrome.matches.service import MatchService
from aerodrome.server.concurrency_limiter import ConcurrencyLimiter
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
        self.expensive_read_limiter = TokenBucketLimiter(*limits.expensive_read_rate)
        self.page_limiter = TokenBucketLimiter(*limits.page_rate)
        self.monitoring_limiter = TokenBucketLimiter(*limits.monitoring_rate)
        self.concurrency = ConcurrencyLimiter(limits)
        self.metrics = Metrics(service, lambda: self.concurrency.stream_count)


def get_context(state: State) -> AppContext:
    """The context of the application with this state."""
    context: AppContext = state.context
    return context
