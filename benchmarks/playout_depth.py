"""How far thoughts should go: `python benchmarks/playout_depth.py airline --depths 30,60,120 --positions 150`.

Greedy bots play; at some of their choices the best few by lookahead are played out to the end, all on the same imagined
tables with the same luck, and judged on the way. For each depth, by the title's evaluation and by its learned judge:
how noisy the difference of two choices is, how true (the slope of the difference in the end on the one found there: 1
is unbiased), and what is gained over lookahead by choosing so, measured on other tables.
"""

import argparse
import random
from math import sqrt
from statistics import fmean, pstdev

import aerodrome
from aerodrome import CHANCE, Action, Game, State
from aerodrome.bots import choose_action, create_bot
from aerodrome.bots.evaluation import compute_win_shares
from aerodrome.bots.learned_judge import LearnedJudge, find_judge_file, read_learned_judge
from aerodrome.bots.lookahead import evaluate_by_lookahead
from aerodrome.bots.quick_policy import choose_greedily, list_actions_worth_considering
from aerodrome.bots.search import ReplayableDice, put_best_undoubted_first

POSITIONS_PER_GAME = 3
MOST_CHOICES = 5
SHUFFLES = 6
JUDGES = ("evaluation", "learned")

Shares = list[tuple[float, float]]
"""A seat's share of the win at each depth and in the end, by both judges."""
Samples = list[list[Shares]]
"""For each choice of a position and each table."""


def collect_samples(
    game: Game, seats: int, greedy: float, depths: list[int], positions: int, tables: int, rng: random.Random
) -> list[Samples]:
    judge = read_learned_judge(find_judge_file(game), game)
    found: list[Samples] = []
    while len(found) < positions:
        for state, seat in pick_positions(game, seats, rng):
            imagined = game.imagine(state, seat, rng)
            actions = list_best_by_lookahead(game, imagined, seat, rng)
            if len(actions) > 1:
                found.append(sample_choices(game, judge, imagined, seat, actions, greedy, depths, tables, rng))
                print(f"{len(found)} of {positions}", end="\r", flush=True)
    return found[:positions]


def pick_positions(game: Game, seats: int, rng: random.Random) -> list[tuple[State, int]]:
    """A few choices of one game of greedy bots, taken at random."""
    bot = create_bot("greedy")
    state = game.new(seats)
    kept: list[tuple[State, int]] = []
    seen = 0
    while actors := game.actors(state):
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
            continue
        if len(list_actions_worth_considering(game, state, who, game.legal(state, who))) > 1:
            seen += 1
            if len(kept) < POSITIONS_PER_GAME:
                kept.append((state.clone(), who))
            elif (place := int(rng.random() * seen)) < POSITIONS_PER_GAME:
                kept[place] = (state.clone(), who)
        game.apply(state, who, choose_action(bot, game, state, who, rng))
    return kept


def list_best_by_lookahead(game: Game, imagined: State, seat: int, rng: random.Random) -> list[Action]:
    legal = list_actions_worth_considering(game, imagined, seat, game.legal(imagined, seat))
    ranked = evaluate_by_lookahead(game, imagined, seat, legal, 3, 2, 16, True, rng)
    if game.evaluator.get_playout_settings().doubts_need_proof:
        ranked = put_best_undoubted_first(game, imagined, seat, ranked)
    return [one.action for one in ranked[:MOST_CHOICES]]


def sample_choices(
    game: Game,
    judge: LearnedJudge,
    imagined: State,
    seat: int,
    actions: list[Action],
    greedy: float,
    depths: list[int],
    tables: int,
    rng: random.Random,
) -> Samples:
    samples: Samples = [[] for _action in actions]
    for _table in range(tables):
        table = game.imagine(imagined, seat, rng)
        seed = rng.getrandbits(62)
        dice = ReplayableDice(random.Random(seed).getrandbits(62), game.evaluator.get_playout_settings().luck_by_turn)
        for number, action in enumerate(actions):
            state = table.clone()
            dice.rewind()
            game.apply(state, seat, action)
            samples[number].append(play_out(game, judge, state, seat, greedy, depths, dice, random.Random(seed)))
    return samples


def play_out(
    game: Game,
    judge: LearnedJudge,
    state: State,
    seat: int,
    greedy: float,
    depths: list[int],
    dice: ReplayableDice,
    rng: random.Random,
) -> Shares:
    """To the end, as the title plays on in thought."""
    evaluator = game.evaluator
    shares: Shares = []
    choices = 0
    while actors := game.actors(state):
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.pick_outcome(state, dice.draw_number(game, state)))
            continue
        if len(shares) < len(depths) and choices == depths[len(shares)]:
            values = evaluator.evaluate(game, state)
            shares.append((compute_win_shares(game, state)[seat], judge.estimate_win_shares(game, state, values)[seat]))
        legal = game.legal(state, who)
        if len(legal) == 1:
            game.apply(state, who, legal[0])
            continue
        choices += 1
        if greedy > 0.0 and rng.random() < greedy:
            action = choose_greedily(game, state, who, legal, evaluator.get_playout_settings().greedy_candidates, rng)
        else:
            action = evaluator.choose_rollout_action(game, state, who, legal, rng)
        game.apply(state, who, action)
    result = compute_win_shares(game, state)[seat]
    return shares + [(result, result)] * (len(depths) + 1 - len(shares))


def subtract(samples: Samples, choice: int, depth: int, judge: int) -> list[float]:
    """By how much this choice is better than lookahead's at that depth, table by table."""
    return [one[depth][judge] - first[depth][judge] for one, first in zip(samples[choice], samples[0], strict=True)]


def measure_noise_and_slope(found: list[Samples], depth: int, judge: int) -> tuple[float, float]:
    """The root mean square of the spreads, and the slope of the results of one half of the tables on the other."""
    variances: list[float] = []
    pairs: list[tuple[float, float]] = []
    for samples in found:
        for choice in range(1, len(samples)):
            here = subtract(samples, choice, depth, judge)
            end = subtract(samples, choice, -1, judge)
            half = len(here) // 2
            variances.append(pstdev(here) ** 2)
            pairs += [(fmean(here[:half]), fmean(end[half:])), (fmean(here[half:]), fmean(end[:half]))]
    middle, end_middle = fmean(pair[0] for pair in pairs), fmean(pair[1] for pair in pairs)
    together = fmean((pair[0] - middle) * (pair[1] - end_middle) for pair in pairs)
    return sqrt(fmean(variances)), together / max(1e-12, fmean((pair[0] - middle) ** 2 for pair in pairs))


def measure_gain(found: list[Samples], depth: int, judge: int, count: int, truth: int, rng: random.Random) -> float:
    """What is gained over lookahead by the choice that is best on so many tables; on the others, at depth `truth`."""
    gains: list[float] = []
    for _shuffle in range(SHUFFLES):
        for samples in found:
            tables = list(range(len(samples[0])))
            rng.shuffle(tables)
            means = [0.0]
            for choice in range(1, len(samples)):
                here = subtract(samples, choice, depth, judge)
                means.append(fmean(here[table] for table in tables[:count]))
            ends = subtract(samples, means.index(max(means)), truth, 0)
            gains.append(fmean(ends[table] for table in tables[count:]))
    return fmean(gains)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("title", choices=aerodrome.titles())
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--depths", default="0,24,48,120", help="choices after which thoughts are judged")
    parser.add_argument("--positions", type=int, default=150)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--counts", default="30,60,120", help="on how many tables the best is chosen")
    parser.add_argument("--truth", type=int, default=-1, help="number of the depth that measures gains; -1 for the end")
    parser.add_argument("--greedy", type=float, help="the part of the choices made greedily; the title's unless given")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    game = aerodrome.load(wanted.title)
    greedy = game.evaluator.get_playout_settings().greedy_fraction if wanted.greedy is None else wanted.greedy
    depths = [int(depth) for depth in wanted.depths.split(",")]
    counts = [int(count) for count in wanted.counts.split(",")]
    rng = random.Random(wanted.seed)
    seats = wanted.seats or game.seats_min
    found = collect_samples(game, seats, greedy, depths, wanted.positions, wanted.tables, rng)
    print(f"| judged by | after choices | noise | slope | {' | '.join(f'gain, {count} tables' for count in counts)} |")
    print(f"| {'--- | ' * (4 + len(counts))}".rstrip())
    for judge, name in enumerate(JUDGES):
        for depth, choices in enumerate([*map(str, depths), "all"]):
            noise, slope = measure_noise_and_slope(found, depth, judge)
            gains = [measure_gain(found, depth, judge, count, wanted.truth, rng) for count in counts]
            cells = " | ".join(f"{100 * gain:+.2f} %" for gain in gains)
            print(f"| {name} | {choices} | {noise:.3f} | {slope:.2f} | {cells} |")


if __name__ == "__main__":
    main()
