"""Whether luck is fair and curves come true: `python benchmarks/review_luck.py DIR [--match airline] [--out FILE]`.

Judges the positions of every record in a folder as a quick review does, and no decisions, which take most of its time.
Records come from `aerodrome simulate ... --records DIR`. Prints the tables of docs/review.md; stop it and start it
again as you like. `aerodrome lab review DIR` judges decisions too.
"""

import argparse
from pathlib import Path

import msgspec

from aerodrome import Record
from aerodrome.lab.review_collection import ReviewLog, build_reviewed_match, hash_file, require_record_files
from aerodrome.lab.review_report import ReviewStatistics, format_review_summary
from aerodrome.reviews.model import QUICK
from aerodrome.reviews.review import review

POSITIONS = msgspec.structs.replace(QUICK, name="positions", candidates=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--match", default="", help="only files whose name contains this")
    parser.add_argument("--out", type=Path, default=Path("luck.parquet"))
    given = parser.parse_args()
    log = ReviewLog(given.out, POSITIONS.name)
    files = [file for file in require_record_files(given.folder) if given.match in file.name]
    for file in files:
        digest = hash_file(file)
        if digest not in log.matches:
            log.append_match(
                build_reviewed_match(file.name, digest, review(Record.replay(file.read_bytes()), POSITIONS))
            )
            print(f"{len(log.matches)} of {len(files)}: {file.name}", flush=True)
    print(format_review_summary(ReviewStatistics(log.write_parquet(log.matches))))


if __name__ == "__main__":
    main()
