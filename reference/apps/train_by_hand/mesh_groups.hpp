#pragma once

#include "compute_clock.hpp"

#include "brigade/comm/all_reduce.hpp"
#include "brigade/comm/runtime.hpp"
#include "brigade/mesh/mesh.hpp"

#include <span>

namespace brigade::by_hand {

/// This rank's groups on the mesh {data, model}, and the sums over them. The compute clock stands
/// still during a sum.
class MeshGroups {
public:
  /// Throws InputError where data · model is not the number of ranks.
  MeshGroups(const Runtime &runtime, const Mesh &mesh)
      : mesh_(runtime.group(mesh, {"data", "model"})), data_(runtime.group(mesh, {"data"})),
        model_(runtime.group(mesh, {"model"})) {}

  /// All ranks of the mesh.
  const Group &mesh() const { return mesh_; }
  /// The ranks that hold the same blocks of the weights, and work on different rows of the batch.
  const Group &data() const { return data_; }
  /// The ranks that work on the same rows, and hold different blocks of the weights.
  const Group &model() const { return model_; }

  template <class T> void sum_over_mesh(std::span<T> values) { sum_over(mesh_, values); }
  template <class T> void sum_over_data(std::span<T> values) { sum_over(data_, values); }
  template <class T> void sum_over_model(std::span<T> values) { sum_over(model_, values); }

  ComputeClock &clock() { return clock_; }
  const ComputeClock &clock() const { return clock_; }

private:
  template <class T> void sum_over(const Group &group, std::span<T> values) {
    if (group.size() == 1)
      return;
    ComputePause pause(clock_);
    all_reduce(group, values);
  }

  Group mesh_, data_, model_;
  ComputeClock clock_;
};

} // namespace brigade::by_hand
