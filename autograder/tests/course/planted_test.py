"""planted_test.py GRADE ROOT: `grade check-course` ends with 1 where a file of the museum does not get what it expects."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GRADE, ROOT = sys.argv[1], Path(sys.argv[2])
EXERCISE = ROOT / "exercises/01-opening-night/shard-interval"
ID = "planted.shard-interval"  # of its own: what is built of an exercise lies under its id
# What each expects of a stub, and what check-course says of that; nothing: it holds.
PLANTED = {"holds": ("not started; words: NotImplemented, replace the throw", None),
           "another_verdict": ("wrong; words: NotImplemented", "the verdict is 'not started', expected 'wrong'"),
           "words_not_said": ("not started; words: segmentation fault", "does not say 'segmentation fault'"),
           "words_of_every_verdict": ("not started; words: 01.2", "'01.2' stands in every verdict")}


class Planted(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.course = Path(folder.name)
        exercise = self.course / "exercises/01-planted/shard-interval"
        shutil.copytree(EXERCISE, exercise)
        manifest = exercise / "exercise.toml"
        text = manifest.read_text().replace("opening-night.shard-interval", ID)
        manifest.write_text("bonus = true\n" + text)  # one exercise has not the points of a chapter
        self.museum = self.course / "autograder/mistakes" / ID
        self.museum.mkdir(parents=True)

    def plant(self, name):
        stub = (EXERCISE / "shard_interval.cpp").read_text()
        (self.museum / f"{name}.cpp").write_text(f"// expect: {PLANTED[name][0]}\n{stub}")

    def check(self):
        return subprocess.run([GRADE, "--course", str(self.course), "check-course"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=140)

    def test_each_wrong_expectation_is_told_and_one_is_enough(self):
        for name in PLANTED:
            self.plant(name)
        done = self.check()
        self.assertEqual(done.returncode, 1, done.stdout)
        for name, (_, problem) in PLANTED.items():
            line = next((line for line in done.stdout.splitlines() if f"/{name}:" in line), None)
            if problem is None:
                self.assertIsNone(line)
            else:
                self.assertIn(problem, str(line), done.stdout)
                (self.museum / f"{name}.cpp").unlink()
        self.assertIn("museum 1 of 4", done.stdout)
        done = self.check()
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
