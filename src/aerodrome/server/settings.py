"""How a server runs. Everything has a default that suits one person on one machine."""

import os
from pathlib import Path

import msgspec

from aerodrome.matches.housekeeping import Retention
from aerodrome.server.mail import MailSettings

SETTINGS_VARIABLE = "AERODROME_SETTINGS"
MAX_LIMIT = 1_000_000_000


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client may do. A rate is (how many a second, how many at once), for each address and for each person.

    An address is an IPv4 address or an IPv6 network of /64; a person is a cookie.
    """

    max_body_bytes: int = 32 * 1024
    max_record_bytes: int = 2 * 1024 * 1024
    read_rate: tuple[float, int] = (50.0, 300)
    write_rate: tuple[float, int] = (20.0, 60)
    join_rate: tuple[float, int] = (1.0, 30)
    new_match_rate: tuple[float, int] = (0.2, 20)
    hint_rate: tuple[float, int] = (0.5, 5)
    chat_rate: tuple[float, int] = (0.5, 12)
    table_rate: tuple[float, int] = (1.0, 30)
    """What a match's log keeps besides moves and chat: names, votes, standing orders, leaving and returning."""
    sign_in_rate: tuple[float, int] = (0.05, 10)
    """Passwords and recovery codes that are tried, for each address, and for each name from one address."""
    sign_in_name_rate: tuple[float, int] = (0.2, 40)
    """The same for each name from anywhere: so loose that nobody is kept out of an account by others."""
    new_account_rate: tuple[float, int] = (0.01, 10)
    export_rate: tuple[float, int] = (0.01, 3)
    """Files of all that is kept of a person: every table of theirs is read for one."""
    notice_rate: tuple[float, int] = (0.02, 10)
    """Places to be told that are added or tried."""
    confirmation_rate: tuple[float, int] = (0.0003, 3)
    """Mails that ask whether an address is somebody's, for each mail address."""
    approach_rate: tuple[float, int] = (0.02, 12)
    """Requests to be friends and invitations by name, for each person."""
    report_rate: tuple[float, int] = (0.005, 5)
    """Lines of chat that are reported."""
    expensive_read_rate: tuple[float, int] = (10.0, 100)
    """Whole rooms, old positions, statistics, lists: what takes the server many times longer than an update."""
    page_rate: tuple[float, int] = (100.0, 1000)
    """Pages and their files."""
    monitoring_rate: tuple[float, int] = (10.0, 100)
    """/healthz and /metrics."""
    header_timeout_seconds: float = 10.0
    """Also how long an idle connection is kept for the next request."""
    body_timeout_seconds: float = 10.0
    """A request's body must arrive within this time and, in addition, the time its bytes take at the slowest rate."""
    min_body_bytes_per_second: int = 16 * 1024
    max_own_editions: int = 20
    """That one person keeps here."""
    max_unfinished_matches: int = 60
    max_unfinished_matches_per_address: int = 240
    """With cookies; without, an address may have as many as one person."""
    max_connections_per_address: int = 256
    """Idle ones included: those beyond are closed when connections run short (Linux, not behind a proxy)."""
    max_requests: int = 64
    """Requests in progress from one address, streams not counted."""
    max_requests_total: int = 1000
    max_streams: int = 24
    """Open event streams of one person."""
    max_streams_per_address: int = 100
    max_streams_total: int = 2000
    """Of one process."""

    def __post_init__(self) -> None:
        """Raises ValueError for what would keep everybody out, or is no number that can be counted."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if not all(0 < number <= MAX_LIMIT for number in (value if isinstance(value, tuple) else (value,))):
                raise ValueError(f"{name} must be above 0 and at most {MAX_LIMIT:,}")


class Settings(msgspec.Struct, frozen=True):
    """The settings of one server, the same for all its processes."""

    database: str
    min_bot_move_seconds: float = 0.6
    """A bot's move takes at least this long while people play along."""
    bot_processes: int | None = None
    allowed_hosts: list[str] = []
    """Names this server answers to; empty for any. On loopback only loopback's own names."""
    behind_proxy: bool = False
    """Believe X-Forwarded-For and X-Forwarded-Proto: only when nothing else can reach this server."""
    notifications: bool = True
    public_url: str = ""
    """Where people reach this server, for links in mails: "https://table.example.org"."""
    mail: MailSettings | None = None
    push_contact: str = ""
    """Whom a push service may write to ("mailto:…"); else the sender of mails, or the public address."""
    allow_loopback_notices: bool = False
    """Send pushes to 127.0.0.1 too: for tests, never for a server that others reach."""
    limits: Limits = Limits()
    retention: Retention = Retention()
    titles: dict[str, str] = {}
    """Further titles by their module: for tests and for authors of titles."""


def read_settings_of_parent_process() -> Settings:
    """What `run_server` hands to its worker processes through the environment."""
    return msgspec.json.decode(os.environ[SETTINGS_VARIABLE], type=Settings)


def set_settings_for_child_processes(settings: Settings) -> None:
    """Hand the settings to processes started from here."""
    os.environ[SETTINGS_VARIABLE] = msgspec.json.encode(settings).decode()


def build_settings_from_environment(database: str) -> Settings:
    """The settings of a server started by hand: defaults, and what the environment says of the way to it and of limits.

    Raises msgspec.DecodeError when AERODROME_LIMITS is not a JSON object with fields of `Limits`.
    """
    hosts = [host for host in os.environ.get("AERODROME_HOSTS", "").split(",") if host]
    behind_proxy = os.environ.get("AERODROME_BEHIND_PROXY", "") not in ("", "0")
    return Settings(
        database=database,
        allowed_hosts=hosts,
        behind_proxy=behind_proxy,
        limits=msgspec.json.decode(os.environ.get("AERODROME_LIMITS", "{}"), type=Limits),
        retention=_read_retention_from_environment(),
        public_url=os.environ.get("AERODROME_PUBLIC_URL", "").rstrip("/"),
        mail=_read_mail_settings_from_environment(),
        push_contact=os.environ.get("AERODROME_PUSH_CONTACT", ""),
    )


def _read_mail_settings_from_environment() -> MailSettings | None:
    """The mail server of AERODROME_SMTP_HOST and so on; None where no host is named."""
    names = {name: f"AERODROME_SMTP_{name.upper()}" for name in MailSettings.__struct_fields__}
    names["sender"] = "AERODROME_SMTP_FROM"
    given = {name: os.environ[variable] for name, variable in names.items() if os.environ.get(variable)}
    if "host" not in given:
        return None
    try:
        return msgspec.convert(given, MailSettings, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"AERODROME_SMTP_…: {error}") from None


def _read_retention_from_environment() -> Retention:
    """How many days to keep matches: AERODROME_KEEP_FINISHED_DAYS and so on; 0 is for ever."""
    names = {name: f"AERODROME_KEEP_{name.upper()}" for name in Retention.__struct_fields__}
    given = {name: os.environ[variable] for name, variable in names.items() if os.environ.get(variable)}
    try:
        return msgspec.convert(given, Retention, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"AERODROME_KEEP_…_DAYS: {error}") from None


def get_default_database_path() -> Path:
    """The SQLite file in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("aerodrome", appauthor=False) / "tables.db"
