#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/sharding/tensor_sharding.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace brigade {

/// Reads the text form (docs/text-form.md), and verifies the program. Each instruction's source is
/// its place in the text, in the file `name`. Where a mesh is given, it takes the place of the
/// text's own. Throws InputError "mlp.txt:3:17: expected …, got …" at the first thing that is
/// wrong.
Program parse_program(std::string_view text, const std::string &name = "program",
                      const std::optional<Mesh> &mesh = {});

/// Reads what to_string prints: "[x, -] {unreduced y}". Whether the axes are those of a mesh is for
/// check_and_normalise.
TensorSharding parse_tensor_sharding(std::string_view text, const std::string &name = "sharding");

} // namespace brigade
