"""What a link tells before it is used: in the API, and in the head of its page."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from aerodrome.core import registry
from aerodrome.server import static_files
from aerodrome.server.invitation_page import format_minutes
from aerodrome.server.lobby_routes import build_title_infos
from aerodrome.server.match_length import DECISIONS, estimate_match_minutes, estimate_quick_game_length
from aerodrome.server.schemas import QuickGame
from server.client import Browser

Browsers = Callable[[], Browser]


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client that is built, whether or not it really is."""
    file = tmp_path / "client" / "index.html"
    file.parent.mkdir()
    file.write_text("<html><head><title>Aerodrome</title></head><body></body></html>")
    monkeypatch.setattr(static_files, "STATIC_FOLDER", file.parent)
    return file


async def look_at(browser: Browser, link: str) -> dict[str, object]:
    found: dict[str, object] = await browser.get("/api/invitations/" + link.rsplit("/", 1)[-1])
    return found


async def test_options_that_differ_from_the_usual_are_told_in_words(browsers: Browsers) -> None:
    host = browsers()
    options = {"short_game": True, "first_turn": "dice_winner", "banker": 1, "marker_limit": 12, "round_limit": 0}
    clock = {"per_move": 90, "per_game": None, "on_timeout": "seat", "away_days": 0}
    made = await host.make("airline", "me", "open", options=options, clock=clock, hints=False, watchable=False)
    told = await look_at(browsers(), made["links"][1])
    chosen = told["options"]
    assert isinstance(chosen, list)
    assert [(one["name"], one["value"], one["usual"]) for one in chosen] == [
        ("banker", "Yellow", "by lot"),
        ("first turn", "dice winner", "banker"),
        ("short game", "yes", "no"),
    ]
    assert all(one["description"] for one in chosen)
    assert (told["clock"], told["hints"], told["watchable"]) == (clock, False, False)
    assert told["minutes"] == estimate_match_minutes("airline", 2)
    usual = await host.make("airline", "me", "open")
    assert (await look_at(browsers(), usual["links"][1]))["options"] == []


async def test_the_page_of_a_link_says_in_its_head_what_it_opens(browsers: Browsers, page: Path) -> None:
    host, guest = browsers(), browsers()
    seats = [{"kind": "person", "name": "Ann O'Hara"}, {"kind": "open"}, {"kind": "open"}]
    made = await host.post("/api/matches", {"title": "tingoose", "seats": seats, "clock": {"per_move": 120}})
    seat = await guest.http.get(made["links"][1])
    assert seat.headers["content-type"].startswith("text/html")
    assert "<title>Ann O&#x27;Hara invites you to Tin Goose · Aerodrome</title>" in seat.text
    assert '<meta property="og:title" content="Ann O&#x27;Hara invites you to Tin Goose" />' in seat.text
    described = re.search(r'og:description" content="([^"]*)"', seat.text)
    assert described is not None
    assert described[1] == "1 of 3 seats taken; about 40 minutes; 2 minutes a move."
    watch = (await guest.http.get(made["spectator_link"])).text
    assert "Watch Ann O&#x27;Hara’s table of Tin Goose" in watch
    assert "invites" not in watch


async def test_a_link_that_opens_nothing_for_others_tells_nothing(browsers: Browsers, page: Path) -> None:
    host, guest = browsers(), browsers()
    made = await host.make("toy", "me", "open")
    await guest.join(made["links"][1], "Berta")
    key = await guest.post(f"/api/matches/{made['id']}/return-key")
    device = await guest.post(f"/api/matches/{made['id']}/devices/link")
    for path in (made["links"][1], key["link"], device["link"], "/j/" + "x" * 32, "/j/short", "/j/" + "y" * 300):
        answer = await browsers().http.get(path)
        assert "Berta" not in answer.text
        assert "Person A" not in answer.text
        if answer.status_code == 200:
            assert "<title>Aerodrome</title>" in answer.text


def test_every_title_has_a_usual_length_for_every_number_of_seats() -> None:
    for title, measured in DECISIONS.items():
        game = registry.load(title)
        assert sorted(measured) == list(range(game.seats_min, game.seats_max + 1))
        assert all(20 <= (estimate_match_minutes(title, seats) or 0) <= 180 for seats in measured)
    assert estimate_match_minutes("toy", 2) is None


def test_bots_among_the_seats_make_a_game_shorter() -> None:
    for title, measured in DECISIONS.items():
        for seats in measured:
            told = [estimate_match_minutes(title, seats, people) or 0 for people in range(1, seats + 1)]
            assert told == sorted(told)
            assert told[0] < told[-1] == estimate_match_minutes(title, seats)


def test_the_lobby_says_what_a_quick_game_is_and_how_long_it_takes() -> None:
    infos = {info.name: info for info in build_title_infos()}
    for title in DECISIONS:
        quick = infos[title].quick_game
        assert quick is not None
        assert infos[title].seats_min <= quick.seats <= infos[title].seats_max
        registry.load(title, options=quick.options)
        assert quick.minutes is not None
        assert 10 <= quick.minutes <= (estimate_match_minutes(title, quick.seats) or 0)
    assert infos["airline"].quick_game == QuickGame(4, {"short_game": True}, 140, 30)
    assert estimate_quick_game_length("toy", 2) is None


@pytest.mark.parametrize(
    ("minutes", "words"), [(25, "25 minutes"), (60, "an hour"), (105, "2 hours"), (150, "2½ hours")]
)
def test_lengths_are_told_as_people_do(minutes: int, words: str) -> None:
    assert format_minutes(minutes) == words


async def test_the_banker_is_drawn_by_lot_and_told(browsers: Browsers) -> None:
    host = browsers()
    drawn = set()
    for _ in range(40):
        made = await host.make("airline", "me", "captain", "captain")
        room = await host.room(made["id"])
        banker = room["options"]["banker"]
        drawn.add(banker)
        line = (await host.whole_log(made["id"]))[0]
        name = room["seats"][banker]["name"]
        assert (line["text"], line["seat"]) == (f"By lot, {name} is the banker", banker)
        if len(drawn) == 3:
            break
    assert drawn == {0, 1, 2}


async def test_a_banker_that_was_chosen_stays(browsers: Browsers) -> None:
    host = browsers()
    made = await host.make("airline", "me", "captain", "captain", options={"banker": 2})
    room = await host.room(made["id"])
    assert room["options"]["banker"] == 2
    assert "By lot" not in room["log"][0]["text"]
    titles = (await host.get("/api/titles"))["titles"]
    options = {one["name"]: one for title in titles if title["name"] == "airline" for one in title["options"]}
    assert (options["banker"]["by_lot"], options["banker"]["default"]) == (True, None)
    assert options["first_turn"]["by_lot"] is False


async def test_my_tables_say_that_i_left(browsers: Browsers) -> None:
    host, guest = browsers(), browsers()
    made = await host.make("toy", "me", "open")
    await guest.join(made["links"][1], "Berta")
    await guest.post(f"/api/matches/{made['id']}/leave")
    [mine] = (await guest.get("/api/my-matches"))["matches"]
    assert mine["has_left"]
    await guest.post(f"/api/matches/{made['id']}/resume")
    [mine] = (await guest.get("/api/my-matches"))["matches"]
    assert not mine["has_left"]
