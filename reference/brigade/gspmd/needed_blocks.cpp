#include "brigade/gspmd/needed_blocks.hpp"

#include "brigade/ir/remove_dead.hpp"
#include "brigade/ir/renumber.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace brigade {

namespace {

std::vector<bool> used_values(const Block &block) {
  std::vector<bool> used(block.values.size(), false);
  const auto use = [&](ValueId id) { used[static_cast<std::size_t>(id.index)] = true; };
  for (const Instruction &instruction : block.instructions)
    for (const ValueId operand : instruction.operands)
      use(operand);
  for (const Result &result : block.results)
    use(result.value);
  return used;
}

template <class T> void keep(std::vector<T> &all, const std::vector<bool> &is_kept) {
  std::vector<T> kept;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (is_kept[i])
      kept.push_back(std::move(all[i]));
  all = std::move(kept);
}

class Needs {
public:
  explicit Needs(const Program &program)
      : program_(program), is_called_(program.blocks.size(), false) {
    is_called_.back() = true;
    for (const Block &block : program.blocks) {
      needs_result_.emplace_back(block.results.size(), false);
      needs_parameter_.emplace_back(block.parameters.size(), false);
    }
    needs_result_.back().assign(program.main().results.size(), true);
  }

  Program run() && {
    leave_out_results();
    leave_out_parameters();
    keep(program_.blocks, is_called_);
    return std::move(program_);
  }

private:
  bool is_main(std::size_t b) const { return b + 1 == program_.blocks.size(); }

  std::size_t callee(const Instruction &call) const {
    return static_cast<std::size_t>(&program_.block(callee_of(call)) - program_.blocks.data());
  }

  template <class Visit> void for_each_call(std::size_t b, Visit visit) {
    for (Instruction &instruction : program_.blocks[b].instructions)
      if (instruction.operation == Operation::call)
        visit(instruction, callee(instruction));
  }

  // A block comes after those that it calls: from the last one on it is known what its calls need.
  void leave_out_results() {
    for (std::size_t b = program_.blocks.size(); b-- > 0;) {
      if (!is_called_[b])
        continue;
      Block &block = program_.blocks[b];
      keep(block.results, needs_result_[b]);
      if (!is_main(b))
        block = remove_dead(std::move(block));
      const std::vector<bool> used = used_values(block);
      for_each_call(b, [&](const Instruction &call, std::size_t called) {
        is_called_[called] = true;
        for (std::size_t i = 0; i < call.results.size(); ++i)
          if (used[static_cast<std::size_t>(call.results[i].index)])
            needs_result_[called][i] = true;
      });
    }
    for (std::size_t b = 0; b < program_.blocks.size(); ++b)
      for_each_call(b, [&](Instruction &call, std::size_t called) {
        if (is_called_[b])
          keep(call.results, needs_result_[called]);
      });
  }

  void leave_out_parameters() {
    for (std::size_t b = 0; b < program_.blocks.size(); ++b) {
      if (!is_called_[b])
        continue;
      Block &block = program_.blocks[b];
      for_each_call(b, [&](Instruction &call, std::size_t called) {
        keep(call.operands, needs_parameter_[called]);
      });
      if (is_main(b)) {
        block = renumber(std::move(block));
        continue;
      }
      block = remove_dead(std::move(block));
      const std::vector<bool> used = used_values(block);
      for (std::size_t i = 0; i < block.parameters.size(); ++i)
        needs_parameter_[b][i] = used[static_cast<std::size_t>(block.parameters[i].index)];
      keep(block.parameters, needs_parameter_[b]);
      block = renumber(std::move(block));
    }
  }

  Program program_;
  std::vector<bool> is_called_;                                   ///< each block
  std::vector<std::vector<bool>> needs_result_, needs_parameter_; ///< of each block, by its calls
};

} // namespace

Program needed_blocks(const Program &program) {
  if (program.blocks.size() == 1)
    return program;
  Program all = program, needed = Needs(all).run();
  // What is no longer given may have been all that another call was for.
  while (needed != all)
    needed = Needs(all = std::move(needed)).run();
  return needed;
}

} // namespace brigade
