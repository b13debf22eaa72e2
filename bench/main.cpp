// brigade-bench: runs the measurements, prints a row for each number, and fails where one misses
// its bound.

#include "measure_profile.hpp"
#include "rows.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "command_line/print_wanted.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace brigade::bench {
namespace {

std::vector<Measurement> all_measurements() {
  std::vector<Measurement> all;
  for (auto part : {collective_measurements, resharding_measurements, tracing_measurements,
                    training_measurements, planning_measurements})
    for (Measurement &measurement : part())
      all.push_back(std::move(measurement));
  return all;
}

bool is_asked_for(const std::string &row, const std::vector<std::string> &asked) {
  return asked.empty() || std::any_of(asked.begin(), asked.end(), [&](const std::string &name) {
           return row.find(name) != std::string::npos;
         });
}

void print_head() { fmt::print("{:44} {:>9} {:>11}\n", "number", "value", "bound"); }

void print_row(const Row &row) {
  fmt::print("{:44} {:>9.3f} {:>2} {:>8.3g}  {}\n", row.name, row.value,
             row.sense == Sense::min ? ">=" : "<=", row.bound, row.holds() ? "holds" : "FAILS");
  std::fflush(stdout);
}

nlohmann::json to_json(const std::vector<Row> &rows) {
  nlohmann::json list = nlohmann::json::array();
  for (const Row &row : rows)
    list.push_back({{"name", row.name},
                    {"value", row.value},
                    {"bound", row.bound},
                    {"sense", row.sense == Sense::min ? "min" : "max"},
                    {"holds", row.holds()},
                    {"figures", row.figures}});
  return {{"rows", list}};
}

std::string names_of(const std::vector<Measurement> &measurements) {
  std::string names;
  for (const Measurement &measurement : measurements)
    for (const std::string &name : measurement.names)
      names += "\n  " + name;
  return names;
}

int run(int argc, char **argv) {
  CLI::App app{"Measures what the project promises: ratios of two things timed in turn, each "
               "beside its bound."};
  app.footer(
      "Examples:\n"
      "  brigade-bench                       every number, about nine minutes\n"
      "  brigade-bench all_reduce            those whose name contains all_reduce\n"
      "  brigade-bench --json rows.json      the same, with the figures behind each\n"
      "  brigade-bench profile -o mine.json  this machine's profile, for brigade-plan --profile\n"
      "Exit status: 0 every bound holds, 1 one does not, 2 the command line is wrong.");
  std::vector<std::string> asked;
  std::string json_path;
  bool only_list = false;
  app.add_option("NAME", asked, "Only numbers whose name contains NAME");
  app.add_option("--json", json_path,
                 "Write the rows with their figures to a file (- = standard output)");
  app.add_flag("--list", only_list, "Print the names of all numbers and stop");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &help) {
    return print_wanted(app, help);
  } catch (const CLI::ParseError &error) {
    throw InputError(error.what());
  }

  const std::vector<Measurement> measurements = all_measurements();
  if (only_list) {
    fmt::print("numbers:{}\n", names_of(measurements));
    return 0;
  }
  for (const std::string &name : asked)
    if (std::none_of(measurements.begin(), measurements.end(), [&](const Measurement &measurement) {
          return std::any_of(measurement.names.begin(), measurement.names.end(),
                             [&](const std::string &row) { return is_asked_for(row, {name}); });
        }))
      throw InputError(fmt::format("no number is called '{}'; --list prints their names", name));
  if (!json_path.empty() && json_path != "-")
    check_writable(json_path);

  std::vector<Row> rows;
  if (json_path != "-")
    print_head();
  for (const Measurement &measurement : measurements) {
    if (std::none_of(measurement.names.begin(), measurement.names.end(),
                     [&](const std::string &name) { return is_asked_for(name, asked); }))
      continue;
    for (Row &row : measurement.run()) {
      if (!is_asked_for(row.name, asked))
        continue;
      if (json_path != "-")
        print_row(row);
      rows.push_back(std::move(row));
    }
  }
  if (json_path == "-")
    fmt::print("{}\n", to_json(rows).dump(2));
  else if (!json_path.empty())
    write_file(json_path, to_json(rows).dump(2) + "\n");
  return std::all_of(rows.begin(), rows.end(), [](const Row &row) { return row.holds(); }) ? 0 : 1;
}

} // namespace
} // namespace brigade::bench

int main(int argc, char **argv) {
  try {
    if (argc > 1 && std::string(argv[1]) == "profile")
      return brigade::bench::measure_profile(argc - 1, argv + 1);
    return brigade::bench::run(argc, argv);
  } catch (const brigade::Error &error) {
    fmt::print(stderr, "brigade: error: {}\n", error.what());
    return error.exit_status();
  } catch (const std::exception &error) {
    fmt::print(stderr, "brigade: error: {}\n", error.what());
    return 1;
  }
}
