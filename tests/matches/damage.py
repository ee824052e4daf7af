"""Ways in which a stored match can be bad, each with what is then said about it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from aerodrome.matches.events import ChatPosted, SeatResumed, encode_event


class Damage:
    """Changes the rows of one match behind the server's back."""

    def __init__(self, database: Path, match: str) -> None:
        self.connection = sqlite3.connect(database, isolation_level=None)
        self.match = match

    def change(self, statement: str, *values: Any) -> None:
        changed = self.connection.execute(statement, values).rowcount
        assert changed, "nothing was damaged"

    def cut_last_event(self) -> None:
        last = "(SELECT max(n) FROM things WHERE match = ?)"
        self.change(
            f"UPDATE things SET body = substr(body, 1, length(body) / 2) WHERE match = ? AND n = {last}",
            self.match,
            self.match,
        )

    def drop_event(self) -> None:
        self.change("DELETE FROM things WHERE match = ? AND n = 2", self.match)

    def drop_last_event(self) -> None:
        self.change("DELETE FROM things WHERE match = ? AND n = 3", self.match)
        self.change("UPDATE matches SET moved = moved + 1 WHERE id = ?", self.match)  # not the same millisecond

    def forge_event(self) -> None:
        body = encode_event(ChatPosted(seat=0, text="x")).replace(b'"said"', b'"sung"')
        self.change("UPDATE things SET body = ? WHERE match = ? AND n = 2", body, self.match)

    def exchange_event(self) -> None:
        """It can be read, but does not follow from the others."""
        body = encode_event(SeatResumed(seat=7))
        self.change("UPDATE things SET body = ? WHERE match = ? AND n = 2", body, self.match)

    def change_setup(self, **fields: Any) -> None:
        (body,) = self.connection.execute("SELECT setup FROM matches WHERE id = ?", (self.match,)).fetchone()
        setup = {**msgspec.json.decode(body), **fields}
        self.change("UPDATE matches SET setup = ? WHERE id = ?", msgspec.json.encode(setup), self.match)

    def cut_setup(self) -> None:
        self.change("UPDATE matches SET setup = substr(setup, 1, 20) WHERE id = ?", self.match)


DAMAGES: dict[str, tuple[Callable[[Damage], None], str]] = {
    "an event cut in half": (Damage.cut_last_event, "is damaged"),
    "a gap": (Damage.drop_event, "event 2 of it is missing"),
    "a lost end": (Damage.drop_last_event, "its last events are missing"),
    "an event of a newer program": (Damage.forge_event, "does not know what event 2 of it is"),
    "an event of another match": (Damage.exchange_event, "do not fit together"),
    "unknown rules": (lambda d: d.change_setup(rules=99), "rules version 99"),
    "an unknown edition": (lambda d: d.change_setup(edition_hash="f" * 64), "an edition of counting (ffffffffffff)"),
    "an unknown title": (lambda d: d.change_setup(title="chess"), "a title that this server does not have"),
    "a setting that is gone": (lambda d: d.change_setup(options={"speed": 1}), "settings are not those of its title"),
    "a cut setup": (Damage.cut_setup, "what it was opened with is damaged"),
}
