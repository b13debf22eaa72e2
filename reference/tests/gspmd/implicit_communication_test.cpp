#include "brigade/gspmd/implicit_communication.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/choose.hpp"
#include "brigade/ir/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace brigade {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StrEq;
using ::testing::ThrowsMessage;

// As it is propagated: nothing is chosen that a reader would have to work out.
Plan planned(const std::string &parameters, const std::string &body) {
  return make_plan(
      parse_program("mesh {x: 2, y: 2, one: 1}\nprogram p(" + parameters + ") {\n" + body + "\n}\n",
                    "p.txt"),
      uniform_profile(), {.choose = false});
}

/// "dot needs a as [-, -]", "dot leaves d as [x, -]"
std::vector<std::string> moves(const std::string &parameters, const std::string &body) {
  std::vector<std::string> found;
  for (const ImplicitMove &move : implicit_moves(planned(parameters, body)))
    found.push_back(move.operation + (move.is_result ? " leaves " : " needs ") + move.value +
                    " as " + to_string(move.is_result ? move.from : move.to));
  return found;
}

TEST(ImplicitCommunication, IsAnOperandOfWhichADimensionIsNeededWhole) {
  const char *const a = "a: f32[8, 4] @ [x, -]";
  EXPECT_THAT(moves(a, "return reverse(a, dims=[0]) @ [-, -]"),
              ElementsAre("reverse needs a as [-, -]"));
  EXPECT_THAT(moves(a, "b = constraint(a) @ [-, -]\n return reverse(b, dims=[0]) @ [-, -]"),
              IsEmpty());
  EXPECT_THAT(moves("a: f32[8, 4] @ [-, -]", "return reverse(a, dims=[0]) @ [-, -]"), IsEmpty());
}

// Gathers that were chosen stand between the values of the program.
TEST(ImplicitCommunication, IsToldOfTheRightValuesWhereGathersAreChosen) {
  const Plan plan = make_plan(
      parse_program("mesh {x: 4}\nprogram p(a: f32[8, 6] @ [x, -], b: f32[64, 64] @ [x, -],"
                    " c: f32[64, 64] @ [x, -]) {\n m = max_reduce(a, dims=[0])\n"
                    " n = sum(a, dims=[0])\n o = add(m, n)\n q = add(b, c) @ [-, x]\n"
                    " r = tanh(q)\n s = tanh(r)\n return o @ [-], s @ [-, x]\n}\n"));
  ASSERT_TRUE(std::ranges::any_of(plan.sharded.main().instructions, is_chosen_gather));
  std::vector<std::string> values;
  for (const ImplicitMove &move : implicit_moves(plan))
    values.push_back(move.value);
  EXPECT_THAT(values, Each(StrEq("a"))) << "q is annotated";
  EXPECT_THAT(values, Not(IsEmpty()));
}

TEST(ImplicitCommunication, IsAConflictOfOperands) {
  const char *const parameters = "a: f32[8, 4] @ [x, -], b: f32[8, 4] @ [-, x]";
  EXPECT_THAT(moves(parameters, "return add(a, b)"), ElementsAre("add needs b as [x, -]"));
  EXPECT_THAT(moves(parameters, "return add(a, constraint(b) @ [x, -])"), IsEmpty());
}

TEST(ImplicitCommunication, IsTheGatherOfADimensionThatIsContractedAndCutOnOneSideOnly) {
  // Where nothing speaks against it, the other side is cut too, and partial results are summed.
  EXPECT_THAT(moves("a: f32[2, 400000] @ [-, x], b: f32[400000, 2] @ [-, -]", "return dot(a, b)"),
              IsEmpty());
  EXPECT_THAT(moves("a: f32[8, 4] @ [-, x], b: f32[4, 6] @ [-, x]", "return dot(a, b) @ [-, x]"),
              ElementsAre("dot needs a as [-, -]"));
}

TEST(ImplicitCommunication, IsNotTheSumOfWhatACutContractionLeaves) {
  const char *const parameters = "a: f32[8, 4] @ [-, x], b: f32[4, 6] @ [x, -]";
  for (const char *body :
       {"return dot(a, b) @ [-, -]", "return dot(a, b) @ [x, -]",
        "return tanh(dot(a, b)), sum(a, dims=[1])", "return max_reduce(a, dims=[0, 1])"})
    EXPECT_THAT(moves(parameters, body), IsEmpty()) << body;
}

TEST(ImplicitCommunication, IsNotWhatAConstraintOrAResultAsksFor) {
  const char *const a = "a: f32[8, 4] @ [x, -]";
  EXPECT_THAT(moves(a, "return constraint(a) @ [-, x]"), IsEmpty());
  EXPECT_THAT(moves(a, "return tanh(a) @ [-, x]"), IsEmpty());
  EXPECT_THAT(moves(a, "b = tanh(neg(a))\n c = relu(b)\n return constraint(c) @ [-, x]"), IsEmpty())
      << "wherever on the way it is moved";
  EXPECT_THAT(moves(a, "b = tanh(a) @ [-, x]\n return neg(b)"), IsEmpty());
}

TEST(ImplicitCommunication, IsNotAlongAnAxisOfOneDevice) {
  EXPECT_THAT(moves("a: f32[8, 4] @ [one, x], b: f32[4, 6] @ [x, -]", "return dot(a, b) @ [x, -]"),
              IsEmpty());
}

TEST(ImplicitCommunication, CountsWhatIsMovedTwiceOnceAndWhatIsDeadNever) {
  const char *const a = "a: f32[8, 4] @ [x, -]";
  EXPECT_THAT(moves(a, "dead = reverse(a, dims=[0]) @ [-, -]\n b = reverse(a, dims=[0]) @ [-, -]\n"
                       " c = reverse(a, dims=[0, 1]) @ [-, -]\n return b, c"),
              ElementsAre("reverse needs a as [-, -]"));
}

TEST(ImplicitCommunication, IsWarnedOfOrRefusedWithWhatIsMovedForWhatAndWhatWouldAskForIt) {
  const Plan plan =
      planned("a: f32[8, 4] @ [x, -]", "b = reverse(a, dims=[0])\n return b @ [-, -], tanh(b)");
  const std::string words =
      "implicit communication: p.txt:3:5: reverse needs a (f32[8, 4]) as [-, -], and it lies as "
      "[x, "
      "-]: all_gather over x, 64 B sent by each device, that no annotation asks for; a constraint "
      "of a to [-, -] before the reverse asks for it, and a annotated as [-, -] may avoid it";
  EXPECT_THAT(check_implicit_communication(plan, ImplicitCommunication::allow), IsEmpty());
  EXPECT_THAT(check_implicit_communication(plan, ImplicitCommunication::warn), ElementsAre(words));
  EXPECT_THAT([&] { (void)check_implicit_communication(plan, ImplicitCommunication::error); },
              ThrowsMessage<InputError>(StrEq(words)));
}

TEST(ImplicitCommunication, IsNamedByThreeWords) {
  EXPECT_EQ(implicit_communication_named("warn", "it"), ImplicitCommunication::warn);
  EXPECT_THAT([] { (void)implicit_communication_named("never", "it"); },
              ThrowsMessage<InputError>(StrEq("it is 'never'; allow, warn or error is expected")));
}

} // namespace
} // namespace brigade
