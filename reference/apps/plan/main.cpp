// brigade-plan FILE [--mesh x=4,y=2] [--passes LIST] [--run N] [--json FILE]
#include "planned.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

void write_out(const std::string &text) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    throw brigade::Error(
        fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

} // namespace

int main(int argc, char **argv) {
  using namespace brigade::plan;
  try {
    const Options options = read_options(argc, argv);
    if (!options.json_file.empty() && options.json_file != "-")
      brigade::check_writable(options.json_file);
    const Planned planned = read_and_plan(options);
    if (options.json_file != "-")
      write_out(as_text(planned));
    if (options.json_file == "-")
      write_out(as_json(planned));
    else if (!options.json_file.empty())
      brigade::write_file(options.json_file, as_json(planned));
    if (planned.run && !planned.run->agrees)
      throw brigade::Error(
          "the ranks' results are not those of the interpreter: the plan is wrong");
    return 0;
  } catch (const RunFailed &failed) {
    return failed.exit_status;
  } catch (const brigade::Error &error) {
    std::fprintf(stderr, "brigade: error: %s\n", error.what());
    return error.exit_status();
  }
}
