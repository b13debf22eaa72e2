#include "trainer.hpp"

#include "shardings.hpp"
#include "step.hpp"

#include "brigade/comm/communication_time.hpp"
#include "brigade/runtime/jit/jit.hpp"

#include <string>
#include <utility>

namespace brigade::train {

namespace {

// Where a table says it all, values go where it leads; nothing is chosen instead.
Passes passes_for(const training::TrainOptions &options) {
  return {.choose = options.sharding == "auto"};
}
bool is_traced(const training::TrainOptions &options) { return !options.trace_path.empty(); }
// One element a device.
NamedSharding over_all(const Mesh &mesh) { return {mesh, P(axes("data", "model"))}; }

template <class Optimizer>
StepShardings<Optimizer> shardings_for(const training::TrainerSettings &settings,
                                       const Optimizer &optimizer) {
  return step_shardings(
      settings.options,
      table_for(settings.runtime, settings.options.sharding, settings.shape.sizes.size() - 1),
      settings.shape.sizes, optimizer, settings.options.sharding == "auto",
      profile_for(settings.runtime));
}

template <class Optimizer>
auto jitted_step(const training::TrainerSettings &settings,
                 const StepShardings<Optimizer> &shardings, const Optimizer &optimizer) {
  return jit(training_step(std::string(to_string(settings.shape.activation)), optimizer),
             {.in_shardings = {shardings.params, shardings.state, shardings.x, shardings.labels,
                               over_all(settings.options.mesh())},
              .out_shardings = {shardings.params, shardings.state, {}, {}, {}},
              .donate = {0, 1},
              .argument_names = kStepArguments,
              .name = "step",
              .profile = profile_for(settings.runtime),
              .passes = passes_for(settings.options),
              .implicit_communication = settings.options.implicit_communication,
              .check_replicas = settings.options.check_replicas,
              .profile_operations = is_traced(settings.options)});
}

template <class Optimizer> class Trainer : public training::Trainer {
public:
  Trainer(const training::TrainerSettings &settings, const Optimizer &optimizer)
      : runtime_(settings.runtime), features_(settings.shape.sizes.front()),
        activation_(to_string(settings.shape.activation)),
        shardings_(shardings_for(settings, optimizer)),
        step_(jitted_step(settings, shardings_, optimizer)),
        count_(jit(correct_predictions(activation_),
                   {.in_shardings = {shardings_.params, shardings_.x, shardings_.labels},
                    .out_shardings = {ArgumentSharding()},
                    .name = "count",
                    .profile = profile_for(settings.runtime),
                    .passes = passes_for(settings.options),
                    .implicit_communication = settings.options.implicit_communication,
                    .check_replicas = settings.options.check_replicas,
                    .profile_operations = is_traced(settings.options)})),
        stop_requests_(Array::empty(runtime_, {runtime_.device_count()}, DType::f32,
                                    over_all(settings.options.mesh()))) {
    const auto first =
        jit(first_network(settings.shape.sizes, activation_, settings.options.seed, optimizer),
            {.out_shardings = {shardings_.params, shardings_.state}, .name = "first_network"});
    network_ = first();
    // Plans are made here, so that no step has to wait for one.
    for (const std::int64_t rows : settings.train_batches) {
      make_batch(rows);
      step_.compile(network_.params, network_.state, x_, labels_, stop_requests_);
    }
    for (const std::int64_t rows : settings.test_batches) {
      make_batch(rows);
      count_.compile(network_.params, x_, labels_);
    }
  }

  training::BatchPlace place_for(std::int64_t own_rows, std::int64_t rows) override {
    if (!x_.has_value() || x_.shape()[0] != rows)
      make_batch(rows);
    return {{reinterpret_cast<float *>(x_.mutable_data()),
             static_cast<std::size_t>(own_rows * features_)},
            {reinterpret_cast<std::int32_t *>(labels_.mutable_data()),
             static_cast<std::size_t>(own_rows)}};
  }

  training::StepResult step(bool asked_to_stop) override {
    const double started = computed();
    stop_requests_.mutable_shard<float>().fill(asked_to_stop ? 1 : 0);
    auto after = step_(network_.params, network_.state, x_, labels_, stop_requests_);
    network_ = {std::move(after.params), std::move(after.state)};
    compute_seconds_ += computed() - started;
    return {number(after.loss), static_cast<std::int64_t>(number(after.correct)),
            number(after.stop) > 0};
  }

  // Every rank has the sum over the whole batch.
  std::int64_t count_correct() override {
    const auto correct = static_cast<std::int64_t>(number(count_(network_.params, x_, labels_)));
    return runtime_.rank() == 0 ? correct : 0;
  }

  std::string planned_for() const override { return profile_for(runtime_).name; }
  double compute_seconds() const override { return compute_seconds_; }
  std::int64_t arena_bytes() const override {
    return static_cast<std::int64_t>(step_.arena_bytes() + count_.arena_bytes());
  }

private:
  using Step = decltype(jit(training_step(std::string(), std::declval<Optimizer>())));
  using Count = decltype(jit(correct_predictions(std::string())));

  void make_batch(std::int64_t rows) {
    x_ = Array::empty(runtime_, {rows, features_}, DType::f32, *shardings_.x.named());
    labels_ = Array::empty(runtime_, {rows}, DType::i32, *shardings_.labels.named());
  }
  static double computed() { return processor_seconds() - communication_processor_seconds(); }
  static double number(const Array &scalar) { return scalar.shard<float>()(); }

  Runtime &runtime_;
  std::int64_t features_;
  std::string activation_;
  StepShardings<Optimizer> shardings_;
  Step step_;
  Count count_;
  Network<typename Optimizer::template State<Array>, Array> network_;
  Array x_, labels_, stop_requests_;
  double compute_seconds_ = 0;
};

} // namespace

Plan plan_of_step(const training::TrainerSettings &settings) {
  return with_optimizer(settings.options.optimizer, [&](const auto &optimizer) {
    const nn::Mlp<TensorType> params = parameter_types(settings.shape.sizes);
    const std::int64_t rows = settings.options.batch;
    const TensorType x{DType::f32, {rows, settings.shape.sizes.front()}},
        labels{DType::i32, {rows}}, stop_requests{DType::f32, {settings.runtime.device_count()}};
    return jitted_step(settings, shardings_for(settings, optimizer), optimizer)
        .plan(params, optimizer.types(params), x, labels, stop_requests);
  });
}

std::unique_ptr<training::Trainer> make_trainer(const training::TrainerSettings &settings) {
  return with_optimizer(
      settings.options.optimizer, [&](const auto &optimizer) -> std::unique_ptr<training::Trainer> {
        return std::make_unique<Trainer<std::remove_cvref_t<decltype(optimizer)>>>(settings,
                                                                                   optimizer);
      });
}

} // namespace brigade::train
