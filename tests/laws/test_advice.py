"""Law: advice is ordered by what it shows, is the same whoever asks, and its reasons do not argue against its figures.

`benchmarks/advice_law.py` tries it on as many positions as one likes.
"""

import random
from collections.abc import Iterator

import pytest

import aerodrome
from aerodrome import Action, Game, State
from aerodrome.bots.advice import Advice, AdvisedChoice, advise, hash_position_seen_by, round_to_percent
from laws.walk import Moment, walk

POSITIONS = 100
PER_GAME = 12
SIMULATIONS = 8
MEASUREMENTS = 15


@pytest.mark.parametrize("title", aerodrome.titles())
def test_advice(title: str) -> None:
    for moment in positions(title, POSITIONS):
        with moment.looked_at():
            law_advice(moment.game, moment.state, moment.who)


def positions(title: str, count: int, seed: int = 0) -> Iterator[Moment]:
    """Moments of random games with every number of seats in turn at which a seat has something to choose."""
    game = aerodrome.load(title)
    found = 0
    while found < count:
        seats = game.seats_min + seed % (game.seats_max - game.seats_min + 1)
        rng = random.Random(f"advice {seed}")
        moments = [m.number for m in walk(game, seats, seed) if m.who >= 0 and len(game.legal(m.state, m.who)) > 1]
        chosen = set(rng.sample(moments, min(len(moments), PER_GAME, count - found)))
        for moment in walk(game, seats, seed):
            if moment.number in chosen:
                found += 1
                yield moment
        seed += 1


def law_advice(game: Game, state: State, seat: int) -> int:
    """Returns how many reasons were given."""
    before = game.to_json(state)
    advice = ask(game, state, seat)
    assert game.to_json(state) == before, "asking changed the table"
    check_choices(game, state, seat, advice)
    check_order(advice)
    check_reasons(game, state, seat, advice)
    other = game.imagine(state, seat, random.Random(before))
    assert hash_position_seen_by(game, other, seat) == hash_position_seen_by(game, state, seat), (
        "the seed knows what is hidden"
    )
    again = ask(game, other, seat)
    assert [plain(game, one) for one in again.choices] == [plain(game, one) for one in advice.choices], "another answer"
    return sum(1 for choice in advice.choices if choice.reason)


def ask(game: Game, state: State, seat: int) -> Advice:
    return advise(game, state, seat, simulations=SIMULATIONS, measurements=MEASUREMENTS)


def plain(game: Game, choice: AdvisedChoice) -> tuple[object, ...]:
    return (
        game.dump(choice.action),
        choice.win_chance,
        choice.uncertainty,
        choice.percent,
        choice.gain,
        choice.gain_words,
        choice.about_as_good,
        choice.reason,
    )


def check_choices(game: Game, state: State, seat: int, advice: Advice) -> None:
    actions = [choice.action for choice in advice.choices]
    legal = game.legal(state, seat)
    assert actions, "no advice"
    assert len(actions) == len(set(actions)) <= 5
    assert all(game.why_not(state, seat, action) is None for action in actions), "advice names what is not allowed"
    # Judged on the table that advice imagines: what is worth a bid depends on the cards that one believes in.
    believed = game.imagine(state, seat, random.Random(hash_position_seen_by(game, state, seat)))
    if not all(is_pointless(game, believed, seat, action) for action in legal):
        assert not any(is_pointless(game, believed, seat, action) for action in actions), "advice names the pointless"
    for choice in advice.choices:
        assert 0.0 <= choice.win_chance <= 1.0
        assert choice.uncertainty >= 0.0
        assert choice.percent == round_to_percent(choice.win_chance)


def is_pointless(game: Game, state: State, seat: int, action: Action) -> bool:
    return game.evaluator.is_pointless(game, state, seat, action)


def check_order(advice: Advice) -> None:
    """By the percent shown, then by the gain; gains in words fall down the list, and none stands at what is as good."""
    first, *others = advice.choices
    keys = [(-choice.percent, -choice.gain) for choice in advice.choices]
    assert keys == sorted(keys), "not in the order of what is shown"
    assert (first.gain, first.gain_words, first.about_as_good) == (0.0, "", False)
    lowest = 0.0
    for choice in others:
        if choice.gain_words:
            assert choice.gain <= lowest, "a gain contradicts the order"
            assert not choice.about_as_good
            lowest = choice.gain


def check_reasons(game: Game, state: State, seat: int, advice: Advice) -> None:
    for i, choice in enumerate(advice.choices):
        if choice.reason:
            speaks_for = i == 0 or choice.about_as_good
            words = [
                game.describe_reason(state, seat, choice.action, reason)
                for reason in game.evaluator.find_reasons(game, state, seat, choice.action)
                if reason.is_for == speaks_for
            ]
            assert choice.reason in words, "a reason argues against the figures"
            assert not choice.reason.endswith("."), "half a sentence has no full stop"
