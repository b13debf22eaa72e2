#include "forty_submissions.hpp"

#include "grader/batch/workers.hpp"
#include "grader/launch/file_lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;
using namespace std::string_literals;

std::string text_of(const fs::path &file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class Batch : public ::testing::Test {
protected:
  Batch() : root_(fs::path(::testing::TempDir()) / fmt::format("batch-{}", ::getpid())) {
    fs::remove_all(root_);
    fs::create_directories(root_ / "submissions");
  }
  ~Batch() override { fs::remove_all(root_); }

  std::vector<std::string> command(const std::string &course = COURSE,
                                   const std::string &exercises = "02") const {
    return {GRADE,     "--course", course, "batch", (root_ / "submissions").string(), "--exercises",
            exercises, "--jobs",   "2",    "--out", (root_ / "out").string()};
  }
  static WorkerEnd ended(const std::vector<std::string> &command) {
    WorkerEnd ended;
    run_side_by_side({command}, 1, [&](const WorkerEnd &end) { ended = end; });
    return ended;
  }
  WorkerEnd run() const { return ended(command()); }
  /// An exercise of a course that a test may change.
  fs::path make_exercise(const std::string &name, const std::string &number) const {
    const fs::path exercise = course_ / "exercises/01-graded-twice" / name;
    fs::create_directories(exercise.parent_path());
    fs::copy(SAMPLE_EXERCISE, exercise);
    std::string manifest = text_of(exercise / "exercise.toml");
    for (const auto &[old, now] :
         {std::pair{"sample.triple"s, "graded-twice." + name}, {"01.2"s, number}})
      manifest.replace(manifest.find(old), old.size(), now);
    std::ofstream(exercise / "exercise.toml") << manifest;
    return exercise;
  }
  /// That solution, right in one of two TESTs.
  static std::string half_right(std::string solution) {
    return solution.replace(solution.find("3 * number"), 10, "number < 100 ? 3 * number : 0");
  }
  void hand_in(const fs::path &file, const std::string &text) const {
    fs::create_directories((root_ / "submissions" / file).parent_path());
    std::ofstream(root_ / "submissions" / file) << text;
  }
  /// The verdict of a student on an exercise, as the report has it.
  std::string verdict(const std::string &student, const std::string &id) const {
    const auto json = nlohmann::json::parse(
        text_of(root_ / "out/students" / student / "report.json"), nullptr, false);
    if (!json.is_object())
      return "no report";
    for (const auto &exercise : json.at("exercises"))
      if (exercise.at("id") == id)
        return exercise.at("kind");
    return "not graded";
  }
  int fingerprints() const {
    int count = 0;
    for (const auto &student : fs::directory_iterator(root_ / "out/students"))
      count += fs::exists(student.path() / "fingerprint") ? 1 : 0;
    return count;
  }

  const fs::path root_, course_ = root_ / "course";
};

TEST_F(Batch, GradesFortySubmissionsAlsoAfterItWasKilledAndRegradesWhatChanged) {
  const auto students = testing::make_forty_submissions(COURSE, root_ / "submissions");
  ASSERT_EQ(students.size(), 40u);

  // Killed once three students are done.
  const pid_t batch = fork();
  if (batch == 0) {
    std::vector<std::string> words = command();
    std::vector<char *> arguments;
    for (std::string &word : words)
      arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (!std::freopen("/dev/null", "w", stdout))
      _exit(1);
    execv(GRADE, arguments.data());
    _exit(127);
  }
  for (int i = 0; i < 6000; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (fs::exists(root_ / "out/students") && fingerprints() >= 3)
      break;
  }
  kill(batch, SIGKILL);
  int status = 0;
  waitpid(batch, &status, 0);
  const int done_before = fingerprints();
  ASSERT_GE(done_before, 3);
  ASSERT_LT(done_before, 40);

  const auto began = std::chrono::steady_clock::now();
  const WorkerEnd resumed = run();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  ASSERT_EQ(resumed.exit_status, 0) << resumed.output;
  EXPECT_THAT(resumed.output, HasSubstr("40 submissions"));
  EXPECT_THAT(resumed.output, Not(HasSubstr(": 40 graded")));
  fmt::print("{} submissions of chapter 02 were graded in {:.0f} s, two at a time\n",
             40 - done_before, seconds);

  const std::string csv = text_of(root_ / "out/results.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 41);
  EXPECT_THAT(csv, HasSubstr("\nMoodle 0,")); // in the folder Moodle-0
  for (const testing::MadeUpStudent &student : students) {
    for (const char *id : {"mesh.coordinates", "mesh.axis-group", "mesh.axis-communicator",
                           "mesh.device-order", "mesh.ring-neighbours"}) {
      const auto expected = student.verdicts.find(id);
      EXPECT_EQ(verdict(student.student, id),
                expected == student.verdicts.end() ? "not started" : expected->second)
          << student.student << ' ' << id;
    }
    EXPECT_EQ(resumed.output.find(fmt::format("  {}: ", student.student)) != std::string::npos,
              student.has_notes)
        << student.student;
  }
  EXPECT_FALSE(fs::exists(root_ / "climbed_out.cpp"));
  EXPECT_TRUE(fs::exists(root_ / "out/similarity/mesh.coordinates/folder0/coordinates.cpp"));
  EXPECT_THAT(text_of(root_ / "out/index.html"), HasSubstr("40 submissions"));

  // Nothing has changed: nothing is graded again.
  EXPECT_THAT(run().output, HasSubstr(": 0 graded"));

  // One student hands in again.
  fs::copy_file(fs::path(COURSE) / "exercises/02-mesh/coordinates/solution.cpp",
                root_ / "submissions/columns/mesh/coordinates/coordinates.cpp",
                fs::copy_options::overwrite_existing);
  const WorkerEnd regrade = run();
  EXPECT_THAT(regrade.output, HasSubstr(": 1 graded"));
  EXPECT_THAT(regrade.output, HasSubstr("changed: columns mesh.coordinates: wrong"));
  EXPECT_THAT(text_of(root_ / "out/changes.csv"), HasSubstr("columns,mesh.coordinates"));
}

TEST_F(Batch, AVerdictTellsTheStudentWhatWasTakenAndWhereItFails) {
  const fs::path first = make_exercise("first", "01.1");
  make_exercise("second", "01.2");
  make_exercise("third", "01.3");
  const std::string solution = text_of(first / "solution.cpp"),
                    stub = text_of(first / "triple.cpp");
  hand_in("ann/homework/first/triple.cpp", half_right(solution));
  hand_in("ann/third/triple.cpp", stub);
  hand_in("ann/third/Triple.cpp", solution);
  const std::vector<std::string> grading = command(course_.string(), "graded-twice");
  const WorkerEnd end = ended(grading);
  ASSERT_EQ(end.exit_status, 0) << end.output;
  const auto verdict = [&] {
    std::string text = text_of(root_ / "out/students/ann/verdict.txt");
    std::ranges::replace(text, '\n', ' ');
    text.erase(
        std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
        text.end());
    return text;
  };
  const std::string told = verdict();
  for (const char *words :
       {"ann ", " taken graded-twice/first/triple.cpp from homework/first/triple.cpp ",
        " missing graded-twice/second/triple.cpp ",
        "third/Triple.cpp was handed in and not used; if it is graded-twice/second/triple.cpp",
        " wrong, 5 of 10 points ", " where ", " test ", " cause ",
        "No file of the name triple.cpp that can be read was handed in. ",
        "Hand it in as graded-twice/second/triple.cpp", "01.3",
        "triple.cpp is still as it was given out.", " points 5 of 30 "})
    EXPECT_THAT(told, HasSubstr(words));
  EXPECT_THAT(told, Not(HasSubstr(root_.string())));
  const fs::path compared = root_ / "out/similarity";
  EXPECT_TRUE(fs::exists(compared / "graded-twice.first/ann/triple.cpp"));
  for (const char *untouched : {"graded-twice.second/ann", "graded-twice.third/ann"})
    EXPECT_FALSE(fs::exists(compared / untouched)) << untouched;

  hand_in("ann/second/triple.cpp", stub); // which is what was graded already
  EXPECT_THAT(ended(grading).output, HasSubstr("1 graded"));
  EXPECT_THAT(verdict(), Not(HasSubstr("was handed in. ")));
}

TEST_F(Batch, AFaultOfTheGraderLowersNoScoreAndIsTriedAgain) {
  const fs::path exercise = make_exercise("triple", "01.2");
  const std::string solution = text_of(exercise / "solution.cpp");
  hand_in("all/triple.cpp", solution);
  hand_in("half/triple.cpp", half_right(solution));
  const std::vector<std::string> grading = command(course_.string(), "graded-twice.triple");
  const WorkerEnd first = ended(grading);
  ASSERT_EQ(first.exit_status, 0) << first.output;
  const auto points = [&] {
    const std::string csv = text_of(root_ / "out/results.csv");
    EXPECT_THAT(csv, HasSubstr("all,,10,10,10,pass,"));
    EXPECT_THAT(csv, HasSubstr("half,,5,5,10,wrong,"));
  };
  points();

  std::ofstream(exercise / "solution.cpp") << "no C++";
  for (int time = 0; time < 2; ++time) {
    const WorkerEnd broken = ended(grading);
    EXPECT_EQ(broken.exit_status, 1);
    EXPECT_THAT(broken.output, HasSubstr("2 graded"));
    EXPECT_THAT(broken.output, HasSubstr("grader fault"));
    EXPECT_THAT(broken.output, HasSubstr("the result of the grading before stands"));
    EXPECT_THAT(broken.output, Not(HasSubstr("changed: ")));
    points();
  }

  std::ofstream(exercise / "solution.cpp") << solution;
  const WorkerEnd mended = ended(grading);
  EXPECT_EQ(mended.exit_status, 0) << mended.output;
  EXPECT_THAT(mended.output, HasSubstr("2 graded"));
  EXPECT_THAT(mended.output, Not(HasSubstr("fault")));
  points();
  EXPECT_THAT(ended(grading).output, HasSubstr("0 graded"));
}

TEST_F(Batch, AGraderThatDiesHalfwayIsTriedAgain) {
  const fs::path first = make_exercise("first", "01.1");
  make_exercise("second", "01.2");
  const std::string solution = text_of(first / "solution.cpp");
  hand_in("ann/first/triple.cpp", solution);
  hand_in("ann/second/triple.cpp", half_right(solution));
  const std::vector<std::string> grading = command(course_.string(), "graded-twice");
  const WorkerEnd whole = ended(grading);
  ASSERT_EQ(whole.exit_status, 0) << whole.output;
  const auto has_points = [&] {
    EXPECT_THAT(text_of(root_ / "out/results.csv"), HasSubstr("ann,,10,5,15,20,pass; wrong,"));
  };
  has_points();

  // There is no place for the second one's program, and something is to be graded anew.
  const fs::path place = root_ / "out/students/ann/programs/graded-twice.second";
  EXPECT_FALSE(fs::exists(place.parent_path())) << "they are not kept";
  std::ofstream(first / "solution.cpp", std::ios::app) << "// changed\n";
  for (int time = 0; time < 2; ++time) {
    fs::create_directory(place.parent_path());
    std::ofstream(place) << "no folder";
    const WorkerEnd half = ended(grading);
    EXPECT_EQ(half.exit_status, 1) << half.output;
    EXPECT_THAT(half.output, HasSubstr("the grader ended with status 1 after 1 of 2 exercises: "
                                       "students/ann/grader.txt"));
    EXPECT_THAT(half.output, HasSubstr("01.2 graded-twice.second: was not graded again"));
    EXPECT_THAT(half.output, HasSubstr("of 1 submission not everything could be graded"));
    EXPECT_EQ(fingerprints(), 0);
    has_points();
  }

  EXPECT_FALSE(fs::exists(place));
  const WorkerEnd mended = ended(grading);
  EXPECT_EQ(mended.exit_status, 0) << mended.output;
  EXPECT_THAT(mended.output, HasSubstr("1 graded"));
  has_points();
  EXPECT_THAT(ended(grading).output, HasSubstr("0 graded"));
}

TEST_F(Batch, NobodyGetsTheResultOfAnotherWhoseNameIsAlike) {
  const fs::path exercise = make_exercise("triple", "01.2");
  const std::vector<std::string> grading = command(course_.string(), "graded-twice.triple");
  const std::string solution = text_of(exercise / "solution.cpp");
  hand_in("eve!o/triple.cpp", solution);
  const WorkerEnd alone = ended(grading);
  ASSERT_EQ(alone.exit_status, 0) << alone.output;
  EXPECT_EQ(verdict("eve-o", "graded-twice.triple"), "pass");

  hand_in("eve o/triple.cpp", half_right(solution));
  std::ofstream(exercise / "solution.cpp") << "no C++";
  const WorkerEnd broken = ended(grading);
  EXPECT_EQ(broken.exit_status, 1) << broken.output;
  EXPECT_EQ(text_of(root_ / "out/students/eve-o/student"), "eve o");
  EXPECT_EQ(verdict("eve-o", "graded-twice.triple"), "grader fault");
  EXPECT_THAT(text_of(root_ / "out/results.csv"), HasSubstr("eve o,,,,10,grader fault,"));
  EXPECT_THAT(broken.output, Not(HasSubstr("changed: eve o")));
}

TEST_F(Batch, WhoIsToldFromANamesakeIsOnceAmongWhatIsCompared) {
  const fs::path exercise = make_exercise("triple", "01.2");
  const std::vector<std::string> grading = command(course_.string(), "graded-twice.triple");
  const std::string solution = text_of(exercise / "solution.cpp");
  const fs::path compared = root_ / "out/similarity/graded-twice.triple";
  hand_in("ann/triple.cpp", solution);
  hand_in("Jane Doe_101_assignsubmission_file_/triple.cpp", solution);
  const WorkerEnd alone = ended(grading);
  ASSERT_EQ(alone.exit_status, 0) << alone.output;
  EXPECT_TRUE(fs::exists(compared / "Jane-Doe/triple.cpp"));

  fs::create_directories(compared / "last-year");
  fs::remove_all(root_ / "submissions/ann"); // who is not in this folder was on time, and stays
  hand_in("Jane Doe_102_assignsubmission_file_/triple.cpp", solution);
  const WorkerEnd both = ended(grading);
  ASSERT_EQ(both.exit_status, 0) << both.output;
  std::vector<std::string> names;
  for (const auto &entry : fs::directory_iterator(compared))
    names.push_back(entry.path().filename());
  EXPECT_THAT(names, UnorderedElementsAre("Jane-Doe-101", "Jane-Doe-102", "ann", "last-year"));
  EXPECT_THAT(text_of(root_ / "out/results.csv"), HasSubstr("Jane Doe (102),"));
}

TEST_F(Batch, ResultsDoNotComeAmongTheSubmissions) {
  make_exercise("triple", "01.2");
  hand_in("ann/triple.cpp", "");
  std::vector<std::string> grading = command(course_.string(), "graded-twice.triple");
  for (const char *const out : {"submissions", "submissions/results"}) {
    grading.back() = root_ / out;
    const WorkerEnd refused = ended(grading);
    EXPECT_EQ(refused.exit_status, 2) << refused.output;
    EXPECT_THAT(refused.output, HasSubstr("lies in the submissions"));
    EXPECT_FALSE(fs::exists(root_ / out / "students"));
  }
}

TEST_F(Batch, TwoDoNotWriteIntoOneFolder) {
  make_exercise("triple", "01.2");
  hand_in("ann/triple.cpp", "");
  const std::vector<std::string> grading = command(course_.string(), "graded-twice.triple");
  fs::create_directories(root_ / "out");
  {
    const FileLock other(root_ / "out/batch.lock");
    ASSERT_TRUE(other.is_held());
    const WorkerEnd refused = ended(grading);
    EXPECT_EQ(refused.exit_status, 2);
    EXPECT_EQ(refused.output,
              fmt::format("brigade: error: --out {}: another batch writes there; wait for its end, "
                          "or give another folder\n",
                          (root_ / "out").string()));
    EXPECT_FALSE(fs::exists(root_ / "out/students"));
  }
  EXPECT_THAT(ended(grading).output, HasSubstr("1 graded"));
}

TEST_F(Batch, WritesNowhereWithoutALock) {
  make_exercise("triple", "01.2");
  hand_in("ann/triple.cpp", "");
  fs::create_directories(root_ / "out/batch.lock"); // no file that can be held
  const WorkerEnd refused = ended(command(course_.string(), "graded-twice.triple"));
  EXPECT_EQ(refused.exit_status, 2);
  EXPECT_THAT(refused.output, HasSubstr("out: nothing can be written there; give a folder where"));
  EXPECT_FALSE(fs::exists(root_ / "out/students"));
}

TEST_F(Batch, WhatThisBuildCannotGradeIsNamedOnce) {
  const fs::path exercise = make_exercise("triple", "01.2");
  const std::string manifest = text_of(exercise / "exercise.toml");
  std::string other = manifest;
  other.insert(other.find("\"core\""), "\"serving\", ");
  std::ofstream(exercise / "exercise.toml") << other;
  const std::string solution = text_of(exercise / "solution.cpp");
  hand_in("ann/triple.cpp", solution);
  hand_in("ben/triple.cpp", solution);
  const std::vector<std::string> grading = command(course_.string(), "graded-twice.triple");
  const WorkerEnd skipped = ended(grading);
  EXPECT_EQ(skipped.exit_status, 1);
  EXPECT_THAT(skipped.output, HasSubstr("\ngraded-twice.triple could not be graded by this build: "
                                        "It needs the layer serving of the library"));
  EXPECT_THAT(skipped.output, Not(HasSubstr("tries them again")));
  EXPECT_EQ(fingerprints(), 0);
}

TEST_F(Batch, AFolderThatIsNoneIsOneClearError) {
  fs::remove_all(root_ / "submissions");
  const WorkerEnd end = run();
  EXPECT_EQ(end.exit_status, 2);
  EXPECT_THAT(end.output, HasSubstr("brigade: error: "));
  EXPECT_THAT(end.output, HasSubstr("submissions is no folder"));
}

} // namespace
} // namespace brigade::grader
