#include "grader/workshop/include_farm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

/// Several graders may make it at once: what stands there already is as good.
void link(const fs::path &target, const fs::path &name) {
  std::error_code problem;
  if (fs::read_symlink(name, problem) == target)
    return;
  const fs::path fresh = fmt::format("{}.{}", name.string(), getpid());
  fs::remove(fresh, problem);
  fs::create_symlink(target, fresh);
  fs::rename(fresh, name);
}

} // namespace

fs::path exercise_headers(const fs::path &folder, const fs::path &exercise) {
  fs::create_directories(folder);
  for (const auto &entry : fs::directory_iterator(exercise))
    if (entry.path().extension() == ".hpp")
      link(entry.path(), folder / entry.path().filename());
  return folder;
}

fs::path include_farm(const fs::path &farms, const Toolchain &tools,
                      const std::vector<std::string> &layers) {
  const fs::path farm =
      farms / (layers.empty() ? "no-layer" : fmt::format("{}", fmt::join(layers, "-")));
  fs::create_directories(farm / "brigade");
  fs::create_directories(farm / "trial");
  link(tools.autograder / "trial" / "not_implemented.hpp", farm / "trial" / "not_implemented.hpp");
  for (const std::string &layer : layers)
    link(tools.reference / "brigade" / layer, farm / "brigade" / layer);
  return farm;
}

} // namespace brigade::grader
