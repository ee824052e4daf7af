"""The lab on the command line; most commands need `aerodrome[lab]`."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter
from cyclopts.validators import Number

from aerodrome.cli.batch_progress import (
    create_local_or_ray_batch_runner,
    iterate_with_progress,
    open_named_progress_bars,
    print_if_interrupted,
)
from aerodrome.cli.missing_extras import UserError, explaining_missing_extra
from aerodrome.cli.shared_parameters import AT_LEAST_ONE, Edition, Jobs, Options, Ray, Seats, Seed, Title
from aerodrome.core.registry import load
from aerodrome.lab import weight_tuning
from aerodrome.lab.tournament_plan import TournamentFormat, TournamentPlan

lab_app = App(name="lab", help="Research: compare editions, tune and train bots, look at their manners.")


def add_lab_commands(app: App) -> None:
    """Make the lab's commands known to the program."""
    app.command(run_tournament, name="tournament")
    app.command(write_tournament_report, name="report")
    app.command(lab_app)


def run_tournament(
    title: Title,
    *bots: Annotated[str, Parameter(help="Names, names with settings, or import paths.")],
    seats: Seats = 0,
    format: Annotated[TournamentFormat, Parameter(help="Who meets whom.")] = "round-robin",
    games: Annotated[
        int, Parameter(help="At least so many games; rounded up to whole rounds.", validator=AT_LEAST_ONE)
    ] = 200,
    seed: Seed = 0,
    edition: Edition = "house",
    options: Options = (),
    limit: Annotated[
        float, Parameter(help="Seconds for one choice; then it is made at random.", validator=Number(gt=0))
    ] = 30.0,
    out: Annotated[Path, Parameter(help="Results, as Parquet. If they are there in part, the rest is played.")] = Path(
        "tournament.parquet"
    ),
    jobs: Jobs = 1,
    ray: Ray = None,
) -> None:
    """Bots against bots, seats rotated, with paired seeds.

    A bot is a name (random, greedy, cadet, captain, baseline, ace, search, onnx), with settings if you like
    (ace?simulations=400, onnx?file=model.onnx), or one of your own by import path (mypackage.bots:Tycoon).

    round-robin: of each two bots, each sits alone among the others. ladder: the same for neighbours in the list.
    solo: the first bot alone among each of the others. melee: all different.
    """
    with explaining_missing_extra("lab", "aerodrome tournament"):
        import msgspec
        from rich.console import Console

        from aerodrome.cli.title_options import parse_title_options
        from aerodrome.lab import tournament
        from aerodrome.lab.report_header import find_plan_beside
        from aerodrome.lab.text_summary import format_tournament_summary
    plan = TournamentPlan(
        title=title,
        bots=bots,
        seats=seats or load(title, edition).seats_min,
        format=format,
        seed=seed,
        edition=edition,
        options=parse_title_options(options),
        limit=limit,
    )
    plan.validate()
    plan = msgspec.structs.replace(plan, rounds=-(-games // plan.count_games_per_round()))
    with print_if_interrupted(f"What was played is kept beside {out}; the same command goes on."):
        times = tournament.run_tournament(plan, out, create_local_or_ray_batch_runner(jobs, ray), Console(stderr=True))
    print(format_tournament_summary(tournament.read_results(out), find_plan_beside(out)))
    if str(times):
        print(f"\n{times}")
    print(f"\nResults: {out}. Look at them with: aerodrome report {out}")


def write_tournament_report(
    file: Annotated[Path, Parameter(help="Results of a tournament, as Parquet.")],
    *,
    out: Annotated[Path | None, Parameter(help="The page to write; beside the results unless given.")] = None,
    samples: Annotated[
        int, Parameter(help="So many special games (up to 4) are played again and linked as records.")
    ] = 4,
) -> None:
    """One self-contained HTML page about the results of a tournament, and a summary here."""
    with explaining_missing_extra("lab", "aerodrome report"):
        from aerodrome.lab.report_header import find_plan_beside
        from aerodrome.lab.text_summary import format_tournament_summary
        from aerodrome.lab.tournament import read_results
        from aerodrome.lab.tournament_report import write_tournament_report
    frame = read_results(file)
    page = out or file.with_suffix(".html")
    plan = find_plan_beside(file)
    write_tournament_report(frame, page, plan, samples)
    print(format_tournament_summary(frame, plan))
    print(f"\nReport: {page}")


@lab_app.command(name="balance")
def compare_editions(
    title: Title,
    *,
    edition: Annotated[str, Parameter(help="Your edition, a TOML file.")],
    against: Annotated[str, Parameter(help="The edition to compare with.")] = "house",
    bot: Annotated[str, Parameter(help="The bot in all seats.")] = "captain",
    seats: Seats = 0,
    games: Annotated[int, Parameter(help="With each edition.", validator=AT_LEAST_ONE)] = 200,
    seed: Seed = 0,
    out: Annotated[Path, Parameter(help="Folder for the results.")] = Path("balance"),
    jobs: Jobs = 1,
    ray: Ray = None,
) -> None:
    """Two editions of a title side by side: the same bots, the same seeds."""
    with explaining_missing_extra("lab", "aerodrome lab balance"):
        from rich.console import Console

        from aerodrome.lab.edition_comparison import play_editions_write_page_and_get_plain_text
    count = seats or load(title).seats_min
    plan = TournamentPlan(title=title, bots=(bot,) * count, seats=count, format="melee", rounds=games, seed=seed)
    run_batches = create_local_or_ray_batch_runner(jobs, ray)
    with print_if_interrupted(f"What was played is kept in {out}; the same command goes on."):
        print(
            play_editions_write_page_and_get_plain_text(
                plan, (against, edition), out, run_batches, Console(stderr=True)
            )
        )


@lab_app.command(name="leaderboard")
def show_leaderboard(
    *places: Annotated[Path, Parameter(help="Results of tournaments (Parquet), or folders that hold some.")],
    markdown: Annotated[bool, Parameter(help="Tables for a document.", negative="")] = False,
) -> None:
    """Who is how strong, over all tournaments that were kept: a table for each title, edition, table and options."""
    with explaining_missing_extra("lab", "aerodrome lab leaderboard"):
        from aerodrome.lab import leaderboard
    boards = leaderboard.build_leaderboards(leaderboard.list_result_files(places or (Path(),)))
    write = leaderboard.format_leaderboard_markdown if markdown else leaderboard.format_leaderboard
    print("\n\n".join(map(write, boards)))


@lab_app.command(name="anchors")
def save_bot_anchors(
    *files: Annotated[Path, Parameter(help="Results of tournaments, as Parquet; one for each title.")],
    out: Annotated[Path | None, Parameter(help="The file to change; the program's own unless given.")] = None,
) -> None:
    """Keep the bots' ratings of tournaments as the marks that people are rated against."""
    with explaining_missing_extra("lab", "aerodrome lab anchors"):
        from aerodrome.lab.anchor_writing import write_anchors_of_title
        from aerodrome.lab.tournament import read_results
        from aerodrome.ratings.bot_anchors import ANCHORS_FILE
    if not files:
        raise UserError("say which results: files that a tournament wrote")
    for file in files:
        frame = read_results(file)
        for anchor in write_anchors_of_title(out or ANCHORS_FILE, frame):
            print(f"{frame['title'][0]} {anchor.level}: {anchor.mu:.1f} ± {2 * anchor.sigma:.1f}, {anchor.games} games")


@lab_app.command(name="tune")
def tune_weights(
    title: Title,
    *,
    seats: Seats = 0,
    bot: Annotated[str, Parameter(help="The bot that plays with the weights.")] = weight_tuning.TUNING_BOT,
    steps: Annotated[int, Parameter(help="Steps of the optimiser.", validator=AT_LEAST_ONE)] = 120,
    games: Annotated[int, Parameter(help="Seeds for each step; each is played twice.", validator=AT_LEAST_ONE)] = 40,
    check: Annotated[
        int, Parameter(help="Seeds for the evidence; each is played from all seats.", validator=AT_LEAST_ONE)
    ] = 200,
    seed: Seed = 0,
    step: Annotated[float, Parameter(help="How far the first step may move a weight, as part of it.")] = 0.3,
    start: Annotated[str, Parameter(help="Weights to start from, as JSON; else the title's own.")] = "{}",
    out: Annotated[
        Path | None,
        Parameter(help="The weights file to write, with a log of the games beside it; else nothing is kept."),
    ] = None,
    keep: Annotated[Literal["better", "always"], Parameter(help="Keep them only when proven better.")] = "better",
    jobs: Jobs = 1,
) -> None:
    """Tune the weights of a title's evaluator by self-play (SPSA) and prove the result on fresh seeds.

    With --out, whoever stops it (Ctrl-C) keeps what was played; the same command goes on from there.
    """
    config = weight_tuning.TuningConfig(
        title=title,
        seats=seats or load(title).seats_min,
        bot=bot,
        steps=steps,
        games=games,
        check=check,
        seed=seed,
        step=step,
    )
    old: dict[str, float] = {**load(title).evaluator.weights, **_parse_json_object(start)}
    with print_if_interrupted(_describe_what_is_kept_after_interrupt(out)), open_named_progress_bars() as report:
        new, evidence = weight_tuning.tune_and_compare_weights(
            config, old, jobs, result_path=out, report_progress=report
        )
    before = out.read_text(encoding="utf-8") if out is not None and out.exists() else ""
    text = weight_tuning.format_weights_toml(config, old, new, evidence, before)
    _print_and_write_if_wanted(text, out, evidence.is_better or keep == "always")


def _describe_what_is_kept_after_interrupt(out: Path | None) -> str:
    if out is None:
        return "Nothing was kept: --out keeps every game, and then the same command goes on."
    return f"What was played is kept beside {out}; the same command goes on."


def _print_and_write_if_wanted(text: str, out: Path | None, is_to_be_kept: bool) -> None:
    """Show a weights file and write it where it was asked for, if it deserves it."""
    print(text)
    if out is not None and is_to_be_kept:
        out.write_text(text, encoding="utf-8")
        print(f"Kept in {out}")
    elif out is not None:
        print("Not proven better: nothing was kept.")


@lab_app.command(name="learn")
def learn_value(
    title: Title,
    *,
    seats: Seats = 0,
    bot: Annotated[str, Parameter(help="The bot that plays.")] = weight_tuning.TUNING_BOT,
    games: Annotated[int, Parameter(help="Games to learn from.", validator=AT_LEAST_ONE)] = 1000,
    comparisons: Annotated[
        int, Parameter(help="Moments of each game with two choices played out.", validator=AT_LEAST_ONE)
    ] = 3,
    trial: Annotated[
        int, Parameter(help="Games for each strength of the correction that is tried.", validator=AT_LEAST_ONE)
    ] = 120,
    check: Annotated[int, Parameter(help="Games for the evidence, on fresh seeds.", validator=AT_LEAST_ONE)] = 400,
    seed: Seed = 0,
    out: Annotated[
        Path | None, Parameter(help="The file to write, with logs of the games beside it; else nothing is kept.")
    ] = None,
    keep: Annotated[Literal["better", "always"], Parameter(help="Keep it only when proven better.")] = "better",
    jobs: Jobs = 1,
) -> None:
    """Fit a title's judgement to the results of self-play and prove it on fresh seeds.

    With --out, whoever stops it (Ctrl-C) keeps what was played; the same command goes on from there.
    """
    from aerodrome.lab import value_learning

    config = value_learning.LearningConfig(
        title=title,
        seats=seats or load(title).seats_min,
        bot=bot,
        games=games,
        comparisons=comparisons,
        trial=trial,
        check=check,
        seed=seed,
    )
    with print_if_interrupted(_describe_what_is_kept_after_interrupt(out)), open_named_progress_bars() as report:
        learned, evidence = value_learning.learn_and_compare_value(
            config, jobs, result_path=out, report_progress=report
        )
    text = value_learning.format_learned_toml(config, learned, evidence)
    _print_and_write_if_wanted(text, out, evidence.is_better or keep == "always")


@lab_app.command(name="train")
def train_baseline(
    title: Title,
    *,
    out: Annotated[Path, Parameter(help="The file to write, with a log of the games beside it.")],
    seats: Seats = 0,
    bot: Annotated[str, Parameter(help="The bot that plays.")] = "greedy",
    games: Annotated[int, Parameter(help="Games to learn from.", validator=AT_LEAST_ONE)] = 2000,
    positions: Annotated[int, Parameter(help="Positions kept of each game.", validator=AT_LEAST_ONE)] = 12,
    explore: Annotated[
        float, Parameter(help="Part of the choices that are taken at random.", validator=Number(gte=0, lte=1))
    ] = 0.1,
    hands: Annotated[
        bool,
        Parameter(help="Count what the cards in hand are good for too, as the judge of reviews does.", negative=""),
    ] = False,
    seed: Seed = 0,
    jobs: Jobs = 1,
) -> None:
    """Train the baseline of a title from nothing: play games, and learn who wins from what positions.

    Whoever stops it (Ctrl-C) keeps what was played; the same command goes on from there.
    """
    with explaining_missing_extra("lab", "aerodrome lab train"):
        from aerodrome.lab import baseline_training
    config = baseline_training.TrainingConfig(
        title=title,
        seats=seats or load(title).seats_min,
        bot=bot,
        games=games,
        positions=positions,
        explore=explore,
        seed=seed,
        hands=hands,
    )
    with print_if_interrupted(_describe_what_is_kept_after_interrupt(out)), open_named_progress_bars() as report:
        judge = baseline_training.train_baseline(config, jobs, result_path=out, report_progress=report)
    out.write_text(baseline_training.format_baseline_toml(config, judge), encoding="utf-8")
    print(f"Kept in {out}. How strong it is among captains:")
    print(
        f"  aerodrome tournament {title} 'baseline?file={out}' captain --seats {config.seats} --format solo --games 150"
    )


@lab_app.command(name="dataset")
def make_dataset(
    title: Title,
    *,
    out: Annotated[Path, Parameter(help="The folder. If games are there, the rest is played.")],
    games: Annotated[
        tuple[str, ...],
        Parameter(help="A bot and how many games it plays against itself: bot=number. May be repeated.", negative=""),
    ] = ("greedy=10000", "captain=1000"),
    seats: Seats = 0,
    seed: Seed = 0,
    edition: Edition = "house",
    options: Options = (),
    jobs: Jobs = 1,
    ray: Ray = None,
) -> None:
    """Games between bots for learners: what each seat saw, could do and did, as Parquet with a data card.

    Whoever stops it (Ctrl-C) keeps what was played; the same command goes on from there.
    """
    with explaining_missing_extra("lab", "aerodrome lab dataset"):
        from aerodrome.cli.title_options import parse_title_options
        from aerodrome.lab.dataset import Dataset
        from aerodrome.lab.dataset_games import DatasetPlan
    plan = DatasetPlan(
        title=title,
        bots=dict(_parse_bot_and_number(text) for text in games),
        seats=seats or load(title, edition).seats_min,
        seed=seed,
        edition=edition,
        options=parse_title_options(options),
    )
    dataset = Dataset(out, plan)
    with (
        print_if_interrupted(f"What was played is kept in {out}; the same command goes on."),
        open_named_progress_bars() as report,
    ):
        dataset.play_missing_games(create_local_or_ray_batch_runner(jobs, ray), report)
    print(f"Dataset: {out}. Its data card: {out / 'README.md'}")


def _parse_bot_and_number(bot_and_number: str) -> tuple[str, int]:
    bot, sign, number = bot_and_number.rpartition("=")
    if not sign or not number.isdecimal():
        raise UserError(f"games: expected bot=number, got {bot_and_number!r}")
    return bot, int(number)


@lab_app.command(name="solve")
def solve_game(
    title: Title,
    *,
    edition: Edition = "miniature",
    options: Options = (),
    seats: Seats = 0,
    iterations: Annotated[int, Parameter(help="Steps of the solver.", validator=AT_LEAST_ONE)] = 200,
    max_positions: Annotated[int, Parameter(help="A larger game is refused.", validator=AT_LEAST_ONE)] = 1_000_000,
) -> None:
    """Find an equilibrium of a small game by walking all of it, and say how far from one it still is (CFR).

    For instance: aerodrome lab solve airkwire -o round_limit=1
    """
    from aerodrome.cli.title_options import parse_title_options
    from aerodrome.lab.equilibrium import solve_and_yield_progress
    from aerodrome.lab.game_tree import GameTree

    game = load(title, edition, parse_title_options(options))
    with open_named_progress_bars() as report:
        tree = GameTree(game, seats, max_positions, lambda count: report("positions", count, max_positions))
    for line in solve_and_yield_progress(tree, iterations):
        print(line, flush=True)


@lab_app.command(name="manners")
def count_absurdities(
    title: Title,
    *,
    level: Annotated[str, Parameter(help="Bots, with commas between; they change seats after each game.")] = "captain",
    seats: Seats = 0,
    games: Annotated[int, Parameter(help="How many.")] = 100,
    seed: Annotated[int, Parameter(help="Of the first game; each further game has the next.")] = 0,
    max_rounds: Annotated[
        int, Parameter(help="A game that takes more rounds is stopped.", validator=AT_LEAST_ONE)
    ] = 1000,
    options: Options = (),
    markdown: Annotated[bool, Parameter(help="A table for a document.", negative="")] = False,
    out: Annotated[
        Path | None, Parameter(help="Keeps a line of JSON for each game. If it is there in part, the rest is played.")
    ] = None,
    jobs: Jobs = 1,
) -> None:
    """Count what a person would find absurd in games between bots, how long they take and how they end.

    Whoever stops it (Ctrl-C) gets the table of what was played; with --out the same command goes on from there.
    """
    from aerodrome.cli.title_options import parse_title_options
    from aerodrome.lab import manners

    plan = manners.MannersPlan(
        title=title,
        levels=tuple(name.strip() for name in level.split(",") if name.strip()),
        seats=seats or load(title).seats_min,
        games=games,
        seed=seed,
        max_rounds=max_rounds,
        options=parse_title_options(options),
    )
    plan.validate()
    found = manners.yield_logged_then_played_games(plan, create_local_or_ray_batch_runner(jobs, None), out)
    played: list[manners.ObservedGame] = []
    try:
        with print_if_interrupted(_describe_what_is_kept_after_interrupt(out)):
            for batch in iterate_with_progress(found, title, games):
                played += batch
    finally:
        if played:
            report = manners.build_manners_report(plan, played)
            print(manners.format_manners_markdown(report) if markdown else manners.format_manners_text(report))


@lab_app.command(name="review")
def review_records(
    folder: Annotated[Path, Parameter(help="A folder with records of finished matches (*.json).")],
    *,
    out: Annotated[Path, Parameter(help="Figures, as Parquet; the page goes beside it. What is there is kept.")] = Path(
        "reviews.parquet"
    ),
    deep: Annotated[bool, Parameter(help="Look closer; takes about thirty times as long.", negative="--quick")] = False,
    edition: Edition = "house",
    jobs: Jobs = 1,
    ray: Ray = None,
) -> None:
    """Review many records: accuracy by player, luck by seat and title, which decisions cost most.

    Whoever stops it (Ctrl-C) keeps what is done and gets the figures of that; the same command goes on from there.
    """
    with explaining_missing_extra("lab", "aerodrome lab review"):
        from aerodrome.cli.lab_review_command import run_lab_review
    run_lab_review(folder, out, "deep" if deep else "quick", edition, create_local_or_ray_batch_runner(jobs, ray))


def _parse_json_object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise UserError(f"{text!r} is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise UserError(f"{text!r} is not a JSON object")
    return found
