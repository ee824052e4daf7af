"""What lists say of a finished match, kept when it is known: a list of hundreds of them must load none.

A summary names the version it was made at. Whatever is stored after it (a line of chat, a rematch) makes it void, and
the next one is made from the match itself.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches.match import Match
from aerodrome.matches.schema import events, finished_summaries, matches
from aerodrome.matches.stored_rows import build_from_readable_rows, convert_to_bytes

if TYPE_CHECKING:
    from aerodrome.matches.store import MatchStore


class FinishedMatchSummary(msgspec.Struct, frozen=True):
    """A match that is over, or a table that was closed before it began, for everybody who may list it."""

    title: str
    is_closed: bool
    names: list[str]
    winners: list[str]
    places: list[int]
    """By seat: which place it came in; empty for a closed table."""
    is_ended_by_agreement: bool
    public_updated_at_ms: int
    private_updated_at_ms: list[int]
    """By seat: when something last happened that it alone may know of."""
    rematch_id: str | None
    rematch_by: str
    """Who asked to play again; else empty."""
    lesson: str
    """Of a lesson: its name and how far it came."""


def is_finished(match: Match) -> bool:
    """Whether nothing is played in this match any more."""
    return match.is_over or match.is_closed


def build_finished_summary(match: Match) -> FinishedMatchSummary:
    """What lists say of this match, which is finished."""
    return FinishedMatchSummary(
        title=match.setup.title,
        is_closed=match.is_closed,
        names=[seat.name for seat in match.seats],
        winners=[match.get_display_name(seat) for seat in match.winners] if match.is_over else [],
        places=_compute_finishing_places(match) if match.is_over else [],
        is_ended_by_agreement=match.is_ended_by_agreement,
        public_updated_at_ms=match.public_updated_at_ms,
        private_updated_at_ms=[match.private_updated_at_ms[seat] for seat in range(len(match.seats))],
        rematch_id=match.rematch_id,
        rematch_by="" if match.rematch_by is None else match.get_display_name(match.rematch_by),
        lesson=describe_lesson_progress(match),
    )


def _compute_finishing_places(match: Match) -> list[int]:
    """Ties that the rules break are told by who has won; below them, the same score is the same place."""
    scores, winners = match.game.scores(match.record.state), match.winners

    def compute_place(seat: int) -> int:
        if seat in winners:
            return 1
        return 1 + sum(other in winners or scores[other] > scores[seat] for other in range(len(scores)))

    return [compute_place(seat) for seat in range(len(scores))]


def describe_lesson_progress(match: Match) -> str:
    """The line of "my tables": what the lesson is called and how far it is; empty for a game."""
    script, progress = match.lesson_script, match.find_lesson_progress()
    if script is None or progress is None:
        return ""
    steps = len(script.lesson.steps)
    return f"{script.lesson.name} · " + ("done" if progress.step >= steps else f"step {progress.step + 1} of {steps}")


async def store_finished_summary(store: "MatchStore", match: Match) -> None:
    """Keep what lists say of a finished match, as it is now."""
    encoded, row = msgspec.json.encode(build_finished_summary(match)), finished_summaries.c
    values = literal(match.id), literal(match.version), literal(encoded, finished_summaries.c.encoded.type)
    # Not for a match that is being removed: its rows would stay.
    is_kept = matches.c.id == match.id, matches.c.set_aside.is_(None)
    new_row = insert(finished_summaries).from_select(["match", "version", "encoded"], select(*values).where(*is_kept))

    async def write(connection: AsyncConnection) -> None:
        await connection.execute(delete(finished_summaries).where(row.match == match.id))
        await connection.execute(new_row)

    await store.run_transaction_with_retries(write)


async def read_finished_summaries(store: "MatchStore", match_ids: Collection[str]) -> dict[str, FinishedMatchSummary]:
    """Those that are kept of these matches and still true."""
    row = finished_summaries.c
    newest = select(func.max(events.c.version)).where(events.c.match == row.match).scalar_subquery()
    query = select(row.match, row.encoded).join_from(finished_summaries, matches, matches.c.id == row.match)
    is_true = row.version == newest, matches.c.status == "over", matches.c.set_aside.is_(None)
    rows = await store.fetch_all(query.where(row.match.in_(list(match_ids)), *is_true))
    return dict(build_from_readable_rows(rows, _decode_row, "a summary"))


def _decode_row(row: Any) -> tuple[str, FinishedMatchSummary]:
    return row.match, msgspec.json.decode(convert_to_bytes(row.encoded), type=FinishedMatchSummary)
