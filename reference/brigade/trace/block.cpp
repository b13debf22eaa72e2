#include "brigade/trace/block.hpp"

#include "brigade/ir/remove_dead.hpp"

namespace brigade::detail {

std::vector<Tensor> call_recorded(Recording &recorded, Recording &caller,
                                  const std::vector<Tensor> &arguments,
                                  const std::vector<Tensor> &results, bool is_checkpoint,
                                  const SourceLine &source) {
  std::vector<Result> values;
  for (const Tensor &result : results)
    values.push_back({result.id(), {}});
  const Block &block =
      caller.blocks().add(remove_dead(std::move(recorded).finish(std::move(values))));
  return caller.append(Operation::call, arguments, CallAttributes{block.name, is_checkpoint},
                       source);
}

} // namespace brigade::detail
