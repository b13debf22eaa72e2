#include "trace/finite_differences.hpp"

#include "brigade/trace/derivatives/derivative.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>

namespace brigade::testing {
namespace {

using Generator = std::function<Sample(std::mt19937 &)>;

struct Case {
  std::string name;
  Generator make;
};

Literal positive(const Shape &shape, std::mt19937 &random) {
  Literal literal = random_literal(shape, random);
  for (double &number : literal.as<double>())
    number = 0.3 + std::abs(number);
  return literal;
}

Literal condition(const Shape &shape, std::mt19937 &random) {
  Literal literal(TensorType{DType::boolean, shape});
  for (std::uint8_t &truth : literal.as<std::uint8_t>())
    truth = random() % 2;
  return literal;
}

// Some of them name no row.
Literal random_ids(const Shape &shape, std::int64_t rows, std::mt19937 &random) {
  Literal literal(TensorType{DType::i32, shape});
  for (std::int32_t &id : literal.as<std::int32_t>())
    id = static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(rows + 2)) - 1;
  return literal;
}

// Each dimension with probability 1/2.
std::vector<std::int64_t> some_dimensions(std::size_t rank, std::mt19937 &random) {
  std::vector<std::int64_t> dims;
  for (std::size_t i = 0; i < rank; ++i)
    if (random() % 2 == 0)
      dims.push_back(static_cast<std::int64_t>(i));
  return dims;
}

using Unary = Tensor (*)(Operand);
using Binary = Tensor (*)(Operand, Operand);

Case unary(std::string name, Unary function, bool of_positive = false) {
  return {std::move(name), [=](std::mt19937 &random) {
            const Shape shape = random_shape(random);
            return Sample{[=](const Tensors &x, const Tensors &) { return function(x[0]); },
                          {of_positive ? positive(shape, random) : random_literal(shape, random)},
                          {}};
          }};
}

// The operands' shapes are joined by broadcasting.
Case binary(std::string name, Binary function, bool of_positive = false) {
  return {std::move(name), [=](std::mt19937 &random) {
            const Shape shape = random_shape(random);
            Shape other(shape.begin() + static_cast<std::ptrdiff_t>(random() % (shape.size() + 1)),
                        shape.end());
            for (std::int64_t &size : other)
              if (random() % 3 == 0)
                size = 1;
            const auto make = [&](const Shape &s) {
              return of_positive ? positive(s, random) : random_literal(s, random);
            };
            Sample sample{[=](const Tensors &x, const Tensors &) { return function(x[0], x[1]); },
                          {make(shape), make(other)},
                          {}};
            if (random() % 2 == 0)
              std::swap(sample.numbers[0], sample.numbers[1]);
            return sample;
          }};
}

using Reduction = Tensor (*)(Operand, const std::vector<std::int64_t> &, ReduceOptions);

Case reduction(std::string name, Reduction function) {
  return {std::move(name), [=](std::mt19937 &random) {
            const Shape shape = random_shape(random);
            const auto dims = some_dimensions(shape.size(), random);
            const bool keep = random() % 2 == 0;
            return Sample{[=](const Tensors &x, const Tensors &) {
                            return function(x[0], dims, {.keep_dims = keep});
                          },
                          {random_literal(shape, random)},
                          {}};
          }};
}

// Batch, contracting and free dimensions in any order.
Sample random_dot(std::mt19937 &random) {
  struct Dimension {
    char kind; // batch, contracting, free
    std::size_t pair;
    std::int64_t size;
  };
  std::vector<Dimension> left, right;
  for (const char kind : {'b', 'c'})
    for (std::size_t i = 0; i < random() % 3; ++i) {
      const Dimension dimension{kind, i, random_shape(random, 1, 1)[0]};
      left.push_back(dimension);
      right.push_back(dimension);
    }
  for (std::vector<Dimension> *side : {&left, &right})
    for (std::size_t i = 0; i < random() % 2 + 1; ++i)
      side->push_back({'f', i, random_shape(random, 1, 1)[0]});
  DotAttributes attributes{{}, {{}, {}}};
  Shape shapes[2];
  std::vector<std::vector<Dimension> *> sides{&left, &right};
  for (std::size_t s = 0; s < 2; ++s) {
    std::ranges::shuffle(*sides[s], random);
    for (const Dimension &dimension : *sides[s])
      shapes[s].push_back(dimension.size);
  }
  for (std::size_t l = 0; l < left.size(); ++l)
    for (std::size_t r = 0; r < right.size(); ++r)
      if (left[l].kind != 'f' && left[l].kind == right[r].kind && left[l].pair == right[r].pair) {
        DimensionPairs &pairs = left[l].kind == 'b' ? attributes.batch : attributes.contract;
        pairs.left.push_back(static_cast<std::int64_t>(l));
        pairs.right.push_back(static_cast<std::int64_t>(r));
      }
  return {[=](const Tensors &x, const Tensors &) { return dot(x[0], x[1], attributes); },
          {random_literal(shapes[0], random), random_literal(shapes[1], random)},
          {}};
}

Sample random_slice(std::mt19937 &random) {
  const Shape shape = random_shape(random);
  SliceAttributes attributes;
  for (const std::int64_t size : shape) {
    const auto start = static_cast<std::int64_t>(random()) % size;
    attributes.start.push_back(start);
    attributes.limit.push_back(start + static_cast<std::int64_t>(random()) % (size - start + 1));
    attributes.step.push_back(1 + static_cast<std::int64_t>(random()) % 3);
  }
  return {[=](const Tensors &x, const Tensors &) {
            return slice(x[0], attributes.start, attributes.limit, attributes.step) *
                   slice(x[0], attributes.start, attributes.limit, attributes.step);
          },
          {random_literal(shape, random)},
          {}};
}

Sample random_pad(std::mt19937 &random) {
  const Shape shape = random_shape(random);
  std::vector<std::int64_t> low, high;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    low.push_back(static_cast<std::int64_t>(random() % 3));
    high.push_back(static_cast<std::int64_t>(random() % 3));
  }
  return {[=](const Tensors &x, const Tensors &) { return tanh(pad(x[0], low, high, 0.5)); },
          {random_literal(shape, random)},
          {}};
}

Sample random_concat(std::mt19937 &random) {
  const Shape shape = random_shape(random, 1);
  const std::size_t dim = random() % shape.size();
  Sample sample{[=](const Tensors &x, const Tensors &) {
                  return tanh(concat(x, static_cast<std::int64_t>(dim)));
                },
                {},
                {}};
  for (std::size_t i = 0; i < 1 + random() % 3; ++i) {
    Shape part = shape;
    part[dim] = static_cast<std::int64_t>(random() % 4);
    sample.numbers.push_back(random_literal(part, random));
  }
  return sample;
}

Sample random_broadcast(std::mt19937 &random) {
  const Shape shape = random_shape(random);
  const auto dims = some_dimensions(shape.size(), random);
  Shape from;
  for (const std::int64_t dim : dims)
    from.push_back(random() % 2 == 0 ? 1 : shape[static_cast<std::size_t>(dim)]);
  return {[=](const Tensors &x, const Tensors &) { return tanh(broadcast(x[0], shape, dims)); },
          {random_literal(from, random)},
          {}};
}

Sample random_transpose(std::mt19937 &random) {
  const Shape shape = random_shape(random, 2);
  std::vector<std::int64_t> perm(shape.size());
  std::iota(perm.begin(), perm.end(), 0);
  std::ranges::shuffle(perm, random);
  return {[=](const Tensors &x, const Tensors &) { return tanh(transpose(x[0], perm)); },
          {random_literal(shape, random)},
          {}};
}

Sample random_gather(std::mt19937 &random) {
  const Shape table = random_shape(random, 1);
  return {[](const Tensors &x, const Tensors &ids) { return tanh(gather(x[0], ids[0])); },
          {random_literal(table, random)},
          {random_ids(random_shape(random, 0, 2), table[0], random)}};
}

Sample random_scatter_add(std::mt19937 &random) {
  const Shape table = random_shape(random, 1), ids = random_shape(random, 0, 2);
  Shape rows = ids;
  rows.insert(rows.end(), table.begin() + 1, table.end());
  return {[=](const Tensors &x, const Tensors &others) {
            return tanh(scatter_add(table, others[0], x[0]));
          },
          {random_literal(rows, random)},
          {random_ids(ids, table[0], random)}};
}

Sample random_update_row(std::mt19937 &random) {
  const Shape table = random_shape(random, 1);
  return {
      [](const Tensors &x, const Tensors &index) { return tanh(update_row(x[0], x[1], index[0])); },
      {random_literal(table, random),
       random_literal(Shape(table.begin() + 1, table.end()), random)},
      {random_ids({}, table[0], random)}};
}

Sample random_select(std::mt19937 &random) {
  const Shape shape = random_shape(random);
  return {
      [](const Tensors &x, const Tensors &others) { return tanh(where(others[0], x[0], x[1])); },
      {random_literal(shape, random), random_literal(shape, random)},
      {condition(shape, random)}};
}

// A function that is looked at for a number of shapes.
Case shaped(std::string name, TensorFunction function, std::size_t least_rank = 0) {
  return {std::move(name), [=](std::mt19937 &random) {
            return Sample{function, {random_literal(random_shape(random, least_rank), random)}, {}};
          }};
}

const std::vector<Case> &cases() {
  static const std::vector<Case> kCases{
      unary("neg", [](Operand x) { return -tanh(x); }),
      unary("relu", relu),
      unary("tanh", tanh),
      unary("gelu", gelu),
      unary("sigmoid", sigmoid),
      unary("exp", exp),
      unary("log", log, true),
      unary("sqrt", sqrt, true),
      unary("rsqrt", rsqrt, true),
      unary("abs", abs),
      unary("sign", [](Operand x) { return sign(x) * tanh(x); }),
      unary("stop_gradient of a comparison",
            [](Operand x) { return convert(stop_gradient(x) > 0, DType::f64) * tanh(x); }),
      binary("add", operator+),
      binary("sub", operator-),
      binary("mul", operator*),
      binary("div", operator/, true),
      binary("max", maximum),
      binary("min", minimum),
      binary("pow", pow, true),
      {"select", random_select},
      {"broadcast", random_broadcast},
      shaped("reshape",
             [](const Tensors &x, const Tensors &) {
               return tanh(reshape(x[0], {1, -1}));
             }),
      {"transpose", random_transpose},
      {"slice", random_slice},
      {"pad", random_pad},
      {"concat", random_concat},
      shaped(
          "reverse", [](const Tensors &x, const Tensors &) { return tanh(reverse(x[0], {-1})); },
          1),
      {"dot", random_dot},
      {"einsum",
       [](std::mt19937 &random) {
         return Sample{
             [](const Tensors &x, const Tensors &) { return einsum(x[0], x[1], "bib,jb->ji"); },
             {random_literal({3, 2, 3}, random), random_literal({5, 3}, random)},
             {}};
       }},
      reduction("sum", sum),
      reduction("mean", mean),
      reduction("max_reduce", max),
      reduction("min_reduce", min),
      {"gather", random_gather},
      {"scatter_add", random_scatter_add},
      {"update_row", random_update_row},
      shaped("barrier",
             [](const Tensors &x, const Tensors &) {
               const Tensors both = barrier({tanh(x[0]), exp(x[0])});
               return both[0] * both[1];
             }),
      shaped(
          "argmax",
          [](const Tensors &x, const Tensors &) { return gather(tanh(x[0]), argmax(x[0], 0)); }, 1),
      shaped(
          "softmax", [](const Tensors &x, const Tensors &) { return softmax(x[0], -1); }, 1),
      shaped(
          "log_softmax", [](const Tensors &x, const Tensors &) { return log_softmax(x[0], 0); }, 1),
      shaped(
          "logsumexp", [](const Tensors &x, const Tensors &) { return logsumexp(x[0], -1); }, 1),
      shaped(
          "constraint",
          [](const Tensors &x, const Tensors &) {
            const Mesh mesh(create_device_mesh({2}), {"x"});
            return tanh(with_sharding_constraint(x[0], NamedSharding(mesh, P("x"))));
          },
          1),
  };
  return kCases;
}

TEST(Derivatives, AgreeWithDifferencesOnceAndTwice) {
  for (const Case &one : cases())
    for (unsigned seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(one.name + ", seed " + std::to_string(seed));
      std::mt19937 random(seed);
      expect_derivatives(one.make(random));
    }
}

TEST(Derivatives, EveryOperationHasARuleAndACaseHereOrAReasonForNone) {
  std::set<Operation> seen;
  for (const Case &one : cases())
    for (unsigned seed = 0; seed < 5; ++seed) {
      std::mt19937 random(seed);
      expect_derivatives(one.make(random), &seen);
    }
  for (std::size_t i = 0; i < kOperationCount; ++i) {
    const auto operation = static_cast<Operation>(i);
    const Derivative known = derivative(operation);
    EXPECT_NE(known.rule == nullptr, known.why_none.empty()) << to_string(operation);
    if (known.rule && operation != Operation::convert) { // below
      EXPECT_TRUE(seen.contains(operation)) << to_string(operation) << " has a rule and no case";
    }
  }
}

// f32 has too few digits for differences, so only exact derivatives go through it here.
TEST(Derivatives, GoThroughConvert) {
  const auto loss = [](Tensor x) { return sum(convert(convert(x, DType::f32) * 3.0, DType::f64)); };
  const Literal x({DType::f64, {2}}, std::vector<double>{1.5, -2});
  EXPECT_EQ(interpret(trace(grad(loss), x.type()), std::vector{x}).at(0),
            Literal({DType::f64, {2}}, std::vector<double>{3, 3}));
  const auto through_integers = [](Tensor y) {
    return sum(y * convert(convert(y, DType::i32), DType::f64));
  };
  EXPECT_EQ(interpret(trace(grad(through_integers), x.type()), std::vector{x}).at(0),
            Literal({DType::f64, {2}}, std::vector<double>{1, -2}));
}

// At a corner, where differences do not help.
TEST(Derivatives, AtCornersAreThePinnedOnes) {
  const auto at = [](auto f, std::vector<double> numbers) {
    const Literal x({DType::f64, {static_cast<std::int64_t>(numbers.size())}}, numbers);
    const auto got = interpret(trace(grad(f), x.type()), std::vector{x}).at(0);
    return std::vector<double>(got.template as<double>().begin(), got.template as<double>().end());
  };
  using ::testing::ElementsAre;
  EXPECT_THAT(at([](Tensor x) { return sum(relu(x)); }, {0, 1}), ElementsAre(0, 1));
  EXPECT_THAT(at([](Tensor x) { return sum(abs(x)); }, {0, -1}), ElementsAre(0, -1));
  EXPECT_THAT(at([](Tensor x) { return sum(maximum(x, 2)); }, {2, 3, 1}), ElementsAre(0.5, 1, 0));
  EXPECT_THAT(at([](Tensor x) { return sum(minimum(2, x)); }, {2, 3, 1}), ElementsAre(0.5, 0, 1));
  EXPECT_THAT(at([](Tensor x) { return max(x); }, {4, 1, 4}), ElementsAre(0.5, 0, 0.5));
  EXPECT_THAT(at([](Tensor x) { return min(x); }, {1, 1, 4}), ElementsAre(0.5, 0.5, 0));
  EXPECT_THAT(at([](Tensor x) { return sum(pow(x, 2.0)); }, {0, -3}), ElementsAre(0, -6));
  EXPECT_THAT(at([](Tensor x) { return sum(pow(x, 0)); }, {0, 2}), ElementsAre(0, 0));
  EXPECT_THAT(at([](Tensor x) { return sum(pow(0.0, x)); }, {2, 3}), ElementsAre(0, 0));
}

// A step so large that room for it could not be had.
TEST(Derivatives, OfASliceTakeNoRoomForStepsBeyondTheEnd) {
  const auto first = [](Tensor x) { return sum(slice(x, {0}, {4}, {3'000'000'000})); };
  const Literal x({DType::f64, {4}}, std::vector<double>{1, 2, 3, 4});
  EXPECT_EQ(interpret(trace(grad(first), x.type()), std::vector{x}).at(0),
            Literal({DType::f64, {4}}, std::vector<double>{1, 0, 0, 0}));
}

} // namespace
} // namespace brigade::testing
