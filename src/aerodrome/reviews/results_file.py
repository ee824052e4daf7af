"""A review on its way, kept in a file: whoever stops it goes on where it stopped, and gets the same review."""

from pathlib import Path

import msgspec

from aerodrome.reviews.model import Effort
from aerodrome.reviews.tasks import JUDGEMENT_VERSION, TaskResult


class TaskResultsFileHeader(msgspec.Struct, frozen=True):
    """Which review the file belongs to."""

    commitment: str
    effort: Effort
    actions: int
    rules: int
    judgement: int = JUDGEMENT_VERSION


class TaskResultsFile:
    """The results of the first tasks, a line each, after a line that says whose they are."""

    def __init__(self, path: Path, header: TaskResultsFileHeader) -> None:
        self.path = path
        self.results: list[TaskResult] = []
        first = msgspec.json.encode(header)
        lines = path.read_bytes().split(b"\n") if path.exists() else []
        # The last piece is what follows the last line end: nothing, or half a line of a process that was killed.
        if lines and lines[0] == first:
            self.results = [msgspec.json.decode(line, type=TaskResult) for line in lines[1:-1]]
        path.write_bytes(b"".join(line + b"\n" for line in [first, *map(msgspec.json.encode, self.results)]))

    def append_results(self, results: list[TaskResult]) -> None:
        self.results += results
        with self.path.open("ab") as file:
            file.write(b"".join(msgspec.json.encode(result) + b"\n" for result in results))
