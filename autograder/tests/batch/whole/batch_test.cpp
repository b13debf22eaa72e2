#include "forty_submissions.hpp"

#include "grader/batch/workers.hpp"

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

  fs::path root_;
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

TEST_F(Batch, AFaultOfTheGraderLowersNoScoreAndIsTriedAgain) {
  const fs::path course = root_ / "course", exercise = course / "exercises/01-graded-twice/triple";
  fs::create_directories(exercise.parent_path());
  fs::copy(SAMPLE_EXERCISE, exercise);
  std::string manifest = text_of(exercise / "exercise.toml");
  manifest.replace(manifest.find("sample."), 7, "graded-twice.");
  std::ofstream(exercise / "exercise.toml") << manifest;
  const std::string solution = text_of(exercise / "solution.cpp");
  std::string wrong = solution;
  wrong.replace(wrong.find("3 * number"), 10, "number < 100 ? 3 * number : 0");
  for (const auto &[student, text] : {std::pair{"all", solution}, {"half", wrong}}) {
    fs::create_directories(root_ / "submissions" / student);
    std::ofstream(root_ / "submissions" / student / "triple.cpp") << text;
  }
  const std::vector<std::string> grading = command(course.string(), "graded-twice.triple");
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

TEST_F(Batch, AFolderThatIsNoneIsOneClearError) {
  fs::remove_all(root_ / "submissions");
  const WorkerEnd end = run();
  EXPECT_EQ(end.exit_status, 2);
  EXPECT_THAT(end.output, HasSubstr("brigade: error: "));
  EXPECT_THAT(end.output, HasSubstr("submissions is no folder"));
}

} // namespace
} // namespace brigade::grader
