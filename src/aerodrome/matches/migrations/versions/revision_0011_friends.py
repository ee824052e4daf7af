"""People have friends, invite each other by name, and keep others away."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add friends, invitations to persons, blocks, reports, suspensions, attendance, and tables for friends."""
    op.create_table(
        "friendships",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("friend", sa.String(32), primary_key=True),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("friendships_by_friend", "friendships", ["friend"])
    op.create_table(
        "friend_requests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("asker", sa.String(32), nullable=False),
        sa.Column("asked", sa.String(32), nullable=False),
        sa.Column("look", sa.String(120), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("friend_requests_by_asker", "friend_requests", ["asker", "look"], unique=True)
    op.create_index("friend_requests_by_asked", "friend_requests", ["asked"])
    op.create_table(
        "blocks",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("blocked", sa.String(32), nullable=False),
        sa.Column("look", sa.String(120), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("blocks_by_account", "blocks", ["account", "look"], unique=True)
    op.create_index("blocks_by_blocked", "blocks", ["blocked"])
    op.create_table(
        "muted_people",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("muted", sa.String(32), primary_key=True),
    )
    op.create_table(
        "muted_seats",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_index("muted_seats_by_match", "muted_seats", ["match"])
    op.create_table(
        "people_settings",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("shows_presence", sa.Boolean, nullable=False),
        sa.Column("invited_by", sa.String(8), nullable=False),
    )
    op.create_table(
        "personal_invitations",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("inviter", sa.String(32), nullable=False),
        sa.Column("invited", sa.String(32), nullable=False),
        sa.Column("look", sa.String(120), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("notice_due_ms", sa.BigInteger),
    )
    op.create_index("personal_invitations_by_match", "personal_invitations", ["match", "look"], unique=True)
    op.create_index("personal_invitations_by_invited", "personal_invitations", ["invited", "state"])
    op.create_index("personal_invitations_by_notice", "personal_invitations", ["notice_due_ms"])
    op.create_table(
        "friend_tables",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("host_key", sa.String(64), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("fit", sa.String(16), nullable=False),
        sa.Column("seat_count", sa.Integer, nullable=False),
        sa.Column("free_seats", sa.Integer, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("friend_tables_by_host", "friend_tables", ["host_key", "since_ms"])
    op.create_table(
        "chat_reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reported_key", sa.String(64), nullable=False),
        sa.Column("reporter_key", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(12), nullable=False),
        sa.Column("comment", sa.String(300), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("closed_ms", sa.BigInteger),
        sa.Column("outcome", sa.String(300), nullable=False),
    )
    op.create_index("chat_reports_by_line", "chat_reports", ["match_id", "version", "reporter_key"], unique=True)
    op.create_index("chat_reports_by_state", "chat_reports", ["closed_ms", "created_ms"])
    op.create_index("chat_reports_by_reported", "chat_reports", ["reported_key"])
    op.create_index("chat_reports_by_reporter", "chat_reports", ["reporter_key"])
    op.create_table(
        "suspensions",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger),
        sa.Column("reason", sa.String(300), nullable=False),
    )
    op.create_table(
        "attendance",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("match_id", sa.String(32), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("has_left", sa.Boolean, nullable=False),
    )
    op.create_table(
        "outside_appends",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    )
