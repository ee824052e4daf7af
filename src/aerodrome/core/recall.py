"""What a seat remembers of a game, for solvers that tell positions apart by what the seat to move knows."""

from __future__ import annotations

import hashlib


class Recall:
    """All that a seat saw and did, in order, as one hash; seeing the same again adds nothing."""

    def __init__(self) -> None:
        self.digest = b""
        self.last_view = b""

    def copy(self) -> Recall:
        """As it is now."""
        twin = Recall()
        twin.digest, twin.last_view = self.digest, self.last_view
        return twin

    def add_experience(self, seen_or_done: bytes) -> None:
        """Something seen or done."""
        self.digest = hashlib.sha256(self.digest + seen_or_done).digest()

    def add_view_if_changed(self, view: bytes) -> None:
        """A view, if it is another than the last one."""
        if view != self.last_view:
            self.last_view = view
            self.add_experience(view)

    def format_information_state(self) -> str:
        """The information state: the hash of everything, then the view of the moment."""
        return f"{self.digest.hex()} {self.last_view.decode()}"
