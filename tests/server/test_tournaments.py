"""Tournaments of people by the API: who may do what, rounds follow by themselves, and nothing is counted twice."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from play_tournament import Plan, check_tournament, play_through_kills
from sqlalchemy import select, update

from aerodrome.matches import competition_changes, job_runner, schema
from aerodrome.matches.automatic_jobs import ReplaceSeatOnTimeout
from aerodrome.matches.competition_driver import CompetitionDriver
from aerodrome.matches.rating_store import RatingStore
from aerodrome.matches.suspensions import Suspension, set_or_lift_suspension
from aerodrome.ratings import bot_anchors
from aerodrome.ratings.bot_anchors import BotAnchor
from aerodrome.server.app import Application
from aerodrome.server.passwords import PasswordChecker
from aerodrome.server.rate_limiter import TokenBucketLimiter
from matches.conftest import until
from server.client import Browser
from server.conftest import ForkServer
from server.people import meet_at

Browsers = Callable[[], Browser]
SignUp = Callable[[str], Any]
NAMES = ("Ann", "Ben", "Cleo", "Dora")
CUP = {
    "name": "Autumn Cup",
    "title": "toy",
    "table_size": 2,
    "rounds": 2,
    "format": "round_robin",
    "clock": {"per_move": 600},
    "bot_level": "random",
}


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hash_password(_self: PasswordChecker, password: str) -> str:
        return f"hash of {password}"

    async def is_right(_self: PasswordChecker, password: str, password_hash: str | None) -> bool:
        return password_hash == f"hash of {password}"

    monkeypatch.setattr(PasswordChecker, "hash_password", hash_password)
    monkeypatch.setattr(PasswordChecker, "is_password_right", is_right)


@pytest.fixture
def sign_up(app: Application, browsers: Browsers) -> SignUp:
    app.context.new_account_limiter.burst = 1000

    async def make(name: str) -> Browser:
        browser = browsers()
        await browser.post("/api/account", {"name": name, "password": f"password of {name}"})
        return browser

    return make


async def begin(app: Application, people: list[Browser], **more: Any) -> str:
    """A tournament of the first, with everybody in it, that has begun."""
    id: str = (await people[0].post("/api/tournaments", {**CUP, **more}))["id"]
    for person in people:
        await person.post(f"/api/tournaments/{id}/sign-up")
    await people[0].post(f"/api/tournaments/{id}/start")
    await wait_for_tables(app, id)
    return id


async def wait_for_tables(app: Application, id: str) -> None:
    """Until all tables of the round have begun."""
    competition = await app.context.competitions.store.load_competition(id)
    for table in competition.list_tables_of_round(competition.round):
        await until(await app.service.get_match(table.match_id), lambda match: match.is_started)


async def ask(browser: Browser, path: str, body: Any = None) -> int:
    return (await browser.http.post(path, json={} if body is None else body)).status_code


def list_open_tables(page: dict[str, Any]) -> list[dict[str, Any]]:
    return [table for table in page["played"][-1]["tables"] if table["status"] == "playing"]


async def play_round(app: Application, id: str, people: list[Browser], amounts: tuple[int, ...] = (1, 2, 3, 4)) -> None:
    """Everybody bids at their table; when all tables are over, the tournament goes on."""
    for person, amount in zip(people, amounts, strict=False):
        page = await person.get(f"/api/tournaments/{id}")
        for table in list_open_tables(page):
            if table["is_mine"]:
                room = await person.room(table["match"])
                answer = await person.act(table["match"], room["question"]["seq"], {"type": "bid", "amount": amount})
                assert answer.status_code == 200
    for table in list_open_tables(await people[0].get(f"/api/tournaments/{id}")):
        await until(await app.service.get_match(table["match"]), lambda match: match.is_over)
    await app.context.competitions.void_tables_and_advance_competitions()
    await wait_for_tables(app, id)


async def test_sixteen_over_four_rounds_through_kills(
    fork_server: ForkServer, tmp_path: Path, with_toy_title: None
) -> None:
    plan = Plan(people=5, kills=2)
    page = await play_through_kills(fork_server, str(tmp_path / "t.db"), plan)
    await check_tournament(str(tmp_path / "t.db"), page, plan)


async def test_a_tournament_from_sign_up_to_the_end(app: Application, sign_up: SignUp, browsers: Browsers) -> None:
    ann, ben, cleo = [await sign_up(name) for name in NAMES[:3]]
    guest = browsers()
    id = (await ann.post("/api/tournaments", CUP))["id"]
    assert await ask(guest, f"/api/tournaments/{id}/sign-up") == 403
    for person in (ann, ben, ben, cleo):
        await person.post(f"/api/tournaments/{id}/sign-up")
    page = await cleo.post(f"/api/tournaments/{id}/withdraw")
    assert [one["name"] for one in page["entrants"]] == ["Ann", "Ben"], "twice is once, and who withdrew is gone"
    await cleo.post(f"/api/tournaments/{id}/sign-up")
    (listed,) = (await guest.get("/api/tournaments"))["open"]
    assert (listed["name"], listed["people"], listed["is_mine"]) == ("Autumn Cup", 3, False)
    page = await ann.post(f"/api/tournaments/{id}/start")
    assert [one["kind"] for one in page["entrants"]] == ["person"] * 3 + ["bot"], "a bot fills the gap"
    await wait_for_tables(app, id)
    for looker, is_mine in ((guest, False), (ben, True)):
        assert [one["is_mine"] for one in (await looker.get("/api/tournaments"))["running"]] == [is_mine]
    (mine,) = (await ben.get("/api/my-matches"))["matches"]
    room = await ben.room(mine["id"])
    assert room["tournament"] == {"id": id, "name": "Autumn Cup", "round": 1, "table": room["tournament"]["table"]}
    assert {seat["name"] for seat in room["seats"]} & {"Ben"}
    assert room["me"]["is_host"] is False
    for path, body in (("rename", {"name": "Zed"}), ("undo", {"scope": "position", "to_position": 0})):
        assert await ask(ben, f"/api/matches/{mine['id']}/{path}", body) == 403
    people = [ann, ben, cleo]
    await play_round(app, id, people)
    page = await ann.get(f"/api/tournaments/{id}")
    assert (page["status"], page["round"]) == ("running", 2)
    assert sum(one["points"] for one in page["standings"]) == 8, "two tables, three points and one each"
    await play_round(app, id, people)
    page = await guest.get(f"/api/tournaments/{id}")
    assert (page["status"], page["end_reason"], page["me"]) == ("over", "finished", None)
    assert sum(one["points"] for one in page["standings"]) == 16
    met = [frozenset(seat["entrant"] for seat in table["seats"]) for one in page["played"] for table in one["tables"]]
    assert len(set(met)) == 4, "nobody met twice"
    await app.context.competitions.void_tables_and_advance_competitions()
    assert await guest.get(f"/api/tournaments/{id}") == page
    finished = page["played"][0]["tables"][0]["match"]
    assert await ask(guest, f"/api/tournaments/{id}/watch", {"match": finished}) == 200
    assert (await guest.room(finished))["status"] == "over"


async def test_everybody_may_do_what_the_table_says(app: Application, sign_up: SignUp, browsers: Browsers) -> None:
    """Organiser, somebody who takes part, somebody with an account, a guest; on a tournament that runs."""
    ann, ben, other = [await sign_up(name) for name in NAMES[:3]]
    roles = (ann, ben, other, browsers())
    rights: dict[str, tuple[Any, tuple[int, ...]]] = {
        "sign-up": ({}, (409, 409, 409, 403)),
        "start": ({}, (409, 403, 403, 403)),
        "remove": ({"entrant": 1}, (200, 403, 403, 403)),
        "withdraw": ({}, (200, 200, 409, 403)),
        "watch": ({"match": "none"}, (404, 404, 404, 404)),
        "end": ({}, (200, 403, 403, 403)),
        "cancel": ({}, (200, 403, 403, 403)),
    }
    surprises = []
    for path, (body, expected) in rights.items():
        for number, (role, status) in enumerate(zip(roles, expected, strict=True)):
            id = await begin(app, [ann, ben])
            found = await ask(role, f"/api/tournaments/{id}/{path}", body)
            if found != status:
                surprises.append(f"{path} by role {number}: {found}, not {status}")
            await ask(ann, f"/api/tournaments/{id}/cancel")
    assert surprises == []


async def test_limits_and_bad_wishes_are_refused(app: Application, sign_up: SignUp) -> None:
    ann, ben, cleo = [await sign_up(name) for name in NAMES[:3]]
    wishes: list[dict[str, Any]] = [
        {"clock": {}},
        {"table_size": 6},
        {"bot_level": "nobody"},
        {"starts_at": 1},
        {"name": "<>"},
        {"options": {"none": 1}},
    ]
    for wish in wishes:
        assert await ask(ann, "/api/tournaments", {**CUP, **wish}) == 400, wish
    assert await ask(ann, "/api/tournaments", {**CUP, "rated": True}) == 403, "nobody has measured a random bot"
    wish = {**CUP, "max_people": 2}
    made = await asyncio.gather(*(ann.http.post("/api/tournaments", json=wish) for _ in range(8)))
    ids = [answer.json()["id"] for answer in made if answer.status_code == 201]
    assert len(ids) == 3, "also when all come at once"
    assert await ask(ann, "/api/tournaments", CUP) == 403
    assert await ask(ann, f"/api/tournaments/{ids[0]}/start") == 409, "nobody has signed up"
    statuses = [await ask(person, f"/api/tournaments/{ids[0]}/sign-up") for person in (ann, ben, cleo)]
    assert statuses == [200, 200, 409], "it is full"
    app.context.table_limiter = TokenBucketLimiter(1e-9, 2)
    paths = [f"/api/tournaments/{ids[0]}/{what}" for what in ("start", "withdraw", "end", "withdraw")]
    assert [await ask(cleo, path) for path in paths] == [403, 409, 429, 429], "a large one takes a while to read"
    hidden = (await ben.post("/api/tournaments", {**CUP, "public": False}))["id"]
    assert hidden not in [one["id"] for one in (await ann.get("/api/tournaments"))["open"]]
    assert hidden in [one["id"] for one in (await ben.get("/api/tournaments"))["open"]]
    assert (await ann.get(f"/api/tournaments/{hidden}"))["organiser"] == "Ben"


async def test_two_accounts_of_a_browser_do_not_both_sign_up_in_the_same_instant(
    app: Application, sign_up: SignUp, browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    anchors = {"toy": [BotAnchor("random", 10.0, 1.0, 100, 2), BotAnchor("captain", 29.0, 1.0, 100, 2)]}
    monkeypatch.setattr(bot_anchors, "read_bot_anchors_by_title", lambda: anchors)
    first, second = await sign_up("First"), browsers()
    await first.post("/api/account/sign-out")
    await first.post("/api/account", {"name": "Second", "password": "password of Second"})
    await second.post("/api/account/sign-in", {"name": "First", "password": "password of First"})
    for is_rated, answers in ((True, [200, 403]), (False, [200, 200])):
        id = (await first.post("/api/tournaments", {**CUP, "rated": is_rated}))["id"]
        with monkeypatch.context() as context:
            meet_at(context, app.context.competitions, "change_competition_and_load_new_tables", 2)
            path = f"/api/tournaments/{id}/sign-up"
            assert sorted(await asyncio.gather(ask(first, path), ask(second, path))) == answers
        assert len((await first.get(f"/api/tournaments/{id}"))["entrants"]) == len(
            [one for one in answers if one == 200]
        )


async def test_who_drops_out_is_followed_by_a_bot_and_who_is_late_gets_no_points(
    app: Application, sign_up: SignUp
) -> None:
    people = [await sign_up(name) for name in NAMES]
    id = await begin(app, people)
    await people[3].post(f"/api/tournaments/{id}/withdraw")
    page = await people[0].get(f"/api/tournaments/{id}")
    late = next(table for table in list_open_tables(page) if page["me"] in [seat["entrant"] for seat in table["seats"]])
    seat = [one["entrant"] for one in late["seats"]].index(page["me"])
    live = await app.service.get_match(late["match"])
    await job_runner.run_job(app.service, live, ReplaceSeatOnTimeout(seat))
    await play_round(app, id, people[1:])
    page = await people[0].get(f"/api/tournaments/{id}")
    counted = next(table for table in page["played"][0]["tables"] if table["match"] == late["match"])
    assert (counted["seats"][seat]["has_left"], counted["seats"][seat]["points"]) == (True, 0)
    assert counted["seats"][1 - seat]["points"] == 3
    assert [(one["kind"], one["first_round"]) for one in page["entrants"]] == [("person", 1)] * 4 + [("bot", 2)]
    seated = [seat["entrant"] for table in page["played"][1]["tables"] for seat in table["seats"]]
    assert sorted(seated) == [0, 1, 2, 4]


async def test_a_match_that_cannot_be_read_is_void_and_stops_nothing(app: Application, sign_up: SignUp) -> None:
    people = [await sign_up(name) for name in NAMES]
    id = await begin(app, people)
    broken = list_open_tables(await people[0].get(f"/api/tournaments/{id}"))[0]["match"]
    await app.service.store.set_or_clear_unreadable_reason(broken, "damaged")
    del app.service.live_matches[broken]
    await app.context.competitions.void_tables_and_advance_competitions()
    await play_round(app, id, people)
    page = await people[0].get(f"/api/tournaments/{id}")
    assert page["round"] == 2
    (void,) = [table for table in page["played"][0]["tables"] if table["status"] == "void"]
    assert void["match"] is None
    assert [seat["points"] for seat in void["seats"]] == [2, 2], "all share the points"


async def test_one_that_cannot_be_read_hides_no_other(app: Application, sign_up: SignUp) -> None:
    ann, ben = await sign_up("Ann"), await sign_up("Ben")
    good, bad = [(await person.post("/api/tournaments", CUP))["id"] for person in (ann, ben)]
    row = schema.competitions.c
    change = update(schema.competitions).where(row.id == bad).values(settings=b"{", starts_ms=1)
    await app.service.store.execute_write(change)
    await app.context.competitions.void_tables_and_advance_competitions()
    assert [one["id"] for one in (await ben.get("/api/tournaments"))["open"]] == [good]
    assert (await ben.http.get(f"/api/tournaments/{bad}")).status_code == 409
    assert (await ben.get("/api/account/export"))["tournaments"] == []


async def test_who_is_suspended_meets_nobody_in_the_next_round(app: Application, sign_up: SignUp) -> None:
    people = [await sign_up(name) for name in NAMES]
    id = await begin(app, people)
    store = app.service.store
    rows = await store.fetch_all(select(schema.accounts.c.id).where(schema.accounts.c.name == "Dora"))
    await set_or_lift_suspension(store, rows[0][0], Suspension(0, None, "Why"))
    await play_round(app, id, people)
    page = await people[0].get(f"/api/tournaments/{id}")
    dora = next(one for one in page["entrants"] if one["name"] == "Dora")
    assert (page["round"], dora["has_left"]) == (2, True)
    seated = [seat["entrant"] for table in page["played"][1]["tables"] for seat in table["seats"]]
    assert dora["number"] not in seated


async def test_one_that_begins_later_is_not_old(app: Application, sign_up: SignUp) -> None:
    ann, store = await sign_up("Ann"), app.context.competitions.store
    ids = [(await ann.post("/api/tournaments", CUP))["id"] for _ in range(2)]
    later = update(schema.competitions).where(schema.competitions.c.id == ids[0]).values(starts_ms=10**14)
    await store.store.execute_write(later)
    await store.remove_old_competitions(10**14)
    assert [one["id"] for one in (await ann.get("/api/tournaments"))["open"]] == ids[:1]


async def test_two_processes_that_go_on_at_once_make_one_round(app: Application, sign_up: SignUp) -> None:
    people = [await sign_up(name) for name in NAMES]
    id = await begin(app, people)
    drivers = [CompetitionDriver(app.service) for _ in range(4)]

    async def advance_all_at_once() -> None:
        await asyncio.gather(*(one.void_tables_and_advance_competitions() for one in drivers))

    app.context.competitions.void_tables_and_advance_competitions = advance_all_at_once  # type: ignore[method-assign]
    await play_round(app, id, people)
    rows = await app.service.store.fetch_all(select(schema.matches.c.id))
    page = await people[0].get(f"/api/tournaments/{id}")
    assert (page["round"], len(rows)) == (2, 4)
    assert {table["match"] for one in page["played"] for table in one["tables"]} == {row[0] for row in rows}


async def test_what_ends_early_counts_as_it_stands(app: Application, sign_up: SignUp) -> None:
    people = [await sign_up(name) for name in NAMES]
    id = await begin(app, people)
    await play_round(app, id, people)
    before = (await people[0].get(f"/api/tournaments/{id}"))["standings"]
    ended = await people[0].post(f"/api/tournaments/{id}/end")
    assert (ended["status"], ended["end_reason"]) == ("over", "early")
    for person in people:
        for table in ended["played"][1]["tables"]:
            if (await person.http.get(f"/api/matches/{table['match']}/")).status_code == 200:
                room = await person.room(table["match"])
                await person.act(table["match"], room["question"]["seq"], {"type": "bid", "amount": 5})
    page = await people[0].get(f"/api/tournaments/{id}")
    assert page["standings"] == before
    assert {table["status"] for table in page["played"][1]["tables"]} == {"uncounted"}


async def test_it_begins_at_its_time_or_is_called_off(app: Application, sign_up: SignUp) -> None:
    people = [await sign_up(name) for name in NAMES[:2]]
    driver = app.context.competitions
    later = 4_000_000_000_000
    for signed_up, status in ((2, "running"), (1, "cancelled")):
        id = (await people[0].post("/api/tournaments", CUP))["id"]
        await driver.store.store.execute_write(update(schema.competitions).values(starts_ms=later))
        for person in people[:signed_up]:
            await person.post(f"/api/tournaments/{id}/sign-up")
        await driver.void_tables_and_advance_competitions()
        assert (await people[0].get(f"/api/tournaments/{id}"))["status"] == "open", "not yet"
        assert await driver.store.list_due_competition_ids(later) == [id]
        await driver.change_competition_and_load_new_tables(
            id, lambda one: competition_changes.advance_competition(one, later)
        )
        assert (await people[0].get(f"/api/tournaments/{id}"))["status"] == status


async def test_who_wants_to_be_forgotten_is(app: Application, sign_up: SignUp) -> None:
    people = [await sign_up(name) for name in NAMES]
    id = await begin(app, people)
    own = (await people[3].post("/api/tournaments", CUP))["id"]
    for person in people[2:]:
        await person.post(f"/api/tournaments/{own}/sign-up")
    (kept, _) = (await people[3].get("/api/account/export"))["tournaments"]
    assert (kept["name"], kept["is_organiser"]) == ("Autumn Cup", False)
    await people[3].post("/api/account/delete", {"password": "password of Dora"})
    page = await people[0].get(f"/api/tournaments/{id}")
    assert [one["name"] for one in page["entrants"]] == ["Ann", "Ben", "Cleo", "Former player"]
    assert "Dora" not in str(page)
    page = await people[0].get(f"/api/tournaments/{own}")
    assert (page["status"], page["organiser"], [one["name"] for one in page["entrants"]]) == ("cancelled", "", ["Cleo"])
    await play_round(app, id, people[:3])
    page = await people[0].get(f"/api/tournaments/{id}")
    assert (page["round"], page["entrants"][-1]["kind"]) == (2, "bot")
    assert [row for row in await app.service.store.fetch_all(select(schema.competition_entrants.c.account)) if row[0]]


async def test_a_rated_tournament_changes_ratings_once(
    app: Application, sign_up: SignUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        bot_anchors, "read_bot_anchors_by_title", lambda: {"toy": [BotAnchor("captain", 29.0, 1.0, 100, 2)]}
    )
    people = [await sign_up(name) for name in NAMES]
    id = await begin(app, people, rated=True, bot_level="captain")
    for _ in range(2):
        await play_round(app, id, people)
    for name in NAMES:
        account = await app.context.sessions.accounts.find_by_similar_name(name)
        assert account is not None
        (rating,) = await RatingStore(app.service.store).list_title_ratings(account.id, False)
        assert (rating.title, rating.matches) == ("toy", 2)


async def test_what_is_read_while_a_round_begins_fits_together(app: Application, sign_up: SignUp) -> None:
    """The tournament is read before its tables: when both change in between, all is read once more."""
    people = [await sign_up(name) for name in NAMES]
    id = await begin(app, people)
    store = app.context.competitions.store
    before = await store.load_competition(id)
    async with app.service.store.engine.connect() as connection:
        execute = type(connection).execute
    changed = 0

    async def execute_and_change(self: Any, statement: Any, *more: Any) -> Any:
        nonlocal changed
        result = await execute(self, statement, *more)
        if "FROM competition_entrants" in str(statement) and not changed:
            changed = 1
            later = update(schema.competitions).values(revision=schema.competitions.c.revision + 1)
            await app.service.store.execute_write(later)
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection), "execute", execute_and_change)
        found = await store.load_competition(id)
    assert (found.revision, changed) == (before.revision + 1, 1)
