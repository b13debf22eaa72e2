#include "brigade/trace/derivatives/call.hpp"

#include "brigade/trace/derivatives/differentiate_block.hpp"
#include "brigade/trace/functions/annotation.hpp"
#include "brigade/trace/functions/source.hpp"

#include <algorithm>

namespace brigade {

namespace {

void append(std::vector<Tensor> &to, const std::vector<Tensor> &more) {
  to.insert(to.end(), more.begin(), more.end());
}

// Puts both behind one barrier.
void put_behind_barrier(std::vector<Tensor> &arguments, std::vector<Tensor> &cotangents) {
  std::vector<Tensor> all = arguments;
  append(all, cotangents);
  all = barrier(all);
  std::copy_n(all.begin(), arguments.size(), arguments.begin());
  std::copy(all.begin() + static_cast<std::ptrdiff_t>(arguments.size()), all.end(),
            cotangents.begin());
}

} // namespace

std::vector<Tensor> call_derivative(Recording &recording, std::size_t instruction,
                                    const std::vector<bool> &active,
                                    const std::vector<Tensor> &cotangents) {
  const Instruction call = recording.builder().block().instructions[instruction];
  const auto attributes = std::get<CallAttributes>(call.attributes);
  RecordedBlocks &blocks = recording.blocks();
  const BlockDerivative &derivative = differentiate_block(blocks, {attributes.block, active});
  const Block &forward = blocks.find(derivative.forward);

  std::vector<Tensor> arguments = recording.tensors(call.operands);
  std::vector<Tensor> known;
  for (const std::size_t i : derivative.cotangents) {
    const TensorType &type = forward.type(forward.results[i].value);
    known.push_back(cotangents[i].has_value() ? cotangents[i] : zeros(type.shape, type.dtype));
  }
  std::vector<Tensor> results;
  if (attributes.checkpoint) {
    put_behind_barrier(arguments, known);
    results =
        recording.append(Operation::call, arguments, CallAttributes{forward.name}, call.source);
  } else {
    results = recording.tensors(recording.builder().replace_call(instruction, forward));
  }

  std::vector<Tensor> taken;
  for (const std::size_t i : derivative.arguments)
    taken.push_back(arguments[i]);
  for (const std::size_t i : derivative.results)
    taken.push_back(results[i]);
  taken.insert(taken.end(), results.begin() + static_cast<std::ptrdiff_t>(call.results.size()),
               results.end());
  append(taken, known);
  const std::vector<Tensor> back =
      recording.append(Operation::call, taken, CallAttributes{derivative.backward}, call.source);

  std::vector<Tensor> result(active.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < active.size(); ++i)
    if (active[i])
      result[i] = back[next++];
  return result;
}

} // namespace brigade
