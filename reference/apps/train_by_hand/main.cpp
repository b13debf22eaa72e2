#include "options.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "training.hpp"

#include "brigade/comm/run_main.hpp"
#include "brigade/comm/stop.hpp"
#include "brigade/runtime/run_together.hpp"

#include <cstdio>

namespace {

using namespace brigade;
using namespace brigade::by_hand;

int train_by_hand(int argc, char **argv, Runtime &runtime) {
  const bool is_first = runtime.rank() == 0;
  const CommandLine line = parse_command_line(argc, argv, runtime.device_count());
  if (!line.text.empty()) {
    if (is_first)
      std::fputs(line.text.c_str(), stdout);
    return 0;
  }
  const TrainOptions &options = line.options;
  run_together(runtime.world(), [&] {
    if (is_first)
      check_outputs(options);
  });

  Progress progress(is_first && !options.quiet && options.report_path != "-", standard_output());
  const TrainReport report = train<float>(runtime, options, progress);
  progress.print(describe_result(report));
  write_outputs(runtime, report, options); // last: what may fail takes no result with it
  return report.stopped_by != 0 ? stop_status(report.stopped_by) : 0;
}

} // namespace

int main(int argc, char **argv) {
  return brigade::run_main(
      argc, argv, [&](brigade::Runtime &runtime) { return train_by_hand(argc, argv, runtime); });
}
