"""Writes the recorded games of Airline's newest rules anew: `python tests/records/make_airline.py`.

Records of older rules stay as they are. Random and greedy players by turns; seeds are searched until the set, old and
new, shows every situation of `tests/games/airline/situations.py`.
"""

import random
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from aerodrome.bots.greedy import GreedyBot  # noqa: E402
from aerodrome.core.record import Record  # noqa: E402
from aerodrome.games.airline.game import RULES_VERSION  # noqa: E402
from aerodrome.games.airline.model.actions import LeaveGame  # noqa: E402
from games.airline.situations import OF_VERSION_2, REQUIRED, situations  # noqa: E402

FOLDER = HERE / "airline"
LARGEST = 140_000
LEAVES = 0.002
SETTINGS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("two", 2, {}),
    ("three", 3, {}),
    ("four", 4, {}),
    ("short", 4, {"short_game": True}),
    ("claims", 3, {"collect": "claim"}),
    ("rounds", 4, {"round_limit": 12}),
    ("dice-winner", 3, {"first_turn": "dice_winner", "banker": 2, "marker_limit": 0}),
)


def play(seats: int, options: dict[str, Any], seed: int) -> Record:
    """Even seats play at random, odd ones greedily; now and then somebody leaves a game of four."""
    record = Record.start("airline", seats=seats, options=options, seed=seed)
    rng = random.Random(seed)
    greedy = GreedyBot()
    record.advance()
    while not record.over:
        game, state = record.game, record.state
        (who,) = game.actors(state)
        if seats == 4 and rng.random() < LEAVES and not game.violated_rule(state, who, LeaveGame()):
            record.play(who, LeaveGame())
        elif who % 2:
            record.play(who, greedy.choose(game, game.imagine(state, who, rng), who, rng))
        else:
            legal = game.legal(state, who)
            record.play(who, legal[int(rng.random() * len(legal))])
        record.advance()
    return record


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    missing = REQUIRED | OF_VERSION_2
    for file in sorted(FOLDER.glob("*.json")):
        record = Record.replay(file.read_bytes())
        if record.game.rules_version == RULES_VERSION:
            file.unlink()
        else:
            missing -= situations(record) - OF_VERSION_2
    for name, seats, options in SETTINGS:
        best = max((play(seats, options, seed) for seed in range(30)), key=lambda r: _use(r, missing))
        if _use(best, missing) > 0:
            missing -= situations(best)
            _write(name, best)
    seed = 100
    while missing and seed < 3000:
        name, seats, options = SETTINGS[seed % len(SETTINGS)]
        record = play(seats, options, seed)
        if _use(record, missing) > 0:
            missing -= situations(record)
            _write(f"{name}-{seed}", record)
        seed += 1
    if missing:
        raise SystemExit(f"no seed found for: {', '.join(sorted(missing))}")


def _use(record: Record, missing: set[str]) -> int:
    """How many missing situations the record shows; nothing when it is too long."""
    return len(situations(record) & missing) if len(record.to_json()) < LARGEST else -1


def _write(name: str, record: Record) -> None:
    (FOLDER / f"{name}-rules-{RULES_VERSION}.json").write_bytes(record.to_json())
    print(name, len(record.played), "actions,", len(record.to_json()), "bytes")


if __name__ == "__main__":
    main()
