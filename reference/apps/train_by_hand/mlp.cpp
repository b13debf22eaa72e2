#include "mlp.hpp"

#include "column_parallel.hpp"
#include "replicated_layer.hpp"
#include "row_parallel.hpp"

namespace brigade::by_hand {

template <class T>
Mlp<T>::Mlp(std::span<const LayerPlan> plans, std::int64_t max_rows, std::uint64_t seed,
            MeshGroups &groups, SharedArena &arena)
    : plans_(plans), groups_(groups), activations_(plans, max_rows, arena),
      parameters_(plans, arena, seed) {}

template <class T>
std::size_t Mlp<T>::arena_bytes(std::span<const LayerPlan> plans, std::int64_t max_rows) {
  return Activations<T>::arena_bytes(plans, max_rows) +
         SharedArena::bytes_of<T>(Parameters<T>::gradient_elements(plans));
}

template <class T> LayerPass<T> Mlp<T>::pass(std::size_t index, MatrixView<const T> features) {
  const MatrixView<const T> x =
      index == 0 ? features : activations_.outputs(index - 1, features.rows);
  return {plans_[index], parameters_.layer(index), groups_, x,
          activations_.outputs(index, features.rows)};
}

template <class T> MatrixView<T> Mlp<T>::forward(MatrixView<const T> features) {
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    switch (plans_[i].kind) {
    case LayerKind::column_parallel:
      column_parallel_forward(pass(i, features));
      break;
    case LayerKind::row_parallel:
      row_parallel_forward(pass(i, features));
      break;
    case LayerKind::replicated:
      replicated_forward(pass(i, features));
      break;
    }
  }
  return activations_.outputs(plans_.size() - 1, features.rows);
}

template <class T>
MatrixView<T> Mlp<T>::backward_layer(std::size_t index, MatrixView<const T> features,
                                     MatrixView<T> dy) {
  const MatrixView<T> dx = activations_.input_gradient(index, dy.rows);
  switch (plans_[index].kind) {
  case LayerKind::column_parallel:
    column_parallel_backward(pass(index, features), dy, dx);
    break;
  case LayerKind::row_parallel:
    row_parallel_backward(pass(index, features), dy, dx);
    break;
  case LayerKind::replicated:
    replicated_backward(pass(index, features), dy, dx);
    break;
  }
  return dx;
}

template class Mlp<float>;
template class Mlp<double>;

} // namespace brigade::by_hand
