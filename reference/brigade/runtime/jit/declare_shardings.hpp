#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/runtime/jit/jit_options.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace brigade {

/// The leaves of a function's arguments and result, by their paths from where they begin.
struct FunctionLeaves {
  std::vector<std::vector<std::string>> arguments;    ///< of those that have arrays
  std::vector<std::string> result;                    ///< of the whole
  std::vector<std::vector<std::string>> result_parts; ///< elements of a tuple, fields of a struct
};

/// What is declared of each leaf.
struct DeclaredShardings {
  std::vector<ArraySharding> arguments, results;
};

/// Throws InputError if in_shardings are not one for each argument that has arrays, or `donate`
/// names one that is not there or has none. has_arrays: of each argument of the function.
void check_options(const JitOptions &options, const std::vector<bool> &has_arrays);

/// Throws InputError where out_shardings are neither one nor one for each part of the result, and
/// where a structure is not like its argument.
DeclaredShardings declared_shardings(const JitOptions &options, const FunctionLeaves &leaves);

/// The mesh that a function is planned for: that of the options, of the shardings that they declare
/// or, where neither names one, of the arguments (null: not known). Throws InputError if there is
/// none, or more than one is declared.
Mesh mesh_of(const JitOptions &options, const std::vector<const NamedSharding *> &arguments);

/// A traced program with the declared shardings as annotations; arguments that are Unspecified have
/// their own (null: left to the planner). `where` results are said to lie so. Throws InputError
/// naming the argument or result where a sharding does not fit.
Program with_declared(Program program, const DeclaredShardings &declared,
                      const std::vector<const NamedSharding *> &own, const FunctionLeaves &leaves,
                      const SourceLine &where);

} // namespace brigade
