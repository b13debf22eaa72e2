#include "brigade/data/row_table.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <utility>

namespace brigade {

RowTable::RowTable(Layout layout, MappedFile file, std::size_t offset, Labels labels)
    : layout_(std::move(layout)), file_(std::move(file)), first_(file_->bytes().data() + offset),
      labels_(std::move(labels)) {
  check_labels();
}

RowTable::RowTable(Layout layout, std::vector<std::byte> kept, const std::vector<bool> &selected,
                   Labels labels)
    : layout_(std::move(layout)), kept_(std::move(kept)), first_(kept_.data()),
      labels_(std::move(labels)) {
  check_labels();
  std::int64_t next = 0;
  place_.reserve(selected.size());
  for (bool keep : selected)
    place_.push_back(keep ? next++ : -1);
}

void RowTable::check_labels() const {
  if (layout_.rows < 1)
    throw InputError(fmt::format("{}: holds no rows", layout_.source));
  if (std::ssize(labels_.values) != layout_.rows)
    throw InputError(fmt::format("{} holds {} labels, but {} holds {} rows; each row needs a label",
                                 labels_.source, labels_.values.size(), layout_.source,
                                 layout_.rows));
}

std::int64_t RowTable::private_bytes() const {
  return static_cast<std::int64_t>(kept_.capacity() + place_.capacity() * sizeof(std::int64_t) +
                                   labels_.values.capacity() * sizeof(std::int32_t));
}

const std::byte *RowTable::row(std::int64_t index) const {
  if (index < 0 || index >= layout_.rows)
    throw Error(fmt::format("row {} of {} was asked for, which has rows 0 to {}", index,
                            layout_.source, layout_.rows - 1));
  std::int64_t place = index;
  if (!place_.empty()) {
    place = place_[static_cast<std::size_t>(index)];
    if (place < 0)
      throw Error(fmt::format("row {} of {} was asked for, but not selected when it was loaded",
                              index, layout_.source));
  }
  return first_ + static_cast<std::size_t>(place) * layout_.bytes_per_row();
}

void RowTable::check_sizes(std::int64_t rows, std::size_t features, std::size_t labels) const {
  const auto wanted = static_cast<std::size_t>(rows * layout_.features);
  if (features != wanted || labels != static_cast<std::size_t>(rows))
    throw Error(fmt::format("{} rows of {} need room for {} features and {} labels, but got room "
                            "for {} and {}",
                            rows, layout_.source, wanted, rows, features, labels));
}

template <class T>
void RowTable::fetch(std::span<const std::int64_t> rows, std::span<T> features,
                     std::span<std::int32_t> labels) const {
  check_sizes(std::ssize(rows), features.size(), labels.size());
  const auto width = static_cast<std::size_t>(layout_.features);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    decode(row(rows[i]), layout_.format, width, layout_.divisor, features.data() + i * width);
    labels[i] = labels_.values[static_cast<std::size_t>(rows[i])];
  }
}

template <class T>
void RowTable::fetch(Interval rows, std::span<T> features, std::span<std::int32_t> labels) const {
  check_sizes(rows.size(), features.size(), labels.size());
  const auto width = static_cast<std::size_t>(layout_.features);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::int64_t index = rows.begin + static_cast<std::int64_t>(i);
    decode(row(index), layout_.format, width, layout_.divisor, features.data() + i * width);
    labels[i] = labels_.values[static_cast<std::size_t>(index)];
  }
}

template void RowTable::fetch<float>(std::span<const std::int64_t>, std::span<float>,
                                     std::span<std::int32_t>) const;
template void RowTable::fetch<double>(std::span<const std::int64_t>, std::span<double>,
                                      std::span<std::int32_t>) const;
template void RowTable::fetch<float>(Interval, std::span<float>, std::span<std::int32_t>) const;
template void RowTable::fetch<double>(Interval, std::span<double>, std::span<std::int32_t>) const;

} // namespace brigade
