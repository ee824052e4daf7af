"""The lines of "my tables". Finished matches are told by what is kept of them; only the others are loaded."""

from aerodrome.matches.errors import NotFound, UnreadableMatch
from aerodrome.matches.finished_summaries import (
    FinishedMatchSummary,
    build_finished_summary,
    describe_lesson_progress,
    is_finished,
    read_finished_summaries,
)
from aerodrome.matches.match import Match
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import ClaimedMatch
from aerodrome.server import schemas

_Finished = tuple[schemas.MatchSummary, FinishedMatchSummary]


async def build_match_lines(service: MatchService, claimed_matches: list[ClaimedMatch]) -> list[schemas.MatchSummary]:
    """A line for each match that somebody holds seats in: those that are not over first, the newest first of each."""
    over = {one.id for one in claimed_matches if one.status == "over"}
    kept = await read_finished_summaries(service.store, over)
    lines: list[schemas.MatchSummary] = []
    finished: list[_Finished] = []
    for one in claimed_matches:
        try:
            summary = kept.get(one.id) or await _load_summary_if_finished(service, one.id)
            if summary is None:
                lines.append(_build_running_line((await service.get_match(one.id)).match, one.seats))
            else:
                finished.append((_build_finished_line(one, summary), summary))
        except NotFound:
            continue  # removed just now
        except UnreadableMatch as error:
            lines.append(_build_problem_line(one, str(error)))
    await _add_who_waits_for_rematch(service, finished)
    lines += [line for line, _summary in finished]
    # The store sorts by all that happened, also by what others did in secret.
    return sorted(lines, key=lambda line: (line.id in over, -line.updated_at))


async def _load_summary_if_finished(service: MatchService, match_id: str) -> FinishedMatchSummary | None:
    """That of the match itself, which is kept for the next time; None when it goes on."""
    live = await service.get_match(match_id)
    if not is_finished(live.match):
        return None
    await service.keep_finished_summary(live)
    return build_finished_summary(live.match)


def _build_running_line(match: Match, claimed_seats: list[int]) -> schemas.MatchSummary:
    seats = [seat for seat in claimed_seats if seat >= 0]
    return schemas.MatchSummary(
        id=match.id,
        title=match.setup.title,
        status=match.status,
        names=[seat.name for seat in match.seats],
        seats=seats,
        my_turn=any(match.seats[seat].is_person and match.seats[seat].question_seq is not None for seat in seats),
        updated_at=match.get_last_visible_change_ms(seats),
        has_left=bool(seats) and match.status == "playing" and all(match.seats[seat].kind == "bot" for seat in seats),
        lesson=describe_lesson_progress(match),
    )


def _build_finished_line(claimed: ClaimedMatch, summary: FinishedMatchSummary) -> schemas.MatchSummary:
    seats = [seat for seat in claimed.seats if seat >= 0]
    private = summary.private_updated_at_ms
    return schemas.MatchSummary(
        id=claimed.id,
        title=summary.title,
        status="closed" if summary.is_closed else "over",
        names=summary.names,
        seats=seats,
        my_turn=False,
        updated_at=max(summary.public_updated_at_ms, *[private[seat] for seat in seats if seat < len(private)], 0),
        ended_by_agreement=summary.is_ended_by_agreement,
        winners=summary.winners,
        my_place=summary.places[seats[0]] if len(seats) == 1 and seats[0] < len(summary.places) else None,
        lesson=summary.lesson,
    )


def _build_problem_line(claimed: ClaimedMatch, problem: str) -> schemas.MatchSummary:
    return schemas.MatchSummary(
        id=claimed.id,
        title="",
        status=claimed.status,
        names=[],
        seats=[seat for seat in claimed.seats if seat >= 0],
        my_turn=False,
        updated_at=claimed.updated_at_ms,
        problem=problem,
    )


async def _add_who_waits_for_rematch(service: MatchService, finished: list[_Finished]) -> None:
    """Who opened a table to play again where the holder of the seats has not sat down yet."""
    ids = [summary.rematch_id for _line, summary in finished if summary.rematch_id is not None]
    waiting = await service.store.filter_waiting_matches(ids)
    for line, summary in finished:
        if summary.rematch_id not in waiting:
            continue
        try:
            rematch = (await service.get_match(summary.rematch_id)).match
        except (NotFound, UnreadableMatch):
            continue
        if rematch.status == "waiting" and any(rematch.seats[seat].kind == "open" for seat in line.seats):
            line.rematch_by = summary.rematch_by
