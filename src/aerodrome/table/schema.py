"""The tables of the database and how an older one becomes a newer one."""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, String, Table, inspect, select
from sqlalchemy.engine import Connection

meta = MetaData()

matches = Table(
    "matches",
    meta,
    Column("id", String(32), primary_key=True),
    Column("setup", LargeBinary, nullable=False),
    Column("status", String(8), nullable=False),
    Column("moved", BigInteger, nullable=False),
    Column("wake", BigInteger),
    Column("owner", String(32)),
    Column("owned_until", BigInteger),
    Index("matches_by_wake", "wake"),
)
"""`wake`: when the table itself has something to do (a bot's move, a clock); `owner`: the process that does it."""

things = Table(
    "things",
    meta,
    Column("match", String(32), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)
"""The journals. The primary key is the referee: of two writers of one number, one wins."""

snapshots = Table(
    "snapshots",
    meta,
    Column("match", String(32), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
)

tokens = Table(
    "tokens",
    meta,
    Column("hash", String(64), primary_key=True),
    Column("match", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
)
"""What links open; seat -1 is a spectator's place."""

holders = Table(
    "holders",
    meta,
    Column("key", String(64), primary_key=True),
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Index("holders_by_match", "match"),
)
"""Which seats the holder of a key has taken."""

notices = Table(
    "notices",
    meta,
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("address", String(300), nullable=False),
)

version = Table("version", meta, Column("number", Integer, nullable=False))


def _first(connection: Connection) -> None:
    meta.create_all(connection)


MIGRATIONS = [_first]
"""Each brings the database from the version of its index to the next. Once released, one never changes."""


def migrate(connection: Connection) -> None:
    """Bring the database up to date; harmless when it is."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(730117)")
    have = _have(connection)
    if have > len(MIGRATIONS):
        raise RuntimeError(f"the database is of version {have}, this program knows {len(MIGRATIONS)}: use a newer one")
    for step in MIGRATIONS[have:]:
        step(connection)
    if have < len(MIGRATIONS):
        connection.execute(version.delete())
        connection.execute(version.insert().values(number=len(MIGRATIONS)))


def _have(connection: Connection) -> int:
    if not inspect(connection).has_table("version"):
        return 0
    return int(connection.execute(select(version.c.number)).scalar_one_or_none() or 0)
