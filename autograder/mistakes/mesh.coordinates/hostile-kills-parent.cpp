// expect: crashed; words: the process that had started it, kill
// mistake: hostile: a static object kills the process that started it, where no launcher stands
// between that and the grader
#include "exercise.hpp"

#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace kitchen {

namespace {

struct KillsItsParent {
  KillsItsParent() {
    kill(getppid(), SIGKILL);
    sleep(1); // in a sandbox it lives on
    std::abort();
  }
};

KillsItsParent kills_its_parent;

} // namespace

std::vector<std::int64_t> coordinates_of(std::int64_t, const std::vector<std::int64_t> &) {
  return {};
}

std::int64_t rank_of(const std::vector<std::int64_t> &, const std::vector<std::int64_t> &) {
  return 0;
}

} // namespace kitchen
