#include "brigade/ir/verify.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/infer_types.hpp"
#include "brigade/ir/text/in_quotes.hpp"
#include "brigade/ir/value_names.hpp"
#include "brigade/sharding/check_unreduced.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace brigade {

namespace {

// What inlines calls goes down into each block that is called.
constexpr int kDeepestCalls = 200;

// A block, and how many calls stand in one another in it.
struct BlockAbove {
  const Block *block;
  int depth;
};
using BlocksAbove = std::map<std::string, BlockAbove>; // by their names

class BlockVerifier {
public:
  BlockVerifier(const Program &program, const Block &block, const BlocksAbove &above)
      : program_(program), above_(above), block_(block), defined_(block_.values.size(), false),
        names_(value_names(block_)) {}

  /// How many calls stand in one another in the block.
  int verify() {
    check_names();
    for (const ValueId parameter : block_.parameters) {
      define(parameter, "a parameter");
      check_sizes(parameter);
    }
    for (const Instruction &instruction : block_.instructions)
      check(instruction);
    for (std::size_t i = 0; i < block_.values.size(); ++i)
      if (!defined_[i])
        fail(fmt::format("value {} is not defined",
                         names_[i].empty() ? std::to_string(i) : names_[i]));
    for (const Result &result : block_.results) {
      require_defined(result.value, "a result");
      check_sharding(result.sharding, result.value, "the result");
    }
    return depth_;
  }

private:
  void check_names() const {
    if (name_length(block_.name) != block_.name.size() || block_.name.empty())
      fail("the name of a block is a word of letters, digits, _ and dots");
    std::set<std::string> names;
    for (const Value &value : block_.values) {
      if (value.name.empty())
        continue;
      if (!is_value_name(value.name))
        fail(fmt::format("the name of a value is a word of letters, digits, _ and dots other than "
                         "return, and not {}",
                         in_quotes(value.name)));
      if (!names.insert(value.name).second)
        fail(fmt::format("two values are named {}", value.name));
    }
  }

  void check_sizes(ValueId parameter) const {
    try {
      block_.type(parameter).size();
    } catch (const InputError &error) {
      fail(fmt::format("parameter {}: {}", name(parameter), error.what()));
    }
  }

  void check(const Instruction &instruction) {
    source_ = &instruction.source;
    const std::string what(to_string(instruction.operation));
    std::vector<TensorType> operands;
    for (const ValueId operand : instruction.operands) {
      require_defined(operand, what);
      operands.push_back(block_.type(operand));
    }
    if (const auto *constraint = std::get_if<ConstraintAttributes>(&instruction.attributes);
        constraint && !operands.empty())
      check_sharding(constraint->sharding, instruction.operands[0], what + " of");
    check_axes(instruction, what);
    const std::vector<TensorType> types = inferred(instruction, operands);
    if (types.size() != instruction.results.size())
      fail(fmt::format("{} makes {} value{}, and {} {} written down", what, types.size(),
                       types.size() == 1 ? "" : "s", instruction.results.size(),
                       instruction.results.size() == 1 ? "is" : "are"));
    for (std::size_t i = 0; i < types.size(); ++i) {
      define(instruction.results[i], what);
      if (block_.type(instruction.results[i]) != types[i])
        fail(fmt::format("{} makes a {}, and its result is written down as {}", what,
                         to_string(types[i]), to_string(block_.type(instruction.results[i]))));
    }
    source_ = nullptr;
  }

  std::vector<TensorType> inferred(const Instruction &instruction,
                                   const std::vector<TensorType> &operands) {
    const Block *const block = callee(instruction);
    try {
      return infer_types(instruction.operation, operands, instruction.attributes, block);
    } catch (const InputError &error) {
      fail(error.what());
    }
  }

  void check_axes(const Instruction &instruction, const std::string &what) const {
    const std::vector<std::string> *axes = std::visit(
        [](const auto &attributes) -> const std::vector<std::string> * {
          if constexpr (requires { attributes.axes; })
            return &attributes.axes;
          else
            return nullptr;
        },
        instruction.attributes);
    if (!axes)
      return;
    if (!program_.mesh)
      fail(what + " moves data between devices, and the program has no mesh");
    std::set<std::string> seen;
    for (const std::string &axis : *axes) {
      if (!program_.mesh->has_axis(axis))
        fail(fmt::format("{} names axis '{}', and the mesh {} has {}", what, axis,
                         to_string(*program_.mesh), fmt::join(program_.mesh->axis_names(), ", ")));
      if (!seen.insert(axis).second)
        fail(fmt::format("{} names axis '{}' twice", what, axis));
    }
  }

  const Block *callee(const Instruction &instruction) {
    const std::string *name = named_block(instruction.attributes);
    if (!name)
      return nullptr;
    const auto found = above_.find(*name);
    if (found == above_.end())
      fail(fmt::format("{} names @{}, and no block before @{} has that name",
                       to_string(instruction.operation), *name, block_.name));
    const auto &[callee, depth] = found->second;
    if (depth >= kDeepestCalls)
      fail(fmt::format("blocks call each other more than {} deep: write what @{} does in place of "
                       "calling it",
                       kDeepestCalls, *name));
    depth_ = std::max(depth_, depth + 1);
    return callee;
  }

  void define(ValueId id, const std::string &what) {
    if (id.index < 0 || static_cast<std::size_t>(id.index) >= defined_.size())
      fail(fmt::format("{} is value {}, and there are {}", what, id.index, defined_.size()));
    if (defined_[static_cast<std::size_t>(id.index)])
      fail(fmt::format("{} defines a value twice: {}", what, name(id)));
    defined_[static_cast<std::size_t>(id.index)] = true;
    check_sharding(block_.value(id).sharding, id, "the value");
  }

  void require_defined(ValueId id, const std::string &what) const {
    if (id.index < 0 || static_cast<std::size_t>(id.index) >= defined_.size())
      fail(fmt::format("{} uses value {}, and there are {}", what, id.index, defined_.size()));
    if (!defined_[static_cast<std::size_t>(id.index)])
      fail(fmt::format("{} uses {} before it is defined", what, name(id)));
  }

  void check_sharding(const std::optional<TensorSharding> &sharding, ValueId id,
                      const std::string &what) const {
    if (!sharding)
      return;
    if (!program_.mesh)
      fail(fmt::format("{} {} has the sharding {}, and the program has no mesh", what, name(id),
                       to_string(*sharding)));
    TensorSharding normal = *sharding;
    try {
      check_and_normalise(normal, *program_.mesh, block_.type(id).rank(), name(id));
      check_unreduced(normal, block_.type(id).dtype, name(id));
    } catch (const InputError &error) {
      fail(error.what());
    }
    if (normal != *sharding)
      fail(fmt::format("{} {} has the sharding {}, and not {}, as check_and_normalise leaves it",
                       what, name(id), to_string(*sharding), to_string(normal)));
  }

  const std::string &name(ValueId id) const { return names_[static_cast<std::size_t>(id.index)]; }

  [[noreturn]] void fail(const std::string &what) const {
    const std::string source = source_ ? to_string(*source_) : std::string();
    throw InputError(
        fmt::format("{}{}block @{}: {}", source, source.empty() ? "" : ": ", block_.name, what));
  }

  const Program &program_;
  const BlocksAbove &above_;
  const Block &block_;
  std::vector<bool> defined_;
  std::vector<std::string> names_;
  int depth_ = 0;
  const SourceLine *source_ = nullptr; // of the instruction that is looked at
};

} // namespace

void verify(const Program &program) {
  if (program.blocks.empty())
    throw InputError("the program has no block");
  BlocksAbove above;
  for (const Block &block : program.blocks) {
    if (above.contains(block.name))
      throw InputError(fmt::format("two blocks are named @{}", block.name));
    above.insert({block.name, {&block, BlockVerifier(program, block, above).verify()}});
  }
}

} // namespace brigade
