#pragma once

#include "brigade/ir/program.hpp"

#include <optional>
#include <string>

namespace brigade::plan {

/// One step of training (loss, gradients, SGD) of a model by its name: "mlp" with the sizes of
/// brigade-train's default, or "mlp:64,128,10" with features, hidden sizes and classes; batches of
/// 64 rows. Nothing in it is annotated. Throws InputError for another name, other sizes, and where
/// there is no mesh.
Program model_program(const std::string &model, const std::optional<Mesh> &mesh);

} // namespace brigade::plan
