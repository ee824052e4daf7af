"""Votes: who has a voice, and when a vote is over."""

import pytest

from aerodrome.matches import commands, events
from aerodrome.matches.errors import InvalidState, MatchError, NotAllowed, StorageUnavailable
from aerodrome.matches.events import encode_event
from aerodrome.matches.live_match import AWAY_AFTER_S, LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import PendingAppend
from matches.conftest import play, seated


async def near_the_end(service: MatchService, people: int = 2) -> LiveMatch:
    """A match that one more choice of seat 0 ends."""
    live = await seated(service, "counting", *["person"] * people, options={"goal": 4})
    for seat in range(people):
        await play(service, live, seat, type="count", by=2)
        await play(service, live, seat, type="done")
    return live


async def end(service: MatchService, live: LiveMatch) -> None:
    await play(service, live, 0, type="count", by=2)
    assert live.match.is_over


async def test_a_vote_ends_with_the_match(service: MatchService) -> None:
    live = await near_the_end(service)
    await commands.undo_or_propose_vote(service, live, 0, "position", 1)
    (vote,) = live.match.votes
    await end(service, live)
    assert live.match.votes == {}
    with pytest.raises(InvalidState, match="over"):
        await commands.answer_proposal(service, live, 1, vote, True)
    assert live.match.is_over


async def test_nothing_is_voted_on_or_taken_back_after_the_end(service: MatchService) -> None:
    live = await near_the_end(service, 3)
    await end(service, live)
    version = live.match.version
    for scope in ("choice", "turn", "position"):
        with pytest.raises(InvalidState):
            await commands.undo_or_propose_vote(service, live, 0, scope, 1)
    with pytest.raises(InvalidState):
        await commands.replace_seat_or_propose_vote(service, live, 0, 1, "random", True)
    with pytest.raises(InvalidState):
        await commands.replace_seat_or_propose_vote(service, live, 0, 0, "random", True)
    with pytest.raises(InvalidState):
        await commands.hand_seat_to_bot(service, live, 0)
    assert live.match.version == version


async def test_an_old_match_that_voted_after_its_end_is_still_read(service: MatchService) -> None:
    live = await near_the_end(service, 3)
    await commands.undo_or_propose_vote(service, live, 0, "position", 1)
    (vote,) = live.match.votes
    await end(service, live)
    late = [
        encode_event(events.VoteCast(vote=vote, seat=1, agree=True)),
        encode_event(events.VoteCast(vote=vote, seat=2, agree=False)),
    ]
    again = Match.restore(live.match.id, live.match.setup, [*live.match.encoded_events, *late], [])
    assert (again.is_over, again.votes) == (True, {})


async def test_the_same_is_not_proposed_twice_and_nobody_agrees_twice(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person", "person")
    await commands.replace_seat_or_propose_vote(service, live, 0, 2, "random", True)
    (vote,) = live.match.votes
    for seat in (0, 1):
        with pytest.raises(InvalidState, match="already"):
            await commands.replace_seat_or_propose_vote(service, live, seat, 2, "random", False)
    with pytest.raises(NotAllowed):
        await commands.answer_proposal(service, live, 2, vote, False)
    await commands.answer_proposal(service, live, 1, vote, True)
    with pytest.raises(InvalidState, match="over"):
        await commands.answer_proposal(service, live, 1, vote, True)
    with pytest.raises(InvalidState, match="already"):
        await commands.replace_seat_or_propose_vote(service, live, 0, 2, "random", True)


async def test_a_vote_ends_when_who_wanted_it_or_all_who_could_settle_it_are_gone(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person", "person")
    await play(service, live, 0, type="count", by=1)
    await commands.undo_or_propose_vote(service, live, 1, "position", 1)
    await commands.hand_seat_to_bot(service, live, 1)
    assert live.match.votes == {}
    await commands.undo_or_propose_vote(service, live, 2, "position", 1)
    assert live.match.votes != {}
    await commands.hand_seat_to_bot(service, live, 0)
    assert live.match.votes == {}, "nobody is left to agree"


async def test_who_is_played_by_a_bot_proposes_nothing(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person", "person")
    await play(service, live, 0, type="count", by=1)
    await commands.hand_seat_to_bot(service, live, 2)
    for attempt in (
        commands.undo_or_propose_vote(service, live, 2, "position", 1),
        commands.undo_or_propose_vote(service, live, 2, "choice", None),
        commands.replace_seat_or_propose_vote(service, live, 2, 1, "random", False),
    ):
        with pytest.raises(InvalidState, match="take it back"):
            await attempt


async def test_a_vote_in_a_paused_match_changes_nothing(service: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await seated(service, "counting", "person", "person")
    await play(service, live, 0, type="count", by=1)
    await commands.undo_or_propose_vote(service, live, 1, "position", 1)
    (vote,) = live.match.votes
    version = live.match.version

    async def refuse(_append: PendingAppend) -> None:
        raise StorageUnavailable("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(service.store, "append_event", refuse)
        for attempt in (
            commands.answer_proposal(service, live, 0, vote, True),
            commands.undo_or_propose_vote(service, live, 0, "position", 1),
            commands.hand_seat_to_bot(service, live, 0),
        ):
            with pytest.raises(MatchError):
                await attempt
    assert (live.match.version, list(live.match.votes)) == (version, [vote])
    await commands.answer_proposal(service, live, 0, vote, True)
    assert live.match.votes == {}


async def test_those_who_are_here_replace_who_is_away(service: MatchService) -> None:
    live = await seated(service, "counting", *["person"] * 4)
    for seat in (2, 3):
        live.last_seen[seat] = live.loaded_at - AWAY_AFTER_S
    live.attach_viewer(0)
    live.attach_viewer(1)
    await commands.replace_seat_or_propose_vote(service, live, 0, 2, "random", True)
    (vote,) = live.match.votes
    await commands.answer_proposal(service, live, 1, vote, True)
    assert live.match.seats[2].replaced_reason == "vote", "nobody waits for the voice of somebody away"


async def test_somebody_here_is_replaced_only_when_all_others_agree(service: MatchService) -> None:
    live = await seated(service, "counting", *["person"] * 4)
    live.last_seen[3] = live.loaded_at - AWAY_AFTER_S
    for seat in (0, 1, 2):
        live.attach_viewer(seat)
    await commands.replace_seat_or_propose_vote(service, live, 0, 2, "random", True)
    (vote,) = live.match.votes
    await commands.answer_proposal(service, live, 1, vote, True)
    assert live.match.seats[2].is_person
    await commands.answer_proposal(service, live, 3, vote, True)
    assert not live.match.seats[2].is_person
