#include "brigade/sharding/partition_spec.hpp"

#include "brigade/core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace brigade {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(PartitionSpec, ReadsAsInJax) {
  const PartitionSpec spec = P("data", nullptr, axes("x", "y"), unconstrained);
  EXPECT_THAT(spec[0].axes, ElementsAre("data"));
  EXPECT_TRUE(spec[1].axes.empty());
  EXPECT_FALSE(spec[1].unconstrained);
  EXPECT_THAT(spec[2].axes, ElementsAre("x", "y"));
  EXPECT_TRUE(spec[3].unconstrained);
  EXPECT_EQ(P(std::string("data")), P("data"));
  EXPECT_EQ(P(axes("x")), P("x"));
}

TEST(PartitionSpec, DimensionsBeyondTheLastEntryAreNotSharded) {
  EXPECT_EQ(P("data")[7], DimensionSpec(nullptr));
  EXPECT_EQ(P()[0], DimensionSpec());
  EXPECT_TRUE(P().dimensions().empty());
}

TEST(PartitionSpec, PrintsAsInProgramTexts) {
  EXPECT_EQ(to_string(P("data", nullptr)), "[data, -]");
  EXPECT_EQ(to_string(P(axes("data", "model"), unconstrained)), "[(data, model), ?]");
  EXPECT_EQ(to_string(P()), "[]");
  EXPECT_EQ(to_string(P(nullptr)), "[-]");
  DimensionSpec open("x");
  open.unconstrained = true;
  EXPECT_EQ(to_string(P(open)), "[(x, ?)]");
}

TEST(ParsePartitionSpec, ReadsEveryKindOfEntry) {
  EXPECT_EQ(parse_partition_spec("[data, -]"), P("data", nullptr));
  EXPECT_EQ(parse_partition_spec("[]"), P());
  EXPECT_EQ(parse_partition_spec(" [ ( x,y ) ,?,- ] "), P(axes("x", "y"), unconstrained, nullptr));
  EXPECT_EQ(parse_partition_spec("[(x)]"), P("x"));
  DimensionSpec open(std::vector<std::string>{"x", "y"});
  open.unconstrained = true;
  EXPECT_EQ(parse_partition_spec("[(x, y, ?)]"), P(open));
}

TEST(ParsePartitionSpec, ReadsBackWhatIsPrinted) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<DimensionSpec> dimensions(random() % 5);
    for (DimensionSpec &dimension : dimensions) {
      for (std::size_t i = 0, count = random() % 4; i < count; ++i)
        dimension.axes.push_back("axis_" + std::to_string(random() % 100));
      dimension.unconstrained = random() % 2 == 0;
    }
    const PartitionSpec spec(dimensions);
    EXPECT_EQ(parse_partition_spec(to_string(spec)), spec) << to_string(spec);
  }
}

TEST(ParsePartitionSpec, NamesTheColumnAndWhatMayStandThere) {
  EXPECT_THAT(
      [] { parse_partition_spec("[data model]"); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("\"[data model]\""), HasSubstr("column 7 ('m')"),
                                      HasSubstr("followed by , or ]"))));
  EXPECT_THAT(
      [] { parse_partition_spec("[x, "); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("column 5 (its end)"),
                                      HasSubstr("an entry is -, ?, an axis or (axis, axis)"))));
  for (const char *wrong : {"", "x", "[x", "[x,]", "[,x]", "[()]", "[(x,)]", "[(?)]", "[(x, ?, y)]",
                            "[(x, -)]", "[x]]", "[x] y", "[[x]]", "[(x y)]", "[x:2]", "[--]"})
    EXPECT_THROW(parse_partition_spec(wrong), InputError) << wrong;
}

} // namespace
} // namespace brigade
