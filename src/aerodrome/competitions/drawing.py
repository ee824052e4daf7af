"""Who meets whom in a round: by a design where there is one, else by a search for the fewest repeated meetings.

Slots are numbered from 0; somebody holds each slot, and whoever leaves is followed there by a bot, so that a design
holds to the end. All of it follows from what is given: the same seed draws the same tables.
"""

import random
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from aerodrome.competitions.no_repeat_rounds import Tables, build_no_repeat_round, count_no_repeat_rounds

Matrix = list[list[int]]
SEARCHES = 100
"""A search begins so often anew, and the best of what it finds is taken."""


def count_meetings(slot_count: int, tables: Iterable[Iterable[int]]) -> Matrix:
    """How often each two have met."""
    met = [[0] * slot_count for _ in range(slot_count)]
    for table in tables:
        for one, other in combinations(table, 2):
            met[one][other] += 1
            met[other][one] += 1
    return met


def draw_round_robin_round(
    slot_count: int,
    table_size: int,
    round_count: int,
    round_index: int,
    meetings: Matrix,
    bot_slots: Collection[int],
    seed: str,
) -> Tables:
    """The tables of round `round_index`, counted from 0, of a round-robin over so many rounds."""
    if round_index < count_no_repeat_rounds(slot_count, table_size, round_count):
        return build_no_repeat_round(slot_count, table_size, round_count, round_index)
    costs = [[times * times for times in row] for row in meetings]
    return _search_cheapest_tables(
        list(range(slot_count)), table_size, costs, bot_slots, random.Random(f"{seed}:{round_index}")
    )


def draw_swiss_round(
    points_by_slot: Sequence[Fraction],
    table_size: int,
    round_index: int,
    meetings: Matrix,
    bot_slots: Collection[int],
    seed: str,
) -> Tables:
    """The tables of round `round_index`: fewest repeated meetings first, then equals in points together."""
    slot_count, rng = len(points_by_slot), random.Random(f"{seed}:{round_index}")
    order = list(range(slot_count))
    rng.shuffle(order)
    order.sort(key=lambda slot: points_by_slot[slot], reverse=True)
    unit = 60  # shares of up to six are whole numbers of sixtieths
    worth = [int(one * unit) for one in points_by_slot]
    apart = [[(worth[a] - worth[b]) ** 2 for b in range(slot_count)] for a in range(slot_count)]
    more_than_all = 1 + sum(map(sum, apart))
    costs = [
        [more_than_all * meetings[a][b] ** 2 + apart[a][b] if a != b else 0 for b in range(slot_count)]
        for a in range(slot_count)
    ]
    return _search_cheapest_tables(order, table_size, costs, bot_slots, rng)


def _search_cheapest_tables(
    slot_order: list[int], table_size: int, pair_costs: Matrix, bot_slots: Collection[int], rng: random.Random
) -> Tables:
    """The cheapest tables that are found; those of the given order are the first that is tried.

    Bots are spread over the tables; at tables of two each is an opponent like any other.
    """
    if table_size == 2:
        bot_slots = ()
    best: Tables = []
    lowest: int | None = None
    for attempt in range(SEARCHES):
        if attempt:
            rng.shuffle(slot_order)
        tables = _distribute_to_tables(slot_order, table_size, bot_slots)
        cost = _exchange_while_cheaper_and_get_cost(tables, pair_costs, set(bot_slots))
        if lowest is None or cost < lowest:
            best, lowest = tables, cost
        if lowest == 0:
            break
    return best


def _distribute_to_tables(slot_order: Sequence[int], table_size: int, bot_slots: Collection[int]) -> Tables:
    """Bots to all tables alike, then the others in order."""
    count = len(slot_order) // table_size
    people = iter([slot for slot in slot_order if slot not in bot_slots])
    waiting_bots = [slot for slot in slot_order if slot in bot_slots]
    tables: Tables = []
    for number in range(count):
        mine = waiting_bots[number::count]
        tables.append([next(people) for _ in range(table_size - len(mine))] + mine)
    return tables


def _exchange_while_cheaper_and_get_cost(tables: Tables, pair_costs: Matrix, bot_slots: set[int]) -> int:
    """Exchange two at a time as long as it gets cheaper; returns what the tables cost then."""
    sums = [[sum(row[slot] for slot in table) for table in tables] for row in pair_costs]
    bot_counts = [sum(slot in bot_slots for slot in table) for table in tables]
    is_better = True
    while is_better:
        is_better = False
        for first, second in combinations(range(len(tables)), 2):
            for i in range(len(tables[first])):
                for j in range(len(tables[second])):
                    a, b = tables[first][i], tables[second][j]
                    gain = sums[a][first] + sums[b][second] - sums[b][first] - sums[a][second] + 2 * pair_costs[a][b]
                    if gain <= 0 or not _are_bots_evenly_spread_after_exchange(
                        a, b, bot_counts[first], bot_counts[second], bot_slots
                    ):
                        continue
                    moved = (a in bot_slots) - (b in bot_slots)
                    bot_counts[first] -= moved
                    bot_counts[second] += moved
                    tables[first][i], tables[second][j] = b, a
                    for row, own in zip(pair_costs, sums, strict=True):
                        own[first] += row[b] - row[a]
                        own[second] += row[a] - row[b]
                    is_better = True
    return sum(sums[slot][number] for number, table in enumerate(tables) for slot in table) // 2


def _are_bots_evenly_spread_after_exchange(
    slot: int, other_slot: int, bots_at_table: int, bots_at_other_table: int, bot_slots: set[int]
) -> bool:
    """Whether the two tables still differ by at most one bot when these two have changed places."""
    moved = (slot in bot_slots) - (other_slot in bot_slots)
    return abs((bots_at_table - moved) - (bots_at_other_table + moved)) <= 1
