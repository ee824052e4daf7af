"""What a position is worth to each seat, as its share of the win; and what a choice is worth: a Verdict."""

from __future__ import annotations

from math import exp
from typing import Final

from aerodrome.core.actions import Action
from aerodrome.core.evaluator import lead
from aerodrome.core.game import Game
from aerodrome.core.state import State

LN3: Final = 1.0986122886681098
"""A lead of one `spread` makes a win three times as likely as not."""


class Verdict:
    """One choice and what comes of it: for the seat that thinks, on average over what was looked at."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.looks = 0
        self.share_total = 0.0
        self.lead_total = 0.0
        self.share = 0.0
        """Expected share of the win, 0 to 1."""
        self.gain = 0.0
        """Expected lead in the title's own currency, against the average of the choices looked at."""

    def add(self, share: float, lead: float) -> None:
        self.looks += 1
        self.share_total += share
        self.lead_total += lead

    def mean_share(self) -> float:
        return self.share_total / self.looks if self.looks else 0.0

    def mean_lead(self) -> float:
        return self.lead_total / self.looks if self.looks else 0.0


def shares(game: Game, state: State) -> list[float]:
    """How the win divides among the seats: certain when the game is over, else by what the title's evaluator says."""
    if not state.step_stack:
        return _final(state.seats, game.winners(state))
    return split(game.evaluator.evaluate(game, state), game.evaluator.win_scale(game, state))


def add_look(verdict: Verdict, game: Game, state: State, seat: int) -> list[float]:
    """Note how a line that began with this choice stands now; returns the shares of all seats."""
    values = game.evaluator.evaluate(game, state)
    parts = split(values, game.evaluator.win_scale(game, state)) if state.step_stack else shares(game, state)
    verdict.add(parts[seat], lead(values, seat))
    return parts


def split(values: list[float], spread: float) -> list[float]:
    """A softmax in which a lead of `spread` weighs three to one."""
    top = max(values)
    scale = LN3 / spread if spread > 0.0 else 1.0
    total = 0.0
    parts: list[float] = []
    for value in values:
        part = exp((value - top) * scale)
        parts.append(part)
        total += part
    for i in range(len(parts)):
        parts[i] /= total
    return parts


def _final(seats: int, winners: tuple[int, ...]) -> list[float]:
    parts = [0.0] * seats
    for seat in winners:
        parts[seat] = 1.0 / len(winners)
    return parts


def rank(verdicts: list[Verdict]) -> list[Verdict]:
    """Best first; gains are set against the average."""
    for verdict in verdicts:
        verdict.share = verdict.mean_share()
    return set_gains(by_share(verdicts))


def by_share(verdicts: list[Verdict]) -> list[Verdict]:
    return sorted(verdicts, key=_share, reverse=True)


def _share(verdict: Verdict) -> float:
    return verdict.share


def set_gains(verdicts: list[Verdict]) -> list[Verdict]:
    if not verdicts:
        return verdicts
    average = sum([verdict.mean_lead() for verdict in verdicts]) / len(verdicts)
    for verdict in verdicts:
        verdict.gain = verdict.mean_lead() - average
    return verdicts
