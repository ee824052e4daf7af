"""One game between bots, from fixture to result."""

import random

import msgspec

from aerodrome.bots import make
from aerodrome.core.actions import CHANCE
from aerodrome.core.game import Game
from aerodrome.core.state import State
from aerodrome.lab.plan import Fixture, Plan
from aerodrome.lab.referee import Referee
from aerodrome.lab.traits import Witness


class Figure(msgspec.Struct, frozen=True):
    name: str
    value: float


class SeatResult(msgspec.Struct, frozen=True):
    """How one seat fared. `won`: its share of the win; `place`: 1 for winners, then by score."""

    seat: int
    bot: str
    score: int
    won: float
    place: int
    traits: list[str]
    figures: list[Figure]


class Result(msgspec.Struct, frozen=True):
    game: int
    round: int
    pairing: int
    title: str
    edition: str
    table: int
    """How many seats."""
    rounds: int
    choices: int
    reason: str
    faults: list[str]
    seats: list[SeatResult]


class Batch(msgspec.Struct):
    """Results of neighbouring games, and how long each bot thought (which is no part of the results)."""

    results: list[Result]
    seconds: dict[str, float]
    choices: dict[str, int]


_GAMES: dict[bytes, Game] = {}


def _game(plan: Plan) -> Game:
    """Loaded once in each process, also with an edition or weights of one's own."""
    key = msgspec.json.encode((plan.title, plan.edition, plan.options, plan.weights))
    if key not in _GAMES:
        for bot in plan.bots:
            make(bot)
        _GAMES[key] = plan.load()
    return _GAMES[key]


def play_batch(plan: Plan, first: int, count: int) -> Batch:
    batch = Batch([], {}, {})
    for number in range(first, min(first + count, plan.games())):
        referee = Referee(plan.limit)
        batch.results.append(play(_game(plan), plan, plan.fixture(number), referee))
        for name, seconds in referee.seconds.items():
            batch.seconds[name] = batch.seconds.get(name, 0.0) + seconds
            batch.choices[name] = batch.choices.get(name, 0) + referee.choices[name]
    return batch


def play(game: Game, plan: Plan, fixture: Fixture, referee: Referee) -> Result:
    """Chance and every seat draw from generators of their own, all made from the fixture's seed."""
    luck = random.Random(f"{fixture.seed}:chance")
    rngs = [random.Random(f"{fixture.seed}:{seat}") for seat in range(plan.seats)]
    bots = [make(spec) for spec in fixture.lineup]
    state = game.new(plan.seats)
    witness = Witness(game, plan.seats)
    choices = 0
    while actors := game.actors(state):
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.roll(state, luck.random()), witness.tell)
            continue
        choices += 1
        action = referee.ask(fixture.lineup[who], bots[who], game, state, who, rngs[who], choices)
        game.apply(state, who, action, witness.tell)
    return _result(game, state, plan, fixture, choices, referee.faults, witness)


def _result(
    game: Game, state: State, plan: Plan, fixture: Fixture, choices: int, faults: list[str], witness: Witness
) -> Result:
    scores = game.scores(state)
    winners = game.winners(state)
    held = witness.traits(state)
    told = witness.figures(state)
    return Result(
        game=fixture.game,
        round=fixture.round,
        pairing=fixture.pairing,
        title=plan.title,
        edition=game.edition_id,
        table=plan.seats,
        rounds=game.round_of(state),
        choices=choices,
        reason=game.end_reason(state),
        faults=faults,
        seats=[
            SeatResult(
                seat=seat,
                bot=fixture.lineup[seat],
                score=scores[seat],
                won=1.0 / len(winners) if seat in winners else 0.0,
                place=place(seat, scores, winners),
                traits=held[seat],
                figures=[Figure(name, value) for name, value in told[seat].items()],
            )
            for seat in range(plan.seats)
        ],
    )


def place(seat: int, scores: list[int], winners: tuple[int, ...]) -> int:
    if seat in winners:
        return 1
    better = sum(1 for other, score in enumerate(scores) if other in winners or score > scores[seat])
    return better + 1
