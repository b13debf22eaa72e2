#include "parameters.hpp"

#include "initial_weights.hpp"

namespace brigade::by_hand {

namespace {

// Places of each layer's parameters in values(): first what is replicated over model, then the
// blocks.
struct Places {
  std::vector<Interval> weights, biases;
  std::int64_t replicated = 0; ///< end of the first part
  std::int64_t total = 0;
};

template <class T> Places lay_out(std::span<const LayerPlan> plans) {
  constexpr std::int64_t line = 64 / sizeof(T);
  Places places{std::vector<Interval>(plans.size()), std::vector<Interval>(plans.size())};
  auto append = [&](Interval &place, std::int64_t count) {
    place = {places.total, places.total + count};
    places.total = (place.end + line - 1) / line * line;
  };
  auto append_where = [&](bool replicated) {
    for (std::size_t i = 0; i < plans.size(); ++i) {
      if ((plans[i].kind == LayerKind::replicated) == replicated)
        append(places.weights[i], plans[i].local_weights());
      if (plans[i].has_replicated_bias() == replicated)
        append(places.biases[i], plans[i].local_biases());
    }
  };
  append_where(true);
  places.replicated = places.total;
  append_where(false);
  return places;
}

template <class T> std::span<T> at(std::span<T> values, Interval place) {
  return values.subspan(static_cast<std::size_t>(place.begin),
                        static_cast<std::size_t>(place.size()));
}

} // namespace

template <class T> std::int64_t Parameters<T>::gradient_elements(std::span<const LayerPlan> plans) {
  return static_cast<std::int64_t>(kSummaryPlaces) + lay_out<T>(plans).total;
}

template <class T>
Parameters<T>::Parameters(std::span<const LayerPlan> plans, SharedArena &arena, std::uint64_t seed)
    : arena_part_(arena.take<T>(gradient_elements(plans))) {
  const Places places = lay_out<T>(plans);
  replicated_count_ = static_cast<std::size_t>(places.replicated);
  values_.resize(static_cast<std::size_t>(places.total));
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const std::int64_t rows = plans[i].local_inputs.size(), columns = plans[i].local_outputs.size();
    LayerParameters<T> layer;
    layer.weight_places = places.weights[i];
    layer.bias_places = places.biases[i];
    layer.weights = {at(values(), layer.weight_places).data(), rows, columns};
    layer.bias = at(values(), layer.bias_places);
    layer.weight_gradient = {at(gradients(), layer.weight_places).data(), rows, columns};
    layer.bias_gradient = at(gradients(), layer.bias_places);
    draw_initial_weights(plans[i], seed, i, layer.weights);
    layers_.push_back(layer);
  }
}

template class Parameters<float>;
template class Parameters<double>;

} // namespace brigade::by_hand
