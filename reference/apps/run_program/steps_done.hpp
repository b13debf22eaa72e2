#pragma once

#include "brigade/ir/program.hpp"

#include <chrono>
#include <string>
#include <utility>

namespace brigade {

/// How many steps the interpreter has done (interpreter_steps.hpp), in a file that brigade-plan
/// reads; written once in a second at most.
class StepsDone {
public:
  explicit StepsDone(std::string file) : file_(std::move(file)) {}
  /// An instruction of the block is done.
  void add(const Block &block, const Instruction &instruction);

private:
  std::string file_;
  double steps_ = 0;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

} // namespace brigade
