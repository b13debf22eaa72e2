#include "options.hpp"

#include "brigade/core/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace brigade::plan {

namespace {

std::vector<std::string> parts_of(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    parts.push_back(part);
  return parts;
}

Mesh parse_mesh(const std::string &text) {
  Shape sizes;
  std::vector<std::string> names;
  for (const std::string &part : parts_of(text, ',')) {
    const std::size_t equals = part.find('=');
    std::int64_t size = 0;
    const std::string digits = equals == std::string::npos ? "" : part.substr(equals + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
    if (equals == 0 || digits.empty() || error != std::errc() ||
        end != digits.data() + digits.size() || size < 1)
      throw InputError(
          fmt::format("--mesh {}: '{}' is no axis with its size, as in x=4,y=2", text, part));
    names.push_back(part.substr(0, equals));
    sizes.push_back(size);
  }
  if (names.empty())
    throw InputError("--mesh names no axis; write for example --mesh x=4,y=2");
  return Mesh(DeviceGrid(sizes), names);
}

// cleanup, or cleanup=reuse,…: the passes of the clean-up, to the end of the list.
CleanUpPasses parse_clean_up(const std::vector<std::string> &words) {
  if (words.size() == 1 && words[0] == "cleanup")
    return {};
  CleanUpPasses passes = CleanUpPasses::none();
  std::vector<std::string_view> names;
  for (const CleanUpPass &pass : clean_up_passes())
    names.push_back(pass.name);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string name = i == 0 ? words[0].substr(words[0].find('=') + 1) : words[i];
    const auto pass = std::ranges::find(clean_up_passes(), name, &CleanUpPass::name);
    if (!words[0].starts_with("cleanup=") || pass == clean_up_passes().end())
      throw InputError(
          fmt::format("--passes {}: '{}' is no pass of the clean-up; write cleanup for "
                      "all of {}, or cleanup={} for one",
                      fmt::join(words, ","), name, fmt::join(names, ","), names[0]));
    passes.*(pass->runs) = true;
  }
  return passes;
}

Passes parse_passes(const std::string &text) {
  static const std::vector<std::string> kOrder{"propagate", "choose", "partition"};
  std::vector<std::string> asked = parts_of(text, ',');
  const auto clean_up = std::ranges::find_if(
      asked, [](const std::string &word) { return word.starts_with("cleanup"); });
  const std::vector<std::string> clean_up_words(clean_up, asked.end());
  asked.erase(clean_up, asked.end());
  const auto has = [&](const char *pass) { return std::ranges::find(asked, pass) != asked.end(); };
  std::vector<std::string> expected;
  for (const std::string &pass : kOrder)
    if (has(pass.c_str()))
      expected.push_back(pass);
  const bool needs_partition = !clean_up_words.empty() && !has("partition");
  if (asked.empty() || asked.front() != "propagate" || asked != expected || needs_partition)
    throw InputError(
        fmt::format("--passes {}: the passes are propagate,choose,partition,cleanup, in "
                    "this order; propagate is always needed, partition for cleanup",
                    text));
  return {has("choose"), has("partition"),
          clean_up_words.empty() ? CleanUpPasses::none() : parse_clean_up(clean_up_words)};
}

} // namespace

Options read_options(int argc, char **argv) {
  CLI::App app(
      "Plans a one-device program for a mesh of devices, and prints the program with "
      "shardings, the\nprogram that every device runs, its collectives with their reasons, "
      "modelled times and memory.");
  Options options;
  std::string mesh, passes;
  app.add_option("FILE", options.program_file, "The program in its text form (-: standard input)")
      ->required();
  app.add_option("--mesh", mesh, "In place of the program's own mesh")->type_name("x=N,y=M");
  app.add_option("--sharding", options.sharding_file,
                 "A table of shardings, which stand in place of the program's own")
      ->type_name("FILE");
  app.add_option("--profile", options.profile,
                 "The machine whose times are modelled: a preset (docs/machine-profiles.md), or "
                 "the file of a profile")
      ->type_name("NAME|FILE")
      ->capture_default_str();
  app.add_option(
         "--passes", passes,
         "Of propagate,choose,partition,cleanup (all); cleanup=NAME,NAME for some passes of that")
      ->type_name("LIST");
  app.add_option("--run", options.ranks,
                 "Also run the plan on so many ranks, with random inputs, against the interpreter")
      ->type_name("N")
      ->check(CLI::Range(1, 9999));
  app.add_option("--json", options.json_file, "Write the plan to this file (-: standard output)")
      ->type_name("FILE");
  app.footer("Examples:\n"
             "  brigade-plan matmul.txt\n"
             "  brigade-plan matmul.txt --mesh x=2,y=2 --run 4\n"
             "  brigade-plan matmul.txt --passes propagate --json -");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &wanted) {
    std::exit(app.exit(wanted));
  } catch (const CLI::ParseError &wrong) {
    throw InputError(fmt::format("{} (see brigade-plan --help)", wrong.what()));
  }
  if (!mesh.empty())
    options.mesh = parse_mesh(mesh);
  if (!passes.empty())
    options.passes = parse_passes(passes);
  if (options.ranks > 0 && !options.passes.partition)
    throw InputError("--run needs the pass partition; add it to --passes, or leave that out");
  return options;
}

} // namespace brigade::plan
