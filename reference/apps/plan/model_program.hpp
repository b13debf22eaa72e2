#pragma once

#include "brigade/gspmd/sharding_table.hpp"
#include "brigade/ir/program.hpp"
#include "options.hpp"

#include <optional>

namespace brigade::plan {

/// One step of training (loss, gradients, SGD) of a model by its name: "mlp" with the sizes of
/// brigade-train's default, "mlp:64,128,10" with features, hidden sizes and classes, or
/// "transformer" with the options' sizes. Nothing in it is annotated. Throws InputError for another
/// name, sizes that do not fit it, and where there is no mesh.
Program model_program(const Options &options);

/// The table that holds where no other one does: the transformer's by hand; none for mlp, and where
/// the mesh has no axis data or model.
std::optional<ShardingTable> default_table(const Options &options);

} // namespace brigade::plan
