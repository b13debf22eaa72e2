// brigade-plan FILE|--model NAME [--mesh x=4,y=2] [--sharding FILE] [--auto] [--against FILE]
// [--summary] [--passes LIST] [--run N] [--json FILE] [--dot FILE] [--svg FILE]
#include "long_output.hpp"
#include "planned.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/terminal.hpp"
#include "brigade/core/write_out.hpp"
#include "brigade/gspmd/plan_dot.hpp"
#include "brigade/gspmd/plan_svg.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <new>
#include <optional>
#include <string>

namespace {

// A file, or standard output where it is called -.
void write_to(const std::string &file, const std::string &text) {
  if (file == "-") {
    brigade::write_out(text);
    return;
  }
  brigade::write_file(file, text);
  fmt::print(stderr, "brigade: wrote {}\n", file);
}

} // namespace

int main(int argc, char **argv) {
  using namespace brigade::plan;
  try {
    const Options options = read_options(argc, argv);
    for (const std::string &file : {options.json_file, options.dot_file, options.svg_file})
      if (!file.empty() && file != "-")
        brigade::check_writable(file);
    Planned planned = read_and_plan(options);
    const bool as_words =
        options.json_file != "-" && options.dot_file != "-" && options.svg_file != "-";
    if (as_words) {
      const std::string text = as_text(planned, {.colours = brigade::standard_output().colours,
                                                 .programs = !options.prints_summary});
      brigade::write_out(text);
      if (const std::optional<std::string> line = long_output(text, options))
        fmt::print(stderr, "brigade: {}\n", *line);
    }
    if (options.ranks > 0) {
      const brigade::Plan &plan = planned.explanation.plan;
      planned.run = run_on_ranks(plan);
      if (as_words)
        brigade::write_out(as_text(*planned.run));
    }
    if (!options.json_file.empty())
      write_to(options.json_file, as_json(planned));
    if (!options.dot_file.empty())
      write_to(options.dot_file, brigade::to_dot(planned.explanation.plan));
    if (!options.svg_file.empty())
      write_to(options.svg_file, brigade::plan_svg(planned.explanation.plan));
    if (planned.run && !planned.run->agrees())
      throw brigade::Error(disagreement(*planned.run));
    return 0;
  } catch (const RunFailed &failed) {
    return failed.exit_status;
  } catch (const brigade::Error &error) {
    std::fprintf(stderr, "brigade: error: %s\n", error.what());
    return error.exit_status();
  } catch (const std::bad_alloc &) {
    std::fputs("brigade: error: out of memory; plan a smaller program\n", stderr);
    return 1;
  }
}
