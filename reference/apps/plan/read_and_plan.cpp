#include "planned.hpp"

#include "run_size.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/profile_presets.hpp"
#include "brigade/gspmd/sharding_table.hpp"
#include "brigade/ir/parse.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace brigade::plan {

namespace {

/// `what` the file should be: "a program in its text form".
std::string read(const std::string &file, const char *what) {
  if (file == "-")
    return {std::istreambuf_iterator<char>(std::cin), {}};
  if (std::filesystem::is_directory(file))
    throw InputError(fmt::format("{} is a folder; give the file of {}", file, what));
  std::ifstream stream(file);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream)
    throw InputError(fmt::format("cannot read {}; give the file of {}", file, what));
  return text;
}

Program read_program(const Options &options) {
  return parse_program(read(options.program_file, "a program in its text form"),
                       options.program_file, options.mesh);
}

/// The program with a table's shardings; as it is where no file is named.
Program with_table(const Program &program, const std::string &file) {
  if (file.empty())
    return program;
  return with_shardings(program, parse_sharding_table(read(file, "a table of shardings"), file));
}

void require_ranks(const Options &options, const Program &program) {
  if (options.ranks > 0 && program.mesh && program.mesh->size() != options.ranks)
    throw InputError(
        fmt::format("--run {}: the mesh {} has {} devices, and a rank drives one; give "
                    "--run {}, or a --mesh whose sizes multiply to {}",
                    options.ranks, to_string(*program.mesh), program.mesh->size(),
                    program.mesh->size(), options.ranks));
}

Comparison compared(const Plan &plan, const Program &program, const Options &options) {
  const auto name = [](const std::string &file) {
    return file.empty() ? "as written" : std::filesystem::path(file).filename().string();
  };
  const Plan other =
      make_plan(with_table(program, options.against_file), plan.profile, options.passes);
  return {name(options.sharding_file), name(options.against_file), difference(plan, other)};
}

} // namespace

Planned read_and_plan(const Options &options) {
  const MachineProfile profile = profile_named(options.profile);
  const Program program = read_program(options);
  require_ranks(options, program);
  Planned planned{
      explain(make_plan(with_table(program, options.sharding_file), profile, options.passes)),
      {},
      {}};
  if (options.ranks > 0)
    require_interpretable(planned.explanation.plan.annotated);
  if (!options.against_file.empty())
    planned.comparison = compared(planned.explanation.plan, program, options);
  return planned;
}

} // namespace brigade::plan
