"""How a server runs. Everything has a default that suits one person on one machine."""

import os
from pathlib import Path

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """Per client. A rate is (how many a second, how many at once)."""

    body: int = 32 * 1024
    record: int = 4 * 1024 * 1024
    reads: tuple[float, int] = (50.0, 300)
    writes: tuple[float, int] = (20.0, 60)
    joins: tuple[float, int] = (1.0, 30)
    new_tables: tuple[float, int] = (0.2, 20)
    hints: tuple[float, int] = (0.5, 5)
    open_tables: int = 60
    streams: int = 24
    streams_in_all: int = 2000


class Settings(msgspec.Struct, frozen=True):
    database: str
    pace: float = 0.6
    """Seconds a bot's move takes at least while people play along."""
    bot_workers: int | None = None
    hosts: list[str] = []
    """Names this server answers to; empty for any. On loopback only loopback's own names."""
    behind_proxy: bool = False
    """Believe X-Forwarded-For and X-Forwarded-Proto: only when nothing else can reach this server."""
    notices: bool = True
    limits: Limits = Limits()
    titles: dict[str, str] = {}
    """Further titles by their module: for tests and for authors of titles."""


VARIABLE = "AERODROME_SETTINGS"


def from_environment() -> Settings:
    """What `run` hands to its worker processes."""
    return msgspec.json.decode(os.environ[VARIABLE], type=Settings)


def to_environment(settings: Settings) -> None:
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()


def for_database(database: str) -> Settings:
    """The settings of a server started by hand: defaults, and what the environment says of the way to it."""
    hosts = [host for host in os.environ.get("AERODROME_HOSTS", "").split(",") if host]
    behind_proxy = os.environ.get("AERODROME_BEHIND_PROXY", "") not in ("", "0")
    return Settings(database=database, hosts=hosts, behind_proxy=behind_proxy)


def default_database() -> Path:
    from platformdirs import user_data_path

    return user_data_path("aerodrome", appauthor=False, ensure_exists=True) / "tables.db"
