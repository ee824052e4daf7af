"""Starts server processes quickly: everything is imported once, each server is a fork of it.

Reads one JSON line {"settings": …, "port": …} at a time from standard input and answers with the process id.
Run as a program.
"""

import asyncio
import contextlib
import os
import signal
import sys

import msgspec

from aerodrome.core import registry
from aerodrome.matches.util import start_exiting_with_parent
from aerodrome.server.app import Application
from aerodrome.server.json_logging import configure_logging
from aerodrome.server.main import serve_application
from aerodrome.server.settings import Settings


class Order(msgspec.Struct):
    settings: Settings
    port: int


def warm() -> None:
    """What the first request would wait for."""
    for title in registry.titles():
        with contextlib.suppress(ImportError):
            registry.load(title).new(registry.load(title).seats_min)


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    apps: dict[bytes, Application] = {}
    print("ready", flush=True)
    for line in sys.stdin:
        order = msgspec.json.decode(line, type=Order)
        key = msgspec.json.encode(order.settings)
        if key not in apps:
            apps[key] = Application(order.settings)
            warm()
        child = os.fork()
        if child:
            print(child, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        start_exiting_with_parent(os.getppid())
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        configure_logging("ERROR")
        asyncio.run(serve_application(apps[key], "127.0.0.1", order.port))
        os._exit(0)


if __name__ == "__main__":
    main()
