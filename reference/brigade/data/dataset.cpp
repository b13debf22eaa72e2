#include "brigade/data/dataset.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace brigade {

std::string_view to_string(Split split) { return split == Split::train ? "train" : "test"; }

Dataset::Dataset(std::string name, RowTable train, RowTable test)
    : name_(std::move(name)), train_(std::move(train)), test_(std::move(test)) {
  if (train_.features() != test_.features())
    throw InputError(fmt::format("{} has {} numbers a row, but {} has {}; test rows must look like "
                                 "train rows",
                                 test_.source(), test_.features(), train_.source(),
                                 train_.features()));
  classes_ = std::int64_t{std::ranges::max(train_.labels().values)} + 1;
  const std::vector<std::int32_t> &labels = test_.labels().values;
  const auto stray =
      std::ranges::find_if(labels, [&](std::int32_t label) { return label >= classes_; });
  if (stray != labels.end())
    throw InputError(fmt::format("{}: label {} of row {} is not one of the classes 0 to {} that {} "
                                 "has",
                                 test_.labels().source, *stray, stray - labels.begin(),
                                 classes_ - 1, train_.labels().source));
}

} // namespace brigade
