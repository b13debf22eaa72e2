"""watch_test.py GRADE COURSE: what `grade watch` does on a terminal and without one."""
import os
import re
import select
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
XTERM = dict(os.environ, TERM="xterm")


class Watch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.course = Path(self.folder.name) / "course"
        shutil.copytree(COURSE, self.course)
        exercises = sorted(self.course.glob("exercises/*/*/exercise.toml"), key=self.number)
        self.exercises = [manifest.parent for manifest in exercises]
        self.first, self.second = self.exercises[:2]

    @staticmethod
    def number(manifest):
        return re.search(r'number = "([^"]+)"', manifest.read_text())[1]

    def work(self, exercise):
        name = re.search(r'files = \["([^"]+)"', (exercise / "exercise.toml").read_text())[1]
        return self.course / "work" / exercise.parent.name.split("-", 1)[1] / exercise.name / name

    def command(self):
        return [GRADE, "--course", str(self.course), "watch"]

    def save(self, exercise, text):
        """As editors do: beside, and renamed."""
        file = self.work(exercise)
        beside = file.with_suffix(".part")
        beside.write_text(text)
        beside.rename(file)

    def title(self, exercise):
        return re.escape(re.search(r'title = "([^"]+)"', (exercise / "exercise.toml").read_text())[1])

    def test_a_hint_goes_on_where_the_command_was(self):
        two = next(one for one in self.exercises if (one / "exercise.toml").read_text().count("[[hint]]") == 2)
        for one in self.exercises:
            if one != two:
                shutil.rmtree(one)
        hint = [*self.command()[:-1], "hint"]
        told = subprocess.run(hint, capture_output=True, text=True, timeout=SECONDS, check=True).stdout
        self.assertIn("hint 1 of 2", told)
        self.assertNotIn("hint 2 of 2", told)
        screen = Screen(self.command(), XTERM)
        screen.wait_for("q quit")
        screen.press("h")
        screen.wait_for("hint 1 of 2.*hint 2 of 2")
        screen.press("q")
        self.assertEqual(screen.status(), 0)
        self.assertEqual((self.course / "work/hints.txt").read_text().split()[1:], ["2"])

    def test_leads_from_one_exercise_to_the_next(self):
        screen = Screen(self.command(), XTERM)
        screen.wait_for(self.title(self.first) + ".*q quit")
        self.assertTrue(self.work(self.first).is_file())
        screen.press("h")
        screen.wait_for("hint 1 of|no hints")
        screen.press("s")
        screen.wait_for("once you have passed it")
        screen.press("l")
        screen.wait_for("now")
        self.save(self.first, "this is no program\n")
        screen.wait_for("does not compile.*q quit")
        screen.press("r")  # once more, though nothing was saved
        screen.wait_for("does not compile.*q quit")
        self.save(self.first, (self.first / "solution.cpp").read_text())
        screen.wait_for("is passed.*" + self.title(self.second))
        screen.press("s")
        screen.wait_for("The solution of")
        screen.press("q")
        self.assertEqual(screen.status(), 0)
        self.assertIn("passed", (self.course / "work/progress.txt").read_text())

        # It goes on where it was.
        again = Screen(self.command(), XTERM)
        again.wait_for(self.title(self.second))
        again.press("q")
        self.assertEqual(again.status(), 0)

    def call_passed(self, exercises):
        """As if somebody had passed them before."""
        ids = [re.search(r'id = "([^"]+)"', (each / "exercise.toml").read_text())[1] for each in exercises]
        (self.course / "work").mkdir(exist_ok=True)
        (self.course / "work/progress.txt").write_text("".join(f"{each} 1 1 passed\n" for each in ids))

    def test_shows_the_last_solution_after_the_last_pass(self):
        self.call_passed(self.exercises[1:])
        screen = Screen(self.command(), XTERM)
        screen.wait_for(self.title(self.first) + ".*q quit")
        self.save(self.first, (self.first / "solution.cpp").read_text())
        screen.wait_for("Every exercise is passed.*q quit")
        screen.press("s")
        screen.wait_for("The solution of")
        self.save(self.first, "this is no program\n")  # it is graded still
        screen.wait_for("does not compile.*q quit")
        screen.press("q")
        self.assertEqual(screen.status(), 0)

    def test_leads_through_an_exercise_once_more_after_its_reset(self):
        self.call_passed(self.exercises)
        watch = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "timeout": SECONDS}
        self.assertIn("Every exercise is passed", subprocess.run(self.command(), **watch).stdout)
        name = re.search(r'id = "([^"]+)"', (self.second / "exercise.toml").read_text())[1]
        subprocess.run([GRADE, "--course", str(self.course), "reset", name], check=True, **watch)
        screen = Screen(self.command(), XTERM)
        screen.wait_for(self.title(self.second) + ".*q quit")
        screen.press("s")
        screen.wait_for("once you have passed it")
        screen.press("q")
        self.assertEqual(screen.status(), 0)

    def test_says_at_once_what_it_compiles(self):
        screen = Screen(self.command(), XTERM)
        screen.wait_for("q quit")
        self.save(self.first, (self.first / "solution.cpp").read_text())
        screen.wait_for(self.title(self.first) + r": compiling\r")  # the next step takes its place
        screen.wait_for("is passed")
        screen.press("q")
        self.assertEqual(screen.status(), 0)

    def test_is_plain_without_colours(self):
        screen = Screen(self.command(), dict(XTERM, NO_COLOR="1"))
        screen.wait_for("q quit")
        screen.press("q")
        screen.status()
        self.assertNotIn("\033[3", screen.text)
        self.assertNotIn("\033[2J", screen.text)

    def test_ends_at_ctrl_c_and_gives_the_terminal_back(self):
        screen = Screen(["/bin/sh", "-c", "trap : INT; " + " ".join(self.command()) + "; stty -a"], XTERM)
        screen.wait_for("q quit")
        time.sleep(0.5)
        screen.press("\x03")
        screen.wait_for(r"[^-]icanon.*[^-]echo\b")
        screen.status()

    def test_works_without_a_terminal(self):
        process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        time.sleep(2)
        self.save(self.first, (self.first / "solution.cpp").read_text())
        lines, end = "", time.monotonic() + SECONDS
        while time.monotonic() < end and not re.search("is passed.*" + self.title(self.second), lines, re.S):
            if select.select([process.stdout], [], [], 0.2)[0]:
                lines += os.read(process.stdout.fileno(), 65536).decode()
        process.terminate()
        process.wait()
        self.assertRegex(lines, "(?s)" + self.title(self.first) + ": compiling\n.*is passed.*" + self.title(self.second))
        self.assertNotIn("\033", lines)
        self.assertNotIn("q quit", lines)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
