"""Law: a warning is half a sentence with a rule of the digest, and asking for it changes nothing.

That it tells nothing a seat cannot know is held by law 3: warnings are part of the question.
"""

import pytest

from aerodrome import CHANCE, Game
from laws.cases import Case, cases
from laws.digests import rule_ids
from laws.walk import glances


def law_warnings(game: Game, seats: int, seed: int) -> int:
    """Returns how many warnings there were."""
    count = 0
    for moment in glances(game, seats, seed, looks=20):
        if moment.who == CHANCE:
            continue
        with moment.looked_at():
            before = game.to_json(moment.state)
            for warning in game.question(moment.state, moment.who).warnings:
                assert warning.rule in rule_ids(game.title), f"no rule {warning.rule!r} in the digest"
                assert warning.text
                assert not warning.text.endswith("."), f"a full stop: {warning.text}"
                count += 1
            assert game.to_json(moment.state) == before, "warning changed the state"
    return count


@pytest.mark.parametrize("case", cases(), ids=str)
def test_warnings_name_a_rule_and_change_nothing(case: Case) -> None:
    law_warnings(case.game, case.seats, case.seed(13))
