"""Rated tables: ratings change as the lab's formula says, once, and cannot be rigged; private people stay private."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select

from aerodrome.lab.bot_ratings import BotRatings
from aerodrome.matches import job_runner, rated_results, schema, store
from aerodrome.matches.automatic_jobs import ReplaceSeatOnTimeout
from aerodrome.matches.errors import StorageUnavailable
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.rating_store import RatingStore
from aerodrome.ratings import bot_anchors
from aerodrome.ratings.bot_anchors import BotAnchor
from aerodrome.ratings.finishing_places import compute_finishing_places
from aerodrome.ratings.model import Rating, compute_ratings_after_game
from aerodrome.server.app import Application
from aerodrome.server.passwords import PasswordChecker
from aerodrome.server.settings import Settings
from matches.conftest import until
from server.client import Browser
from server.conftest import GENEROUS, InlineBotPool
from server.people import meet_at

Browsers = Callable[[], Browser]
SignUp = Callable[[str], Any]
CLOCK = {"per_move": 600}
CAPTAIN = BotAnchor("captain", 29.0, 1.0, 100, 2)
READ_ANCHORS = bot_anchors.read_bot_anchors_by_title.__wrapped__


@pytest.fixture(autouse=True)
def quick_passwords_and_measured_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hash_password(_self: PasswordChecker, password: str) -> str:
        return f"hash of {password}"

    async def is_right(_self: PasswordChecker, password: str, password_hash: str | None) -> bool:
        return password_hash == f"hash of {password}"

    monkeypatch.setattr(PasswordChecker, "hash_password", hash_password)
    monkeypatch.setattr(PasswordChecker, "is_password_right", is_right)
    monkeypatch.setattr(bot_anchors, "read_bot_anchors_by_title", lambda: {"toy": [CAPTAIN]})


@pytest.fixture
def sign_up(app: Application, browsers: Browsers) -> SignUp:
    app.context.new_account_limiter.burst = 1000

    async def make(name: str) -> Browser:
        browser = browsers()
        await browser.post("/api/account", {"name": name, "password": f"password of {name}"})
        return browser

    return make


async def status(browser: Browser, path: str, body: Any = None) -> int:
    answer = await browser.http.get(path) if body is None else await browser.http.post(path, json=body)
    return answer.status_code


async def open_rated(host: Browser, *seats: str, **more: Any) -> dict[str, Any]:
    return await host.make("toy", *(seats or ("me", "open")), clock=CLOCK, rated=True, **more)


async def bid(browser: Browser, match: str, amount: int) -> httpx.Response:
    room = await browser.room(match)
    return await browser.act(match, room["question"]["seq"], {"type": "bid", "amount": amount})


async def seat_two(ann: Browser, ben: Browser) -> str:
    made = await open_rated(ann, public={"fill_after": None})
    await ben.post(f"/api/public-tables/{made['id']}/sit-down", {})
    return str(made["id"])


async def play(first: Browser, second: Browser, amounts: tuple[int, int] = (3, 9)) -> str:
    match = await seat_two(first, second)
    for browser, amount in zip((first, second), amounts, strict=True):
        assert (await bid(browser, match, amount)).status_code == 200
    assert (await first.room(match))["status"] == "over"
    return match


async def read_rating(app: Application, name: str, title: str = "toy") -> tuple[Rating, int] | None:
    account = await app.context.sessions.accounts.find_by_similar_name(name)
    assert account is not None
    found = await RatingStore(app.service.store).list_title_ratings(account.id, False)
    return next(((one.rating, one.matches) for one in found if one.title == title), None)


def assert_same(found: tuple[Rating, int] | None, wanted: Rating, matches: int) -> None:
    assert found is not None
    assert found[0] == pytest.approx(wanted)
    assert found[1] == matches


def test_places_as_the_lab_counts_them_and_leavers_last() -> None:
    assert compute_finishing_places([5, 9, 9, 1], (1,)) == [3, 1, 2, 4]
    assert compute_finishing_places([5, 9, 9, 1], (1, 2)) == [3, 1, 1, 4]
    assert compute_finishing_places([5, 9, 7, 1], (1,), {1}) == [2, 4, 1, 3]
    assert compute_finishing_places([5, 9, 7, 1], (1,), {1, 2}) == [1, 3, 3, 2]


async def test_ratings_change_as_the_labs_formula_says(app: Application, sign_up: SignUp) -> None:
    ann, ben = await sign_up("Ann"), await sign_up("Ben")
    lab = BotRatings()
    winners: list[bool] = []
    for amounts in ((3, 9), (0, 3), (9, 6)):
        match = await play(ann, ben, amounts)
        result = (await ann.room(match))["result"]
        places = compute_finishing_places(result["scores"], result["winners"])
        lab.update(["Ann", "Ben"], places)
        winners.append(places[0] == 1)
        for name in ("Ann", "Ben"):
            assert_same(await read_rating(app, name), lab.ratings[name], len(winners))
    assert len(set(lab.ratings.values())) == 2, "somebody won more"
    page = (await ann.get("/api/people/Ann"))["titles"][0]
    assert page["rating"] == pytest.approx(lab.ratings["Ann"].mu, abs=0.006)
    assert page["ordinal"] == pytest.approx(lab.ratings["Ann"].ordinal, abs=0.006)
    assert (page["is_provisional"], page["matches"], page["wins"]) == (True, 3, sum(winners))
    assert len(page["curve"]) == 4
    assert page["by_seats"] == [{"seats": 2, "matches": 3, "wins": sum(winners)}]


async def test_bots_are_met_at_their_fixed_rating_and_never_move(app: Application, sign_up: SignUp) -> None:
    ann = await sign_up("Ann")
    made = await open_rated(ann, "me", "captain")
    assert (await bid(ann, made["id"], 9)).status_code == 200
    live = await app.service.get_match(made["id"])
    await until(live, lambda match: match.is_over)
    result = (await ann.room(made["id"]))["result"]
    places = compute_finishing_places(result["scores"], result["winners"])
    assert_same(await read_rating(app, "Ann"), compute_ratings_after_game([Rating(), CAPTAIN.rating], places)[0], 1)
    board = await ann.get("/api/leaderboards/toy")
    assert [(mark["level"], mark["rating"]) for mark in board["bots"]] == [("captain", 29.0)]
    assert board["mine"]["rating"] == pytest.approx((await read_rating(app, "Ann"))[0].mu, abs=0.006)  # type: ignore[index]
    seats = (await ann.get(f"/api/matches/{made['id']}/ratings"))["seats"]
    assert seats[1]["before"] == seats[1]["after"]
    assert seats[0]["before"]["rating"] == 25.0


async def test_who_leaves_is_last_whatever_the_bot_wins_for_them(app: Application, sign_up: SignUp) -> None:
    ann, ben = await sign_up("Ann"), await sign_up("Ben")
    match = await seat_two(ann, ben)
    await ann.post(f"/api/matches/{match}/leave")
    live = await app.service.get_match(match)
    assert live.match.seats[0].level == "captain", "stand-ins have a fixed level"
    await until(live, lambda match: match.seats[0].question_seq is None)
    await ann.post(f"/api/matches/{match}/resume")
    assert (await bid(ben, match, 9)).status_code == 200
    await until(live, lambda match: match.is_over)
    after = compute_ratings_after_game([Rating(), Rating()], [2, 1])
    assert_same(await read_rating(app, "Ann"), after[0], 1)
    assert_same(await read_rating(app, "Ben"), after[1], 1)
    (line,) = (await ben.get("/api/people/Ann"))["matches"]
    assert (line["has_left"], line["place"], line["others"]) == (True, 2, ["Ben"])


async def test_who_comes_back_before_the_bot_chose_has_not_left(app: Application, sign_up: SignUp) -> None:
    ann, ben, cleo = await sign_up("Ann"), await sign_up("Ben"), await sign_up("Cleo")
    made = await open_rated(ann, "me", "open", "open")
    for browser, link in ((ben, made["links"][1]), (cleo, made["links"][2])):
        await browser.join(link)
    live = await app.service.get_match(made["id"])
    blocked = asyncio.Event()

    class SlowBots(InlineBotPool):
        async def choose_action(self, request: Any, level: str) -> dict[str, object]:
            await blocked.wait()
            return await super().choose_action(request, level)

    app.service.bot_pool = SlowBots()
    await ann.post(f"/api/matches/{made['id']}/leave")
    await ann.post(f"/api/matches/{made['id']}/resume")
    blocked.set()
    for browser in (ann, ben, cleo):
        assert (await bid(browser, made["id"], 3)).status_code == 200
    assert not live.match.left_seats
    seats = (await ann.get(f"/api/matches/{made['id']}/ratings"))["seats"]
    assert [seat["has_left"] for seat in seats] == [False] * 3


async def test_running_out_of_time_counts_as_leaving(app: Application, sign_up: SignUp) -> None:
    ann, ben = await sign_up("Ann"), await sign_up("Ben")
    made = await ann.make("toy", "me", "open", clock={"per_move": 10, "on_timeout": "move"}, rated=True)
    await ben.join(made["links"][1])
    live = await app.service.get_match(made["id"])
    assert live.match.setup.clock is not None
    assert live.match.setup.clock.on_timeout == "seat"
    assert (await bid(ben, made["id"], 0)).status_code == 200
    await job_runner.run_job(app.service, live, ReplaceSeatOnTimeout(0))
    await until(live, lambda match: match.is_over)
    seats = (await ann.get(f"/api/matches/{made['id']}/ratings"))["seats"]
    assert [(seat["place"], seat["has_left"]) for seat in seats] == [(2, True), (1, False)]


async def test_leaving_airline_by_its_rules_is_the_last_place(app: Application, sign_up: SignUp) -> None:
    people = [await sign_up(name) for name in ("Ann", "Ben", "Cleo")]
    made = await people[0].make("airline", "me", "open", "open", clock=CLOCK, rated=True)
    for number in (1, 2):
        await people[number].join(made["links"][number])
    for number in (1, 0):
        room = await people[number].room(made["id"])
        seq = room["question"]["seq"] if room["question"] else room["seq"]
        answer = await people[number].act(made["id"], seq, {"type": "leave"})
        assert answer.status_code == 200, answer.text
    seats = (await people[0].get(f"/api/matches/{made['id']}/ratings"))["seats"]
    assert [(seat["place"], seat["has_left"]) for seat in seats] == [(2, True), (2, True), (1, False)]
    after = compute_ratings_after_game([Rating()] * 3, [2, 2, 1])
    for name, rating in zip(("Ann", "Ben", "Cleo"), after, strict=True):
        assert_same(await read_rating(app, name, "airline"), rating, 1)


async def test_nobody_puts_a_bot_in_for_another(
    app: Application, sign_up: SignUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveMatch, "is_away_long_enough_to_replace", lambda _live, seat: seat == 1)
    people = [await sign_up(name) for name in ("Ann", "Ben", "Cleo")]
    for seats in (("me", "open"), ("me", "open", "open")):
        made = await open_rated(people[0], *seats)
        for number in range(1, len(seats)):
            await people[number].join(made["links"][number])
        assert await status(people[0], f"/api/matches/{made['id']}/replace", {"target": 1, "level": "captain"}) == 403
        room = await people[0].room(made["id"])
        assert [(seat["kind"], seat["replaceable"]) for seat in room["seats"]] == [("person", False)] * len(seats)
        assert room["votes"] == []


async def test_an_end_that_all_agree_to_counts(app: Application, sign_up: SignUp) -> None:
    ann, ben = await sign_up("Ann"), await sign_up("Ben")
    match = await seat_two(ann, ben)
    await ann.post(f"/api/matches/{match}/propose-end")
    assert await read_rating(app, "Ann") is None
    (vote,) = (await ben.room(match))["votes"]
    await ben.post(f"/api/matches/{match}/vote", {"id": vote["id"], "agree": True})
    room = await ben.room(match)
    assert room["result"]["reason"] == "agreement"
    places = compute_finishing_places(room["result"]["scores"], room["result"]["winners"])
    assert_same(await read_rating(app, "Ann"), compute_ratings_after_game([Rating(), Rating()], places)[0], 1)


async def test_guests_neither_open_nor_join_a_rated_table(browsers: Browsers, sign_up: SignUp) -> None:
    guest, ann = browsers(), await sign_up("Ann")
    plan = {"title": "toy", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": CLOCK, "rated": True}
    assert await status(guest, "/api/matches", plan) == 403
    assert await status(guest, "/api/play-now", {"title": "toy", "seats": 2, "clock": CLOCK, "rated": True}) == 403
    made = await open_rated(ann, public={"fill_after": None})
    assert await status(guest, f"/api/public-tables/{made['id']}/sit-down", {}) == 403
    token = made["links"][1].rsplit("/", 1)[-1]
    assert await status(guest, "/api/join", {"token": token}) == 403
    assert (await guest.get(f"/api/invitations/{token}"))["rated"]
    lobby = await guest.get("/api/lobby")
    assert [table["rated"] for table in lobby["open"]["tables"]] == [True]


async def test_a_rated_table_is_the_usual_one(sign_up: SignUp) -> None:
    ann = await sign_up("Ann")
    good: dict[str, Any] = {"title": "toy", "seats": [{"kind": "person"}, {"kind": "open"}], "clock": CLOCK}
    two = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Me too"}]
    for change in (
        {"options": {"generous": True}},
        {"clock": None},
        {"mode": "hotseat", "seats": two},
        {"seats": two},
        {"seats": [{"kind": "person"}, {"kind": "bot", "level": "random"}]},
        {"public": {"fill_after": 60, "level": "random"}},
    ):
        assert await status(ann, "/api/matches", {**good, **change, "rated": True}) in (400, 403), change
        assert await status(ann, "/api/matches", {**good, "rated": True}) == 201
    for path, body in (
        ("/api/matches/import", {"record": {}, "seats": good["seats"], "rated": True}),
        ("/api/lessons", {"title": "airline", "lesson": "first-flight", "rated": True}),
    ):
        assert await status(ann, path, body) == 400, "they have no such field"


async def test_an_edition_of_ones_own_is_not_rated(sign_up: SignUp) -> None:
    ann = await sign_up("Ann")
    text = (await ann.http.get("/api/titles/airline/edition")).json()["text"].replace('id = "', 'id = "my-', 1)
    kept = await ann.post("/api/editions", {"title": "airline", "text": text})
    seats = [{"kind": "person"}, {"kind": "open"}]
    plan = {"title": "airline", "seats": seats, "clock": CLOCK, "edition": kept["hash"]}
    assert await status(ann, "/api/matches", plan) == 201
    assert await status(ann, "/api/matches", {**plan, "rated": True}) == 403


async def test_no_hints_no_coach_no_votes_on_undo_no_other_name(app: Application, sign_up: SignUp) -> None:
    ann, ben = await sign_up("Ann"), await sign_up("Ben")
    match = await seat_two(ann, ben)
    room = await ann.room(match)
    assert (room["rated"], room["hints"], room["may_coach"]) == (True, False, False)
    assert [seat["name"] for seat in room["seats"]] == ["Ann", "Ben"]
    path = f"/api/matches/{match}"
    assert await status(ann, f"{path}/hint", {}) == 403
    assert (await ann.post(f"{path}/coach/points"))["points"] == []
    assert await status(ann, f"{path}/rename", {"name": "Somebody"}) == 403
    await bid(ann, match, 3)
    assert await status(ann, f"{path}/undo", {"scope": "position", "to_position": 0}) == 403, (
        "others would have to agree"
    )
    await ann.post(f"{path}/undo", {"scope": "choice"})
    assert await status(ann, f"{path}/undo", {"scope": "turn"}) == 409, "before it lies the deal"
    await ann.post(f"{path}/replace", {"target": 0, "level": "ace"})
    assert (await app.service.get_match(match)).match.seats[0].level == "captain"


async def test_nobody_sits_twice_nor_with_a_second_account_of_the_browser(browsers: Browsers, sign_up: SignUp) -> None:
    ann = await sign_up("Ann")
    made = await open_rated(ann, "me", "open", "open", public={"fill_after": None})
    token = made["links"][2].rsplit("/", 1)[-1]
    assert await status(ann, "/api/join", {"token": token}) == 403
    again = await ann.post(f"/api/public-tables/{made['id']}/sit-down", {})
    assert again["seat"] == 0, "the seat that is held already"
    await ann.post("/api/account/sign-out")
    await ann.post("/api/account", {"name": "Second", "password": "password of Second"})
    assert await status(ann, f"/api/public-tables/{made['id']}/sit-down", {}) == 403
    assert await status(ann, "/api/join", {"token": token}) == 403
    elsewhere = browsers()
    await elsewhere.post("/api/account/sign-in", {"name": "Second", "password": "password of Second"})
    assert await status(elsewhere, f"/api/public-tables/{made['id']}/sit-down", {}) == 403
    ben = await sign_up("Ben")
    await ben.post(f"/api/public-tables/{made['id']}/sit-down", {})


async def test_every_bot_that_the_file_has_sits_at_rated_tables(
    sign_up: SignUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the lab measures next, of every title: nothing but the file has to change."""
    ann, file = await sign_up("Ann"), tmp_path / "anchors.json"
    monkeypatch.setattr(bot_anchors, "ANCHORS_FILE", file)
    monkeypatch.setattr(bot_anchors, "read_bot_anchors_by_title", READ_ANCHORS)
    file.write_bytes(b"{}")
    for title in ("airkwire", "airline", "airsteam", "tingoose"):
        for level in ("ace", "ace?style=bold", "captain"):
            seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot", "level": level}]
            wish = {"title": title, "seats": seats, "clock": CLOCK, "rated": True}
            file.write_bytes(b"{}")
            assert await status(ann, "/api/matches", wish) == 403, "nobody has measured it"
            plain = level.partition("?")[0]
            file.write_bytes(msgspec.json.encode({title: [BotAnchor(plain, 31.0, 1.2, 400, 3)]}))
            assert await status(ann, "/api/matches", wish) == 201, f"{title} {level}"
            (mark,) = (await ann.get(f"/api/leaderboards/{title}"))["bots"]
            assert (mark["level"], mark["rating"]) == (plain, 31.0)


async def sign_up_two_in_one_browser(browsers: Browsers, sign_up: SignUp) -> tuple[Browser, Browser]:
    """Two accounts of one browser, each signed in."""
    first, second = await sign_up("First"), browsers()
    await first.post("/api/account/sign-out")
    await first.post("/api/account", {"name": "Second", "password": "password of Second"})
    await second.post("/api/account/sign-in", {"name": "First", "password": "password of First"})
    return first, second


@pytest.mark.parametrize("way", ["lobby", "link"])
async def test_two_accounts_of_a_browser_do_not_sit_down_in_the_same_instant(
    app: Application, browsers: Browsers, sign_up: SignUp, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    ann = await sign_up("Ann")
    pair = await sign_up_two_in_one_browser(browsers, sign_up)
    made = await open_rated(ann, "me", "open", "open", public={"fill_after": None})
    meet_at(monkeypatch, app.service, "commit_event", 2)

    async def sit(number: int) -> int:
        if way == "lobby":
            return await status(pair[number], f"/api/public-tables/{made['id']}/sit-down", {})
        return await status(pair[number], "/api/join", {"token": made["links"][1 + number].rsplit("/", 1)[-1]})

    assert sorted(await asyncio.gather(sit(0), sit(1))) == [200, 403]
    live = await app.service.get_match(made["id"])
    assert sum(seat.kind == "open" for seat in live.match.seats) == 1


async def test_play_now_finds_rated_tables_for_who_wants_one(sign_up: SignUp) -> None:
    ann, ben, cleo = await sign_up("Ann"), await sign_up("Ben"), await sign_up("Cleo")
    wish = {"title": "toy", "seats": 2, "clock": CLOCK, "fill_after": None}
    opened = await ann.post("/api/play-now", {**wish, "rated": True})
    other = await ben.post("/api/play-now", wish)
    assert other["is_opened"], "an unrated wish does not lead to a rated table"
    found = await cleo.post("/api/play-now", {**wish, "rated": True})
    assert (found["id"], found["is_opened"]) == (opened["id"], False)


async def test_the_same_people_again_is_rated_again(app: Application, sign_up: SignUp) -> None:
    ann, ben = await sign_up("Ann"), await sign_up("Ben")
    match = await play(ann, ben)
    again = (await ann.post(f"/api/matches/{match}/rematch"))["id"]
    await ben.post(f"/api/matches/{match}/rematch")
    for browser in (ann, ben):
        await bid(browser, again, 3)
    found = await read_rating(app, "Ann")
    assert found is not None
    assert found[1] == 2


async def test_the_end_and_the_ratings_are_one(
    app: Application, sign_up: SignUp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ann, ben = await sign_up("Ann"), await sign_up("Ben")
    match = await seat_two(ann, ben)
    await bid(ann, match, 3)
    real, results = rated_results.store_result_and_update_ratings, []

    async def break_down(connection: Any, result: Any) -> None:
        await real(connection, result)
        results.append(result)
        raise StorageUnavailable("The power went off here.")

    monkeypatch.setattr(store, "store_result_and_update_ratings", break_down)
    assert (await bid(ben, match, 9)).status_code == 503
    assert (await ben.room(match))["status"] == "playing", "no end without ratings"
    assert await read_rating(app, "Ann") is None, "no ratings without an end"
    monkeypatch.setattr(store, "store_result_and_update_ratings", real)
    assert (await bid(ben, match, 9)).status_code == 200
    before = await read_rating(app, "Ann"), await read_rating(app, "Ben")
    await app.service.store.run_transaction(lambda connection: real(connection, results[0]))
    await app.service.close()
    reopened = Application(Settings(database=str(tmp_path / "tables.db"), limits=GENEROUS))
    await reopened.service.open()
    assert (await read_rating(reopened, "Ann"), await read_rating(reopened, "Ben")) == before
    assert before[0] is not None
    assert before[0][1] == 1
    await reopened.service.close()
    await app.service.open()


async def test_two_matches_that_end_at_once_both_count(app: Application, sign_up: SignUp) -> None:
    ann, ben = await sign_up("Ann"), await sign_up("Ben")
    matches = [await seat_two(ann, ben) for _ in range(4)]
    for match in matches:
        await bid(ann, match, 3)
    await asyncio.gather(*[bid(ben, match, 9) for match in matches])
    found = await read_rating(app, "Ben")
    assert found is not None
    assert found[1] == 4


@pytest.fixture
async def finished(app: Application, sign_up: SignUp) -> tuple[Browser, Browser, str]:
    ann, ben = await sign_up("Ann"), await sign_up("Ben")
    return ann, ben, await play(ann, ben)


async def test_only_who_wants_to_be_listed_is(finished: tuple[Browser, Browser, str], browsers: Browsers) -> None:
    ann, ben, _ = finished
    stranger = browsers()
    assert (await stranger.get("/api/leaderboards/toy"))["people"] == []
    await ben.post("/api/account/visibility", {"visibility": "listed"})
    (row,) = (await stranger.get("/api/leaderboards/toy"))["people"]
    assert (row["rank"], row["name"], row["matches"], row["is_provisional"]) == (1, "Ben", 1, True)
    assert (await ben.get("/api/people/Ben"))["titles"][0]["rank"] == 1
    assert (await ann.get("/api/people/Ann"))["titles"][0]["rank"] is None
    assert await status(stranger, "/api/leaderboards/nothing") == 404
    assert await status(stranger, "/api/account/visibility", {"visibility": "listed"}) == 403
    assert await status(ben, "/api/account/visibility", {"visibility": "everywhere"}) == 400


async def test_a_page_says_who_met_whom(finished: tuple[Browser, Browser, str], browsers: Browsers) -> None:
    ann, ben, match = finished
    stranger = browsers()
    page = await ben.get("/api/people/ann")
    assert (page["name"], page["is_me"], page["visibility"], page["match_count"]) == ("Ann", False, None, 1)
    (line,) = page["matches"]
    assert (line["id"], line["others"], line["seats"]) == (match, ["Ben"], 2), "who sat there may look at the review"
    met = page["head_to_head"]
    assert met["matches"] == 1
    assert met["mine_ahead"] + met["theirs_ahead"] == 1
    assert met["mine_ahead"] == (1 if line["place"] == 2 else 0)
    seen = await stranger.get("/api/people/Ann")
    assert seen["head_to_head"] is None
    assert seen["matches"][0]["id"] is None
    assert (await ann.get("/api/people/Ann"))["visibility"] == "page"


async def test_a_review_that_all_agreed_to_show_is_linked_for_everybody(
    finished: tuple[Browser, Browser, str], browsers: Browsers
) -> None:
    ann, ben, match = finished
    stranger = browsers()

    async def find_link() -> str | None:
        (line,) = (await stranger.get("/api/people/Ann"))["matches"]
        link: str | None = line["public_review"]
        return link

    await ann.post(f"/api/matches/{match}/review")
    await ann.post(f"/api/matches/{match}/review/sharing", {"agree": True})
    assert await find_link() is None
    shared = await ben.post(f"/api/matches/{match}/review/sharing", {"agree": True})
    link = await find_link()
    assert link is not None
    assert link == shared["link"]
    assert await status(stranger, f"/api/reviews/{link.removeprefix('/r/')}") == 200
    await ben.post("/api/account/visibility", {"visibility": "private"})
    assert await find_link() is None, "the review would name whom the page does not"
    await ben.post("/api/account/visibility", {"visibility": "page"})
    assert await find_link() == link
    await ben.post(f"/api/matches/{match}/review/sharing", {"agree": False})
    assert await find_link() is None


async def test_a_private_person_is_nobody_to_others(finished: tuple[Browser, Browser, str], browsers: Browsers) -> None:
    ann, ben, match = finished
    stranger = browsers()
    await ann.post("/api/account/visibility", {"visibility": "private"})
    for browser in (ben, stranger):
        private = await browser.http.get("/api/people/Ann")
        nobody = await browser.http.get("/api/people/Nobody")
        assert private.status_code == nobody.status_code == 404
        assert private.content == nobody.content
        page = await browser.http.get("/api/people/Ben")
        assert page.json()["matches"][0]["others"] == ["Private player"]
        assert "Ann" not in page.text
        assert "Ann" not in (await browser.http.get("/api/leaderboards/toy")).text
    seats = (await ben.get(f"/api/matches/{match}/ratings"))["seats"]
    assert [seat["after"] is None for seat in seats] == [True, False]
    assert (await ann.get("/api/people/Ann"))["titles"][0]["matches"] == 1
    assert await status(stranger, f"/api/matches/{match}/ratings") == 404
    taken = await stranger.http.post("/api/account", json={"name": "Private  Player", "password": "a good password"})
    assert taken.status_code == 403


async def test_who_is_forgotten_leaves_no_rating_behind(
    finished: tuple[Browser, Browser, str], app: Application
) -> None:
    ann, ben, _ = finished
    kept = (await ann.get("/api/account/export"))["rated_matches"]
    assert [one["title"] for one in kept] == ["toy"]
    await ann.post("/api/account/delete", {"password": "password of Ann"})
    assert await status(ben, "/api/people/Ann") == 404
    page = await ben.get("/api/people/Ben")
    assert page["matches"][0]["others"] == ["Former player"]
    assert page["titles"][0]["matches"] == 1
    for table in (schema.ratings, schema.rating_changes, schema.account_browsers):
        rows = await app.service.store.fetch_all(select(table.c.account))
        assert len({row[0] for row in rows}) == 1, table.name
