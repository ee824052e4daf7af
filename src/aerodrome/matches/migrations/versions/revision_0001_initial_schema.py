"""The schema of version 0.1.0, with the version marker of the time before Alembic."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("setup", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("moved", sa.BigInteger, nullable=False),
        sa.Column("wake", sa.BigInteger),
        sa.Column("owner", sa.String(32)),
        sa.Column("owned_until", sa.BigInteger),
    )
    op.create_index("matches_by_wake", "matches", ["wake"])
    op.create_table(
        "things",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_table(
        "holders",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_index("holders_by_match", "holders", ["match"])
    op.create_table(
        "notices",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("address", sa.String(300), nullable=False),
    )
    op.create_table("version", sa.Column("number", sa.Integer, nullable=False))
