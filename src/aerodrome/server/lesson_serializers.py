"""What a caller gets to see of a lesson: how far it is and what it says now."""

from aerodrome.core.lesson import LessonPanel, LessonProgress, LessonScript, list_lessons_with_names, matches_pattern
from aerodrome.matches.match import Match
from aerodrome.server import schemas


def list_lesson_summaries(title: str) -> list[schemas.LessonSummary]:
    """The lessons of a title, in the order they are taken."""
    return [
        schemas.LessonSummary(name, lesson.name, lesson.about, lesson.minutes, len(lesson.steps))
        for name, lesson in list_lessons_with_names(title)
    ]


def build_lesson_info(match: Match, viewer: int | None) -> schemas.LessonInfo | None:
    """Where the learner is; None for a game, and for anybody else."""
    script, progress = match.lesson_script, match.find_lesson_progress()
    if script is None or progress is None or viewer != script.lesson.seat:
        return None
    is_first = progress.step == 0 and progress.status == "choosing"
    return schemas.LessonInfo(
        lesson=match.setup.lesson,
        name=script.lesson.name,
        minutes=script.lesson.minutes,
        step=progress.step + 1,
        steps=len(script.lesson.steps),
        status=progress.status,
        panel=_choose_lesson_panel(script, progress),
        answer=_copy_panel_words(progress.answer),
        is_other=progress.is_other,
        back_to=match.convert_to_shown_position(viewer, progress.back_to),
        shown=_find_demonstrated_action(match, script, progress),
        welcome=script.lesson.welcome if is_first else None,
        next_lesson=_find_next_lesson(match) if progress.status == "done" else None,
    )


def _choose_lesson_panel(script: LessonScript, progress: LessonProgress) -> LessonPanel | None:
    if progress.status == "done":
        return script.lesson.end
    return _copy_panel_words(script.lesson.steps[progress.step]) if progress.status == "choosing" else None


def _copy_panel_words(panel: LessonPanel | None) -> LessonPanel | None:
    """The words alone, without what the lesson expects."""
    if panel is None:
        return None
    return LessonPanel(panel.heading, panel.text, panel.phase, panel.points, panel.note, panel.rules, panel.compare)


def _find_demonstrated_action(match: Match, script: LessonScript, progress: LessonProgress) -> dict[str, object] | None:
    """The choice of the present question that the lesson shows."""
    if progress.status != "choosing":
        return None
    seat, pattern = script.lesson.seat, script.lesson.steps[progress.step].choose
    actions = (match.game.dump(action) for action in match.game.legal(match.record.state, seat))
    return next((action for action in actions if matches_pattern(action, pattern)), pattern)


def _find_next_lesson(match: Match) -> schemas.LessonSummary | None:
    found = list_lesson_summaries(match.setup.title)
    names = [one.lesson for one in found]
    after = names.index(match.setup.lesson) + 1
    return found[after] if after < len(found) else None
