#include "grader/grade/grade.hpp"
#include "grader/launch/process_usage.hpp"
#include "grader/report/report.hpp"
#include "grader/sandbox/other_user.hpp"
#include "grader/sandbox/sandbox.hpp"

#include "brigade/supervisor/process_tree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const fs::path kMuseum = fs::path(COURSE) / "autograder/mistakes/opening-night.roll-call";

/// A file of the museum with what its first lines say.
struct Hostile {
  fs::path file;
  std::string verdict;
  std::vector<std::string> words;
  bool needs_sandbox = false;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

Hostile read_hostile(const fs::path &file) {
  Hostile hostile;
  hostile.file = file;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line) && line.starts_with("//");) {
    constexpr std::string_view kExpect = "// expect: ", kWords = "; words: ";
    hostile.needs_sandbox = hostile.needs_sandbox || line == "// needs: sandbox";
    if (!line.starts_with(kExpect))
      continue;
    const auto words = line.find(kWords);
    hostile.verdict = line.substr(kExpect.size(), words - kExpect.size());
    std::istringstream list(line.substr(words + kWords.size()));
    for (std::string word; std::getline(list, word, ',');)
      hostile.words.push_back(lower(word.substr(word.find_first_not_of(' '))));
  }
  return hostile;
}

std::vector<Hostile> all_hostile() {
  std::vector<Hostile> all;
  for (const auto &entry : fs::directory_iterator(kMuseum))
    if (entry.path().filename().string().starts_with("hostile-"))
      all.push_back(read_hostile(entry.path()));
  std::sort(all.begin(), all.end(),
            [](const Hostile &a, const Hostile &b) { return a.file < b.file; });
  return all;
}

std::set<fs::path> files_in(const fs::path &folder) {
  std::set<fs::path> files;
  std::error_code gone;
  for (fs::directory_iterator entry(folder, gone), end; !gone && entry != end;
       entry.increment(gone))
    files.insert(entry->path());
  return files;
}

class Hostility : public ::testing::TestWithParam<Hostile> {
protected:
  void SetUp() override {
    adopt_orphans();
    fs::create_directories(work_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  ExerciseResult grade_file(const fs::path &file, SandboxLevel level) {
    fs::copy_file(file, work_ / "roll_call.cpp", fs::copy_options::overwrite_existing);
    GradeOptions options;
    options.root = COURSE;
    options.ranks = {2, 8};
    options.sandbox = level;
    return grade(course_.find("opening-night.roll-call"), work_, out_, options);
  }

  static std::string text_of(const ExerciseResult &result) {
    return terminal_verdict(result, Terminal{false, 300, false, false});
  }

  Course course_ = load_course(COURSE);
  fs::path folder_ = fmt::format("/tmp/brigade-hostile-test-{}", getpid());
  fs::path work_ = folder_ / "work", out_ = folder_ / "out";
};

std::string name_of(const ::testing::TestParamInfo<Hostile> &info) {
  std::string name = info.param.file.stem().string().substr(std::string("hostile-").size());
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Programs, Hostility, ::testing::ValuesIn(all_hostile()), name_of);

/// Other jobs of the machine come and go in /tmp and /dev/shm: what one of these programs leaves
/// has its name, or a launch's.
std::set<fs::path> left_by_launches() {
  std::set<fs::path> left;
  for (const fs::path &file : files_in("/tmp"))
    if (file.filename().string().starts_with("brigade-hostile-") &&
        !file.filename().string().starts_with("brigade-hostile-test-"))
      left.insert(file);
  return left;
}

std::set<fs::path> course_files() {
  std::set<fs::path> files;
  for (const fs::path &folder : {fs::path("/"), fs::path(COURSE), fs::path(COURSE) / "build",
                                 fs::path(COURSE) / "exercises", fs::path("/tmp")})
    for (const fs::path &file : files_in(folder))
      if (folder != "/tmp" || file.filename() == "written-outside")
        files.insert(file);
  return files;
}

TEST_P(Hostility, GetsItsOwnMessageAndLeavesNothingBehind) {
  const Hostile &hostile = GetParam();
  const SandboxLevel level = strongest_sandbox().level;
  if (hostile.needs_sandbox && level > SandboxLevel::bwrap)
    GTEST_SKIP() << "needs a sandbox; " << strongest_sandbox().why_not_stronger;
  const auto files_before = course_files();
  const ExerciseResult result = grade_file(hostile.file, level);
  const std::string text = text_of(result);
  EXPECT_EQ(to_string(result.kind), hostile.verdict) << text;
  for (const std::string &word : hostile.words)
    EXPECT_THAT(lower(text), HasSubstr(word));
  if (hostile.verdict != "pass") {
    EXPECT_EQ(result.points, 0) << text;
  }
  EXPECT_THAT(result.sandbox, HasSubstr("bubblewrap"));
  while (waitpid(-1, nullptr, WNOHANG) > 0) { // what has ended, and was left to us
  }
  EXPECT_THAT(descendants(), IsEmpty());
  EXPECT_THAT(left_by_launches(), IsEmpty());
  EXPECT_EQ(course_files(), files_before);
}

/// The program's own processes are few enough for a machine where the level holds nothing.
TEST_F(Hostility, IsStoppedByTheSameWordsAtEachLevel) {
  for (const SandboxLevel level : {SandboxLevel::bwrap_other_uid, SandboxLevel::bwrap,
                                   SandboxLevel::other_uid, SandboxLevel::none}) {
    const bool is_offered = level == SandboxLevel::other_uid ? can_become_other_user()
                                                             : level >= strongest_sandbox().level;
    if (!is_offered)
      continue;
    const ExerciseResult result = grade_file(kMuseum / "hostile-fork-bomb.cpp", level);
    EXPECT_EQ(to_string(result.kind), "over the limit") << to_string(level) << text_of(result);
    EXPECT_THAT(text_of(result), HasSubstr("and there may be 64")) << to_string(level);
    EXPECT_THAT(text_of(result), HasSubstr("Look for fork")) << to_string(level);
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    EXPECT_THAT(descendants(), IsEmpty()) << to_string(level);
  }
}

/// What belongs to the user that the sandbox has made up.
std::set<fs::path> files_of_sandbox_user() {
  std::set<fs::path> left;
  for (const char *folder : {"/dev/shm", "/tmp", "/var/tmp"})
    for (const fs::path &file : files_in(folder)) {
      struct stat status {};
      if (lstat(file.c_str(), &status) == 0 && status.st_uid == sandbox_user())
        left.insert(file);
    }
  return left;
}

TEST_F(Hostility, OfAnotherUserLeavesNoFile) {
  if (geteuid() != 0)
    GTEST_SKIP() << "another user needs root";
  std::ofstream(folder_ / "leaves.cpp")
      << "#include \"exercise.hpp\"\n#include <csignal>\n#include <fstream>\n#include "
         "<unistd.h>\nnamespace kitchen {\n"
         "std::vector<int> roll_call(int, MPI_Comm) {\n"
         "  for (const char *name : {\"/dev/shm/ucx_shm_posix_left\", \"/dev/shm/left\", "
         "\"/tmp/left-by-a-rank\"})\n    std::ofstream(name) << getuid();\n"
         "  kill(getpid(), SIGKILL);\n  return {};\n}\n}\n";
  const ExerciseResult result = grade_file(folder_ / "leaves.cpp", SandboxLevel::other_uid);
  EXPECT_EQ(to_string(result.kind), "crashed") << text_of(result);
  EXPECT_THAT(files_of_sandbox_user(), IsEmpty());
}

TEST_F(Hostility, LosesNoOtherResult) {
  const fs::path solution = fs::path(COURSE) / "exercises/01-opening-night/roll-call/solution.cpp";
  const SandboxLevel level = strongest_sandbox().level;
  for (const char *name : {"hostile-kills-everybody.cpp", "hostile-deleted-records.cpp"}) {
    if (level <= SandboxLevel::bwrap)
      grade_file(kMuseum / name, level);
    const ExerciseResult result = grade_file(solution, level);
    EXPECT_EQ(result.kind, VerdictKind::pass) << text_of(result);
    EXPECT_EQ(result.points, result.of);
  }
}

} // namespace
} // namespace brigade::grader
