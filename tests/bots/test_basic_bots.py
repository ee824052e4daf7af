"""The bots every title can be tried against, shown on the smallest title."""

import random

import pytest

from aerodrome import Action, Game, State, bots
from aerodrome.bots.greedy import GreedyBot, resolve_chance_by_numbers
from toy.actions import Bid, Deal
from toy.game import Toy, ToyEvaluator, ToyState


class Peeper(bots.Bot):
    """Remembers what it was shown."""

    def __init__(self, nerve: float = 0.5) -> None:
        super().__init__()
        self.nerve = nerve
        self.shown: list[State] = []

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        self.shown.append(state)
        return game.legal(state, seat)[-1]


def dealt(toy: Toy, *cards: int) -> ToyState:
    state = toy.new(len(cards))
    for card in cards:
        toy.apply(state, -1, Deal(card))
    assert isinstance(state, ToyState)
    return state


def test_a_bot_never_gets_the_true_state(toy: Toy) -> None:
    state = dealt(toy, 0, 1)
    peeper = Peeper()
    rng = random.Random(1)
    for _ in range(30):
        bots.choose_action(peeper, toy, state, 0, rng)
    seen = [shown for shown in peeper.shown if isinstance(shown, ToyState)]
    assert all(shown is not state for shown in seen)
    assert {shown.cards[0] for shown in seen} == {0}
    assert {shown.cards[1] for shown in seen} == {1, 2, 3}


@pytest.mark.parametrize("name", [name for name in bots.list_bot_names() if name != "onnx"])  # plays by a file
def test_every_bot_answers_with_a_legal_action_and_obeys_its_seed(name: str, toy: Toy) -> None:
    state = dealt(toy, 2, 3)
    choices = [bots.choose_action(bots.create_bot(name), toy, state, 1, random.Random(5)) for _ in range(2)]
    assert choices[0] == choices[1]
    assert toy.why_not(state, 1, choices[0]) is None


def test_greedy_takes_the_action_that_the_sense_likes_best(toy: Toy) -> None:
    state = dealt(toy, 0, 1)
    toy.apply(state, 1, Bid(7))
    # Seat 1 bid something; only a bid of 9 is sure to win the pot.
    choices = {GreedyBot().choose(toy, state.clone(), 0, random.Random(seed)) for seed in range(5)}
    assert choices == {Bid(9)}


def test_greedy_lets_chance_answer_before_it_judges(toy: Toy) -> None:
    state = toy.new(2)
    assert resolve_chance_by_numbers(toy, state, [0.0] * 8)
    assert toy.actors(state) == (0, 1)
    assert not resolve_chance_by_numbers(toy, state, [0.0] * 8)


def test_greedy_prefers_a_won_game_to_any_lead_and_among_won_games_the_better_lead(toy: Toy) -> None:
    """Seat 1 bid 3 and holds the worse card: 3, 6 and 9 all end the game and win it, 0 loses it."""
    state = dealt(toy, 0, 1)
    toy.apply(state, 1, Bid(3))
    toy.evaluator = SpendthriftEvaluator({})
    choices = {GreedyBot().choose(toy, state.clone(), 0, random.Random(seed)) for seed in range(12)}
    assert choices == {Bid(6)}


class SpendthriftEvaluator(ToyEvaluator):
    """Likes best to bid nothing, then 6: what wins is another question."""

    def evaluate(self, game: Toy, state: ToyState) -> list[float]:
        return [{0: 500.0, 3: 2.0, 6: 5.0, 9: 1.0}.get(state.bids[0], 0.0), 0.0]


def test_a_bot_of_ones_own_comes_by_import_path_with_settings() -> None:
    bot = bots.create_bot("bots.test_basic_bots:Peeper?nerve=0.75")
    assert type(bot).__name__ == "Peeper"
    assert getattr(bot, "nerve", None) == 0.75


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nosuch", "no bot 'nosuch'; there are random, greedy"),
        ("nosuch.module:Bot", "No module named"),
        ("aerodrome.bots.greedy:NoSuch", "no attribute"),
        ("random?speed=3", "unexpected keyword"),
        ("builtins:dict", "not an aerodrome.bots.Bot"),
    ],
)
def test_a_bot_that_cannot_be_made_says_why(spec: str, message: str) -> None:
    with pytest.raises(bots.BotSpecError, match=message):
        bots.create_bot(spec)
