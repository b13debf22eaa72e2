#include "grader/judge/size_class.hpp"

namespace brigade::grader {

bool size_divides(const TestOfAllRanks &solution) {
  for (const Field &field : fields_of(solution)) {
    const RankBlock *first = nullptr;
    for (const std::optional<RankBlock> &block : field.ranks) {
      if (!block)
        continue;
      if (first == nullptr)
        first = &*block;
      if (block->shape != first->shape)
        return false;
    }
    if (first != nullptr && first->count() > 1 && solution.size > 1 && !first->placement &&
        first->count() % static_cast<std::size_t>(solution.size) != 0)
      return false;
  }
  return true;
}

} // namespace brigade::grader
