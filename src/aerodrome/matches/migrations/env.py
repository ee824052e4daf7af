"""What Alembic runs for every command: the revisions, over the connection that `migrate_database` hands in."""

from alembic import context

from aerodrome.matches.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
