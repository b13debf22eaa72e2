#include "grader/launch/launcher_loss.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace brigade::grader {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};
/// Looks, not a time: while the grader itself was stopped nothing is seen.
constexpr int kLooks = 10;

/// What /proc says of a process; zeros where it has ended.
struct Kinship {
  pid_t parent = 0;
  pid_t innermost_id = 0; ///< in the process namespace that it was made in
};

Kinship kinship_of(pid_t process) {
  Kinship kinship;
  std::ifstream status(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(status, line);) {
    std::istringstream words(line);
    std::string name, word;
    words >> name;
    if (name == "State:" && words >> word && (word == "Z" || word == "X"))
      return {};
    if (name == "PPid:")
      words >> kinship.parent;
    else if (name == "NSpid:")
      for (pid_t id = 0; words >> id;)
        kinship.innermost_id = id;
  }
  return kinship;
}

/// Orphans come to this process, or in a sandbox to the first process of its namespace.
bool is_orphan(pid_t rank) {
  const pid_t parent = rank > 0 ? kinship_of(rank).parent : 0;
  return parent > 0 && (parent == getpid() || kinship_of(parent).innermost_id == 1);
}

} // namespace

bool LauncherLoss::is_certain(const std::vector<pid_t> &ranks) {
  const auto now = std::chrono::steady_clock::now();
  if (now - looked_ < kBetweenLooks)
    return false;
  looked_ = now;
  seen_ = std::ranges::any_of(ranks, is_orphan) ? seen_ + 1 : 0;
  return seen_ >= kLooks;
}

} // namespace brigade::grader
