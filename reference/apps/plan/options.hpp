#pragma once

#include "brigade/gspmd/implicit_communication.hpp"
#include "brigade/mesh/mesh.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace brigade::plan {

/// What --layers, --width … say of a model; none where they are left out.
struct ModelSizes {
  std::optional<std::int64_t> layers, width, heads, sequence, vocabulary, batch;
  bool layers_are_calls = false; ///< of one block
};

struct Options {
  std::string program_file;
  std::string model;         ///< in place of a program's file: a model by name
  ModelSizes sizes;          ///< of the model
  std::optional<Mesh> mesh;  ///< in place of the program's own
  std::string sharding_file; ///< a table in place of the program's own shardings; "" = none
  std::string profile = "uniform";
  Passes passes;
  ImplicitCommunication implicit_communication = ImplicitCommunication::allow;
  bool chooses_shardings = false; ///< --auto: also those of parameters
  bool prints_summary = false;    ///< --summary: without the programs
  std::string against_file;       ///< another table, to compare the plan with its plan; "" = none
  std::string json_file;
  std::string dot_file;
  std::string svg_file;
  int ranks = 0; ///< to run the plan on; 0 = only plan
};

/// Ends with what CLI11 throws for --help and for words that it does not know; throws InputError
/// for values that mean nothing.
Options read_options(int argc, char **argv);

} // namespace brigade::plan
