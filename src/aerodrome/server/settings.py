"""How a server runs. Everything has a default that suits one person on one machine."""

import os
from pathlib import Path

import msgspec

from aerodrome.matches.housekeeping import Retention

SETTINGS_VARIABLE = "AERODROME_SETTINGS"


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
    limits: Limits = Limits()
    retention: Retention = Retention()
    titles: dict[str, str] = {}
    """Further titles by their module: for tests and for authors of titles."""


def read_settings_variable() -> Settings:
    """What `run_server` hands to its worker processes through the environment."""
    return msgspec.json.decode(os.environ[SETTINGS_VARIABLE], type=Settings)


def set_settings_variable(settings: Settings) -> None:
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
        retention=_read_retention_variables(),
    )


def _read_retention_variables() -> Retention:
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
