#include "options.hpp"

#include "brigade/core/error.hpp"
#include "command_line/print_wanted.hpp"
#include "command_line/words_of.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <limits>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace brigade::plan {

namespace {

std::vector<std::string> parts_of(const std::string &text, char separator) {
  std::vector<std::string> parts{""};
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
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

std::int64_t parse_size(const std::string &text, const std::string &option) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  std::int64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc() || end != text.data() + text.size() || size < 1 || size > kLargest)
    throw InputError(
        fmt::format("{} is '{}'; a whole number from 1 to {} is expected", option, text, kLargest));
  return size;
}

int parse_ranks(const std::string &text) {
  int ranks = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ranks);
  if (error != std::errc() || end != text.data() + text.size() || ranks < 1 || ranks > 9999)
    throw InputError(
        fmt::format("--run is '{}'; a number of ranks from 1 to 9999 is expected", text));
  return ranks;
}

void require_values(const CLI::App &app) {
  for (const CLI::Option *option : app.get_options())
    if (option->count() > 0 && option->results().at(0).empty())
      throw InputError(
          fmt::format("{} is ''; {} is expected", option->get_name(), option->get_type_name()));
}

void require_partition(const Options &options) {
  for (const auto &[option, is_given] :
       {std::pair{"--run", options.ranks > 0},
        {"--against", !options.against_file.empty()},
        {"--summary", options.prints_summary},
        {"--implicit-communication",
         options.implicit_communication != ImplicitCommunication::allow}})
    if (is_given && !options.passes.partition)
      throw InputError(fmt::format(
          "{} needs the pass partition; add it to --passes, or leave that out", option));
}

// Nothing is written over what is read, or over what was just written.
void require_outputs_apart(const Options &options) {
  std::map<std::filesystem::path, std::string> taken;
  const auto take = [&](const std::string &what, const std::string &file, bool is_output) {
    if (file.empty() || file == "-")
      return;
    const auto [other, is_free] =
        taken.emplace(std::filesystem::weakly_canonical(std::filesystem::absolute(file)), what);
    if (is_output && !is_free)
      throw InputError(fmt::format("{} {}: that is the file of {} too; give it another", what, file,
                                   other->second));
  };
  take("the program", options.program_file, false);
  take("--sharding", options.sharding_file, false);
  take("--against", options.against_file, false);
  take("--profile", options.profile, false);
  take("--json", options.json_file, true);
  take("--dot", options.dot_file, true);
  take("--svg", options.svg_file, true);
}

// No table is the program, standard input is read once, and one thing goes to standard output.
void require_files_apart(const Options &options) {
  for (const auto &[option, file] :
       {std::pair{"--sharding", options.sharding_file}, {"--against", options.against_file}})
    if (!file.empty() && file == options.program_file)
      throw InputError(fmt::format("{} {}: that is the program; give a table of shardings, in a "
                                   "file of its own",
                                   option, file));
  if (options.sharding_file == "-" && options.against_file == "-")
    throw InputError("standard input can be one table only; give --sharding or --against a file");
  int to_standard_output = 0;
  for (const std::string &file : {options.json_file, options.dot_file, options.svg_file})
    to_standard_output += file == "-";
  if (to_standard_output > 1)
    throw InputError("one of --json, --dot and --svg can go to standard output; give the others a "
                     "file");
  require_outputs_apart(options);
}

} // namespace

Options read_options(int argc, char **argv) {
  CLI::App app("Plans a one-device program for a mesh of devices, and prints the program with\n"
               "shardings, the program that every device runs, its collectives with their\n"
               "reasons, modelled times and memory.");
  Options options;
  std::string mesh, passes, ranks, implicit;
  app.add_option("FILE", options.program_file, "The program in its text form (-: standard input)")
      ->type_name("FILE");
  app.add_option("--model", options.model,
                 "In place of FILE: a step of training mlp,\n"
                 "mlp:FEATURES,HIDDEN,…,CLASSES, or transformer,\n"
                 "which is cut as people do by hand over axes data\n"
                 "and model, where no --sharding says how and --auto\n"
                 "does not ask")
      ->type_name("NAME");
  struct SizeOption {
    const char *name, *what;
    std::optional<std::int64_t> ModelSizes::*size;
    std::string text = {};
  };
  std::array<SizeOption, 6> sizes{
      {{"--layers", "Of the transformer [2]", &ModelSizes::layers},
       {"--width", "Numbers for a token [512]", &ModelSizes::width},
       {"--heads", "Of attention [8]", &ModelSizes::heads},
       {"--sequence", "Tokens of a text [128]", &ModelSizes::sequence},
       {"--vocabulary", "Tokens that there are [2048]", &ModelSizes::vocabulary},
       {"--batch", "Texts of a batch [8], or rows of mlp's [64]", &ModelSizes::batch}}};
  for (SizeOption &option : sizes)
    app.add_option(option.name, option.text, option.what)->type_name("N");
  app.add_flag("--calls", options.sizes.layers_are_calls,
               "The transformer's layers are calls of one block,\n"
               "planned once");
  app.add_option("--mesh", mesh, "In place of the program's own mesh")->type_name("x=N,y=M");
  app.add_option("--sharding", options.sharding_file,
                 "A table of shardings, which stand in place of the\n"
                 "program's own")
      ->type_name("FILE");
  app.add_flag("--auto", options.chooses_shardings,
               "Cut what neither the program nor a table\n"
               "annotates, parameters too, where modelled time is\n"
               "least");
  app.add_option("--against", options.against_file,
                 "Show in what the plan with this table of shardings\n"
                 "differs")
      ->type_name("FILE");
  app.add_flag("--summary", options.prints_summary,
               "Print no programs: only the collectives, what is\n"
               "whole on every device, times and memory");
  app.add_option("--profile", options.profile,
                 "The machine whose times are modelled: a preset\n"
                 "(docs/machine-profiles.md), or the file of a\n"
                 "profile")
      ->type_name("NAME|FILE")
      ->capture_default_str();
  app.add_option("--passes", passes,
                 "Of propagate,choose,partition,cleanup (all);\n"
                 "cleanup=NAME,NAME for some passes of that")
      ->type_name("LIST");
  app.add_option("--implicit-communication", implicit,
                 "What becomes of a plan that moves values although\n"
                 "no annotation asks for it (but to sum): warn says\n"
                 "what and where, error ends with that [allow]")
      ->type_name("allow|warn|error");
  app.add_option("--run", ranks,
                 "Also run the plan on so many ranks, with random\n"
                 "inputs, against the interpreter")
      ->type_name("N");
  app.add_option("--json", options.json_file, "Write the plan to this file (-: standard output)")
      ->type_name("FILE");
  app.add_option("--dot", options.dot_file,
                 "Write the plan as a graph for Graphviz to this\n"
                 "file (-: standard output)")
      ->type_name("FILE");
  app.add_option("--svg", options.svg_file,
                 "Draw the plan as a picture into this file\n"
                 "(-: standard output)")
      ->type_name("FILE");
  app.footer("Examples:\n"
             "  brigade-plan matmul.txt\n"
             "  brigade-plan matmul.txt --mesh x=2,y=2 --run 4\n"
             "  brigade-plan matmul.txt --passes propagate --json -\n"
             "  brigade-plan matmul.txt --sharding rows.txt --against columns.txt\n"
             "  brigade-plan --model mlp --mesh data=2,model=4 --sharding table.txt\n"
             "  brigade-plan --model mlp:2048,4096,4096,10 --mesh data=2,model=4 --auto\n"
             "  brigade-plan --model transformer --layers 12 --width 768 --heads 12 \\\n"
             "      --mesh data=2,model=4 --summary\n"
             "  brigade-plan matmul.txt --svg plan.svg\n"
             "  brigade-plan matmul.txt --dot - | dot -Tpdf > plan.pdf");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &wanted) {
    std::exit(print_wanted(app, wanted));
  } catch (const CLI::ArgumentMismatch &wrong) { // "--mesh: 1 required …"
    const std::string what = wrong.what();
    const std::string option = what.substr(0, what.find(':'));
    throw InputError(fmt::format("{} {} (see brigade-plan --help)", option,
                                 app.get_option(option)->count() > 1 ? "is given more than once"
                                                                     : "needs a value"));
  } catch (const CLI::ParseError &wrong) {
    throw InputError(fmt::format("{} (see brigade-plan --help)", words_of(wrong, app)));
  }
  require_values(app);
  for (const SizeOption &option : sizes)
    if (!option.text.empty() && options.model.empty())
      throw InputError(fmt::format("{} is of a model; add --model transformer", option.name));
    else if (!option.text.empty())
      options.sizes.*(option.size) = parse_size(option.text, option.name);
  if (!ranks.empty())
    options.ranks = parse_ranks(ranks);
  if (!mesh.empty())
    options.mesh = parse_mesh(mesh);
  if (!passes.empty())
    options.passes = parse_passes(passes);
  if (!implicit.empty())
    options.implicit_communication =
        implicit_communication_named(implicit, "--implicit-communication");
  if (options.program_file.empty() == options.model.empty())
    throw InputError(
        options.model.empty()
            ? "give the file of a program, or --model NAME (see brigade-plan --help)"
            : fmt::format("{} --model {}: give one of the two, the program or the model",
                          options.program_file, options.model));
  require_partition(options);
  if (options.prints_summary && !options.against_file.empty())
    throw InputError("--against prints no programs; leave --summary out");
  if (options.chooses_shardings && !options.passes.choose)
    throw InputError("--auto needs the pass choose; add it to --passes, or leave that out");
  require_files_apart(options);
  return options;
}

} // namespace brigade::plan
