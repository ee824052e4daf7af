"""The miniature of each title: small, played to the end with its records, and no edition for a table."""

import pickle
import random
from pathlib import Path

import pytest

import aerodrome
from aerodrome import CHANCE, Record
from aerodrome.core.action_encoding import ActionEncoding
from aerodrome.core.edition import check_edition_text
from aerodrome.core.registry import get_edition_rules

TITLES = sorted(aerodrome.titles())


@pytest.mark.parametrize("title", TITLES)
def test_a_miniature_is_played_to_the_end_and_its_record_replays(title: str) -> None:
    game = aerodrome.load(title, "miniature")
    for seats in range(game.seats_min, game.seats_max + 1):
        encoding, observation = ActionEncoding(game, seats), game.observation_encoding(seats)
        for seed in range(3):
            record = Record(game, seats, str(seed))
            rng = random.Random(seed)
            while actors := game.actors(record.state):
                if actors[0] == CHANCE:
                    record.play_chance()
                    continue
                legal = game.legal(record.state, actors[0])
                assert len(encoding.list_indices(legal)) == len(legal)
                assert len(observation.list_numbers(game, record.state, actors[0])) == len(observation.names)
                record.play(actors[0], rng.choice(legal))
            again = Record.replay(record.to_json(), "miniature")
            assert game.scores(again.state) == game.scores(record.state)
            assert again.verify() == []


@pytest.mark.parametrize("title", TITLES)
def test_a_miniature_is_smaller_than_the_house_edition(title: str) -> None:
    house, small = aerodrome.load(title), aerodrome.load(title, "miniature")
    assert small.edition_hash != house.edition_hash
    assert len(small.action_space(small.seats_min)) <= len(house.action_space(house.seats_min))
    assert pickle.loads(pickle.dumps(small)).edition_hash == small.edition_hash


@pytest.mark.parametrize("title", ["airkwire", "airsteam", "tingoose"])
def test_what_is_smaller_than_the_rules_allow_is_refused_as_an_edition_of_ones_own(title: str, tmp_path: Path) -> None:
    """No table plays it: only the lab, by its name."""
    rules = get_edition_rules(title)
    text = rules.house_file.with_name("miniature.toml").read_bytes()
    assert check_edition_text(rules, text).errors
    (tmp_path / "mine.toml").write_bytes(text)
    with pytest.raises(ValueError, match="expected"):
        aerodrome.load(title, tmp_path / "mine.toml")
