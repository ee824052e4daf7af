"""Finished matches can be reviewed."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the tables for it."""
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("basis", sa.String(64), nullable=False),
        sa.Column("is_finished", sa.Boolean, nullable=False),
        sa.Column("public_token", sa.String(64)),
    )
    op.create_index("reviews_by_token", "reviews", ["public_token"])
    op.create_table(
        "review_results",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("task", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("encoded", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "review_consents",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    )
