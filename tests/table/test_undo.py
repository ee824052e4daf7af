"""Taking back: one's own choices, while nobody else acted and nothing hidden came to light."""

import pytest

import aerodrome
from aerodrome.table import doings, moves
from aerodrome.table.service import Live, Tables
from aerodrome.table.troubles import NotAllowed, NotNow
from table.conftest import play, seated


async def counted(tables: Tables, live: Live, *amounts: int) -> None:
    for by in amounts:
        await play(tables, live, live.match.asked[0], type="count", by=by)


def totals(live: Live) -> list[int]:
    return live.match.game.scores(live.match.record.state)


async def test_the_last_choice_is_taken_back(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person")
    await counted(tables, live, 1, 2)
    await doings.take_back(tables, live, 0, "choice", None)
    assert totals(live) == [1, 0]
    assert live.match.asked == [0]


async def test_restarting_the_turn_takes_back_all_of_it(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person")
    await counted(tables, live, 1, 2, 2)
    await doings.take_back(tables, live, 0, "turn", None)
    assert totals(live) == [0, 0]


async def test_nobody_takes_back_what_another_seat_answered(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person")
    await counted(tables, live, 1)
    await play(tables, live, 0, type="done")
    await counted(tables, live, 2)
    with pytest.raises(NotNow, match="Somebody else acted"):
        await doings.take_back(tables, live, 0, "choice", None)


async def test_nobody_takes_back_after_chance_answered(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person")
    await play(tables, live, 0, type="roll")
    with pytest.raises(NotNow):
        await doings.take_back(tables, live, 0, "choice", None)


async def test_nobody_takes_back_what_showed_them_something_hidden(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person")
    await counted(tables, live, 1)
    await play(tables, live, 0, type="peek")
    with pytest.raises(NotNow, match="hidden"):
        await doings.take_back(tables, live, 0, "choice", None)
    await counted(tables, live, 1)
    await doings.take_back(tables, live, 0, "turn", None)
    assert totals(live) == [1, 0], "the turn restarts after the peek, not before it"


async def test_the_last_of_several_sealed_bids_cannot_be_taken_back(tables: Tables) -> None:
    live = await seated(tables, "toy", "person", "person", "person")
    await play(tables, live, 0, type="bid", amount=3)
    assert moves.back(live.match, 0)[0] == 3
    await play(tables, live, 1, type="bid", amount=6)
    assert moves.back(live.match, 0)[0] is None
    await play(tables, live, 2, type="bid", amount=0)
    assert moves.back(live.match, 2)[0] is None


async def test_further_back_needs_everybody(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person", "person", "random")
    start = live.match.position
    for seat in (0, 1):
        await counted(tables, live, 2)
        await play(tables, live, seat, type="done")
    await doings.take_back(tables, live, 0, "position", start + 1)
    (vote,) = live.match.votes.values()
    assert (vote.to, doings.waiting(live.match, 0, vote)) == (start + 1, [1, 2])
    await doings.vote(tables, live, 1, vote.id, True)
    assert totals(live)[:2] == [2, 2]
    await doings.vote(tables, live, 2, vote.id, True)
    assert totals(live)[:2] == [2, 0]
    assert (live.match.asked, live.match.votes) == ([0], {})


async def test_one_no_ends_the_vote(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person", "person")
    await counted(tables, live, 2)
    await doings.take_back(tables, live, 1, "position", 1)
    (vote,) = live.match.votes
    await doings.vote(tables, live, 0, vote, False)
    assert live.match.votes == {}
    with pytest.raises(NotNow):
        await doings.vote(tables, live, 2, vote, True)
    assert totals(live) == [2, 0, 0]


async def test_who_asked_has_no_second_voice(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person", "person")
    await counted(tables, live, 2)
    await doings.take_back(tables, live, 1, "position", 1)
    (vote,) = live.match.votes
    with pytest.raises(NotAllowed):
        await doings.vote(tables, live, 1, vote, False)


async def test_the_record_keeps_an_undo_and_replays_to_the_same_table(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person", options={"goal": 4})
    await counted(tables, live, 1, 2)
    await doings.take_back(tables, live, 0, "choice", None)
    await counted(tables, live, 1)
    await play(tables, live, 0, type="roll")
    while not live.match.over:
        await counted(tables, live, 2)
    data = live.match.record_json()
    again = aerodrome.Record.replay(data)
    assert [entry.undo for entry in again.log if entry.undo is not None] == [2]
    assert again.game.scores(again.state) == totals(live)
    assert again.verify() == []


async def test_a_vote_to_go_back_lands_where_somebody_chose_and_not_before_a_die(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "random", mode="hotseat")
    await play(tables, live, 0, type="roll")
    await counted(tables, live, 1)
    await doings.take_back(tables, live, 0, "position", 2)
    assert live.match.position == 1
    assert live.match.asked == [0]
