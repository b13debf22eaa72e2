#include "brigade/ir/einsum.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/interpret.hpp"
#include "ir/literals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace brigade {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// By the definition: every combination of the letters' values adds its product to one element.
std::vector<double> by_definition(const std::vector<Literal> &operands,
                                  const std::vector<std::string> &inputs,
                                  const std::string &output) {
  std::map<char, std::int64_t> sizes, index;
  for (std::size_t i = 0; i < operands.size(); ++i)
    for (std::size_t dim = 0; dim < inputs[i].size(); ++dim)
      sizes[inputs[i][dim]] = operands[i].shape()[dim];
  const auto position = [&](const std::string &letters) {
    std::int64_t result = 0;
    for (const char letter : letters)
      result = result * sizes[letter] + index[letter];
    return result;
  };
  std::int64_t count = 1, combinations = 1;
  for (const char letter : output)
    count *= sizes[letter];
  for (const auto &[letter, size] : sizes)
    combinations *= size;
  std::vector<double> sums(static_cast<std::size_t>(count));
  for (std::int64_t combination = 0; combination < combinations; ++combination) {
    std::int64_t rest = combination;
    for (const auto &[letter, size] : sizes) {
      index[letter] = rest % size;
      rest /= size;
    }
    double product = 1;
    for (std::size_t i = 0; i < operands.size(); ++i)
      product *= operands[i].number(position(inputs[i]));
    sums[static_cast<std::size_t>(position(output))] += product;
  }
  return sums;
}

struct Case {
  const char *subscripts;
  std::vector<std::string> inputs;
  std::string output;
};

const std::map<char, std::int64_t> kSizes{{'i', 2}, {'j', 3}, {'k', 4},
                                          {'b', 5}, {'z', 0}, {'o', 1}};

TEST(Einsum, IsTheSumOfProductsThatItsLettersSay) {
  const std::vector<Case> cases{
      {"ij,jk->ik", {"ij", "jk"}, "ik"},
      {"bij,bjk->bik", {"bij", "bjk"}, "bik"},
      {"ij,jk->ki", {"ij", "jk"}, "ki"},
      {"bij,bjk->kib", {"bij", "bjk"}, "kib"},
      {"ji,jk->ik", {"ji", "jk"}, "ik"},
      {"ij,kj->ik", {"ij", "kj"}, "ik"},
      {"ij->ji", {"ij"}, "ji"},
      {"ij->ij", {"ij"}, "ij"},
      {"ij->i", {"ij"}, "i"},
      {"ij->", {"ij"}, ""},
      {"->", {""}, ""},
      {",->", {"", ""}, ""},
      {"i,j->ij", {"i", "j"}, "ij"},
      {"i,j->ji", {"i", "j"}, "ji"},
      {"i,i->", {"i", "i"}, ""},
      {"i,i->i", {"i", "i"}, "i"},
      {"ij,ij->ij", {"ij", "ij"}, "ij"},
      {"ij,k->j", {"ij", "k"}, "j"},
      {"bij,jkb->", {"bij", "jkb"}, ""},
      {"ijk,i->kj", {"ijk", "i"}, "kj"},
      {"ii->i", {"ii"}, "i"},
      {"ii->", {"ii"}, ""},
      {"iii->i", {"iii"}, "i"},
      {"iji->ij", {"iji"}, "ij"},
      {"ijij->ji", {"ijij"}, "ji"},
      {"ii,ij->j", {"ii", "ij"}, "j"},
      {"jij,jj->i", {"jij", "jj"}, "i"},
      {"iz,zj->ij", {"iz", "zj"}, "ij"},
      {" i j , j k -> i k ", {"ij", "jk"}, "ik"},
      {"oi,oj->ij", {"oi", "oj"}, "ij"},
      {"bijk,bk->ibj", {"bijk", "bk"}, "ibj"},
  };
  for (const Case &row : cases) {
    SCOPED_TRACE(row.subscripts);
    BlockBuilder builder("p");
    std::vector<ValueId> operands;
    std::vector<Literal> arguments;
    for (const std::string &letters : row.inputs) {
      TensorType type{DType::f64, {}};
      for (const char letter : letters)
        type.shape.push_back(kSizes.at(letter));
      operands.push_back(builder.parameter(type));
      arguments.push_back(testing::counting(type));
    }
    const ValueId result = einsum(builder, operands, row.subscripts);
    EXPECT_NE(result, operands[0]);
    Program program;
    program.blocks.push_back(std::move(builder).finish({{result, {}}}));
    const Literal sums = interpret(program, arguments).at(0);
    Shape shape;
    for (const char letter : row.output)
      shape.push_back(kSizes.at(letter));
    EXPECT_EQ(sums.shape(), shape);
    EXPECT_EQ(testing::numbers(sums), by_definition(arguments, row.inputs, row.output));
  }
}

std::vector<Operation> operations_of(const std::string &subscripts,
                                     const std::vector<Shape> &shapes) {
  BlockBuilder builder("p");
  std::vector<ValueId> operands;
  for (const Shape &shape : shapes)
    operands.push_back(builder.parameter({DType::f32, shape}));
  einsum(builder, operands, subscripts);
  std::vector<Operation> operations;
  for (const Instruction &instruction : builder.block().instructions)
    operations.push_back(instruction.operation);
  return operations;
}

TEST(Einsum, IsOneProductWhereThatIsAll) {
  EXPECT_THAT(operations_of("bij,bjk->bik", {{2, 3, 4}, {2, 4, 5}}), ElementsAre(Operation::dot));
  EXPECT_THAT(operations_of("ij,jk->ki", {{3, 4}, {4, 5}}),
              ElementsAre(Operation::dot, Operation::transpose));
  EXPECT_THAT(operations_of("ij,k->", {{3, 4}, {5}}),
              ElementsAre(Operation::sum, Operation::sum, Operation::dot));
}

std::string error_of(const std::string &subscripts, const std::vector<Shape> &shapes,
                     SourceLine source = {}) {
  BlockBuilder builder("p");
  std::vector<ValueId> operands;
  for (const Shape &shape : shapes)
    operands.push_back(builder.parameter({DType::f32, shape}));
  try {
    einsum(builder, operands, subscripts, std::move(source));
  } catch (const InputError &error) {
    return error.what();
  }
  return "no error";
}

TEST(Einsum, SaysWhichLetterDoesNotFit) {
  EXPECT_EQ(error_of("ij,jk->ik", {{2, 3}, {4, 5}}),
            "einsum(f32[2, 3], f32[4, 5], 'ij,jk->ik'): letter j stands for the sizes 3 and 4");
  EXPECT_EQ(error_of("ij->k", {{2, 3}}, {"mlp.cpp", 7}),
            "mlp.cpp:7: einsum(f32[2, 3], 'ij->k'): letter k of the result stands at no operand");
  EXPECT_THAT(error_of("ij->ii", {{2, 3}}), HasSubstr("letter i stands twice in the result"));
  EXPECT_THAT(error_of("ij", {{2, 3}}), HasSubstr("-> and the letters of the result are missing"));
  EXPECT_THAT(error_of("i->i", {{2, 3}}),
              HasSubstr("operand 0 has 2 dimensions, and 1 letter: 'i'"));
  EXPECT_THAT(error_of("ij,j->i", {{2, 3}}), HasSubstr("letters for 2 operands, and 1 operand"));
  EXPECT_THAT(error_of("i,i,i->i", {{2}, {2}, {2}}),
              HasSubstr("it takes 1 or 2 operands, and got 3"));
  EXPECT_THAT(error_of("i...->i", {{2}}), HasSubstr("letters a to z and A to Z"));
  EXPECT_THAT(error_of("i1->i", {{2, 3}}), HasSubstr("letters a to z and A to Z"));
  EXPECT_THAT(error_of("->", {}), HasSubstr("it takes 1 or 2 operands, and got 0"));
}

} // namespace
} // namespace brigade
