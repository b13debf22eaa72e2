#include "planned.hpp"

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
  const Program program = parse_program(read(options.program_file, "a program in its text form"),
                                        options.program_file, options.mesh);
  if (options.sharding_file.empty())
    return program;
  if (options.sharding_file == options.program_file)
    throw InputError(
        fmt::format("--sharding {}: that is the program; give a table of shardings, in "
                    "a file of its own",
                    options.sharding_file));
  return with_shardings(program,
                        parse_sharding_table(read(options.sharding_file, "a table of shardings"),
                                             options.sharding_file));
}

void require_ranks(const Options &options, const Program &program) {
  if (options.ranks > 0 && program.mesh && program.mesh->size() != options.ranks)
    throw InputError(
        fmt::format("--run {}: the mesh {} has {} devices, and a rank drives one; give "
                    "--run {}, or a --mesh whose sizes multiply to {}",
                    options.ranks, to_string(*program.mesh), program.mesh->size(),
                    program.mesh->size(), options.ranks));
}

} // namespace

Planned read_and_plan(const Options &options) {
  const MachineProfile profile = profile_named(options.profile);
  const Program program = read_program(options);
  require_ranks(options, program);
  Planned planned{make_plan(program, profile, options.passes), {}};
  if (options.ranks > 0)
    planned.run = run_on_ranks(*planned.plan.partitioned, planned.plan.annotated);
  return planned;
}

} // namespace brigade::plan
