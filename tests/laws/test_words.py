"""What people and learners get: words for everything, data that is plain JSON, scores that add up, one action space."""

import random

import msgspec
import pytest

from aerodrome import CHANCE, Event, Game
from laws.cases import Case, cases
from laws.walk import Moment, glances, some, walk


def law_words(game: Game, seats: int, seed: int) -> None:
    rng = random.Random(f"words {seed}")
    for moment in glances(game, seats, seed, looks=12):
        with moment.looked_at():
            if moment.who == CHANCE:
                assert game.say(moment.state, CHANCE, moment.action).strip(), "an outcome without words"
            else:
                _question(moment, rng)


def _question(moment: Moment, rng: random.Random) -> None:
    game, state, seat = moment.game, moment.state, moment.who
    question = game.question(state, seat)
    assert question.ask.strip(), "a question without words"
    assert msgspec.json.decode(msgspec.json.encode(question)), "a question that JSON cannot hold"
    legal = game.legal(state, seat)
    assert [choice.action for choice in question.choices] == [game.dump(action) for action in legal]
    labels = [(choice.group, choice.label, choice.detail) for choice in question.choices]
    assert all(label.strip() for _, label, _ in labels), "a choice without words"
    assert len(set(labels)) == len(labels), f"two choices read the same: {_twice(labels)}"
    assert all(refused.label and refused.why and refused.rule for refused in question.refused)
    for action in some(legal, 5, rng):
        assert game.say(state, seat, action).strip(), f"no words for {action}"


def _twice(labels: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    return [label for label in labels if labels.count(label) > 1][:2]


def law_events(game: Game, seats: int, seed: int) -> None:
    for moment in walk(game, seats, seed):
        with moment.looked_at():
            told: list[Event] = []
            game.apply(moment.state.clone(), moment.who, moment.action, told.append)
            for event in told:
                assert game.describe_event(event).strip(), f"no words for {event}"
                assert msgspec.json.encode(game.dump_event(event))


def law_score(game: Game, seats: int, seed: int) -> None:
    last = None
    for moment in walk(game, seats, seed):
        last = moment
    assert last is not None
    with last.looked_at():
        score_breakdown = game.score_breakdown(last.state)
        assert [sum(line.amount for line in lines) for lines in score_breakdown] == game.scores(last.state)
        assert all(line.label for lines in score_breakdown for line in lines)


def law_plain(game: Game, seats: int, seed: int) -> None:
    assert msgspec.json.encode(game.board()) == msgspec.json.encode(game.board()), "the board changes"
    assert len({game.seat_name(seat) for seat in range(seats)}) == seats, "two seats of one name"
    lengths = set()
    for moment in glances(game, seats, seed, looks=15):
        with moment.looked_at():
            for who in [*range(seats), None]:
                view = game.view(moment.state, who)
                assert msgspec.json.decode(msgspec.json.encode(view)) == view, f"view of {who} is not plain JSON"
                assert view["seat"] == who
                assert view["phase"].strip()
                for series in game.statistics(moment.state, who):
                    assert len(series.values) == seats
            lengths.add(len(game.evaluator.features(game, moment.state, moment.number % seats)))
            assert len(game.evaluator.evaluate(game, moment.state)) == seats
            assert game.evaluator.compute_three_to_one_lead(game, moment.state) > 0
    assert len(lengths) == 1, f"features of several lengths: {lengths}"


def law_catalogue(game: Game, seats: int, seed: int) -> None:
    action_space = game.action_space(seats)
    known = set(action_space)
    assert len(known) == len(action_space), "an action stands twice in the action space"
    assert game.action_space(seats) == action_space
    for moment in walk(game, seats, seed):
        if moment.who != CHANCE:
            with moment.looked_at():
                missing = [a for a in game.legal(moment.state, moment.who) if a not in known]
                assert not missing, f"not in the action_space: {missing[0]}"


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_question_and_choice_has_words(case: Case) -> None:
    law_words(case.game, case.seats, case.seed(15))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_event_has_words(case: Case) -> None:
    law_events(case.game, case.seats, case.seed(16))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_the_tally_adds_up_to_the_scores(case: Case) -> None:
    law_score(case.game, case.seats, case.seed(17))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_views_and_boards_are_plain_data(case: Case) -> None:
    law_plain(case.game, case.seats, case.seed(18))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_the_catalogue_holds_every_legal_action(case: Case) -> None:
    law_catalogue(case.game, case.seats, case.seed(19))
