// random_plans_simulated [--first SEED] [--programs N | --seconds S] [--devices N]
// Random programs for all devices in one process.
#include "brigade/gspmd/simulate.hpp"
#include "random_plans/search.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

int main(int argc, char **argv) {
  using namespace brigade;
  const testing::SearchOptions options = testing::read_search_options(argc, argv, true);
  try {
    const bool right = testing::search(
        options,
        {.run =
             [](const Program &partitioned, const std::vector<Literal> &arguments) {
               return simulate(partitioned, arguments);
             },
         .agree = [](bool goes_on) { return goes_on; },
         .say = [](const std::string &text) { std::fputs(text.c_str(), stdout); },
         .command = options.devices ? fmt::format("{} --devices {}", argv[0], *options.devices)
                                    : std::string(argv[0])});
    return right ? 0 : 1;
  } catch (const std::exception &error) {
    fmt::print(stderr, "brigade: error: {}\n", error.what());
    return 1;
  }
}
