#include "brigade/data/load_dataset.hpp"

#include "brigade/core/error.hpp"
#include "brigade/data/digits.hpp"
#include "brigade/data/files/array_file.hpp"
#include "brigade/data/files/dataset_files.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace brigade {
namespace {

// Larger labels are taken for a mistake (a pixel file, an identifier): a class costs an output of
// the model.
constexpr std::int32_t kMostClasses = 65'536;
constexpr double kPixelRange = 255;

RowTable::Labels load_labels(const std::string &path) {
  const ArrayFile file(path);
  if (file.numbers_per_row() != 1)
    throw InputError(fmt::format("{}: expected one label a row, found the shape {}", path,
                                 to_string(file.array().shape)));
  const std::vector<std::byte> stored = file.read_rows();
  const auto count = static_cast<std::size_t>(file.rows());
  std::vector<double> values(count);
  decode(stored.data(), file.array().format, count, 1.0, values.data());
  RowTable::Labels labels{path, std::vector<std::int32_t>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    // Written so that a NaN fails too.
    if (!(values[i] >= 0 && values[i] < kMostClasses) || values[i] != std::floor(values[i]))
      throw InputError(fmt::format("{}: label {} of row {} is not an integer from 0 to {}", path,
                                   values[i], i, kMostClasses - 1));
    labels.values[i] = static_cast<std::int32_t>(values[i]);
  }
  return labels;
}

RowTable load_rows(Split split, const std::string &features_path, const std::string &labels_path,
                   const RowSelection &needed) {
  RowTable::Labels labels = load_labels(labels_path);
  ArrayFile file(features_path);
  const StoredArray array = file.array();
  if (array.shape.size() < 2)
    throw InputError(fmt::format("{}: expected rows of numbers, at least 2 dimensions; found the "
                                 "shape {}",
                                 features_path, to_string(array.shape)));
  RowTable::Layout layout{.source = features_path,
                          .rows = file.rows(),
                          .features = file.numbers_per_row(),
                          .format = array.format,
                          .divisor = array.format.type == StoredType::u8 ? kPixelRange : 1.0};
  if (!file.gzipped())
    return RowTable(std::move(layout), std::move(file).release(), array.offset, std::move(labels));
  const std::vector<bool> selected = needed ? needed(split, layout.rows) : std::vector<bool>{};
  std::vector<std::byte> kept = file.read_rows(selected);
  return RowTable(std::move(layout), std::move(kept), selected, std::move(labels));
}

} // namespace

Dataset load_dataset(const std::string &source, const RowSelection &needed) {
  if (source == "digits")
    return load_digits();
  const DatasetFiles files = find_dataset_files(source);
  RowTable train = load_rows(Split::train, files.train_features, files.train_labels, needed);
  RowTable test = load_rows(Split::test, files.test_features, files.test_labels, needed);
  return Dataset(source, std::move(train), std::move(test));
}

} // namespace brigade
