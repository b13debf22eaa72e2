"""interrupt_test.py GRADE COURSE: what `grade` does with a signal while a student's program runs."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

GRADE, COURSE = sys.argv[1], Path(sys.argv[2])
SECONDS = 120

# Each rank says that it is there, and computes: a rank that computes is not taken to hang.
COMPUTES = """#include "exercise.hpp"
#include <fstream>
#include <unistd.h>
namespace kitchen {{
int total(int, MPI_Comm) {{
  std::ofstream("{folder}/" + std::to_string(getpid())) << "here";
  for (volatile unsigned long i = 0;; i = i + 1) {{}}
}}
}}
"""


def is_alive(process):
    """Not ended, and not waiting for its parent to notice."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


class Interrupted(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.course, self.ranks = Path(folder.name, "course"), Path(folder.name, "ranks")
        shutil.copytree(COURSE / "exercises", self.course / "exercises")
        work = self.course / "work/sample/total"
        work.mkdir(parents=True)
        self.ranks.mkdir()
        (work / "total.cpp").write_text(COMPUTES.format(folder=self.ranks))

    def status_after(self, number, *words):
        """Sends the signal once a rank computes; the exit status, when everything has ended."""
        process = subprocess.Popen([GRADE, "--course", str(self.course), *words], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        end = time.monotonic() + SECONDS
        while not any(self.ranks.iterdir()):
            self.assertIsNone(process.poll(), "it ended before a rank ran")
            self.assertLess(time.monotonic(), end, "no rank ran")
            time.sleep(0.02)
        process.send_signal(number)
        status = process.wait(timeout=SECONDS)
        self.assertEqual([rank.name for rank in self.ranks.iterdir() if is_alive(rank.name)], [])
        self.assertEqual(process.stderr.read(), b"")
        return status

    def test_sigterm_ends_with_143(self):
        self.assertEqual(self.status_after(signal.SIGTERM, "run", "sample.total"), 143)

    def test_sigint_ends_with_130(self):
        self.assertEqual(self.status_after(signal.SIGINT, "run", "sample.total"), 130)

    def test_a_report_of_what_was_graded_before_is_kept(self):
        # In the order of their numbers, total comes last of these.
        manifest = self.course / "exercises/01-sample/total/exercise.toml"
        manifest.write_text(manifest.read_text().replace('"01.1"', '"01.9"'))
        report = self.course / "report.json"
        self.assertEqual(self.status_after(signal.SIGTERM, "run", "sample", "--json", str(report)), 143)
        self.assertIn('"sample.triple"', report.read_text())
        self.assertNotIn('"sample.total"', report.read_text())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
