"""Bad matches can be set aside, times without a server are known, and old matches are found quickly to be removed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add what is needed for it; no stored match changes."""
    op.add_column("matches", sa.Column("set_aside", sa.String(300)))
    op.create_index("matches_by_status", "matches", ["status", "moved"])
    op.create_index("tokens_by_match", "tokens", ["match"])
    op.create_table(
        "heartbeats",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("alive_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("began_ms", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
    )
