"""The notebooks of `examples/notebooks` run to their end, with small numbers; they are Python files in cells."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.py"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_is_written_in_cells(notebook: Path, tmp_path: Path) -> None:
    text = notebook.read_text(encoding="utf-8")
    assert text.startswith("# %% [markdown]\n# # ")
    assert text.count("\n# %%\n") >= 4
    assert text.count("# %% [markdown]\n") >= 4
    environment = {**os.environ, "SMALL": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, str(notebook)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_there_are_notebooks() -> None:
    assert [notebook.stem for notebook in NOTEBOOKS] == [
        "balance_sweep",
        "review_statistics",
        "self_play",
        "tournament",
    ]
