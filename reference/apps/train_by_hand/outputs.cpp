#include "outputs.hpp"

#include "plot.hpp"

#include "brigade/core/atomic_file.hpp"

#include <cstdio>

namespace brigade::by_hand {

void check_outputs(const TrainOptions &options) {
  for (const std::string &path : {options.report_path, options.trace_path, options.plot_path})
    if (!path.empty() && path != "-")
      check_writable(path);
}

void write_outputs(Runtime &runtime, const TrainReport &report, const TrainOptions &options) {
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
