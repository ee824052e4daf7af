"""The law of advice on many positions: `python benchmarks/advice_law.py TITLE --positions 2000 --seed 1000`.

The suite tries a hundred positions of each title (`tests/laws/test_advice.py`); this tries as many as it is given,
with other seeds, and names the first that breaks the law.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import aerodrome
from laws.test_advice import law_advice, positions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("title", choices=aerodrome.titles())
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1000)
    wanted = parser.parse_args()
    begun = time.monotonic()
    reasons = tried = 0
    for moment in positions(wanted.title, wanted.positions, wanted.seed):
        with moment.looked_at():
            reasons += law_advice(moment.game, moment.state, moment.who)
        tried += 1
    print(f"{wanted.title}: {tried} positions, {reasons} reasons, {time.monotonic() - begun:.0f} s: the law holds")


if __name__ == "__main__":
    main()
