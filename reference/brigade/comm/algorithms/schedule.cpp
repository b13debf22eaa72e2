#include "brigade/comm/algorithms/schedule.hpp"

#include "brigade/core/interval.hpp"

namespace brigade {

// Empty messages are sent too: a peer that expects some elements learns that there are none.
void Schedule::send(int peer, BufferRange source) {
  steps_.push_back({Step::Kind::send, {}, peer, source, {}});
}

void Schedule::receive(int peer, BufferRange target) {
  steps_.push_back({Step::Kind::receive, {}, peer, {}, target});
}

void Schedule::settle() { steps_.push_back({Step::Kind::settle, {}, -1, {}, {}}); }

void Schedule::copy(BufferRange source, BufferRange target) {
  if (target.count > 0)
    steps_.push_back({Step::Kind::copy, {}, -1, source, target});
}

void Schedule::reduce(BufferRange source, BufferRange target, Order order) {
  if (target.count > 0)
    steps_.push_back({Step::Kind::reduce, order, -1, source, target});
}

void Schedule::finish(BufferRange target) {
  if (target.count > 0)
    steps_.push_back({Step::Kind::finish, {}, -1, {}, target});
}

void Schedule::zero(BufferRange target) {
  if (target.count > 0)
    steps_.push_back({Step::Kind::zero, {}, -1, {}, target});
}

BufferRange Schedule::scratch(std::size_t count) {
  const BufferRange block{Place::scratch, scratch_count_, count};
  scratch_count_ += count;
  return block;
}

void Schedule::append(const Schedule &next) {
  for (Step step : next.steps_) {
    for (BufferRange *block : {&step.source, &step.target})
      if (block->place == Place::scratch)
        block->begin += scratch_count_;
    steps_.push_back(step);
  }
  scratch_count_ += next.scratch_count_;
}

std::vector<std::size_t> offsets_of(std::span<const std::size_t> counts) {
  std::vector<std::size_t> offsets(counts.size() + 1, 0);
  for (std::size_t i = 0; i < counts.size(); ++i)
    offsets[i + 1] = offsets[i] + counts[i];
  return offsets;
}

std::vector<std::size_t> balanced_counts(std::size_t count, int parts) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(parts));
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i] = static_cast<std::size_t>(
        block_of(static_cast<std::int64_t>(count), parts, static_cast<std::int64_t>(i)).size());
  return counts;
}

} // namespace brigade
