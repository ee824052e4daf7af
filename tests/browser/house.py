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

from aerodrome.server.settings import SETTINGS_VARIABLE, Limits, Settings

GENEROUS = Limits(
    read_rate=(1e6, 10**6),
    write_rate=(1e6, 10**6),
    join_rate=(1e6, 10**6),
    new_match_rate=(1e6, 10**6),
    hint_rate=(1e6, 10**6),
    chat_rate=(1e6, 10**6),
    table_rate=(1e6, 10**6),
    max_unfinished_matches=10_000,
    max_unfinished_matches_per_address=10_000,
    max_streams=1000,
)
TESTS = Path(__file__).parent.parent
CLIENT = "AERODROME_TEST_CLIENT"
"""A folder with a client built elsewhere (`vite build --outDir`), to be looked at instead of the package's own."""
AWAY = "AERODROME_TEST_AWAY"
"""After how many seconds somebody is away, where a test does not want to wait for a minute."""
START = f"""
import os, pathlib, sys
from aerodrome.matches import bot_pool, coach, live_match, replay_pool, review_jobs
from aerodrome.reviews.model import Effort
from aerodrome.server import static_files
from aerodrome.server.main import run_server
from aerodrome.server.settings import read_settings_of_parent_process
static_files.STATIC_FOLDER = pathlib.Path(os.environ.get("{CLIENT}") or static_files.STATIC_FOLDER)
# A busy machine is no reason to refuse what a test asks for.
replay_pool.IMPORT_TIMEOUT_S = replay_pool.LOOK_TIMEOUT_S = replay_pool.MAX_WAIT_S = 60.0
bot_pool.COACH_WAIT_S = coach.JUDGING_S = 60.0
bot_pool.BotPool.__init__.__defaults__ = None, 60.0
# A review is looked at, not believed; but all throws of two dice are, as four of them may happen to mean the same.
review_jobs.EFFORT = Effort("quick", most_outcomes=36, playouts=0, tables=4, more_tables=6, candidates=3)
live_match.AWAY_AFTER_S = float(os.environ.get("{AWAY}") or live_match.AWAY_AFTER_S)
run_server(port=int(sys.argv[1]), open_browser=False, settings=read_settings_of_parent_process())
"""


def free_port() -> int:
    """Outside the range from which the system gives ports away: nobody else is handed this one meanwhile."""
    while True:
        port = secrets.randbelow(12_000) + 20_000
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


class House:
    def __init__(self, folder: Path, titles: dict[str, str] | None = None, hosts: tuple[str, ...] = ()) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = Settings(
            database=str(folder / "tables.db"),
            min_bot_move_seconds=0.0,
            limits=GENEROUS,
            titles={"toy": "toy.game"} if titles is None else titles,
            bot_processes=1,
            allowed_hosts=list(hosts),
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "House":
        path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
        env = {**os.environ, SETTINGS_VARIABLE: msgspec.json.encode(self._settings).decode(), "PYTHONPATH": path}
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
