"""The laws hold on editions that their owners changed: three for each title, each law on one of them, some on all."""

import pytest

import aerodrome
from aerodrome import Game, Record
from laws.editions import generate_edition
from laws.test_clones import law_clone
from laws.test_conservation import invariants, law_conservation
from laws.test_ends import law_ends
from laws.test_kit import LAWS, Law, law_toy_conservation
from laws.test_replay import law_replay, play_record

TITLES = ("airkwire", "airline", "airsteam", "tingoose")
SEEDS = (1, 2, 3)
ON_ALL = (law_ends, law_clone)
SAMPLED = [law for law in LAWS if law not in (law_replay, law_toy_conservation, *ON_ALL)]
"""The first two need more than a game: below they are asked for by name."""


def table_of(title: str, number: int) -> tuple[Game, int]:
    """An edition's rules, and the fewest or the most seats."""
    game = aerodrome.load(title, generate_edition(title, number))
    return game, game.seats_max if number == 2 else game.seats_min


@pytest.mark.parametrize("number", SEEDS)
@pytest.mark.parametrize("title", TITLES)
def test_games_end_add_up_and_replay_with_a_generated_edition(title: str, number: int) -> None:
    game, seats = table_of(title, number)
    for law in ON_ALL:
        law(game, seats, number)
    law_conservation(game, seats, number, invariants(title))
    record = play_record(game, seats, number)
    again = Record.replay(record.to_json(edition_data=generate_edition(title, number)))
    assert game.to_json(again.state) == game.to_json(record.state)
    assert again.verify() == []


@pytest.mark.parametrize("law", SAMPLED, ids=lambda law: law.__name__)
@pytest.mark.parametrize("title", TITLES)
def test_a_law_holds_on_a_generated_edition(title: str, law: Law) -> None:
    number = SEEDS[(SAMPLED.index(law) + TITLES.index(title)) % len(SEEDS)]
    game, seats = table_of(title, number)
    law(game, seats, number)


@pytest.mark.slow
@pytest.mark.parametrize("number", SEEDS)
@pytest.mark.parametrize("law", SAMPLED, ids=lambda law: law.__name__)
@pytest.mark.parametrize("title", TITLES)
def test_every_law_holds_on_every_generated_edition(title: str, law: Law, number: int) -> None:
    game, seats = table_of(title, number)
    for seed in (number, number + 10):
        law(game, seats, seed)
