"""What somebody does well and what costs them most, for their page."""

from aerodrome.core import registry
from aerodrome.matches.decision_figures import (
    PersonActionTypeLoss,
    read_decision_losses_by_match,
    read_decision_losses_of_others,
)
from aerodrome.matches.store import MatchStore
from aerodrome.reviews.strengths import DecisionKindComparison, LossSum, find_strengths_and_weaknesses
from aerodrome.reviews.tasks import JUDGEMENT_VERSION
from aerodrome.server import schemas

Z95 = 1.96


async def list_strengths_and_weaknesses(store: MatchStore, account: str) -> list[schemas.TitleStrengthsAndWeaknesses]:
    """Title by title, for those of which a match was reviewed by the present judgement."""
    found = [await _build_title_strengths_and_weaknesses(store, account, title) for title in registry.titles()]
    return sorted((one for one in found if one.matches), key=lambda one: (-one.matches, one.title))


async def _build_title_strengths_and_weaknesses(
    store: MatchStore, account: str, title: str
) -> schemas.TitleStrengthsAndWeaknesses:
    mine = await read_decision_losses_by_match(store, account, title, JUDGEMENT_VERSION)
    if not mine:
        return schemas.TitleStrengthsAndWeaknesses(title, 0, False, [], [])
    others = await read_decision_losses_of_others(store, account, title, JUDGEMENT_VERSION)
    strengths = find_strengths_and_weaknesses(
        _sum_losses_by_kind_and_owner(title, mine), _sum_losses_by_kind_and_owner(title, others)
    )
    return schemas.TitleStrengthsAndWeaknesses(
        title,
        len({one.whose for one in mine}),
        strengths.is_known,
        [_build_decision_kind_comparison_info(one) for one in strengths.better],
        [_build_decision_kind_comparison_info(one) for one in strengths.worse],
    )


def _sum_losses_by_kind_and_owner(title: str, losses: list[PersonActionTypeLoss]) -> dict[str, dict[str, LossSum]]:
    """By what is decided, in the title's words, and by whose it is: a match's or a person's."""
    metrics = registry.load(title).lab_metrics()
    found: dict[str, dict[str, LossSum]] = {}
    for one in losses:
        of_kind = found.setdefault(metrics.describe_decision(one.kind), {})
        of_kind[one.whose] = of_kind.get(one.whose, LossSum()) + one.total
    return found


def _build_decision_kind_comparison_info(comparison: DecisionKindComparison) -> schemas.DecisionKindComparisonInfo:
    return schemas.DecisionKindComparisonInfo(
        kind=comparison.kind,
        decisions=comparison.decisions,
        matches=comparison.matches,
        loss=round(100 * comparison.loss, 2),
        error=round(100 * Z95 * comparison.error, 2),
        compared_loss=round(100 * comparison.compared_loss, 2),
        compared_with=comparison.compared_with,
    )
