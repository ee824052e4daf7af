"""Alembic marks the version now: the table of the time before it goes."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Drop the old version marker."""
    op.drop_table("version")
