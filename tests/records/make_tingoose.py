"""Makes the recorded games of Tin Goose again: `python tests/records/make_tingoose.py`.

For every seat count some seeds are tried; those records are kept that together show what the newest rules version
brought. The records of version 1, which show every other situation, stay as the program of their time wrote them.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from aerodrome import Action
from aerodrome.bots.greedy import GreedyBot
from aerodrome.core.record import Record
from games.tingoose.situations import FROM_VERSION_2, situations

HERE = Path(__file__).with_name("tingoose")
SEEDS = 40


def play(seats: int, even_events: bool, seed: int) -> Record:
    """Half of the seats think one step ahead; the others take any kind of action, and change their minds at times."""
    record = Record.start("tingoose", seats, {"even_events": even_events}, seed=f"tin-goose-{seed}")
    rng = random.Random(seed)
    thinker = GreedyBot()
    record.advance()
    while not record.over:
        game, state = record.game, record.state
        who = rng.choice(game.actors(state))
        if (who + seed) % 2:
            record.play(who, thinker.choose(game, game.imagine(state, who, rng), who, rng))
        else:
            record.play(who, any_kind(game.legal(state, who), rng))
            change_mind(record, who, rng)
        record.advance()
    return record


def any_kind(legal: list[Action], rng: random.Random) -> Action:
    kind = rng.choice(sorted({type(action).__name__ for action in legal}))
    return rng.choice([action for action in legal if type(action).__name__ == kind])


def change_mind(record: Record, seat: int, rng: random.Random) -> None:
    for choice in record.game.out_of_turn_choices(record.state, seat):
        if rng.random() < 0.3:
            record.play(seat, record.game.parse(choice.action))


def main() -> None:
    HERE.mkdir(exist_ok=True)
    missing = set(FROM_VERSION_2)
    for seats in (3, 4, 5):
        records = [play(seats, seats == 4, seed) for seed in range(SEEDS)]
        best = max(records, key=lambda record: len(FROM_VERSION_2 & situations(record)))
        missing -= situations(best)
        name = f"{seats}-seats-rules-{best.game.rules_version}.json"
        (HERE / name).write_bytes(best.to_json())
        print(name, best.seed, len(best.log), "actions")
    print("missing:", sorted(missing) or "nothing")


if __name__ == "__main__":
    main()
