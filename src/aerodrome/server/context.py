"""What all requests share: the settings, the matches, the limits, the counters."""

from collections import OrderedDict

from litestar.datastructures import State

from aerodrome.matches.competition_driver import CompetitionDriver
from aerodrome.matches.errors import NotAllowed
from aerodrome.matches.passkey_store import PasskeyStore
from aerodrome.matches.service import MatchService
from aerodrome.server.concurrency_limiter import ConcurrencyLimiter
from aerodrome.server.edition_trials import EditionTrialRegistry
from aerodrome.server.invitation_notices import InvitationNoticeSender
from aerodrome.server.lobby_pages import LobbyPageCache
from aerodrome.server.local_network import LocalNetworkListener
from aerodrome.server.metrics import Metrics
from aerodrome.server.notices import NoticeService
from aerodrome.server.passkeys import PasskeyService
from aerodrome.server.passwords import PasswordChecker
from aerodrome.server.rate_limiter import MAX_CLIENTS, TokenBucketLimiter
from aerodrome.server.sessions import SessionLookup
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
        self.chat_limiter = TokenBucketLimiter(*limits.chat_rate)
        self.table_limiter = TokenBucketLimiter(*limits.table_rate)
        self.matches_by_address: OrderedDict[str, list[str]] = OrderedDict()
        """The matches that were created from an address, oldest first: for this process's limits, stored nowhere."""
        self.local_network: LocalNetworkListener | None = None
        """The second listener; None for a server that is not on loopback alone."""
        self.lobby_pages = LobbyPageCache(service)
        self.sessions = SessionLookup(service)
        self.passwords = PasswordChecker()
        self.passkeys = PasskeyService(settings, PasskeyStore(service.store))
        self.sign_in_limiter = TokenBucketLimiter(*limits.sign_in_rate)
        self.sign_in_name_limiter = TokenBucketLimiter(*limits.sign_in_name_rate)
        self.new_account_limiter = TokenBucketLimiter(*limits.new_account_rate)
        self.export_limiter = TokenBucketLimiter(*limits.export_rate)
        self.notices = NoticeService(settings, service)
        self.notices.senders.append(InvitationNoticeSender(self.notices).send_due_notices)
        self.notice_limiter = TokenBucketLimiter(*limits.notice_rate)
        self.confirmation_limiter = TokenBucketLimiter(*limits.confirmation_rate)
        self.approach_limiter = TokenBucketLimiter(*limits.approach_rate)
        self.report_limiter = TokenBucketLimiter(*limits.report_rate)
        self.edition_trials = EditionTrialRegistry(service)
        self.competitions = CompetitionDriver(service)
        self.metrics = Metrics(service, lambda: self.concurrency.stream_count)

    async def require_may_open_more_matches(self, key: str | None, address: str) -> None:
        """Raises NotAllowed when the caller (None: no cookie), or the address, has too many unfinished matches."""
        limits, store = self.settings.limits, self.service.store
        await self.require_may_take_more_seats(key)
        limit = limits.max_unfinished_matches if key is None else limits.max_unfinished_matches_per_address
        created = self.matches_by_address.get(address, [])
        if len(created) >= limit:
            created[:] = await store.filter_unfinished_matches(created)
        if len(created) >= limit:
            raise NotAllowed("There are too many open tables from your address: finish or leave some first.")

    async def require_may_take_more_seats(self, key: str | None) -> None:
        """Raises NotAllowed when the caller (None: no cookie) sits at too many unfinished matches."""
        limit = self.settings.limits.max_unfinished_matches
        if key is not None and await self.service.store.count_unfinished_matches(key) >= limit:
            raise NotAllowed("You have too many open tables: finish or leave some first.")

    def remember_match_of_address(self, address: str, match_id: str) -> None:
        """Remember from where a match was created."""
        self.matches_by_address.setdefault(address, []).append(match_id)
        self.matches_by_address.move_to_end(address)
        while len(self.matches_by_address) > MAX_CLIENTS:
            self.matches_by_address.popitem(last=False)


def get_context(state: State) -> AppContext:
    """The context of the application with this state."""
    context: AppContext = state.context
    return context
