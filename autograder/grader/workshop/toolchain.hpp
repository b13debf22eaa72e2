#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace brigade::grader {

using Command = std::vector<std::string>;

/// How trial programs are compiled, linked and started here:
/// build/<preset>/exercises/toolchain.json, which CMake writes (autograder/toolchain.cmake).
struct Toolchain {
  struct Layer {
    std::filesystem::path archive;  ///< empty: the layer is headers only
    std::vector<std::string> needs; ///< layers that it is linked with, itself first
  };
  std::string compiler;
  std::vector<std::string> flags; ///< of every compilation, -D and -isystem included
  std::vector<std::string> link_flags;
  std::vector<std::filesystem::path> interposed; ///< objects: the traced MPI functions
  std::vector<std::filesystem::path> harness;    ///< archives, in link order
  std::vector<std::string> system_libraries;
  std::map<std::string, Layer> layers;
  std::filesystem::path reference;  ///< holds brigade/<layer>/
  std::filesystem::path autograder; ///< holds trial/ and records/
  Command build_command;            ///< a target's name completes it
  Command mpiexec;

  /// `uses` and all that those layers are linked with, sorted. Throws InputError for a layer that
  /// there is not.
  std::vector<std::string> closure(const std::vector<std::string> &uses) const;
};

/// Throws MachineError if the file is not there or cannot be read.
Toolchain load_toolchain(const std::filesystem::path &file);

} // namespace brigade::grader
