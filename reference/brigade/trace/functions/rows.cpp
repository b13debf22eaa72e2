#include "brigade/trace/functions/rows.hpp"

#include "brigade/trace/functions/broadcasting.hpp"
#include "brigade/trace/functions/elementwise.hpp"
#include "brigade/trace/functions/shape.hpp"
#include "brigade/trace/functions/source.hpp"
#include "brigade/trace/recording.hpp"

#include <numeric>

namespace brigade {

Tensor gather(Operand table, Operand ids) {
  return record(Operation::gather, {as_tensor(table, "gather"), as_tensor(ids, "gather")}, {},
                table.source());
}

Tensor scatter_add(const Shape &shape, Operand ids, Operand rows) {
  return record(Operation::scatter_add,
                {as_tensor(ids, "scatter_add"), as_tensor(rows, "scatter_add")},
                ScatterAddAttributes{shape}, ids.source());
}

Tensor update_row(Operand table, Operand row, Operand index) {
  return record(Operation::update_row,
                {as_tensor(table, "update_row"), as_tensor(row, "update_row"),
                 as_tensor(index, "update_row")},
                {}, table.source());
}

Tensor one_hot(Operand ids, std::int64_t count, DType type) {
  const Tensor id = as_tensor(ids, "one_hot");
  Shape shape = id.shape();
  shape.push_back(count);
  std::vector<std::int64_t> dims(id.rank());
  std::iota(dims.begin(), dims.end(), 0);
  const Tensor repeated = broadcast(ids, shape, dims);
  const Tensor places = iota(shape, static_cast<std::int64_t>(id.rank()), id.dtype(), ids.where());
  return convert(
      Operand(eq(Operand(repeated, ids.where()), Operand(places, ids.where())), ids.where()), type);
}

} // namespace brigade
