"""Ace thinks as its title wants it to: how far, with a tree or without, and by whose judgement at the end."""

import random
from pathlib import Path

import pytest

import aerodrome
from aerodrome import Action, Game, State
from aerodrome.bots import BotSpecError, choose_action, create_bot, learned_judge, require_valid_bot
from aerodrome.bots.advice import advise
from aerodrome.bots.coaching import judge_choice, survey_choices
from aerodrome.bots.learned_judge import LearnedJudge, find_judge_file, get_title_judge_if_fitting, read_learned_judge
from aerodrome.bots.levels import Ace
from aerodrome.bots.search import UNLIMITED, SearchBot
from aerodrome.core.custom_value import copy_game_with_custom_value
from aerodrome.core.evaluator import AceSettings
from aerodrome.reviews.decision_judge import judge_decision
from aerodrome.reviews.model import QUICK
from bots.test_baseline import play_some, write_file
from toy.game import Toy, ToyEvaluator, ToyState

JUDGED = [title for title in aerodrome.titles() if aerodrome.load(title).evaluator.get_ace_settings().learned_judge]


class JudgedEvaluator(ToyEvaluator):
    """Aces of the toy judge by what games taught; `names` are what a seat has, which the file must know."""

    names: tuple[str, ...] = ()

    def list_learnable_feature_names(self) -> list[str]:
        return list(self.names)

    def get_ace_settings(self) -> AceSettings:
        return AceSettings(learned_judge=True)


class NewerEvaluator(JudgedEvaluator):
    names = ("something_new",)


def find_choice(game: Game) -> tuple[State, int]:
    """A position in which a seat has several choices that a search compares."""
    for choices in range(20, 200):
        state = play_some(game, choices, seed=3)
        seat = game.actors(state)[0]
        if len(SearchBot(1).evaluate_moves(game, state.clone(), seat, random.Random(1))) > 1:
            return state, seat
    raise AssertionError("no choice")


def search_as_ace_of(game: Game) -> SearchBot:
    """A search that goes as far and in the same way, without a judge."""
    settings = game.evaluator.get_ace_settings()
    return SearchBot(
        24,
        depth=settings.choices,
        greedy_fraction=settings.greedy_fraction,
        expand_after=None if settings.grows_tree else UNLIMITED,
    )


def list_verdicts(bot: Ace | SearchBot, game: Game, state: State, seat: int) -> list[tuple[Action, float, float]]:
    found = bot.evaluate_moves(game, state.clone(), seat, random.Random(2))
    return [(one.action, one.win_share, one.gain) for one in found]


def in_an_open_round(toy: Toy) -> ToyState:
    """Another round follows whatever is bid: every thought ends in an unfinished game."""
    state = toy.new(2)
    assert isinstance(state, ToyState)
    state.cards = [0, 3]
    state.step_stack = [state.step_stack[0], state.step_stack[0]]
    return state


def test_at_least_two_titles_have_aces_that_learned() -> None:
    assert {"airkwire", "tingoose"} <= set(JUDGED)


@pytest.mark.parametrize("title", JUDGED)
def test_the_ends_of_its_thoughts_are_judged_by_what_games_taught(title: str) -> None:
    game = aerodrome.load(title)
    state, seat = find_choice(game)
    plain = search_as_ace_of(game)
    learned = list_verdicts(Ace(simulations=24), game, state, seat)
    assert learned == list_verdicts(Ace(simulations=24), game, state, seat), "the same seed, the same verdicts"
    assert sorted(str(one[0]) for one in learned) == sorted(
        str(one[0]) for one in list_verdicts(plain, game, state, seat)
    )
    assert learned != list_verdicts(plain, game, state, seat)
    plain.judge = read_learned_judge(find_judge_file(game), game)
    assert learned == list_verdicts(plain, game, state, seat)


@pytest.mark.parametrize("title", [title for title in aerodrome.titles() if title not in JUDGED])
def test_without_a_judge_it_thinks_as_a_search_of_that_kind_does(title: str) -> None:
    game = aerodrome.load(title)
    state, seat = find_choice(game)
    plain = search_as_ace_of(game)
    assert list_verdicts(Ace(simulations=24), game, state, seat) == list_verdicts(plain, game, state, seat)


def test_a_title_that_says_nothing_has_aces_that_search_as_its_playouts_go(toy: Toy) -> None:
    state = in_an_open_round(toy)
    ace = Ace(simulations=40)
    assert list_verdicts(ace, toy, state, 0) == list_verdicts(SearchBot(40), toy, state, 0)
    assert ace.search.judge is None


def test_a_judge_of_another_version_is_left_out(toy: Toy) -> None:
    state = in_an_open_round(toy)
    toy.evaluator = JudgedEvaluator({})
    ace = Ace(simulations=40)
    judged = list_verdicts(ace, toy, state, 0)
    assert ace.search.judge is not None
    toy.evaluator = NewerEvaluator({})
    assert judged != list_verdicts(ace, toy, state, 0) == list_verdicts(SearchBot(40), toy, state, 0)
    assert ace.search.judge is None


def test_a_process_reads_a_judge_once_for_all_bots_editions_and_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned_judge, "_TITLE_JUDGES", {})
    judge = get_title_judge_if_fitting(aerodrome.load("tingoose"))
    assert judge is not None

    def fail(file: Path, game: Game) -> LearnedJudge:
        raise AssertionError("read again")

    monkeypatch.setattr(learned_judge, "read_learned_judge", fail)
    miniature = aerodrome.load("tingoose", "miniature")
    state, seat = find_choice(miniature)
    for spec in ("ace?simulations=8", "ace?simulations=8&style=bold"):
        bot = create_bot(spec)
        assert isinstance(bot, Ace)
        assert miniature.why_not(state, seat, choose_action(bot, miniature, state, seat, random.Random(1))) is None
        assert bot.search.judge is judge


def test_a_file_of_ones_own_judges_if_it_fits(tmp_path: Path) -> None:
    game = aerodrome.load("airline")
    state, seat = find_choice(game)
    file = write_file(tmp_path / "own.toml", game, -0.05)
    spec = f"ace?simulations=24&file={file}"
    require_valid_bot(spec, game)
    own = create_bot(spec)
    assert isinstance(own, Ace)
    assert list_verdicts(own, game, state, seat) != list_verdicts(Ace(simulations=24), game, state, seat)
    with pytest.raises(BotSpecError, match="was trained for airline, not for tingoose"):
        require_valid_bot(spec, aerodrome.load("tingoose"))


def test_a_value_of_ones_own_is_not_mixed_with_what_games_taught() -> None:
    game = aerodrome.load("tingoose")
    own = copy_game_with_custom_value(game, lambda game, states: [[1.0 / one.seats] * one.seats for one in states])
    state, seat = find_choice(game)
    ace = Ace(simulations=8)
    list_verdicts(ace, own, state, seat)
    assert ace.search.judge is None
    assert not own.evaluator.get_ace_settings().grows_tree, "all else is the title's"


@pytest.mark.parametrize("title", JUDGED)
def test_advice_coach_and_captains_judge_by_the_titles_evaluator(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their chances are calibrated for it. Reviews ask a judge of their own, and only where the title says so."""

    def fail(self: LearnedJudge, game: Game, state: State, values: list[float]) -> list[float]:
        raise AssertionError("asked the judge")

    monkeypatch.setattr(LearnedJudge, "estimate_win_shares", fail)
    game = aerodrome.load(title)
    state, seat = find_choice(game)
    best = advise(game, state, seat, 16, 16).choices[0].action
    survey_choices(game, state, seat)
    judge_choice(game, state, seat, game.legal(state, seat)[0], best)
    choose_action(create_bot("captain?simulations=8"), game, state, seat, random.Random(1))
    if game.evaluator.get_review_settings().greedy_rounds == 0:
        judge_decision(game, state, 1, seat, best, QUICK)
    else:
        with pytest.raises(AssertionError, match="asked the judge"):
            judge_decision(game, state, 1, seat, best, QUICK)
    with pytest.raises(AssertionError, match="asked the judge"):
        choose_action(create_bot("ace?simulations=8"), game, state, seat, random.Random(1))
