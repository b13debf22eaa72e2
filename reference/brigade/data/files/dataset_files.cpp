#include "brigade/data/files/dataset_files.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <vector>

namespace brigade {
namespace {

namespace fs = std::filesystem;

// The most names that a message lists: a folder may hold thousands.
constexpr std::size_t kMostListed = 12;

/// Names that one file may have, the preferred first; the first is what a message shows.
using Names = std::vector<std::string>;
/// In the order of DatasetFiles.
using FourNames = std::array<Names, 4>;

Names idx_names(const std::string &stem, const std::string &suffix) {
  return {stem + "-" + suffix, stem + "." + suffix, stem + "-" + suffix + ".gz",
          stem + "." + suffix + ".gz"};
}

std::set<std::string> names_in(const std::string &folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (status.type() == fs::file_type::not_found)
    throw InputError(
        fmt::format("{}: no such folder; --data takes \"digits\" or a folder that holds "
                    "a data set",
                    folder));
  if (error)
    throw InputError(fmt::format("{}: cannot look at it: {}", folder, error.message()));
  if (!fs::is_directory(status))
    throw InputError(
        fmt::format("{}: expected a folder, found a file; --data takes \"digits\" or a "
                    "folder that holds a data set",
                    folder));
  std::set<std::string> names;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error))
    names.insert(entry->path().filename().string());
  if (error)
    throw InputError(fmt::format("{}: cannot list the folder: {}", folder, error.message()));
  return names;
}

std::array<std::optional<std::string>, 4> found(const FourNames &wanted,
                                                const std::set<std::string> &present) {
  std::array<std::optional<std::string>, 4> result;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    for (const std::string &name : wanted[i])
      if (!result[i] && present.contains(name))
        result[i] = name;
  return result;
}

std::string list(const std::set<std::string> &names) {
  if (names.empty())
    return "nothing";
  std::vector<std::string> first;
  for (const std::string &name : names)
    if (first.size() < kMostListed)
      first.push_back(name);
  const std::size_t more = names.size() - first.size();
  return fmt::format("{}{}", fmt::join(first, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

} // namespace

DatasetFiles find_dataset_files(const std::string &folder) {
  const FourNames idx = {
      idx_names("train-images", "idx3-ubyte"), idx_names("train-labels", "idx1-ubyte"),
      idx_names("t10k-images", "idx3-ubyte"), idx_names("t10k-labels", "idx1-ubyte")};
  const FourNames npy = {Names{"x_train.npy"}, Names{"y_train.npy"}, Names{"x_test.npy"},
                         Names{"y_test.npy"}};

  const std::set<std::string> present = names_in(folder);
  const auto idx_found = found(idx, present), npy_found = found(npy, present);
  auto complete = [](const auto &files) {
    return std::ranges::all_of(files, [](const auto &name) { return name.has_value(); });
  };
  if (complete(idx_found) && complete(npy_found))
    throw InputError(fmt::format("{}: holds both {} and {}; leave one data set in the folder",
                                 folder, *idx_found[0], *npy_found[0]));
  if (!complete(idx_found) && !complete(npy_found)) {
    std::vector<std::string> looked_for;
    for (const FourNames &four : {idx, npy})
      for (const Names &names : four)
        looked_for.push_back(names.front());
    throw InputError(
        fmt::format("{}: holds no complete data set; looked for {} (also with '.' before idx, and "
                    "with .gz), or "
                    "{}; found {}",
                    folder, fmt::join(looked_for.begin(), looked_for.begin() + 4, ", "),
                    fmt::join(looked_for.begin() + 4, looked_for.end(), ", "), list(present)));
  }
  const auto &files = complete(idx_found) ? idx_found : npy_found;
  auto path = [&](std::size_t i) { return (fs::path(folder) / *files[i]).string(); };
  return {path(0), path(1), path(2), path(3)};
}

} // namespace brigade
