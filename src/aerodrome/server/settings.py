"""How a server runs. Everything has a default that suits one person on one machine."""

import os
from pathlib import Path

import msgspec

SETTINGS_VARIABLE = "AERODROME_SETTINGS"


class Limits(msgspec.Struct, frozen=True):
    """Per client. A rate is (how many a second, how many at once)."""

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
    max_unfinished_matches: int = 60
    max_unfinished_matches_per_address: int = 240
    """With cookies; without, an address may have as many as one person."""
    max_streams: int = 24
    max_streams_total: int = 2000


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
    titles: dict[str, str] = {}
    """Further titles by their module: for tests and for authors of titles."""


def read_settings_variable() -> Settings:
    """What `run_server` hands to its worker processes through the environment."""
    return msgspec.json.decode(os.environ[SETTINGS_VARIABLE], type=Settings)


def set_settings_variable(settings: Settings) -> None:
    """Hand the settings to processes started from here."""
    os.environ[SETTINGS_VARIABLE] = msgspec.json.encode(settings).decode()


def build_settings(database: str) -> Settings:
    """The settings of a server started by hand: defaults, and what the environment says of the way to it."""
    hosts = [host for host in os.environ.get("AERODROME_HOSTS", "").split(",") if host]
    behind_proxy = os.environ.get("AERODROME_BEHIND_PROXY", "") not in ("", "0")
    return Settings(database=database, allowed_hosts=hosts, behind_proxy=behind_proxy)


def get_default_database_path() -> Path:
    """The SQLite file in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("aerodrome", appauthor=False, ensure_exists=True) / "tables.db"
