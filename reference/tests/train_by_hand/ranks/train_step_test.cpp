#include "serial_training.hpp"

#include "train_by_hand/train_step.hpp"

#include "brigade/tracer/ledger.hpp"
#include "brigade/tracer/traffic_formula.hpp"
#include "ranks/runtime.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace brigade::by_hand {
namespace {

struct MeshShape {
  std::int64_t data, model;
};

// Every way to lay this job's ranks on {data, model}.
std::vector<MeshShape> meshes() {
  std::vector<MeshShape> all;
  const std::int64_t ranks = testing::runtime().device_count();
  for (std::int64_t data = 1; data <= ranks; ++data)
    if (ranks % data == 0)
      all.push_back({data, ranks / data});
  return all;
}

Mesh make_mesh(const MeshShape &sizes) {
  return Mesh(DeviceGrid({sizes.data, sizes.model}), {"data", "model"});
}

// Odd and even numbers of layers; sizes that do not divide, and fewer units than ranks.
const std::vector<MlpShape> kShapes = {
    {{7, 5}, Activation::relu},
    {{7, 16, 5}, Activation::tanh},
    {{7, 10, 9, 5}, Activation::relu},
    {{6, 3, 8, 5, 4}, Activation::tanh},
};

// Global batches of successive steps: one that divides evenly, one that does not, one with fewer
// rows than ranks.
constexpr std::int64_t kBatches[] = {24, 22, 3};
constexpr std::int64_t kLargestBatch = 24;

template <class T> class Story {
public:
  Story(const MeshShape &sizes, const MlpShape &shape, const OptimizerOptions &optimizer)
      : sizes_(sizes), shape_(shape), step_(testing::runtime(), make_mesh(sizes), shape, optimizer,
                                            5, (kLargestBatch + sizes.data - 1) / sizes.data) {}

  std::int64_t global_rows(std::uint64_t number) const { return kBatches[number % 3]; }
  Interval own_rows(std::uint64_t number) {
    return block_of(global_rows(number), sizes_.data, step_.groups().data().rank());
  }

  StepResult run(std::uint64_t number, bool asked_to_stop = false) {
    const Batch<T> batch(global_rows(number), shape_, number);
    const Interval own = own_rows(number);
    const MatrixView<T> features = step_.features(own.size());
    std::copy_n(batch.features.data() + own.begin * features.columns, features.size(),
                features.data);
    std::copy_n(batch.labels.data() + own.begin, own.size(), step_.labels(own.size()).data());
    return step_.run(own.size(), global_rows(number), asked_to_stop);
  }

  TrainStep<T> &step() { return step_; }

private:
  MeshShape sizes_;
  const MlpShape &shape_;
  TrainStep<T> step_;
};

std::string describe(const MeshShape &mesh, const MlpShape &shape) {
  return fmt::format("mesh {{{}, {}}}, sizes {}", mesh.data, mesh.model,
                     fmt::join(shape.sizes, "-"));
}

// Another mesh adds the same terms in another order, so a step's gradients (near 1) differ by about
// an epsilon. Momentum adds up ten steps of them, and every step does it again.
template <class T> double allowed(int steps) {
  return static_cast<double>(std::numeric_limits<T>::epsilon()) * 10 * steps;
}

template <class T> void expect_the_serial_curve(const OptimizerOptions &optimizer, int steps) {
  for (const MeshShape &mesh : meshes())
    for (const MlpShape &shape : kShapes) {
      SCOPED_TRACE(describe(mesh, shape));
      Story<T> story(mesh, shape, optimizer);
      SerialTraining<T> serial(shape, optimizer, 5);
      double worst = 0;
      for (int number = 0; number < steps; ++number) {
        const auto n = static_cast<std::uint64_t>(number);
        const Batch<T> batch(story.global_rows(n), shape, n);
        const double difference =
            std::abs(story.run(n).loss - serial.step(batch.features, batch.labels));
        worst = std::isnan(difference) ? std::numeric_limits<double>::infinity()
                                       : std::max(worst, difference);
      }
      EXPECT_LE(worst, allowed<T>(steps))
          << 100 * worst / allowed<T>(steps) << " % of what is allowed";
    }
}

TEST(TrainStepOnAMesh, HasTheLossesOfOneDeviceInDoubleForFiftySteps) {
  expect_the_serial_curve<double>({.learning_rate = 0.1}, 50);
}
TEST(TrainStepOnAMesh, HasTheLossesOfOneDeviceInFloatForTenSteps) {
  expect_the_serial_curve<float>({.learning_rate = 0.1}, 10);
}
TEST(TrainStepOnAMesh, HasTheLossesOfOneDeviceWithAdam) {
  expect_the_serial_curve<double>({.kind = OptimizerKind::adam, .learning_rate = 0.01}, 50);
}

// Bits as integers: of equal ones the largest and the smallest of all ranks are the same.
void expect_the_same_bits(const Group &group, std::span<const float> values) {
  std::vector<std::int32_t> most(values.size()), least(values.size());
  std::ranges::transform(values, most.begin(),
                         [](float value) { return std::bit_cast<std::int32_t>(value); });
  least = most;
  all_reduce<std::int32_t>(group, most, ReduceOp::max);
  all_reduce<std::int32_t>(group, least, ReduceOp::min);
  EXPECT_EQ(most, least) << "among the ranks of " << group.name();
}

TEST(TrainStepOnAMesh, KeepsReplicasEqualBitForBitAfterEachStep) {
  for (const MeshShape &mesh : meshes())
    for (const MlpShape &shape : kShapes) {
      SCOPED_TRACE(describe(mesh, shape));
      Story<float> story(mesh, shape, {.learning_rate = 0.1});
      for (std::uint64_t number = 0; number < 6; ++number) {
        story.run(number);
        const Parameters<float> &parameters = story.step().parameters();
        expect_the_same_bits(story.step().groups().data(), parameters.values());
        expect_the_same_bits(story.step().groups().mesh(), parameters.replicated_values());
      }
    }
}

TEST(TrainStepOnAMesh, SendsTheBytesOfItsFormulas) {
  Ledger &ledger = Ledger::instance();
  for (const MeshShape &mesh : meshes())
    for (const MlpShape &shape : kShapes) {
      SCOPED_TRACE(describe(mesh, shape));
      Story<double> story(mesh, shape, {});
      MeshGroups &groups = story.step().groups();
      ledger.clear();
      ledger.set_on(true);
      story.run(0);
      ledger.set_on(false);

      auto bytes_over = [](const Group &group, std::int64_t count) {
        return group.size() == 1
                   ? 0
                   : traffic::all_reduce(count, sizeof(double), group.size(), group.rank());
      };
      // Every parameter is padded to a cache line of 8 doubles; the summary takes one.
      auto lines = [](std::int64_t count) { return (count + 7) / 8 * 8; };
      const std::int64_t rows = story.own_rows(0).size();
      std::int64_t over_model = 0, replicated = 8, blocks = 0;
      for (std::size_t i = 0; i < story.step().plans().size(); ++i) {
        const LayerPlan &plan = story.step().plans()[i];
        switch (plan.kind) {
        case LayerKind::column_parallel:
          blocks +=
              lines(plan.inputs * plan.local_outputs.size()) + lines(plan.local_outputs.size());
          if (i > 0)
            over_model += bytes_over(groups.model(), rows * plan.inputs);
          break;
        case LayerKind::row_parallel:
          blocks += lines(plan.local_inputs.size() * plan.outputs);
          replicated += lines(plan.outputs);
          over_model += bytes_over(groups.model(), rows * plan.outputs);
          break;
        case LayerKind::replicated:
          replicated += lines(plan.inputs * plan.outputs) + lines(plan.outputs);
          break;
        }
      }
      std::map<std::string, std::int64_t> expected, sent;
      auto expect = [&](const Group &group, std::int64_t bytes) {
        if (bytes > 0)
          expected[group.name()] += bytes;
      };
      expect(groups.model(), over_model);
      expect(groups.data(), bytes_over(groups.data(), blocks));
      expect(groups.mesh(), bytes_over(groups.mesh(), replicated));
      for (const auto &[key, total] : ledger.totals()) {
        EXPECT_EQ(key.first, "all_reduce");
        if (total.bytes > 0)
          sent[key.second] += total.bytes;
      }
      EXPECT_EQ(sent, expected);
      ledger.clear();
    }
}

TEST(TrainStepOnAMesh, HasTheGradientsOfItsLoss) {
  // Along data every rank holds all parameters, so all can move the same one.
  const MeshShape mesh{testing::runtime().device_count(), 1};
  const MlpShape shape{{4, 6, 5, 3}, Activation::tanh};
  // A learning rate of 0: a step computes loss and gradients, and stays where it is.
  Story<double> story(mesh, shape, {.learning_rate = 0});
  Parameters<double> &parameters = story.step().parameters();
  story.run(1);
  const std::vector<double> gradients(parameters.gradients().begin(), parameters.gradients().end());
  const double h = std::cbrt(std::numeric_limits<double>::epsilon());
  for (std::size_t i = 0; i < shape.sizes.size() - 1; ++i)
    for (Interval places : {parameters.layer(i).weight_places, parameters.layer(i).bias_places})
      for (std::int64_t place = places.begin; place < places.end; ++place) {
        double &value = parameters.values()[static_cast<std::size_t>(place)];
        const double kept = value;
        value = kept + h;
        const double above = story.run(1).loss;
        value = kept - h;
        const double below = story.run(1).loss;
        value = kept;
        // h² of the third derivative, and the loss's own rounding (a sum of the batch) over h.
        const double error =
            10 * h * h + std::numeric_limits<double>::epsilon() * kLargestBatch / h;
        EXPECT_NEAR((above - below) / (2 * h), gradients[static_cast<std::size_t>(place)], error)
            << "layer " << i << ", place " << place;
      }
}

TEST(TrainStepOnAMesh, TellsAllRanksThatOneWasAskedToStop) {
  const int last = testing::runtime().device_count() - 1;
  for (const MeshShape &mesh : meshes()) {
    Story<float> story(mesh, kShapes[2], {});
    EXPECT_FALSE(story.run(0).stop);
    EXPECT_TRUE(story.run(1, testing::runtime().rank() == last).stop);
  }
}

TEST(TrainStepOnAMesh, CountsTheRowsThatItPredicted) {
  const MlpShape shape{{6, 8, 4}, Activation::relu};
  for (const MeshShape &mesh : meshes()) {
    Story<float> story(mesh, shape, {.learning_rate = 0.1});
    std::int64_t correct = 0;
    for (int number = 0; number < 300; ++number)
      correct = story.run(2).correct; // three rows, again and again
    EXPECT_EQ(correct, 3);
  }
}

} // namespace
} // namespace brigade::by_hand
