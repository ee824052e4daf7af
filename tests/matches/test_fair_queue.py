"""Who is served next: people first, everybody in turn, nobody forgotten."""

import random
from collections import Counter
from itertools import pairwise

from aerodrome.matches.fair_queue import OVERDUE_S, TURNS_BETWEEN_OVERDUE, FairQueue, Priority, ShareKey


class Job:
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def push(queue: FairQueue[Job], name: str, priority: Priority, *share: str) -> Job:
    job = Job(name)
    queue.push(job, priority, ShareKey(*share))
    return job


def drain(queue: FairQueue[Job]) -> list[str]:
    return [job.name for job in iter(queue.pop, None)]


def test_whoever_keeps_a_person_waiting_is_first_and_bots_among_themselves_last() -> None:
    queue: FairQueue[Job] = FairQueue(Clock())
    for number, priority in enumerate(reversed(Priority)):
        push(queue, priority.name, priority, f"address {number}")
    assert drain(queue) == [priority.name for priority in Priority]


def test_addresses_take_turns_whatever_one_of_them_asks_for() -> None:
    queue: FairQueue[Job] = FairQueue(Clock())
    for number in range(50):
        push(queue, f"many {number}", Priority.PERSON_WAITS, "crowd", f"person {number % 5}", f"match {number}")
    push(queue, "one", Priority.PERSON_WAITS, "honest", "ann", "match")
    assert "one" in drain(queue)[:2]


def test_persons_of_an_address_and_matches_of_a_person_take_turns() -> None:
    queue: FairQueue[Job] = FairQueue(Clock())
    for number in range(9):
        push(queue, "greedy person", Priority.WITH_PEOPLE, "home", "bob", f"match {number}")
    for match in ("first", "first", "second"):
        push(queue, f"ann {match}", Priority.WITH_PEOPLE, "home", "ann", match)
    served = drain(queue)
    assert [name for name in served[:6] if name.startswith("ann")] == ["ann first", "ann second", "ann first"]


def test_shares_are_equal_while_everybody_keeps_asking() -> None:
    queue: FairQueue[Job] = FairQueue(Clock())
    rng = random.Random(1)
    waiting = {"a": 1, "b": 7, "c": 30}
    for owner, count in waiting.items():
        for number in range(count):
            push(queue, owner, Priority.BOTS_ONLY, owner, owner, f"{owner} {number}")
    served: Counter[str] = Counter()
    for _ in range(300):
        job = queue.pop()
        assert job is not None
        served[job.name] += 1
        push(queue, job.name, Priority.BOTS_ONLY, job.name, job.name, f"{job.name} {rng.randrange(waiting[job.name])}")
    assert max(served.values()) - min(served.values()) <= 1


def test_nobody_starves_and_the_urgent_hardly_wait_for_it() -> None:
    clock = Clock()
    queue: FairQueue[Job] = FairQueue(clock)
    for number in range(3):
        push(queue, f"bots {number}", Priority.BOTS_ONLY, "somebody", "somebody", f"match {number}")
    served = []
    for _ in range(200):
        clock.now += 1.0
        push(queue, "urgent", Priority.PERSON_WAITS, "crowd")
        job = queue.pop()
        assert job is not None
        served.append(job.name)
    first = served.index("bots 0")
    assert first == max(OVERDUE_S, TURNS_BETWEEN_OVERDUE + 1) - 1
    turns = [turn for turn, name in enumerate(served) if name.startswith("bots")]
    assert [later - turn for turn, later in pairwise(turns)] == [TURNS_BETWEEN_OVERDUE + 1] * 2


def test_a_worker_gets_only_what_it_serves() -> None:
    clock = Clock()
    queue: FairQueue[Job] = FairQueue(clock)
    push(queue, "bots", Priority.BOTS_ONLY)
    clock.now = 10 * OVERDUE_S
    assert queue.pop({Priority.PERSON_WAITS, Priority.WITH_PEOPLE}) is None
    assert drain(queue) == ["bots"]


def test_who_gives_up_is_taken_out() -> None:
    queue: FairQueue[Job] = FairQueue(Clock())
    gone = push(queue, "gone", Priority.PERSON_WAITS, "a")
    push(queue, "stays", Priority.PERSON_WAITS, "a")
    queue.remove(gone)
    queue.remove(gone)
    assert (len(queue), drain(queue), len(queue)) == (1, ["stays"], 0)
