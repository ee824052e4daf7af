"""The one loop that plays a game: everybody with a generator of their own, chance as asked for."""

from aerodrome import Event, Record
from aerodrome.bots import create_bot
from aerodrome.core.actions import CHANCE
from aerodrome.lab.game_runner import (
    DrawChance,
    FinishedGame,
    create_action_chooser,
    create_record_chance_source,
    create_seeded_chance_source,
    play_game,
)
from toy.game import Toy


def play_toy(toy: Toy, chance: DrawChance, seed: str = "7", events: list[Event] | None = None) -> FinishedGame:
    choose_for_seat = create_action_chooser(toy, [create_bot("random")] * 3, seed)
    return play_game(toy, 3, choose_for_seat, chance, None if events is None else events.append)


def test_a_game_is_played_to_its_end_and_told_action_by_action(toy: Toy) -> None:
    events: list[Event] = []
    played = play_toy(toy, create_seeded_chance_source("7"), events=events)
    assert played.state.step_stack == []
    assert [actor for actor, _action in played.actions] == [CHANCE, CHANCE, CHANCE, 0, 1, 2]
    assert (played.count_choices(), played.count_chance_actions()) == (3, 3)
    assert type(events[-1]).__name__ == "Revealed"


def test_the_same_seed_gives_the_same_game_and_another_does_not(toy: Toy) -> None:
    one, two = (play_toy(toy, create_seeded_chance_source("7")).actions for _ in range(2))
    others = [play_toy(toy, create_seeded_chance_source(str(seed)), str(seed)).actions for seed in range(5)]
    assert one == two
    assert any(other != one for other in others)


def test_recordable_chance_is_what_a_record_with_that_seed_draws(toy: Toy) -> None:
    played = play_toy(toy, create_record_chance_source("7"))
    record = Record(toy, 3, "7")
    for actor, action in played.actions:
        record.play(actor, action)
    assert record.verify() == []
