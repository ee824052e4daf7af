"""Builds the events of starting, playing and undoing, worked out on a copy of the state: nothing is changed yet."""

import itertools
import random
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, Literal

from aerodrome.core.actions import CHANCE, Action, BadData, Event, IllegalAction
from aerodrome.core.chance import compute_seeded_uniform
from aerodrome.core.game import Game
from aerodrome.core.state import State
from aerodrome.matches.errors import InvalidState, MalformedRequest, RuleViolation, StaleQuestion
from aerodrome.matches.events import (
    ActionPlayed,
    ActionsUndone,
    AppliedAction,
    GameEventWithText,
    MatchStarted,
    SeatReplaced,
)
from aerodrome.matches.match import Match
from aerodrome.matches.match_bots import (
    choose_bot_character,
    format_bot_character_name,
    get_bot_style,
    split_bot_spec,
)

MAX_NUMBER = 1_000_000_000
REVEAL_SAMPLES = 6
"""How many imagined states an action is tried on, to see whether it revealed anything."""


class DraftedMoves:
    """Applies actions to a copy of the state and collects them as moves to be stored."""

    def __init__(self, match: Match) -> None:
        self.game = match.game
        self.seed = match.setup.seed
        self.log_index = match.log_length
        self.state = match.record.state.clone()
        self.moves: list[AppliedAction] = []
        self.lesson_script = match.lesson_script
        self.played = list(match.record.played) if match.lesson_script is not None else []
        """In a lesson: the actions in force, by which it finds its place."""

    def apply_action(self, actor: int, action: Action) -> None:
        """Apply one action and keep it with its events. Raises IllegalAction."""
        game_events: list[GameEventWithText] = []

        def collect_event(event: Event) -> None:
            words = self.game.describe_event(event)
            game_events.append(
                GameEventWithText(
                    self.game.dump_event(event), words, event.rule, event.visible_only_to, event.hidden_from
                )
            )

        self.game.apply(self.state, actor, action, collect_event)
        self.moves.append(AppliedAction(actor, self.game.dump(action), game_events))
        if self.lesson_script is not None:
            self.played.append((actor, action))

    def resolve_chance(self) -> None:
        """Let chance act until a seat must; each number belongs to the match's seed and the place in the log."""
        while self.game.actors(self.state) == (CHANCE,):
            self.apply_action(
                CHANCE, self._pick_lesson_outcome() or self._pick_seeded_outcome(self.log_index + len(self.moves))
            )

    def _pick_seeded_outcome(self, log_index: int) -> Action:
        return self.game.pick_outcome(self.state, compute_seeded_uniform(self.seed, log_index))

    def _pick_lesson_outcome(self) -> Action | None:
        """What chance does in a lesson: by its script, else by the position, so that an undo changes nothing."""
        if self.lesson_script is None:
            return None
        next_move = self.lesson_script.find_learner_progress(self.played).next_move
        if next_move is not None and next_move[0] == CHANCE:
            return next_move[1]
        return self._pick_seeded_outcome(len(self.played))

    def apply_lesson_opening_moves(self) -> None:
        """What has happened at the table when a lesson begins."""
        if self.lesson_script is not None:
            for actor, action in self.lesson_script.moves.get("0", ()):
                self.apply_action(actor, action)

    def get_asked_seats(self) -> list[int]:
        """The seats that must act in the drafted state."""
        return [seat for seat in self.game.actors(self.state) if seat != CHANCE]


def play_opening_and_build_match_started(match: Match) -> MatchStarted:
    """The start: the actions of an imported record, if any, and the first deal."""
    draft = DraftedMoves(match)
    for actor, action in match.setup.imported_actions:
        draft.apply_action(actor, match.game.parse(action))
    draft.apply_lesson_opening_moves()
    draft.resolve_chance()
    return MatchStarted(moves=draft.moves, asked=draft.get_asked_seats())


def build_bot_seated_event(match: Match, seat: int, bot_spec: str) -> SeatReplaced:
    """A bot sits down where nobody did: a character of the title, if one is free."""
    level, style = split_bot_spec(bot_spec)
    character = choose_bot_character(match.setup.title, match.setup.seed, [other.name for other in match.seats], style)
    if character is None:
        return SeatReplaced(seat=seat, level=level, reason="open", style=style)
    name, style = format_bot_character_name(character), style or get_bot_style(level, character)
    return SeatReplaced(seat=seat, level=level, reason="open", name=name, style=style)


def parse_action(match: Match, data: Mapping[str, Any]) -> Action:
    """An action as a client sent it. Raises MalformedRequest."""
    if not is_action_data_within_limits(data):
        raise MalformedRequest("That is not an action of this title.")
    try:
        return match.game.parse(dict(data))
    except BadData as error:
        raise MalformedRequest(str(error)) from None
    except (ValueError, TypeError):
        raise MalformedRequest("That is not an action of this title.") from None


def is_action_data_within_limits(data: Any, depth: int = 0) -> bool:
    """No game has such numbers, such lists or such nesting: nothing of this reaches the rules."""
    if isinstance(data, (dict, list)):
        inner = data.values() if isinstance(data, dict) else data
        return depth < 4 and len(data) <= 200 and all(is_action_data_within_limits(item, depth + 1) for item in inner)
    if isinstance(data, (int, float)):
        return abs(data) < MAX_NUMBER
    return data is None or len(data) <= 100


def require_started(match: Match) -> None:
    """Raises InvalidState while seats are open."""
    if not match.is_started:
        raise InvalidState("The match has not started: a seat is still open.")


def build_answer_event_unless_repeated(
    match: Match, seat: int, question_seq: int, action: Action
) -> ActionPlayed | None:
    """A person's answer to the question of this number, as the seat counts; None when it was accepted already."""
    require_started(match)
    if match.is_ended_by_agreement:
        raise InvalidState("The match is over: all agreed to end it.")
    if not match.is_choice_allowed_by_lesson:
        raise InvalidState("The lesson goes on when the others have moved, or you have taken your choice back.")
    if not _is_answer_up_to_date(match, seat, question_seq):
        if is_duplicate_answer(match, seat, question_seq, action):
            return None
        raise StaleQuestion(match.get_shown_log_length(seat))
    _require_action_does_not_end_lesson(match, seat, action)
    return build_action_played(match, seat, action, "person")


def _require_action_does_not_end_lesson(match: Match, seat: int, action: Action) -> None:
    """Raises InvalidState, with the lesson's answer, for a choice that would end the game: nothing leads back."""
    script, place = match.lesson_script, match.find_lesson_progress()
    if script is None or place is None or match.game.why_not(match.record.state, seat, action) is not None:
        return
    after = match.record.state.clone()
    match.game.apply(after, seat, action)
    if not match.game.actors(after):
        raise InvalidState(script.find_panel_and_next_moves_key(place.step, match.game.dump(action))[0].text)


def _is_answer_up_to_date(match: Match, seat: int, question_seq: int) -> bool:
    """Whether nothing happened since that concerns the answer: a seat that is not asked answers its own last action."""
    current = match.seats[seat].question_seq
    first = _find_last_log_index_of_seat_or_chance(match, seat) + 1 if current is None else current
    return match.log_numbers.convert_to_shown_number(seat, first) <= question_seq <= match.get_shown_log_length(seat)


def _find_last_log_index_of_seat_or_chance(match: Match, seat: int) -> int:
    """The place in the log of the seat's last action, or of the last thing everybody waits for; -1 for none."""
    log, numbers = match.record.log, match.log_numbers
    places = (i for i in range(len(log) - 1, -1, -1) if log[i].who in (seat, "chance", None))
    return next((i for i in places if not numbers.is_entry_hidden(seat, i + 1)), -1)


def is_duplicate_answer(match: Match, seat: int, question_seq: int, action: Action) -> bool:
    """Whether the first action of this seat at or after `question_seq` is this one."""
    dumped = match.game.dump(action)
    log = match.record.log
    for number in range(match.log_numbers.convert_from_shown_number(seat, question_seq, len(log)), len(log)):
        if log[number].who == seat:
            return log[number].action == dumped
    return False


def build_action_played(
    match: Match, seat: int, action: Action, source: Literal["person", "bot", "order", "clock"]
) -> ActionPlayed:
    """A seat's action with the chance that follows it. Raises RuleViolation."""
    game, before = match.game, match.record.state
    draft = DraftedMoves(match)
    try:
        draft.apply_action(seat, action)
    except IllegalAction as error:
        raise RuleViolation(error.refusal) from None
    reveals = source != "person" or reveals_hidden_information(game, before, draft.state, seat, action)
    draft.resolve_chance()
    asked = draft.get_asked_seats()
    unchanged: list[int] = []
    if len(draft.moves) == 1:
        others = [other for other in asked if other != seat and other in match.asked_seats]
        unchanged = _find_seats_with_same_question(game, before, draft.state, others)
    is_secret = (
        _is_question_answered_unseen(before)
        and len(draft.moves) == 1
        and set(asked) == set(match.asked_seats)
        and set(asked) - {seat} == set(unchanged)
        and _is_drafted_move_unnoticed_by_others(game, before, draft, seat)
    )
    return ActionPlayed(
        seat=seat,
        moves=draft.moves,
        source=source,
        asked=asked,
        unchanged=unchanged,
        reveals=reveals,
        is_secret=is_secret,
        others_choose=_is_question_answered_unseen(draft.state) and asked != [seat],
    )


def _is_drafted_move_unnoticed_by_others(game: Game, state_before: State, draft: DraftedMoves, seat: int) -> bool:
    """Whether the drafted move shows nothing to anybody but its seat: no event, and no other view."""
    others: list[int | None] = [None, *(other for other in range(state_before.seats) if other != seat)]
    game_events = draft.moves[0].game_events
    if any(event.is_visible_to(other) for event in game_events for other in others):
        return False
    return all(game.view(state_before, other) == game.view(draft.state, other) for other in others)


def _is_question_answered_unseen(state: State) -> bool:
    """Whether the question of the moment is one that seats answer in choices which nobody else notices."""
    return bool(state.step_stack) and state.step_stack[-1].is_answered_unseen


def _find_seats_with_same_question(game: Game, state_before: State, state_after: State, seats: list[int]) -> list[int]:
    """Which of the seats have the same question after somebody else's answer: all choose at once."""
    if (
        not state_before.step_stack
        or not state_after.step_stack
        or type(state_before.step_stack[-1]) is not type(state_after.step_stack[-1])
    ):
        return []
    return [
        seat
        for seat in seats
        if game.prompt(state_before, seat) == game.prompt(state_after, seat)
        and game.legal(state_before, seat) == game.legal(state_after, seat)
    ]


def reveals_hidden_information(game: Game, state_before: State, state_after: State, seat: int, action: Action) -> bool:
    """Whether the action showed its seat something it could not know before.

    Every state that looked the same to this seat must look the same after it.
    """
    rng = random.Random(0)
    seen = game.view(state_after, seat)
    for _ in range(REVEAL_SAMPLES):
        other = game.imagine(state_before, seat, rng)
        try:
            game.apply(other, seat, action)
        except IllegalAction:
            return True
        if game.view(other, seat) != seen:
            return True
    return False


def find_undo_positions_or_reason(match: Match, seat: int) -> tuple[int | None, int | None, str]:
    """The positions that undoing the last choice and the whole turn lead to, or why neither is possible."""
    if match.is_over:
        return None, None, "The match is over."
    # Whether others did something in secret since must make no difference.
    points = (point for point in reversed(match.undo_points) if point.seat == seat or not point.is_secret)
    last = next(points, None)
    if last is None:
        return None, None, "There is nothing to take back."
    if last.seat != seat:
        return None, None, "Somebody else acted since your last choice."
    if last.irrevocable:
        return None, None, "Your last choice brought something hidden to light, or chance answered it."
    if last.others_choose:
        return None, None, "Others choose in secret at the same time: what you chose is changed where it lies."
    first = last
    for point in points:
        if point.seat != seat or point.irrevocable or point.others_choose:
            break
        first = point
    return last.position, first.position, ""


def require_choice_position_at_or_before(match: Match, seat: int, shown_position: int) -> int:
    """The last position not after this one, as the seat counts, at which a seat, and not chance, had to choose."""
    position = match.position_numbers.convert_from_shown_number(seat, shown_position, match.actions_in_force_count)
    count = bisect_right(match.undo_points, position, key=lambda point: point.position)
    if not count or shown_position >= match.get_shown_position(seat):
        raise InvalidState("There is no such position to go back to.")
    return match.undo_points[count - 1].position


def build_actions_undone(match: Match, seat: int, to_position: int, vote_id: int | None = None) -> ActionsUndone:
    """Going back to a position, for this seat's sake."""
    actors = match.game.actors(match.record.state_at(to_position))
    asked = [actor for actor in actors if actor != CHANCE]
    undone = itertools.takewhile(lambda point: point.position >= to_position, reversed(match.undo_points))
    is_secret = vote_id is None and all(point.is_secret and point.seat == seat for point in undone)
    return ActionsUndone(to_position=to_position, seat=seat, vote=vote_id, asked=asked, is_secret=is_secret)
