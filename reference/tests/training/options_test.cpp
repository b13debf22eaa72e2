#include "training/options.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace brigade::training {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const ProgramWords kProgram{.name = "brigade-train", .has_sharding = true};
const ProgramWords kByHand{.name = "brigade-train-by-hand"};

TrainOptions parse(std::vector<const char *> arguments, std::int64_t ranks = 8) {
  arguments.insert(arguments.begin(), "brigade-train");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data(), ranks, kProgram)
      .options;
}

// The message that the command line is refused with, or "accepted".
std::string refusal(std::vector<const char *> arguments, std::int64_t ranks = 8) {
  try {
    parse(std::move(arguments), ranks);
  } catch (const InputError &error) {
    return error.what();
  }
  return "accepted";
}

TEST(TrainOptions, DefaultsAreThoseOfTheContract) {
  const TrainOptions options = parse({});
  EXPECT_EQ(options.data_size, 2);
  EXPECT_EQ(options.model_size, 4);
  EXPECT_EQ(options.data, "digits");
  EXPECT_EQ(options.hidden, (std::vector<std::int64_t>{128, 128}));
  EXPECT_EQ(options.activation, Activation::relu);
  EXPECT_EQ(options.epochs, 20);
  EXPECT_EQ(options.batch, 64);
  EXPECT_EQ(options.optimizer.kind, OptimizerKind::sgd);
  EXPECT_EQ(options.optimizer.learning_rate, 0.1);
  EXPECT_EQ(options.optimizer.momentum, 0.9);
}

TEST(TrainOptions, TheDefaultMeshHasAsManyDevicesAsThereAreRanks) {
  for (std::int64_t ranks = 1; ranks <= 64; ++ranks) {
    const MeshSizes mesh = default_mesh(ranks);
    EXPECT_EQ(mesh.data * mesh.model, ranks);
  }
  EXPECT_EQ(default_mesh(7).data, 7);
  EXPECT_EQ(default_mesh(12).model, 4);
}

TEST(TrainOptions, AreReadFromTheCommandLine) {
  const TrainOptions options = parse(
      {"--mesh", "model=3,data=2", "--hidden", "5,1,7", "--activation", "tanh", "--optimizer",
       "adam", "--epochs", "3", "--batch", "9", "--seed", "11", "--json", "r.json", "--quiet"},
      6);
  EXPECT_EQ(options.data_size, 2);
  EXPECT_EQ(options.model_size, 3);
  EXPECT_EQ(options.hidden, (std::vector<std::int64_t>{5, 1, 7}));
  EXPECT_EQ(options.activation, Activation::tanh);
  EXPECT_EQ(options.optimizer.kind, OptimizerKind::adam);
  EXPECT_EQ(options.optimizer.learning_rate, 0.001);
  EXPECT_EQ(options.epochs, 3);
  EXPECT_EQ(options.batch, 9);
  EXPECT_EQ(options.seed, 11U);
  EXPECT_EQ(options.report_path, "r.json");
  EXPECT_TRUE(options.quiet);
  EXPECT_TRUE(parse({"--hidden", "none"}).hidden.empty());
  EXPECT_EQ(parse({"--mesh", "data=8"}).model_size, 1);
}

TEST(TrainOptions, AMeshOfAnotherSizeIsRefusedWithOneThatWouldWork) {
  const std::string message = refusal({"--mesh", "data=2,model=3"});
  EXPECT_THAT(message, HasSubstr("data=2,model=3 has 6 devices and 8 ranks are running"));
  EXPECT_THAT(message, HasSubstr("--mesh data=2,model=4 would work, or 6 ranks (-n 6)"));
}

TEST(TrainOptions, WhatCannotWorkIsRefusedInOneLineThatNamesIt) {
  const std::pair<std::vector<const char *>, const char *> cases[] = {
      {{"--mesh", "data=2,pipe=4"}, "'pipe'"},
      {{"--mesh", "data=2,data=4"}, "twice"},
      {{"--mesh", "8"}, "'8'"},
      {{"--mesh", "data=-8,model=-1"}, "'-8'"},
      {{"--mesh", "data=0"}, "'0'"},
      {{"--mesh", ""}, "''"},
      {{"--report", ""}, "--report is ''"},
      {{"--plot", "-"}, "--plot is '-'"},
      {{"--trace", "-"}, "--trace is '-'"},
      {{"--hidden", "128,0"}, "'0'"},
      {{"--hidden", "128,"}, "''"},
      {{"--hidden", "-1"}, "'-1'"},
      {{"--hidden", "99999999999"}, "'99999999999'"},
      {{"--epochs", "0"}, "--epochs is '0'"},
      {{"--epochs", "-3"}, "--epochs is '-3'"},
      {{"--batch", "0"}, "--batch is '0'"},
      {{"--batch", "6.5"}, "--batch is '6.5'"},
      {{"--lr", "0"}, "--lr is '0'"},
      {{"--lr", "nan"}, "--lr is 'nan'"},
      {{"--lr", "fast"}, "--lr is 'fast'; a number above 0 is expected"},
      {{"--lr", "1e400"}, "--lr is '1e400'"},
      {{"--lr", ""}, "--lr is ''"},
      {{"--momentum", "1"}, "--momentum is '1'"},
      {{"--activation", "sin"}, "sin"},
      {{"--optimizer", "lion"}, "lion"},
      {{"--seed", "-1"}, "--seed is '-1'"},
      {{"--hiden", "3"}, "there is no option --hiden (did you mean '--hidden'?)"},
      {{"--frobnicate=3"}, "there is no option --frobnicate (brigade-train --help"},
      {{"--epochs"}, "--epochs"},
  };
  for (const auto &[arguments, word] : cases) {
    const std::string message = refusal(arguments);
    EXPECT_THAT(message, HasSubstr(word)) << ::testing::PrintToString(arguments);
    EXPECT_THAT(message, Not(HasSubstr("\n"))) << ::testing::PrintToString(arguments);
  }
}

TEST(TrainOptions, HelpListsTheOptionsAndExamples) {
  const char *arguments[] = {"brigade-train", "--help"};
  const std::string text = parse_command_line(2, arguments, 8, kProgram).text;
  for (const char *word : {"--mesh", "--data", "--hidden", "--activation", "--epochs", "--batch",
                           "--optimizer", "--lr", "--momentum", "--seed", "--report", "--trace",
                           "--plot", "--quiet", "--sharding", "Examples:"})
    EXPECT_THAT(text, HasSubstr(word));
}

TEST(TrainOptions, HelpFitsATerminalOf80Columns) {
  for (const ProgramWords &program : {kProgram, kByHand}) {
    const char *arguments[] = {"brigade-train", "--help"};
    std::istringstream text(parse_command_line(2, arguments, 8, program).text);
    for (std::string line; std::getline(text, line);)
      EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST(TrainOptions, OnlyOneProgramCanBeToldHowToCut) {
  EXPECT_EQ(parse({}).sharding, "dp+tp");
  EXPECT_EQ(parse({"--sharding", "auto"}).sharding, "auto");
  const std::string both = refusal({"--sharding", "auto", "--implicit-communication", "error"});
  EXPECT_THAT(both, HasSubstr("error holds a plan to a table, and --sharding auto has none"));
  EXPECT_THAT(both, HasSubstr("use warn"));
  EXPECT_EQ(refusal({"--sharding", "auto", "--implicit-communication", "warn"}), "accepted");
  EXPECT_EQ(refusal({"--sharding", ""}),
            "--sharding is ''; dp, tp, dp+tp, auto or the name of a file is expected");
  const char *arguments[] = {"brigade-train-by-hand", "--sharding", "dp"};
  EXPECT_EQ(parse_command_line(1, arguments, 8, kByHand).options.sharding, "by hand");
  try {
    (void)parse_command_line(3, arguments, 8, kByHand);
    FAIL() << "accepted";
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("(brigade-train-by-hand --help lists the options)"));
  }
}

} // namespace
} // namespace brigade::training
