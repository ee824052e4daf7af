"""Which choices of the people at the keyboard can be taken back."""

from aerodrome import Action, Record, State
from aerodrome.core.actions import CHANCE
from aerodrome.matches.event_builders import reveals_hidden_information


class UndoStack:
    """The last choices of one seat after which nothing hidden came out, chance was silent and nobody else acted."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.positions: list[int] = []
        self.reason = "There is nothing to take back."

    def record_choice_or_forbid_undo(self, record: Record, state_before: State, seat: int, action: Action) -> None:
        """After a person's choice, before chance goes on. `state_before`: a copy of the state it was made in."""
        actors = record.game.actors(record.state)
        if reveals_hidden_information(record.game, state_before, record.state, seat, action) or CHANCE in actors:
            self._forbid_undo("Your last choice brought something hidden to light, or chance answered it.")
        elif record.state.step_stack and record.state.step_stack[-1].is_answered_unseen and actors != (seat,):
            self._forbid_undo("Others choose in secret at the same time: what you chose is changed where it lies.")
        else:
            if self.seat != seat:
                self.positions = []
            self.seat = seat
            self.positions.append(len(record.played) - 1)

    def forget_choices_if_standing_order_interferes(
        self, record: Record, state_before: State, seat: int, action: Action
    ) -> None:
        """After an answer by standing order: it stands in nobody's way of taking back, what it brought out may."""
        actors = record.game.actors(record.state)
        if reveals_hidden_information(record.game, state_before, record.state, seat, action) or CHANCE in actors:
            self.forget_choices("Your standing order brought something hidden to light, or chance answered it.")
        elif self.seat != seat:
            self.forget_choices()

    def forget_choices(self, reason: str = "Somebody else acted since your last choice.") -> None:
        """Something else happened: what could be taken back no longer can."""
        if self.positions:
            self._forbid_undo(reason)

    def _forbid_undo(self, reason: str) -> None:
        self.seat, self.positions, self.reason = None, [], reason

    def undo_last_or_explain(self, record: Record, seat: int) -> str:
        """Undo the last choice of this seat; "" or why that is impossible."""
        if not self.positions:
            return self.reason
        if self.seat != seat:
            return "There is nothing of yours to take back: somebody else acted last."
        record.undo(self.positions.pop(), seat)
        self.reason = "There is nothing to take back."
        return ""
