"""Start the server: one process on SQLite, or several on PostgreSQL."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import webbrowser

import msgspec
from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from aerodrome.server import logs
from aerodrome.server.app import Application
from aerodrome.server.settings import Settings, default_database, for_database, to_environment

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    workers: int = 1,
    open_browser: bool = True,
    settings: Settings | None = None,
) -> None:
    """Serve until interrupted. Port 0 takes any that is free; a taken one is an error."""
    chosen = settings or for_database(str(database or default_database()))
    if host in LOOPBACK and not chosen.hosts:
        # A foreign page that points its name at this machine must not reach the table.
        chosen = msgspec.structs.replace(chosen, hosts=list(LOOPBACK))
    shared = chosen.database.startswith("postgres")
    if workers > 1 and not shared:
        sys.exit("Several workers need PostgreSQL: give --database postgresql://…")
    port = _port(host, port)
    if workers > 1:
        _many(chosen, host, port, workers, open_browser)
    else:
        logs.configure()
        asyncio.run(serve(Application(chosen), host, port, open_browser, greet=True))


def _port(host: str, port: int) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            sys.exit(f"Cannot listen on {host} port {port}: {error.strerror}. Choose another with --port.")
        return int(probe.getsockname()[1])


async def serve(app: Application, host: str, port: int, open_browser: bool = False, greet: bool = False) -> None:
    """One process, until it is told to stop."""
    server = Server(
        app,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        websockets=False,
        log_enabled=False,
        http1_settings=HTTP1Settings(header_read_timeout=10_000),
    )
    loop = asyncio.get_running_loop()

    def stop() -> None:
        app.tables.farewell()
        server.stop()  # type: ignore[no-untyped-call]

    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop)
    greeting = asyncio.create_task(_greet(host, port, open_browser)) if greet else None
    try:
        await server.serve()
    finally:
        if greeting is not None:
            greeting.cancel()


def _many(settings: Settings, host: str, port: int, workers: int, open_browser: bool) -> None:
    """Several processes at one port, each with its own tables; the database is the referee. Who dies is replaced."""
    if not sys.platform.startswith("linux"):
        sys.exit("Several workers share a port on Linux only: elsewhere start several servers behind a proxy.")
    to_environment(settings)
    command = [sys.executable, "-m", "aerodrome.server.worker", host, str(port), str(os.getpid())]
    children = [_start(command) for _ in range(workers)]
    stopping = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stopping.set())
    asyncio.run(_greet(host, port, open_browser))
    while not stopping.wait(0.5):
        for i, child in enumerate(children):
            if child.poll() is not None:
                children[i] = _start(command)
    for child in children:
        child.terminate()
    for child in children:
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            child.kill()


def _start(command: list[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(command)  # noqa: S603 - our own interpreter and module


async def _greet(host: str, port: int, open_browser: bool) -> None:
    """When the server answers, say where it is."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    for _ in range(200):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(shown, port)
            writer.close()
            await asyncio.to_thread(_say, host, port, open_browser)
            return
        await asyncio.sleep(0.05)


def _say(host: str, port: int, open_browser: bool) -> None:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}.get(host, host)  # noqa: S104
    address = f"http://{shown}:{port}/"
    print(f"Aerodrome is at {address}", flush=True)
    if open_browser:
        webbrowser.open(address)
