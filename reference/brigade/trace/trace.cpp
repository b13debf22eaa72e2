#include "brigade/trace/trace.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/remove_dead.hpp"
#include "brigade/ir/verify.hpp"

#include <fmt/format.h>

namespace brigade::detail {

Program finish_trace(Recording &recording, const std::vector<Tensor> &results) {
  std::vector<Result> values;
  for (const Tensor &result : results) {
    require_usable(result, "trace: a result", {});
    values.push_back({result.id(), {}});
  }
  const RecordedBlocks &blocks = recording.blocks();
  const Program program =
      remove_dead(blocks.program(std::move(recording).finish(std::move(values))));
  verify(program);
  return program;
}

std::vector<std::string> argument_names(const TraceOptions &options,
                                        std::vector<std::string> ordinary) {
  if (options.argument_names.size() > ordinary.size())
    throw InputError(fmt::format("trace: {} names for {} arguments", options.argument_names.size(),
                                 ordinary.size()));
  std::ranges::copy(options.argument_names, ordinary.begin());
  return unique_names(std::move(ordinary));
}

} // namespace brigade::detail
