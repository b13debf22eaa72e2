#include "run_program.hpp"

#include "outputs.hpp"
#include "progress.hpp"
#include "training.hpp"

#include "brigade/comm/run_main.hpp"
#include "brigade/comm/stop.hpp"
#include "brigade/core/write_out.hpp"
#include "brigade/runtime/run_together.hpp"

namespace brigade::training {

namespace {

int run(int argc, char **argv, Runtime &runtime, const TrainerKind &kind) {
  const bool is_first = runtime.rank() == 0;
  const CommandLine line = parse_command_line(argc, argv, runtime.device_count(), kind.words);
  if (!line.text.empty()) {
    if (is_first)
      write_out(line.text);
    return 0;
  }
  const TrainOptions &options = line.options;
  run_together(runtime.world(), [&] {
    if (is_first)
      check_outputs(options);
  });

  Progress progress(is_first && !options.quiet && options.report_path != "-", standard_output());
  const TrainReport report = train(runtime, options, kind, progress);
  progress.print(describe_result(report));
  write_outputs(runtime, report, options); // last: what may fail takes no result with it
  return report.stopped_by != 0 ? stop_status(report.stopped_by) : 0;
}

} // namespace

int run_program(int argc, char **argv, const TrainerKind &kind) {
  return run_main(argc, argv, [&](Runtime &runtime) { return run(argc, argv, runtime, kind); });
}

} // namespace brigade::training
