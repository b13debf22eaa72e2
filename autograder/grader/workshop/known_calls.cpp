#include "grader/workshop/known_calls.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

namespace brigade::grader {
namespace {

/// "Send", "Comm_get_*", "*_c2f" …, without MPI_.
std::vector<std::string> read_table(const std::filesystem::path &table) {
  std::vector<std::string> patterns;
  std::ifstream stream(table);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string word;
    if (!(words >> word) || word.starts_with('#'))
      continue;
    if (word != "local")
      patterns.push_back(word);
    else
      while (words >> word)
        patterns.push_back(word);
  }
  return patterns;
}

bool knows(const std::vector<std::string> &patterns, std::string_view call) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string &pattern) {
    if (pattern.starts_with('*'))
      return call.ends_with(std::string_view(pattern).substr(1));
    // A call has a large-count twin that the table does not list.
    return fits(call, pattern) || call == pattern + "_c";
  });
}

} // namespace

std::vector<std::string> unknown_mpi_calls(const std::vector<ObjectName> &names,
                                           const std::filesystem::path &table) {
  constexpr std::string_view kPrefix = "MPI_";
  const std::vector<std::string> patterns = read_table(table);
  std::set<std::string> unknown;
  for (const ObjectName &name : names)
    if (!patterns.empty() && name.name.starts_with(kPrefix) &&
        !knows(patterns, std::string_view(name.name).substr(kPrefix.size())))
      unknown.insert(name.name);
  return {unknown.begin(), unknown.end()};
}

} // namespace brigade::grader
