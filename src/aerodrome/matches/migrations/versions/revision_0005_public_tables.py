"""Tables can stand in the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the rows that the lobby lists; tables of before are by link."""
    op.create_table(
        "public_tables",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("fit", sa.String(16), nullable=False),
        sa.Column("seat_count", sa.Integer, nullable=False),
        sa.Column("free_seats", sa.Integer, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("public_tables_by_age", "public_tables", ["status", "since_ms", "match"])
    op.create_index("public_tables_by_title", "public_tables", ["status", "title", "since_ms", "match"])
    op.create_index("public_tables_by_fit", "public_tables", ["status", "fit", "free_seats", "since_ms"])
    op.create_index("public_tables_by_seats", "public_tables", ["status", "title", "free_seats"])
