"""Taking back: one's own choices, while nobody else acted and nothing hidden came to light."""

import pytest

import aerodrome
from aerodrome.matches import commands, event_builders
from aerodrome.matches.errors import InvalidState, NotAllowed
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.service import MatchService
from matches.conftest import play, seated


async def counted(service: MatchService, live: LiveMatch, *amounts: int) -> None:
    for by in amounts:
        await play(service, live, live.match.asked_seats[0], type="count", by=by)


def totals(live: LiveMatch) -> list[int]:
    return live.match.game.scores(live.match.record.state)


async def test_the_last_choice_is_taken_back(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    await counted(service, live, 1, 2)
    await commands.undo_or_propose_vote(service, live, 0, "choice", None)
    assert totals(live) == [1, 0]
    assert live.match.asked_seats == [0]


async def test_restarting_the_turn_takes_back_all_of_it(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    await counted(service, live, 1, 2, 2)
    await commands.undo_or_propose_vote(service, live, 0, "turn", None)
    assert totals(live) == [0, 0]


async def test_nobody_takes_back_what_another_seat_answered(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    await counted(service, live, 1)
    await play(service, live, 0, type="done")
    await counted(service, live, 2)
    with pytest.raises(InvalidState, match="Somebody else acted"):
        await commands.undo_or_propose_vote(service, live, 0, "choice", None)


async def test_nobody_takes_back_after_chance_answered(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    await play(service, live, 0, type="roll")
    with pytest.raises(InvalidState):
        await commands.undo_or_propose_vote(service, live, 0, "choice", None)


async def test_nobody_takes_back_what_showed_them_something_hidden(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    await counted(service, live, 1)
    await play(service, live, 0, type="peek")
    with pytest.raises(InvalidState, match="hidden"):
        await commands.undo_or_propose_vote(service, live, 0, "choice", None)
    await counted(service, live, 1)
    await commands.undo_or_propose_vote(service, live, 0, "turn", None)
    assert totals(live) == [1, 0], "the turn restarts after the peek, not before it"


async def test_the_last_of_several_sealed_bids_cannot_be_taken_back(service: MatchService) -> None:
    live = await seated(service, "toy", "person", "person", "person")
    await play(service, live, 0, type="bid", amount=3)
    assert event_builders.find_undo_positions_or_reason(live.match, 0)[0] == 3
    await play(service, live, 1, type="bid", amount=6)
    assert event_builders.find_undo_positions_or_reason(live.match, 0)[0] is None
    await play(service, live, 2, type="bid", amount=0)
    assert event_builders.find_undo_positions_or_reason(live.match, 2)[0] is None


async def test_further_back_needs_everybody(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person", "person", "random")
    start = live.match.actions_in_force_count
    for seat in (0, 1):
        await counted(service, live, 2)
        await play(service, live, seat, type="done")
    await commands.undo_or_propose_vote(service, live, 0, "position", start + 1)
    (vote,) = live.match.votes.values()
    assert (vote.to_position, live.match.find_pending_voters(0, vote)) == (start + 1, [1, 2])
    await commands.answer_proposal(service, live, 1, vote.id, True)
    assert totals(live)[:2] == [2, 2]
    await commands.answer_proposal(service, live, 2, vote.id, True)
    assert totals(live)[:2] == [2, 0]
    assert (live.match.asked_seats, live.match.votes) == ([0], {})


async def test_one_no_ends_the_vote(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person", "person")
    await counted(service, live, 2)
    await commands.undo_or_propose_vote(service, live, 1, "position", 1)
    (vote,) = live.match.votes
    await commands.answer_proposal(service, live, 0, vote, False)
    assert live.match.votes == {}
    with pytest.raises(InvalidState):
        await commands.answer_proposal(service, live, 2, vote, True)
    assert totals(live) == [2, 0, 0]


async def test_who_asked_has_no_second_voice(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person", "person")
    await counted(service, live, 2)
    await commands.undo_or_propose_vote(service, live, 1, "position", 1)
    (vote,) = live.match.votes
    with pytest.raises(NotAllowed):
        await commands.answer_proposal(service, live, 1, vote, False)


async def test_the_record_keeps_an_undo_and_replays_to_the_same_table(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person", options={"goal": 4})
    await counted(service, live, 1, 2)
    await commands.undo_or_propose_vote(service, live, 0, "choice", None)
    await counted(service, live, 1)
    await play(service, live, 0, type="roll")
    while not live.match.is_over:
        await counted(service, live, 2)
    data = live.match.export_record()
    again = aerodrome.Record.replay(data)
    assert [entry.undo for entry in again.log if entry.undo is not None] == [2]
    assert again.game.scores(again.state) == totals(live)
    assert again.verify() == []


async def test_a_vote_to_go_back_lands_where_somebody_chose_and_not_before_a_die(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "random", mode="hotseat")
    await play(service, live, 0, type="roll")
    await counted(service, live, 1)
    await commands.undo_or_propose_vote(service, live, 0, "position", 2)
    assert live.match.actions_in_force_count == 1
    assert live.match.asked_seats == [0]
