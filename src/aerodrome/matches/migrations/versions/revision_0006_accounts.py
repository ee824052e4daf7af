"""People can keep their tables with an account."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add accounts, their sessions and recovery codes; whoever has none stays a guest."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("look", sa.String(120), nullable=False),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("accounts_by_key", "accounts", ["key"], unique=True)
    op.create_index("accounts_by_look", "accounts", ["look"], unique=True)
    op.create_table(
        "sessions",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_by_account", "sessions", ["account"])
    op.create_index("sessions_by_use", "sessions", ["used_ms"])
    op.create_table(
        "recovery_codes",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
    )
