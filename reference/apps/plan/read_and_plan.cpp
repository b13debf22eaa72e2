#include "planned.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/parse.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace brigade::plan {

namespace {

std::string read(const std::string &file) {
  if (file == "-")
    return {std::istreambuf_iterator<char>(std::cin), {}};
  if (std::filesystem::is_directory(file))
    throw InputError(
        fmt::format("{} is a folder; give the file of a program in its text form", file));
  std::ifstream stream(file);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream)
    throw InputError(
        fmt::format("cannot read {}; give the file of a program in its text form", file));
  return text;
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
  if (options.profile != "uniform")
    throw InputError(fmt::format("there is no profile '{}'; there is uniform", options.profile));
  Program program = parse_program(read(options.program_file), options.program_file);
  if (options.mesh)
    program.mesh = options.mesh;
  require_ranks(options, program);
  Planned planned{make_plan(program, uniform_profile(), options.passes), {}};
  if (options.ranks > 0)
    planned.run = run_on_ranks(*planned.plan.partitioned, planned.plan.annotated);
  return planned;
}

} // namespace brigade::plan
