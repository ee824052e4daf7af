"""The part that every title's view has in common."""

import msgspec


class View(msgspec.Struct, kw_only=True):
    """What one seat may see. Titles subclass it and add their board."""

    title: str
    seat: int | None
    """Whose view this is; None for a spectator."""
    seats: int
    actors: list[int]
    """Who must act: seats, or -1 for chance; empty when the game is over."""
    over: bool
    winners: list[int]
    scores: list[int] | None
    """Only when the game is over, or when scores are open anyway."""
    phase: str
    """Where in the rulebook the table is, in words: "Round 3 · Stock"."""
