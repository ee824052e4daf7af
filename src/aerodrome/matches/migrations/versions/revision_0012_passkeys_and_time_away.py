"""Accounts can be entered by passkey, and people can say that they are away."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add passkeys, the challenges that wait for an answer, and when people are away."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("credential_id", sa.LargeBinary, nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger),
    )
    op.create_index("passkeys_by_account", "passkeys", ["account"])
    op.create_table(
        "passkey_challenges",
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("challenge", sa.LargeBinary, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("passkey_challenges_by_age", "passkey_challenges", ["until_ms"])
    op.create_table(
        "times_away",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("from_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("times_away_by_key", "times_away", ["key", "from_ms"])
