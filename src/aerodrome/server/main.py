"""Start the server: one process on SQLite, or several on PostgreSQL."""

import asyncio
import contextlib
import signal
import socket
import sys
import webbrowser

import msgspec
from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from aerodrome.server import logs
from aerodrome.server.app import Application
from aerodrome.server.settings import Settings, default_database, to_environment

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
    chosen = settings or Settings(database=str(database or default_database()))
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
        asyncio.run(_one(Application(chosen), host, port, open_browser))


def _port(host: str, port: int) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            sys.exit(f"Cannot listen on {host} port {port}: {error.strerror}. Choose another with --port.")
        return int(probe.getsockname()[1])


async def _one(app: Application, host: str, port: int, open_browser: bool) -> None:
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
    greeting = asyncio.create_task(_greet(host, port, open_browser))
    try:
        await server.serve()
    finally:
        greeting.cancel()


def _many(settings: Settings, host: str, port: int, workers: int, open_browser: bool) -> None:
    """Granian minds the worker processes; each has its own tables, and the database is the referee."""
    from granian import Granian

    to_environment(settings)
    server = Granian(
        "aerodrome.server.app:create",
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        workers=workers,
        factory=True,
        websockets=False,
        log_enabled=False,
        respawn_failed_workers=True,
        workers_kill_timeout=10,
    )
    server.on_startup(lambda: _say(host, port, open_browser))
    server.serve()


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
