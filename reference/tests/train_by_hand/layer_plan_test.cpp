#include "train_by_hand/layer_plan.hpp"

#include <gtest/gtest.h>

namespace brigade::by_hand {
namespace {

TEST(LayerPlan, LayersComeInPairsAndALastOneAloneIsReplicated) {
  const auto layers = plan_layers({{64, 128, 96, 10}, Activation::relu}, 4, 1);
  ASSERT_EQ(layers.size(), 3U);
  EXPECT_EQ(layers[0].kind, LayerKind::column_parallel);
  EXPECT_EQ(layers[0].local_inputs, (Interval{0, 64}));
  EXPECT_EQ(layers[0].local_outputs, (Interval{32, 64}));
  EXPECT_EQ(layers[1].kind, LayerKind::row_parallel);
  EXPECT_EQ(layers[1].local_inputs, (Interval{32, 64}));
  EXPECT_EQ(layers[1].local_outputs, (Interval{0, 96}));
  EXPECT_EQ(layers[2].kind, LayerKind::replicated);
  EXPECT_EQ(layers[2].local_weights(), 96 * 10);
  EXPECT_EQ(layers[1].activation, Activation::relu);
  EXPECT_EQ(layers[2].activation, Activation::none);
}

TEST(LayerPlan, TheBlocksOfAllRanksMakeUpEachLayer) {
  const MlpShape shape{{5, 7, 3, 2, 9}, Activation::tanh};
  for (std::int64_t ranks :
       {1, 2, 3, 4, 8}) { // more ranks than hidden units: some blocks are empty
    std::vector<std::int64_t> weights(4);
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
      const auto layers = plan_layers(shape, ranks, rank);
      for (std::size_t i = 0; i < layers.size(); ++i)
        weights[i] += layers[i].local_weights();
      EXPECT_EQ(layers[0].local_outputs, layers[1].local_inputs)
          << "what one makes is what the next takes";
    }
    EXPECT_EQ(weights, (std::vector<std::int64_t>{35, 21, 6, 18}));
  }
}

TEST(LayerPlan, OneLayerIsReplicated) {
  const auto layers = plan_layers({{64, 10}, Activation::relu}, 8, 3);
  ASSERT_EQ(layers.size(), 1U);
  EXPECT_EQ(layers[0].kind, LayerKind::replicated);
  EXPECT_EQ(layers[0].activation, Activation::none);
}

} // namespace
} // namespace brigade::by_hand
