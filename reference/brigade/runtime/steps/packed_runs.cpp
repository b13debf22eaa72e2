#include "brigade/runtime/steps/packed_runs.hpp"

#include <cstring>

namespace brigade {

namespace {

std::size_t bytes(std::int64_t elements, std::size_t element) {
  return static_cast<std::size_t>(elements) * element;
}

} // namespace

void PackedRuns::add(const Slices &part, const Slices &slices, std::int64_t offset) {
  for_each_run(part, slices, part, [&](const Run &run) {
    runs_.push_back({run.first, run.second + offset, run.count});
  });
}

void PackedRuns::add_between(const Slices &part, const Slices &slices, const Slices &other_slices) {
  for_each_run(part, slices, other_slices, [&](const Run &run) { runs_.push_back(run); });
}

void PackedRuns::pack(const std::byte *block, std::byte *packed) const {
  for (const Run &run : runs_)
    std::memcpy(packed + bytes(run.second, element_), block + bytes(run.first, element_),
                bytes(run.count, element_));
}

void PackedRuns::unpack(const std::byte *packed, std::byte *block) const {
  for (const Run &run : runs_)
    std::memcpy(block + bytes(run.first, element_), packed + bytes(run.second, element_),
                bytes(run.count, element_));
}

} // namespace brigade
