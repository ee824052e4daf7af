"""Bots are characters: invented, marked, each at a table another, and nobody else may be called like one."""

import msgspec
import pytest

from aerodrome import titles
from aerodrome.core.bot_characters import STYLES, list_bot_characters
from aerodrome.core.registry import list_style_names, load
from aerodrome.matches import commands, events, match_bots, match_creation, rematches
from aerodrome.matches.display_names import (
    clean_and_require_unique_name,
    compute_confusable_skeleton,
    could_pass_for_bot,
)
from aerodrome.matches.errors import NotAllowed
from aerodrome.matches.events import MatchSetup, SeatConfig
from aerodrome.matches.match import Match
from aerodrome.matches.match_bots import build_bot_spec, choose_bot_character, format_bot_character_name
from aerodrome.matches.service import MatchService
from matches.conftest import KEY, seated

TITLES = ("airkwire", "airline", "airsteam", "tingoose")


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_characters_of_every_style(title: str) -> None:
    characters = list_bot_characters(title)
    assert len(characters) >= 12
    assert {character.style for character in characters} == set(STYLES)
    for style in STYLES:
        assert sum(one.style == style for one in characters) >= 3
    known = list_style_names(load(title))
    if known:  # a title without styles of its own plays all characters alike
        assert {character.style for character in characters} <= set(known)
    colours = {load(other).seat_name(seat) for other in titles() for seat in range(load(other).seats_max)}
    for character in characters:
        words = character.name.split()
        assert len(words) == 2
        assert all(word.isalpha() and word.isascii() and word.istitle() for word in words)
        assert not set(words) & colours, "colours are seats"
        assert len(character.name) <= 18, "it has to fit beside a seat's mark"


def test_no_name_stands_for_two_bots() -> None:
    names = [compute_confusable_skeleton(one.name) for title in TITLES for one in list_bot_characters(title)]
    assert len(set(names)) == len(names)


async def test_bots_at_a_table_have_different_names_and_different_styles(service: MatchService) -> None:
    live = await seated(service, "airsteam", "person", "captain", "captain", "captain", "captain", "cadet")
    bots_here = live.match.seats[1:]
    assert len({seat.name for seat in bots_here}) == 5
    assert {seat.style for seat in bots_here} == set(STYLES), "variety before anything is there twice"
    assert all(seat.name.endswith(" (bot)") for seat in bots_here)
    assert [seat.level for seat in bots_here] == ["captain"] * 4 + ["cadet"]


async def test_the_same_table_has_the_same_characters(service: MatchService) -> None:
    live = await seated(service, "tingoose", "person", "captain", "captain")
    match = live.match
    again = Match.restore(match.id, match.setup, match.encoded_events, [])
    assert [(seat.name, seat.style) for seat in again.seats] == [(seat.name, seat.style) for seat in match.seats]
    assert choose_bot_character("tingoose", "a seed", []) == choose_bot_character("tingoose", "a seed", [])
    chosen = {choose_bot_character("tingoose", str(seed), []) for seed in range(60)}
    assert len(chosen) >= 12, "tables differ"


async def test_a_rematch_is_against_the_same_bots(service: MatchService) -> None:
    live = await seated(service, "airkwire", "captain", "captain", "person", mode="hotseat")
    live.match.is_ended_by_agreement = True
    again = await rematches.join_or_create_rematch(service, live, 2, KEY)
    assert [(seat.name, seat.style) for seat in again.match.seats] == [
        (seat.name, seat.style) for seat in live.match.seats
    ]


async def test_a_bot_for_an_open_seat_is_a_character_too(service: MatchService) -> None:
    wishes = [
        match_creation.SeatRequest("person"),
        match_creation.SeatRequest("open"),
        match_creation.SeatRequest("bot", "captain"),
    ]
    live = await match_creation.create_match(service, match_creation.MatchRequest("tingoose", wishes, {}), KEY)
    await commands.replace_seat_or_propose_vote(service, live, 0, 1, "captain", True)
    seat = live.match.seats[1]
    assert seat.style in STYLES
    assert match_bots.find_bot_character_by_display_name("tingoose", seat.name) is not None
    assert seat.name != live.match.seats[2].name


async def test_who_plays_on_for_a_person_is_no_character(service: MatchService) -> None:
    live = await seated(service, "airline", "person", "person")
    await commands.hand_seat_to_bot(service, live, 1)
    assert (live.match.seats[1].name, live.match.seats[1].style) == ("Player 2", "")


async def test_a_level_that_does_not_think_has_no_style(service: MatchService) -> None:
    live = await seated(service, "airline", "random", "greedy")
    assert [seat.style for seat in live.match.seats] == ["", ""]


async def test_older_matches_keep_the_names_of_their_bots(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "captain", "captain")
    assert [seat.name for seat in live.match.seats[1:]] == ["Captain (bot)", "Captain B (bot)"]
    stored = b'{"kind":"bot","name":"Captain 2 (bot)","level":"captain","token":""}'
    assert msgspec.json.decode(stored, type=SeatConfig) == SeatConfig("bot", "Captain 2 (bot)", "captain")
    setup = msgspec.structs.replace(live.match.setup, seats=[SeatConfig("person", "Ann"), SeatConfig("open")])
    old = events.decode_event(b'{"kind":"replaced","seat":1,"level":"captain","why":"open"}')
    match = Match("old", msgspec.json.decode(msgspec.json.encode(setup), type=MatchSetup))
    match.apply_event(old, events.encode_event(old))
    assert (match.seats[1].name, match.seats[1].style) == ("Captain (bot)", "")


@pytest.mark.parametrize("title", TITLES)
def test_people_are_not_called_like_a_bot(title: str) -> None:
    for character in list_bot_characters(title):
        assert could_pass_for_bot(character.name)
        assert could_pass_for_bot(character.name.upper().replace("O", "0").replace(" ", "_"))
        assert could_pass_for_bot(f"{character.name} 2")
        with pytest.raises(NotAllowed, match="bot"):
            clean_and_require_unique_name(character.name.replace("a", "а").replace("e", "е"), [])
        first = character.name.split()[0]
        assert not could_pass_for_bot(first)
        assert not could_pass_for_bot(f"{first} Other")
        assert format_bot_character_name(character).endswith("(bot)")


def test_a_style_reaches_the_bot_where_its_title_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("airline")
    monkeypatch.setattr("aerodrome.core.registry.read_style_factors", lambda *_: {"bold": {}})
    assert build_bot_spec(game, "captain", "bold") == "captain?style=bold"
    assert build_bot_spec(game, "captain", "") == "captain"
    assert build_bot_spec(game, "captain", "careful") == "captain", "not among the styles of the title"
    assert build_bot_spec(game, "random", "bold") == "random"


async def test_a_style_that_the_host_asks_for_is_that_of_the_character(
    service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aerodrome.core.registry.read_style_factors", lambda *_: {style: {} for style in STYLES})
    bold = "captain?style=bold"
    live = await seated(service, "tingoose", "person", bold, bold)
    for seat in live.match.seats[1:]:
        assert (seat.level, seat.style) == ("captain", "bold")
        character = match_bots.find_bot_character_by_display_name("tingoose", seat.name)
        assert character is not None
        assert character.style == "bold"
    wishes = [
        match_creation.SeatRequest("person"),
        match_creation.SeatRequest("open"),
        match_creation.SeatRequest("bot", "captain"),
    ]
    live = await match_creation.create_match(service, match_creation.MatchRequest("tingoose", wishes, {}), KEY)
    await commands.replace_seat_or_propose_vote(service, live, 0, 1, "ace?style=trader", True)
    assert (live.match.seats[1].level, live.match.seats[1].style) == ("ace", "trader")
    await commands.replace_seat_or_propose_vote(service, live, 0, 0, "captain?style=careful", True)
    assert (live.match.seats[0].level, live.match.seats[0].style) == ("captain", "careful")
    assert live.match.seats[0].name == "Player 1", "who plays on for a person keeps their name"
