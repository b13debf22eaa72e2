#pragma once

#include "brigade/comm/shared_memory/window.hpp"
#include "brigade/core/shape.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace brigade {

/// The window over all ranks of the test, which run on one machine.
inline SharedWindow &shared_world() {
  static const std::unique_ptr<SharedWindow> window = [] {
    int ranks = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<int> all(static_cast<std::size_t>(ranks));
    std::iota(all.begin(), all.end(), 0);
    std::string failure;
    auto made = SharedWindow::create(MPI_COMM_WORLD, all, 4711, &failure);
    if (!made)
      throw std::runtime_error(failure);
    return made;
  }();
  return *window;
}

inline SharedGroup shared_world_group() {
  std::vector<int> all(static_cast<std::size_t>(shared_world().ranks()));
  std::iota(all.begin(), all.end(), 0);
  return SharedGroup(shared_world(), all);
}

/// A stretch of the arena that tests cut their data from; the same size on all ranks.
inline std::byte *shared_arena(std::size_t bytes) {
  static std::size_t size = 0;
  static std::byte *memory = nullptr;
  if (bytes > size) {
    memory = static_cast<std::byte *>(shared_world().allocate(bytes));
    size = bytes;
  }
  return memory;
}

/// Every group of this rank in every mesh of up to three axes over all ranks, the whole world
/// included.
inline std::vector<SharedGroup> groups_of_all_meshes() {
  const int ranks = shared_world().ranks(), rank = shared_world().rank();
  std::vector<SharedGroup> groups;
  for (int a = 1; a <= ranks; ++a)
    for (int b = 1; a * b <= ranks; ++b) {
      if (ranks % (a * b) != 0)
        continue;
      const std::vector<int> sizes{a, b, ranks / (a * b)};
      const std::vector<int> strides{b * sizes[2], sizes[2], 1};
      for (int axes = 1; axes < 8; ++axes) { // a bit for each axis that the group runs along
        std::vector<int> members;
        for (int other = 0; other < ranks; ++other) {
          bool same = true;
          for (std::size_t axis = 0; axis < 3; ++axis)
            if (!(axes >> axis & 1))
              same =
                  same && other / strides[axis] % sizes[axis] == rank / strides[axis] % sizes[axis];
          if (same)
            members.push_back(other);
        }
        groups.emplace_back(shared_world(), members);
      }
    }
  return groups;
}

/// What rank `rank` puts into operation `seed`: any rank can make it, so any rank knows what must
/// come out.
template <class T> std::vector<T> values_of(int rank, std::size_t count, std::uint32_t seed) {
  std::minstd_rand random(seed * 64 + static_cast<std::uint32_t>(rank) + 1);
  std::vector<T> values(count);
  for (T &value : values)
    value = static_cast<T>(static_cast<double>(random() % 2'000'001) / 1000.0 - 1000.0);
  return values;
}

template <class T> bool same_bits(const T *a, const std::vector<T> &b) {
  return b.empty() || std::memcmp(a, b.data(), b.size() * sizeof(T)) == 0;
}

} // namespace brigade
