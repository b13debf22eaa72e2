#pragma once

#include <string>

namespace brigade {

/// Paths of the four arrays of a data set.
struct DatasetFiles {
  std::string train_features;
  std::string train_labels;
  std::string test_features;
  std::string test_labels;
};

/// Finds the MNIST-format or .npy files of a folder, by the names that load_dataset documents.
/// Throws InputError where the folder cannot be read, where no set is complete (the message lists
/// what was looked for and what is there), or where both kinds are.
DatasetFiles find_dataset_files(const std::string &folder);

} // namespace brigade
