#include "conformance.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

// Rows 42 and 45 as values. Rows 55 to 56d, backwards: what the derivative of a redistribution
// moves. Forwards and backwards stand in one program, whose loss uses the redistributed value
// twice, so that both are needed.
namespace brigade {
namespace {

using Moves = std::vector<std::string>;

/// The derivative by `a` of the sum of exp of a redistributed value.
std::string derivative(const char *shape, const char *from, const char *to) {
  return fmt::format("mesh {{x: 4}} block loss(a: f32{0}) {{ b = constraint(a) @ {2}"
                     " return sum(exp(b), dims=[0, 1]) }}"
                     " program p(a: f32{0} @ {1}) {{ g = grad(@loss, a, wrt=[0]) return g @ {1} }}",
                     shape, from, to);
}

std::string redistribution(const char *mesh, const char *shape, const char *from, const char *to) {
  return fmt::format("mesh {} program p(a: f32{} @ {}) {{ return a @ {} }}", mesh, shape, from, to);
}

TEST(Redistribute, Row42MovesOneAxisBetweenDimensions) {
  for (const char *size : {"[16, 8, 8]", "[5, 7, 6]"}) {
    const std::string text = redistribution("{x: 4, y: 2}", size, "[x, y, -]", "[-, y, x]");
    EXPECT_EQ(moves(planned(text)), Moves{"all_to_all x"}) << size;
    expect_right_values(text);
  }
}

TEST(Redistribute, Row45CutsBeforeItMovesTwoAxes) {
  for (const char *size : {"[16, 16, 8]", "[4, 6, 5]"}) {
    const std::string text =
        redistribution("{x: 4, y: 2, z: 4}", size, "[-, (y, z), -]", "[(x, z), -, y]");
    EXPECT_EQ(moves(planned(text)), (Moves{"all_to_all z", "all_to_all y"})) << size;
    expect_right_values(text);
  }
}

TEST(RedistributeBackwards, Row55ThatOfAGatherIsASlice) {
  for (const char *size : {"[12, 5]", "[13, 5]", "[14, 5]"}) {
    const std::string text = derivative(size, "[x, -]", "[-, -]");
    EXPECT_EQ(moves(planned(text)), Moves{"all_gather x"}) << size << ": the forward pass's";
    expect_right_values(text);
  }
  for (const char *size : {"[5, 12]", "[5, 13]", "[5, 14]"}) {
    const std::string text = derivative(size, "[-, x]", "[-, -]");
    EXPECT_EQ(moves(planned(text)), Moves{"all_gather x"}) << size;
    expect_right_values(text);
  }
}

TEST(RedistributeBackwards, Row56ThatOfASliceIsAGather) {
  for (const char *size : {"[12, 5]", "[13, 5]", "[14, 5]"}) {
    const std::string text = derivative(size, "[-, -]", "[x, -]");
    EXPECT_EQ(moves(planned(text)), Moves{"all_gather x"}) << size << ": the backward pass's";
    expect_right_values(text);
  }
}

// Partial sums are reduced forwards; every device then has the whole cotangent of its part.
TEST(RedistributeBackwards, Row56aThatOfAReductionMovesNothing) {
  const std::string text =
      "mesh {x: 4} block loss(a: f32[8, 5]) { s = sum(a, dims=[0]) b = constraint(s) @ [-]"
      " return sum(exp(b), dims=[0]) }"
      " program p(a: f32[8, 5] @ [x, -]) { g = grad(@loss, a, wrt=[0]) return g @ [x, -] }";
  EXPECT_EQ(moves(planned(text)), Moves{"all_reduce x"});
  expect_right_values(text);
}

// A value that all devices hold and each uses for its own rows: the gradient is partial sums, which
// have to be reduced where the gradient shall be whole, and nothing moves forwards.
TEST(RedistributeBackwards, Row56dThatOfAValueHeldByAllIsAReduction) {
  const std::string text = "mesh {x: 4} block loss(w: f32[5, 3], a: f32[8, 5]) {"
                           " return sum(exp(dot(a, w)), dims=[0, 1]) }"
                           " program p(w: f32[5, 3] @ [-, -], a: f32[8, 5] @ [x, -]) {"
                           " g = grad(@loss, w, a, wrt=[0]) return g @ [-, -] }";
  EXPECT_EQ(moves(planned(text)), Moves{"all_reduce x"});
  expect_right_values(text);
}

} // namespace
} // namespace brigade
