"""People are told where they are that a table waits."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add where and when to tell people, what was told, and what the server signs with."""
    op.create_table(
        "server_secrets",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "notice_channels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("address_hash", sa.String(64), nullable=False),
        sa.Column("secrets", sa.Text, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("is_confirmed", sa.Boolean, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("notice_channels_by_key", "notice_channels", ["key"])
    op.create_index("notice_channels_by_address", "notice_channels", ["address_hash"])
    op.create_table(
        "notice_preferences",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("quiet_begin", sa.Integer),
        sa.Column("quiet_end", sa.Integer),
        sa.Column("time_zone", sa.String(64), nullable=False),
        sa.Column("active_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "turn_notices",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("due_ms", sa.BigInteger),
    )
    op.create_index("turn_notices_by_due", "turn_notices", ["due_ms"])
