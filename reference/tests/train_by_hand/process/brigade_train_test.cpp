#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// How a run of brigade-train ended.
struct Ended {
  int status;
  std::string out, err;
  double seconds;
};

class BrigadeTrain : public ::testing::Test {
protected:
  BrigadeTrain() {
    std::string name = (std::filesystem::temp_directory_path() / "brigade-train-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~BrigadeTrain() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string &name) const { return (folder_ / name).string(); }
  std::string contents(const std::string &name) const {
    std::ifstream file(folder_ / name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  /// `prefix` stands before the launcher.
  Ended train(int ranks, const std::string &arguments, const std::string &prefix = "") {
    std::stringstream command;
    command << prefix
            << " '" BRIGADE_LAUNCH "' --quiet-banners --time-limit 60 -- " BRIGADE_MPIEXEC " -n "
            << ranks << " '" BRIGADE_TRAIN "' " << arguments << " >'" << path("out") << "' 2>'"
            << path("err") << "'";
    const auto start = std::chrono::steady_clock::now();
    const int status = std::system(command.str().c_str());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents("out"),
            contents("err"), took.count()};
  }

  /// One line of ours, once, with these words, and nothing else; and this status.
  void expect_refusal(const Ended &ended, int status, const std::string &words) {
    EXPECT_EQ(ended.status, status);
    EXPECT_THAT(ended.err, StartsWith("brigade: error: "));
    EXPECT_THAT(ended.err, HasSubstr(words));
    EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
    EXPECT_LT(ended.seconds, 30);
  }

private:
  std::filesystem::path folder_;
};

TEST_F(BrigadeTrain, ReachesItsAccuracyWithTheDefaultsAndWritesItsFiles) {
  const Ended ended = train(8, "--report " + path("r.json") + " --plot " + path("p.svg") +
                                   " --trace " + path("t.json"));
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_THAT(ended.out, HasSubstr("epoch 20/20"));
  EXPECT_THAT(ended.out, HasSubstr("test accuracy"));
  const auto report = nlohmann::json::parse(contents("r.json"));
  EXPECT_GE(report.at("test_accuracy"), 0.97);
  EXPECT_EQ(report.at("steps"), 20 * 23); // 1,437 rows are 22 batches of 64 and one of 29
  EXPECT_EQ(report.at("train_loss").size(), 20U);
  EXPECT_EQ(report.at("peak_bytes_per_rank").size(), 8U);
  EXPECT_GT(report.at("utilisation"), 0);
  EXPECT_LT(report.at("utilisation"), 1);
  EXPECT_THAT(contents("p.svg"), HasSubstr("</svg>"));
  const auto trace = nlohmann::json::parse(contents("t.json"));
  EXPECT_FALSE(trace.empty());
}

TEST_F(BrigadeTrain, WritesTheReportAloneToStandardOutput) {
  const Ended ended = train(2, "--epochs 1 --report -");
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(nlohmann::json::parse(ended.out).at("ranks"), 2);
}

TEST_F(BrigadeTrain, TrainsWithFewerHiddenUnitsThanModelDevices) {
  const Ended ended = train(4, "--mesh model=4 --hidden 3,2 --epochs 1 --quiet");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out + ended.err, "");
}

TEST_F(BrigadeTrain, PrintsItsHelpOnce) {
  const Ended ended = train(3, "--help");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out.find("Examples:"), ended.out.rfind("Examples:"));
  EXPECT_THAT(ended.out, HasSubstr("Examples:"));
}

TEST_F(BrigadeTrain, RefusesBadInputInOneLine) {
  expect_refusal(train(4, "--mesh data=3,model=2"), 2, "has 6 devices and 4 ranks are running");
  expect_refusal(train(2, "--mesh data=1,pipe=2"), 2, "'pipe'");
  expect_refusal(train(3, "--batch 0"), 2, "--batch is '0'");
  expect_refusal(train(2, "--hidden 2147483647,2147483647,2147483647"), 2,
                 "smaller --hidden layers would fit");
  expect_refusal(train(2, "--data " + path("nothing")), 2, path("nothing"));
}

TEST_F(BrigadeTrain, FindsAReportPathThatCannotBeWrittenBeforeItTrains) {
  const Ended ended = train(4, "--report " + path("no/such/folder.json"));
  expect_refusal(ended, 2, path("no/such/folder.json"));
  EXPECT_EQ(ended.out, "");
}

TEST_F(BrigadeTrain, RefusesTwoOutputsInOneFile) {
  expect_refusal(train(2, "--report " + path("r") + " --plot " + path("./r")), 2,
                 "--report and --plot both name");
}

TEST_F(BrigadeTrain, KeepsItsResultsWhereAFileCannotBeWrittenAfterAll) {
  const Ended ended = train(2, "--epochs 1 --report /dev/full");
  expect_refusal(ended, 1, "/dev/full");
  EXPECT_THAT(ended.out, HasSubstr("test accuracy"));
}

TEST_F(BrigadeTrain, RefusesAModelThatMemoryCannotHold) {
  expect_refusal(train(2, "--hidden 500000,500000"), 2, "parameters");
}

TEST_F(BrigadeTrain, WritesAReportToAPipeByItsName) {
  const Ended ended = train(2, "--epochs 1 --quiet --report /dev/stdout");
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(nlohmann::json::parse(ended.out).at("ranks"), 2);
}

TEST_F(BrigadeTrain, StopsAtALossThatIsNoNumberAndNamesTheStep) {
  expect_refusal(train(4, "--lr 1e30 --quiet"), 1, " at step ");
}

TEST_F(BrigadeTrain, EndsSoonAfterAnInterruptAndKeepsItsReport) {
  const Ended ended = train(4, "--epochs 100000 --quiet --report " + path("r.json"),
                            "timeout --foreground --preserve-status --signal=INT 3");
  EXPECT_EQ(ended.status, 130) << ended.err;
  EXPECT_LT(ended.seconds, 3 + 2);
  const auto report = nlohmann::json::parse(contents("r.json"));
  EXPECT_EQ(report.at("interrupted"), true);
  EXPECT_GT(report.at("steps"), 0);
}

} // namespace
