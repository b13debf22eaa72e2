#include "programs/random_program.hpp"

#include "brigade/ir/verify.hpp"
#include "programs/block_generator.hpp"

#include <fmt/format.h>

namespace brigade::testing {

Program random_program(std::uint64_t seed, const RandomProgramOptions &options) {
  Choices choices(seed);
  Program program;
  program.mesh = options.mesh;
  RandomProgramOptions chosen = options;
  chosen.sizes.clear();
  for (int i = 0; i < 4; ++i)
    chosen.sizes.push_back(choices.one_of(options.sizes));
  const auto count = choices.between(0, options.blocks);
  for (std::int64_t i = 0; i < count; ++i) {
    BlockGenerator generator(fmt::format("f{}", i), chosen, choices, program.blocks, false);
    program.blocks.push_back(std::move(generator).generate(options.operations / 3));
  }
  BlockGenerator generator("main", chosen, choices, program.blocks, true);
  program.blocks.push_back(std::move(generator).generate(options.operations));
  verify(program);
  return program;
}

} // namespace brigade::testing
