#include "brigade/ir/print.hpp"

#include "brigade/ir/text/write_attributes.hpp"
#include "brigade/ir/value_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace brigade {

namespace {

std::string mesh_text(const Mesh &mesh) {
  std::string text = "mesh " + to_string(mesh);
  if (mesh.devices().is_in_order())
    return text + "\n";
  std::vector<DeviceId> ids;
  for (std::int64_t position = 0; position < mesh.size(); ++position)
    ids.push_back(mesh.devices().at(position));
  return fmt::format("{} devices=[{}]\n", text, fmt::join(ids, ", "));
}

// The block whose name stands before the operands, call @layer(…), or among them, grad(@loss, …).
std::string block_of(const Instruction &instruction) {
  const std::string *name = named_block(instruction.attributes);
  return name ? "@" + *name : "";
}

class BlockPrinter {
public:
  BlockPrinter(const Block &block, const PrintOptions &options,
               std::span<const std::string> remarks)
      : block_(block), options_(options), remarks_(remarks), names_(value_names(block)) {}

  std::string print(const char *keyword) const {
    std::string text = fmt::format("{} {}({}) {{\n", keyword, block_.name, parameters());
    for (const ValueId id : block_.parameters)
      if (!remark(id).empty())
        text += fmt::format("  # {}: {}\n", name(id), remark(id));
    for (const Instruction &instruction : block_.instructions)
      text += fmt::format("  {}\n", statement(instruction));
    return text + returned() + "}\n";
  }

private:
  std::string parameters() const {
    std::vector<std::string> texts;
    for (const ValueId id : block_.parameters)
      texts.push_back(fmt::format("{}: {}{}", name(id), to_string(block_.type(id)),
                                  sharding(block_.value(id).sharding)));
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  std::string statement(const Instruction &instruction) const {
    const std::string operation = to_string(instruction, block_, names_);
    const std::string comment = comment_of(instruction);
    if (instruction.results.empty())
      return operation + comment;
    // Behind several values, or a constraint's own sharding, it would not be clear whose it is.
    const bool at_the_names =
        instruction.results.size() > 1 || instruction.operation == Operation::constraint;
    std::vector<std::string> targets;
    for (const ValueId id : instruction.results)
      targets.push_back(name(id) + (at_the_names ? annotation(id, ":") : ""));
    return fmt::format("{} = {}{}{}", fmt::join(targets, ", "), operation,
                       at_the_names ? "" : annotation(instruction.results[0], " :"), comment);
  }

  std::string comment_of(const Instruction &instruction) const {
    std::vector<std::string> comments;
    if (options_.sources)
      comments.push_back(to_string(instruction.source));
    for (const ValueId id : instruction.results)
      comments.push_back(remark(id));
    std::erase(comments, "");
    return comments.empty() ? "" : fmt::format("  # {}", fmt::join(comments, "; "));
  }

  std::string remark(ValueId id) const {
    return remarks_.empty() ? "" : remarks_[static_cast<std::size_t>(id.index)];
  }

  std::string annotation(ValueId id, const char *colon) const {
    const Value &value = block_.value(id);
    return (options_.types ? fmt::format("{} {}", colon, to_string(value.type)) : std::string()) +
           sharding(value.sharding);
  }

  std::string returned() const {
    std::vector<std::string> texts;
    for (const Result &result : block_.results)
      texts.push_back(name(result.value) + sharding(result.sharding));
    return fmt::format("  return{}{}\n", texts.empty() ? "" : " ", fmt::join(texts, ", "));
  }

  std::string sharding(const std::optional<TensorSharding> &sharding) const {
    return sharding && options_.shardings ? " @ " + to_string(*sharding) : std::string();
  }

  const std::string &name(ValueId id) const {
    return names_.at(static_cast<std::size_t>(id.index));
  }

  const Block &block_;
  const PrintOptions &options_;
  const std::span<const std::string> remarks_; ///< by value, or none
  std::vector<std::string> names_;
};

} // namespace

std::string to_string(const Instruction &instruction, const Block &block,
                      const std::vector<std::string> &names) {
  const auto *constant = std::get_if<ConstantAttributes>(&instruction.attributes);
  const DType type = constant                       ? constant->type.dtype
                     : instruction.operands.empty() ? DType::f64
                                                    : block.type(instruction.operands[0]).dtype;
  std::vector<std::string> items;
  const std::string callee = block_of(instruction);
  const bool is_grad = instruction.operation == Operation::grad;
  if (is_grad)
    items.push_back(callee);
  for (const ValueId operand : instruction.operands)
    items.push_back(names.at(static_cast<std::size_t>(operand.index)));
  const std::vector<std::string> attributes = attribute_texts(instruction.attributes, type);
  items.insert(stand_before_operands(instruction.attributes) ? items.begin() : items.end(),
               attributes.begin(), attributes.end());
  std::string text = fmt::format("{}{}{}({})", to_string(instruction.operation),
                                 callee.empty() || is_grad ? "" : " ", is_grad ? "" : callee,
                                 fmt::join(items, ", "));
  if (const auto *constraint = std::get_if<ConstraintAttributes>(&instruction.attributes))
    text += " @ " + to_string(constraint->sharding);
  return text;
}

std::string to_string(const Program &program, const PrintOptions &options) {
  std::span<const std::string> remarks = options.remarks;
  std::string text = program.mesh ? mesh_text(*program.mesh) : "";
  for (const Block &block : program.blocks) {
    const bool is_main = &block == &program.blocks.back();
    text +=
        BlockPrinter(block, options, remarks.first(std::min(remarks.size(), block.values.size())))
            .print(is_main ? "program" : "block");
    text += is_main ? "" : "\n";
    remarks = remarks.subspan(std::min(remarks.size(), block.values.size()));
  }
  return text;
}

} // namespace brigade
