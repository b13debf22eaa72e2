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
        self.said = ""  # on standard error
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
        self.assertEqual(process.stderr.read().decode(), self.said)
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

    def hand_in(self):
        shutil.copytree(self.course / "work/sample/total", self.course / "submissions/ben")
        for name in "ann", "cid":
            folder = self.course / "submissions" / name
            folder.mkdir()
            shutil.copy(self.course / "exercises/01-sample/total/solution.cpp", folder / "total.cpp")
        return ["batch", str(self.course / "submissions"), "--exercises", "sample.total", "--no-sandbox",
                "--out", str(self.course / "out")]

    def test_a_batch_keeps_what_is_graded_and_goes_on_from_there(self):
        words = self.hand_in()
        self.said = ("brigade: interrupted with 2 of 3 submissions still to grade; what is graded is kept, "
                     "and the same command goes on from there\n")
        for number, status in (signal.SIGINT, 130), (signal.SIGTERM, 143):
            self.assertEqual(self.status_after(number, *words), status)
            table = (self.course / "out/results.csv").read_text()
            self.assertRegex(table, r"(?m)^ann,,10,")
            self.assertNotIn("status", table)
            self.assertFalse((self.course / "out/students/ben/grader.txt").exists())
            for rank in self.ranks.iterdir():
                rank.unlink()
        shutil.rmtree(self.course / "submissions/ben")
        done = subprocess.run([GRADE, "--course", str(self.course), *words], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=SECONDS)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 graded", done.stdout)
        self.assertIn("1 kept from before", done.stdout)

    def test_a_check_of_the_course_says_that_it_was_interrupted(self):
        mistake = self.course / "autograder/mistakes/sample.total/computes.cpp"
        mistake.parent.mkdir(parents=True)
        mistake.write_text("// expect: over the limit; words: computes\n" + COMPUTES.format(folder=self.ranks))
        self.said = ("brigade: interrupted after 1 of 3 gradings, of which nothing is kept but what stands above; "
                     "the same command begins anew, and with the name of an exercise or chapter takes less\n")
        self.assertEqual(self.status_after(signal.SIGTERM, "check-course", "sample.total", "--jobs", "1"), 143)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
