"""The client's types are those of the server's structs."""

import subprocess
import sys

from browser.conftest import ROOT


def test_the_clients_types_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "web" / "scripts" / "wire_types.py"), "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
