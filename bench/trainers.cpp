// A step of the trainer that is planned against one of the trainer that was written by hand, in
// turn: how long it takes, which collectives it calls, and what they send; and the memory that it
// works in against what its plan said.
//
//   bench-trainers [--pairs 30] [--json FILE]

#include "clock.hpp"
#include "spread.hpp"
#include "step_case.hpp"

#include "train/trainer.hpp"
#include "train_by_hand/trainer.hpp"

#include "brigade/comm/all_reduce.hpp"
#include "brigade/comm/barrier.hpp"
#include "brigade/core/random.hpp"
#include "brigade/gspmd/plan_memory.hpp"
#include "brigade/sharding/block.hpp"
#include "brigade/tracer/ledger.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace brigade;
using bench::StepCase;
using nlohmann::ordered_json;
using training::Trainer;

constexpr double kMostTime = 1.05, kMostTraffic = 1.0, kMostMemory = 1.1;

training::TrainOptions options_for(const StepCase &c, std::int64_t ranks) {
  training::TrainOptions options;
  // As many ranks along data as there are cores, for which all this was made: two.
  options.data_size = ranks % 2 == 0 ? 2 : ranks;
  options.model_size = ranks / options.data_size;
  options.hidden.assign(c.sizes.begin() + 1, c.sizes.end() - 1);
  options.batch = c.batch;
  options.optimizer = {.kind = c.optimizer, .learning_rate = 0.001};
  return options;
}

void put_batch(Trainer &trainer, const StepCase &c, const DataShare &share) {
  const training::BatchPlace place =
      trainer.place_for(block_of(c.batch, share.size, share.coordinate).size(), c.batch);
  const RandomStream stream = RandomStream(2).fold_in(static_cast<std::uint64_t>(share.coordinate));
  std::uint64_t drawn = 0;
  for (float &feature : place.features)
    feature = 0.2F * (stream.uniform<float>(drawn++) - 0.5F);
  for (std::int32_t &label : place.labels)
    label =
        static_cast<std::int32_t>(stream.uniform(drawn++) * static_cast<double>(c.sizes.back()));
}

/// Wall time of a step, from when all ranks begin to when all are done.
double milliseconds(const Runtime &runtime, Trainer &trainer, int calls) {
  barrier(runtime.world());
  const double begin = bench::now();
  for (int i = 0; i < calls; ++i)
    (void)trainer.step(false);
  barrier(runtime.world());
  return 1e3 * (bench::now() - begin) / calls;
}

/// What all ranks do in a step.
struct StepTraffic {
  std::int64_t calls = 0, bytes = 0;
  ordered_json by_kind; ///< "all_reduce over data": {calls, bytes}
};

StepTraffic traffic_of(const Runtime &runtime, Trainer &trainer) {
  Ledger &ledger = Ledger::instance();
  ledger.clear();
  ledger.set_on(true);
  (void)trainer.step(false);
  ledger.set_on(false);
  StepTraffic traffic;
  for (const auto &[key, total] : ledger.totals()) {
    std::array<std::int64_t, 2> both{total.calls, total.bytes};
    all_reduce(runtime.world(), std::span<std::int64_t>(both));
    traffic.calls += both[0];
    traffic.bytes += both[1];
    traffic.by_kind[key.first + " over " + key.second] = {{"calls", both[0]}, {"bytes", both[1]}};
  }
  ledger.clear();
  return traffic;
}

/// Of the rank that works in most, in bytes.
std::int64_t largest_arena(const Runtime &runtime, const Trainer &trainer) {
  std::int64_t bytes = trainer.arena_bytes();
  all_reduce(runtime.world(), std::span<std::int64_t>(&bytes, 1), ReduceOp::max);
  return bytes;
}

ordered_json row(const std::string &name, double value, double bound, const ordered_json &figures) {
  ordered_json made{{"name", name}, {"value", value}, {"bound", bound}, {"sense", "max"}};
  made.update(figures);
  return made;
}

ordered_json measure(Runtime &runtime, const StepCase &c, int pairs) {
  const training::TrainOptions options = options_for(c, runtime.device_count());
  const DataShare share = training::share_along_data(runtime, options);
  training::MlpShape shape;
  shape.sizes = c.sizes;
  const training::TrainerSettings settings{
      runtime, options, shape, (c.batch + share.size - 1) / share.size, {c.batch}, {}};
  const std::unique_ptr<Trainer> planned = train::make_trainer(settings),
                                 by_hand = by_hand::make_trainer(settings);
  for (Trainer *trainer : {planned.get(), by_hand.get()}) {
    put_batch(*trainer, c, share);
    (void)milliseconds(runtime, *trainer, c.calls); // touches the memory
  }
  std::vector<double> ratios, planned_ms, by_hand_ms;
  for (int pair = 0; pair < pairs; ++pair) {
    planned_ms.push_back(milliseconds(runtime, *planned, c.calls));
    by_hand_ms.push_back(milliseconds(runtime, *by_hand, c.calls));
    ratios.push_back(planned_ms.back() / by_hand_ms.back());
  }
  const StepTraffic sent = traffic_of(runtime, *planned),
                    sent_by_hand = traffic_of(runtime, *by_hand);
  const std::string of = fmt::format(".{}_ranks.{}", runtime.device_count(), c.name());
  const auto over = [](std::int64_t a, std::int64_t b) {
    return static_cast<double>(a) / static_cast<double>(b);
  };
  const Plan plan = train::plan_of_step(settings);
  const auto said =
      static_cast<std::int64_t>(memory_of(*plan.partitioned, plan.profile).arena_bytes);
  const std::int64_t took = largest_arena(runtime, *planned);
  ordered_json rows{row("trainers.time" + of, bench::median(ratios), kMostTime,
                        {{"mesh", {{"data", options.data_size}, {"model", options.model_size}}},
                         {"ratio", bench::spread_of(ratios)},
                         {"planned_ms", bench::spread_of(planned_ms)},
                         {"by_hand_ms", bench::spread_of(by_hand_ms)},
                         {"pairs", pairs}}),
                    row("trainers.arena" + of, over(took, said), kMostMemory,
                        {{"bytes", took}, {"planned_bytes", said}})};
  if (sent.calls + sent_by_hand.calls == 0)
    return rows; // one rank sends nothing
  const ordered_json traffic{{"planned", sent.by_kind}, {"by_hand", sent_by_hand.by_kind}};
  rows.push_back(row("trainers.collectives" + of, over(sent.calls, sent_by_hand.calls),
                     kMostTraffic, traffic));
  rows.push_back(
      row("trainers.bytes" + of, over(sent.bytes, sent_by_hand.bytes), kMostTraffic, traffic));
  return rows;
}

} // namespace

int main(int argc, char **argv) {
  return bench::measure_steps(argc, argv,
                              "A step of brigade-train against one of brigade-train-by-hand, "
                              "and its memory against its plan's",
                              measure);
}
