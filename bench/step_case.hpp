#pragma once

#include "result.hpp"

#include "training/model.hpp"

#include "brigade/comm/run_main.hpp"
#include "brigade/runtime/kernels/gemm.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace brigade::bench {

/// A training step that is measured.
struct StepCase {
  std::vector<std::int64_t> sizes; ///< of the network, features first
  std::int64_t batch;              ///< global
  training::OptimizerKind optimizer;
  int calls; ///< in one measurement, so that it takes tens of milliseconds

  std::string model() const { return fmt::format("{}", fmt::join(sizes, "-")); }
  /// "784-2048-2048-10.sgd"
  std::string name() const { return fmt::format("{}.{}", model(), to_string(optimizer)); }
};

/// A large network and a small one, both with both optimizers.
inline const std::vector<StepCase> kStepCases = {
    {{784, 2048, 2048, 10}, 512, training::OptimizerKind::sgd, 1},
    {{784, 2048, 2048, 10}, 512, training::OptimizerKind::adam, 1},
    {{64, 256, 256, 10}, 128, training::OptimizerKind::sgd, 40},
    {{64, 256, 256, 10}, 128, training::OptimizerKind::adam, 40},
};

/// What a program measured of all cases: {"rows": [...]}.
using MeasureCase =
    std::function<nlohmann::ordered_json(Runtime &runtime, const StepCase &c, int pairs)>;

/// The main of a program that measures steps: `measure` gives a list of rows for each case.
inline int measure_steps(int argc, char **argv, const std::string &what,
                         const MeasureCase &measure) {
  return run_main(argc, argv, [&](Runtime &runtime) {
    int pairs = 30;
    std::string json_path = "-";
    CLI::App app(what);
    app.add_option("--pairs", pairs, "Measurements of each [30]")->check(CLI::PositiveNumber);
    app.add_option("--json", json_path, "Where the result goes [- = standard output]");
    CLI11_PARSE(app, argc, argv);
    set_blas_threads(1, runtime.ranks_on_this_node(), runtime.cores());

    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const StepCase &c : kStepCases)
      for (nlohmann::ordered_json &row : measure(runtime, c, pairs))
        rows.push_back(std::move(row));
    if (runtime.rank() == 0)
      write_result(json_path, nlohmann::ordered_json{{"rows", rows}});
    return 0;
  });
}

} // namespace brigade::bench
