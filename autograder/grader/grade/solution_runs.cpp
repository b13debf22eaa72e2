#include "grader/grade/solution_runs.hpp"

#include "brigade/core/atomic_file.hpp"
#include "records/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <optional>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

/// A line of JSON (token, sizes of the files), then the record files one behind the other.
void keep(const fs::path &file, const LaunchResult &result) {
  nlohmann::json head = {{"token", result.token}, {"bytes", nlohmann::json::array()}};
  std::string records;
  for (const std::string &one : result.record_files) {
    head["bytes"].push_back(one.size());
    records += one;
  }
  write_file(file.string(), head.dump() + "\n" + records);
}

std::optional<LaunchResult> kept(const fs::path &file) {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  if (!std::getline(stream, line))
    return std::nullopt;
  LaunchResult result;
  try {
    const nlohmann::json head = nlohmann::json::parse(line);
    result.token = head.at("token").get<std::string>();
    for (const auto &bytes : head.at("bytes")) {
      std::string records(bytes.get<std::size_t>(), '\0');
      if (!stream.read(records.data(), static_cast<std::streamsize>(records.size())))
        return std::nullopt;
      result.ranks.push_back(records::parse_records(records, result.token));
    }
  } catch (const nlohmann::json::exception &) {
    return std::nullopt;
  }
  if (result.ranks.empty() || !result.all_ranks_complete())
    return std::nullopt;
  result.end = LaunchEnd::complete;
  return result;
}

/// Programs that were linked before the present one will not run again.
void forget_other_programs(const fs::path &folder, const std::string &digest) {
  std::error_code none;
  for (const auto &entry : fs::directory_iterator(folder, none))
    if (!entry.path().filename().string().starts_with(digest))
      fs::remove(entry.path(), none);
}

} // namespace

fs::path SolutionRuns::file_of(const LaunchRequest &request) const {
  std::string name =
      fmt::format("{}-seed{}-ranks{}", request.program->digest, request.seed, request.ranks);
  if (!request.sizes.empty())
    name += fmt::format("-sizes{}", fmt::join(request.sizes, "."));
  if (!request.tests.empty())
    name += fmt::format("-tests{:x}",
                        std::hash<std::string>{}(fmt::format("{}", fmt::join(request.tests, ":"))));
  return folder_ / name;
}

bool SolutionRuns::has(const LaunchRequest &request) const { return fs::exists(file_of(request)); }

LaunchResult SolutionRuns::run(const LaunchRequest &request) {
  const fs::path file = file_of(request);
  if (auto result = kept(file))
    return std::move(*result);
  LaunchResult result = launch(request, SandboxLevel::none);
  if (result.end != LaunchEnd::complete && result.end != LaunchEnd::interrupted)
    result = launch(request, SandboxLevel::none);
  if (result.end == LaunchEnd::complete) {
    fs::create_directories(folder_);
    forget_other_programs(folder_, request.program->digest);
    keep(file, result);
  }
  return result;
}

} // namespace brigade::grader
