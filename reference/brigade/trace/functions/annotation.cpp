#include "brigade/trace/functions/annotation.hpp"

#include "brigade/core/error.hpp"
#include "brigade/trace/functions/broadcasting.hpp"
#include "brigade/trace/recording.hpp"

#include <fmt/format.h>

#include <utility>

namespace brigade {

namespace {

std::string what(const Operand &x) {
  return fmt::format("{}: with_sharding_constraint", to_string(x.source()));
}

Tensor constrain(const Operand &x, const Mesh &mesh, TensorSharding sharding) {
  const Tensor operand = as_tensor(x, "with_sharding_constraint");
  const std::string &name = operand.recording()->builder().block().value(operand.id()).name;
  try {
    check_and_normalise(sharding, mesh, operand.rank(),
                        name.empty() ? "a " + to_string(operand.type()) : name);
  } catch (const InputError &error) {
    throw InputError(fmt::format("{}: {}", what(x), error.what()));
  }
  return record(Operation::constraint, {operand}, ConstraintAttributes{std::move(sharding)},
                x.source());
}

const Mesh &mesh_of(const Operand &x) {
  const std::optional<Mesh> &mesh =
      current_recording("with_sharding_constraint", x.source()).blocks().mesh();
  if (!mesh)
    throw InputError(what(x) + ": there is no mesh; give a NamedSharding, which has one, or trace "
                               "with {.mesh = mesh}");
  return *mesh;
}

TensorSharding sharding_of(const Operand &x, const PartitionSpec &spec) {
  const Tensor operand = as_tensor(x, "with_sharding_constraint");
  try {
    return tensor_sharding(spec, operand.rank(), "a " + to_string(operand.type()));
  } catch (const InputError &error) {
    throw InputError(fmt::format("{}: {}", what(x), error.what()));
  }
}

} // namespace

Tensor with_sharding_constraint(Operand x, const NamedSharding &sharding) {
  current_recording("with_sharding_constraint", x.source())
      .blocks()
      .use_mesh(sharding.mesh(), what(x));
  return constrain(x, sharding.mesh(), sharding_of(x, sharding.spec()));
}

Tensor with_sharding_constraint(Operand x, const PartitionSpec &spec) {
  return constrain(x, mesh_of(x), sharding_of(x, spec));
}

Tensor with_sharding_constraint(Operand x, const TensorSharding &sharding) {
  return constrain(x, mesh_of(x), sharding);
}

Tensor named(Operand x, const std::string &name) {
  const Tensor operand = as_tensor(x, "named");
  BlockBuilder &builder = operand.recording()->builder();
  for (const Value &value : builder.block().values)
    if (value.name == name)
      throw InputError(fmt::format("{}: named: another value of @{} is named {}",
                                   to_string(x.source()), operand.recording()->name(), name));
  ValueId id = operand.id();
  while (const std::optional<ValueId> original = builder.original(id))
    id = *original;
  builder.name(id, name);
  return operand;
}

std::vector<Tensor> barrier(const std::vector<Tensor> &values, std::source_location where) {
  if (values.empty())
    return values;
  return current_recording("barrier", source_line(where))
      .append(Operation::barrier, values, {}, source_line(where));
}

} // namespace brigade
