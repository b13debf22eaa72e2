#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace brigade::testing {

/// A program in its text form.
struct SmallProgram {
  const char *name;
  std::string text;
};
inline void PrintTo(const SmallProgram &program, std::ostream *out) { *out << program.name; }

/// Up to six operations, and so few values that all their layouts can be tried.
std::vector<SmallProgram> small_graphs();

/// Programs of which propagation alone makes a plan that can be improved.
std::vector<SmallProgram> improvable_programs();

} // namespace brigade::testing
