#include "column_parallel.hpp"

#include "brigade/runtime/kernels/gemm.hpp"

namespace brigade::by_hand {

template <class T> void column_parallel_forward(const LayerPass<T> &layer) {
  const LayerParameters<T> &own = layer.parameters;
  gemm<T>(layer.x, own.weights, layer.y);
  add_bias_and_activate<T>(layer.y, own.bias, layer.plan.activation);
}

template <class T>
void column_parallel_backward(const LayerPass<T> &layer, MatrixView<T> dy, MatrixView<T> dx) {
  const LayerParameters<T> &own = layer.parameters;
  activation_gradient<T>(dy, layer.y, layer.plan.activation, own.bias_gradient);
  if (dx.data != nullptr) {
    gemm<T>(dy, transposed(own.weights), dx);
    layer.groups.sum_over_model(dx.elements());
  }
  gemm<T>(transposed(layer.x), dy, own.weight_gradient);
}

template void column_parallel_forward(const LayerPass<float> &);
template void column_parallel_forward(const LayerPass<double> &);
template void column_parallel_backward(const LayerPass<float> &, MatrixView<float>,
                                       MatrixView<float>);
template void column_parallel_backward(const LayerPass<double> &, MatrixView<double>,
                                       MatrixView<double>);

} // namespace brigade::by_hand
