#include "measure_profile.hpp"

#include "job.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/gspmd/profile_file.hpp"
#include "command_line/print_wanted.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>

namespace brigade::bench {

int measure_profile(int argc, char **argv) {
  CLI::App app{"Measures this machine's profile: the rate of matrix products, the bandwidth of "
               "memory, and what\nmessages between ranks cost, all ranks at the same time.",
               "brigade-bench profile"};
  std::string path = "-", name;
  int ranks = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 2, 64);
  app.add_option("-o,--json", path, "The file of the profile (- = standard output)")
      ->type_name("FILE");
  app.add_option("--name", name, "What the profile is called (the file's name)");
  app.add_option("--ranks", ranks, "How many ranks compute and talk at the same time (one a core)")
      ->check(CLI::Range(2, 9999))
      ->capture_default_str();
  app.footer("Example:\n  brigade-bench profile -o mine.json && brigade-plan program.txt --profile "
             "mine.json");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &help) {
    return print_wanted(app, help);
  } catch (const CLI::ParseError &error) {
    throw InputError(error.what());
  }
  if (path != "-")
    check_writable(path);
  if (name.empty())
    name = path == "-" ? "measured" : path;
  const std::string measured = run_job("bench-machine-profile", ranks, {"--name", name}).dump();
  const std::string text = profile_text(parse_profile(measured, "what was measured"));
  if (path == "-")
    std::fputs(text.c_str(), stdout);
  else
    write_file(path, text);
  return 0;
}

} // namespace brigade::bench
