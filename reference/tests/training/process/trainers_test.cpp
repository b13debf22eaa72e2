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
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// How a run ended.
struct Ended {
  int status;
  std::string out, err;
  double seconds;
};

/// Both programs, of which the parameter is the file.
class Trainers : public ::testing::TestWithParam<const char *> {
protected:
  Trainers() {
    std::string name = (std::filesystem::temp_directory_path() / "brigade-train-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Trainers() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string &name) const { return (folder_ / name).string(); }
  std::string contents(const std::string &name) const {
    std::ifstream file(folder_ / name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  /// `prefix` stands before the launcher.
  Ended train(int ranks, const std::string &arguments, const std::string &prefix = "") {
    return run(prefix + launcher(ranks) + program() + arguments, path("out"));
  }

  static std::string launcher(int ranks) {
    return " '" BRIGADE_LAUNCH "' --quiet-banners --time-limit 60 -- " BRIGADE_MPIEXEC " -n " +
           std::to_string(ranks);
  }
  static std::string program() { return std::string(" '") + GetParam() + "' "; }

  /// A line of the shell, whose standard output goes to a file.
  Ended run(const std::string &line, const std::string &out) {
    const auto start = std::chrono::steady_clock::now();
    const int status = std::system((line + " >'" + out + "' 2>'" + path("err") + "'").c_str());
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

TEST_P(Trainers, ReachesItsAccuracyWithTheDefaultsAndWritesItsFiles) {
  const Ended ended = train(8, "--report " + path("r.json") + " --plot " + path("p.svg") +
                                   " --trace " + path("t.json"));
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "brigade: wrote " + path("r.json") + "\nbrigade: wrote " + path("p.svg") +
                           "\nbrigade: wrote " + path("t.json") + "\n");
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

TEST_P(Trainers, WritesTheReportAloneToStandardOutput) {
  const Ended ended = train(2, "--epochs 1 --report -");
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(nlohmann::json::parse(ended.out).at("ranks"), 2);
}

TEST_P(Trainers, TrainsWithFewerHiddenUnitsThanModelDevices) {
  const Ended ended = train(4, "--mesh model=4 --hidden 3,2 --epochs 1 --quiet");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out + ended.err, "");
}

TEST_P(Trainers, PrintsItsHelpOnce) {
  const Ended ended = train(3, "--help");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.out.find("Examples:"), ended.out.rfind("Examples:"));
  EXPECT_THAT(ended.out, HasSubstr("Examples:"));
}

TEST_P(Trainers, RefusesBadInputInOneLine) {
  expect_refusal(train(4, "--mesh data=3,model=2"), 2, "has 6 devices and 4 ranks are running");
  expect_refusal(train(2, "--mesh data=1,pipe=2"), 2, "'pipe'");
  expect_refusal(train(3, "--batch 0"), 2, "--batch is '0'");
  expect_refusal(train(2, "--hidden 2147483647,2147483647,2147483647"), 2,
                 "smaller --hidden layers would fit");
  expect_refusal(train(2, "--data " + path("nothing")), 2, path("nothing"));
}

TEST_P(Trainers, FindsAReportPathThatCannotBeWrittenBeforeItTrains) {
  const Ended ended = train(4, "--report " + path("no/such/folder.json"));
  expect_refusal(ended, 2, path("no/such/folder.json"));
  EXPECT_EQ(ended.out, "");
}

TEST_P(Trainers, RefusesTwoOutputsInOneFile) {
  expect_refusal(train(2, "--report " + path("r") + " --plot " + path("./r")), 2,
                 "--report and --plot both name");
}

TEST_P(Trainers, KeepsItsResultsWhereAFileCannotBeWrittenAfterAll) {
  const Ended ended = train(2, "--epochs 1 --report /dev/full");
  expect_refusal(ended, 1, "/dev/full");
  EXPECT_THAT(ended.out, HasSubstr("test accuracy"));
}

TEST_P(Trainers, EndsWhereItsOutputCannotBeWritten) {
  const std::string words = "cannot write to standard output: No space left on device";
  for (const char *arguments : {"--epochs 1", "--epochs 1 --report -", "--help"}) {
    SCOPED_TRACE(arguments);
    // Behind the launcher, which passes the ranks' lines on; the rank's own output; and one alone.
    expect_refusal(run(launcher(8) + program() + arguments, "/dev/full"), 1, words);
    expect_refusal(run(launcher(8) + " sh -c \"" + program() + arguments + " >/dev/full\"",
                       path("out")),
                   1, words);
    expect_refusal(run(program() + arguments, "/dev/full"), 1, words);
  }
}

TEST_P(Trainers, RefusesAModelThatMemoryCannotHold) {
  expect_refusal(train(2, "--hidden 500000,500000"), 2, "parameters");
}

TEST_P(Trainers, WritesAReportToAPipeByItsName) {
  const Ended ended = train(2, "--epochs 1 --quiet --report /dev/stdout");
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(nlohmann::json::parse(ended.out).at("ranks"), 2);
}

TEST_P(Trainers, StopsAtALossThatIsNoNumberAndNamesTheStep) {
  expect_refusal(train(4, "--lr 1e30 --quiet"), 1, " at step ");
}

TEST_P(Trainers, EndsSoonAfterAnInterruptAndKeepsItsReport) {
  const Ended ended = train(4, "--epochs 100000 --quiet --report " + path("r.json"),
                            "timeout --foreground --preserve-status --signal=INT 3");
  EXPECT_EQ(ended.status, 130) << ended.err;
  EXPECT_LT(ended.seconds, 3 + 2);
  const auto report = nlohmann::json::parse(contents("r.json"));
  EXPECT_EQ(report.at("interrupted"), true);
  EXPECT_GT(report.at("steps"), 0);
}

INSTANTIATE_TEST_SUITE_P(, Trainers, ::testing::Values(BRIGADE_TRAIN, BRIGADE_TRAIN_BY_HAND),
                         [](const auto &program) {
                           return program.index == 0 ? "BrigadeTrain" : "BrigadeTrainByHand";
                         });

/// What only brigade-train has.
class BrigadeTrain : public Trainers {};

TEST_P(BrigadeTrain, HasTheSameLossWhateverTheSharding) {
  std::ofstream(path("table.txt")) << "x: [data, -]  # the batch\nlabels: [data]\n"
                                      "params.*.weight: [model, -]\n"
                                      "state.*.weight: [-, data]\n";
  std::vector<std::vector<double>> losses;
  for (const std::string &sharding :
       std::vector<std::string>{"dp", "tp", "dp+tp", "auto", path("table.txt")}) {
    const Ended ended =
        train(4, "--mesh data=2,model=2 --epochs 2 --hidden 32,24 --quiet --sharding " + sharding +
                     " --report " + path("r.json"));
    ASSERT_EQ(ended.status, 0) << sharding << ": " << ended.err;
    const auto report = nlohmann::json::parse(contents("r.json"));
    EXPECT_EQ(report.at("sharding"), sharding);
    EXPECT_EQ(report.at("profile"), "shared_memory") << "all ranks are on one node";
    losses.push_back(report.at("train_loss"));
  }
  for (const std::vector<double> &loss : losses) {
    ASSERT_EQ(loss.size(), 2U);
    for (std::size_t epoch = 0; epoch < loss.size(); ++epoch)
      EXPECT_NEAR(loss[epoch], losses[0][epoch], 1e-4 * losses[0][epoch]);
  }
}

TEST_P(BrigadeTrain, SaysForWhichMachineItChooses) {
  const Ended ended = train(4, "--epochs 1 --hidden 32,24 --sharding auto");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, StartsWith("brigade-train on 4 ranks, mesh {data: 2, model: 2}, auto (for "
                                    "the machine profile shared_memory): 64-32-24-10 relu"));
}

TEST_P(BrigadeTrain, RefusesAShardingInOneLine) {
  const auto table = [&](const std::string &text) {
    std::ofstream(path("t.txt")) << text;
    return "--sharding " + path("t.txt");
  };
  expect_refusal(train(2, "--sharding pp"), 2, "--sharding is 'pp', which is neither dp, tp");
  expect_refusal(train(2, "--sharding ''"), 2, "--sharding is ''");
  expect_refusal(train(2, table("params.layer.*: [-]\n")), 2,
                 "t.txt:1: 'params.layer.*' matches no parameter or named value");
  expect_refusal(train(2, table("params.layers.0.weight: [-, pipe]\n")), 2, "pipe");
  expect_refusal(train(2, table("params.layers.0.weight: [-\n")), 2, "t.txt:1:");
  expect_refusal(train(2, table("x: [-, model]\n") + " --mesh model=2"), 2,
                 "x can be cut along its first dimension only");
  expect_refusal(train(2, table("x: [data, -]\n") + " --mesh data=2"), 2,
                 "so labels lie as [data]");
}

TEST_P(BrigadeTrain, MovesNothingThatItsTableDoesNotAskForAndSaysSoWhereATableOfTheUsersDoes) {
  const std::string error = " --epochs 1 --quiet --implicit-communication error";
  const Ended ended = train(4, "--mesh data=2,model=2 --check-replicas" + error);
  EXPECT_EQ(ended.status, 0) << ended.err;
  // The batch and the units are cut over the same axis, so one of the two has to give way.
  std::ofstream(path("t.txt")) << "x: [data, -]\nlabels: [data]\nparams.*.weight: [-, data]\n";
  expect_refusal(train(2, "--mesh data=2 --sharding " + path("t.txt") + error), 2,
                 "dot needs x (f32[64, 64]) as [-, -], and it lies as [data, -]");
  expect_refusal(train(2, "--implicit-communication no"), 2, "allow, warn or error is expected");
}

TEST_P(BrigadeTrain, ShowsInItsTraceWhatEachStepComputes) {
  const Ended ended = train(2, "--epochs 1 --quiet --trace " + path("t.json"));
  ASSERT_EQ(ended.status, 0) << ended.err;
  const auto trace = nlohmann::json::parse(contents("t.json"));
  std::map<int, std::set<std::string>> computed; // by rank
  for (const auto &event : trace.at("traceEvents"))
    if (event.value("cat", "") == "computation") {
      computed[event.at("pid")].insert(event.at("name"));
      EXPECT_GE(event.at("dur"), 0);
      EXPECT_EQ(event.at("args").at("bytes"), 0) << "of messages";
    }
  ASSERT_EQ(computed.size(), 2U);
  for (const auto &[rank, names] : computed) {
    EXPECT_THAT(names, Contains("dot")) << rank;
    EXPECT_THAT(names, Contains(HasSubstr("relu"))) << "joined with its neighbours, rank " << rank;
    EXPECT_THAT(names, Contains("all_reduce")) << rank;
  }
}

INSTANTIATE_TEST_SUITE_P(, BrigadeTrain, ::testing::Values(BRIGADE_TRAIN));

} // namespace
