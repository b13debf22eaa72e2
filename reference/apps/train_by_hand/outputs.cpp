#include "outputs.hpp"

#include "plot.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/tracer/trace_file.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <vector>

namespace brigade::by_hand {

void check_outputs(const TrainOptions &options) {
  for (const std::string &path : {options.report_path, options.trace_path, options.plot_path})
    if (!path.empty() && path != "-")
      check_writable(path);
}

void write_outputs(Runtime &runtime, const TrainReport &report, const TrainOptions &options) {
  if (!options.trace_path.empty()) {
    const std::vector<std::int64_t> place = options.mesh().coordinates_of(runtime.rank());
    write_chrome_trace(options.trace_path, Ledger::instance(),
                       fmt::format("data {}, model {}", place[0], place[1]));
  }
  if (runtime.rank() != 0)
    return;
  const std::string json = to_json(report, options);
  if (options.report_path == "-")
    std::fputs(json.c_str(), stdout);
  else if (!options.report_path.empty())
    write_file(options.report_path, json);
  if (!options.plot_path.empty())
    write_file(options.plot_path, plot(report));
}

} // namespace brigade::by_hand
