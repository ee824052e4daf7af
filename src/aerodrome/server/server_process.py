"""One of several server processes at one port: `python -m aerodrome.server.server_process HOST PORT PARENT_PID`."""

import asyncio
import sys

from aerodrome.matches.util import start_exiting_with_parent
from aerodrome.server.json_logging import configure_logging
from aerodrome.server.main import create_application, serve_application
from aerodrome.server.settings import read_settings_of_parent_process
from aerodrome.server.startup_errors import StartupFailed


def main() -> None:
    """Serve until the parent process is gone or tells this one to stop."""
    host, port, parent_pid = sys.argv[1:]
    start_exiting_with_parent(int(parent_pid))
    configure_logging()
    try:
        asyncio.run(serve_application(create_application(read_settings_of_parent_process()), host, int(port)))
    except StartupFailed as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
