"""Brings a database to the present schema with Alembic. A released revision in `versions` never changes."""

from pathlib import Path

from sqlalchemy import inspect
from sqlalchemy.engine import Connection

FIRST_REVISION = "0001"
"""What databases are that were written before there was Alembic: they have a table `version` instead."""
MIGRATION_LOCK = 730117


class DatabaseTooNew(RuntimeError):
    """The database was migrated by a newer version of the program."""


def migrate_database(connection: Connection) -> None:
    """Create the schema or bring it up to date; harmless when it is. Processes that start at once take turns."""
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    _lock_database(connection)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    known = {revision.revision for revision in script.walk_revisions()}
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in known:
        newest = script.get_current_head()
        raise DatabaseTooNew(
            f"the database is of version {current}, this program knows versions up to {newest}: use a newer program"
        )
    if current is None and inspect(connection).has_table("version"):
        command.stamp(config, FIRST_REVISION)
    command.upgrade(config, "head")


def _lock_database(connection: Connection) -> None:
    """Until the transaction ends, no other process migrates."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
    else:
        # The driver begins a transaction only at the first change: too late for looking and changing in one.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
