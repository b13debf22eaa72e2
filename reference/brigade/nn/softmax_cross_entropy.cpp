#include "brigade/nn/softmax_cross_entropy.hpp"

#include "brigade/trace/functions.hpp"

#include <cstdint>
#include <utility>

namespace brigade::nn {

namespace {

// Where each row's label stands among the classes, as (rows, classes) of bools. Rows may have
// several dimensions.
Tensor is_label(const Tensor &logits, const Operand &labels) {
  const std::source_location &where = labels.where();
  Shape column_shape = labels.tensor().shape();
  column_shape.push_back(1);
  const Tensor column = reshape(labels, std::move(column_shape));
  const std::int64_t last = static_cast<std::int64_t>(logits.rank()) - 1;
  const Tensor classes = iota(logits.shape(), last, labels.tensor().dtype(), where);
  return eq(Operand(classes, where), Operand(column, where));
}

} // namespace

Tensor softmax_cross_entropy(Operand logits, Operand labels) {
  const auto at = [&](auto x) { return Operand(x, logits.where()); };
  const Tensor largest = stop_gradient(at(max(logits, {-1}, {.keep_dims = true})));
  const Tensor shifted = logits - at(largest);
  const Tensor of_all = log(at(sum(at(exp(at(shifted))), {-1})));
  const Tensor of_label =
      sum(at(where(at(is_label(logits.tensor(), labels)), at(shifted), at(0))), {-1});
  return mean(at(at(of_all) - at(of_label)));
}

Tensor count_correct(Operand logits, Operand labels) {
  const auto at = [&](const Tensor &x) { return Operand(x, logits.where()); };
  const Tensor predicted = convert(at(argmax(logits, -1)), labels.tensor().dtype());
  return sum(at(convert(at(eq(at(predicted), labels)), logits.tensor().dtype())));
}

} // namespace brigade::nn
