"""A real server of its own, as a process that can be killed and started again on the same data."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import msgspec

from aerodrome.server.settings import VARIABLE, Limits, Settings

GENEROUS = Limits(
    reads=(1e6, 10**6),
    writes=(1e6, 10**6),
    joins=(1e6, 10**6),
    new_tables=(1e6, 10**6),
    hints=(1e6, 10**6),
    open_tables=10_000,
    streams=1000,
)
TESTS = Path(__file__).parent.parent
CLIENT = "AERODROME_TEST_CLIENT"
"""A folder with a client built elsewhere (`vite build --outDir`), to be looked at instead of the package's own."""
START = f"""
import os, pathlib, sys
from aerodrome.server import pages
from aerodrome.server.main import run
from aerodrome.server.settings import from_environment
pages.STATIC = pathlib.Path(os.environ.get("{CLIENT}") or pages.STATIC)
run(port=int(sys.argv[1]), open_browser=False, settings=from_environment())
"""


def free_port() -> int:
    """Outside the range from which the system gives ports away: nobody else is handed this one meanwhile."""
    while True:
        port = secrets.randbelow(12_000) + 20_000
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


class House:
    def __init__(self, folder: Path, titles: dict[str, str] | None = None) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = Settings(
            database=str(folder / "tables.db"),
            pace=0.0,
            limits=GENEROUS,
            titles={"toy": "toy.game"} if titles is None else titles,
            bot_workers=1,
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "House":
        env = {**os.environ, VARIABLE: msgspec.json.encode(self._settings).decode(), "PYTHONPATH": str(TESTS)}
        self._process = subprocess.Popen([sys.executable, "-c", START, str(self.port)], env=env)
        end = time.monotonic() + 90
        while time.monotonic() < end:
            try:
                if httpx.get(f"{self.url}/healthz", timeout=2).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.05)
        raise TimeoutError("the server did not start")

    def kill(self) -> None:
        """As a power cut would: no farewell."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        died = self._process.poll()
        assert died is None, f"the server ended by itself: {died}"
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
