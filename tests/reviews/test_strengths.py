"""What somebody does well: told only with enough decisions, and beyond the noise."""

import random

import pytest

from aerodrome.reviews.strengths import (
    LossSum,
    StrengthsAndWeaknesses,
    add_up_loss_sums,
    compute_bonferroni_threshold,
    compute_clustered_standard_error,
    find_strengths_and_weaknesses,
)

Kinds = dict[str, dict[str, LossSum]]


def add_up(losses: list[float]) -> LossSum:
    return LossSum(len(losses), sum(losses), sum(loss**2 for loss in losses))


def spread_over_matches(matches: int, *losses: float) -> dict[str, LossSum]:
    return {f"match {number}": add_up(list(losses)) for number in range(matches)}


def people(count: int, *losses: float) -> dict[str, LossSum]:
    return {f"person {number}": add_up(list(losses) * 10) for number in range(count)}


def list_kinds(found: StrengthsAndWeaknesses) -> tuple[list[str], list[str]]:
    return [one.kind for one in found.better], [one.kind for one in found.worse]


CHEAP, DEAR = (0.0, 0.002) * 3, (0.03, 0.05) * 3


def test_clear_differences_from_others_are_told() -> None:
    own = {"Auctions": spread_over_matches(4, *CHEAP), "Strikes": spread_over_matches(4, *DEAR)}
    others = {"Auctions": people(5, 0.02, 0.03), "Strikes": people(5, 0.02, 0.03)}
    found = find_strengths_and_weaknesses(own, others)
    assert list_kinds(found) == (["Auctions"], ["Strikes"])
    (strikes,) = found.worse
    assert (strikes.decisions, strikes.matches, strikes.compared_with) == (24, 4, "others")
    assert (strikes.loss, strikes.compared_loss) == pytest.approx((0.04, 0.025))


def test_with_too_few_others_a_kind_is_compared_with_the_persons_other_choices() -> None:
    own = {"Auctions": spread_over_matches(4, *CHEAP), "Strikes": spread_over_matches(4, *DEAR)}
    found = find_strengths_and_weaknesses(own, {"Auctions": people(4, 0.9), "Strikes": people(4, 0.9)})
    assert list_kinds(found) == (["Auctions"], ["Strikes"])
    assert {one.compared_with for one in found.better + found.worse} == {"own other choices"}
    assert found.worse[0].compared_loss == pytest.approx(0.001)
    assert find_strengths_and_weaknesses({"Strikes": own["Strikes"]}, {}) == StrengthsAndWeaknesses(True, [], []), (
        "nothing to compare with"
    )


@pytest.mark.parametrize(("matches", "losses"), [(2, DEAR * 4), (6, DEAR[:3])])
def test_too_few_decisions_say_nothing(matches: int, losses: tuple[float, ...]) -> None:
    own = {"Strikes": spread_over_matches(matches, *losses)}
    assert find_strengths_and_weaknesses(own, {"Strikes": people(5, 0.0, 0.001)}) == StrengthsAndWeaknesses(
        False, [], []
    )


def test_what_noise_explains_is_not_told() -> None:
    others = {"Strikes": people(5, 0.0, 0.04)}
    assert find_strengths_and_weaknesses({"Strikes": spread_over_matches(4, *(0.0, 0.06) * 3)}, others).worse == []
    tiny = {"Strikes": spread_over_matches(400, 0.0204)}
    assert find_strengths_and_weaknesses(tiny, {"Strikes": people(50, 0.02)}).worse == [], (
        "clear, but nothing anybody would notice"
    )


def test_the_more_kinds_are_looked_at_the_clearer_a_difference_must_be() -> None:
    assert [compute_bonferroni_threshold(kinds) for kinds in (0, 1, 8)] == pytest.approx([2.0, 2.0, 2.73], abs=0.01)


def test_one_bad_match_is_no_habit() -> None:
    """24 decisions look clear one by one; all the loss was in one of four matches."""
    by_match = {**spread_over_matches(3, *(0.0,) * 6), "the bad one": add_up([0.05] * 6)}
    total = add_up_loss_sums(list(by_match.values()))
    assert total.average_loss > 2 * total.standard_error
    assert compute_clustered_standard_error(list(by_match.values())) == pytest.approx(total.average_loss)
    assert find_strengths_and_weaknesses({"Strikes": by_match}, {"Strikes": people(5, 0.0, 0.0001)}).worse == []


def draw(rng: random.Random, decisions: int, costly: float = 0.2) -> LossSum:
    """As losses are: most choices cost next to nothing, a few much, and matches differ."""
    scale = rng.uniform(0.01, 0.05)
    return add_up(
        [rng.expovariate(1 / scale) if rng.random() < costly else rng.gauss(0.0, 0.002) for _ in range(decisions)]
    )


@pytest.mark.parametrize("matches", [3, 12])
def test_of_people_who_play_alike_next_to_nothing_is_told(matches: int) -> None:
    rng, told = random.Random(1), 0
    for _ in range(40):
        own = {f"kind {kind}": {str(match): draw(rng, 7) for match in range(matches)} for kind in range(8)}
        others = {kind: {str(person): draw(rng, 40) for person in range(8)} for kind in own}
        found = find_strengths_and_weaknesses(own, others)
        told += bool(found.better or found.worse)
    assert told <= 2


def test_who_errs_three_times_as_often_is_told_after_a_dozen_matches() -> None:
    rng = random.Random(1)
    own = {kind: {str(match): draw(rng, 7, costly) for match in range(12)} for kind, costly in (("A", 0.6), ("B", 0.2))}
    others = {kind: {str(person): draw(rng, 40) for person in range(8)} for kind in own}
    assert list_kinds(find_strengths_and_weaknesses(own, others)) == ([], ["A"])
