#include "training/model_memory.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brigade::training {
namespace {

using ::testing::HasSubstr;

TEST(ModelMemory, AModelThatFitsIsAccepted) {
  // (1,000 + 1) * 1,000 parameters, thrice, in 4 bytes: 12 MB a rank.
  const MlpShape shape{{1000, 1000}};
  EXPECT_NO_THROW(check_model_fits(shape, {}, 14e6));
  EXPECT_THROW(check_model_fits(shape, {.optimizer = OptimizerKind::adam}, 14e6), InputError);
}

TEST(ModelMemory, RanksAlongModelShareItAndOthersRepeatIt) {
  const MlpShape shape{{1000, 1000}};
  EXPECT_NO_THROW(check_model_fits(shape, {.model_size = 8, .ranks_on_node = 8}, 14e6));
  EXPECT_THROW(check_model_fits(shape, {.model_size = 4, .ranks_on_node = 8}, 14e6), InputError);
}

TEST(ModelMemory, TheMessageNamesLayersNeedAndWhatThereIs) {
  try {
    check_model_fits({{64, 2000000000, 2000000000, 10}}, {.ranks_on_node = 8}, 2e9);
    FAIL() << "accepted";
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("64-2000000000-2000000000-10 have 4e+18 parameters"));
    EXPECT_THAT(error.what(), HasSubstr("2 GB are available; smaller --hidden layers would fit"));
  }
}

} // namespace
} // namespace brigade::training
