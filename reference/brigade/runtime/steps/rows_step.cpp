#include "brigade/runtime/steps/rows_step.hpp"

#include "brigade/ir/interpret/wrapping.hpp"
#include "brigade/runtime/tiles/element_type.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace brigade {

namespace {

/// A table's rows, and the ids that name them.
struct RowIds {
  Address address;
  std::int64_t count = 0; ///< of ids
  std::int64_t rows = 0;  ///< of the table

  /// Calls use(place, id) for each id of a row that is there.
  template <class Id, class Use> void for_each(Bases bases, Use use) const {
    const auto *ids = reinterpret_cast<const Id *>(address.in(bases));
    for (std::int64_t place = 0; place < count; ++place)
      if (const auto id = static_cast<std::int64_t>(ids[place]); id >= 0 && id < rows)
        use(place, id);
  }
};

template <class Id> class GatherStep final : public Step {
public:
  GatherStep(RowIds ids, std::size_t row_bytes, Address table, Address to)
      : ids_(ids), row_bytes_(row_bytes), table_(table), to_(to) {}

  void run(Bases bases) override {
    const std::byte *table = table_.in(bases);
    std::byte *to = to_.in(bases);
    const auto *ids = reinterpret_cast<const Id *>(ids_.address.in(bases));
    for (std::int64_t place = 0; place < ids_.count; ++place, to += row_bytes_)
      if (const auto id = static_cast<std::int64_t>(ids[place]); id >= 0 && id < ids_.rows)
        std::memcpy(to, table + static_cast<std::size_t>(id) * row_bytes_, row_bytes_);
      else
        std::memset(to, 0, row_bytes_);
  }

private:
  RowIds ids_;
  std::size_t row_bytes_;
  Address table_, to_;
};

/// Each row of the result is made in one go: the places that add to it are listed first, in their
/// order. Scratch memory: where the list of each row ends, the lists, the sums of a row.
template <class T, class Id> class ScatterAddStep final : public Step {
public:
  ScatterAddStep(RowIds ids, std::int64_t row_size, Address rows, Address to, Address scratch)
      : ids_(ids), row_size_(row_size), rows_(rows), to_(to), scratch_(scratch) {}

  void run(Bases bases) override {
    using Sum = Accumulator<T>;
    auto *ends = reinterpret_cast<std::int64_t *>(scratch_.in(bases));
    std::int64_t *places = ends + ids_.rows + 1;
    auto *sums = reinterpret_cast<Sum *>(places + ids_.count);
    std::fill_n(ends, ids_.rows + 1, 0);
    ids_.for_each<Id>(bases, [&](std::int64_t, std::int64_t id) { ++ends[id + 1]; });
    for (std::int64_t row = 0; row < ids_.rows; ++row)
      ends[row + 1] += ends[row];
    // ends[row] is where its list begins, and moves to where it ends.
    ids_.for_each<Id>(bases,
                      [&](std::int64_t place, std::int64_t id) { places[ends[id]++] = place; });
    const T *from = reinterpret_cast<const T *>(rows_.in(bases));
    T *to = reinterpret_cast<T *>(to_.in(bases));
    for (std::int64_t row = 0, next = 0; row < ids_.rows; ++row, to += row_size_) {
      std::fill_n(sums, row_size_, Sum{0});
      for (; next < ends[row]; ++next) {
        const T *added = from + places[next] * row_size_;
        for (std::int64_t i = 0; i < row_size_; ++i)
          sums[i] = add_wrapping<Sum>(sums[i], static_cast<Sum>(added[i]));
      }
      std::transform(sums, sums + row_size_, to, [](Sum sum) { return static_cast<T>(sum); });
    }
  }

private:
  RowIds ids_;
  std::int64_t row_size_;
  Address rows_, to_, scratch_;
};

template <class Id> class UpdateRowStep final : public Step {
public:
  UpdateRowStep(RowIds index, std::size_t row_bytes, Address table, Address row, Address to)
      : index_(index), row_bytes_(row_bytes), table_(table), row_(row), to_(to) {}

  void run(Bases bases) override {
    std::byte *to = to_.in(bases);
    if (const std::byte *table = table_.in(bases); table != to)
      std::memcpy(to, table, static_cast<std::size_t>(index_.rows) * row_bytes_);
    index_.for_each<Id>(bases, [&](std::int64_t, std::int64_t id) {
      std::memcpy(to + static_cast<std::size_t>(id) * row_bytes_, row_.in(bases), row_bytes_);
    });
  }

private:
  RowIds index_;
  std::size_t row_bytes_;
  Address table_, row_, to_;
};

std::int64_t row_size(const TensorType &table) {
  return element_count(Shape(table.shape.begin() + 1, table.shape.end()));
}

template <class Id>
std::unique_ptr<Step> step_by_ids(const StepSource &source, std::size_t unit,
                                  const Instruction &instruction) {
  const std::vector<ValueId> &operands = instruction.operands;
  const ValueId result = instruction.results[0];
  const auto address = [&](std::size_t operand) { return source.address(operands[operand]); };
  const bool scatters = instruction.operation == Operation::scatter_add;
  const TensorType &table = source.type(scatters ? result : operands[0]);
  const std::int64_t size = row_size(table);
  const std::size_t row_bytes = static_cast<std::size_t>(size) * size_of(table.dtype);
  const auto ids = [&](std::size_t operand) {
    return RowIds{address(operand), source.type(operands[operand]).size(), table.shape[0]};
  };
  if (instruction.operation == Operation::gather)
    return std::make_unique<GatherStep<Id>>(ids(1), row_bytes, address(0), source.address(result));
  if (!scatters)
    return std::make_unique<UpdateRowStep<Id>>(ids(2), row_bytes, address(0), address(1),
                                               source.address(result));
  return with_element_type(table.dtype, [&]<class T>() -> std::unique_ptr<Step> {
    return std::make_unique<ScatterAddStep<T, Id>>(ids(0), size, address(1), source.address(result),
                                                   source.scratch(unit));
  });
}

} // namespace

std::unique_ptr<Step> rows_step(const StepSource &source, std::size_t unit) {
  const Instruction &instruction = source.instruction(source.units.units[unit].instructions[0]);
  const std::size_t ids = instruction.operation == Operation::gather        ? 1
                          : instruction.operation == Operation::scatter_add ? 0
                                                                            : 2;
  return source.type(instruction.operands[ids]).dtype == DType::i32
             ? step_by_ids<std::int32_t>(source, unit, instruction)
             : step_by_ids<std::int64_t>(source, unit, instruction);
}

} // namespace brigade
