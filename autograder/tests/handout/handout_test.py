"""handout_test.py GRADE SAMPLE ROOT BUILD: what `grade handout` copies, and whether a student can work with the copy.

SAMPLE is a small course, ROOT the real one, BUILD a build of it that has the library and the trainer. The copy's own build is
not made here, since compiling the grader takes minutes: its build is configured, and then gets BUILD's grader and harness.
"""
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GRADE, SAMPLE, ROOT, BUILD = sys.argv[1], *map(Path, sys.argv[2:5])
SECONDS = 400


def run(*words, status=0, folder=None):
    """Standard output and error of a program that must end with this status."""
    done = subprocess.run([str(word) for word in words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=SECONDS)
    if done.returncode != status:
        raise AssertionError(f"{words} ended with {done.returncode}, not {status}:\n{done.stdout}")
    return done.stdout


def lines_of(text):
    return [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#include")]


def threes(lines):
    return zip(lines, lines[1:], lines[2:])


def pieces(exercise):
    """Of a solution: each three lines one behind the other of which one stands in nothing else of the exercise."""
    given = set()
    for file in exercise.iterdir():
        if not file.name.startswith("solution"):
            given |= set(lines_of(file.read_text()))
    for name in ("solution.cpp", "solution.toml"):
        if (exercise / name).exists():
            lines = lines_of((exercise / name).read_text())
            for three in threes(lines):
                if any(len(line) >= 24 and line not in given for line in three):
                    yield three


def files_below(folder):
    return [file for file in sorted(folder.rglob("*")) if file.is_file()]


class Handout(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="hand out ")  # with a blank, as students' folders have
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.copy = self.folder / "the copy"

    def assert_no_solution(self, exercises, but_below=None):
        searched = [file for file in files_below(self.copy) if not (but_below and file.is_relative_to(but_below))]
        self.assertGreater(len(searched), len(exercises))
        shown = {}
        for file in searched:
            for three in threes(lines_of(file.read_text(encoding="utf-8", errors="replace"))):
                shown[three] = file
        for exercise in exercises:
            found = list(pieces(exercise))
            self.assertGreater(len(found), 0, exercise)
            for piece in found:
                self.assertIsNone(shown.get(piece), f"{exercise.name}'s solution: {piece}")


class OfASmallCourse(Handout):
    def setUp(self):
        super().setUp()
        self.course = self.folder / "course"
        shutil.copytree(SAMPLE / "exercises", self.course / "exercises")
        self.total = self.course / "exercises/01-sample/total"
        self.count = len(list(SAMPLE.glob("exercises/*/*/exercise.toml")))

    def write(self, name, text):
        file = self.course / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def hand_out(self, *options, status=0):
        return run(GRADE, "--course", self.course, "handout", "--out", self.copy, *options, status=status)

    def grade(self, *words, status=0):
        return run(GRADE, "--course", self.copy, *words, status=status)

    def test_holds_the_course_and_nothing_else(self):
        solution = (self.total / "solution.cpp").read_text()
        self.write("exercises/01-sample/total/solution.cpp~", solution)
        self.write("exercises/01-sample/total/other_solution.cpp", solution)
        self.write("autograder/mistakes/sample.total/nearly.cpp", solution)
        self.write("autograder/right/sample.total/other.cpp", solution)
        self.write("autograder/tests/some_test.cpp", solution)
        self.write("autograder/hidden.example.toml", "[[check]]\nseeds = [1]\n")
        self.write("exercises/my-hidden.toml", "# for the exam\n[[check]]\nseeds = [20260707]\n")
        self.write("submissions/jane/total.cpp", solution)
        self.write("results/results.csv", "jane,10\n")
        self.write("work/sample/total/total.cpp", solution)
        self.write("chapters/01-sample/README.md", "# Totals\n")
        self.write("chapters/01-sample/numbers.cpp", solution)
        self.write("kitchen", "#!/bin/sh\n")
        (self.course / "kitchen").chmod(0o755)
        self.assertIn(f"{self.count} exercises", self.hand_out())
        names = {file.relative_to(self.copy).as_posix() for file in files_below(self.copy)}
        for name in ("exercises/01-sample/total/total.cpp", "exercises/01-sample/total/exercise.hpp",
                     "exercises/01-sample/total/trial.cpp", "exercises/01-sample/total/solution.o",
                     "autograder/hidden.example.toml", "chapters/01-sample/README.md", "kitchen"):
            self.assertIn(name, names)
        self.assertTrue(os.access(self.copy / "kitchen", os.X_OK))
        allowed = ("exercises/", "chapters/01-sample/README.md", "autograder/hidden.example.toml", "kitchen")
        self.assertEqual([name for name in names if not name.startswith(allowed)], [])
        self.assertEqual([name for name in names if "solution" in name and not name.endswith("/solution.o")], [])
        self.assertNotIn("20260707", "".join(file.read_text(errors="replace") for file in files_below(self.copy)))
        self.assert_no_solution(sorted(SAMPLE.glob("exercises/*/*")))

    def test_knows_the_commit_that_it_was_made_from(self):
        def git(*words):
            return run("git", "-C", self.course, "-c", "user.name=Jane", "-c", "user.email=jane@example.org", *words).strip()

        def commit():
            git("add", "-A")
            git("commit", "-q", "-m", "One more")
            return git("rev-parse", "--short=10", "HEAD")

        def told_by(course):
            said = run(GRADE, "--course", course, "run", "01.1", "--json", "-", status=1)
            return json.loads(said)["course_version"].partition("+")[2]

        self.write("cmake/layers.cmake", "")
        self.assertEqual(told_by(self.course), "")
        git("init", "-q")
        first = commit()
        self.assertEqual(told_by(self.course), first)
        self.hand_out()
        self.write("cmake/layers.cmake", "# changed\n")
        second = commit()
        self.assertNotEqual(first, second)
        self.assertEqual(told_by(self.course), second)
        self.assertEqual((self.copy / "cmake/commit.txt").read_text(), f"{first}\n")
        self.assertEqual(told_by(self.copy), first)

    def test_is_worked_with_as_a_student_does(self):
        self.hand_out()
        self.assertIn("01.1", self.grade("list"))
        self.assertIn("hint 1 of 2", self.grade("hint", "total"))
        self.assertIn("not started", self.grade("sample.total", status=1))
        work = self.copy / "work/sample/total/total.cpp"
        work.write_text((self.total / "solution.cpp").read_text())
        self.assertIn("pass, 10 of 10 points", self.grade("sample.total"))
        self.assertIn("this copy of the course has no solutions", self.grade("solution", "total", status=2))
        work.write_text(work.read_text().replace("MPI_SUM", "MPI_MAX"))
        self.assertIn("wrong, 0 of 10 points", self.grade("sample.total", status=1))

    def test_passes_its_own_checks_without_solutions(self):
        # Of the small course only what check-course counts; a whole course has more hints than it.
        self.hand_out()
        said = self.grade("check-course", "sample", status=1)
        n = self.count
        self.assertIn(f"stubs not started {n} of {n}, solutions full 0 of {n} ({n} left out)", said)
        self.assertNotIn("the verdict is", said)

    def test_is_not_made_where_something_is(self):
        self.copy.mkdir()
        (self.copy / "mine.txt").write_text("mine")
        self.assertIn("brigade: error: ", self.hand_out(status=2))
        self.assertEqual([file.name for file in self.folder.iterdir() if file != self.course], ["the copy"])
        self.copy = self.course / "below"
        self.assertIn("lies inside the course", self.hand_out(status=2))
        self.assertFalse(self.copy.exists())


class OfThisCourse(Handout):
    def hand_out(self, *options):
        run(GRADE, "handout", "--out", self.copy, *options)
        exercises = sorted(manifest.parent for manifest in ROOT.glob("exercises/*/*/exercise.toml"))
        self.assertEqual(len(files_below(self.copy / "exercises")) > 4 * len(exercises), True)
        for file in files_below(self.copy):
            if file.suffix == ".toml" and file.name != "hidden.example.toml":
                self.assertNotIn("[[check]]", file.read_text())
        return exercises

    def build(self):
        """Configures the copy, and brings what its own build would make of the same sources; its grader."""
        build = self.copy / "build/release"
        run("cmake", "--preset", "release", "-G", "Ninja", folder=self.copy)
        tools = json.loads((build / "exercises/toolchain.json").read_text())
        programs = [build / "bin/grade", build / "bin/brigade-confine"]
        made = programs + [Path(file) for file in tools["harness"] + tools["interposed"]]
        for file in made:
            if not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(BUILD / file.relative_to(build), file)
        return build / "bin/grade", tools, made

    def assert_passes_its_own_checks(self, grade, word, count):
        """That of this course is in order, and these stubs are what they must be: there is no solution to try. The
        stubs are those that check_course tries all of."""
        said = run(grade, "check-course", word)
        self.assertIn(f"stubs not started {count} of {count}, solutions full 0 of {count} ({count} left out)", said)

    def test_with_sources_has_no_solution_and_passes_its_own_checks(self):
        exercises = self.hand_out()
        # The library may do what an exercise asks for: that is this form.
        self.assert_no_solution(exercises, but_below=self.copy / "reference")
        for key in self.copy.glob("exercises/*/*/solution.key"):
            with gzip.open(key) as packed:
                self.assertEqual(packed.read(), (ROOT / key.relative_to(self.copy)).with_suffix(".toml").read_bytes())
        grade, _, _ = self.build()
        self.assert_passes_its_own_checks(grade, "mesh", sum(each.parent.name == "02-mesh" for each in exercises))

    def test_with_archives_has_no_solution_and_grades_with_them(self):
        exercises = self.hand_out("--reference", "binary", "--archives", BUILD)
        self.assert_no_solution(exercises)
        self.assertEqual([file for file in self.copy.glob("reference/brigade/**/*.cpp") if "/generate/" not in str(file)], [])

        grade, tools, made = self.build()
        lib = self.copy / "reference/lib"
        self.assertIn(lib / "libbrigade_tracer.a", made)
        self.assertEqual(Path(tools["layers"]["mesh"]["archive"]), lib / "libbrigade_mesh.a")

        exercise = self.copy / "exercises/02-mesh/axis-communicator"
        self.assertIn("not started", run(grade, "mesh.axis-communicator", status=1))
        work = self.copy / "work/mesh/axis-communicator/axis_communicator.cpp"
        shutil.copyfile(ROOT / exercise.relative_to(self.copy) / "solution.cpp", work)
        self.assertIn("pass, ", run(grade, "mesh.axis-communicator"))
        self.assert_passes_its_own_checks(grade, "mesh.axis-communicator", 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
