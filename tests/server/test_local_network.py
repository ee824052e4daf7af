"""A server on loopback is opened to the local network by whoever sits at the machine, and by nobody else."""

import contextlib
import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from granian.errors import FatalError

from aerodrome.matches.errors import InvalidState
from aerodrome.server import local_network
from aerodrome.server.app import Application
from aerodrome.server.settings import SETTINGS_VARIABLE, Settings
from server.client import HEADERS, PATIENCE_S, Browser
from server.conftest import free_port, settings_for

STAND_IN = "127.0.0.2"
"""For the address of a network: whoever comes to it is not at the machine, as far as the server can tell."""
START = """
import sys
from aerodrome.server.main import run_server
from aerodrome.server.settings import read_settings_of_parent_process
settings = read_settings_of_parent_process()
run_server(port=int(sys.argv[1]), open_browser=False, settings=settings, local_network=sys.argv[2] == "1")
"""
ROUTE = "/api/local-network"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="127.0.0.2 is an address of every machine on Linux only"
)


class LanServer:
    def __init__(self, settings: Settings, is_open: bool = False) -> None:
        port = free_port("127.0.0.1", STAND_IN)
        self.here, self.network = f"http://127.0.0.1:{port}", f"http://{STAND_IN}:{port}"
        env = {
            **os.environ,
            SETTINGS_VARIABLE: msgspec.json.encode(settings).decode(),
            local_network.ADDRESS_VARIABLE: STAND_IN,
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")]),
        }
        command = [sys.executable, "-c", START, str(port), str(int(is_open))]
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)

    def read_line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LanServer]:
    made = LanServer(settings_for(str(tmp_path / "tables.db")))
    assert made.read_line() == f"Aerodrome is at {made.here}/"
    yield made
    made.stop()


@pytest.fixture
def http() -> Iterator[httpx.Client]:
    with httpx.Client(headers=HEADERS, timeout=PATIENCE_S) as client:
        yield client


def open_network(server: LanServer, http: httpx.Client) -> None:
    answer = http.post(server.here + ROUTE, json={"open": True})
    assert answer.json().get("is_open"), answer.text


def test_the_switch_opens_and_closes_a_second_listener(server: LanServer, http: httpx.Client) -> None:
    closed = {"may_switch": True, "is_open": False, "url": "", "reason": ""}
    assert http.get(server.here + ROUTE).json() == closed
    with pytest.raises(httpx.ConnectError):
        http.get(server.network + "/healthz")
    assert http.get(server.here + ROUTE + "/qr").status_code == 409

    opened = http.post(server.here + ROUTE, json={"open": True}).json()
    assert opened == {**closed, "is_open": True, "url": server.network}
    assert http.post(server.here + ROUTE, json={"open": True}).json() == opened
    assert http.get(server.network + "/healthz").text == "ok"

    assert http.post(server.here + ROUTE, json={"open": False}).json() == closed
    with pytest.raises(httpx.ConnectError):
        http.get(server.network + "/healthz")
    assert http.get(server.here + "/healthz").text == "ok"
    assert http.post(server.here + ROUTE, json={"open": True}).json() == opened
    assert http.get(server.network + "/healthz").text == "ok"


def test_who_comes_over_the_network_cannot_switch(server: LanServer, http: httpx.Client) -> None:
    open_network(server, http)
    told = http.get(server.network + ROUTE).json()
    assert (told["may_switch"], told["is_open"], told["url"]) == (False, False, "")
    for forged in ({}, {"Host": server.here[7:]}, {"X-Forwarded-For": "127.0.0.1"}, {"Origin": server.here}):
        answer = http.post(server.network + ROUTE, json={"open": False}, headers=forged)
        assert answer.status_code in (403, 421), (forged, answer.text)
    assert http.get(server.network + ROUTE + "/qr").status_code == 403
    assert http.get(server.here + ROUTE).json()["is_open"]


def test_each_listener_answers_to_its_own_names_and_own_pages_only(server: LanServer, http: httpx.Client) -> None:
    open_network(server, http)
    here, network = server.here[7:], server.network[7:]
    for url, host in ((server.here, network), (server.network, here), (server.network, "evil.example")):
        assert http.get(url + "/healthz", headers={"Host": host}).status_code == 421
    table = {"title": "toy", "seats": [{"kind": "person"}, {"kind": "bot", "level": "random"}]}
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"X-Aerodrome": ""}):
        assert http.post(server.network + "/api/matches", json=table, headers=headers).status_code == 403
    assert http.post(server.here + ROUTE, json={"open": False}, headers={"Origin": server.network}).status_code == 403
    made = http.post(server.network + "/api/matches", json=table, headers={"Origin": server.network})
    assert made.status_code == 201
    assert "samesite=strict" in made.headers["set-cookie"].lower()
    assert "httponly" in made.headers["set-cookie"].lower()


def test_limits_hold_for_the_second_listener(tmp_path: Path, http: httpx.Client) -> None:
    settings = settings_for(str(tmp_path / "tables.db"))
    limits = msgspec.structs.replace(settings.limits, monitoring_rate=(0.001, 3))
    server = LanServer(msgspec.structs.replace(settings, limits=limits))
    try:
        server.read_line()
        open_network(server, http)
        assert [http.get(server.network + "/healthz").status_code for _ in range(4)] == [200, 200, 200, 429]
    finally:
        server.stop()


def test_closing_ends_streams_and_idle_connections(server: LanServer, http: httpx.Client) -> None:
    open_network(server, http)
    table = {"title": "toy", "seats": [{"kind": "person"}, {"kind": "open"}]}
    with httpx.Client(headers=HEADERS, timeout=PATIENCE_S) as guest:
        made = guest.post(server.network + "/api/matches", json=table).json()
        # The stream ends in the middle of its chunks: whoever listens connects anew, and finds nobody.
        with guest.stream("GET", f"{server.network}/api/matches/{made['id']}/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            http.post(server.here + ROUTE, json={"open": False})
            with contextlib.suppress(httpx.RemoteProtocolError, httpx.ReadError):
                signs_of_life = sum(line.startswith(":") for line in itertools.islice(lines, 100))
                assert signs_of_life < 4, "the stream goes on"
        with pytest.raises(httpx.TransportError):
            guest.get(server.network + "/healthz")


def test_it_can_be_open_from_the_start(tmp_path: Path, http: httpx.Client) -> None:
    server = LanServer(settings_for(str(tmp_path / "tables.db")), is_open=True)
    try:
        assert server.read_line() == f"Aerodrome is at {server.here}/"
        assert server.read_line() == f"In the local network it is at {server.network}/"
        assert http.get(server.network + "/healthz").text == "ok"
    finally:
        server.stop()


def test_a_qr_code_is_drawn_here_for_links_of_this_server_only(server: LanServer, http: httpx.Client) -> None:
    open_network(server, http)
    first = http.get(server.here + ROUTE + "/qr")
    assert first.headers["content-type"].startswith("image/svg+xml")
    assert first.text.startswith("<svg")
    link = http.get(server.here + ROUTE + "/qr", params={"path": "/j/" + "a" * 32})
    assert link.status_code == 200
    assert link.text != first.text
    for path in ("//evil.example", "/j/short", "/m/abc", "javascript:alert(1)", "/j/" + "a" * 65):
        assert http.get(server.here + ROUTE + "/qr", params={"path": path}).status_code == 400, path


@pytest.mark.parametrize(
    ("address", "is_usable"),
    [
        ("192.168.1.20", True),
        ("10.1.2.3", True),
        ("169.254.3.4", True),
        ("fd00::2", True),
        ("8.8.8.8", False),
        ("2606:4700::1", False),
        ("0.0.0.0", False),
        ("::", False),
        ("", False),
        ("example.org", False),
    ],
)
def test_only_addresses_of_local_networks_are_opened(address: str, is_usable: bool) -> None:
    assert (local_network.explain_why_address_unusable(address) == "") is is_usable


@pytest.mark.parametrize(
    ("peer", "behind_proxy", "expected"),
    [("127.0.0.1", False, True), ("::1", False, True), ("192.168.1.9", False, False), ("127.0.0.1", True, False)],
)
def test_who_is_at_the_machine(peer: str, behind_proxy: bool, expected: bool) -> None:
    assert local_network.is_request_from_this_machine({"client": (peer, 5000)}, behind_proxy) is expected
    by_network = {"client": (peer, 5000), "state": {"local_network": STAND_IN}}
    assert not local_network.is_request_from_this_machine(by_network, behind_proxy)


async def test_a_listener_that_does_not_start_is_told_and_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(local_network.ADDRESS_VARIABLE, STAND_IN)

    class EndsAtOnce:
        def __init__(self, *arguments: object) -> None:
            pass

        async def serve(self) -> None:
            raise FatalError("no worker")

    monkeypatch.setattr(local_network, "LimitedGranianServer", EndsAtOnce)
    listener = local_network.LocalNetworkListener(None, free_port(STAND_IN), 5.0)
    with pytest.raises(InvalidState, match="did not start"):
        await listener.open()
    assert (listener.address, listener.url) == ("", "")


async def test_a_forged_request_from_elsewhere_is_refused(app: Application) -> None:
    """On a server for others there is nothing to switch, wherever the request comes from."""
    for peer in ("192.168.1.9", "127.0.0.1"):
        async with Browser("http://table.test", httpx.ASGITransport(app, client=(peer, 4000))) as browser:
            answer = await browser.http.post(ROUTE, json={"open": True})
            assert answer.status_code == 403
            assert not (await browser.get(ROUTE))["may_switch"]


def test_the_switch_is_for_one_process_on_loopback(tmp_path: Path) -> None:
    program = "from aerodrome.server.main import run_server; import sys; "
    program += "run_server(host='0.0.0.0', port=0, database=sys.argv[1], open_browser=False, local_network=True)"
    command = [sys.executable, "-c", program, str(tmp_path / "tables.db")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 1
    assert "leave --host away" in ended.stderr
