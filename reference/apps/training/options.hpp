#pragma once

#include "model.hpp"

#include "brigade/gspmd/implicit_communication.hpp"
#include "brigade/mesh/mesh.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace brigade::training {

/// What the command line of a trainer says.
struct TrainOptions {
  std::string program = "brigade-train";
  std::int64_t data_size = 1, model_size = 1; ///< the mesh
  /// dp, tp, dp+tp, auto, or the file of a sharding table; "by hand" where there is no choice.
  std::string sharding = "dp+tp";
  ImplicitCommunication implicit_communication = ImplicitCommunication::allow;
  bool check_replicas = false; ///< after each step
  std::string data = "digits";
  std::vector<std::int64_t> hidden = {128, 128};
  Activation activation = Activation::relu;
  std::int64_t epochs = 20;
  std::int64_t batch = 64; ///< global
  OptimizerOptions optimizer;
  std::uint64_t seed = 0;
  std::string report_path, trace_path,
      plot_path; ///< empty = not wanted; report "-" = standard output
  bool quiet = false;

  Mesh mesh() const;
};

/// A command line, read: options, or a text that was asked for instead (--help) and ends the
/// program.
struct CommandLine {
  TrainOptions options;
  std::string text;
};

/// In what the trainers' command lines differ.
struct ProgramWords {
  std::string name = "brigade-train";
  std::string description = {}; ///< how the network comes onto the mesh
  bool has_sharding = false;    ///< it is planned, and has the options that say how
};

/// Throws InputError (one line) on what it does not know, and on values that cannot work with
/// `ranks` ranks.
CommandLine parse_command_line(int argc, const char *const *argv, std::int64_t ranks,
                               const ProgramWords &program);

/// The mesh that is used where none is given: data · model = ranks, as square as it gets, model the
/// larger; for a prime number of ranks all along data.
struct MeshSizes {
  std::int64_t data = 1, model = 1;
};
MeshSizes default_mesh(std::int64_t ranks);

} // namespace brigade::training
