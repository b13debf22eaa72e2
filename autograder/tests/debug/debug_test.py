"""debug_test.py GRADE COURSE: what `grade --debug` does with gdb and without it."""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True  # nothing is written beside the sources
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "terminal"))
from screen import SECONDS, Screen  # noqa: E402

GRADE, COURSE = sys.argv[1], Path(sys.argv[2])
DUMB = dict(os.environ, TERM="dumb")
TOTAL = """#include "exercise.hpp"
namespace kitchen {
int total(int number, MPI_Comm comm) {
  int sum = 0;
  while (%s) {
  }
  MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, comm);
  return sum;
}
}
"""


def runs(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


class Debug(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.course = Path(cls.folder.name) / "course"
        shutil.copytree(COURSE, cls.course)
        # All programs but gdb.
        cls.without = Path(cls.folder.name) / "without"
        cls.without.mkdir()
        for folder in reversed(os.environ["PATH"].split(":")):
            for program in Path(folder).glob("*") if os.path.isdir(folder) else []:
                if program.name != "gdb":
                    link = cls.without / program.name
                    link.unlink(missing_ok=True)
                    link.symlink_to(program)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def write(self, condition="false"):
        work = self.course / "work/sample/total"
        work.mkdir(parents=True, exist_ok=True)
        (work / "total.cpp").write_text(TOTAL % condition)

    def command(self, *options):
        return [GRADE, "--course", str(self.course), "total", "--debug", *options]

    def run_plain(self, *options, path=None):
        return subprocess.run(self.command(*options), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=SECONDS, env=dict(os.environ, PATH=path or os.environ["PATH"]))

    def assert_gone(self, process):
        """It has ended; who reaps it, and when, is the system's business."""
        end = time.monotonic() + SECONDS
        while runs(process):
            self.assertLess(time.monotonic(), end, "the rank outlived the debugger")
            time.sleep(0.05)

    @unittest.skipUnless(shutil.which("gdb"), "gdb is not installed")
    def test_stops_one_rank_where_the_function_begins(self):
        self.write()
        screen = Screen(self.command("--rank", "1", "--ranks", "3"), DUMB)
        screen.wait_for("rank 1 of 3 stops in gdb where kitchen::total begins")
        process = screen.wait_for(r"Attaching to process (\d+)")[1]
        screen.wait_for(r"kitchen::total \(number=17.*\(gdb\) ")  # 10 * rank + 7
        screen.press("next\nnext\nnext\nprint sum\n")
        screen.wait_for(r"\$1 = 51")  # 7 + 17 + 27: the others took part
        screen.press("quit\n")
        screen.wait_for("All ranks ended with the debugger")
        self.assertEqual(screen.status(), 0)
        self.assert_gone(process)

    @unittest.skipUnless(shutil.which("gdb"), "gdb is not installed")
    def test_ctrl_c_stops_the_rank_and_not_the_grader(self):
        self.write("number == 7")
        screen = Screen(self.command(), DUMB)
        process = screen.wait_for(r"rank 0 of 2.*Attaching to process (\d+)")[1]
        screen.wait_for(r"kitchen::total \(number=7.*\(gdb\) ")
        screen.press("continue\n")
        screen.wait_for("Continuing")
        time.sleep(1)
        screen.press("\x03")
        screen.wait_for(r"SIGINT.*total.cpp:[56].*\(gdb\) ")
        screen.press("quit\n")
        self.assertEqual(screen.status(), 0)
        self.assert_gone(process)

    def test_without_gdb_says_what_to_install(self):
        self.write()
        ended = self.run_plain(path=str(self.without))
        self.assertEqual(ended.returncode, 3)
        self.assertEqual(ended.stderr, "brigade: error: gdb is not installed: sudo apt-get install gdb\n")

    def test_without_gdb_tells_a_person_how_to_attach_another(self):
        self.write()
        screen = Screen(self.command("--rank", "1"), dict(DUMB, PATH=str(self.without)))
        screen.wait_for("brigade: error: gdb is not installed: sudo apt-get install gdb")
        process = screen.wait_for(r"Rank 1 of 2 is process (\d+) and waits for a debugger.*lldb -p \1"
                                  r".*kitchen::total.*Ctrl-C")[1]
        time.sleep(0.5)
        self.assertTrue(Path(f"/proc/{process}").exists(), "it did not wait")
        screen.press("\x03")
        self.assertEqual(screen.status(), 130)
        self.assert_gone(process)

    def test_says_which_ranks_there_are(self):
        self.write()
        for options, word in [(["--rank", "5", "--ranks", "3"], "there is no rank 5 on 3 ranks: --ranks 6"),
                              (["--ranks", "2,3"], "one number of ranks"),
                              (["--sandbox"], "--debug")]:
            ended = self.run_plain(*options)
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertIn(word, ended.stderr)
            self.assertRegex(ended.stderr, r"\Abrigade: error: [^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
