"""The search: sees nothing it may not see, repeats itself from a seed, and finds what is there to find."""

import random

import pytest

import aerodrome
from aerodrome import CHANCE, Action, Game, State
from aerodrome.bots import choose_action
from aerodrome.bots.base import Bot
from aerodrome.bots.evaluation import MoveEvaluation, compute_softmax_shares, compute_win_shares
from aerodrome.bots.levels import Ace
from aerodrome.bots.search import (
    UNLIMITED,
    Candidate,
    ReplayableDice,
    SearchBot,
    Simulator,
    is_one_certainly_best,
    put_best_undoubted_first,
)
from aerodrome.bots.tree import SeatEdges, select_or_create_edge
from toy.actions import Bid, Deal
from toy.game import Toy, ToyState


def dealt(toy: Toy, *cards: int) -> ToyState:
    state = toy.new(len(cards))
    for card in cards:
        toy.apply(state, CHANCE, Deal(card))
    assert isinstance(state, ToyState)
    return state


def at_the_start(toy: Toy, state: ToyState, seat: int, expand_after: int) -> tuple[Simulator, list[Candidate]]:
    """All bids of a seat, before their first simulation."""
    race = Simulator(SearchBot(expand_after=expand_after), toy, state, seat, random.Random(4))
    return race, [Candidate(MoveEvaluation(bid)) for bid in toy.bids]


def positions(game: Game, seats: int, rng: random.Random, every: int, most: int) -> list[tuple[State, int]]:
    """Tables from random games where a seat has more than one choice; when several are asked, any of them first."""
    found: list[tuple[State, int]] = []
    number = 0
    while len(found) < most:
        state = game.new(seats)
        while len(found) < most and (actors := game.actors(state)):
            who = actors[int(rng.random() * len(actors))]
            if who == CHANCE:
                game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
                continue
            legal = game.legal(state, who)
            number += len(legal) > 1
            if len(legal) > 1 and number % every == 0:
                found.append((state.clone(), who))
            game.apply(state, who, legal[int(rng.random() * len(legal))])
    return found


@pytest.mark.parametrize("title", aerodrome.titles())
def test_what_a_seat_cannot_know_changes_nothing_in_its_choice(title: str) -> None:
    game = aerodrome.load(title)
    rng = random.Random(title)
    for state, seat in positions(game, game.seats_min, rng, 7, 12):
        other = game.imagine(state, seat, rng)
        assert game.view(other, seat) == game.view(state, seat)
        choices = [
            choose_action(SearchBot(simulations=48, depth=3, expand_after=1), game, table, seat, random.Random(5))
            for table in (state, other)
        ]
        assert choices[0] == choices[1], f"seat {seat} chose by what it cannot know"


@pytest.mark.parametrize("title", aerodrome.titles())
def test_what_a_seat_cannot_know_changes_nothing_in_what_ace_thinks(title: str) -> None:
    """With the judge and the depth of the title: no figure of any choice differs."""
    game = aerodrome.load(title)
    rng = random.Random(title)
    for state, seat in positions(game, game.seats_min, rng, 11, 5):
        verdicts = []
        for table in (state, game.imagine(state, seat, rng)):
            luck = random.Random(5)
            moves = Ace(simulations=12).evaluate_moves(game, game.imagine(table, seat, luck), seat, luck)
            verdicts.append([(move.action, move.win_share, move.gain) for move in moves])
        assert verdicts[0] == verdicts[1], f"seat {seat} thinks of what it cannot know"


def test_a_thought_lasts_for_the_rounds_of_its_title_unless_its_depth_or_rounds_are_given() -> None:
    assert turns_of_a_thought(SearchBot()) == 3 * aerodrome.load("airkwire").evaluator.get_playout_settings().rounds
    assert turns_of_a_thought(SearchBot(rounds=1)) == 3
    assert turns_of_a_thought(SearchBot(depth=-1, greedy_fraction=-1.0)) > 12


def turns_of_a_thought(bot: SearchBot) -> int:
    game = aerodrome.load("airkwire")
    state = game.new(3)
    Simulator(bot, game, state, 0, random.Random(1))._play_out(state, ReplayableDice(2, False), random.Random(3))
    return game.evaluator.get_turn_number(state)


def test_one_throw_more_in_a_turn_leaves_the_luck_of_later_turns_as_it_is() -> None:
    game = aerodrome.load("airline")
    first, second = game.new(2), game.new(2)
    second.active = 1
    dice = ReplayableDice(7, True)
    once = [dice.draw_number(game, first), dice.draw_number(game, second)]
    dice.rewind()
    twice = [dice.draw_number(game, first), dice.draw_number(game, first), dice.draw_number(game, second)]
    assert [twice[0], twice[2]] == once
    assert len(set(twice)) == 3
    without_turns = ReplayableDice(7, False)
    row = [without_turns.draw_number(game, state) for state in (first, second, first)]
    without_turns.rewind()
    assert [without_turns.draw_number(game, state) for state in (first, first, second)] == row


def test_what_the_title_doubts_is_never_the_choice_to_beat() -> None:
    """In Airline a look ahead throws the dice of one move: luck, for a choice that comes before the throw."""
    game = aerodrome.load("airline")
    doubted = 0
    for state, seat in positions(game, 2, random.Random(6), 3, 150):
        ranked = [MoveEvaluation(action) for action in game.legal(state, seat)]
        priors = [game.evaluator.estimate_action_prior(game, state, seat, one.action) for one in ranked]
        first, *others = put_best_undoubted_first(game, state, seat, ranked)
        if max(priors) > 0.0:
            assert first.action == next(one.action for one, prior in zip(ranked, priors, strict=True) if prior > 0.0)
        doubted += first is not ranked[0]
        assert others == [one for one in ranked if one is not first]
    assert doubted


def test_the_toys_hidden_cards_change_nothing_in_the_choice(toy: Toy) -> None:
    tables = [dealt(toy, 2, other) for other in (0, 1, 3)]
    choices = {
        choose_action(SearchBot(simulations=60, expand_after=1), toy, table, 0, random.Random(3)) for table in tables
    }
    assert len(choices) == 1


def test_same_seed_and_simulations_give_the_same_verdicts(toy: Toy) -> None:
    state = dealt(toy, 1, 2, 0)
    first, second = (
        [
            (v.action, v.samples, v.win_share, v.gain)
            for v in SearchBot(200).evaluate_moves(toy, state, 1, random.Random(8))
        ]
        for _ in range(2)
    )
    assert first == second


def test_the_budget_of_simulations_is_kept_and_a_settled_question_ends_the_race(toy: Toy) -> None:
    open_question, settled_question = dealt(toy, 1, 2, 0), dealt(toy, 0, 1)
    toy.apply(settled_question, 1, Bid(0))
    bot = SearchBot(200)
    bot.evaluate_moves(toy, open_question, 1, random.Random(8))
    assert bot.done <= 200 + len(toy.bids)
    toy.bids = [Bid(0), Bid(9)]
    bot = SearchBot(100_000)
    bot.evaluate_moves(toy, settled_question, 0, random.Random(8))
    assert bot.done < 1000


def test_who_is_ahead_by_luck_alone_is_not_settled() -> None:
    one, other = Candidate(MoveEvaluation(Bid(0))), Candidate(MoveEvaluation(Bid(3)))
    for candidate, shares_ in ((one, [0.9, 0.1] * 8), (other, [0.1, 0.8] * 8)):
        candidate.shares = shares_
        candidate.evaluation.win_share_total = sum(shares_)
    assert not is_one_certainly_best([one, other])
    other.shares = [share - 0.1 for share in one.shares]
    assert is_one_certainly_best([one, other])


def test_the_win_is_divided_three_to_one_by_a_lead_of_one_spread(toy: Toy) -> None:
    assert compute_softmax_shares([10.0, 4.0], 6.0) == pytest.approx([0.75, 0.25])
    assert sum(compute_softmax_shares([1e6, 3.0, -1e6], 0.5)) == pytest.approx(1.0)


def test_a_finished_game_belongs_to_its_winners(toy: Toy) -> None:
    state = dealt(toy, 0, 1)
    toy.apply(state, 0, Bid(6))
    toy.apply(state, 1, Bid(3))
    assert compute_win_shares(toy, state) == [1.0, 0.0]
    tie = dealt(toy, 0, 1)
    toy.apply(tie, 0, Bid(0))
    toy.apply(tie, 1, Bid(0))
    assert compute_win_shares(toy, tie) == [0.5, 0.5]


def test_with_the_best_card_one_bids_all(toy: Toy) -> None:
    """Nobody can outbid it, and the pot is the others' money."""
    state = dealt(toy, 0, 3)
    assert choose_action(SearchBot(400), toy, state, 0, random.Random(1)) == Bid(9)


def test_secret_choices_of_others_do_not_depend_on_ones_own(toy: Toy) -> None:
    """Whatever seat 0 bids, seat 1 chooses at one and the same place of the tree."""
    race, field = at_the_start(toy, dealt(toy, 0, 1), 0, expand_after=1)
    for _ in range(10):
        race.simulate_each_once(field)
    assert set(race.root.stats_by_seat) == {1}
    assert race.root.stats_by_seat[1].visits == 10 * len(field) - 1
    assert all(candidate.after.stats_by_seat == {} for candidate in field)


def test_open_choices_of_others_follow_ones_own(toy: Toy) -> None:
    """Seat 1 has bid already: nothing is secret any more, the game ends with the bid of seat 0."""
    state = dealt(toy, 0, 1, 2)
    toy.apply(state, 0, Bid(3))
    toy.apply(state, 1, Bid(9))
    race, field = at_the_start(toy, state, 2, expand_after=1)
    race.simulate_each_once(field)
    assert race.root.stats_by_seat == {}
    assert [candidate.evaluation.samples for candidate in field] == [1] * len(field)


def test_the_tree_grows_only_where_thoughts_passed_often(toy: Toy) -> None:
    race, field = at_the_start(toy, dealt(toy, 0, 1), 0, expand_after=9)
    for _ in range(2):
        race.simulate_each_once(field)
    assert race.root.stats_by_seat == {}
    race.simulate_each_once(field)
    assert set(race.root.stats_by_seat) == {1}


def test_choices_that_race_meet_the_same_luck_however_many_choices_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    """One buys and goes on trading, the other closes the stock step: the same cards lie on the pile for both."""
    game = aerodrome.load("airkwire")
    rng = random.Random(1)
    state = game.new(3)
    while game.actors(state)[0] == CHANCE:
        game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
    seat = game.actors(state)[0]
    met: list[float] = []
    luck: list[list[float]] = []
    roll = game.pick_outcome

    def noted(state: State, u: float) -> Action:
        met.append(u)
        return roll(state, u)

    monkeypatch.setattr(game, "pick_outcome", noted)
    race = Simulator(SearchBot(rounds=2), game, state, seat, random.Random(4))
    for action in (game.legal(state, seat)[0], game.legal(state, seat)[-1]):
        met.clear()
        race._simulate_candidate(
            Candidate(MoveEvaluation(action)), state.clone(), ReplayableDice(8, False), random.Random(9)
        )
        luck.append(met.copy())
    fewer = min(map(len, luck))
    assert fewer >= 3
    assert luck[0][:fewer] == luck[1][:fewer]


def test_a_table_of_choices_widens_slowly_and_all_legal_ones_come_in_time(toy: Toy) -> None:
    state = dealt(toy, 0, 1)
    table = SeatEdges()
    rng = random.Random(0)
    widths = []
    for _ in range(40):
        edge = select_or_create_edge(table, toy, state, 0, toy.bids, 0.3, 0.5, rng)
        edge.visits += 1
        edge.total += 0.5
        widths.append(len(table.edges))
    assert widths[0] == 1
    assert widths == sorted(widths)
    assert widths[9] < len(toy.bids)
    assert widths[-1] == len(toy.bids)


def test_only_what_is_legal_on_this_table_is_tried(toy: Toy) -> None:
    state = dealt(toy, 0, 1)
    table = SeatEdges()
    rng = random.Random(0)
    for _ in range(20):
        select_or_create_edge(table, toy, state, 0, toy.bids, 0.3, 2.0, rng).visits += 1
    few = toy.bids[2:]
    tried = {select_or_create_edge(table, toy, state, 0, few, 0.3, 2.0, rng).action for _ in range(20)}
    assert tried <= set(few)


def test_thinking_leaves_the_table_as_it_is(toy: Toy) -> None:
    state = dealt(toy, 0, 1)
    before = toy.to_json(state)
    choose_action(SearchBot(100), toy, state, 0, random.Random(1))
    assert toy.to_json(state) == before
    assert toy.bids == [Bid(0), Bid(3), Bid(6), Bid(9)]


class AlwaysFirst(Bot):
    """Takes what is listed first, and remembers who was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        self.asked.append(seat)
        return game.legal(state, seat)[0]


def test_playouts_can_be_played_by_a_bot_for_everybody() -> None:
    game = aerodrome.load("airkwire")
    state, seat = positions(game, 3, random.Random(3), 9, 1)[0]
    bot = SearchBot(expand_after=UNLIMITED, depth=UNLIMITED, rounds=1)
    player = bot.playout_bot = AlwaysFirst()
    Simulator(bot, game, state, seat, random.Random(4)).simulate_each_once(
        [Candidate(MoveEvaluation(action)) for action in game.legal(state, seat)[:2]]
    )
    assert set(player.asked) == {0, 1, 2}
