"""Why the server cannot start, in one sentence instead of a traceback."""

import errno
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from aerodrome.matches.migrations import DatabaseTooNew
from aerodrome.matches.store import build_database_url


class StartupFailed(Exception):
    """The server cannot start; the text says why."""


def describe_startup_error(error: BaseException, database: str) -> str:
    """One sentence for whoever started the server. A password in the URL is not shown."""
    cause: BaseException = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, DatabaseTooNew):
        return f"Cannot use the database {_hide_password(database)}: {cause}."
    if isinstance(cause, (ArgumentError, NoSuchModuleError)) or (isinstance(cause, ValueError) and "://" in database):
        return "Cannot read the database URL: write a path of a file or postgresql://user:password@host/name."
    if isinstance(cause, ModuleNotFoundError):
        return f"Cannot use the database {_hide_password(database)}: the Python package {cause.name} is missing."
    return f"Cannot open the database {_hide_password(database)}: {_phrase_why_database_not_opened(cause, database)}."


def _phrase_why_database_not_opened(cause: BaseException, database: str) -> str:
    text = str(cause).strip().rstrip(".") or type(cause).__name__
    if "readonly" in text or "read-only" in text:
        return "it is read-only for this user"
    if "unable to open database file" in text:
        return _explain_unopenable_file(database)
    if isinstance(cause, OSError) and cause.errno == errno.ECONNREFUSED:
        return "no database server answers there"
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    return " ".join(text.split())


def _explain_unopenable_file(database: str) -> str:
    path = Path((make_url(build_database_url(database)).database or "").removeprefix("file:"))
    if path.is_dir():
        return "it is a folder"
    if not path.parent.is_dir():
        return "its folder does not exist"
    return "this user may not read and write the file"


def _hide_password(database: str) -> str:
    try:
        return make_url(database).render_as_string(hide_password=True) if "://" in database else database
    except (ArgumentError, ValueError):
        return "of that URL"
