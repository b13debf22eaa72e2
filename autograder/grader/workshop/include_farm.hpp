#pragma once

#include "grader/workshop/toolchain.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace brigade::grader {

/// A folder below `farms` through which only `layers` of the library, and
/// trial/not_implemented.hpp, can be included: links to their folders. A student's code gets it as
/// its include path, so an exercise cannot be solved by calling a layer that it does not name.
std::filesystem::path include_farm(const std::filesystem::path &farms, const Toolchain &tools,
                                   const std::vector<std::string> &layers);

/// A folder through which only the headers of the exercise can be included, and neither its
/// solution nor its trial.
std::filesystem::path exercise_headers(const std::filesystem::path &folder,
                                       const std::filesystem::path &exercise);

} // namespace brigade::grader
