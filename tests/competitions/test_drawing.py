"""Who meets whom, who sits where, what it is worth: the laws of a tournament, without any server."""

from fractions import Fraction
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from aerodrome.competitions.drawing import count_meetings, draw_round_robin_round, draw_swiss_round
from aerodrome.competitions.no_repeat_rounds import count_no_repeat_rounds, find_finite_field
from aerodrome.competitions.seating import assign_seats_at_tables, count_sittings_by_seat
from aerodrome.competitions.standings import (
    FinishedTable,
    compute_points_of_table,
    compute_standings,
    list_points_by_place,
)

Tables = list[list[int]]


def play(slots: int, size: int, rounds: int, bots: int, seed: str, is_swiss: bool) -> list[Tables]:
    """All rounds of a tournament in which the lowest slot at a table always wins; bots hold the last slots."""
    played: list[Tables] = []
    for number in range(rounds):
        past = [table for tables in played for table in tables]
        met = count_meetings(slots, past)
        gaps = range(slots - bots, slots)
        if is_swiss:
            counted = [FinishedTable(table, [1 + sorted(table).index(one) for one in table]) for table in past]
            standings = compute_standings(range(slots), counted, "places")
            points = [one.points for one in sorted(standings, key=lambda one: one.entrant)]
            tables = draw_swiss_round(points, size, number, met, gaps, seed)
        else:
            tables = draw_round_robin_round(slots, size, rounds, number, met, gaps, seed)
        assert sorted(slot for table in tables for slot in table) == list(range(slots)), "everybody sits once"
        played.append(
            assign_seats_at_tables(tables, count_sittings_by_seat(slots, size, past), "rotate", f"{seed}:{number}")
        )
    return played


def count_repeats(slots: int, played: list[Tables]) -> int:
    met = count_meetings(slots, [table for tables in played for table in tables])
    return sum(max(0, met[a][b] - 1) for a, b in combinations(range(slots), 2))


def test_fields_have_no_zero_divisors() -> None:
    for size in (2, 3, 4, 5, 7, 8, 9, 16):
        field = find_finite_field(size)
        assert field is not None
        for a in range(1, size):
            assert sorted(field.multiply(a, b) for b in range(size)) == list(range(size))
            assert sorted(field.add(a, b) for b in range(size)) == list(range(size))
    assert find_finite_field(6) is None


sizes = st.tuples(
    st.integers(2, 5), st.integers(1, 5), st.integers(1, 5), st.integers(0, 8), st.text("abc", max_size=3)
)


@settings(max_examples=20, deadline=None)
@given(sizes)
def test_nobody_meets_twice_where_there_is_a_design_and_gaps_are_spread(
    chosen: tuple[int, int, int, int, str],
) -> None:
    size, tables, rounds, bots, seed = chosen
    slots = size * tables
    bots = min(bots, slots)
    for is_swiss in (False, True):
        played = play(slots, size, rounds, bots, seed, is_swiss)
        for one in played[: (rounds if is_swiss else tables) if size > 2 else 0]:
            at_tables = [sum(slot >= slots - bots for slot in table) for table in one]
            assert max(at_tables) - min(at_tables) <= 1
        designed = 0 if is_swiss else count_no_repeat_rounds(slots, size, rounds)
        assert count_repeats(slots, played[:designed]) == 0
        counts = count_sittings_by_seat(slots, size, [table for tables in played for table in tables])
        assert max(max(row) - min(row) for row in counts) <= 3
        assert played == play(slots, size, rounds, bots, seed, is_swiss), "the seed decides"


def test_sixteen_at_tables_of_four_meet_everybody_in_five_rounds_and_nobody_twice() -> None:
    played = play(16, 4, 5, 0, "seed", False)
    met = count_meetings(16, [table for tables in played for table in tables])
    assert all(met[a][b] == 1 for a, b in combinations(range(16), 2))
    counts = count_sittings_by_seat(16, 4, [table for tables in played[:4] for table in tables])
    assert max(max(row) for row in counts) <= 2


def test_pairs_meet_everybody_once() -> None:
    for slots in (6, 8):
        assert count_repeats(slots, play(slots, 2, slots - 1, 1, "seed", False)) == 0


def test_a_search_without_a_design_still_finds_rounds_without_repeats() -> None:
    assert count_no_repeat_rounds(24, 4, 4) == 0, "there is no field of six"
    assert count_repeats(24, play(24, 4, 4, 3, "seed", False)) == 0
    assert count_repeats(24, play(24, 4, 3, 3, "seed", True)) == 0


def test_swiss_lets_the_leaders_meet() -> None:
    last = play(32, 2, 5, 0, "seed", True)[-1]
    drawn = play(32, 2, 5, 0, "seed", False)[-1]
    assert sum(abs(a - b) for a, b in last) < sum(abs(a - b) for a, b in drawn)
    assert any(0 in table and min(set(table) - {0}) < 8 for table in last), "the first of 32 meets a good one"


def test_points_are_shared_by_ties_and_not_given_to_who_left() -> None:
    assert list_points_by_place(4, "places") == [5, 3, 2, 1]
    assert list_points_by_place(2, "places") == [3, 1]
    assert compute_points_of_table(FinishedTable([0, 1, 2, 3], [1, 2, 2, 4]), "places") == [
        5,
        Fraction(5, 2),
        Fraction(5, 2),
        1,
    ]
    assert compute_points_of_table(FinishedTable([0, 1, 2, 3], [1, 2, 3, 4], [3]), "places") == [5, 3, 2, 0]
    assert compute_points_of_table(FinishedTable([0, 1, 2, 3], None), "places") == [Fraction(11, 4)] * 4
    assert compute_points_of_table(FinishedTable([0, 1], [1, 1]), "wins") == [Fraction(1, 2)] * 2


def test_standings_break_ties_by_wins_and_then_by_whom_one_met() -> None:
    tables = [FinishedTable([0, 1], [1, 2]), FinishedTable([2, 3], [2, 1]), FinishedTable([0, 3], [1, 2])]
    tables.append(FinishedTable([1, 2], [1, 2]))
    found = [(one.entrant, one.rank, int(one.points)) for one in compute_standings(range(5), tables, "places")]
    assert found == [(0, 1, 6), (1, 2, 4), (3, 2, 4), (2, 4, 2), (4, 5, 0)], "1 and 3 are equal in everything"


places = st.lists(st.integers(0, 3), min_size=2, max_size=6)


@settings(max_examples=60, deadline=None)
@given(places, st.sets(st.integers(0, 5)))
def test_the_points_of_a_table_add_up(scores: list[int], left: set[int]) -> None:
    left = {seat for seat in left if seat < len(scores)}
    stayed = [score for seat, score in enumerate(scores) if seat not in left]
    ranks = [
        1 + (len(stayed) if seat in left else sum(other > score for other in stayed))
        for seat, score in enumerate(scores)
    ]
    points = list_points_by_place(len(scores), "places")
    shared = compute_points_of_table(FinishedTable(range(len(scores)), ranks, left), "places")
    assert sum(shared) == sum(points[: len(stayed)])
    assert all(shared[seat] == 0 for seat in left)
