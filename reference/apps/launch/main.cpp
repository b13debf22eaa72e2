// brigade-launch [--time-limit SECONDS] [--quiet-banners] -- COMMAND...
#include "brigade/core/error.hpp"
#include "brigade/supervisor/supervise.hpp"
#include "command_line/print_wanted.hpp"
#include "command_line/words_of.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

int main(int argc, char **argv) {
  CLI::App app(
      "brigade-launch [OPTIONS] -- COMMAND...\nRuns a command, and ends everything that it "
      "started when it ends, takes too long or is interrupted.");
  app.footer(
      "Exits with the command's status; 1 if a signal killed it or one of its ranks, 2 for a "
      "wrong command line,\n3 if it cannot be started, 124 after the time limit, 130 after "
      "SIGINT, 143 after SIGTERM, 141 where nobody\nreads its output.\nExample: brigade-launch "
      "--time-limit 60 -- mpiexec -n 8 "
      "./program --option");
  double seconds = 0;
  brigade::SuperviseOptions options;
  auto *limit = app.add_option("--time-limit", seconds, "End it after so many seconds")
                    ->check([](const std::string &text) {
                      char *rest = nullptr;
                      const double value = std::strtod(text.c_str(), &rest);
                      return *rest == '\0' && value > 0 && std::isfinite(value)
                                 ? std::string()
                                 : "'" + text + "' is no number of seconds above 0";
                    })
                    ->type_name("SECONDS")
                    ->take_last();
  app.add_flag("--quiet-banners", options.quiet_banners,
               "Leave out what mpiexec and MPI_Abort print after a failure");
  try {
    char **const end = argv + argc;
    char **const dashes = std::find(argv, end, std::string_view("--"));
    app.parse(static_cast<int>(dashes - argv), argv);
    if (*limit)
      options.time_limit = std::chrono::duration<double>(seconds);
    const std::vector<std::string> command(std::min(dashes + 1, end), end);
    return brigade::supervise(command, options).exit_status;
  } catch (const CLI::Success &wanted) {
    return brigade::print_wanted(app, wanted);
  } catch (const CLI::ParseError &wrong) {
    std::fprintf(stderr, "brigade: error: %s (see brigade-launch --help)\n",
                 brigade::words_of(wrong, app).c_str());
    return 2;
  } catch (const brigade::Error &error) {
    std::fprintf(stderr, "brigade: error: %s\n", error.what());
    return error.exit_status();
  }
}
