"""Styles of play: the same search with other weights, for every bot that values anything."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import aerodrome
from aerodrome import CHANCE, Game, State
from aerodrome.bots import BotSpecError, choose_action, create_bot
from aerodrome.bots.levels import LEVEL_NAMES, STYLED_LEVELS, list_playable_bot_specs
from aerodrome.core.actions import BadData
from aerodrome.core.registry import list_style_names, load_game_with_style
from aerodrome.core.weights import read_style_factors
from aerodrome.lab.tournament_plan import TournamentPlan


def first_choice(game: Game, seats: int) -> tuple[State, int]:
    """Where a seat first has something to choose."""
    rng = random.Random(3)
    state = game.new(seats)
    while True:
        who = game.actors(state)[0]
        legal = game.legal(state, who)
        if who != CHANCE and len(legal) > 1:
            return state, who
        game.apply(state, who, game.pick_outcome(state, rng.random()) if who == CHANCE else legal[0])


@pytest.fixture
def styles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Every title has two styles: one that changes its first weight, and one that changes nothing."""

    def read(title: str, _file: Path, weights: dict[str, float]) -> dict[str, dict[str, float]]:
        return read_style_factors(
            title, write_styles(tmp_path, f"[bold]\n{next(iter(weights))} = 2.0\n[plain]\n"), weights
        )

    monkeypatch.setattr("aerodrome.core.registry.read_style_factors", read)
    _forget_styles()
    yield
    _forget_styles()


def _forget_styles() -> None:
    for title in aerodrome.titles():
        for rules in (None, 1):
            aerodrome.load(title, rules=rules).styled.clear()


def write_styles(folder: Path, text: str) -> Path:
    file = folder / "styles.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.usefixtures("styles")
@pytest.mark.parametrize("title", aerodrome.titles())
def test_a_style_is_the_same_game_with_other_weights_made_once(title: str) -> None:
    for game in (aerodrome.load(title), aerodrome.load(title, rules=1)):
        name = next(iter(game.evaluator.weights))
        bold = load_game_with_style(game, "bold")
        assert load_game_with_style(game, "bold") is bold
        assert bold.evaluator.weights == {**game.evaluator.weights, name: game.evaluator.weights[name] * 2.0}
        assert (bold.rules_version, bold.edition_hash, bold.resolved_options()) == (
            game.rules_version,
            game.edition_hash,
            game.resolved_options(),
        )


@pytest.mark.usefixtures("styles")
def test_a_style_keeps_the_options_the_edition_and_weights_of_ones_own(tmp_path: Path) -> None:
    folder = Path(aerodrome.__file__).parent / "games" / "airline"
    own = tmp_path / "own.toml"
    own.write_text((folder / "components" / "house.toml").read_text(encoding="utf-8"), encoding="utf-8")
    first, second, *_ = aerodrome.load("airline").evaluator.weights
    option = next(name for name, value in aerodrome.load("airline").resolved_options().items() if value is False)
    game = aerodrome.load("airline", own, {option: True}, weights={first: 7.0, second: 0.25})
    bold = load_game_with_style(game, "bold")
    assert (bold.evaluator.weights[first], bold.evaluator.weights[second]) == (14.0, 0.25)
    assert bold.resolved_options()[option] is True


@pytest.mark.usefixtures("styles")
@pytest.mark.parametrize("level", STYLED_LEVELS)
def test_every_level_plays_in_a_style(level: str) -> None:
    game = aerodrome.load("tingoose")
    state, seat = first_choice(game, 3)
    settings = "&simulations=16" if level == "ace" else ""
    action = choose_action(create_bot(f"{level}?style=bold{settings}"), game, state, seat, random.Random(1))
    assert game.why_not(state, seat, action) is None


@pytest.mark.usefixtures("styles")
def test_a_style_that_changes_nothing_plays_as_without() -> None:
    game = aerodrome.load("airsteam")
    state, seat = first_choice(game, 2)
    for level in ("greedy", "cadet", "captain"):
        choices = {
            choose_action(create_bot(level + style), game, state, seat, random.Random(1))
            for style in ("", "?style=plain")
        }
        assert len(choices) == 1


@pytest.mark.usefixtures("styles")
def test_an_unknown_style_says_which_there_are() -> None:
    game = aerodrome.load("airline")
    state, seat = first_choice(game, 2)
    with pytest.raises(BotSpecError, match="airline: no style 'wild'; there are bold, plain"):
        choose_action(create_bot("captain?style=wild"), game, state, seat, random.Random(1))
    with pytest.raises(BotSpecError, match="no style 'wild'"):
        TournamentPlan(title="airline", bots=("captain?style=wild", "greedy")).validate()
    with pytest.raises(BotSpecError, match="unexpected keyword"):
        create_bot("random?style=bold")


@pytest.mark.usefixtures("styles")
def test_only_the_titles_own_styles_may_be_named_over_the_network() -> None:
    playable = list_playable_bot_specs(aerodrome.load("airline"))
    assert set(LEVEL_NAMES) < set(playable)
    assert "captain?style=bold" in playable
    assert not {"captain?style=wild", "captain?worlds=9", "random?style=bold", "captain?style="} & set(playable)
    assert max(map(len, playable)) <= 24


def test_a_style_names_only_weights_that_there_are(tmp_path: Path) -> None:
    file = write_styles(tmp_path, "[bold]\ncourage = 2.0\n")
    with pytest.raises(BadData, match="airline: style bold: no weight 'courage'; there are greed"):
        read_style_factors("airline", file, {"greed": 1.0})
    assert read_style_factors("airline", tmp_path / "none.toml", {}) == {}


@pytest.mark.parametrize("title", aerodrome.titles())
def test_the_styles_of_every_title_can_be_loaded(title: str) -> None:
    game = aerodrome.load(title)
    for style in list_style_names(game):
        assert load_game_with_style(game, style).evaluator.weights != game.evaluator.weights, style
        assert all(len(f"captain?style={style}") <= 24 for style in list_style_names(game))
