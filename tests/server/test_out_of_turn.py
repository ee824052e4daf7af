"""What a seat may do without being asked reaches its person, and is answered though others act meanwhile."""

from collections.abc import Callable

import pytest

from server.client import Browser

Browsers = Callable[[], Browser]


@pytest.mark.rule("TG-R57")
async def test_a_sealed_bid_is_opened_again_while_somebody_still_thinks(browsers: Browsers) -> None:
    people = [browsers() for _ in range(4)]
    made = await people[0].make("tingoose", "me", "open", "open", "open")
    for person, link in zip(people[1:], made["links"][1:], strict=True):
        await person.join(link)
    match, (first, second, third, _fourth) = made["id"], people
    for person in (first, second):
        question = (await person.room(match))["question"]
        sealed = await person.act(match, question["seq"], {"type": "bid_opening", "amount": 7})
        assert sealed.status_code == 200, sealed.text
    room = await first.room(match)
    assert room["question"] is None
    assert [choice["action"]["type"] for choice in room["out_of_turn"]] == ["open_bid"]
    assert (await third.room(match))["out_of_turn"] == []
    other = (await third.room(match))["question"]
    answer = await third.act(match, other["seq"], {"type": "bid_opening", "amount": 3})
    assert answer.status_code == 200
    opened = await first.act(match, room["seq"], room["out_of_turn"][0]["action"])
    assert opened.status_code == 200, "what others did in secret meanwhile makes it stale"
    assert (await first.room(match))["question"] is not None
    again = await first.act(match, room["seq"], room["out_of_turn"][0]["action"])
    assert (again.status_code, again.json()["version"]) == (200, opened.json()["version"]), "a repeat is played twice"


@pytest.mark.rule("KS-R58")
async def test_a_sealed_plan_is_opened_changed_and_sealed_while_somebody_still_plans(browsers: Browsers) -> None:
    first, second = browsers(), browsers()
    made = await first.make("airsteam", "me", "open")
    await second.join(made["links"][1])
    match = made["id"]

    async def choose(person: Browser, number: int = 0) -> None:
        question = (await person.room(match))["question"]
        answer = await person.act(match, question["seq"], question["choices"][number]["action"])
        assert answer.status_code == 200, answer.text

    while not (await first.room(match))["view"]["players"][0]["planning"]:
        await choose(first if (await first.room(match))["question"] else second)
    for _card in range(4):
        await choose(first)
    watched = (await second.room(match))["view"]
    await choose(first)
    room = await first.room(match)
    assert room["question"] is None
    assert [choice["action"]["type"] for choice in room["out_of_turn"]] == ["open_plan"]
    await choose(second)
    opened = await first.act(match, room["seq"], room["out_of_turn"][0]["action"])
    assert opened.status_code == 200, opened.text
    room = await first.room(match)
    slot = room["question"]["forms"][0]["slots"][2]
    taken = await first.act(match, room["question"]["seq"], slot["choices"][0]["action"])
    assert taken.status_code == 200, taken.text
    assert (await first.room(match))["view"]["players"][0]["plan"][2]["face"] == "empty"
    seen = (await second.room(match))["view"]
    assert seen["players"][0] == watched["players"][0], "the other learns of the change"
    await choose(first)
    await choose(first)
    for _card in range(4):
        await choose(second)
    assert (await first.room(match))["view"]["slot"] == 1
