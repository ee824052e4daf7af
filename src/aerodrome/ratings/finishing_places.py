"""Who came in which place: what ratings are made from."""

from collections.abc import Collection, Sequence


def compute_finishing_places(
    scores: Sequence[int], winners: Collection[int], seats_that_left: Collection[int] = ()
) -> list[int]:
    """1 for every winner, the others by score; those who left share the last place, whatever was played for them."""
    standings = [(seat in winners, 0 if seat in winners else score) for seat, score in enumerate(scores)]
    stayed = [standing for seat, standing in enumerate(standings) if seat not in seats_that_left]
    return [
        1 + (len(stayed) if seat in seats_that_left else sum(other > standing for other in stayed))
        for seat, standing in enumerate(standings)
    ]
