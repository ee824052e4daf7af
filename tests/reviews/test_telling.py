"""What a review tells in words: moments, seats of one name, lines, and who took the lead."""

import random

import msgspec
import pytest

from aerodrome import CHANCE
from aerodrome.reviews.chance_tables import _drop_same_beginning
from aerodrome.reviews.decision_judge import judge_decision
from aerodrome.reviews.lines import LONGEST_LINE, play_line_after
from aerodrome.reviews.match_stretches import split_record_into_stretches
from aerodrome.reviews.model import CHANCE_STEP, CHOICE_STEP, ReviewedStretch, list_distinct_seat_names
from aerodrome.reviews.moments import find_moments
from aerodrome.reviews.page import describe_lead_changes, render_review_page
from aerodrome.reviews.review import review
from aerodrome.reviews.tasks import do_review_tasks
from reviews.test_review import TINY, play


def test_rows_of_throws_keep_both_dice_where_the_first_is_the_same() -> None:
    assert _drop_same_beginning(["Rex throws 1 and 4 and crashes", "Rex throws 1 and 6 and flies on"]) == [
        "1 and 4 and crashes",
        "1 and 6 and flies on",
    ]


def test_the_deal_is_a_moment_and_all_that_chance_brought_at_once_is_told() -> None:
    record = play("tingoose")
    deal, *rest = split_record_into_stretches(record)
    after = ReviewedStretch(deal.kind, deal.begin, deal.end, deal.seat, [0.5, 0.3, 0.2])
    same = [ReviewedStretch(one.kind, one.begin, one.end, one.seat, [0.5, 0.3, 0.2]) for one in rest]
    (moment,) = find_moments(record, ["Ann", "Ben", "Cy"], [0.4, 0.3, 0.3], [after, *same], [])
    assert (moment.step, moment.position) == (0, 0)
    assert moment.words in (
        "The deal: the chance of Ann rises from 40% to 50%.",
        "The deal: the chance of Cy falls from 30% to 20%.",
    )

    record = play("airsteam")
    tiles = next(one for one in split_record_into_stretches(record) if one.kind == CHANCE_STEP and one.begin > 0)
    assert tiles.end - tiles.begin > 1
    before = [ReviewedStretch(CHOICE_STEP, 0, tiles.begin, 0, [0.5, 0.5])]
    brought = ReviewedStretch(tiles.kind, tiles.begin, tiles.end, tiles.seat, [0.7, 0.3])
    (moment,) = find_moments(record, ["Ann", "Ben"], [0.5, 0.5], [*before, brought], [])
    assert moment.words.count("tile comes to") == tiles.end - tiles.begin
    assert moment.words.endswith(". The chance of Ann rises from 50% to 70%.")


def test_two_seats_of_one_name_are_told_apart() -> None:
    assert list_distinct_seat_names(["cadet", "Ann", "cadet"], ["Red", "Blue", "Green"]) == [
        "cadet (Red)",
        "Ann",
        "cadet (Green)",
    ]
    assert list_distinct_seat_names(["Red", "Blue"], ["Red", "Blue"]) == ["Red", "Blue"]
    judged = review(play("airkwire", seed=2, names=["cadet"] * 3), TINY)
    assert judged.moments
    assert all(any(name in moment.words for name in judged.distinct_names) for moment in judged.moments)
    page = render_review_page(judged)
    for colour in judged.colours:
        assert page.count(f"cadet ({colour})") > 2, "at the head, beside its curve and beside its figures"


def test_a_choice_has_its_line_until_chance_acts() -> None:
    record = play("tingoose")
    game, rng = record.game, random.Random(1)
    lines = []
    for position, (who, action) in enumerate(record.played):
        if who != CHANCE:
            imagined = game.imagine(record.state_at(position), who, rng)
            lines.append(play_line_after(game, imagined, who, action))
    assert max(len(line) for line in lines) == LONGEST_LINE
    assert not any(sentence.startswith("You ") for line in lines for sentence in line)
    airline = play("airline")
    throw = next(
        position
        for position, (who, _action) in enumerate(airline.played)
        if who != CHANCE and airline.played[position + 1][0] == CHANCE
    )
    who, action = airline.played[throw]
    assert play_line_after(airline.game, airline.state_at(throw), who, action) == []
    judged = next(
        one
        for position, (who, action) in enumerate(record.played)
        if who != CHANCE
        and (one := judge_decision(game, record.state_at(position), position, who, action, TINY)) is not None
    )
    assert all(alternative.line for alternative in judged.alternatives)


def test_who_took_the_lead_is_told() -> None:
    judged = review(play("airkwire", names=["Ann", "Ben", "Cy"]), msgspec.structs.replace(TINY, candidates=0))
    flat = msgspec.structs.replace(judged, turning_points=[], start=[0.2, 0.5, 0.3])
    assert describe_lead_changes(flat) == "Ben led from the beginning to the end."
    steps = [
        ReviewedStretch(CHOICE_STEP, place, place + 1, 0, chances)
        for place, chances in enumerate(([0.2, 0.5, 0.3], [0.6, 0.2, 0.2], [0.1, 0.2, 0.7]))
    ]
    changed = msgspec.structs.replace(judged, start=[0.2, 0.5, 0.3], steps=steps, turning_points=[1, 2])
    assert describe_lead_changes(changed) == "The lead changed 2 times; since action 3 Cy had it."
    assert describe_lead_changes(changed) in render_review_page(changed)


@pytest.mark.parametrize("title", ["airsteam", "tingoose"])
def test_what_chance_could_have_brought_is_told_of_the_seat_that_its_moment_is_about(title: str) -> None:
    record = play(title)
    stretches = split_record_into_stretches(record)
    results = do_review_tasks(
        record.to_json(), "house", msgspec.structs.replace(TINY, most_outcomes=36), 0, len(stretches) + 1
    )
    told = 0
    for stretch, before, after in zip(stretches, results[:-1], results[1:], strict=True):
        table = before.chance_table
        if stretch.kind == CHANCE_STEP and table is not None:
            assert before.chances is not None
            assert after.chances is not None
            changes = [abs(now - was) for now, was in zip(after.chances, before.chances, strict=True)]
            assert changes[table.seat] == pytest.approx(max(changes), abs=1e-5)
            told += 1
    assert told > 0


def test_the_fifths_of_a_deal_are_of_deals_and_not_of_their_first_cards() -> None:
    record = play("tingoose")
    effort = msgspec.structs.replace(TINY, most_outcomes=36)
    assert len(record.game.legal(record.state_at(0), CHANCE)) < effort.most_outcomes
    table = do_review_tasks(record.to_json(), "house", effort, 0, 1)[0].chance_table
    assert table is not None
    assert table.looked_at == effort.most_outcomes
