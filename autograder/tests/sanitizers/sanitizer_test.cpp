#include "grader/grade/grade.hpp"
#include "grader/report/report.hpp"
#include "grader/sandbox/sandbox.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> words_of(const std::string &text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// The release toolchain, with sanitizers, in a tree of its own: what it compiles is kept there.
void write_toolchain() {
  nlohmann::json tools = nlohmann::json::parse(std::ifstream(TOOLCHAIN));
  for (const std::string &word : words_of(SANITIZE))
    for (const char *key : {"flags", "link_flags"})
      tools[key].push_back(word);
  tools["harness"].insert(tools["harness"].begin(), PARTS);
  const fs::path folder = fs::path(TREE) / "build/asan/exercises";
  fs::create_directories(folder);
  std::ofstream(folder / "toolchain.json") << tools.dump(2);
}

constexpr double kPoints = 6; ///< of the TEST that is run

/// Files of the sample exercise "total", with sanitizers.
class ASanitizedFile : public ::testing::Test {
protected:
  static void SetUpTestSuite() { write_toolchain(); }
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  /// `body` begins in line 8; the total is in `sum`, and `rank` and `ranks` are there.
  ExerciseResult grade(const std::string &body, SandboxLevel level = SandboxLevel::none) {
    std::ofstream(folder_ / "total.cpp")
        << "#include \"exercise.hpp\"\n#include <unistd.h>\n#include <vector>\n"
           "namespace kitchen { int total(int number, MPI_Comm comm) {\n"
           "  int rank = 0, ranks = 0, sum = 0;\n  MPI_Comm_rank(comm, &rank), "
           "MPI_Comm_size(comm, &ranks);\n  MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, "
           "comm);\n"
        << body << "\n  return sum;\n}\n}\n";
    GradeOptions options;
    options.root = TREE;
    options.preset = Preset::asan;
    options.ranks = {3};
    options.tests = {"OnEveryRank"};
    options.sandbox = level;
    return grader::grade(course_.find("sample.total"), folder_, folder_ / "out", options);
  }

  /// The first finding of a file that crashes.
  Finding finding_of(const std::string &body) {
    const ExerciseResult result = grade(body);
    EXPECT_EQ(to_string(result.kind), "crashed") << text_of(result);
    EXPECT_EQ(result.points, 0);
    EXPECT_THAT(result.output, Not(HasSubstr("Sanitizer"))) << "its pages are folded";
    return result.findings.empty() ? Finding{} : result.findings.front();
  }

  static std::string text_of(const ExerciseResult &result) {
    return terminal_verdict(result, Terminal{false, 100, false, false});
  }

  Course course_ = load_course(SAMPLE_COURSE);
  fs::path folder_ = fmt::format("/tmp/brigade-sanitizer-test-{}", getpid());
};

TEST_F(ASanitizedFile, ThatIsRightHasFullPointsAndNoNotes) {
  for (const SandboxLevel level : {SandboxLevel::none, strongest_sandbox().level}) {
    const ExerciseResult result = grade("", level);
    EXPECT_EQ(result.kind, VerdictKind::pass) << text_of(result);
    EXPECT_EQ(result.points, kPoints);
    EXPECT_THAT(result.notes, IsEmpty()) << "MPI keeps memory to the end";
    EXPECT_THAT(result.output, IsEmpty());
  }
}

TEST_F(ASanitizedFile, ThatReadsBehindAnArrayIsToldTheLineAndTheAllocation) {
  const Finding finding = finding_of("  std::vector<int> all(ranks);\n"
                                     "  for (int i = 0; rank == 1 && i <= ranks; ++i)\n"
                                     "    sum += all.data()[i];");
  EXPECT_THAT(finding.sentence,
              AllOf(HasSubstr("Rank 1 reads 4 bytes right behind an array of 12 bytes, at "
                              "total.cpp:10"),
                    HasSubstr("allocated at total.cpp:8"), HasSubstr("heap-buffer-overflow")));
}

TEST_F(ASanitizedFile, ThatLetsMpiWriteBehindAnArrayIsToldTheCall) {
  const Finding finding =
      finding_of("  int *all = new int[ranks - 1];\n"
                 "  MPI_Allgather(&number, 1, MPI_INT, all, 1, MPI_INT, comm);\n"
                 "  delete[] all;");
  EXPECT_THAT(finding.sentence,
              AllOf(HasSubstr("behind an array of 8 bytes, at total.cpp:9"),
                    HasSubstr("allocated at total.cpp:8"), HasSubstr("heap-buffer-overflow")));
}

TEST_F(ASanitizedFile, ThatUsesFreedMemoryIsToldWhereItWasFreed) {
  const Finding finding = finding_of("  int *one = new int(rank);\n"
                                     "  delete one;\n"
                                     "  if (rank == 2)\n"
                                     "    sum += *static_cast<volatile int *>(one);");
  EXPECT_THAT(finding.sentence,
              AllOf(HasSubstr("Rank 2 reads 4 bytes of an array of 4 bytes that was freed, at "
                              "total.cpp:11"),
                    HasSubstr("freed at total.cpp:9"), HasSubstr("allocated at total.cpp:8"),
                    HasSubstr("heap-use-after-free")));
}

TEST_F(ASanitizedFile, ThatFreesTwiceIsToldBothPlaces) {
  const Finding finding = finding_of("  int *volatile one = new int(rank);\n"
                                     "  delete one;\n"
                                     "  if (rank == 0)\n"
                                     "    delete one;");
  EXPECT_THAT(finding.sentence,
              AllOf(HasSubstr("Rank 0 frees memory a second time, at total.cpp:11"),
                    HasSubstr("freed at total.cpp:9"), HasSubstr("allocated at total.cpp:8")));
}

TEST_F(ASanitizedFile, ThatLeavesALocalArrayIsToldItsName) {
  const Finding finding = finding_of("  int few[2] = {0, 0};\n"
                                     "  volatile int *at = few;\n"
                                     "  at[ranks - 1] = rank;");
  EXPECT_THAT(finding.sentence, AllOf(HasSubstr("writes 4 bytes behind the local variable few, at "
                                                "total.cpp:10"),
                                      HasSubstr("stack-buffer-overflow")));
}

TEST_F(ASanitizedFile, ThatUsesAnIndexOutOfBoundsIsToldTheIndex) {
  const Finding finding = finding_of("  int few[2] = {0, 0};\n"
                                     "  for (int i = 0; i < ranks; ++i)\n"
                                     "    few[i] = i;\n"
                                     "  sum += few[0];");
  EXPECT_THAT(finding.sentence, HasSubstr("index 2 out of bounds for type 'int [2]', at "
                                          "total.cpp:10 (UndefinedBehaviorSanitizer)"));
  EXPECT_THAT(finding.cause, HasSubstr("no such element"));
}

TEST_F(ASanitizedFile, ThatOverflowsIsToldTheNumbers) {
  const Finding finding = finding_of("  volatile int large = 2147483647;\n"
                                     "  if (rank == 2)\n"
                                     "    large = large + rank;");
  EXPECT_THAT(finding.sentence,
              AllOf(HasSubstr("Rank 2: signed integer overflow"), HasSubstr("total.cpp:10")));
  EXPECT_THAT(finding.cause, HasSubstr("int64_t"));
}

TEST_F(ASanitizedFile, ThatLeaksKeepsItsPointsAndGetsOneNote) {
  const ExerciseResult result = grade("  int *all = new int[ranks];\n"
                                      "  MPI_Allgather(&number, 1, MPI_INT, all, 1, MPI_INT, comm);"
                                      "\n  sum += all[0] * 0;\n"
                                      "  all = nullptr;");
  EXPECT_EQ(result.kind, VerdictKind::pass) << text_of(result);
  EXPECT_EQ(result.points, kPoints);
  EXPECT_THAT(result.notes, ElementsAre(AllOf(HasSubstr("allocated at total.cpp:8"),
                                              HasSubstr("never freed"), HasSubstr("no points"))));
  EXPECT_THAT(result.output, IsEmpty());
}

TEST_F(ASanitizedFile, ThatLeavesAProcessBehindIsToldSo) {
  const ExerciseResult result = grade("  if (rank == 1 && fork() == 0) {\n"
                                      "    setsid();\n"
                                      "    for (int file = 0; file < 1024; ++file)\n"
                                      "      close(file);\n"
                                      "    sleep(60);\n"
                                      "    _exit(0);\n"
                                      "  }");
  EXPECT_EQ(result.kind, VerdictKind::pass) << text_of(result);
  EXPECT_THAT(result.notes, Contains(HasSubstr("outlived the run"))) << text_of(result);
}

} // namespace
} // namespace brigade::grader
