"""What decisions cost players of different levels: `python benchmarks/review_levels.py DIR [--part 5] [--out FILE]`.

Judges the decisions of every record in a folder as a quick review does, or every so-manieth of them, and no positions:
so many games take little time. Records come from `aerodrome simulate ... --records DIR`. Prints the tables of
docs/review.md; stop it and start it again as you like. `aerodrome lab review DIR` judges everything.

With `--ask captain,cadet,random` each of these bots is asked what it would do at those decisions, whoever made them,
and that is judged: so all meet the same positions, where in their own games the better ones have more to lose.
"""

import argparse
import random
from pathlib import Path

import msgspec

from aerodrome import CHANCE, Action, Record
from aerodrome.bots import choose_action, create_bot
from aerodrome.lab.review_collection import ReviewLog, build_reviewed_match, hash_file, require_record_files
from aerodrome.lab.review_report import format_losses_by_player
from aerodrome.lab.review_statistics import split_by_title
from aerodrome.reviews.decision_judge import judge_decision
from aerodrome.reviews.model import QUICK, JudgedDecision, Review
from aerodrome.reviews.summary import summarize_seat


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--match", default="", help="only files whose name contains this")
    parser.add_argument("--part", type=int, default=1, help="one in so many decisions is judged")
    parser.add_argument("--ask", default="", help="bots, with commas between")
    parser.add_argument("--out", type=Path, default=Path("levels.parquet"))
    given = parser.parse_args()
    bots = [name for name in given.ask.split(",") if name]
    effort = f"one choice in {given.part}" + (f", asked of {given.ask}" if bots else "")
    log = ReviewLog(given.out, effort)
    files = [file for file in require_record_files(given.folder) if given.match in file.name]
    for number, file in enumerate(files):
        digest = hash_file(file)
        if digest not in log.matches:
            record = Record.replay(file.read_bytes())
            positions = [position for position, (who, _action) in enumerate(record.played) if who != CHANCE]
            some = positions[number % given.part :: given.part]  # they begin at another place in each match
            names = bots or list(record.names or [])
            judged = ask_bots(record, some, bots) if bots else judge_choices(record, some)
            log.append_match(build_reviewed_match(file.name, digest, build_review(record, effort, names, judged)))
            print(f"{len(log.matches)} of {len(files)}: {file.name}", flush=True)
    for part in split_by_title(log.write_parquet(log.matches)).values():
        print(f"\n{format_losses_by_player(part)}")


def judge_choices(record: Record, positions: list[int]) -> list[JudgedDecision]:
    """What was chosen at these positions."""
    judged: list[JudgedDecision] = []
    for position in positions:
        who, action = record.played[position]
        found = judge_decision(record.game, record.state_at(position), position, who, action, QUICK)
        if found is not None:
            judged.append(found)
    return judged


def ask_bots(record: Record, positions: list[int], bots: list[str]) -> list[JudgedDecision]:
    """What each bot would choose at these positions; the number of the bot stands for the seat."""
    game = record.game
    judged: list[JudgedDecision] = []
    for position in positions:
        state, who = record.state_at(position), record.played[position][0]
        if len(game.legal(state, who)) < 2:
            continue
        found: dict[Action, JudgedDecision | None] = {}
        for number, name in enumerate(bots):
            rng = random.Random(f"{record.commitment}:{position}:{name}")
            action = choose_action(create_bot(name), game, state, who, rng)
            if action not in found:
                found[action] = judge_decision(game, state, position, who, action, QUICK)
            decision = found[action]
            if decision is not None:
                judged.append(msgspec.structs.replace(decision, seat=number))
    return judged


def build_review(record: Record, effort: str, names: list[str], judged: list[JudgedDecision]) -> Review:
    """A review of these decisions and of nothing else."""
    nothing = [0.0] * len(names)
    return Review(
        title=record.game.title,
        rules=record.game.rules_version,
        seats=len(names),
        names=names,
        colours=[],
        effort=effort,
        commitment=record.commitment,
        winners=[],
        start=nothing,
        steps=[],
        decisions=judged,
        summaries=[summarize_seat(seat, nothing, [], judged) for seat in range(len(names))],
        turning_points=[],
        moments=[],
    )


if __name__ == "__main__":
    main()
