"""play_test.py GRADE COURSE: what `grade play` does with a main of one's own, on a terminal and without one."""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True  # nothing is written beside the sources
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "terminal"))
from screen import SECONDS, Screen  # noqa: E402

GRADE, COURSE = sys.argv[1], Path(sys.argv[2])
MAIN = """#include "exercise.hpp"
#include <cstdio>
#include <unistd.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  static char lines[BUFSIZ];
  std::setvbuf(stdout, lines, _IOLBF, sizeof lines);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  %s
  MPI_Finalize();
  return %s;
}
"""


def status_of(process):
    """Its name, state and parent; nothing where there is no such process."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    return (text[text.index("(") + 1:text.rindex(")")], *text.rpartition(")")[2].split()[:2])


def ranks_below(process):
    """The programs of a job: what was started below, and is no launcher."""
    children = {}
    for folder in Path("/proc").glob("[0-9]*"):
        if status := status_of(folder.name):
            children.setdefault(status[2], []).append((folder.name, status[0]))
    found, waiting = [], [str(process)]
    while waiting:
        for child, name in children.get(waiting.pop(), []):
            waiting.append(child)
            if name == "program":  # so is it called beside the student's files
                found.append(child)
    return found


class Play(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.course = Path(folder.name) / "course"
        shutil.copytree(COURSE, self.course)

    def command(self, *words):
        return [GRADE, "--course", str(self.course), "play", *words]

    def write(self, exercise, name, text):
        file = self.course / "work" / "sample" / exercise / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def solve(self, exercise):
        """The student has done it."""
        solution = self.course / "exercises" / "01-sample" / exercise / "solution.cpp"
        self.write(exercise, exercise + ".cpp", solution.read_text())

    def run_it(self, *words):
        """Without a terminal."""
        return subprocess.run(self.command(*words), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=SECONDS)

    def test_writes_a_first_main_and_labels_its_lines_by_rank(self):
        screen = Screen(self.command("sample.total", "-n", "3"))
        screen.wait_for(r"Wrote work/sample/total/play\.cpp: change it as you like")
        self.assertEqual(screen.status(), 0)
        self.assertEqual(sorted(re.findall(r"^\[(\d)\] rank (\d) of 3\r?$", screen.text, re.M)),
                         [("0", "0"), ("1", "1"), ("2", "2")])
        main = self.course / "work/sample/total/play.cpp"
        self.assertIn("./kitchen play sample.total -n 3", main.read_text())
        self.assertIn("Call your function here, kitchen::", main.read_text())
        self.assertTrue((main.parent / "total.cpp").is_file(), "the copy to work in is made, too")

    def test_calls_the_students_function(self):
        self.solve("total")
        self.write("total", "play.cpp",
                   MAIN % ('std::printf("total %d\\n", kitchen::total(rank + 1, MPI_COMM_WORLD));', "0"))
        screen = Screen(self.command("01.1", "-n", "4"))
        self.assertEqual(screen.status(), 0, screen.text)
        self.assertEqual(sorted(re.findall(r"^\[(\d)\] total (\d+)\r?$", screen.text, re.M)),
                         [(str(rank), "10") for rank in range(4)])
        self.assertNotIn("Wrote", screen.text)

    def test_runs_a_pure_exercise_in_one_process_without_labels(self):
        self.solve("triple")
        self.write("triple", "play.cpp", '#include "exercise.hpp"\n#include <iostream>\n'
                   'int main() { std::cout << "three times 14 is " << kitchen::triple(14) << "\\n"; }\n')
        screen = Screen(self.command("triple"))
        self.assertEqual(screen.status(), 0, screen.text)
        self.assertRegex(screen.text, r"(?m)^three times 14 is 42\r?$")

    def test_says_what_an_unwritten_function_throws(self):
        self.write("total", "play.cpp", MAIN % ("kitchen::total(rank, MPI_COMM_WORLD);", "0"))
        done = self.run_it("sample.total")
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stdout + done.stderr, r"NotImplemented|01\.1")

    def test_names_the_line_that_does_not_compile(self):
        self.write("total", "play.cpp", "int main() {\n  return nothing_of_that_name;\n}\n")
        done = self.run_it("sample.total")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"play\.cpp:2: .*nothing_of_that_name")

    def test_exits_with_the_status_of_main(self):
        self.write("total", "play.cpp", MAIN % ("", "3"))
        self.assertEqual(self.run_it("sample.total").returncode, 3)

    def test_has_nothing_to_run_but_programs_of_the_course(self):
        for words, said in ((["sample.none"], "none"), (["sample.total", "-n", "0"], "-n"), ([], "EXERCISE")):
            done = self.run_it(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(said, done.stderr)

    def test_ends_all_ranks_at_ctrl_c(self):
        self.write("total", "play.cpp",
                   MAIN % ('std::printf("waiting\\n"); for (;;) usleep(1000);', "0"))
        screen = Screen(self.command("sample.total", "-n", "3"))
        for _ in range(3):
            screen.wait_for("waiting")
        ranks = ranks_below(screen.process)
        self.assertEqual(len(ranks), 3)
        screen.press("\x03")
        self.assertEqual(screen.status(), 130)
        self.assertEqual([rank for rank in ranks if status_of(rank)], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
