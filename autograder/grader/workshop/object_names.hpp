#pragma once

#include "grader/workshop/object_limits.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brigade::grader {

/// A name in an object file.
struct ObjectName {
  std::string name; ///< demangled, with parameters: "kitchen::roll_call(int, int)"
  std::string file; ///< of its first use, where the object says it
  int line = 0;
};

/// What object files call and what they bring along, read with nm: what was written, whatever
/// macros, pointers and includes it hides behind.
struct ObjectNames {
  std::vector<ObjectName> used;    ///< and defined elsewhere
  std::vector<ObjectName> defined; ///< for everybody; without templates and inline functions
  bool is_all = true;              ///< false where nm was ended before its time
};
/// @param limits of nm, for all objects together
/// Throws Error if nm cannot read one of them.
ObjectNames names_of(const std::vector<std::filesystem::path> &objects,
                     const CaptureLimits &limits = kObjectLimits);
/// Of an archive: the names that it defines, templates and inline functions left out. Throws Error
/// if nm cannot read it, or not within kObjectLimits.
std::vector<std::string> names_defined_by(const std::filesystem::path &archive);

/// "brigade::all_reduce" of "void brigade::all_reduce<float>(int)".
std::string plain_name(std::string_view name);

/// Does `name` fit `pattern` of a manifest? The pattern is a plain name; * at its end stands for
/// any letters.
bool fits(std::string_view name, std::string_view pattern);

/// The first name that a pattern forbids, or null.
const ObjectName *first_forbidden(const std::vector<ObjectName> &names,
                                  std::span<const std::string> patterns);

/// Names that reach around the tracer or out of the process: PMPI_*, dlsym, dlopen, fork, syscall,
/// ptrace, … Each once, sorted.
std::vector<std::string> suspicious_names(const ObjectNames &names);

} // namespace brigade::grader
