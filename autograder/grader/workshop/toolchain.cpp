#include "grader/workshop/toolchain.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <set>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> paths(const nlohmann::json &list) {
  const auto texts = list.get<std::vector<std::string>>();
  return {texts.begin(), texts.end()};
}

Toolchain read(const nlohmann::json &json) {
  Toolchain tools;
  json.at("compiler").get_to(tools.compiler);
  json.at("flags").get_to(tools.flags);
  for (const std::string &definition : json.at("definitions").get<std::vector<std::string>>())
    tools.flags.push_back("-D" + definition);
  std::set<std::string> seen = {
      "/usr/include"}; // where the compiler looks anyway, in its own order
  for (const std::string &folder : json.at("includes").get<std::vector<std::string>>())
    // The project's own headers are given file by file: which ones depends on the exercise.
    if (!folder.starts_with(json.at("reference").get<std::string>()) &&
        !folder.starts_with(json.at("autograder").get<std::string>()) && seen.insert(folder).second)
      tools.flags.insert(tools.flags.end(), {"-isystem", folder});
  json.at("link_flags").get_to(tools.link_flags);
  tools.interposed = paths(json.at("interposed"));
  tools.harness = paths(json.at("harness"));
  json.at("system_libraries").get_to(tools.system_libraries);
  for (const auto &[name, layer] : json.at("layers").items())
    tools.layers[name] = {layer.at("archive").get<std::string>(),
                          layer.at("needs").get<std::vector<std::string>>()};
  tools.reference = json.at("reference").get<std::string>();
  tools.autograder = json.at("autograder").get<std::string>();
  json.at("build_command").get_to(tools.build_command);
  json.at("mpiexec").get_to(tools.mpiexec);
  return tools;
}

} // namespace

std::vector<std::string> Toolchain::closure(const std::vector<std::string> &uses) const {
  std::set<std::string> all;
  for (const std::string &name : uses) {
    const auto layer = layers.find(name);
    if (layer == layers.end()) {
      std::vector<std::string> known;
      for (const auto &[key, value] : layers)
        known.push_back(key);
      throw InputError(
          fmt::format("there is no layer '{}'; there are {}", name, fmt::join(known, ", ")));
    }
    all.insert(layer->second.needs.begin(), layer->second.needs.end());
    all.insert(name);
  }
  return {all.begin(), all.end()};
}

Toolchain load_toolchain(const fs::path &file) {
  std::ifstream stream(file);
  if (!stream)
    throw MachineError(
        fmt::format("{} is not there: build first (./kitchen grade does)", file.string()));
  try {
    return read(nlohmann::json::parse(stream));
  } catch (const nlohmann::json::exception &error) {
    throw MachineError(fmt::format("{} cannot be read: {}", file.string(), error.what()));
  }
}

} // namespace brigade::grader
