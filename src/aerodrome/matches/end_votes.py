"""Ending a game by agreement, where its rules know no vote: who may propose it, and what the answers lead to."""

from aerodrome.matches.errors import InvalidState, NotAllowed
from aerodrome.matches.events import MatchEndedByAgreement, VoteCast, VoteProposed
from aerodrome.matches.match import Match, Vote


def explain_why_no_end_vote_now(match: Match) -> str:
    """Why nobody may propose to end the game now; "" when somebody may."""
    if match.status != "playing":
        return "The match is not in play."
    if match.game.presentation.end_vote_rule:
        return f"In this game a vote to end is called by its rules ({match.game.presentation.end_vote_rule})."
    if match.find_end_vote() is not None:
        return "This is being voted on already."
    if match.end_refused_at is not None:
        to_wait = match.end_refused_at + match.end_vote_move_limit - match.public_log_length
        if to_wait > 0:
            moves = "1 more move" if to_wait == 1 else f"{to_wait} more moves"
            return f"The table wanted to play on: it can be asked again after {moves}."
    return ""


def build_vote_proposed_or_match_ended(match: Match, seat: int) -> VoteProposed | MatchEndedByAgreement:
    """The proposal; the end itself where nobody else has a voice. Raises InvalidState."""
    reason = explain_why_no_end_vote_now(match)
    if reason:
        raise InvalidState(reason)
    proposed = Vote(0, "end", seat, None, None, "", [seat])
    if not match.find_pending_voters(seat, proposed):
        return MatchEndedByAgreement(seat=seat)
    return VoteProposed(seat=seat, vote_kind="end")


def build_person_vote_cast_or_match_ended(
    match: Match, vote: Vote, seat: int, agree: bool
) -> VoteCast | MatchEndedByAgreement | None:
    """A person's answer; who agreed may still say no. None when it was given before. Raises NotAllowed."""
    if seat in vote.agreed:
        return None if agree else VoteCast(vote=vote.id, seat=seat, agree=False)
    if seat not in match.find_pending_voters(vote.proposed_by, vote) or not match.seats[seat].is_person:
        raise NotAllowed("You have no voice in this vote.")
    return _build_vote_cast_or_match_ended(match, vote, seat, agree)


def build_bot_vote_cast_or_match_ended(
    match: Match, vote_id: int, seat: int, agree: bool
) -> VoteCast | MatchEndedByAgreement | None:
    """A bot's answer; None when it is not asked any more."""
    vote = match.votes.get(vote_id)
    if vote is None or match.seats[seat].kind != "bot":
        return None
    if seat not in match.find_pending_voters(vote.proposed_by, vote):
        return None
    return _build_vote_cast_or_match_ended(match, vote, seat, agree)


def _build_vote_cast_or_match_ended(
    match: Match, vote: Vote, seat: int, agree: bool
) -> VoteCast | MatchEndedByAgreement:
    """The last agreement ends the game."""
    if agree and match.find_pending_voters(vote.proposed_by, vote) == [seat]:
        return MatchEndedByAgreement(seat=vote.proposed_by)
    return VoteCast(vote=vote.id, seat=seat, agree=agree)
