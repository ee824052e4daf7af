"""A value of one's own in plain Python makes the shipped bots think by it, in both forms of the engine."""

import pickle
import random
from collections.abc import Sequence
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

import aerodrome
from aerodrome import CHANCE, Action, Game, State, bots
from aerodrome.adapters.network_value import NetworkValue
from aerodrome.bots.evaluation import MoveEvaluation, compute_win_shares
from aerodrome.bots.quick_policy import list_actions_worth_considering
from aerodrome.bots.search import CHECK_INTERVAL, UNLIMITED, Candidate, SearchBot, Simulator
from aerodrome.core.custom_value import CustomValueEvaluator, copy_game_with_custom_value
from aerodrome.core.evaluator import Evaluator
from aerodrome.core.random_play import play_at_random_and_count_decisions

BOTS = ("greedy", "captain?worlds=1&follow=1&simulations=4", "search?simulations=16", "ace?simulations=16")


def count_sound_choices(game: Game, state: State, seat: int, legal: list[Action]) -> int:
    sensible = list_actions_worth_considering(game, state, seat, legal)
    return sum(game.evaluator.estimate_action_prior(game, state, seat, action) > 0.0 for action in sensible)


def find_choice(game: Game, seat_count: int) -> tuple[State, int, list[Action]]:
    """A position in which a seat alone has several choices that bots look at."""
    for seed in range(20):
        state, rng = game.new(seat_count), random.Random(seed)
        play_at_random_and_count_decisions(game, state, rng, 150)
        while actors := game.actors(state):
            legal = game.legal(state, actors[0])
            if len(actors) == 1 and actors[0] != CHANCE and count_sound_choices(game, state, actors[0], legal) > 2:
                return state, actors[0], legal
            play_at_random_and_count_decisions(game, state, rng, 1)
    raise AssertionError("no game with a choice")


class Counting:
    """Everybody stands alike; counts how often and how many at once it was asked."""

    def __init__(self) -> None:
        self.calls = 0
        self.most = 0

    def __call__(self, game: Game, states: list[State]) -> Sequence[Sequence[float]]:
        self.calls += 1
        self.most = max(self.most, len(states))
        return [[1.0 / state.seats] * state.seats for state in states]


@pytest.mark.parametrize("title", aerodrome.titles())
@pytest.mark.parametrize("spec", BOTS)
def test_bots_ask_the_value_they_are_given(title: str, spec: str) -> None:
    game = aerodrome.load(title)
    state, seat, legal = find_choice(game, game.seats_max)
    value = Counting()
    bot = bots.create_bot_with_value(bots.create_bot(spec), value)
    assert bots.choose_action(bot, game, state, seat, random.Random(1)) in legal
    assert value.calls > 0
    if spec != "greedy":
        assert value.most > 1, "what is compared is asked at once"


class TitlesOwn:
    """The title's judgement as a value of one's own: so that it can be seen whether asking at once changes anything."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def __call__(self, game: Game, states: list[State]) -> Sequence[Sequence[float]]:
        self.asked.append(len(states))
        plain = aerodrome.load(game.title)
        return [compute_win_shares(plain, state) for state in states]


def search_with_titles_value(
    spec: str, game: Game, state: State, seat: int
) -> tuple[list[tuple[Action, float]], list[int]]:
    """What a bot found out about its choices, and how many positions its value was asked about at a time."""
    value = TitlesOwn()
    bot = bots.create_bot_with_value(bots.create_bot(spec), value)
    found = bot.evaluate_moves(game, game.imagine(state, seat, random.Random(2)), seat, random.Random(1))
    return [(evaluation.action, evaluation.win_share) for evaluation in found], value.asked


@pytest.mark.parametrize("title", aerodrome.titles())
def test_simulations_judged_together_are_those_judged_one_by_one(title: str) -> None:
    game = aerodrome.load(title)
    state, seat, _legal = find_choice(game, game.seats_max)
    no_tree = f"search?simulations=100&candidates=4&expand_after={UNLIMITED}&greedy_fraction=0&batch="
    one_by_one, asked_singly = search_with_titles_value(no_tree + "1", game, state, seat)
    together, asked = search_with_titles_value(no_tree + "0", game, state, seat)
    assert together == one_by_one
    assert max(asked_singly) < max(asked)
    assert max(asked) > CHECK_INTERVAL, "several simulations of several choices"
    assert len(asked) < len(asked_singly)


@pytest.mark.parametrize("title", aerodrome.titles())
def test_where_a_tree_grows_one_simulation_of_each_choice_is_judged_at_a_time(title: str) -> None:
    game = aerodrome.load(title)
    state, seat, _legal = find_choice(game, game.seats_max)
    tree = "search?simulations=96&candidates=4&expand_after=1&greedy_fraction=0"
    found, _asked = search_with_titles_value(tree, game, state, seat)
    assert found == search_with_titles_value(tree + "&batch=1", game, state, seat)[0]
    more, asked = search_with_titles_value(tree + "&batch=8", game, state, seat)
    assert max(asked) > 4, "if one likes, several"
    assert {action for action, _share in more} == {action for action, _share in found}


def test_thoughts_that_wait_to_be_judged_spread_over_the_tree() -> None:
    """Each counts as a visit at once: those of one batch do not all follow the first. What it brought comes after."""
    game = aerodrome.load("airkwire")
    state, seat, legal = find_choice(game, 3)
    own = copy_game_with_custom_value(game, Counting())
    bot = SearchBot(expand_after=1, depth=0)
    simulator = Simulator(bot, own, game.imagine(state, seat, random.Random(1)), seat, random.Random(1))
    candidate = Candidate(MoveEvaluation(legal[0]))
    simulator.simulate_and_judge_together([candidate], 17)
    edges = [edge for stats in candidate.after.stats_by_seat.values() for edge in stats.edges.values()]
    assert candidate.shares == pytest.approx([1 / 3] * 17)
    assert sum(edge.visits for edge in edges) == 16, "the first thought ended before the tree"
    assert max(edge.visits for edge in edges) < 8
    assert [edge.total for edge in edges] == pytest.approx([edge.visits / 3 for edge in edges])


@pytest.mark.parametrize("title", aerodrome.titles())
def test_the_chances_that_bots_see_are_those_of_the_value(title: str) -> None:
    game = aerodrome.load(title)
    state = find_choice(game, game.seats_max)[0]
    chances = [float(i + 1) for i in range(state.seats)]
    own = copy_game_with_custom_value(game, lambda _game, states: [chances for _state in states])
    assert compute_win_shares(own, state) == pytest.approx([chance / sum(chances) for chance in chances])
    assert own.evaluator is not game.evaluator
    assert own.evaluator.compute_three_to_one_lead(own, state) == game.evaluator.compute_three_to_one_lead(game, state)


def test_a_value_decides() -> None:
    """Who values cash and who values having none do not play alike."""
    game = aerodrome.load("tingoose")

    def rich(_game: Game, states: list[State]) -> list[list[float]]:
        return [[1.0 + max(0, cash) for cash in state.cash] for state in states]  # type: ignore[attr-defined]

    def poor(_game: Game, states: list[State]) -> list[list[float]]:
        return [[1.0 / chance for chance in chances] for chances in rich(_game, states)]

    spec = "captain?worlds=1&follow=0&simulations=0"
    misers = [bots.create_bot_with_value(bots.create_bot(spec), value) for value in (rich, poor)]
    rng = random.Random(3)
    state = game.new(3)
    play_at_random_and_count_decisions(game, state, rng, 120)
    differing = 0
    while actors := game.actors(state):
        seat = actors[0]
        if seat != CHANCE:
            first, second = (bots.choose_action(miser, game, state, seat, random.Random(1)) for miser in misers)
            differing += first != second
        play_at_random_and_count_decisions(game, state, rng, 1)
    assert differing > 5


def test_a_network_on_observations_is_a_value() -> None:
    game = aerodrome.load("tingoose")
    names = game.evaluator.feature_names(game, 3)
    seen: list[tuple[int, ...]] = []

    def network(rows: NDArray[np.float32]) -> NDArray[np.float32]:
        seen.append(rows.shape)
        return rows[:, names.index("cash: own")]

    state, seat, legal = find_choice(game, 3)
    bot = bots.create_bot_with_value(bots.create_bot("captain?worlds=1&follow=0&simulations=0"), NetworkValue(network))
    assert bots.choose_action(bot, game, state, seat, random.Random(1)) in legal
    assert max(rows for rows, _ in seen) > 3, "many positions of three seats at once"
    assert {width for _, width in seen} == {len(names)}


def test_all_else_stays_the_titles() -> None:
    """Whatever an evaluator learns to say is either the title's or named here."""
    not_passed_on = {"add_learned_correction", "feature_names", "features"}
    public = {name for name in dir(Evaluator) if not name.startswith("_") and callable(getattr(Evaluator, name))}
    assert public - set(vars(CustomValueEvaluator)) == not_passed_on


def test_a_value_of_ones_own_is_not_mixed_with_what_games_taught() -> None:
    game = aerodrome.load("tingoose")
    state, seat, _legal = find_choice(game, 3)
    found = [
        search_with_titles_value(spec, game, state, seat)
        for spec in ("captain?simulations=40", "baseline?simulations=40")
    ]
    assert found[0] == found[1]
    with pytest.raises(bots.BotSpecError, match="style 'bold' is part of the title's value"):
        bots.create_bot_with_value(bots.create_bot("captain?style=bold"), Counting())


def test_a_bot_that_no_value_changes_is_refused() -> None:
    with pytest.raises(bots.BotSpecError, match="random compares nothing"):
        bots.create_bot_with_value(bots.create_bot("random"), Counting())
    with pytest.raises(bots.BotSpecError, match="has a value of its own already"):
        bots.create_bot_with_value(bots.create_bot_with_value(bots.create_bot("greedy"), Counting()), Counting())


def give_all_the_chance(chance: float, _game: Game, states: list[State]) -> list[list[float]]:
    return [[chance] * state.seats for state in states]


def test_mistakes_of_a_value_are_named() -> None:
    game = aerodrome.load("airline")
    state = find_choice(game, 4)[0]
    three = copy_game_with_custom_value(game, lambda _game, states: [[1.0, 1.0, 1.0] for _state in states])
    with pytest.raises(ValueError, match="the value gave 3 chances for 4 seats"):
        three.evaluator.evaluate(three, state)
    none = copy_game_with_custom_value(game, lambda _game, states: [])
    with pytest.raises(ValueError, match="the value gave chances of 0 positions; 1 were asked"):
        none.evaluator.evaluate(none, state)
    for wrong in (float("nan"), float("inf"), -0.5):
        diverged = copy_game_with_custom_value(game, partial(give_all_the_chance, wrong))
        with pytest.raises(ValueError, match=f"the value gave the chance {wrong}"):
            diverged.evaluator.evaluate(diverged, state)
    rows = copy_game_with_custom_value(game, NetworkValue(lambda rows: rows))
    with pytest.raises(ValueError, match=r"an array of shape \(4, \d+\) for 4 rows"):
        rows.evaluator.evaluate(rows, state)
    with pytest.raises(TypeError, match="only a game loaded by its title can be pickled"):
        pickle.dumps(none)
