#include "activations.hpp"

#include <algorithm>

namespace brigade::by_hand {

namespace {

// All sizes here are the same on every rank, so each finds the others' parts of the arena at its
// own offsets.
std::int64_t widest_input_gradient(std::span<const LayerPlan> plans) {
  std::int64_t widest = 0;
  for (const LayerPlan &plan : plans.subspan(1))
    widest = std::max(widest, plan.inputs);
  return widest;
}

} // namespace

template <class T>
std::size_t Activations<T>::arena_bytes(std::span<const LayerPlan> plans, std::int64_t max_rows) {
  std::size_t total = 2 * SharedArena::bytes_of<T>(max_rows * widest_input_gradient(plans));
  for (const LayerPlan &plan : plans)
    if (plan.kind == LayerKind::row_parallel)
      total += SharedArena::bytes_of<T>(max_rows * plan.outputs);
  return total;
}

template <class T>
Activations<T>::Activations(std::span<const LayerPlan> plans, std::int64_t max_rows,
                            SharedArena &arena)
    : plans_(plans) {
  for (std::span<T> &buffer : input_gradients_)
    buffer = arena.take<T>(max_rows * widest_input_gradient(plans));
  for (const LayerPlan &plan : plans) {
    const std::int64_t count = max_rows * plan.local_outputs.size();
    outputs_.push_back(plan.kind == LayerKind::row_parallel
                           ? arena.take<T>(count)
                           : private_outputs_.emplace_back(static_cast<std::size_t>(count)));
  }
}

template <class T>
MatrixView<T> Activations<T>::outputs(std::size_t layer, std::int64_t rows) const {
  return {outputs_[layer].data(), rows, plans_[layer].local_outputs.size()};
}

template <class T>
MatrixView<T> Activations<T>::input_gradient(std::size_t layer, std::int64_t rows) const {
  T *data = layer == 0 ? nullptr : input_gradients_[layer % 2].data();
  return {data, rows, plans_[layer].local_inputs.size()};
}

template class Activations<float>;
template class Activations<double>;

} // namespace brigade::by_hand
