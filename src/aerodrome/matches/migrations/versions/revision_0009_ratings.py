"""Rated matches, the ratings of people, and who may see their page."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the tables for them."""
    op.add_column("accounts", sa.Column("visibility", sa.String(8), nullable=False, server_default="page"))
    op.create_table(
        "account_browsers",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("used_ms", sa.BigInteger, nullable=False),
        sa.Index("account_browsers_by_browser", "browser"),
    )
    op.create_table(
        "rated_matches",
        sa.Column("match_id", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("ordinal", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Index("ratings_by_ordinal", "title", "ordinal"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("match_id", sa.String(32), primary_key=True),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("seat_count", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("has_left", sa.Boolean, nullable=False),
        sa.Column("mu_before", sa.Float, nullable=False),
        sa.Column("sigma_before", sa.Float, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Index("rating_changes_by_age", "account", "at_ms"),
        sa.Index("rating_changes_by_match", "match_id"),
    )
