#include "training/plot.hpp"
#include "training/progress.hpp"
#include "training/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace brigade::training {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TrainReport some_report() {
  TrainReport report;
  report.ranks = 8;
  report.sizes = {64, 128, 10};
  report.epochs = {{2.1, 0.4, 0.5}, {0.7, 0.8, 0.75}};
  report.steps = 46;
  report.bytes_by_kind_axis = {{{"all_reduce", "data"}, 1000.5}, {{"all_reduce", "model"}, 24}};
  report.peak_bytes_per_rank = {1, 2};
  report.arena_bytes_per_rank = {3, 4};
  return report;
}

TEST(TrainReport, HasTheFieldsOfTheContract) {
  TrainOptions options;
  options.data_size = 2;
  options.model_size = 4;
  const auto json = nlohmann::json::parse(to_json(some_report(), options));
  EXPECT_EQ(json.at("ranks"), 8);
  EXPECT_EQ(json.at("mesh"), (nlohmann::json{{"data", 2}, {"model", 4}}));
  EXPECT_EQ(json.at("steps"), 46);
  EXPECT_EQ(json.at("train_loss"), (std::vector<double>{2.1, 0.7}));
  EXPECT_EQ(json.at("test_accuracy"), 0.75);
  EXPECT_EQ(json.at("bytes_by_kind_axis").at("all_reduce").at("data"), 1000.5);
  EXPECT_EQ(json.at("peak_bytes_per_rank"), (std::vector<int>{1, 2}));
  EXPECT_EQ(json.at("arena_bytes_per_rank"), (std::vector<int>{3, 4}));
  for (const char *field :
       {"samples_per_second", "step_ms_median", "utilisation", "bytes_sent_per_step"})
    EXPECT_TRUE(json.at(field).is_number()) << field;
  EXPECT_EQ(json.at("interrupted"), false);
}

TEST(TrainReport, NamesTheProfileThatThePlannerChoseFor) {
  TrainReport report = some_report();
  report.profile = "shared_memory";
  TrainOptions options;
  EXPECT_THAT(describe_start(report, options), Not(HasSubstr("profile")))
      << "a table says what is cut, whatever the machine";
  options.sharding = "auto";
  EXPECT_THAT(describe_start(report, options),
              HasSubstr(", auto (for the machine profile shared_memory): "));
  EXPECT_EQ(nlohmann::json::parse(to_json(report, options)).at("profile"), "shared_memory");
  EXPECT_TRUE(nlohmann::json::parse(to_json(some_report(), options)).at("profile").is_null());
}

TEST(TrainReport, HoldsNamesOfFilesThatAreNoText) {
  TrainOptions options;
  options.sharding = "t\xfc.tab";
  options.data = "d\xe4ta";
  const auto json = nlohmann::json::parse(to_json(some_report(), options));
  EXPECT_EQ(json.at("sharding"), "t\uFFFD.tab");
  EXPECT_EQ(json.at("data"), "d\uFFFDta");
}

TEST(TrainReport, WithoutAFinishedEpochHasNoTestAccuracy) {
  TrainReport report = some_report();
  report.epochs.clear();
  EXPECT_TRUE(nlohmann::json::parse(to_json(report, {})).at("test_accuracy").is_null());
  EXPECT_THAT(plot(report), HasSubstr("</svg>"));
}

TEST(Plot, ShowsEveryEpochOfEveryCurve) {
  const std::string svg = plot(some_report());
  EXPECT_THAT(svg, HasSubstr("train, epoch 2: 0.7000"));
  EXPECT_THAT(svg, HasSubstr("train, epoch 2: 0.8000"));
  EXPECT_THAT(svg, HasSubstr("test, epoch 2: 0.7500"));
}

TEST(ProgressBar, FitsTheTerminalAndFills) {
  ProgressState state{.epoch = 3,
                      .epochs = 20,
                      .step = 50,
                      .steps = 100,
                      .loss = 0.5,
                      .accuracy = 0.25,
                      .samples_per_second = 12345,
                      .seconds_left = 7};
  const Terminal wide{.is_terminal = true, .columns = 120};
  const std::string bar = progress_bar(state, wide);
  EXPECT_THAT(bar, HasSubstr("###############..............."));
  EXPECT_THAT(bar, HasSubstr("epoch 3/20"));
  EXPECT_THAT(bar, HasSubstr("50 %  loss 0.5000  accuracy 0.250  12345 samples/s  7 s left"));
  for (int columns : {20, 40, 80, 100})
    EXPECT_LT(progress_bar(state, {.is_terminal = true, .columns = columns}).size(),
              static_cast<std::size_t>(columns));
  // A bar that can be seen, also where there is little room.
  for (int columns : {40, 80})
    EXPECT_THAT(progress_bar(state, {.is_terminal = true, .columns = columns}), HasSubstr("###..."))
        << columns;
}

TEST(ProgressBar, SaysLongTimesAndHugeLossesShortly) {
  const std::string bar = progress_bar({.steps = 1, .loss = 1e30, .seconds_left = 7200},
                                       {.is_terminal = true, .columns = 120});
  EXPECT_THAT(bar, HasSubstr("loss 1.000e+30 "));
  EXPECT_THAT(bar, HasSubstr(" 2 h left"));
}

} // namespace
} // namespace brigade::training
