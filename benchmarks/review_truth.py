"""Does what a review says of choices come true? `python benchmarks/review_truth.py DIR --match airkwire [--part 40]`.

One decision in so many of the records in a folder (`aerodrome simulate ... --records DIR`) is judged as a review judges
it, and every choice that it compares is played on to the end many times by bots, from tables imagined by what the seat
knew, all choices with the same luck. Results are kept in the file, a line for each decision: stop it when you like,
start it again. `--rounds` judges with another number of rounds by greedy bots than the title's own, 0 for the quick
policy of the search; the results of games stay the same. Prints the tables of docs/review.md.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec

from aerodrome import CHANCE, Action, Game, Record, State
from aerodrome.bots import choose_action, create_bot
from aerodrome.bots.advice import hash_position_seen_by
from aerodrome.bots.base import Bot
from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.search import Candidate, Simulator
from aerodrome.lab.review_collection import require_record_files
from aerodrome.reviews.decision_judge import create_bot_for_review_playouts, list_best_candidates_and_played
from aerodrome.reviews.model import QUICK

RESAMPLES = 400


class PlayedOnDecision(msgspec.Struct, frozen=True):
    """A line of the file: the choices compared, which one was made, and for each what the games brought the seat."""

    file: str
    position: int
    player: str
    actions: list[dict[str, object]]
    made: int
    results: list[list[float]]


class Prediction(msgspec.Struct, frozen=True):
    """The mean over the tables of each choice, and the loss of the choice made on those that did not find the best."""

    said: list[float]
    true: list[float]
    noise: list[float]
    player: str
    said_loss: float
    true_loss: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--match", default="", help="only files whose name contains this")
    parser.add_argument("--part", type=int, default=40, help="one in so many decisions")
    parser.add_argument("--games", type=int, default=60, help="of each choice")
    parser.add_argument("--bot", default="greedy", help="who plays them")
    parser.add_argument("--tables", type=int, default=16, help="that judge each choice")
    parser.add_argument("--rounds", type=int, default=-1, help="by greedy bots; below 0 as the title says")
    parser.add_argument("--file", type=Path, default=Path("played-on.jsonl"))
    given = parser.parse_args()
    files = [file for file in require_record_files(given.folder) if given.match in file.name]
    known = read_played_on(given.file)
    predictions: list[Prediction] = []
    for number, file in enumerate(files):
        record = Record.replay(file.read_bytes())
        choices = [position for position, (who, _action) in enumerate(record.played) if who != CHANCE]
        for position in choices[7 * number % given.part :: given.part]:  # beginning at another place in each match
            one = known.get((file.name, position)) or play_on(record, file.name, position, create_bot(given.bot), given)
            if one is None:
                continue
            if (file.name, position) not in known:
                with given.file.open("ab") as out:
                    out.write(msgspec.json.encode(one) + b"\n")
            predictions.append(predict(record, one, given.tables, given.rounds))
    print(format_predictions(predictions, random.Random("truth")))


def read_played_on(file: Path) -> dict[tuple[str, int], PlayedOnDecision]:
    lines = file.read_bytes().splitlines() if file.exists() else []
    found = [msgspec.json.decode(line, type=PlayedOnDecision) for line in lines]
    return {(one.file, one.position): one for one in found}


def play_on(record: Record, file: str, position: int, bot: Bot, given: argparse.Namespace) -> PlayedOnDecision | None:
    """The games of one decision; None where a review compares nothing."""
    game, state = record.game, record.state_at(position)
    who, made = record.played[position]
    legal = game.legal(state, who)
    if legal == [made]:
        return None
    rng = random.Random(hash_position_seen_by(game, state, who))
    imagined = game.imagine(state, who, rng)
    candidates = list_best_candidates_and_played(game, imagined, who, legal, made, QUICK, rng)
    if len(candidates) < 2:
        return None
    actions = [candidate.action for candidate in candidates]
    results: list[list[float]] = [[] for _action in actions]
    for number in range(given.games):
        seed = f"{record.commitment}:{position}:{number}"
        table = game.imagine(state, who, random.Random(seed))
        for action, brought in zip(actions, results, strict=True):
            brought.append(play_to_end(game, table.clone(), who, action, bot, seed))
    player = record.names[who] if record.names else ""
    dumped = [game.dump(action) for action in actions]
    return PlayedOnDecision(file, position, player, dumped, actions.index(made), results)


def play_to_end(game: Game, state: State, who: int, action: Action, bot: Bot, seed: str) -> float:
    """The share of the win of the seat that chose."""
    dice, rng = random.Random(f"{seed}d"), random.Random(f"{seed}b")
    game.apply(state, who, action)
    while actors := game.actors(state):
        if actors[0] == CHANCE:
            game.apply(state, CHANCE, game.pick_outcome(state, dice.random()))
        else:
            game.apply(state, actors[0], choose_action(bot, game, state, actors[0], rng))
    winners = game.winners(state)
    return 1.0 / len(winners) if who in winners else 0.0


def predict(record: Record, one: PlayedOnDecision, tables: int, rounds: int) -> Prediction:
    """What the judge of choices says, all choices on so many tables, beside what came true."""
    game, state, who = record.game, record.state_at(one.position), record.played[one.position][0]
    rng = random.Random(hash_position_seen_by(game, state, who) + 1)
    imagined = game.imagine(state, who, rng)
    if rounds < 0:
        rounds = game.evaluator.get_review_settings().greedy_rounds
    candidates = [Candidate(MoveEvaluation(game.parse(action))) for action in one.actions]
    simulator = Simulator(create_bot_for_review_playouts(game, rounds), game, imagined, who, rng)
    for _table in range(tables):
        simulator.simulate_each_once(candidates)
    choosing = [sum(candidate.shares[::2]) for candidate in candidates]
    measuring = [2.0 * sum(candidate.shares[1::2]) / tables for candidate in candidates]
    best = max(range(len(candidates)), key=lambda i: (choosing[i], i == one.made))
    true = [sum(brought) / len(brought) for brought in one.results]
    return Prediction(
        said=[sum(candidate.shares) / tables for candidate in candidates],
        true=true,
        noise=list(list_noise(one.results)),
        player=one.player,
        said_loss=measuring[best] - measuring[one.made],
        true_loss=true[best] - true[one.made],
    )


def list_noise(results: list[list[float]]) -> Iterator[float]:
    """For each choice the variance of its mean result less that of all choices, which met the same luck."""
    games = len(results[0])
    middle = [sum(brought[k] for brought in results) / len(results) for k in range(games)]
    for brought in results:
        apart = [brought[k] - middle[k] for k in range(games)]
        mean = sum(apart) / games
        yield sum((one - mean) ** 2 for one in apart) / (games - 1) / games


def format_predictions(predictions: list[Prediction], rng: random.Random) -> str:
    """How much of the true differences between choices the judge explains, and losses said and true by player."""
    resampled = [explain(rng.choices(predictions, k=len(predictions))) for _time in range(RESAMPLES)]
    explained, slope, _error = explain(predictions)
    intervals = [sorted(one[i] for one in resampled) for i in range(2)]
    low, high = int(0.025 * RESAMPLES), int(0.975 * RESAMPLES)
    lines = [
        f"{len(predictions)} decisions: differences explained {explained:.0%} ({intervals[0][low]:.0%} to "
        f"{intervals[0][high]:.0%}), true for each one said {slope:.2f} ({intervals[1][low]:.2f} to "
        f"{intervals[1][high]:.2f}), squared error {explain(predictions)[2]:.5f}",
        "",
        "| player | decisions | loss said | true |",
        "| --- | --- | --- | --- |",
    ]
    for player in sorted({one.player for one in predictions}):
        own = [one for one in predictions if one.player == player]
        said = 100.0 * sum(one.said_loss for one in own) / len(own)
        true = 100.0 * sum(one.true_loss for one in own) / len(own)
        lines.append(f"| {player} | {len(own)} | {said:.2f} | {true:.2f} |")
    return "\n".join(lines)


def explain(predictions: list[Prediction]) -> tuple[float, float, float]:
    """The part of the variance of true differences that the said ones explain, the slope, and the mean squared error;
    the noise of the games is taken out."""
    of_said = of_true = both = noise = error = 0.0
    count = 0
    for one in predictions:
        said, true = sum(one.said) / len(one.said), sum(one.true) / len(one.true)
        for a, b in zip(one.said, one.true, strict=True):
            of_said += (a - said) ** 2
            of_true += (b - true) ** 2
            both += (a - said) * (b - true)
            error += (a - said - b + true) ** 2
        noise += sum(one.noise)
        count += len(one.said)
    if of_said == 0.0 or of_true <= noise:
        return 0.0, 0.0, 0.0
    return both**2 / of_said / (of_true - noise), both / of_said, (error - noise) / count


if __name__ == "__main__":
    main()
