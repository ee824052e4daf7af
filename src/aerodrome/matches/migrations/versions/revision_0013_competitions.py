"""Tournaments of people: who takes part, and the tables of each round."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the tables for them."""
    op.create_table(
        "competitions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("organiser", sa.String(32)),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("starts_ms", sa.BigInteger),
        sa.Column("ended_ms", sa.BigInteger),
        sa.Column("end_reason", sa.String(20), nullable=False),
    )
    op.create_index("competitions_by_status", "competitions", ["status", "created_ms"])
    op.create_index("competitions_by_organiser", "competitions", ["organiser"])
    op.create_table(
        "competition_entrants",
        sa.Column("competition", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("account", sa.String(32)),
        sa.Column("bot_name", sa.String(60), nullable=False),
        sa.Column("bot_style", sa.String(40), nullable=False),
        sa.Column("slot", sa.Integer),
        sa.Column("first_round", sa.Integer, nullable=False),
        sa.Column("last_round", sa.Integer),
        sa.Column("joined_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("competition_entrants_by_account", "competition_entrants", ["account"])
    op.create_table(
        "competition_tables",
        sa.Column("competition", sa.String(32), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("entrants", sa.LargeBinary, nullable=False),
        sa.Column("result", sa.LargeBinary),
    )
    op.create_index("competition_tables_by_match", "competition_tables", ["match_id"], unique=True)
    op.create_index("competition_tables_by_status", "competition_tables", ["status"])
