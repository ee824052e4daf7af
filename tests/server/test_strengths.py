"""What a person does well: figures are kept with whole reviews, go with match and account, and stand on the page."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select

from aerodrome.matches import decision_figures as figures_module
from aerodrome.matches import review_jobs
from aerodrome.matches.decision_figures import list_seats_played_by_one_person, sum_losses_by_seat_and_action_type
from aerodrome.matches.schema import decision_figures
from aerodrome.reviews.strengths import LossSum
from aerodrome.reviews.tasks import JUDGEMENT_VERSION
from aerodrome.server.app import Application
from server.client import Browser
from server.people import sign_up
from server.test_reviews import play_out, wait_until_done

Browsers = Callable[[], Browser]


async def read_rows(app: Application) -> list[Any]:
    return await app.service.store.fetch_all(select(decision_figures).order_by(decision_figures.c.seat))


async def find_id(app: Application, name: str) -> str:
    account = await app.context.sessions.accounts.find_by_similar_name(name)
    assert account is not None
    return account.id


async def write_rows(app: Application, name: str, kind: str, matches: int, losses: list[float], **more: Any) -> None:
    """Made-up figures: the same losses in each of so many matches."""
    account = await find_id(app, name)
    common = {"title": "toy", "judgement": JUDGEMENT_VERSION, "at_ms": 1, "account": account, "seat": 0, "kind": kind}
    sums = LossSum(len(losses), sum(losses), sum(loss**2 for loss in losses))
    rows = [{**common, "match": f"{name} {number}", **sums._asdict(), **more} for number in range(matches)]
    await app.service.store.run_transaction(lambda connection: connection.execute(insert(decision_figures), rows))


async def review(app: Application, browser: Browser, match: str) -> dict[str, Any]:
    """The review of a match, when it is done and kept."""
    found = await wait_until_done(browser, match)
    worker = (await app.service.reviews.get_or_create_review_job(await app.service.get_match(match))).worker
    assert worker is not None
    await worker
    return found


async def play_and_review(app: Application, browsers: Browsers) -> tuple[Browser, str, dict[str, Any]]:
    """Ann has an account, Ben is a guest, the third is a bot."""
    ann, ben = await sign_up(app, browsers, "Ann"), browsers()
    made = await ann.make("toy", "me", "open", "random")
    await ben.join(made["links"][1], "Ben")
    await play_out(made["id"], ann, ben)
    return ann, made["id"], await review(app, ann, made["id"])


async def test_a_whole_review_leaves_figures_of_people_with_accounts(
    app: Application, browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, match, found = await play_and_review(app, browsers)
    (row,) = await read_rows(app)
    (loss,) = [one["loss"] for one in found["decisions"] if one["seat"] == 0]
    assert (row.match, row.seat, row.kind, row.decisions, row.title) == (match, 0, "bid", 1, "toy")
    assert (row.loss, row.loss_squares) == pytest.approx((loss, loss**2))
    (told,) = (await ann.get("/api/people/Ann"))["strengths"]
    assert told == {"title": "toy", "matches": 1, "is_known": False, "better": [], "worse": []}
    (kept,) = (await ann.get("/api/account/export"))["reviewed_decisions"]
    assert (kept["match"], kept["kind"]) == (match, "bid")

    monkeypatch.setattr(review_jobs, "JUDGEMENT_VERSION", JUDGEMENT_VERSION + 1)
    await review(app, ann, match)
    assert [one.judgement for one in await read_rows(app)] == [JUDGEMENT_VERSION + 1], "replaced, not added"
    assert (await ann.get("/api/people/Ann"))["strengths"] == [], "figures of another judgement do not count"
    assert await app.service.store.delete_match(match)
    assert await read_rows(app) == []


async def test_only_what_one_person_chose_counts(app: Application, browsers: Browsers) -> None:
    ann, match, _ = await play_and_review(app, browsers)
    live = await app.service.get_match(match)
    assert list_seats_played_by_one_person(live.match) == [0, 1]
    live.match.left_seats[1] = 0
    assert list_seats_played_by_one_person(live.match) == [0], "a bot chose for the other one"
    two = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Her sister"}]
    at_one_screen = await ann.post("/api/matches", {"title": "toy", "mode": "hotseat", "seats": two})
    assert list_seats_played_by_one_person((await app.service.get_match(at_one_screen["id"])).match) == []
    live.match.setup = msgspec.structs.replace(live.match.setup, own_edition="{}")
    assert list_seats_played_by_one_person(live.match) == []


def test_losses_are_added_up_by_seat_and_type_of_action() -> None:
    def encode(seat: int, kind: str, loss: float) -> bytes:
        return b'{"decision":{"position":3,"seat":%d,"played":{"words":"x","action":{"type":"%s"}},"loss":%f}}' % (
            seat,
            kind.encode(),
            loss,
        )

    results = [b'{"chances":[0.5,0.5]}', b"{}", encode(0, "bid", 0.1), encode(0, "bid", 0.3), encode(1, "bid", 0.9)]
    (found,) = sum_losses_by_seat_and_action_type([*results], [0])
    assert (found.seat, found.kind, found.total.decisions) == (0, "bid", 2)
    assert found.total[1:] == pytest.approx((0.4, 0.1))


async def test_the_page_says_what_is_clear(
    app: Application, browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await sign_up(app, browsers, "Ann")
    await write_rows(app, "Ann", "bid", 5, [0.0, 0.01] * 3)
    await write_rows(app, "Ann", "pass", 5, [0.07, 0.09] * 3)
    await write_rows(app, "Ann", "raise", 2, [0.5] * 30)
    for number in range(5):
        await sign_up(app, browsers, f"Other {number}")
        for kind in ("bid", "pass", "raise"):
            await write_rows(app, f"Other {number}", kind, 2, [0.02, 0.04] * 5)
    stranger = browsers()
    (told,) = (await stranger.get("/api/people/Ann"))["strengths"]
    assert (told["title"], told["matches"], told["is_known"]) == ("toy", 5, True)
    (better,), (worse,) = told["better"], told["worse"]
    assert better.pop("error") == pytest.approx(0.36, abs=0.01), "by the spread of others"
    assert better == {
        "kind": "Bid",
        "decisions": 30,
        "matches": 5,
        "loss": 0.5,
        "compared_loss": 3.0,
        "compared_with": "others",
    }
    assert (worse["kind"], worse["loss"]) == ("Pass", 8.0), "Raise was chosen in too few matches"
    monkeypatch.setattr(figures_module, "MOST_ROWS_OF_OTHERS", 12)
    (told,) = (await stranger.get("/api/people/Ann"))["strengths"]
    assert {one["compared_with"] for one in told["better"] + told["worse"]} == {"own other choices"}, "bounded work"

    await ann.post("/api/account/visibility", {"visibility": "private"})
    assert (await stranger.http.get("/api/people/Ann")).status_code == 404
    account = await app.context.sessions.accounts.find_by_similar_name("Ann")
    assert account is not None
    await app.context.sessions.accounts.delete_account(account)
    assert {row.account for row in await read_rows(app)}.isdisjoint({account.id})
    assert len(await read_rows(app)) == 30
