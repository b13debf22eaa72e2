#include "ranks/rank_tests.hpp"
#include "ranks/runtime.hpp"

#include "brigade/comm/run_main.hpp"

namespace {
brigade::Runtime *the_runtime = nullptr;
} // namespace

brigade::Runtime &brigade::testing::runtime() { return *the_runtime; }

int main(int argc, char **argv) {
  return brigade::run_main(argc, argv, [&](brigade::Runtime &runtime) {
    the_runtime = &runtime;
    return brigade::testing::run_rank_tests(argc, argv);
  });
}
