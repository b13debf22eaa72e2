#include "run_progress.hpp"

#include "brigade/core/read_file.hpp"
#include "run_program/interpreter_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

namespace brigade::plan {

namespace {

constexpr double kLongSeconds = 5; ///< what takes longer is told beforehand
constexpr double kSecondsBetweenLines = 15;
constexpr int kBarColumns = 20;

} // namespace

RunProgress::RunProgress(std::int64_t ranks, double steps, std::string done_file, Terminal terminal,
                         std::FILE *stream)
    : ranks_(ranks), steps_(steps), done_file_(std::move(done_file)), terminal_(terminal),
      stream_(stream), line_(terminal, stream), next_seconds_(kSecondsBetweenLines) {
  if (const double expected = steps / kInterpreterStepsPerSecond; expected >= kLongSeconds) {
    fmt::print(stream_,
               "brigade: running on {} rank{}, and then on one device by the interpreter, which "
               "takes long: about {:.0f} s for {:.1e} steps; smaller sizes take less\n",
               ranks_, ranks_ == 1 ? "" : "s", expected, steps_);
    std::fflush(stream_);
  }
  show(0);
}

void RunProgress::show(double seconds) {
  const double share = done();
  if (terminal_.is_terminal) {
    line_.show(fmt::format("{} {:3.0f} %  {:.0f} s  on {} rank{}, then by the interpreter",
                           bar_text(share, kBarColumns, terminal_.utf8), 100 * share, seconds,
                           ranks_, ranks_ == 1 ? "" : "s"));
  } else if (seconds >= next_seconds_) {
    fmt::print(stream_, "brigade: {:.0f} % of the interpreter's steps are done after {:.0f} s\n",
               100 * share, seconds);
    std::fflush(stream_);
    next_seconds_ = seconds + kSecondsBetweenLines;
  }
}

double RunProgress::done() const {
  const std::optional<std::string> text = read_file_if_any(done_file_);
  return text ? std::min(1.0, std::strtod(text->c_str(), nullptr) / steps_) : 0;
}

} // namespace brigade::plan
