"""Plays the recorded games of Kings of Air and Steam anew.

    python tests/records/make_airsteam.py [name ...]

Seats play by the title's evaluator with whims in between, so that plans fail, cities fill and rivals use each other's
depots. Seeds are tried in turn until a game has what it is to show. Records of older rules are played by these.
"""

import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from aerodrome import CHANCE, Action, Record, load
from aerodrome.bots.greedy import GreedyBot
from aerodrome.games.airsteam.model.actions import ChooseCharacter
from games.airsteam.situations import OF_VERSION_2, list_changes, situations

FOLDER = Path(__file__).with_name("airsteam")
FULL = {"game": "full"}

WANTED: tuple[tuple[str, int, dict[str, Any], float, set[str]], ...] = (
    ("basic-2", 2, {}, 0.15, {"upgrade that heals a plan", "filled city"}),
    ("basic-3", 3, {}, 0.2, {"diamond error", "foreign depot", "discard at upkeep"}),
    ("basic-6", 6, {}, 0.05, {"closed city", "foreign depot", "final shipping", "cube shortage"}),
    ("full-2", 2, FULL, 0.1, {"filled city"}),
    ("full-4", 4, FULL, 0.15, {"foreign depot", "diamond error"}),
    ("full-6-first", 6, {**FULL, "colours": "by_seat"}, 0.15, {"conversion", "laid line"}),
    ("full-6-second", 6, {**FULL, "colours": "by_seat"}, 0.15, {"sacrifice", "Eli's swap"}),
    ("tie-break", 2, {}, 1.0, {"tie-break"}),
    ("basic-3-rules-2", 3, {}, 0.1, OF_VERSION_2),
    ("full-4-rules-2", 4, {**FULL, "plan_changes": 3}, 0.1, {"card taken back", "plan opened"}),
)
CHANGES = 0.2
"""How often somebody has second thoughts while all choose at once, from rules version 2 on."""


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, seats, options, whim, wanted in WANTED:
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        record = search(name, seats, options, whim, wanted)
        (FOLDER / f"{name}.json").write_bytes(record.to_json())
        print(
            f"{name}: seed {record.seed}, {len(record.log)} entries, {', '.join(sorted(situations(record)))}",
            flush=True,
        )


def search(name: str, seats: int, options: dict[str, Any], whim: float, wanted: set[str]) -> Record:
    for seed in range(20_000):
        record = play(name, seats, options, whim, seed)
        if wanted <= situations(record):
            return record
    raise SystemExit(f"{name}: no seed shows {wanted}")


def play(name: str, seats: int, options: dict[str, Any], whim: float, seed: int) -> Record:
    game = load("airsteam", options=options, rules=2 if name.endswith("rules-2") else 1)
    record = Record(game, seats, f"{name} {seed}")
    rng = random.Random(f"{name} {seed}")
    bot = GreedyBot(1)
    while not record.over:
        record.advance()
        actors = record.game.actors(record.state)
        change = think_again(record, rng)
        if change:
            record.play(*change)
        elif actors:
            who = actors[int(rng.random() * len(actors))]
            record.play(who, choose(record, who, bot, name, whim, rng))
    return record


def think_again(record: Record, rng: random.Random) -> tuple[int, Action] | None:
    """Somebody's change of mind, where the rules know it and somebody has one."""
    if record.over or record.game.rules_version < 2 or rng.random() >= CHANGES:
        return None
    changes = list_changes(record.game, record.state)
    return changes[int(rng.random() * len(changes))] if changes else None


def choose(record: Record, who: int, bot: GreedyBot, name: str, whim: float, rng: random.Random) -> Any:
    game, state = record.game, record.state
    assert who != CHANCE
    legal = game.legal(state, who)
    if isinstance(legal[0], ChooseCharacter):
        return legal[1 if name.endswith("second") else 0]
    if rng.random() < whim:
        return legal[int(rng.random() * len(legal))]
    return bot.choose(game, game.imagine(state, who, rng), who, rng)


if __name__ == "__main__":
    main()
