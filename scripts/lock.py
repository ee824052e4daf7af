"""Write `requirements.lock` anew: every package the project can need, pinned with hashes, for all platforms."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    shape = ["--no-header", "--no-annotate", "--no-emit-project", "--all-extras", "--all-groups"]
    subprocess.run(["uv", "lock", "--upgrade"], cwd=ROOT, check=True)
    subprocess.run(["uv", "export", "--quiet", *shape, "--output-file", "requirements.lock"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
