#include "brigade/gspmd/partitioned_block.hpp"

#include <variant>

namespace brigade {

bool is_collective(const Instruction &instruction) {
  return info(instruction.operation).kind == OperationKind::collective;
}

bool moves_data(const Instruction &instruction) {
  return is_collective(instruction) && instruction.operation != Operation::shard_slice;
}

const std::vector<std::string> &axes_of(const Instruction &instruction) {
  return std::visit(
      [](const auto &attributes) -> const std::vector<std::string> & {
        static const std::vector<std::string> none;
        if constexpr (requires { attributes.axes; })
          return attributes.axes;
        else
          return none;
      },
      instruction.attributes);
}

TensorSharding sharding_in(const Block &block, ValueId id) {
  const Value &value = block.value(id);
  return value.sharding.value_or(replicated_sharding(value.type.rank()));
}

bool is_of_a_result(const Cause &cause) {
  return cause.reason.starts_with("it is computed as") ||
         cause.reason.starts_with("it is returned as");
}

std::string sources_of(const Instruction &instruction) {
  return instruction.cause && !instruction.cause->sources.empty() ? instruction.cause->sources
                                                                  : to_string(instruction.source);
}

Cause cause_of(const Block &block, const Instruction &instruction) {
  return instruction.cause.value_or(Cause{block.value(instruction.operands[0]).name,
                                          std::string(to_string(instruction.operation)),
                                          "it stands in the program"});
}

} // namespace brigade
