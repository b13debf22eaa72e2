#pragma once

#include "brigade/runtime/array.hpp"

#include <string>

namespace brigade {

/// Writes a global array to one .npy file in a folder that every rank sees. Each block is written
/// once, by the first device that holds it, straight to its place; no rank holds more than its
/// shard. The file appears complete or not at all: it is written beside `path` and renamed. All
/// ranks call it. Where anything fails (folder missing, disk full) all ranks throw the same Error,
/// naming the path.
void save_npy(const Array &array, const std::string &path);

/// A global array from a .npy file that every rank sees, with the file's shape and type (<f4, <f8,
/// <i4, <i8 or |b1, C order). Each rank maps the file and touches only its own part of it, so
/// `sharding` need not be that of the array which was saved. All ranks call it. Where anything
/// fails all ranks throw the same Error: a file that is missing, truncated or of another kind, and
/// as Array::empty.
Array load_npy(Runtime &runtime, const std::string &path, NamedSharding sharding);

} // namespace brigade
