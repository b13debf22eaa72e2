#pragma once

#include "grader/workshop/objects.hpp"
#include "grader/workshop/toolchain.hpp"

#include <filesystem>

namespace brigade::grader {

/// The headers that nearly every file of one kind includes, compiled once for a preset: they are
/// two thirds of the time from a save to a verdict.
struct Precompiled {
  std::filesystem::path student; ///< to be given behind -include
  std::filesystem::path trial;
};

/// Makes them below `folder`, if that is due. Throws Error with the compiler's reason if
/// they do not compile.
Precompiled precompile(const std::filesystem::path &folder, const Toolchain &tools);

} // namespace brigade::grader
