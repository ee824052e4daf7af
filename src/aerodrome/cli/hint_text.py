"""A hint at the keyboard: the better choices with the chance to win and a reason."""

from aerodrome import Game, State
from aerodrome.bots.advice import AdvisedChoice, advise

SIMULATIONS = 40
MEASUREMENTS = 60
MOST_CHOICES = 3
"""Fewer of everything than in the browser, as somebody waits at the keyboard."""


def list_hint_lines(game: Game, state: State, seat: int) -> list[str]:
    """What a seat that is asked could do, best first, in words."""
    if seat not in game.actors(state):
        return ["You are not asked now."]
    advice = advise(game, state, seat, SIMULATIONS, MEASUREMENTS, MOST_CHOICES)
    return [_format_advised_choice(game, state, seat, choice) for choice in advice.choices]


def _format_advised_choice(game: Game, state: State, seat: int, advised_choice: AdvisedChoice) -> str:
    same = ", about as good" if advised_choice.about_as_good else ""
    gain = f", {advised_choice.gain_words}" if advised_choice.gain_words else ""
    reason = f": {advised_choice.reason}" if advised_choice.reason else ""
    return f"{game.say(state, seat, advised_choice.action)}, {advised_choice.percent}% to win{gain}{same}{reason}"
