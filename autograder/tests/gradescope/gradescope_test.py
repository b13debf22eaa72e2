"""gradescope_test.py GRADE ROOT: the archive of `grade gradescope`, unpacked and called as the platform does it.

Instead of building the archive's copy of the grader, which takes minutes, its `kitchen` is replaced by one that calls GRADE on
the archive's course.
"""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

GRADE, ROOT = Path(sys.argv[1]), Path(sys.argv[2])
SECONDS = 200
EXERCISE = "opening-night.roll-call"
SOLUTION = (ROOT / "exercises/01-opening-night/roll-call/solution.cpp").read_text()

HANGS = """#include "exercise.hpp"
namespace kitchen {
std::vector<int> roll_call(int badge, MPI_Comm comm) {
  if (badge >= 0) MPI_Recv(&badge, 1, MPI_INT, MPI_ANY_SOURCE, 7, comm, MPI_STATUS_IGNORE);
  return {};
}
}
"""


def call(*words, **options):
    return subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=SECONDS, **options)


class Platform:
    """The folder that the platform has at /autograder; its path has a blank, so that nothing relies on its name."""

    def __init__(self, folder, *options):
        self.base = folder / "auto grader"
        self.source, self.results = self.base / "source", self.base / "results/results.json"
        archive = folder / "autograder.zip"
        made = call(GRADE, "gradescope", "--out", archive, "--exercises", EXERCISE, *options)
        assert made.returncode == 0, made.stdout
        for name in ("source", "submission", "results"):
            (self.base / name).mkdir(parents=True)
        with zipfile.ZipFile(archive) as packed:
            for entry in packed.infolist():
                packed.extract(entry, self.source)
                (self.source / entry.filename).chmod(entry.external_attr >> 16 & 0o777)
        self.kitchen = self.source / "course/kitchen"
        self.own_kitchen = self.kitchen.read_text()
        self.kitchen.write_text(f'#!/bin/bash\n[ "$1" = grade ] && shift\n[ "$1" = list ] && set list\n'
                                f'exec "{GRADE}" --course "$PWD" "$@"\n')
        shutil.copy2(self.source / "run_autograder", self.base)

    def set_up(self, **environment):
        return call(self.source / "setup.sh", env={**os.environ, **environment})

    def grade(self, files, **environment):
        """The results of a submission; None where there are none."""
        submission = self.base / "submission"
        shutil.rmtree(submission)
        submission.mkdir()
        for name, text in files.items():
            (submission / name).parent.mkdir(parents=True, exist_ok=True)
            (submission / name).write_text(text)
        self.done = call(self.base / "run_autograder", cwd="/", env={**os.environ, **environment})
        return json.loads(self.results.read_text()) if self.results.exists() else None


VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
# https://gradescope-autograders.readthedocs.io/en/latest/specs/
OF_RESULTS = {"score": (int, float), "execution_time": (int, float), "output": str, "output_format": FORMATS,
              "test_output_format": FORMATS, "test_name_format": FORMATS, "visibility": VISIBILITIES,
              "stdout_visibility": VISIBILITIES, "extra_data": dict, "tests": list, "leaderboard": list}
OF_A_TEST = {"score": (int, float), "max_score": (int, float), "status": {"passed", "failed"}, "name": str,
             "name_format": FORMATS, "number": str, "output": str, "output_format": FORMATS, "tags": list,
             "visibility": VISIBILITIES, "extra_data": dict}
OF_A_LEADERBOARD = {"name": str, "value": (int, float, str), "order": {"asc", "desc"}}


class Gradescope(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        # As the platform's folder is: others may pass through it.
        os.chmod(cls.folder.name, 0o755)
        cls.platform = Platform(Path(cls.folder.name), "--detail", "actual_only")

    def assert_fields(self, entry, fields):
        for name, value in entry.items():
            self.assertIn(name, fields)
            allowed = fields[name]
            if isinstance(allowed, set):
                self.assertIn(value, allowed)
            else:
                self.assertIsInstance(value, allowed)
                self.assertNotIsInstance(value, bool)

    def assert_valid(self, results):
        self.assertIsNotNone(results, self.platform.done.stdout)
        self.assertEqual(self.platform.done.returncode, 0, self.platform.done.stdout)
        self.assert_fields(results, OF_RESULTS)
        self.assertGreater(len(results["tests"]), 0)
        for test in results["tests"]:
            self.assert_fields(test, OF_A_TEST)
            self.assertLessEqual(test["score"], test["max_score"])
        for entry in results["leaderboard"]:
            self.assert_fields(entry, OF_A_LEADERBOARD)
        total = sum(test["score"] for test in results["tests"])
        self.assertTrue(math.isclose(results["score"], total), f"{results['score']} is not {total}")
        self.assertEqual(sum(test["max_score"] for test in results["tests"]), 10)
        self.assertRegex(results["extra_data"]["course_version"], r"^\d+\.\d+\.\d+")
        self.assertEqual((results["visibility"], results["stdout_visibility"]), ("visible", "hidden"))

    def assert_fails(self, files, verdict, words):
        results = self.platform.grade(files)
        self.assert_valid(results)
        self.assertEqual(results["score"], 0)
        self.assertEqual({test["status"] for test in results["tests"]}, {"failed"})
        self.assertIn(f"{EXERCISE}: {verdict}", results["output"])
        self.assertIn(words, results["output"] + "".join(test["output"] for test in results["tests"]))
        self.assertNotIn("bytes moved", [entry["name"] for entry in results["leaderboard"]])

    def test_a_right_submission_has_full_points_and_its_bytes_on_the_leaderboard(self):
        results = self.platform.grade({"roll_call.cpp": SOLUTION})
        self.assert_valid(results)
        self.assertEqual(results["score"], 10, results["output"])
        self.assertEqual({test["status"] for test in results["tests"]}, {"passed"})
        board = {entry["name"]: entry for entry in results["leaderboard"]}
        self.assertEqual(board["bytes moved"]["order"], "asc")
        self.assertGreater(board["bytes moved"]["value"], 0)

    def test_an_empty_submission_has_results(self):
        self.assert_fails({}, "not started", "not handed in: opening-night/roll-call/roll_call.cpp")

    def test_a_submission_that_does_not_compile_has_results(self):
        self.assert_fails({"hw/roll_call.cpp": SOLUTION.replace("comm", "com_", 1)}, "does not compile", "roll_call.cpp:")

    def test_a_submission_that_hangs_has_results(self):
        self.assert_fails({"roll_call.cpp": HANGS}, "hung", "MPI_Recv")

    def test_what_cannot_be_graded_leaves_no_results_behind(self):
        exercises = self.platform.source / "exercises"
        before = exercises.read_text()
        self.addCleanup(exercises.write_text, before)
        self.platform.results.write_text("of another submission")
        exercises.write_text("no-such-exercise")
        self.assertIsNone(self.platform.grade({"roll_call.cpp": SOLUTION}))
        self.assertNotEqual(self.platform.done.returncode, 0)
        self.assertIn("was not graded", self.platform.done.stdout)

    @unittest.skipIf(os.geteuid() != 0, "another user needs root")
    def test_without_bubblewrap_code_reads_neither_solution_nor_hidden_checks(self):
        # As in most containers: a path that has everything but bubblewrap.
        tools = self.tools_without("bwrap")
        self.assertEqual(self.platform.set_up(PATH=tools).returncode, 0)
        solution = self.platform.source / "course/exercises/01-opening-night/roll-call/solution.cpp"
        reads = SOLUTION.replace("namespace kitchen {", '#include <fstream>\nnamespace kitchen {', 1)
        body = reads.index("{", reads.index("roll_call(")) + 1
        reads = reads[:body] + f'\n  if (std::ifstream(R"({solution})")) return {{}};\n' + reads[body:]
        results = self.platform.grade({"roll_call.cpp": reads}, PATH=tools)
        self.assert_valid(results)
        self.assertIn("another user", results["extra_data"]["sandbox"])
        self.assertEqual(results["score"], 10, results["output"])

    def test_the_archive_has_every_file_that_its_own_build_needs(self):
        course = self.platform.source / "course"
        needed = [file for folder in ("reference", "autograder/grader", "autograder/records", "autograder/trial", "cmake", "exercises")
                  for file in (ROOT / folder).rglob("*")
                  if file.suffix in (".cpp", ".hpp", ".cmake", ".sh", ".toml", ".supp", ".py") or file.name == "CMakeLists.txt"]
        needed += [ROOT / name for name in ("CMakeLists.txt", "CMakePresets.json", "kitchen", "autograder/CMakeLists.txt")]
        self.assertGreater(len(needed), 300)
        missing = [file for file in needed if not (course / file.relative_to(ROOT)).is_file()
                   and "tests" not in file.relative_to(ROOT).parts]
        self.assertEqual(missing, [])
        self.assertEqual(self.platform.own_kitchen, (ROOT / "kitchen").read_text())
        done = call("cmake", "--preset", "release", "-G", "Ninja", cwd=course)
        self.assertEqual(done.returncode, 0, done.stdout)
        # Every file that is compiled is there, and what makes it.
        done = call("ninja", "-C", course / "build/release", "-n", "grade", "trial_parts", "brigade-confine")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_set_up_holds_the_course_against_itself(self):
        done = self.platform.set_up()
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("stubs not started 1 of 1, solutions full 1 of 1", done.stdout)
        self.assertEqual(self.platform.source.stat().st_mode & 0o077, 0)

    def test_set_up_stops_where_a_solution_does_not_hold(self):
        solution = self.platform.source / "course/exercises/01-opening-night/roll-call/solution.cpp"
        self.addCleanup(solution.write_text, SOLUTION)
        solution.write_text("no program\n")
        done = self.platform.set_up()
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("brigade: error: the autograder was not set up: on this machine the course does not hold", done.stdout)
        # A fault of the course or the machine lowers no score.
        self.assertIsNone(self.platform.grade({"roll_call.cpp": SOLUTION.replace("ranks", "size")}))
        self.assertIn(f"the grader itself failed at {EXERCISE}", self.platform.done.stdout)

    def test_set_up_stops_where_packages_cannot_be_installed(self):
        tools = self.tools_without("pkg-config", "apt-get")
        apt = Path(tools) / "apt-get"
        apt.write_text("#!/bin/sh\necho 'E: Unable to fetch some archives'\nexit 100\n")
        apt.chmod(0o755)
        kitchen = self.platform.kitchen
        self.addCleanup(kitchen.write_text, kitchen.read_text())
        kitchen.write_text(self.platform.own_kitchen)
        done = self.platform.set_up(PATH=tools)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("apt-get could not install it", done.stdout)
        self.assertIn("brigade: error: the autograder was not set up: installing packages or building failed", done.stdout)

    def tools_without(self, *left_out):
        """A PATH with all programs but these."""
        tools = Path(tempfile.mkdtemp(dir=self.folder.name))
        os.chmod(tools, 0o755)
        for folder in os.environ["PATH"].split(":"):
            for program in Path(folder).iterdir() if Path(folder).is_dir() else ():
                if program.name not in left_out and not (tools / program.name).is_symlink():
                    (tools / program.name).symlink_to(program)
        return str(tools)


class Archive(unittest.TestCase):
    def test_is_a_zip_by_its_name(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, proposed in ("x.txt", "x.zip"), ("x", "x.zip"), ("x/", "x/autograder.zip"):
                made = call(GRADE, "gradescope", "--out", f"{folder}/{name}", "--exercises", EXERCISE)
                self.assertEqual(made.returncode, 2, made.stdout)
                self.assertIn(f"--out {folder}/{name}: Gradescope takes a .zip: name the archive {folder}/{proposed}", made.stdout)
            self.assertEqual(os.listdir(folder), [])


class HiddenChecks(unittest.TestCase):
    """At 5 ranks, with a seed that occurs nowhere else."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        checks = Path(folder.name) / "checks.toml"
        checks.write_text(f'[[check]]\nexercise = "{EXERCISE}"\nabout = "an odd number of ranks"\nseeds = [27182818]\nsizes = [5]\n')
        self.platform = Platform(Path(folder.name), "--detail", "actual_only", "--hidden", checks)

    def output_of(self, code):
        results = self.platform.grade({"roll_call.cpp": code})
        self.assertIsNotNone(results, self.platform.done.stdout)
        self.assertNotIn("27182818", json.dumps(results))
        return results, results["output"]

    def test_students_are_told_what_they_are_about(self):
        results, output = self.output_of(SOLUTION)
        self.assertEqual(results["score"], 10, output)
        self.assertIn("All public checks passed, and 1 hidden check as well: an odd number of ranks.", output)

    def test_one_that_fails_costs_its_test_points(self):
        body = SOLUTION.index("{", SOLUTION.index("roll_call(")) + 1
        results, output = self.output_of(SOLUTION[:body] + """
  int members = 0;
  MPI_Comm_size(comm, &members);
  if (members == 5)
    ++badge;
""" + SOLUTION[body:])
        self.assertEqual(results["score"], 0, output)
        self.assertIn("All public checks passed. Of 1 hidden check 1 failed: an odd number of ranks.", output)
        # The one TEST whose communicator has 5 ranks, and is mandatory.
        self.assertIn("failed", {test["status"] for test in results["tests"]})
        for test in results["tests"]:
            if test["status"] == "failed":
                self.assertEqual(test["output"], "A hidden check, an odd number of ranks, ends 'wrong'.\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
