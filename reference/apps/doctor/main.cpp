// brigade-doctor [--json FILE]
#include "finding.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "command_line/print_wanted.hpp"
#include "command_line/words_of.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <string>

namespace {

using brigade::doctor::Finding;
using brigade::doctor::Findings;

const char *word(Finding::State state) {
  switch (state) {
  case Finding::State::good:
    return "good";
  case Finding::State::doubtful:
    return "doubtful";
  case Finding::State::unfit:
    return "unfit";
  }
  return "";
}

bool is_unfit(const Finding &finding) { return finding.state == Finding::State::unfit; }

void print(const Findings &findings) {
  for (const Finding &finding : findings) {
    fmt::print("{:<16} {:<9} {}\n", finding.name, word(finding.state), finding.value);
    if (!finding.problem.empty())
      fmt::print("{:<26} {}\n{:<26} do: {}\n", "", finding.problem, "", finding.fix);
    std::fflush(stdout);
  }
}

std::string as_json(const Findings &findings) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Finding &finding : findings)
    rows.push_back({{"name", finding.name},
                    {"state", word(finding.state)},
                    {"value", finding.value},
                    {"problem", finding.problem},
                    {"fix", finding.fix}});
  const bool fit = std::none_of(findings.begin(), findings.end(), is_unfit);
  // What the machine answers may hold any bytes; JSON holds UTF-8 only.
  return nlohmann::ordered_json{{"fit", fit}, {"findings", rows}}.dump(
             2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

int examine(const std::string &json) {
  if (!json.empty() && json != "-")
    brigade::check_writable(json);
  Findings all;
  for (const auto look : {brigade::doctor::look_at_machine, brigade::doctor::look_at_software,
                          brigade::doctor::look_at_jobs}) {
    const Findings some = look();
    if (json != "-")
      print(some);
    all.insert(all.end(), some.begin(), some.end());
  }
  if (json == "-") {
    std::fputs(as_json(all).c_str(), stdout);
  } else if (!json.empty()) {
    brigade::AtomicFile file(json);
    file.write(as_json(all));
    file.commit();
  }
  const auto unfit = std::count_if(all.begin(), all.end(), is_unfit);
  if (unfit == 0)
    return 0;
  std::fprintf(stderr, "brigade: error: this machine cannot run Brigade: %s\n",
               std::find_if(all.begin(), all.end(), is_unfit)->problem.c_str());
  return 3;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Finds out whether this machine can run Brigade, and what to do if not.");
  std::string json;
  app.add_option("--json", json, "Write the findings to this file (-: standard output)");
  app.footer("Exits with 0 if it can, 3 if not.");
  try {
    app.parse(argc, argv);
    return examine(json);
  } catch (const CLI::Success &wanted) {
    return brigade::print_wanted(app, wanted);
  } catch (const CLI::ParseError &wrong) {
    std::fprintf(stderr, "brigade: error: %s (see brigade-doctor --help)\n",
                 brigade::words_of(wrong, app).c_str());
    return 2;
  } catch (const brigade::Error &error) {
    std::fprintf(stderr, "brigade: error: %s\n", error.what());
    return error.exit_status();
  }
}
