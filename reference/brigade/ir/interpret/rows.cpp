#include "brigade/ir/interpret/evaluate_by_kind.hpp"

#include "brigade/ir/interpret/wrapping.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>

namespace brigade {

namespace {

std::int64_t row_size(const TensorType &table) {
  return element_count(Shape(table.shape.begin() + 1, table.shape.end()));
}

// Calls with the place of each id and the id itself, but for ids of rows that the table lacks.
void for_each_row(const Literal &ids, std::int64_t row_count,
                  const std::function<void(std::int64_t place, std::int64_t id)> &use) {
  std::visit(
      [&]<class T>(const std::vector<T> &elements) {
        for (std::size_t i = 0; i < elements.size(); ++i) {
          const auto id = static_cast<std::int64_t>(elements[i]);
          if (id >= 0 && id < row_count)
            use(static_cast<std::int64_t>(i), id);
        }
      },
      ids.elements());
}

Literal gather(const Literal &table, const Literal &ids, const TensorType &type) {
  Literal result(type);
  const std::int64_t size = row_size(table.type());
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        const auto from = table.as<T>();
        for_each_row(ids, table.shape()[0], [&](std::int64_t place, std::int64_t id) {
          std::copy_n(from.begin() + id * size, size, elements.begin() + place * size);
        });
      },
      result.elements());
  return result;
}

Literal scatter_add(const Literal &ids, const Literal &rows, const TensorType &type) {
  Literal result(type);
  const std::int64_t size = row_size(type);
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        using Sum = Accumulator<T>;
        const auto from = rows.as<T>();
        std::vector<Sum> sums(elements.size(), Sum{0});
        for_each_row(ids, type.shape[0], [&](std::int64_t place, std::int64_t id) {
          for (std::int64_t j = 0; j < size; ++j) {
            Sum &sum = sums[static_cast<std::size_t>(id * size + j)];
            sum = add_wrapping<Sum>(sum, from[static_cast<std::size_t>(place * size + j)]);
          }
        });
        std::ranges::transform(sums, elements.begin(), [](Sum sum) { return static_cast<T>(sum); });
      },
      result.elements());
  return result;
}

Literal update_row(Literal table, const Literal &row, const Literal &index) {
  const std::int64_t size = row_size(table.type()), row_count = table.shape()[0];
  std::visit(
      [&]<class T>(std::vector<T> &elements) {
        for_each_row(index, row_count, [&](std::int64_t, std::int64_t id) {
          std::ranges::copy(row.as<T>(), elements.begin() + id * size);
        });
      },
      table.elements());
  return table;
}

} // namespace

Literal evaluate_rows(const Instruction &instruction, std::span<const Literal> operands,
                      const TensorType &type) {
  switch (instruction.operation) {
  case Operation::gather:
    return gather(operands[0], operands[1], type);
  case Operation::scatter_add:
    return scatter_add(operands[0], operands[1], type);
  default:
    return update_row(operands[0], operands[1], operands[2]);
  }
}

} // namespace brigade
