"""What is kept of a seat besides its events: links that open it, where its person is told, and notes."""

import contextlib
from typing import NamedTuple

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches.errors import VersionConflict
from aerodrome.matches.schema import link_tokens, notification_addresses, seat_notes
from aerodrome.matches.store import MatchStore
from aerodrome.matches.stored_rows import find_first_readable_row
from aerodrome.matches.util import hash_secret


class SeatNote(NamedTuple):
    """What the person at a seat has written down; `revision` is 0 as long as nothing is."""

    text: str
    revision: int


class LinkTarget(NamedTuple):
    """A seat of a match; -1 is a spectator's place."""

    match: str
    seat: int


class SeatLinksAndNotesStore:
    """Reads and writes links, addresses and notes of seats; `MatchStore` has the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    async def add_link(self, token: str, match_id: str, seat: int) -> None:
        """A token that opens this seat; harmless when it does already."""
        with contextlib.suppress(VersionConflict):
            row = {"hash": hash_secret(token), "match": match_id, "seat": seat}
            await self.store.execute_write(insert(link_tokens).values(row))

    async def count_links(self, match_id: str, seat: int) -> int:
        """How many tokens open this seat, or did so until they ran out of time."""
        of_seat = link_tokens.c.match == match_id, link_tokens.c.seat == seat
        rows = await self.store.fetch_all(select(func.count()).select_from(link_tokens).where(*of_seat))
        return int(rows[0][0])

    async def use_up_link(self, token: str) -> bool:
        """Whether the token was there; from now on it is not."""
        used: list[int] = []

        async def write(connection: AsyncConnection) -> None:
            result = await connection.execute(delete(link_tokens).where(link_tokens.c.hash == hash_secret(token)))
            used.append(result.rowcount)

        await self.store.run_transaction(write)
        return bool(used[-1])

    async def find_link_target(self, token: str) -> LinkTarget | None:
        """What the link with this token opens."""
        query = select(link_tokens.c.match, link_tokens.c.seat).where(link_tokens.c.hash == hash_secret(token))
        rows = await self.store.fetch_all(query)
        return find_first_readable_row(rows, LinkTarget, "a link")

    async def get_turn_notice_address(self, match_id: str, seat: int) -> str:
        """Where to tell this seat that it is its turn; "" for nowhere."""
        table = notification_addresses
        rows = await self.store.fetch_all(
            select(table.c.address).where(table.c.match == match_id, table.c.seat == seat)
        )
        return str(rows[0][0]) if rows else ""

    async def set_turn_notice_address(self, match_id: str, seat: int, address: str) -> None:
        """Where to tell this seat that it is its turn; "" for nowhere."""
        table = notification_addresses

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(delete(table).where(table.c.match == match_id, table.c.seat == seat))
            if address:
                await connection.execute(insert(table).values(match=match_id, seat=seat, address=address))

        await self.store.run_transaction_with_retries(write)

    async def get_seat_note(self, match_id: str, seat: int) -> SeatNote:
        """What the person at a seat has written down."""
        mine = and_(seat_notes.c.match == match_id, seat_notes.c.seat == seat)
        rows = await self.store.fetch_all(select(seat_notes.c.text, seat_notes.c.revision).where(mine))
        return find_first_readable_row(rows, SeatNote, "a note") or SeatNote("", 0)

    async def set_seat_note_unless_changed(self, match_id: str, seat: int, text: str, revision: int) -> SeatNote:
        """Keep what a person wrote, unless it was changed after that revision. Returns what is kept now."""
        table = seat_notes
        change = update(table).where(table.c.match == match_id, table.c.seat == seat, table.c.revision == revision)

        async def write(connection: AsyncConnection) -> None:
            if revision == 0:
                await connection.execute(insert(table).values(match=match_id, seat=seat, text=text, revision=1))
                return
            result = await connection.execute(change.values(text=text, revision=revision + 1))
            if not result.rowcount:
                raise VersionConflict

        with contextlib.suppress(VersionConflict):
            await self.store.run_transaction(write)
        return await self.get_seat_note(match_id, seat)
