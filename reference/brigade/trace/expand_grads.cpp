#include "brigade/trace/expand_grads.hpp"

#include "brigade/ir/remove_dead.hpp"
#include "brigade/ir/verify.hpp"
#include "brigade/trace/replay.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace brigade {

namespace {

bool has_grad(const Block &block) {
  return std::ranges::any_of(block.instructions, [](const Instruction &instruction) {
    return instruction.operation == Operation::grad;
  });
}

Block expand(const Block &block, const std::shared_ptr<RecordedBlocks> &blocks) {
  const auto recording = std::make_shared<Recording>(block.name, blocks);
  const RecordingScope scope(recording);
  const std::vector<Tensor> values = replay(*recording, block, recording->parameters_of(block));
  std::vector<Result> results;
  for (std::size_t i = 0; i < values.size(); ++i)
    results.push_back({values[i].id(), block.results[i].sharding, block.results[i].source});
  return std::move(*recording).finish(std::move(results));
}

} // namespace

Program expand_grads(const Program &program) {
  if (std::ranges::none_of(program.blocks, has_grad))
    return program;
  const auto blocks = std::make_shared<RecordedBlocks>();
  if (program.mesh)
    blocks->use_mesh(*program.mesh, "expand_grads");
  for (const Block &block : program.blocks)
    if (&block != &program.main())
      blocks->add(has_grad(block) ? expand(block, blocks) : block);
  const Block &main = program.main();
  const Program expanded =
      remove_dead(blocks->program(has_grad(main) ? expand(main, blocks) : main));
  verify(expanded);
  return expanded;
}

} // namespace brigade
