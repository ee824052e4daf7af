"""People can keep editions of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the table for them."""
    op.create_table(
        "own_editions",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("edition_id", sa.String(600), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("used_at_ms", sa.BigInteger, nullable=False),
    )
