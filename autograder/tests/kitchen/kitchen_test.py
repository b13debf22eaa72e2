"""kitchen_test.py: what `./kitchen` does by itself, with a CMake that only writes down when it begins and ends."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True  # nothing is written beside the sources
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "terminal"))
from screen import Screen  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
WAITING = "another ./kitchen is building; waiting"
SECONDS = 60

# Begins, waits for the file `go` (a while), ends. Configuring makes what ./kitchen looks for.
CMAKE = """#!/usr/bin/env bash
echo "begin $*" >>"$EVENTS"
for ((i = 0; i < 1000; ++i)); do
  [ ! -e "$GO" ] || break
  sleep 0.02
done
case $1 in
-B) mkdir -p "$2"
    touch "$2/build.ninja" "$2/CTestTestfile.cmake"
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"$2/CMakeCache.txt" ;;
esac
echo "end $*" >>"$EVENTS"
exit "${STATUS:-0}"
"""


class Kitchen(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "course"
        self.programs = Path(folder.name) / "programs"
        self.events, self.go = Path(folder.name) / "events", Path(folder.name) / "go"
        (self.root / "build" / "release").mkdir(parents=True)
        shutil.copytree(ROOT / "cmake" / "kitchen", self.root / "cmake" / "kitchen")
        shutil.copy(ROOT / "kitchen", self.root / "kitchen")
        self.programs.mkdir()
        self.program("cmake", CMAKE)
        self.environment = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}",
                            "EVENTS": str(self.events), "GO": str(self.go)}

    def program(self, name, text):
        (self.programs / name).write_text(text)
        (self.programs / name).chmod(0o755)

    def without_flock(self):
        """A path with every program that the scripts call, and no flock."""
        for name in ("bash", "cat", "dirname", "env", "kill", "ln", "mkdir", "mv", "nproc", "ps", "readlink", "rm",
                     "sed", "awk", "sleep", "touch"):
            if (found := shutil.which(name)) and not (self.programs / name).exists():
                (self.programs / name).symlink_to(found)
        self.environment["PATH"] = str(self.programs)
        self.assertIsNone(shutil.which("flock", path=self.environment["PATH"]))

    def start(self, script):
        process = subprocess.Popen([shutil.which("bash"), "-c", f". cmake/kitchen/words.sh; . cmake/kitchen/needs.sh; "
                                    f". cmake/kitchen/build.sh; {script}"], cwd=self.root, env=self.environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        return process

    def kitchen(self, *words):
        return subprocess.run([str(self.root / "kitchen"), *words], cwd=self.root, env=self.environment, timeout=SECONDS,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def refused(self, *words):
        """What it says about words that it does not take: one line, before anything is built."""
        ran = self.kitchen(*words)
        self.assertEqual((ran.returncode, ran.stdout, self.lines()), (2, "", []))
        self.assertRegex(ran.stderr, r"\Abrigade: error: [^\n]*\n\Z")
        return ran.stderr

    def lines(self):
        return self.events.read_text().splitlines() if self.events.exists() else []

    def wait_until(self, happened):
        """Asks every few milliseconds; the time limit of the whole test ends what never happens."""
        while not happened():
            subprocess.run(["sleep", "0.02"], check=True)

    def two_at_a_time(self):
        """The second one says that it waits, and begins when the first has ended."""
        first = self.start("build release one")
        self.wait_until(lambda: len(self.lines()) == 1)
        second = self.start("build release two")
        self.assertEqual(second.stdout.readline().strip(), WAITING)
        self.assertEqual(len(self.lines()), 1)
        self.go.touch()
        self.assertEqual((first.wait(SECONDS), second.wait(SECONDS)), (0, 0))
        self.assertEqual([line.split()[0] for line in self.lines()], ["begin", "end"] * 2)
        self.assertTrue(self.lines()[0].endswith("one") and self.lines()[2].endswith("two"), self.lines())
        self.assertNotIn(WAITING, first.stdout.read())

    @unittest.skipUnless(shutil.which("flock"), "there is no flock")
    def test_two_builds_of_one_folder_come_one_after_the_other(self):
        self.two_at_a_time()

    def test_two_builds_do_so_without_flock(self):
        self.without_flock()
        self.two_at_a_time()
        self.assertEqual(list((self.root / "build").glob("release.l*")), [])

    def test_builds_of_two_folders_go_side_by_side(self):
        first, second = self.start("build release one"), self.start("build asan two")
        self.wait_until(lambda: len(self.lines()) == 2)
        self.go.touch()
        self.assertEqual((first.wait(SECONDS), second.wait(SECONDS)), (0, 0))

    def test_the_lock_of_a_process_that_is_gone_is_taken_away(self):
        self.without_flock()
        gone = subprocess.Popen(["true"])
        gone.wait()
        (self.root / "build" / "release.link").symlink_to(str(gone.pid))
        self.go.touch()
        process = self.start("build release one")
        self.assertEqual(process.wait(SECONDS), 0)
        self.assertEqual(process.stdout.read(), "")

    def test_what_waited_while_another_one_configured_does_not_configure_again(self):
        first = self.start("configured release || configure release")
        self.wait_until(lambda: len(self.lines()) == 1)
        second = self.start("configured release || configure release")
        self.assertEqual(second.stdout.readline().strip(), WAITING)
        self.go.touch()
        self.assertEqual((first.wait(SECONDS), second.wait(SECONDS)), (0, 0))
        self.assertEqual(len(self.lines()), 2)

    def configured(self):
        """As if configured before."""
        folder = self.root / "build" / "release"
        (folder / "build.ninja").touch()
        (folder / "CTestTestfile.cmake").touch()
        (folder / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.root}\n")

    def test_the_word_build_waits_like_all_others(self):
        self.configured()
        first = self.start("build release one")
        self.wait_until(lambda: len(self.lines()) == 1)
        second = subprocess.Popen([str(self.root / "kitchen"), "build", "two", "three"], cwd=self.root, text=True,
                                  env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
        self.addCleanup(second.stdout.close)
        self.addCleanup(second.kill)
        self.assertEqual(second.stdout.readline().strip(), WAITING)
        self.assertEqual(len(self.lines()), 1)
        self.go.touch()
        self.assertEqual((first.wait(SECONDS), second.wait(SECONDS)), (0, 0))
        self.assertEqual([line.split()[0] for line in self.lines()], ["begin", "end"] * 2)
        self.assertTrue(self.lines()[2].endswith("--target two three"), self.lines())

    def test_the_word_build_takes_targets(self):
        self.assertIn("first_program", self.refused("build"))
        self.assertIn("'--asan'", self.refused("build", "one", "--asan"))

    def test_an_unknown_target_is_told(self):
        self.configured()
        self.go.touch()
        self.program("cmake", "#!/bin/sh\necho \"ninja: Entering directory\"\n"
                              "echo \"ninja: error: unknown target 'frist'\" >&2\nexit 1\n")
        ran = self.kitchen("build", "frist")
        self.assertEqual((ran.returncode, ran.stdout), (1, "ninja: error: unknown target 'frist'\n"))

    def build_that_says(self, *lines):
        self.configured()
        self.program("cmake", "#!/bin/sh\n" + "".join(f"echo '{line}'\n" for line in lines))

    def on_a_terminal(self, script):
        """What is on the screen in the end, line by line, and all that was on it."""
        command = f". cmake/kitchen/words.sh; . cmake/kitchen/needs.sh; . cmake/kitchen/build.sh; {script}"
        screen = Screen([shutil.which("bash"), "-c", f"cd {self.root}; {command}"], self.environment)
        self.assertEqual(screen.status(), 0)
        return [line.split("\r\033[K")[-1] for line in screen.text.split("\r\n")], screen.text

    NOTHING_TO_DO = ("[0/2] Re-checking globbed directories...", "ninja: no work to do.")
    TWO_STEPS = ("[0/2] Re-checking globbed directories...", "[1/2] Building one.o", "one.cpp:1: warning: old",
                 "[2/2] Linking one")

    def test_where_nothing_is_to_be_built_nothing_is_said(self):
        self.build_that_says(*self.NOTHING_TO_DO)
        self.assertEqual(self.kitchen("build", "one").stdout, "")
        self.assertEqual(self.on_a_terminal("build release one; echo done")[0], ["done", ""])

    def test_a_build_counts_its_steps_and_lets_pass_what_a_compiler_says(self):
        self.build_that_says(*self.TWO_STEPS)
        self.assertEqual(self.kitchen("build", "one").stdout,
                         "Building: [1/2]\none.cpp:1: warning: old\nBuilding: [2/2]\n")
        lines, text = self.on_a_terminal("build release one; echo done")
        self.assertEqual(lines, ["one.cpp:1: warning: old", "done", ""])
        self.assertIn("\r\033[KBuilding: [1/2]", text)

    def test_a_build_that_fails_ends_the_command_and_frees_the_folder(self):
        self.go.touch()
        for prepare in (lambda: None, self.without_flock):
            prepare()
            self.environment["STATUS"] = "7"
            failed = self.start("build release one; echo goes on")
            self.assertEqual(failed.wait(SECONDS), 1)
            self.assertNotIn("goes on", failed.stdout.read())
            self.environment["STATUS"] = "0"
            self.assertEqual(self.start("build release two").wait(SECONDS), 0)

    def test_watch_takes_no_arguments(self):
        self.assertIn("'02'", self.refused("watch", "02"))

    def test_by_hand_says_why_it_has_no_sharding(self):
        for words in (["--sharding", "dp"], ["--sharding=dp"], ["--implicit-communication", "warn"], ["--check-replicas"]):
            self.assertIn(f"no {words[0].split('=')[0]}, since nothing is planned", self.refused("train", "--by-hand", *words))

    def test_help_fits_eighty_columns(self):
        words = re.findall(r"^  ([a-z][a-z-]*) ", self.kitchen("help").stdout, re.M)
        self.assertIn("grade", words)
        self.assertIn("doctor", words)
        for help_on in [["help"], ["grade", "batch", "--help"], *([word, "--help"] for word in words)]:
            for line in self.kitchen(*help_on).stdout.splitlines():
                self.assertLessEqual(len(line), 80, f"{help_on}: {line}")

    def test_the_help_on_a_word_of_the_grader_is_that_words(self):
        words = ("next", "hint", "list", "reset", "solution", "watch", "play", "handout", "gradescope", "check-course")
        for word in words:
            said = self.kitchen(word, "--help").stdout
            self.assertRegex(said, rf"\A\./kitchen {word}( [A-Z[\-][^\n]*)?\n\n[^\n]+\n\n")
            self.assertIn("once the grader has been built", said)
        (self.root / "build/release/bin").mkdir()
        grade = self.root / "build/release/bin/grade"
        grade.write_text('#!/bin/sh\necho "asked: $*"\n')
        grade.chmod(0o755)
        for word in words:
            self.assertTrue(self.kitchen(word, "--help").stdout.endswith(f"\nasked: {word} --help\n"))
        self.assertTrue(self.kitchen("grade", "batch", "--help").stdout.endswith("\nasked: batch --help\n"))
        self.assertTrue(self.kitchen("grade", "--help").stdout.endswith("\nasked: run --help\n"))
        self.assertTrue(self.kitchen("grade", "02", "--help").stdout.endswith("\nasked: run --help\n"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
