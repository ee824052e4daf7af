"""Start the server: one process on SQLite, or several on PostgreSQL."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
import time
import webbrowser

import msgspec
from granian.errors import FatalError

from aerodrome.matches.errors import MatchError
from aerodrome.matches.store import MatchStore
from aerodrome.server.app import Application
from aerodrome.server.connection_guard import ConnectionGuard
from aerodrome.server.json_logging import configure_logging
from aerodrome.server.listening_socket import (
    LimitedGranianServer,
    compute_max_connections,
    fit_limits_to_connections,
    raise_open_file_limit,
)
from aerodrome.server.local_network import LocalNetworkListener
from aerodrome.server.settings import (
    Settings,
    build_settings_from_environment,
    get_default_database_path,
    set_settings_for_child_processes,
)
from aerodrome.server.startup_errors import StartupFailed, describe_startup_error
from aerodrome.server.supervised_process import SupervisedProcess

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
STOP_TIMEOUT_S = 10


def run_server(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    workers: int = 1,
    open_browser: bool = True,
    settings: Settings | None = None,
    local_network: bool = False,
) -> None:
    """Serve until interrupted. Port 0 takes any that is free. What prevents the start is told in one sentence.

    `local_network` opens a server on loopback to the local network from the start; its page can do so too.
    """
    try:
        _run_server(host, port, database, workers, open_browser, settings, local_network)
    except StartupFailed as error:
        sys.exit(str(error))


def _run_server(
    host: str,
    port: int,
    database: str | None,
    workers: int,
    open_browser: bool,
    settings: Settings | None,
    local_network: bool,
) -> None:
    settings = settings or _read_settings_and_create_database_folder(database)
    if host in LOOPBACK_NAMES and not settings.allowed_hosts:
        # A foreign page that points its name at this machine must not reach the matches.
        settings = msgspec.structs.replace(settings, allowed_hosts=list(LOOPBACK_NAMES))
    if workers > 1 and not settings.database.startswith("postgres"):
        raise StartupFailed("Several workers need PostgreSQL: give --database postgresql://…")
    if local_network and (workers > 1 or host not in LOOPBACK_NAMES or settings.behind_proxy):
        raise StartupFailed("--lan opens a server of one process that is on this machine alone: leave --host away.")
    port = _resolve_free_port(host, port)
    configure_logging()
    if workers > 1:
        asyncio.run(_migrate_and_check_database(settings.database))
        _supervise_workers(settings, host, port, workers, open_browser)
    else:
        asyncio.run(serve_application(create_application(settings), host, port, open_browser, True, local_network))


def _read_settings_and_create_database_folder(database: str | None) -> Settings:
    """The folder only where no database is named."""
    try:
        if not database:
            path = get_default_database_path()
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            database = str(path)
        return build_settings_from_environment(database)
    except msgspec.DecodeError as error:
        raise StartupFailed(f"Cannot read AERODROME_LIMITS: {error}.") from error
    except ValueError as error:
        raise StartupFailed(f"Cannot read the settings: {error}.") from error
    except OSError as error:
        raise StartupFailed(f"Cannot make a folder for the database: {error.strerror}.") from error


def create_application(settings: Settings) -> Application:
    """The application of one process. Raises StartupFailed for a database URL that nothing can be made of."""
    try:
        return Application(settings)
    except Exception as error:
        raise StartupFailed(describe_startup_error(error, settings.database)) from error


async def _migrate_and_check_database(database: str) -> None:
    """Before several processes try: open it once, which also brings it up to date. Raises StartupFailed."""
    try:
        store = MatchStore(database)
        await store.open()
        await store.close()
    except Exception as error:
        raise StartupFailed(describe_startup_error(error, database)) from error


def _resolve_free_port(host: str, port: int) -> int:
    """The port, when it can be listened on; a free one for 0. Raises StartupFailed when it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or "there is no such port"
            message = f"Cannot listen on {host} port {port}: {reason}. Choose another with --port."
            raise StartupFailed(message) from error
        return int(probe.getsockname()[1])


async def serve_application(
    app: Application,
    host: str,
    port: int,
    open_browser: bool = False,
    announce: bool = False,
    local_network: bool = False,
) -> None:
    """One process, until it is told to stop. Raises StartupFailed."""
    limits = app.context.settings.limits
    max_connections = compute_max_connections(limits, raise_open_file_limit())
    app.context.concurrency.limits = fit_limits_to_connections(limits, max_connections)
    server = LimitedGranianServer(app, host, port, max_connections, limits.header_timeout_seconds)
    loop = asyncio.get_running_loop()
    listener = LocalNetworkListener(app, port, limits.header_timeout_seconds)
    if announce and host in LOOPBACK_NAMES and not app.context.settings.behind_proxy:
        app.context.local_network = listener

    def stop_server() -> None:
        app.service.begin_shutdown()
        server.stop()  # type: ignore[no-untyped-call]

    for number in STOP_SIGNALS:
        loop.add_signal_handler(number, stop_server)
    guard = ConnectionGuard(port, max_connections, app.context.settings, app.context.concurrency)
    watching = asyncio.create_task(guard.watch_connections())
    announcing = (
        asyncio.create_task(
            _announce_and_open_listener_when_ready(host, port, open_browser, listener if local_network else None)
        )
        if announce
        else None
    )
    try:
        await server.serve()
    except FatalError as error:
        # It says no more than that the application did not start: the application knows why.
        cause = app.startup_error or error
        raise StartupFailed(describe_startup_error(cause, app.context.settings.database)) from cause
    finally:
        await listener.close()
        watching.cancel()
        if announcing is not None:
            announcing.cancel()


def _supervise_workers(settings: Settings, host: str, port: int, workers: int, open_browser: bool) -> None:
    """Several processes at one port, each with its own matches in memory. One that dies is replaced."""
    if not sys.platform.startswith("linux"):
        raise StartupFailed(
            "Several workers share a port on Linux only: elsewhere start several servers behind a proxy."
        )
    set_settings_for_child_processes(settings)
    command = [sys.executable, "-m", "aerodrome.server.server_process", host, str(port), str(os.getpid())]
    children = [SupervisedProcess(command, time.monotonic()) for _ in range(workers)]
    stopping = threading.Event()
    for number in STOP_SIGNALS:
        signal.signal(number, lambda *_: stopping.set())
    asyncio.run(_announce_and_open_listener_when_ready(host, port, open_browser))
    while not stopping.wait(0.5):
        for child in children:
            child.restart_if_due(time.monotonic())
    for child in children:
        child.process.terminate()
    for child in children:
        child.wait_or_kill(STOP_TIMEOUT_S)


async def _announce_and_open_listener_when_ready(
    host: str, port: int, open_browser: bool, listener: LocalNetworkListener | None = None
) -> None:
    """When the server answers, print where it is and open the browser; open the listener, if one is given."""
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    for _ in range(200):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(reachable, port)
            writer.close()
            url = f"http://{f'[{reachable}]' if ':' in reachable else reachable}:{port}/"
            await asyncio.to_thread(_announce_url, url, open_browser)
            if listener is not None:
                await _open_and_announce_listener(listener)
            return
        await asyncio.sleep(0.05)


async def _open_and_announce_listener(listener: LocalNetworkListener) -> None:
    try:
        await listener.open()
        print(f"In the local network it is at {listener.url}/", flush=True)
    except MatchError as error:
        print(f"It is not open to the local network. {error}", file=sys.stderr, flush=True)


def _announce_url(url: str, open_browser: bool) -> None:
    print(f"Aerodrome is at {url}", flush=True)
    if open_browser:
        webbrowser.open(url)
