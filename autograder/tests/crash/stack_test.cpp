#include "grader/launch/stack.hpp"

#include "brigade/supervisor/child.hpp"
#include "brigade/supervisor/process_tree.hpp"
#include "brigade/supervisor/shared_memory.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <poll.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

/// The line of student.cpp that ends with this comment.
int line_of(const std::string &comment) {
  std::ifstream file(STUDENT);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.ends_with("// " + comment))
      return number;
  }
  ADD_FAILURE() << "no line // " << comment;
  return 0;
}

class EndOfARank : public ::testing::TestWithParam<int> {
protected:
  void SetUp() override {
    adopt_orphans();
    fs::create_directories(folder_);
    pages_.emplace(folder_, GetParam());
  }
  void TearDown() override { fs::remove_all(folder_); }

  void run(const std::string &story) {
    setenv("CRASH_FOLDER", folder_.c_str(), 1);
    setenv("UCX_HANDLE_ERRORS", "none", 1);
    const Child child = start_child(
        {MPIEXEC, "-launcher", "fork", "-n", fmt::format("{}", GetParam()), CRASH_RANKS, story});
    const auto enough = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    std::array<pollfd, 2> open = {pollfd{child.out, POLLIN, 0}, pollfd{child.err, POLLIN, 0}};
    while ((open[0].fd >= 0 || open[1].fd >= 0) && std::chrono::steady_clock::now() < enough) {
      poll(open.data(), open.size(), 100);
      std::array<char, 65536> buffer{};
      for (pollfd &stream : open)
        if (stream.fd >= 0 && stream.revents != 0) {
          const ssize_t got = read(stream.fd, buffer.data(), buffer.size());
          if (got > 0)
            output_.append(buffer.data(), static_cast<std::size_t>(got));
          else
            stream.fd = -1;
        }
    }
    MemorySweep memory;
    memory.note_users(descendants());
    end_descendants(child.process);
    memory.sweep();
    close(child.out);
    close(child.err);
  }

  CrashReport crash(const std::string &story) {
    run(story);
    auto report = pages_->crash(lines_, RankNames({}), output_);
    EXPECT_TRUE(report) << output_;
    EXPECT_EQ(report.value_or(CrashReport{}).rank, GetParam() - 1);
    return report.value_or(CrashReport{});
  }
  EarlyExit exit(const std::string &story) {
    run(story);
    EXPECT_FALSE(pages_->crash(lines_, RankNames({}), output_));
    auto early = pages_->early_exit(lines_, RankNames({}));
    EXPECT_TRUE(early) << output_;
    EXPECT_EQ(early.value_or(EarlyExit{}).rank, GetParam() - 1);
    return early.value_or(EarlyExit{});
  }

  static auto at(const std::string &comment, const std::string &function) {
    return AllOf(Field(&SourceLine::file, "student.cpp"),
                 Field(&SourceLine::line, line_of(comment)),
                 Field(&SourceLine::function, HasSubstr(function)));
  }

  fs::path folder_ = fmt::format("/tmp/brigade-crash-test-{}", getpid());
  std::optional<EndPages> pages_;
  SourceLines lines_{CRASH_RANKS, {STUDENT}};
  std::string output_;
};

INSTANTIATE_TEST_SUITE_P(Ranks, EndOfARank, ::testing::Values(2, 8));

TEST_P(EndOfARank, ByANullPointer) {
  const CrashReport report = crash("null");
  EXPECT_EQ(report.signal, SIGSEGV);
  EXPECT_EQ(report.sentence,
            fmt::format("Rank {} crashed: segmentation fault (signal 11) in (anonymous "
                        "namespace)::read_from (student.cpp:{}).",
                        GetParam() - 1, line_of("null")));
  EXPECT_THAT(report.cause, HasSubstr("null pointer"));
  ASSERT_THAT(report.stack, SizeIs(2));
  EXPECT_EQ(report.stack[1].function, "student");
}

TEST_P(EndOfARank, ByAnAddressFarAway) {
  EXPECT_THAT(crash("far").cause, HasSubstr("0x500000000000 belongs to nothing"));
}

TEST_P(EndOfARank, ByADivision) {
  const CrashReport report = crash("zero");
  EXPECT_EQ(report.signal, SIGFPE);
  EXPECT_THAT(report.cause, HasSubstr("divided by 0"));
  EXPECT_THAT(report.stack.front(), at("zero", "divide"));
}

TEST_P(EndOfARank, ByAFullStack) {
  const CrashReport report = crash("deep");
  EXPECT_EQ(report.signal, SIGSEGV);
  EXPECT_THAT(report.cause, HasSubstr("calls itself without an end"));
  EXPECT_THAT(report.stack.front().function, HasSubstr("endless"));
  EXPECT_LT(report.stack.size(), 5U) << "the same line again and again is shown twice";
}

TEST_P(EndOfARank, ByALargeLocalArray) {
  const CrashReport report = crash("large");
  EXPECT_THAT(report.cause, HasSubstr("local array is too large"));
  EXPECT_THAT(report.stack.front(), at("large", "large_local"));
}

TEST_P(EndOfARank, ByFreeingTwice) {
  const CrashReport report = crash("twice");
  EXPECT_EQ(report.signal, SIGABRT);
  EXPECT_THAT(report.cause, HasSubstr("freed twice")) << output_;
  EXPECT_THAT(report.stack.front(), at("again", "free_twice"));
}

TEST_P(EndOfARank, ByASmashedStack) {
  EXPECT_THAT(crash("smashed").cause, HasSubstr("past the end of a local array")) << output_;
}

TEST_P(EndOfARank, ByAbort) {
  EXPECT_THAT(crash("abort").stack, ElementsAre(at("aborts", "student")));
}

TEST_P(EndOfARank, ByAnAssertionOfMpiItself) {
  EXPECT_THAT(crash("assertion of MPI").cause,
              HasSubstr("MPI found its own bookkeeping overwritten"));
}

TEST_P(EndOfARank, InsideMpiNamesTheCall) {
  EXPECT_THAT(crash("inside MPI").stack, ElementsAre(at("local", "student")));
}

TEST_P(EndOfARank, ByExit) {
  const EarlyExit early = exit("exit");
  EXPECT_THAT(early.stack, ElementsAre(at("leaves", "student")));
  EXPECT_THAT(
      early.sentence,
      HasSubstr(fmt::format("Rank {} called exit(0) in student (student.cpp:", GetParam() - 1)));
}

TEST_P(EndOfARank, ByImmediateExit) {
  const EarlyExit early = exit("_exit");
  EXPECT_THAT(early.stack, ElementsAre(at("leaves at once", "student")));
  EXPECT_THAT(early.sentence, HasSubstr("called _exit(0)"));
}

TEST_P(EndOfARank, ByAbortOfMpi) {
  const EarlyExit early = exit("MPI_Abort");
  EXPECT_THAT(early.stack, ElementsAre(at("ends all", "student")));
  EXPECT_THAT(early.sentence, HasSubstr("called MPI_Abort with code 0"));
}

TEST_P(EndOfARank, IsNotNotedWhereItIsTheEnd) {
  run("return");
  EXPECT_FALSE(pages_->crash(lines_, RankNames({}), output_));
  EXPECT_FALSE(pages_->early_exit(lines_, RankNames({})));
}

} // namespace
} // namespace brigade::grader
