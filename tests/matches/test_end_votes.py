"""A game ends by agreement: everybody is asked, a no ends the vote, and what was agreed is an end like any other."""

import random
from typing import Any

import msgspec
import pytest

from aerodrome.bots.end_vote import agrees_to_end
from aerodrome.bots.evaluation import compute_win_shares
from aerodrome.core.actions import CHANCE
from aerodrome.core.leaders import find_leaders
from aerodrome.core.record import Record, RecordError
from aerodrome.matches import commands, end_votes, rematches
from aerodrome.matches.administration import get_match_row
from aerodrome.matches.bot_pool import build_bot_request, decide_end_vote
from aerodrome.matches.errors import InvalidState, NotAllowed
from aerodrome.matches.events import ClockRules
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.service import MatchService
from matches.conftest import KEY, play, seated, until
from matches.counting import Counting, CountingEvaluator, CountingState


async def ahead(service: MatchService, *seats: str, by: int = 0, **more: Any) -> LiveMatch:
    """A match in which seat 0, a person, has counted to `by` and is asked still."""
    live = await seated(service, "counting", *seats, **more)
    for _ in range(by // 2):
        await play(service, live, 0, type="count", by=2)
    return live


async def settled(live: LiveMatch) -> None:
    await until(live, lambda match: match.find_end_vote() is None)


async def test_a_game_ends_when_all_people_agree(service: MatchService) -> None:
    live = await ahead(service, "person", "person", "person", by=4)
    await commands.end_match_or_propose_vote(service, live, 1)
    (vote,) = live.match.votes
    await commands.answer_proposal(service, live, 0, vote, True)
    assert not live.match.is_over
    await commands.answer_proposal(service, live, 2, vote, True)
    match = live.match
    assert (match.status, match.is_over, match.record.over) == ("over", True, False)
    assert (match.winners, match.end_reason, match.asked_seats, match.votes) == ((0,), "agreement", [], {})
    assert (await get_match_row(service.store, match.id)).status == "over", "housekeeping goes by this"


async def test_after_an_agreed_end_nothing_is_played_taken_back_or_voted_on(service: MatchService) -> None:
    live = await ahead(service, "person", "person", by=2, clock=ClockRules(per_move=60_000))
    seq = live.match.get_shown_question_seq(0) or 0
    await commands.end_match_or_propose_vote(service, live, 0)
    (vote,) = live.match.votes
    await commands.answer_proposal(service, live, 1, vote, True)
    version = live.match.version
    for attempt in (
        commands.submit_action_and_detect_repeat(service, live, 0, seq, {"type": "done"}),
        commands.submit_action_and_detect_repeat(service, live, 0, live.match.log_length, {"type": "done"}),
        commands.undo_or_propose_vote(service, live, 0, "choice", None),
        commands.undo_or_propose_vote(service, live, 0, "position", 1),
        commands.end_match_or_propose_vote(service, live, 0),
        commands.answer_proposal(service, live, 1, vote, True),
        commands.set_standing_order(service, live, 0, "done", True),
        commands.hand_seat_to_bot(service, live, 0),
    ):
        with pytest.raises(InvalidState):
            await attempt
    assert live.match.version == version
    assert service._find_next_job(live.match) is None, "no clock runs"
    assert live.match.clocks.running_since_ms == [None, None]


async def test_an_agreed_end_is_read_again_and_leads_to_a_rematch(service: MatchService) -> None:
    live = await ahead(service, "person", "person", by=2)
    await commands.end_match_or_propose_vote(service, live, 0)
    await commands.answer_proposal(service, live, 1, next(iter(live.match.votes)), True)
    match = live.match
    again = Match.restore(match.id, match.setup, match.encoded_events, [])
    assert (again.status, again.winners, again.end_reason) == ("over", (0,), "agreement")
    assert (await rematches.join_or_create_rematch(service, live, 0, KEY)).match.status == "playing"


async def test_the_record_of_an_agreed_end_says_so_and_replays(service: MatchService) -> None:
    live = await ahead(service, "person", "person", by=6)
    await commands.end_match_or_propose_vote(service, live, 0)
    await commands.answer_proposal(service, live, 1, next(iter(live.match.votes)), True)
    exported = live.match.export_record()
    data = msgspec.json.decode(exported)
    assert data["result"] == {"scores": [6, 0], "winners": [0], "reason": "agreement"}
    assert Record.replay(exported).ended_by_agreement
    data["result"]["winners"] = [1]
    with pytest.raises(RecordError, match="result"):
        Record.replay(msgspec.json.encode(data))


async def test_a_no_ends_the_vote_and_it_is_asked_again_only_some_moves_later(service: MatchService) -> None:
    live = await ahead(service, "person", "person")
    await commands.end_match_or_propose_vote(service, live, 0)
    await commands.answer_proposal(service, live, 1, next(iter(live.match.votes)), False)
    assert live.match.votes == {}
    for seat in (0, 1):
        with pytest.raises(InvalidState, match="asked again after 16 more moves"):
            await commands.end_match_or_propose_vote(service, live, seat)
    for _ in range(live.match.end_vote_move_limit):
        await play(service, live, live.match.asked_seats[0], type="done")
    await commands.end_match_or_propose_vote(service, live, 0)


async def test_a_proposal_lapses_and_who_agreed_may_still_say_no(service: MatchService) -> None:
    live = await ahead(service, "person", "person", "person")
    await commands.end_match_or_propose_vote(service, live, 0)
    (vote,) = live.match.votes
    await commands.answer_proposal(service, live, 1, vote, True)
    assert end_votes.explain_why_no_end_vote_now(live.match)
    await commands.answer_proposal(service, live, 0, vote, False)
    assert live.match.votes == {}
    for _ in range(live.match.end_vote_move_limit):
        await play(service, live, live.match.asked_seats[0], type="done")
    await commands.end_match_or_propose_vote(service, live, 0)
    for _ in range(live.match.end_vote_move_limit + 1):
        assert live.match.find_end_vote() is not None
        await play(service, live, live.match.asked_seats[0], type="done")
    assert live.match.find_end_vote() is None, "it was about a position long past"
    assert end_votes.explain_why_no_end_vote_now(live.match) == "", "nobody refused"


async def test_bots_with_no_chance_agree(service: MatchService) -> None:
    live = await ahead(service, "person", "random", "captain", by=60)
    await commands.end_match_or_propose_vote(service, live, 0)
    await settled(live)
    assert live.match.end_reason == "agreement"
    assert live.match.winners == (0,)


async def test_a_bot_that_may_still_win_does_not_agree(service: MatchService) -> None:
    live = await ahead(service, "person", "captain")
    await commands.end_match_or_propose_vote(service, live, 0)
    await settled(live)
    assert not live.match.is_over
    assert live.match.end_refused_at == live.match.log_length
    assert live.match.asked_seats == [0], "the game goes on where it was"


async def test_bots_are_asked_when_all_people_have_agreed(service: MatchService) -> None:
    live = await ahead(service, "person", "random", "person", by=60)
    await commands.end_match_or_propose_vote(service, live, 0)
    vote = live.match.find_end_vote()
    assert vote is not None
    assert live.match.find_pending_voters(0, vote) == [2, 1]
    assert service._find_next_job(live.match) is None
    await commands.answer_proposal(service, live, 2, vote.id, True)
    await settled(live)
    assert live.match.is_over


async def test_nobody_votes_for_a_bot_and_a_bot_whose_person_left_has_a_voice(service: MatchService) -> None:
    live = await ahead(service, "person", "person", "person", by=60)
    await commands.end_match_or_propose_vote(service, live, 0)
    (vote,) = live.match.votes
    await commands.hand_seat_to_bot(service, live, 2)
    with pytest.raises(NotAllowed):
        await commands.answer_proposal(service, live, 2, vote, True)
    await commands.answer_proposal(service, live, 1, vote, True)
    await settled(live)
    assert live.match.is_over


async def test_people_at_one_screen_decide_at_once_and_bots_are_still_asked(service: MatchService) -> None:
    live = await ahead(service, "person", "person", mode="hotseat")
    await commands.end_match_or_propose_vote(service, live, 0)
    assert live.match.end_reason == "agreement"
    other = await ahead(service, "person", "person", "random", mode="hotseat")
    await commands.end_match_or_propose_vote(service, other, 0)
    await settled(other)
    assert not other.match.is_over


async def test_a_bot_answers_the_same_whenever_it_is_asked(service: MatchService) -> None:
    live = await ahead(service, "person", "captain", by=8)
    request = build_bot_request(live.match, 1)
    assert len({decide_end_vote(request) for _ in range(5)}) == 1


async def test_where_the_rules_have_a_vote_the_table_has_none(service: MatchService) -> None:
    live = await seated(service, "airkwire", "person", "person", "person")
    with pytest.raises(InvalidState, match=r"AK-13\.5"):
        await commands.end_match_or_propose_vote(service, live, 0)
    match = live.match
    (seat,) = match.asked_seats
    (offered,) = match.game.out_of_turn_choices(match.record.state, seat)
    assert offered.action == {"type": "call_vote"}
    for other in {0, 1, 2} - {seat}:
        assert match.game.out_of_turn_choices(match.record.state, other) == []
    await play(service, live, seat, type="call_vote")
    while not live.match.is_over:
        await play(service, live, live.match.asked_seats[0], type="vote", agree=True)
    assert (live.match.end_reason, live.match.is_ended_by_agreement) == ("agreed", False)


def play_some(title: str, seats: int, choices: int, seed: int) -> Record:
    record = Record.start(title, seats, seed=seed)
    rng = random.Random(seed)
    while choices and not record.over:
        (who, *_) = record.game.actors(record.state)
        if who == CHANCE:
            record.play_chance()
            continue
        choices -= 1
        record.play(who, rng.choice(record.game.legal(record.state, who)))
    record.advance()
    return record


@pytest.mark.parametrize("title", ["airline", "airsteam", "tingoose"])
def test_every_title_counts_a_game_that_is_not_over(title: str) -> None:
    for seed in range(3):
        record = play_some(title, 3, 60, seed)
        game, state = record.game, record.state
        assert not record.over
        scores = game.scores(state)
        assert [sum(line.amount for line in lines) for lines in game.score_breakdown(state)] == scores
        leaders = find_leaders(game, state)
        assert leaders
        assert all(scores[seat] == max(scores) for seat in leaders)
        record.ended_by_agreement = True
        assert Record.replay(record.to_json()).to_json() == record.to_json()


@pytest.mark.parametrize("title", ["airline", "airsteam", "tingoose"])
def test_at_the_start_of_a_game_no_bot_wants_its_end(title: str) -> None:
    record = play_some(title, 3, 1, 0)
    for seat in range(3):
        assert not agrees_to_end(record.game, record.state, seat, random.Random(1))


class Contrary(CountingEvaluator):
    """Thinks that who counts for nothing now will win."""

    def evaluate(self, game: Counting, state: CountingState) -> list[float]:
        return [-float(total) for total in state.totals]


async def test_a_bot_sure_to_win_later_does_not_agree_to_a_count_it_would_lose_now(
    service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await ahead(service, "person", "person", by=40)
    game, state = live.match.game, live.match.record.state
    assert agrees_to_end(game, state, 0, random.Random(1)), "far ahead"
    assert agrees_to_end(game, state, 1, random.Random(1)), "far behind"
    monkeypatch.setattr(game, "evaluator", Contrary({}))
    assert compute_win_shares(game, state)[1] > 0.85
    assert not agrees_to_end(game, state, 1, random.Random(1))
