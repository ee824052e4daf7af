"""Reviews in the database: what was asked for, what is done of it, and who agrees that everybody may see it."""

import contextlib
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches.decision_figures import MatchDecisionFigures, replace_decision_figures_of_match
from aerodrome.matches.errors import VersionConflict
from aerodrome.matches.schema import decision_figures, review_consents, review_results, reviews
from aerodrome.matches.store import MatchStore, require_matches_usable
from aerodrome.matches.stored_rows import convert_to_bytes


class ReviewRow(NamedTuple):
    """The row of a review."""

    basis: str
    is_finished: bool
    public_token: str | None


class ReviewStore:
    """Reads and writes reviews; `MatchStore` has the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    async def find_review_row(self, match_id: str) -> ReviewRow | None:
        """The review of a match, if somebody asked for one."""
        columns = reviews.c.basis, reviews.c.is_finished, reviews.c.public_token
        rows = await self.store.fetch_all(select(*columns).where(reviews.c.match == match_id))
        return ReviewRow(rows[0][0], bool(rows[0][1]), rows[0][2]) if rows else None

    async def begin_or_continue_review(self, match_id: str, basis: str) -> None:
        """A review of this basis goes on or begins; results of another basis are dropped."""
        of_match = reviews.c.match == match_id

        async def write(connection: AsyncConnection) -> None:
            await require_matches_usable(connection, {match_id})
            known = (await connection.execute(select(reviews.c.basis).where(of_match))).scalar()
            if known is None:
                await connection.execute(insert(reviews).values(match=match_id, basis=basis, is_finished=False))
            elif known != basis:
                await connection.execute(update(reviews).where(of_match).values(basis=basis, is_finished=False))
                for table in (review_results, decision_figures):
                    await connection.execute(delete(table).where(table.c.match == match_id))

        with contextlib.suppress(VersionConflict):  # another process was quicker
            await self.store.run_transaction(write)

    async def add_review_results(
        self, match_id: str, results: dict[int, bytes], is_finished: bool, figures: MatchDecisionFigures | None = None
    ) -> None:
        """Keep what is done of a review, and what whole ones add up to. Raises NotFound when the match was removed."""
        table = review_results

        async def write(connection: AsyncConnection) -> None:
            await require_matches_usable(connection, {match_id})
            # What is there already of the same task was found unreadable, or comes to the same.
            await connection.execute(delete(table).where(table.c.match == match_id, table.c.task.in_(list(results))))
            rows = [{"match": match_id, "task": task, "encoded": encoded} for task, encoded in results.items()]
            if rows:
                await connection.execute(insert(table), rows)
            if is_finished:
                await connection.execute(update(reviews).where(reviews.c.match == match_id).values(is_finished=True))
            if figures is not None:
                await replace_decision_figures_of_match(connection, figures)

        with contextlib.suppress(VersionConflict):  # another process kept the same results
            await self.store.run_transaction(write)

    async def load_review_results(self, match_id: str) -> dict[int, bytes]:
        """All results that are kept, by the number of their task."""
        query = select(review_results.c.task, review_results.c.encoded).where(review_results.c.match == match_id)
        return {
            row[0]: convert_to_bytes(row[1])
            for row in await self.store.fetch_all(query.order_by(review_results.c.task))
        }

    async def count_review_results(self, match_id: str) -> int:
        """How many results are kept."""
        query = select(func.count()).select_from(review_results).where(review_results.c.match == match_id)
        return int((await self.store.fetch_all(query))[0][0])

    async def list_match_ids_of_unfinished_reviews(self, limit: int) -> list[str]:
        """Matches whose reviews were begun and are not done."""
        query = select(reviews.c.match).where(reviews.c.is_finished.is_(False)).order_by(reviews.c.match)
        return [row[0] for row in await self.store.fetch_all(query.limit(limit))]

    async def list_review_consents(self, match_id: str) -> list[int]:
        """The seats that agree that everybody may see the review."""
        query = select(review_consents.c.seat).where(review_consents.c.match == match_id)
        return [row[0] for row in await self.store.fetch_all(query.order_by(review_consents.c.seat))]

    async def set_review_consent(self, match_id: str, seats: list[int], agree: bool) -> None:
        """These seats agree that everybody may see the review, or no longer do."""
        table = review_consents

        async def write(connection: AsyncConnection) -> None:
            await require_matches_usable(connection, {match_id})
            await connection.execute(delete(table).where(table.c.match == match_id, table.c.seat.in_(seats)))
            if agree:
                await connection.execute(insert(table), [{"match": match_id, "seat": seat} for seat in seats])

        with contextlib.suppress(VersionConflict):  # the same person said so twice at once
            await self.store.run_transaction(write)

    async def set_review_token_if_none(self, match_id: str, token: str) -> None:
        """The token of the public link, kept for as long as the review is."""
        change = update(reviews).where(reviews.c.match == match_id, reviews.c.public_token.is_(None))
        await self.store.execute_write(change.values(public_token=token))

    async def find_match_id_of_review_token(self, token: str) -> str | None:
        """The match whose review a public link opens, if all agree."""
        rows = await self.store.fetch_all(select(reviews.c.match).where(reviews.c.public_token == token))
        return rows[0][0] if rows else None
