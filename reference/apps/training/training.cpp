#include "training.hpp"

#include "model_memory.hpp"
#include "peak_memory.hpp"
#include "step_traffic.hpp"

#include "brigade/comm/all_reduce.hpp"
#include "brigade/comm/stop.hpp"
#include "brigade/core/available_memory.hpp"
#include "brigade/core/error.hpp"
#include "brigade/data/batching.hpp"
#include "brigade/data/epoch_order.hpp"
#include "brigade/data/load_dataset.hpp"
#include "brigade/runtime/kernels/gemm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace brigade::training {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Dataset load(const TrainOptions &options, const DataShare &share) {
  return load_dataset(options.data, rows_needed({.batch = options.batch,
                                                 .test_batch = options.batch,
                                                 .epochs = options.epochs,
                                                 .seed = options.seed,
                                                 .share = share}));
}

MlpShape shape_of(const TrainOptions &options, const Dataset &data) {
  MlpShape shape{{data.features()}, options.activation};
  shape.sizes.insert(shape.sizes.end(), options.hidden.begin(), options.hidden.end());
  shape.sizes.push_back(data.classes());
  return shape;
}

// The batches' sizes: of all but the last, and of the last.
std::vector<std::int64_t> sizes_of(const Batching &batches) {
  const std::int64_t first = batches.positions(0).size(),
                     last = batches.positions(batches.steps() - 1).size();
  return first == last ? std::vector{first} : std::vector{first, last};
}

/// A run in progress: the network, the data, and what has been measured so far.
class Run {
public:
  Run(Runtime &runtime, const TrainOptions &options, const TrainerKind &kind, Progress &progress)
      : runtime_(runtime), options_(options), progress_(progress),
        share_(kind.share(runtime, options)), data_(load(options, share_)),
        shape_(shape_of(options, data_)), train_batches_(data_.rows(Split::train), options.batch),
        test_batches_(data_.rows(Split::test), options.batch),
        trainer_(kind.make({runtime, options, checked_shape(), largest_share(),
                            sizes_of(train_batches_), sizes_of(test_batches_)})),
        traffic_(!options.trace_path.empty()) {
    report_.ranks = runtime.device_count();
    report_.profile = trainer_->planned_for();
    report_.train_rows = data_.rows(Split::train);
    report_.test_rows = data_.rows(Split::test);
    report_.sizes = shape_.sizes;
    step_seconds_.reserve(static_cast<std::size_t>(train_batches_.steps()));
  }

  TrainReport train() {
    progress_.print(describe_start(report_, options_));
    for (std::int64_t epoch = 0; epoch < options_.epochs && report_.stopped_by == 0; ++epoch)
      train_epoch(epoch);
    finish_report();
    return std::move(report_);
  }

private:
  std::int64_t largest_share() const {
    const std::int64_t largest_batch =
        std::min(options_.batch, std::max(data_.rows(Split::train), data_.rows(Split::test)));
    return (largest_batch + share_.size - 1) / share_.size;
  }

  // Every rank reads how much is available at another moment, so that they agree on the least.
  const MlpShape &checked_shape() const {
    double available = available_memory_bytes();
    all_reduce(runtime_.world(), std::span<double>(&available, 1), ReduceOp::min);
    check_model_fits(shape_,
                     {.optimizer = options_.optimizer.kind,
                      .number_bytes = sizeof(float),
                      .rows = largest_share(),
                      .model_size = options_.sharding == "dp" ? 1 : options_.model_size,
                      .ranks_on_node = runtime_.ranks_on_this_node()},
                     available);
    return shape_;
  }

  void train_epoch(std::int64_t epoch) {
    const EpochOrder order(report_.train_rows, options_.seed, epoch);
    double loss = 0;
    std::int64_t correct = 0, rows_done = 0;
    traffic_.skip();
    for (std::int64_t step = 0; step < train_batches_.steps(); ++step) {
      const Clock::time_point start = Clock::now();
      const std::int64_t rows = train_batches_.positions(step).size();
      const Interval own = train_batches_.positions(step, share_);
      const BatchPlace place = trainer_->place_for(own.size(), rows);
      data_.fetch(Split::train, order.at(own), place.features, place.labels);
      const StepResult result = trainer_->step(stop_requested() != 0);
      ++report_.steps;
      check_loss(result.loss, epoch);
      loss += result.loss * static_cast<double>(rows);
      correct += result.correct;
      rows_done += rows;
      rows_done_ += rows;
      step_seconds_.push_back(seconds_since(start));
      report_.train_seconds += step_seconds_.back();
      if (result.stop) {
        stop();
        return;
      }
      if (progress_.wants_step())
        progress_.step(state(epoch, loss / static_cast<double>(rows_done),
                             static_cast<double>(correct) / static_cast<double>(rows_done)));
    }
    traffic_.count();
    report_.epochs.push_back({loss / static_cast<double>(rows_done),
                              static_cast<double>(correct) / static_cast<double>(rows_done),
                              test_accuracy()});
    progress_.epoch(state(epoch, 0, 0), report_.epochs.back());
  }

  void check_loss(double loss, std::int64_t epoch) const {
    if (std::isfinite(loss))
      return;
    // Before the first update it cannot be the learning rate's fault.
    const std::string advice =
        report_.steps == 1
            ? fmt::format("look for numbers that are not finite, or huge, in --data {}",
                          options_.data)
            : fmt::format("a smaller --lr than {} may help", options_.optimizer.learning_rate);
    throw Error(fmt::format("the loss is {} at step {} (epoch {}); {}",
                            std::abs(loss), // the sign of a NaN says nothing
                            report_.steps, epoch + 1, advice));
  }

  double test_accuracy() {
    std::int64_t correct = 0;
    for (std::int64_t step = 0; step < test_batches_.steps(); ++step) {
      const Interval own = test_batches_.positions(step, share_);
      const BatchPlace place =
          trainer_->place_for(own.size(), test_batches_.positions(step).size());
      data_.fetch(Split::test, own, place.features, place.labels);
      correct += trainer_->count_correct();
    }
    all_reduce(runtime_.world(), std::span<std::int64_t>(&correct, 1));
    return static_cast<double>(correct) / static_cast<double>(report_.test_rows);
  }

  // All ranks are here after the same step, but perhaps only some have had the signal.
  void stop() {
    traffic_.count();
    std::int32_t signal = stop_requested();
    all_reduce(runtime_.world(), std::span<std::int32_t>(&signal, 1), ReduceOp::max);
    report_.stopped_by = signal;
  }

  ProgressState state(std::int64_t epoch, double loss, double accuracy) const {
    const std::int64_t steps = train_batches_.steps() * options_.epochs;
    const double a_step = report_.train_seconds / static_cast<double>(report_.steps);
    return {.epoch = epoch + 1,
            .epochs = options_.epochs,
            .step = report_.steps,
            .steps = steps,
            .loss = loss,
            .accuracy = accuracy,
            .samples_per_second = static_cast<double>(rows_done_) / report_.train_seconds,
            .seconds_left = a_step * static_cast<double>(steps - report_.steps)};
  }

  // Every rank's number at its place, on every rank.
  std::vector<std::int64_t> from_all_ranks(std::int64_t value) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(report_.ranks));
    values[static_cast<std::size_t>(runtime_.rank())] = value;
    all_reduce(runtime_.world(), std::span<std::int64_t>(values));
    return values;
  }

  void finish_report() {
    traffic_.skip();
    report_.samples_per_second = static_cast<double>(rows_done_) / report_.train_seconds;
    std::ranges::nth_element(step_seconds_, step_seconds_.begin() + static_cast<std::ptrdiff_t>(
                                                                        step_seconds_.size() / 2));
    report_.step_ms_median = 1e3 * step_seconds_[step_seconds_.size() / 2];

    double seconds[2] = {trainer_->compute_seconds(), traffic_.seconds()};
    all_reduce(runtime_.world(), std::span<double>(seconds));
    report_.utilisation = seconds[0] / (seconds[0] + seconds[1]);

    // Every rank has called the same collectives, so all have the same keys in the same order.
    for (const auto &[key, total] : traffic_.totals()) {
      double bytes = static_cast<double>(total.bytes);
      all_reduce(runtime_.world(), std::span<double>(&bytes, 1));
      bytes /= static_cast<double>(report_.ranks * report_.steps);
      report_.bytes_by_kind_axis[key] = bytes;
      report_.bytes_sent_per_step += bytes;
    }
    report_.arena_bytes_per_rank = from_all_ranks(trainer_->arena_bytes());
    report_.peak_bytes_per_rank = from_all_ranks(peak_memory_bytes());
  }

  Runtime &runtime_;
  const TrainOptions &options_;
  Progress &progress_;
  DataShare share_;
  Dataset data_;
  MlpShape shape_;
  Batching train_batches_, test_batches_;
  std::unique_ptr<Trainer> trainer_;
  StepTraffic traffic_;
  TrainReport report_;
  std::vector<double> step_seconds_;
  std::int64_t rows_done_ = 0;
};

} // namespace

TrainReport train(Runtime &runtime, const TrainOptions &options, const TrainerKind &kind,
                  Progress &progress) {
  set_blas_threads(1, runtime.ranks_on_this_node(),
                   runtime.cores()); // a rank is a device is a core
  return Run(runtime, options, kind, progress).train();
}

} // namespace brigade::training
