#include "trainer.hpp"

namespace brigade::by_hand {

namespace {

class Trainer : public training::Trainer {
public:
  explicit Trainer(const training::TrainerSettings &settings)
      : step_(settings.runtime, settings.options.mesh(), settings.shape, settings.options.optimizer,
              settings.options.seed, settings.largest_share) {}

  training::BatchPlace place_for(std::int64_t own_rows, std::int64_t rows) override {
    own_rows_ = own_rows;
    rows_ = rows;
    return {step_.features(own_rows).elements(), step_.labels(own_rows)};
  }

  StepResult step(bool asked_to_stop) override {
    return step_.run(own_rows_, rows_, asked_to_stop);
  }

  // The ranks along model have the same rows: one of them speaks for all.
  std::int64_t count_correct() override {
    const std::int64_t correct = step_.evaluate(own_rows_).correct;
    return step_.groups().model().rank() == 0 ? correct : 0;
  }

  double compute_seconds() const override { return step_.groups().clock().seconds(); }
  std::int64_t arena_bytes() const override {
    return static_cast<std::int64_t>(step_.arena_bytes());
  }

private:
  TrainStep<float> step_;
  std::int64_t own_rows_ = 0, rows_ = 0;
};

} // namespace

std::unique_ptr<training::Trainer> make_trainer(const training::TrainerSettings &settings) {
  return std::make_unique<Trainer>(settings);
}

} // namespace brigade::by_hand
