#include "grader/report/compile_place.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace brigade::grader {

std::string file_of(const CompileFailure &failure) {
  const std::filesystem::path path(failure.file);
  return path.is_absolute() ? path.filename().string() : failure.file;
}

std::string place_of(const CompileFailure &failure) {
  const std::string file = file_of(failure);
  return failure.line > 0 ? fmt::format("{}:{}", file, failure.line) : file;
}

} // namespace brigade::grader
