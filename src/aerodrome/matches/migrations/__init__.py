"""Brings a database to the present schema with Alembic. A released revision in `versions` never changes."""

from pathlib import Path

from sqlalchemy import inspect
from sqlalchemy.engine import Connection

FIRST_REVISION = "0001"
"""What databases are that were written before there was Alembic: they have a table `version` instead."""
LATEST_REVISION = "0015"
MIGRATION_LOCK = 730117


class DatabaseTooNew(RuntimeError):
    """The database was migrated by a newer version of the program."""


class DatabaseTooOld(RuntimeError):
    """The database was not migrated yet, and whoever asks must not do it."""


def require_latest_revision(connection: Connection) -> None:
    """Raises DatabaseTooOld or DatabaseTooNew unless the database is up to date. Changes nothing."""
    current = _read_revision(connection)
    if current == LATEST_REVISION:
        return
    if current is not None and current > LATEST_REVISION:
        raise _build_too_new_error(current)
    raise DatabaseTooOld(
        f"the database is of version {current or 'none'}, this program needs {LATEST_REVISION}: "
        "start the server once, it brings the database up to date"
    )


def _read_revision(connection: Connection) -> str | None:
    if "alembic_version" not in inspect(connection).get_table_names():
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _build_too_new_error(current: str) -> DatabaseTooNew:
    return DatabaseTooNew(
        f"the database is of version {current}, this program knows versions up to {LATEST_REVISION}: "
        "use a newer program"
    )


def migrate_database(connection: Connection) -> None:
    """Create the schema or bring it up to date; harmless when it is. Processes that start at once take turns."""
    _lock_database(connection)
    current = _read_revision(connection)
    if current == LATEST_REVISION:
        return
    # Only now: importing Alembic takes longer than all the rest of a start.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {revision.revision for revision in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise _build_too_new_error(current)
    if current is None and "version" in inspect(connection).get_table_names():
        command.stamp(config, FIRST_REVISION)
    command.upgrade(config, "head")


def _lock_database(connection: Connection) -> None:
    """Until the transaction ends, no other process migrates."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
    else:
        # The driver begins a transaction only at the first change: too late for looking and changing in one.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
