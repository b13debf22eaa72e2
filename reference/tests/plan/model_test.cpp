#include "plan/plan_command.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

// brigade-plan --model: a step of training in place of a program's file.
namespace brigade {
namespace {

using ::testing::HasSubstr;

class Model : public PlanCommand {
protected:
  Captured plan_of(std::vector<std::string> options) {
    options.insert(options.begin(), BRIGADE_PLAN);
    return capture(options);
  }
  std::string error_of(const std::vector<std::string> &options) {
    const Captured run = plan_of(options);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    return run.err;
  }
};

const char *const kDataParallel = "x: [data, -]\n"
                                  "labels: [data]\n"
                                  "model.layers.*.weight: [-, -]\n"
                                  "model.layers.*.bias: [-]\n";

// The gradients of all layers, and the loss, are sums over the devices: one bucket.
TEST_F(Model, MlpInDataParallelReducesItsGradientsTogether) {
  const Captured run = plan_of({"--model", "mlp:16,12,5", "--mesh", "data=4", "--sharding",
                                file("dp.txt", kDataParallel), "--passes",
                                "propagate,partition,cleanup", "--json", "-", "--run", "4"});
  ASSERT_EQ(run.status, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json.at("values").at("model.layers.1.weight"), "[-, -]");
  EXPECT_EQ(json.at("values").at("x"), "[data, -]");
  ASSERT_EQ(json.at("collectives").size(), 1) << json.at("collectives");
  const auto &collective = json.at("collectives")[0];
  EXPECT_EQ(collective.at("kind"), "all_reduce");
  EXPECT_EQ(collective.at("bytes"), 2 * 3 / 4.0 * 4 * (16 * 12 + 12 + 12 * 5 + 5 + 1));
  EXPECT_LE(json.at("max_rel_difference").get<double>(), 1e-5);
}

TEST_F(Model, HasTheSizesOfTheTrainerUnlessTold) {
  const Captured run = plan_of({"--model", "mlp", "--mesh", "data=2,model=4", "--json", "-"});
  ASSERT_EQ(run.status, 0) << run.err;
  const std::string program = nlohmann::json::parse(run.out).at("program");
  EXPECT_THAT(program, HasSubstr("model.layers.0.weight: f32[64, 128]"));
  EXPECT_THAT(program, HasSubstr("model.layers.2.weight: f32[128, 10]"));
  EXPECT_THAT(program, HasSubstr("x: f32[64, 64]"));
}

TEST_F(Model, SaysWhereNothingIsCutAndWhatWouldCutIt) {
  const std::vector<std::string> mlp{"--model", "mlp", "--mesh", "x=4"};
  const auto warning_with = [&](const std::vector<std::string> &more) {
    std::vector<std::string> options = mlp;
    options.insert(options.end(), more.begin(), more.end());
    const Captured run = plan_of(options);
    EXPECT_EQ(run.status, 0) << run.err;
    return run.err;
  };
  EXPECT_EQ(warning_with({}),
            "brigade: warning: nothing is cut: each of the 4 devices of {x: 4} holds and computes "
            "all of it; --auto lets the planner cut, --sharding FILE a table with lines such as "
            "model.layers.0.weight: [x, -]\n");
  EXPECT_EQ(warning_with({"--auto"}), "");
  EXPECT_EQ(warning_with({"--sharding", file("x.txt", "model.layers.0.weight: [x, -]\n")}), "")
      << "the line that it names works";
  const Captured second = plan_of({"--model", "mlp", "--mesh", "data=1,model=4"});
  EXPECT_THAT(second.err, HasSubstr("model.layers.0.weight: [model, -]"));
  const Captured uncut = plan_of({"--model", "mlp", "--mesh", "data=1,model=4", "--sharding",
                                  file("data.txt", "model.layers.0.weight: [data, -]\n")});
  EXPECT_THAT(uncut.err, HasSubstr("nothing is cut")) << "one device along data holds all of it";
  const Captured alone = plan_of({"--model", "mlp", "--mesh", "x=1"});
  EXPECT_EQ(alone.err, "") << "one device has all of it in any case";
}

// Sizes that do not divide. What the planner chooses instead is another test's.
TEST_F(Model, TransformerIsCutAsByHandAndComputesOnRanksWhatOneDeviceDoes) {
  const Captured run = plan_of({"--model",      "transformer",
                                "--layers",     "1",
                                "--width",      "12",
                                "--heads",      "3",
                                "--sequence",   "5",
                                "--vocabulary", "17",
                                "--batch",      "3",
                                "--mesh",       "data=2,model=2",
                                "--passes",     "propagate,partition,cleanup",
                                "--json",       "-",
                                "--run",        "4"});
  ASSERT_EQ(run.status, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  const auto &values = json.at("values");
  EXPECT_EQ(values.at("tokens"), "[data, -]");
  EXPECT_EQ(values.at("model.layers.0.attention.query"), "[-, model, -]");
  EXPECT_EQ(values.at("model.layers.0.down.weight"), "[model, -]");
  EXPECT_LE(json.at("max_rel_difference").get<double>(), 1e-5);
  EXPECT_THAT(json.at("program").get<std::string>(), HasSubstr("f32[12, 3, 4]"));
}

TEST_F(Model, LayersThatAreCallsComputeOnRanksWhatOneDeviceDoes) {
  const Captured run = plan_of({"--model",
                                "transformer",
                                "--calls",
                                "--layers",
                                "3",
                                "--width",
                                "12",
                                "--heads",
                                "3",
                                "--sequence",
                                "5",
                                "--vocabulary",
                                "17",
                                "--batch",
                                "3",
                                "--mesh",
                                "data=2,model=2",
                                "--json",
                                "-",
                                "--run",
                                "4"});
  ASSERT_EQ(run.status, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_LE(json.at("max_rel_difference").get<double>(), 1e-5);
  EXPECT_THAT(json.at("partitioned").get<std::string>(), HasSubstr("call @layer.backward("));
}

// As Shoeybi et al. (2019) have it: two a layer forwards and two backwards, of activations; and one
// each of the embedding's result, and of the head's gradient.
TEST_F(Model, TransformerOfTheSizesThatItHasUnlessToldIsReducedAsByHand) {
  // Of layers that are calls the search finds a plan that is cheaper than people's.
  for (const std::vector<std::string> &layers :
       {std::vector<std::string>{}, {"--calls", "--passes", "propagate,partition,cleanup"}}) {
    std::vector<std::string> options{"--model",        "transformer", "--mesh",
                                     "data=2,model=4", "--json",      "-"};
    options.insert(options.end(), layers.begin(), layers.end());
    const Captured run = plan_of(options);
    ASSERT_EQ(run.status, 0) << run.err;
    const auto json = nlohmann::json::parse(run.out);
    EXPECT_TRUE(json.at("replications").empty()) << json.at("replications");
    const double activations = 4 * 128 * 512 * 4; // bytes of half of eight texts
    int of_activations = 0;
    for (const auto &collective : json.at("collectives")) {
      EXPECT_EQ(collective.at("kind"), "all_reduce");
      of_activations += collective.at("axes") == nlohmann::json{"model"} &&
                        collective.at("bytes") == 2 * 3 / 4.0 * activations;
    }
    EXPECT_EQ(of_activations, 2 * (2 + 2) + 2) << testing::PrintToString(layers);
  }
}

// Each search ends somewhere else, at a cost that is a little more or less.
TEST_F(Model, LayersThatAreCallsAreCutAboutAsWellAsByHandAndAsLayersWrittenOut) {
  const auto seconds = [this](const std::string &mesh, const std::vector<std::string> &more) {
    std::vector<std::string> options{"--model", "transformer", "--layers", "4",
                                     "--mesh",  mesh,          "--json",   "-"};
    options.insert(options.end(), more.begin(), more.end());
    const Captured run = plan_of(options);
    EXPECT_EQ(run.status, 0) << run.err;
    return nlohmann::json::parse(run.out).at("cost").at("total_s").get<double>();
  };
  for (const std::string mesh : {"data=2,model=4", "data=4,model=2", "model=8"}) {
    const double calls = seconds(mesh, {"--calls", "--auto"});
    EXPECT_LE(calls, 1.02 * seconds(mesh, {"--calls"})) << mesh;
    EXPECT_LE(calls, 1.05 * seconds(mesh, {"--auto"})) << mesh;
  }
}

TEST_F(Model, SaysWhereTheTablesOfALongTextStandAndWhatIsShorter) {
  const std::vector<std::string> options{"--model", "transformer", "--layers", "3", "--mesh",
                                         "data=2,model=4"};
  const Captured run = plan_of(options);
  ASSERT_EQ(run.status, 0) << run.err;
  const auto lines = std::ranges::count(run.out, '\n');
  const auto of_tables =
      std::count(run.out.begin() + static_cast<std::ptrdiff_t>(run.out.find("\nCollective ") + 1),
                 run.out.end(), '\n');
  EXPECT_EQ(run.err, fmt::format("brigade: the plan is a text of {} lines; collectives, times and "
                                 "memory are its last {}, which --summary prints alone; with "
                                 "--calls a layer is planned and printed once\n",
                                 lines, of_tables));
  std::vector<std::string> summary = options;
  summary.push_back("--summary");
  const Captured tables = plan_of(summary);
  EXPECT_EQ(tables.err, "");
  EXPECT_EQ(tables.out, run.out.substr(run.out.find("\nCollective ") + 1));
  std::vector<std::string> shorter = options;
  shorter[3] = "1";
  EXPECT_EQ(plan_of(shorter).err, "");
}

TEST_F(Model, TransformerIsLeftOpenWhereTheMeshHasOtherAxesAndForAuto) {
  for (const std::vector<std::string> &options :
       {std::vector<std::string>{"--mesh", "x=2"}, {"--mesh", "model=2", "--auto"}}) {
    std::vector<std::string> all{"--model", "transformer", "--layers", "1", "--json", "-"};
    all.insert(all.end(), options.begin(), options.end());
    const Captured run = plan_of(all);
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_NE(nlohmann::json::parse(run.out).at("reasons").at("model.head").at("reason"),
              "annotated");
  }
}

TEST_F(Model, IsRefusedWithWhatWouldWork) {
  const std::vector<std::string> transformer{"--model", "transformer", "--mesh", "data=2"};
  const auto with = [](std::vector<std::string> options, const std::vector<std::string> &more) {
    options.insert(options.end(), more.begin(), more.end());
    return options;
  };
  EXPECT_THAT(error_of(with(transformer, {"--width", "64", "--heads", "3"})),
              HasSubstr("--width 66 would work"));
  EXPECT_THAT(error_of(with(transformer, {"--layers", "0"})),
              HasSubstr("--layers is '0'; a whole"));
  EXPECT_THAT(error_of({"--model", "mlp", "--mesh", "x=2", "--width", "8"}),
              HasSubstr("--width is of --model transformer"));
  EXPECT_THAT(error_of({"p.txt", "--batch", "8"}), HasSubstr("--batch is of a model"));
  EXPECT_THAT(error_of({"--model", "mlp"}), HasSubstr("--model mlp needs a mesh: add --mesh "));
  EXPECT_THAT(error_of({"--model", "resnet", "--mesh", "x=2"}),
              HasSubstr("--model resnet: there is the model mlp, also with its sizes"));
  EXPECT_THAT(error_of({"--model", "mlp:64", "--mesh", "x=2"}), HasSubstr("as in mlp:64,10"));
  EXPECT_THAT(error_of({"--model", "mlp:64,", "--mesh", "x=2"}), HasSubstr("as in mlp:64,10"));
  EXPECT_THAT(error_of({"--model", "mlp:64,x", "--mesh", "x=2"}), HasSubstr("'x' is no size"));
  EXPECT_THAT(error_of({"--model", "mlp:2000000000,2000000000", "--mesh", "x=2"}),
              HasSubstr("--model mlp:2000000000,2000000000: a f32[2000000000, 2000000000] has more "
                        "than 2^63 - 1 bytes; use smaller sizes"));
  for (const char *model : {"mlp", "transformer"})
    EXPECT_THAT(error_of({"--model", model, "--mesh", "data=4611686018427387904"}),
                HasSubstr("mesh shape [4611686018427387904] has 2^32 devices or more"));
  EXPECT_THAT(error_of({}), HasSubstr("give the file of a program, or --model NAME"));
  EXPECT_THAT(error_of({"a.txt", "--model", "mlp"}), HasSubstr("give one of the two"));
}

} // namespace
} // namespace brigade
