"""The clock of a match as its host asks for it: seconds there, milliseconds in the match."""

from aerodrome.matches.events import ClockRules
from aerodrome.server import schemas


def build_clock_rules(clock: schemas.ClockRequest | None) -> ClockRules | None:
    """The clock in milliseconds; None when there is none."""
    if clock is None or (clock.per_move is None and clock.per_game is None):
        return None
    move = None if clock.per_move is None else clock.per_move * 1000
    game = None if clock.per_game is None else clock.per_game * 1000
    return ClockRules(move, game, clock.on_timeout)
