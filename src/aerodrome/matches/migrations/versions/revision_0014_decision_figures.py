"""What people's decisions of each kind cost, from whole reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the table for it."""
    op.create_table(
        "decision_figures",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(40), primary_key=True),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("judgement", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("loss_squares", sa.Float, nullable=False),
    )
    op.create_index("decision_figures_by_account", "decision_figures", ["account", "title", "at_ms"])
    op.create_index("decision_figures_by_title", "decision_figures", ["title", "judgement", "at_ms"])
