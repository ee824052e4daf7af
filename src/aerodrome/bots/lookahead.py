"""Greedy with lookahead: every choice is tried on a few imagined tables, with the rest of one's own move."""

from __future__ import annotations

import random

from aerodrome.bots.policy import asked_at_once, finish_move, shortlist
from aerodrome.bots.worth import Verdict, add_look, rank
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State


def judge(
    game: Game,
    state: State,
    seat: int,
    legal: list[Action],
    worlds: int,
    follow: int,
    candidates: int,
    doubtful: bool,
    rng: random.Random,
) -> list[Verdict]:
    """Ranked verdicts on the shortlist of `legal`. All choices meet the same imagined tables and the same luck.

    `worlds`: how many imagined tables; `follow`: how many further choices of one's own are played, greedily;
    `doubtful`: whether choices that the title doubts are tried as well.
    """
    verdicts = [Verdict(action) for action in shortlist(game, state, seat, legal, candidates, doubtful, rng)]
    if len(verdicts) == 1:
        verdicts[0].add(1.0, 0.0)
        return rank(verdicts)
    secret = asked_at_once(game, state)
    for _world in range(worlds):
        table = game.imagine(state, seat, rng)
        luck = rng.getrandbits(62)
        for verdict in verdicts:
            _try(game, table.clone(), seat, verdict, secret, follow, candidates, random.Random(luck))
    return rank(verdicts)


def _try(
    game: Game,
    table: State,
    seat: int,
    verdict: Verdict,
    secret: type | None,
    follow: int,
    candidates: int,
    rng: random.Random,
) -> None:
    game.apply(table, seat, verdict.action)
    finish_move(game, table, seat, secret, follow, candidates, rng)
    add_look(verdict, game, table, seat)
