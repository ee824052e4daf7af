"""Makes the recorded games of Air-Kwire: one per seat count and end reason, until every required situation occurs.

Run it from anywhere: `python tests/records/make_airkwire.py`. It plays seeds in order and keeps a game when it brings
something the kept ones lack, so the same program makes the same files.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aerodrome import CHANCE, Action, Event, Record
from aerodrome.core.game import Game
from aerodrome.core.state import State
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model import events as event_types

HERE = Path(__file__).with_name("airkwire")
LARGEST = 120_000
SEEDS = 4000

WANTED = {
    *(f"seats {seats}" for seats in (3, 4, 5, 6)),
    *(f"end {reason}" for reason in ("points", "agreed", "exhausted", "stalled", "round_limit")),
    *(f"power {power}" for power in range(9)),
    *("merger", "merger equal", "merger immune", "merger called off", "refusal", "bankruptcy", "reopening"),
    *("forfeit", "replacement", "rise", "drop", "exchange", "tie for a bonus", "pool", "new pile", "gift"),
}
"""What must occur in the set of records."""

EVENTS: dict[type[Event], str] = {
    event_types.AirlineTakenOver: "merger",
    event_types.RouteRefused: "refusal",
    event_types.AirlineWentBankrupt: "bankruptcy",
    event_types.DefunctCitiesForfeited: "forfeit",
    event_types.DefunctAircraftReplaced: "replacement",
    event_types.PriceRaisedByCeo: "rise",
    event_types.PriceDroppedForMissedDividends: "drop",
    event_types.CardTakenFromPool: "pool",
    event_types.PoolBecamePile: "new pile",
    event_types.CashGiven: "gift",
}
NO_MERGER = {"AK-9.3": "merger equal", "AK-9.2": "merger immune", "AK-10.4": "merger called off"}


def situations(events: list[Event]) -> set[str]:
    """What of WANTED these events show."""
    found = {EVENTS[type(event)] for event in events if type(event) in EVENTS}
    for event in events:
        match event:
            case event_types.PowerCardPlayed():
                found.add(f"power {event.power}")
            case event_types.MergerRuledOut():
                found.add(NO_MERGER[event.why])
            case event_types.AirlineOpened() if event.again:
                found.add("reopening")
            case event_types.SharesExchangedOrSold() if event.exchanged:
                found.add("exchange")
            case event_types.AirlineTakenOver() if len(event.first) > 1 or len(event.second) > 1:
                found.add("tie for a bonus")
            case event_types.GameEnded():
                found.add(f"end {event.reason}")
    return found


def plans() -> Iterator[tuple[int, dict[str, Any], str]]:
    """Seats, options and habit of the games to try."""
    for seed in range(SEEDS):
        seats = 3 + seed % 4
        yield seats, {"power_cards": True} if seed % 3 else {}, "sound"
        yield seats, {"power_cards": True, "loans": True, "stall_rounds": 3}, "any"
        yield seats, {"round_limit": 6, "starting_cash": "each"}, "sound"
        yield seats, {"stall_rounds": 0}, "thrifty"
        yield seats, {}, "agreeing"


class Player:
    """A random player with a habit; every seat plays the same."""

    def __init__(self, habit: str, seed: int) -> None:
        self.habit = habit
        self.rng = random.Random(f"{habit} {seed}")

    def choose(self, game: Game, state: State, who: int) -> Action:
        legal = game.legal(state, who)
        if self.habit == "agreeing" and game.round_number(state) > 4:
            vote: Action = act.CallEndVote()
            if not game.violated_rule(state, who, vote):
                return vote
            if any(isinstance(action, act.AnswerEndVote) for action in legal):
                return act.AnswerEndVote(True)
        weights = [self._weight(game, state, who, action) for action in legal]
        return self.rng.choices(legal, weights)[0]

    def _weight(self, game: Game, state: State, who: int, action: Action) -> float:
        if self.habit == "any":
            return 0.05 if isinstance(action, act.GiveCash) else 1.0
        if self.habit == "thrifty":
            return self._thrifty(action)
        if isinstance(action, (act.ProposeRoute, act.ApproveRoute)):
            return 6.0
        if isinstance(action, act.SellShare):
            return 0.15
        return 0.01 + game.evaluator.estimate_action_prior(game, state, who, action)

    def _thrifty(self, action: Action) -> float:
        """Cards leave the game's circulation: routes are flown, nobody sells, nobody trades at the end."""
        if isinstance(action, (act.ProposeRoute, act.ApproveRoute, act.SkipRouteOrDiscard)):
            return 500.0
        return 0.05 if isinstance(action, (act.SellShare, act.RefuseRoute)) else 1.0


def play(seats: int, options: dict[str, Any], habit: str, seed: int) -> tuple[Record, list[Event]]:
    record = Record.start("airkwire", seats=seats, options=options, seed=f"airkwire {seed}")
    player = Player(habit, seed)
    events: list[Event] = []
    while not record.over:
        (who,) = record.game.actors(record.state)
        if who == CHANCE:
            record.play_chance(events.append)
        else:
            record.play(who, player.choose(record.game, record.state, who), events.append)
    return record, events


def main() -> None:
    for old in HERE.glob("*.json"):
        old.unlink()
    missing = set(WANTED)
    kept = 0
    for seed, (seats, options, habit) in enumerate(plans()):
        if not missing:
            break
        record, events = play(seats, options, habit, seed)
        shown = (situations(events) | {f"seats {seats}"}) & missing
        data = record.to_json()
        if shown and len(data) <= LARGEST:
            missing -= shown
            kept += 1
            reason = record.game.end_reason(record.state)
            (HERE / f"{kept:02}-{seats}-seats-{reason}.json").write_bytes(data)
            print(f"{kept:02} seed {seed} {habit} {len(data)} bytes: {', '.join(sorted(shown))}")
    print("missing:", sorted(missing))


if __name__ == "__main__":
    main()
