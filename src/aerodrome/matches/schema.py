"""The tables of the database. How an older database becomes this one is in `migrations`.

The names in the database are those of the first version; `key` is what the code calls a column.
"""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("setup", LargeBinary, nullable=False),
    Column("status", String(8), nullable=False),
    Column("moved", BigInteger, key="updated_at_ms", nullable=False),
    Column("wake", BigInteger, key="next_due_ms"),
    Column("owner", String(32), key="lease_owner"),
    Column("owned_until", BigInteger, key="lease_until_ms"),
    Index("matches_by_wake", "next_due_ms"),
)
"""`next_due_ms`: when the match has something to do by itself (a bot's move, a clock); `lease_owner`: the process
that does it."""

events = Table(
    "things",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("n", Integer, key="version", primary_key=True, autoincrement=False),
    Column("body", LargeBinary, key="encoded", nullable=False),
)
"""The events of all matches. The primary key decides: of two writers of one version, one wins."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
)
"""States of matches every few actions, so that a restart plays only the last of them."""

link_tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("match", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
)
"""What links open; seat -1 is a spectator's place."""

seat_claims = Table(
    "holders",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Index("holders_by_match", "match"),
)
"""Which seats the holder of a key has taken."""

notification_addresses = Table(
    "notices",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("address", String(300), nullable=False),
)
"""Where to tell the person at a seat that it is their turn."""
