"""Bots do nothing absurd in a few games of every title; `aerodrome lab manners` plays many."""

import pytest

import aerodrome
from aerodrome.lab.manners import STOPPED, MannersPlan, build_manners_report, play_observed_batch

ALLOWED: dict[str, dict[str, float]] = {"airkwire": {}, "airline": {}, "airsteam": {}, "tingoose": {}}
"""How often a game an absurdity may happen on average, by title and name, where it cannot be none; with a reason."""
MAX_ROUNDS = 200


@pytest.mark.parametrize("title", aerodrome.titles())
def test_a_few_games_of_cadets_and_captains_show_nothing_absurd(title: str) -> None:
    seats = aerodrome.load(title).seats_min
    plan = MannersPlan(title=title, levels=("captain", "cadet"), seats=seats, games=1, seed=1500, max_rounds=MAX_ROUNDS)
    report = build_manners_report(plan, play_observed_batch(plan, 0, plan.games))
    unknown = {name for game in report.games for name in game.absurdities} - set(report.absurdities)
    assert unknown == set(), "the observer notices what it does not list"
    allowed = ALLOWED[title]
    too_many = {
        name: report.find_worst_seeds(name)
        for name in report.absurdities
        if report.count_occurrences(name) > allowed.get(name, 0.0) * plan.games
    }
    assert too_many == {}
    assert STOPPED not in report.count_endings()
