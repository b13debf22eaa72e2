#include "brigade/runtime/jit/declare_shardings.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace brigade {

namespace {

// "1 entry", "2 entries"
std::string entries(std::size_t count) {
  return fmt::format("{} entr{}", count, count == 1 ? "y" : "ies");
}

TensorSharding fitted(const NamedSharding &sharding, const Mesh &mesh, std::size_t rank,
                      const std::string &name) {
  TensorSharding fitted = tensor_sharding(sharding.spec(), rank, name);
  check_and_normalise(fitted, mesh, rank, name);
  return fitted;
}

TensorSharding own_sharding(const NamedSharding &own, const Mesh &mesh, std::size_t rank,
                            const std::string &name) {
  if (own.is_fully_replicated())
    return replicated_sharding(rank);
  if (own.mesh() != mesh)
    throw InputError(fmt::format("{} lies as {}, and the program's mesh is {}: a program has one "
                                 "mesh; device_put brings it there",
                                 name, to_string(own), to_string(mesh)));
  TensorSharding sharding = fitted(own, mesh, rank, name);
  for (DimensionSharding &dimension : sharding.dimensions)
    dimension.open = false; // it lies there already
  return sharding;
}

} // namespace

void check_options(const JitOptions &options, const std::vector<bool> &has_arrays) {
  const auto count = static_cast<std::size_t>(std::ranges::count(has_arrays, true));
  if (!options.in_shardings.empty() && options.in_shardings.size() != count)
    throw InputError(fmt::format("in_shardings has {}, and the function has {} argument{} with "
                                 "arrays: give one for each (one will do for all of a struct), or "
                                 "none at all",
                                 entries(options.in_shardings.size()), count,
                                 count == 1 ? "" : "s"));
  for (const int number : options.donate) {
    if (number < 0 || static_cast<std::size_t>(number) >= has_arrays.size())
      throw InputError(fmt::format("donate names argument {}, and the function has {}; they are "
                                   "counted from 0",
                                   number, has_arrays.size()));
    if (!has_arrays[static_cast<std::size_t>(number)])
      throw InputError(
          fmt::format("donate names argument {}, which has no arrays to give away", number));
  }
}

DeclaredShardings declared_shardings(const JitOptions &options, const FunctionLeaves &leaves) {
  DeclaredShardings declared;
  const auto append = [](std::vector<ArraySharding> &to, const std::vector<ArraySharding> &more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  for (std::size_t i = 0; i < leaves.arguments.size(); ++i)
    append(declared.arguments,
           options.in_shardings.empty()
               ? std::vector<ArraySharding>(leaves.arguments[i].size(), Unspecified{})
               : options.in_shardings[i].for_leaves(leaves.arguments[i],
                                                    fmt::format("in_shardings[{}]", i)));
  const std::vector<ArgumentSharding> &outs = options.out_shardings;
  if (outs.empty())
    declared.results.assign(leaves.result.size(), Unspecified{});
  else if (outs.size() == leaves.result_parts.size())
    for (std::size_t i = 0; i < outs.size(); ++i)
      append(declared.results,
             outs[i].for_leaves(leaves.result_parts[i], fmt::format("out_shardings[{}]", i)));
  else if (outs.size() == 1)
    declared.results = outs[0].for_leaves(leaves.result, "out_shardings[0]");
  else
    throw InputError(fmt::format("out_shardings has {}, and the result has {} part{}: give one for "
                                 "each, or one for all",
                                 entries(outs.size()), leaves.result_parts.size(),
                                 leaves.result_parts.size() == 1 ? "" : "s"));
  return declared;
}

Mesh mesh_of(const JitOptions &options, const std::vector<const NamedSharding *> &arguments) {
  std::optional<Mesh> mesh = options.mesh;
  const auto look_at = [&](const std::vector<ArgumentSharding> &shardings, const char *what) {
    for (std::size_t i = 0; i < shardings.size(); ++i)
      for (const NamedSharding &named : shardings[i].named()) {
        if (mesh && *mesh != named.mesh())
          throw InputError(fmt::format("{}[{}] is {}, and another sharding or the option mesh has "
                                       "{}: a program has one mesh",
                                       what, i, to_string(named), to_string(*mesh)));
        mesh = named.mesh();
      }
  };
  look_at(options.in_shardings, "in_shardings");
  look_at(options.out_shardings, "out_shardings");
  for (const NamedSharding *own : arguments)
    if (!mesh && own)
      mesh = own->mesh();
  if (!mesh)
    throw InputError("there is no mesh: no sharding names one, nor has an argument one; jit with "
                     "{.mesh = mesh}");
  return *mesh;
}

Program with_declared(Program program, const DeclaredShardings &declared,
                      const std::vector<const NamedSharding *> &own, const FunctionLeaves &leaves,
                      const SourceLine &where) {
  const Mesh &mesh = *program.mesh;
  Block &main = program.main();
  for (std::size_t i = 0; i < main.parameters.size(); ++i) {
    Value &parameter = main.value(main.parameters[i]);
    const ArraySharding &sharding = declared.arguments[i];
    if (sharding.is_replicated())
      parameter.sharding = replicated_sharding(parameter.type.rank());
    else if (const NamedSharding *named = sharding.named())
      parameter.sharding = fitted(*named, mesh, parameter.type.rank(), parameter.name);
    else if (sharding.is_unspecified() && own[i])
      parameter.sharding = own_sharding(*own[i], mesh, parameter.type.rank(), parameter.name);
  }
  for (std::size_t i = 0; i < main.results.size(); ++i) {
    Result &result = main.results[i];
    result.source = where;
    const std::size_t rank = main.type(result.value).rank();
    const ArraySharding &sharding = declared.results[i];
    if (sharding.is_replicated())
      result.sharding = replicated_sharding(rank);
    else if (const NamedSharding *named = sharding.named())
      result.sharding = fitted(*named, mesh, rank, "result" + leaves.result[i]);
  }
  return program;
}

} // namespace brigade
