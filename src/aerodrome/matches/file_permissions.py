"""The database holds seeds and the tokens of links: its files are for their owner only."""

import contextlib
import logging
import os
import stat
from pathlib import Path

log = logging.getLogger("aerodrome.matches")

OWNER_ONLY = stat.S_IRUSR | stat.S_IWUSR
SQLITE_SUFFIXES = ("", "-wal", "-shm", "-journal")


def create_or_protect_database_file(path: Path) -> None:
    """Create the file if it is missing, readable by its owner only, and take everybody else's rights to an older one.

    What SQLite puts beside it (-wal, -shm) gets the rights of the file itself. A file that cannot be opened is left to
    SQLite, which says why.
    """
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), OWNER_ONLY))
    for suffix in SQLITE_SUFFIXES:
        _restrict_to_owner(path.with_name(path.name + suffix))


def _restrict_to_owner(path: Path) -> None:
    try:
        if path.is_file() and stat.S_IMODE(path.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
            path.chmod(OWNER_ONLY)
    except OSError as error:
        log.warning("others may read the database: its rights cannot be changed (%s)", error.strerror)
