#include "outputs.hpp"

#include "plot.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/write_out.hpp"
#include "brigade/tracer/trace_file.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

namespace brigade::training {

namespace {

void say_written(const std::string &path, const TrainOptions &options) {
  if (!options.quiet)
    fmt::print(stderr, "brigade: wrote {}\n", path);
}

} // namespace

void check_outputs(const TrainOptions &options) {
  const std::pair<const char *, const std::string &> outputs[] = {{"--report", options.report_path},
                                                                  {"--trace", options.trace_path},
                                                                  {"--plot", options.plot_path}};
  std::map<std::filesystem::path, const char *> names;
  if (std::filesystem::is_regular_file(options.sharding))
    names.emplace(std::filesystem::weakly_canonical(options.sharding), "--sharding");
  for (const auto &[option, path] : outputs) {
    if (path.empty() || path == "-")
      continue;
    check_writable(path);
    if (!std::filesystem::is_regular_file(path) && std::filesystem::exists(path))
      continue; // such as /dev/null
    const auto [other, is_new] = names.emplace(std::filesystem::weakly_canonical(path), option);
    if (!is_new)
      throw InputError(fmt::format("{} and {} both name {}; give each a file of its own",
                                   other->second, option, path));
  }
}

void write_outputs(Runtime &runtime, const TrainReport &report, const TrainOptions &options) {
  if (runtime.rank() == 0) {
    const std::string json = to_json(report, options);
    if (options.report_path == "-")
      write_out(json);
    else if (!options.report_path.empty()) {
      write_file(options.report_path, json);
      say_written(options.report_path, options);
    }
    if (!options.plot_path.empty()) {
      write_file(options.plot_path, plot(report));
      say_written(options.plot_path, options);
    }
  }
  if (!options.trace_path.empty()) {
    const std::vector<std::int64_t> place = options.mesh().coordinates_of(runtime.rank());
    write_chrome_trace(options.trace_path, Ledger::instance(),
                       fmt::format("data {}, model {}", place[0], place[1]));
    if (runtime.rank() == 0)
      say_written(options.trace_path, options);
  }
}

} // namespace brigade::training
