#include "plan.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/choose.hpp"
#include "brigade/gspmd/partition.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/reuse_moves.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/trace/expand_grads.hpp"

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

Plan make_plan(const Options &options) {
  if (options.profile != "uniform")
    throw InputError(fmt::format("there is no profile '{}'; there is uniform", options.profile));
  Program program = parse_program(read(options.program_file), options.program_file);
  if (options.mesh)
    program.mesh = options.mesh;
  require_ranks(options, program);
  const MachineProfile profile = uniform_profile();
  const Program expanded = expand_grads(program);
  Plan plan{propagate(expanded), {}, profile, {}};
  if (options.passes.choose)
    plan.propagated = choose(expanded, plan.propagated, profile);
  if (options.passes.partition)
    plan.partitioned = partition(plan.propagated, profile);
  if (options.passes.cleanup)
    plan.partitioned = reuse_moves(*plan.partitioned);
  if (options.ranks > 0)
    plan.run = run_on_ranks(*plan.partitioned, expanded);
  return plan;
}

} // namespace brigade::plan
