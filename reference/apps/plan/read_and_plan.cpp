#include "planned.hpp"

#include "missing_axes.hpp"
#include "model_program.hpp"
#include "nothing_cut.hpp"
#include "run_size.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"
#include "brigade/gspmd/implicit_communication.hpp"
#include "brigade/gspmd/profile_presets.hpp"
#include "brigade/gspmd/sharding_table.hpp"
#include "brigade/ir/parse.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace brigade::plan {

namespace {

/// `what` the file should be: "a program in its text form".
std::string read(const std::string &file, const char *what) {
  if (file == "-")
    return {std::istreambuf_iterator<char>(std::cin), {}};
  try {
    return read_file(file);
  } catch (const InputError &error) {
    throw InputError(fmt::format("{}; give the file of {}", error.what(), what));
  }
}

Program read_program(const Options &options) {
  if (!options.model.empty())
    return model_program(options);
  const std::string text = read(options.program_file, "a program in its text form");
  const auto parse = [&](const std::optional<Mesh> &mesh) {
    return parse_program(text, options.program_file, mesh);
  };
  return made_for_mesh(options.mesh, parse, [&] {
    const std::optional<Mesh> own = parse({}).mesh;
    return own ? own->axis_names() : std::vector<std::string>{};
  });
}

std::vector<std::string> axes_of(const ShardingTable &table) {
  std::vector<std::string> axes;
  for (const ShardingLine &line : table.lines) {
    for (const DimensionSharding &dimension : line.sharding.dimensions)
      axes.insert(axes.end(), dimension.axes.begin(), dimension.axes.end());
    axes.insert(axes.end(), line.sharding.unreduced.begin(), line.sharding.unreduced.end());
  }
  return axes;
}

/// The program with a table's shardings; as it is where no file is named.
Program with_table(const Program &program, const std::string &file, const Options &options) {
  if (file.empty())
    return program;
  const ShardingTable table = parse_sharding_table(read(file, "a table of shardings"), file);
  const auto annotate = [&](const std::optional<Mesh> &mesh) {
    Program on_mesh = program;
    if (mesh)
      on_mesh.mesh = mesh;
    return with_shardings(on_mesh, table);
  };
  return made_for_mesh(options.mesh, annotate, [&] { return axes_of(table); });
}

/// The program with the shardings that --sharding names, or else with those that its model has.
Program with_asked_table(const Program &program, const Options &options) {
  if (options.sharding_file.empty() && !options.chooses_shardings)
    if (const std::optional<ShardingTable> table = default_table(options))
      return with_shardings(program, *table);
  return with_table(program, options.sharding_file, options);
}

void require_ranks(const Options &options, const Program &program) {
  if (options.ranks > 0 && program.mesh && program.mesh->size() != options.ranks)
    throw InputError(
        fmt::format("--run {}: the mesh {} has {} device{}, and a rank drives one; give "
                    "--run {}, or a --mesh whose sizes multiply to {}",
                    options.ranks, to_string(*program.mesh), program.mesh->size(),
                    program.mesh->size() == 1 ? "" : "s", program.mesh->size(), options.ranks));
}

/// A rank drives the device whose id is its own.
void require_ids_of_ranks(const Options &options, const Program &program) {
  for (std::int64_t i = 0; options.ranks > 0 && program.mesh && i < program.mesh->size(); ++i)
    if (const DeviceId device = program.mesh->devices().at(i); device >= options.ranks)
      throw InputError(
          fmt::format("--run {}: the mesh has a device {}, and ranks are numbered 0 to "
                      "{}; give it devices with these ids",
                      options.ranks, device, options.ranks - 1));
}

/// Whether the message says `file`:LINE.
bool names_a_line(const std::string &message, const std::string &file) {
  const std::size_t at = message.find(file + ":");
  const std::size_t line = at + file.size() + 1;
  return at != std::string::npos && line < message.size() && message[line] >= '0' &&
         message[line] <= '9';
}

/// As make_plan, with the model's or the file's name before what it refuses without saying where.
Plan planned(const Program &program, const MachineProfile &profile, const Options &options,
             bool cuts_parameters) {
  Passes passes = options.passes;
  passes.cut_parameters = cuts_parameters;
  try {
    return make_plan(program, profile, passes);
  } catch (const InputError &error) {
    const std::string what = error.what();
    if (!options.model.empty())
      throw InputError(fmt::format("--model {}: {}", options.model, what));
    if (options.program_file == "-" || names_a_line(what, options.program_file))
      throw;
    throw InputError(options.program_file + ": " + what);
  }
}

/// The other plan is that of its table alone, so that what --auto chose can be held against it.
Comparison compared(const Plan &plan, const Program &program, const Options &options) {
  const auto name = [](const std::string &file) {
    return file.empty() ? "as written" : std::filesystem::path(file).filename().string();
  };
  const Plan other =
      planned(with_table(program, options.against_file, options), plan.profile, options, false);
  const bool is_by_hand =
      options.sharding_file.empty() && !options.chooses_shardings && default_table(options);
  return {is_by_hand ? "by hand"
                     : name(options.sharding_file) + (options.chooses_shardings ? " --auto" : ""),
          name(options.against_file), difference(plan, other)};
}

void warn(const std::string &line) { fmt::print(stderr, "brigade: warning: {}\n", line); }

} // namespace

Planned read_and_plan(const Options &options) {
  const MachineProfile profile = profile_named(options.profile);
  const Program program = read_program(options);
  require_ranks(options, program);
  require_ids_of_ranks(options, program);
  Plan plan =
      planned(with_asked_table(program, options), profile, options, options.chooses_shardings);
  for (const std::string &line : check_implicit_communication(plan, options.implicit_communication))
    warn(line);
  if (const std::optional<std::string> line = nothing_cut(plan, options))
    warn(*line);
  Planned result{explain(std::move(plan)), {}, {}};
  if (options.ranks > 0)
    require_interpretable(result.explanation.plan.given);
  if (!options.against_file.empty())
    result.comparison = compared(result.explanation.plan, program, options);
  return result;
}

} // namespace brigade::plan
