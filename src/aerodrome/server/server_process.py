"""One of several server processes at one port: `python -m aerodrome.server.server_process HOST PORT PARENT_PID`."""

import asyncio
import sys

from aerodrome.matches.util import exit_with_parent
from aerodrome.server.app import create_application
from aerodrome.server.main import serve_application


def main() -> None:
    """Serve until the parent process is gone or tells this one to stop."""
    host, port, parent_pid = sys.argv[1:]
    exit_with_parent(int(parent_pid))
    asyncio.run(serve_application(create_application(), host, int(port)))


if __name__ == "__main__":
    main()
