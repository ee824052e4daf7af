"""A lesson at the table: it follows its file, waits for the learner, leads back, and can be left and played on."""

from collections.abc import Callable

import pytest

from aerodrome.core.lesson import UNFORESEEN, list_lessons_with_names, matches_pattern
from aerodrome.core.registry import titles
from aerodrome.matches import commands, match_creation
from aerodrome.matches.automatic_jobs import find_next_job_or_wait
from aerodrome.matches.errors import InvalidState, NotFound
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.service import MatchService
from aerodrome.server.lesson_serializers import build_lesson_info
from aerodrome.server.serializers import build_origin_info
from matches.conftest import KEY, until

LESSONS = [(title, name) for title in titles() for name, _ in list_lessons_with_names(title)]


async def begin(service: MatchService, title: str = "tingoose", name: str = "first") -> LiveMatch:
    live = await match_creation.create_lesson_match(service, title, name, None, KEY)
    await until(live, is_waiting)
    return live


def is_waiting(match: Match) -> bool:
    place = match.find_lesson_progress()
    return place is not None and place.next_move is None


def step_of(live: LiveMatch) -> int:
    place = live.match.find_lesson_progress()
    assert place is not None
    return place.step


async def choose(service: MatchService, live: LiveMatch, pattern: dict[str, object]) -> None:
    match = live.match
    seat = 0
    legal = [match.game.dump(action) for action in match.game.legal(match.record.state, seat)]
    action = next(one for one in legal if matches_pattern(one, pattern))
    seq = match.get_shown_question_seq(seat) or 0
    await commands.submit_action_and_detect_repeat(service, live, seat, seq, action)
    await until(live, is_waiting)


async def follow(service: MatchService, live: LiveMatch, count: int) -> None:
    script = live.match.lesson_script
    assert script is not None
    for _ in range(count):
        await choose(service, live, script.lesson.steps[step_of(live)].choose)


async def test_the_shown_choices_lead_to_the_end_and_no_bot_moves_on(service: MatchService) -> None:
    live = await begin(service)
    script = live.match.lesson_script
    assert script is not None
    await follow(service, live, len(script.lesson.steps))
    place = live.match.find_lesson_progress()
    assert place is not None
    assert place.status == "done"
    assert find_next_job_or_wait(live.match, 0, 0, "captain") is None
    with pytest.raises(InvalidState):
        await commands.submit_action_and_detect_repeat(service, live, 0, live.match.log_length, {"type": "pass"})


async def test_the_same_happens_each_time(service: MatchService) -> None:
    one, other = await begin(service), await begin(service)
    await follow(service, one, 5)
    await follow(service, other, 5)
    assert one.match.record.played == other.match.record.played


async def test_who_goes_astray_is_answered_and_led_back(service: MatchService) -> None:
    live = await begin(service)
    await follow(service, live, 1)
    before = live.match.actions_in_force_count
    await choose(service, live, {"type": "play_card", "card": "G32"})
    place = live.match.find_lesson_progress()
    assert place is not None
    assert (place.status, place.back_to, place.step) == ("astray", before, 1)
    assert place.answer is not None
    assert place.answer.heading == "Oil: everybody pays at once"
    assert not live.match.is_choice_allowed_by_lesson
    await commands.undo_or_propose_vote(service, live, 0, "position", place.back_to)
    assert step_of(live) == 1
    assert live.match.is_choice_allowed_by_lesson
    await follow(service, live, 3)
    assert step_of(live) == 4


@pytest.mark.parametrize(("title", "name"), LESSONS)
async def test_every_step_can_be_taken_back_by_the_number_that_the_client_has(
    service: MatchService, title: str, name: str
) -> None:
    """What others planned in secret counts for nobody else, so that the learner's positions are smaller numbers."""
    live = await begin(service, title, name)
    script = live.match.lesson_script
    assert script is not None
    for number in range(len(script.lesson.steps)):
        if await stray(service, live, number):
            info = build_lesson_info(live.match, 0)
            assert info is not None
            assert info.back_to is not None
            await commands.undo_or_propose_vote(service, live, 0, "position", info.back_to)
            await until(live, is_waiting)
            assert step_of(live) == number
        await follow(service, live, 1)
        assert step_of(live) == number + 1


async def test_no_choice_ends_the_game_in_a_lesson(service: MatchService) -> None:
    live = await begin(service, "airline", "deals")
    await follow(service, live, 8)
    with pytest.raises(InvalidState, match="You would be bankrupt"):
        await choose(service, live, {"type": "give_up"})
    await follow(service, live, 1)
    assert step_of(live) == 9


async def stray(service: MatchService, live: LiveMatch, number: int) -> bool:
    """Choose the first thing from which the lesson does not go on. False where there is none."""
    match, script = live.match, live.match.lesson_script
    assert script is not None
    legal = [match.game.dump(action) for action in match.game.legal(match.record.state, 0)]
    astray = [
        one for one in legal if one["type"] != "give_up" and not script.find_panel_and_next_moves_key(number, one)[1]
    ]
    if not astray:
        return False
    await choose(service, live, astray[0])
    place = match.find_lesson_progress()
    assert place is not None
    assert place.status == "astray"
    return True


async def test_a_choice_without_words_is_answered_too(service: MatchService) -> None:
    live = await begin(service)
    await follow(service, live, 3)
    await choose(service, live, {"type": "issue_bond"})
    place = live.match.find_lesson_progress()
    assert place is not None
    assert place.answer is UNFORESEEN
    assert place.status == "astray"


async def test_another_way_goes_on(service: MatchService) -> None:
    live = await begin(service)
    await follow(service, live, 6)
    await choose(service, live, {"type": "take_labor_chip", "second": True})
    place = live.match.find_lesson_progress()
    assert place is not None
    assert (place.status, place.step, place.is_other) == ("choosing", 7, True)


async def test_it_waits_until_one_comes_back(service: MatchService, again: Callable[[], MatchService]) -> None:
    live = await begin(service)
    await follow(service, live, 4)
    later = again()
    await later.open()
    try:
        found = await later.get_match(live.match.id)
        assert step_of(found) == 4
        await follow(later, found, 1)
        assert step_of(found) == 5
    finally:
        await later.close()


async def test_a_game_goes_on_from_where_it_stands(service: MatchService) -> None:
    live = await begin(service)
    await follow(service, live, 3)
    played = await match_creation.create_match_from_lesson(service, live, KEY)
    assert played.match.lesson_script is None
    assert played.match.record.played == live.match.record.played
    assert [seat.kind for seat in played.match.seats] == ["person", "bot", "bot", "bot"]
    assert played.match.asked_seats == [0]
    told = build_origin_info(played.match)
    assert told is not None
    assert (told.is_lesson, told.text.partition(".")[0]) == (True, "This table goes on from a lesson")
    with pytest.raises(InvalidState):
        await match_creation.create_match_from_lesson(service, played, KEY)


async def test_it_can_be_put_away(service: MatchService) -> None:
    live = await begin(service)
    await commands.close_unstarted_match_or_lesson(service, live, True)
    assert live.match.status == "closed"
    with pytest.raises(InvalidState):
        await choose(service, live, {"type": "take_airmail"})


async def test_there_is_no_other(service: MatchService) -> None:
    with pytest.raises(NotFound):
        await match_creation.create_lesson_match(service, "tingoose", "../first", None, KEY)
