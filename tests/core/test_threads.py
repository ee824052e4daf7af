"""Titles are loaded by whichever thread of a server asks first."""

import subprocess
import sys

TOGETHER = """
import sys, threading
import aerodrome
sys.setswitchinterval(1e-6)
for title in aerodrome.titles():
    start = threading.Barrier(8)
    def load():
        start.wait()
        aerodrome.load(title)
    threads = [threading.Thread(target=load) for _ in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
"""


def test_many_threads_may_load_a_title_at_once() -> None:
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", TOGETHER], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
