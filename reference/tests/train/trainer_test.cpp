#include "train/shardings.hpp"
#include "train/trainer.hpp"
#include "train_by_hand/initial_weights.hpp"
#include "train_by_hand/trainer.hpp"

#include "brigade/comm/all_reduce.hpp"
#include "brigade/core/random.hpp"
#include "brigade/gspmd/plan_memory.hpp"
#include "brigade/runtime/gather.hpp"
#include "brigade/runtime/jit/jit.hpp"
#include "brigade/tracer/ledger.hpp"
#include "ranks/runtime.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace brigade::train {
namespace {

using training::MlpShape;
using training::TrainOptions;

// Every way to lay this job's ranks on {data, model}.
std::vector<std::pair<std::int64_t, std::int64_t>> meshes() {
  std::vector<std::pair<std::int64_t, std::int64_t>> all;
  const std::int64_t ranks = testing::runtime().device_count();
  for (std::int64_t data = 1; data <= ranks; ++data)
    if (ranks % data == 0)
      all.emplace_back(data, ranks / data);
  return all;
}

// An odd and an even number of layers; sizes that do not divide, and fewer units than ranks.
const std::vector<MlpShape> kShapes = {
    {{7, 10, 9, 5}, Activation::relu},
    {{6, 3, 8, 5, 4}, Activation::tanh},
};

// Successive batches: one that divides evenly, one that does not, one with fewer rows than ranks.
constexpr std::int64_t kBatches[] = {24, 22, 3};

TrainOptions options_for(std::pair<std::int64_t, std::int64_t> mesh, const MlpShape &shape) {
  TrainOptions options;
  options.data_size = mesh.first;
  options.model_size = mesh.second;
  options.hidden.assign(shape.sizes.begin() + 1, shape.sizes.end() - 1);
  options.activation = shape.activation;
  options.batch = kBatches[0];
  options.seed = 5;
  return options;
}

training::TrainerSettings settings_for(const TrainOptions &options, const MlpShape &shape,
                                       const DataShare &share) {
  return {testing::runtime(),
          options,
          shape,
          (options.batch + share.size - 1) / share.size,
          {std::begin(kBatches), std::end(kBatches)},
          {}};
}

/// Steps on batches of random rows.
class Story {
public:
  Story(std::unique_ptr<training::Trainer> trainer, const MlpShape &shape, DataShare share)
      : trainer_(std::move(trainer)), shape_(shape), share_(share) {}

  training::StepResult step(std::uint64_t number, bool asked_to_stop = false) {
    put(number);
    return trainer_->step(asked_to_stop);
  }
  std::int64_t count_correct(std::uint64_t number) {
    put(number);
    std::int64_t correct = trainer_->count_correct();
    all_reduce(testing::runtime().world(), std::span<std::int64_t>(&correct, 1));
    return correct;
  }

private:
  // The rows of batch `number`, of which this rank gets its share.
  void put(std::uint64_t number) {
    const std::int64_t rows = kBatches[number % 3], features = shape_.sizes.front();
    const Interval own = block_of(rows, share_.size, share_.coordinate);
    const training::BatchPlace place = trainer_->place_for(own.size(), rows);
    const RandomStream numbers = RandomStream(99).fold_in(number);
    for (std::size_t i = 0; i < place.features.size(); ++i)
      place.features[i] =
          numbers.uniform<float>(static_cast<std::uint64_t>(own.begin * features) + i) * 2 - 1;
    const RandomStream labels = RandomStream(98).fold_in(number);
    for (std::size_t i = 0; i < place.labels.size(); ++i)
      place.labels[i] = static_cast<std::int32_t>(
          labels.integer(static_cast<std::uint64_t>(own.begin) + i, shape_.sizes.back()));
  }

  std::unique_ptr<training::Trainer> trainer_;
  const MlpShape &shape_;
  DataShare share_;
};

Story planned(const TrainOptions &options, const MlpShape &shape) {
  const DataShare share = data_share(testing::runtime(), options);
  return {make_trainer(settings_for(options, shape, share)), shape, share};
}
Story by_hand(const TrainOptions &options, const MlpShape &shape) {
  const DataShare share = training::share_along_data(testing::runtime(), options);
  return {by_hand::make_trainer(settings_for(options, shape, share)), shape, share};
}

// The same terms are added in another order, so a step's gradients (near 1) differ by about an
// epsilon. Momentum adds up ten steps of them, and every step does it again.
constexpr double allowed(int steps) {
  return static_cast<double>(std::numeric_limits<float>::epsilon()) * 10 * steps;
}

void expect_the_losses_by_hand(training::OptimizerOptions optimizer,
                               const std::vector<const char *> &shardings) {
  constexpr int kSteps = 7;
  for (const auto &mesh : meshes())
    for (const MlpShape &shape : kShapes)
      for (const char *sharding : shardings) {
        TrainOptions options = options_for(mesh, shape);
        options.optimizer = optimizer;
        options.sharding = sharding;
        SCOPED_TRACE(fmt::format("mesh {{{}, {}}}, sizes {}, {}", mesh.first, mesh.second,
                                 fmt::join(shape.sizes, "-"), sharding));
        Story ours = planned(options, shape), theirs = by_hand(options, shape);
        for (std::uint64_t step = 0; step < kSteps; ++step) {
          const training::StepResult got = ours.step(step), expected = theirs.step(step);
          EXPECT_NEAR(got.loss, expected.loss, allowed(kSteps)) << "step " << step;
          EXPECT_EQ(got.correct, expected.correct) << "step " << step;
        }
        EXPECT_EQ(ours.count_correct(1), theirs.count_correct(1));
      }
}

TEST(PlannedTraining, TakesTheMemoryThatItsPlanSays) {
  const MlpShape shape{{64, 256, 256, 10}, Activation::relu};
  for (const auto &mesh : meshes()) {
    TrainOptions options = options_for(mesh, shape);
    options.batch = 128;
    training::TrainerSettings settings =
        settings_for(options, shape, data_share(testing::runtime(), options));
    settings.train_batches = {options.batch};
    std::int64_t took = make_trainer(settings)->arena_bytes();
    all_reduce(testing::runtime().world(), std::span<std::int64_t>(&took, 1), ReduceOp::max);
    const Plan plan = plan_of_step(settings);
    const auto said = static_cast<double>(memory_of(*plan.partitioned, plan.profile).arena_bytes);
    EXPECT_NEAR(static_cast<double>(took), said, 0.1 * said)
        << "mesh {" << mesh.first << ", " << mesh.second << "}";
  }
}

TEST(PlannedTraining, HasTheLossesOfTheOneByHand) {
  expect_the_losses_by_hand({}, {"dp", "tp", "dp+tp", "auto"});
}

TEST(PlannedTraining, HasTheLossesOfTheOneByHandWithAdam) {
  expect_the_losses_by_hand({.kind = training::OptimizerKind::adam, .learning_rate = 0.01},
                            {"dp+tp"});
}

TEST(PlannedTraining, BeginsWithTheSameWeightsBitForBit) {
  const MlpShape shape = kShapes[0];
  const Mesh mesh(DeviceGrid({testing::runtime().device_count()}), {"model"});
  const NamedSharding columns(mesh, P(nullptr, "model"));
  const auto weights = jit(
      [shape] {
        std::vector<Tensor> traced;
        for (const auto &layer :
             nn::initial_mlp(shape.sizes, std::string(to_string(shape.activation)), 5).layers)
          traced.push_back(layer.weight);
        return traced;
      },
      {.out_shardings = {columns}})();
  const auto plans = by_hand::plan_layers(shape, 1, 0);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    xt::xarray<float> expected = xt::zeros<float>(
        {static_cast<std::size_t>(plans[i].inputs), static_cast<std::size_t>(plans[i].outputs)});
    by_hand::draw_initial_weights<float>(plans[i], 5, i,
                                         {expected.data(), plans[i].inputs, plans[i].outputs});
    EXPECT_EQ(gather<float>(weights[i]), expected) << "layer " << i;
  }
}

TEST(PlannedTraining, TellsAllRanksThatOneWasAskedToStop) {
  const bool is_last = testing::runtime().rank() == testing::runtime().device_count() - 1;
  for (const auto &mesh : meshes()) {
    Story story = planned(options_for(mesh, kShapes[0]), kShapes[0]);
    EXPECT_FALSE(story.step(0).stop);
    EXPECT_TRUE(story.step(1, is_last).stop);
    EXPECT_FALSE(story.step(2).stop);
  }
}

using Sent = std::map<std::pair<std::string, std::string>, std::int64_t>;

// What all ranks together send in a step, by kind and axes.
Sent sent_in(Story &story) {
  (void)story.step(0); // the first one plans
  Ledger &ledger = Ledger::instance();
  ledger.clear();
  ledger.set_on(true);
  (void)story.step(0);
  ledger.set_on(false);
  Sent sent;
  for (const auto &[key, total] : ledger.totals()) {
    std::int64_t bytes = total.bytes;
    all_reduce(testing::runtime().world(), std::span<std::int64_t>(&bytes, 1));
    if (bytes > 0)
      sent[key] = bytes;
  }
  ledger.clear();
  return sent;
}

TEST(PlannedTraining, SendsWhatTheOneByHandSendsOrLess) {
  for (const auto &mesh : meshes())
    for (const MlpShape &shape : kShapes) {
      SCOPED_TRACE(fmt::format("mesh {{{}, {}}}, sizes {}", mesh.first, mesh.second,
                               fmt::join(shape.sizes, "-")));
      const TrainOptions options = options_for(mesh, shape);
      Story ours = planned(options, shape), theirs = by_hand(options, shape);
      const Sent planned = sent_in(ours), written = sent_in(theirs);
      const auto total = [](const Sent &sent) {
        std::int64_t bytes = 0;
        for (const auto &entry : sent)
          bytes += entry.second;
        return bytes;
      };
      for (const auto &[key, bytes] : planned)
        EXPECT_TRUE(written.contains(key)) << key.first << " over " << key.second;
      // Where there is one device along data, the 4 bytes that tell of a wish to stop are summed
      // over model too, by all ranks 2 (ranks - 1) times; by hand they travel with the gradients.
      const std::int64_t stop =
          mesh.first == 1 ? 2 * 4 * (testing::runtime().device_count() - 1) : 0;
      const std::pair<std::string, std::string> of_activations{"all_reduce", "model"};
      if (planned.contains(of_activations) && written.contains(of_activations)) {
        EXPECT_LE(planned.at(of_activations), written.at(of_activations) + stop);
      }
      EXPECT_LE(total(planned), total(written));
    }
}

} // namespace
} // namespace brigade::train
