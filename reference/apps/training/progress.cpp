#include "progress.hpp"

#include "brigade/core/progress_line.hpp"
#include "brigade/core/utf8.hpp"
#include "brigade/core/write_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

namespace brigade::training {

namespace {

// A training that goes wrong reaches numbers of thirty digits.
std::string describe_loss(double loss) {
  return loss < 1e5 ? fmt::format("{:.4f}", loss) : fmt::format("{:.3e}", loss);
}

std::string describe_seconds(double seconds) {
  if (seconds < 100)
    return fmt::format("{:.0f} s", seconds);
  return seconds < 6000 ? fmt::format("{:.0f} min", seconds / 60)
                        : fmt::format("{:.0f} h", seconds / 3600);
}

// What stands behind the bar, the fullest form first: a narrow terminal gets another.
std::vector<std::string> descriptions(const ProgressState &state, double done) {
  const double percent = 100 * done;
  const std::string loss = describe_loss(state.loss), left = describe_seconds(state.seconds_left);
  return {fmt::format(" {:3.0f} %  loss {}  accuracy {:.3f}  {:.0f} samples/s  {} left", percent,
                      loss, state.accuracy, state.samples_per_second, left),
          fmt::format(" {:.0f} % loss {} acc {:.3f} {:.0f} samples/s {} left", percent, loss,
                      state.accuracy, state.samples_per_second, left),
          fmt::format(" loss {} {} left", loss, left)};
}

} // namespace

std::string progress_bar(const ProgressState &state, const Terminal &terminal) {
  constexpr int kShortestBar = 8, kLongestBar = 30;
  const double done = static_cast<double>(state.step) / static_cast<double>(state.steps);
  const std::string left = fmt::format("epoch {}/{} ", state.epoch, state.epochs);
  std::string right;
  int room = 0;
  for (std::string &description : descriptions(state, done)) {
    right = std::move(description);
    room = terminal.columns - 1 - static_cast<int>(left.size() + right.size());
    if (room >= kShortestBar)
      break;
  }
  if (room < 1)
    return (left + right).substr(0, static_cast<std::size_t>(std::max(0, terminal.columns - 1)));
  return left + bar_text(done, std::min(room, kLongestBar), terminal.utf8) + right;
}

Progress::~Progress() { erase_bar(); }

void Progress::print(const std::string &text) {
  if (!is_shown_)
    return;
  erase_bar();
  write_out(text);
}

bool Progress::wants_step() {
  return is_shown_ && terminal_.is_terminal && std::chrono::steady_clock::now() >= next_;
}

void Progress::step(const ProgressState &state) {
  if (!wants_step())
    return;
  next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
  const std::string bar = progress_bar(state, terminal_);
  const std::size_t columns = count_characters(bar);
  const std::size_t left_over = bar_columns_ > columns ? bar_columns_ - columns : 0;
  bar_columns_ = columns;
  write_out("\r" + bar + std::string(left_over, ' '));
}

void Progress::epoch(const ProgressState &state, const EpochResult &result) {
  if (!is_shown_ || terminal_.is_terminal)
    return;
  print(fmt::format("epoch {:>{}}/{}  loss {}  train accuracy {:.4f}  test accuracy {:.4f}  "
                    "{:.0f} samples/s\n",
                    state.epoch, std::to_string(state.epochs).size(), state.epochs,
                    describe_loss(result.train_loss), result.train_accuracy, result.test_accuracy,
                    state.samples_per_second));
}

void Progress::erase_bar() {
  if (bar_columns_ == 0)
    return;
  std::printf("\r%*s\r", static_cast<int>(bar_columns_), "");
  std::fflush(stdout);
  bar_columns_ = 0;
}

} // namespace brigade::training
