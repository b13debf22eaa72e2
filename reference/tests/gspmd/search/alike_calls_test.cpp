#include "brigade/gspmd/layout.hpp"
#include "brigade/gspmd/profile_presets.hpp"
#include "brigade/gspmd/propagate.hpp"
#include "brigade/gspmd/sharded_program.hpp"
#include "brigade/gspmd/sharding_starts.hpp"
#include "brigade/ir/parse.hpp"
#include "brigade/trace/expand_grads.hpp"
#include "programs/transformer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace brigade::testing {
namespace {

/// A program whose shardings are searched, with what it takes to do so.
struct Searched {
  explicit Searched(const Program &program)
      : annotated(expand_grads(program)), propagated(propagate(annotated)),
        prices(*propagated.mesh, profile), sharded(annotated, propagated, prices) {}
  explicit Searched(const std::string &text) : Searched(parse_program(text)) {}

  std::size_t parameter(std::size_t block, std::size_t i) const {
    return sharded.joined().index(block, propagated.blocks[block].parameters[i]);
  }
  void put(std::size_t value, const TensorSharding &sharding) {
    sharded.move(value, prices.id_of(layout_of(sharding, *propagated.mesh)));
  }

  Program annotated, propagated;
  MachineProfile profile = uniform_profile();
  StrategyPrices prices;
  ShardedProgram sharded;
};

Program step(std::int64_t layers) {
  return with_data_and_tensor_parallelism(
      transformer_step({.layers = layers, .as = nn::Layers::calls}, Optimizer::sgd,
                       Mesh(DeviceGrid({4, 2}), {"data", "model"})));
}

TEST(AlikeCalls, AreSearchedAsOneAndCostAsManyAsTheyAre) {
  Searched four(step(4)), eight(step(8)), sixteen(step(16));
  EXPECT_EQ(eight.sharded.sites().size(), four.sharded.sites().size());
  EXPECT_EQ(sixteen.sharded.sites().size(), four.sharded.sites().size());
  EXPECT_GT(sixteen.sharded.joined().block.instructions.size(),
            four.sharded.joined().block.instructions.size());
  const auto expect_a_layer_to_cost_the_same = [&] {
    const double at_four = four.sharded.total_seconds(), at_eight = eight.sharded.total_seconds(),
                 at_sixteen = sixteen.sharded.total_seconds();
    const double layer = (at_eight - at_four) / 4;
    EXPECT_GT(layer, 0);
    EXPECT_NEAR((at_sixteen - at_eight) / 8, layer, 1e-9 * layer);
  };
  expect_a_layer_to_cost_the_same();
  const auto strategies = [](const Searched &of) {
    return single_strategies(of.sharded, of.sharded.joined().block);
  };
  const std::vector<Homes> fours = strategies(four), eights = strategies(eight),
                           sixteens = strategies(sixteen);
  ASSERT_EQ(eights.size(), fours.size());
  ASSERT_EQ(sixteens.size(), fours.size());
  for (std::size_t i = 0; i < fours.size(); ++i) {
    four.sharded.restore(fours[i]);
    eight.sharded.restore(eights[i]);
    sixteen.sharded.restore(sixteens[i]);
    expect_a_layer_to_cost_the_same();
  }
}

TEST(AlikeCalls, LieAlikeInTheProgramThatIsMade) {
  Searched of(R"(mesh {x: 2}
block layer(h: f32[8, 8], w: f32[8, 8]) {
  return relu(dot(h, w))
}
program net(h: f32[8, 8] @ [-, -], a: f32[8, 8], b: f32[8, 8], c: f32[8, 8] @ [-, x]) {
  k = call @layer(h, a)
  l = call @layer(k, b)
  m = call @layer(l, c)
  return m
}
)");
  const auto at = [&](std::size_t i) { return of.parameter(1, i); };
  EXPECT_EQ(of.sharded.like(at(2)), at(1));
  EXPECT_TRUE(of.sharded.is_fixed(at(2)));
  EXPECT_FALSE(of.sharded.is_fixed(at(1)));
  EXPECT_EQ(of.sharded.like(at(3)), at(3)) << "an annotation says something else of c";
  of.put(at(1), parse_tensor_sharding("[x, -]"));
  const Program program = of.sharded.program();
  const Block &net = program.main();
  EXPECT_EQ(net.value(net.parameters[2]).sharding, net.value(net.parameters[1]).sharding);
  EXPECT_NE(net.value(net.parameters[3]).sharding, net.value(net.parameters[1]).sharding);
}

// Each call needs x whole, and has a result of its own to bring elsewhere.
TEST(AlikeCalls, BringWhatIsGivenToAllOfThemOnce) {
  const auto calls = [](const std::string &second, const std::string &results) {
    return R"(mesh {x: 2}
block negative(v: f32[8, 8]) {
  return neg(v)
}
program p(x: f32[8, 8] @ [x, -]) {
  y = call @negative(x)
)" + second +
           "  return " + results + "\n}\n";
  };
  Searched one(calls("", "y @ [-, x]")),
      two(calls("  z = call @negative(x)\n", "y @ [-, x], z @ [-, x]"));
  EXPECT_EQ(two.sharded.sites().size(), one.sharded.sites().size());
  const TensorSharding whole = parse_tensor_sharding("[-, -]");
  for (Searched *of : {&one, &two})
    for (std::size_t value = 0; value < of->sharded.value_count(); ++value)
      if (!of->sharded.is_fixed(value))
        of->put(value, whole);
  const std::size_t x = one.parameter(1, 0);
  const double brought = one.prices.reshard_seconds(one.sharded.type(x), one.sharded.home(x),
                                                    one.sharded.home(one.parameter(0, 0)));
  EXPECT_GT(brought, 0);
  EXPECT_NEAR(two.sharded.total_seconds(), 2 * one.sharded.total_seconds() - brought,
              1e-9 * brought);
}

} // namespace
} // namespace brigade::testing
