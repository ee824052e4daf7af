"""One of several server processes at one port: `python -m aerodrome.server.worker HOST PORT PARENT`."""

import asyncio
import sys

from aerodrome.server.app import create
from aerodrome.server.main import serve
from aerodrome.table.workers import end_with


def main() -> None:
    host, port, parent = sys.argv[1:]
    end_with(int(parent))
    asyncio.run(serve(create(), host, int(port)))


if __name__ == "__main__":
    main()
