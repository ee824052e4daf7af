"""What decisions cost players of different levels: `python benchmarks/review_levels.py DIR [--part 5] [--out FILE]`.

Judges the decisions of every record in a folder as a quick review does, or every so-manieth of them, and no positions:
so many games take little time. Records come from `aerodrome simulate ... --records DIR`. Prints the tables of
docs/review.md; stop it and start it again as you like. `aerodrome lab review DIR` judges everything.
"""

import argparse
from pathlib import Path

from aerodrome import CHANCE, Record
from aerodrome.lab.review_collection import ReviewLog, compute_digest, describe_match, list_record_files
from aerodrome.lab.review_report import format_levels
from aerodrome.lab.review_statistics import split_by_title
from aerodrome.reviews.decision_judge import judge_decision
from aerodrome.reviews.model import QUICK, JudgedDecision, Review
from aerodrome.reviews.summary import summarize_seat


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--match", default="", help="only files whose name contains this")
    parser.add_argument("--part", type=int, default=1, help="one in so many decisions is judged")
    parser.add_argument("--out", type=Path, default=Path("levels.parquet"))
    given = parser.parse_args()
    log = ReviewLog(given.out, f"one choice in {given.part}")
    files = [file for file in list_record_files(given.folder) if given.match in file.name]
    for number, file in enumerate(files):
        digest = compute_digest(file)
        if digest not in log.matches:
            judged = judge_some(Record.replay(file.read_bytes()), given.part, number)
            log.append_match(describe_match(file.name, digest, judged))
            print(f"{len(log.matches)} of {len(files)}: {file.name}", flush=True)
    for part in split_by_title(log.write_parquet(log.matches)).values():
        print(f"\n{format_levels(part)}")


def judge_some(record: Record, part: int, first: int) -> Review:
    """A review of one in so many decisions, which begin at another place in each match, and of nothing else."""
    positions = [position for position, (who, _action) in enumerate(record.played) if who != CHANCE]
    judged: list[JudgedDecision] = []
    for position in positions[first % part :: part]:
        who, action = record.played[position]
        found = judge_decision(record.game, record.state_at(position), position, who, action, QUICK)
        if found is not None:
            judged.append(found)
    nothing = [0.0] * record.seats
    return Review(
        title=record.game.title,
        rules=record.game.rules_version,
        seats=record.seats,
        names=list(record.names or []),
        colours=[],
        effort=f"one choice in {part}",
        commitment=record.commitment,
        winners=[],
        start=nothing,
        steps=[],
        decisions=judged,
        summaries=[summarize_seat(seat, nothing, [], judged) for seat in range(record.seats)],
        turning_points=[],
        moments=[],
    )


if __name__ == "__main__":
    main()
