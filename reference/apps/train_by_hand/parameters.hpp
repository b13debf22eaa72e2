#pragma once

#include "layer_plan.hpp"
#include "shared_arena.hpp"

#include "brigade/runtime/kernels/matrix_view.hpp"

#include <xsimd/memory/xsimd_aligned_allocator.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace brigade::by_hand {

/// Memory that begins on a cache line.
template <class T> using AlignedVector = std::vector<T, xsimd::aligned_allocator<T, 64>>;

/// This rank's block of one layer's parameters, and their gradients.
template <class T> struct LayerParameters {
  MatrixView<T> weights; ///< (local inputs, local outputs)
  std::span<T> bias;     ///< (local outputs)
  MatrixView<T> weight_gradient;
  std::span<T> bias_gradient;
  Interval weight_places, bias_places; ///< where both lie in values() and gradients()
};

/// What the ranks tell each other about a step; it travels with the gradients.
template <class T> struct StepSummary {
  T loss;    ///< mean over the global batch
  T correct; ///< rows
  T stop;    ///< ranks that were asked to stop
};

/// All of a rank's parameters, one after the other, and their gradients in the same order in the
/// arena:
///
///   gradients   [summary | replicated over model | blocks that only this rank (and its data group)
///   holds] values               [replicated over model | blocks …]
///
/// The first two parts are summed over the whole mesh, so that replicas get the same bits: two data
/// groups may add in different orders, and their replicas would drift apart. The last part is
/// summed over data. Every parameter begins on a cache line; the gaps are zero and stay zero.
template <class T> class Parameters {
public:
  /// Draws the initial weights; biases are zero.
  Parameters(std::span<const LayerPlan> plans, SharedArena &arena, std::uint64_t seed);

  /// Elements that the gradients of these layers take in the arena.
  static std::int64_t gradient_elements(std::span<const LayerPlan> plans);

  std::size_t layer_count() const { return layers_.size(); }
  const LayerParameters<T> &layer(std::size_t index) const { return layers_[index]; }
  std::span<T> values() { return values_; }
  std::span<const T> values() const { return values_; }
  /// Parallel to values().
  std::span<T> gradients() { return arena_part_.subspan(kSummaryPlaces); }

  StepSummary<T> &summary() { return *reinterpret_cast<StepSummary<T> *>(arena_part_.data()); }
  /// The summary and the gradients of what all ranks along model hold alike.
  std::span<T> summary_and_replicated_gradients() {
    return arena_part_.first(kSummaryPlaces + replicated_count_);
  }
  std::span<T> replicated_gradients() { return gradients().first(replicated_count_); }
  std::span<T> block_gradients() { return gradients().subspan(replicated_count_); }
  std::span<const T> replicated_values() const { return values().first(replicated_count_); }

private:
  static constexpr std::size_t kSummaryPlaces = 64 / sizeof(T);
  static_assert(sizeof(StepSummary<T>) <= 64);

  AlignedVector<T> values_;
  std::span<T> arena_part_;
  std::vector<LayerParameters<T>> layers_;
  std::size_t replicated_count_ = 0;
};

} // namespace brigade::by_hand
