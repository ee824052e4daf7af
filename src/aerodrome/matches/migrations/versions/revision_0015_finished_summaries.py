"""What lists say of finished matches, so that they need not be loaded for it."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the table for it; it fills when somebody looks."""
    op.create_table(
        "finished_summaries",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
