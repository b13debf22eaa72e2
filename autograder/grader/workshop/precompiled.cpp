#include "grader/workshop/precompiled.hpp"

#include "grader/workshop/compile_limits.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"

#include <fmt/format.h>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

// What students and trials use beside their own headers. Nothing of the library: which layers may
// be included depends on the exercise.
constexpr const char *kStudentHeaders = R"(#include <mpi.h>
#include <xtensor/xarray.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
#include <xtensor/xmath.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>
)";
constexpr const char *kTrialHeaders = R"(#include <gtest/gtest.h>
#include "trial/trial.hpp"
)";

void write_if_changed(const fs::path &file, const std::string &text) {
  if (read_file_if_any(file) != text)
    write_file(file.string(), text);
}

Compilation compilation_of(const fs::path &header, const Toolchain &tools, bool of_trial) {
  Compilation compilation;
  compilation.command = {tools.compiler};
  compilation.command.insert(compilation.command.end(), tools.flags.begin(), tools.flags.end());
  if (of_trial)
    compilation.command.insert(compilation.command.end(),
                               {"-I", tools.autograder.string(), "-I", tools.reference.string()});
  compilation.command.insert(compilation.command.end(), {"-x", "c++-header"});
  compilation.source = header;
  compilation.out = header.string() + ".gch";
  return compilation;
}

} // namespace

Precompiled precompile(const fs::path &folder, const Toolchain &tools) {
  const Precompiled headers{folder / "student" / "headers.hpp", folder / "trial" / "headers.hpp"};
  fs::create_directories(headers.student.parent_path());
  fs::create_directories(headers.trial.parent_path());
  write_if_changed(headers.student, kStudentHeaders);
  write_if_changed(headers.trial, std::string(kStudentHeaders) + kTrialHeaders);
  const std::vector<CompileOutcome> outcomes =
      compile({compilation_of(headers.student, tools, false),
               compilation_of(headers.trial, tools, true)});
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (!outcomes[i].succeeded)
      throw Error(course_failure(
          i == 0 ? "the header of all students' files" : "the header of all trials", outcomes[i]));
  return headers;
}

} // namespace brigade::grader
