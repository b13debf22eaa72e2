#include "brigade/runtime/jit/jit.hpp"

#include "jit_inputs.hpp"

#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/trace/grad.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace brigade {
namespace {

using namespace brigade::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

Tensor two_layer_net(Tensor x, Tensor w1, Tensor b1, Tensor w2, Tensor b2) {
  Tensor h = relu(matmul(x, w1) + b1);
  return matmul(h, w2) + b2;
}

TEST(Jit, OfAFunctionOfTensorsIsOneOfArraysWithTheSameNumbers) {
  const auto x = whole_numbers({6, 5}, 0), w1 = whole_numbers({5, 8}, 1),
             b1 = whole_numbers({8}, 2), w2 = whole_numbers({8, 3}, 3), b2 = whole_numbers({3}, 4);
  const NamedSharding rows = lying(P("data", nullptr));
  const auto forward =
      jit(two_layer_net, {.in_shardings = {rows, {}, {}, {}, {}}, .out_shardings = {rows}});
  const Array y = forward(put(x, P("data", nullptr)), put(w1), put(b1), put(w2), put(b2));
  const auto type = [](Shape shape) { return TensorType{DType::f32, std::move(shape)}; };
  const Program program =
      trace(two_layer_net, type({6, 5}), type({5, 8}), type({8}), type({8, 3}), type({3}));
  const std::vector<Literal> expected =
      interpret(program, std::vector{literal_of(x), literal_of(w1), literal_of(b1), literal_of(w2),
                                     literal_of(b2)});
  EXPECT_EQ(whole(y), expected[0]);
  EXPECT_TRUE(y.sharding().is_equivalent_to(rows, 2));
  const Array again = forward(put(x, P("data", nullptr)), put(w1), put(b1), put(w2), put(b2));
  EXPECT_EQ(whole(again), expected[0]);
}

// The blocks are alike, and the axes are other ones.
TEST(Jit, PlansAnewForAnotherMesh) {
  const auto twice = jit([](Tensor x) { return x + x; });
  const xt::xarray<float> numbers = whole_numbers({8}, 0);
  for (const char *axis : {"data", "rows"}) {
    const Mesh mesh(DeviceGrid({testing::runtime().device_count()}), {axis});
    const Array y = twice(device_put(testing::runtime(), numbers, NamedSharding(mesh, P(axis))));
    EXPECT_EQ(y.sharding().mesh(), mesh);
  }
}

TEST(Jit, TracesOnceForEachSetOfTypesAndStaticValues) {
  int traces = 0;
  const auto scaled = jit([&traces](Tensor x, int times, bool negative, std::string how) {
    ++traces;
    Tensor sum = x;
    for (int i = 1; i < times; ++i)
      sum = sum + x;
    sum = how == "squared" ? sum * sum : sum;
    return negative ? -sum : sum;
  });
  const Array x = put(whole_numbers({4, 2}, 0));
  const xt::xarray<float> numbers = whole_numbers({4, 2}, 0);
  const auto expect = [&](const Array &got, const xt::xarray<float> &expected, int traced) {
    EXPECT_EQ(whole(got), literal_of(expected));
    EXPECT_EQ(traces, traced);
  };
  expect(scaled(x, 3, false, "plain"), numbers * 3, 1);
  expect(scaled(x, 3, false, "plain"), numbers * 3, 1);
  expect(scaled(x, 3, true, "plain"), numbers * -3, 2);
  expect(scaled(x, 2, true, "plain"), numbers * -2, 3);
  expect(scaled(x, 2, false, "squared"), numbers * numbers * 4, 4);
  expect(scaled(x, 3, false, "plain"), numbers * 3, 4);
  const auto other = whole_numbers({3, 2}, 1); // another shape
  expect(scaled(put(other), 3, false, "plain"), other * 3, 5);
  const Array integers = device_put(testing::runtime(), xt::xarray<std::int32_t>{1, 2}, lying(P()));
  EXPECT_EQ(scaled(integers, 3, false, "plain").dtype(), DType::i32); // another element type
  EXPECT_EQ(traces, 6);
  const auto copy = scaled; // copies share what was made
  expect(copy(x, 3, false, "plain"), numbers * 3, 6);
}

TEST(Jit, TakesAnUnspecifiedArgumentAsItLies) {
  int traces = 0;
  const auto twice = jit([&traces](Tensor x) {
    ++traces;
    return x + x;
  });
  const auto host = whole_numbers({8, 4}, 0);
  const std::vector<PartitionSpec> specs{P("data"), P(nullptr, "model"), P()};
  for (const PartitionSpec &spec : specs)
    EXPECT_EQ(whole(twice(put(host, spec))), literal_of(host * 2));
  const int devices =
      testing::runtime().device_count(); // on few, some of these are one and the same
  EXPECT_EQ(traces, devices == 1 ? 1 : devices == 2 ? 2 : 3);
  for (const PartitionSpec &spec : specs) {
    const Plan plan = twice.plan(put(host, spec));
    const Block &main = plan.partitioned->main();
    const NamedSharding planned(*plan.partitioned->mesh,
                                partition_spec(*main.value(main.parameters[0]).sharding));
    EXPECT_TRUE(planned.is_equivalent_to(lying(spec), 2)) << to_string(planned);
  }
}

template <class T> struct Layer { T w, b; };
template <class T> struct Params {
  Layer<T> first;
  std::vector<Layer<T>> blocks;
  std::string activation;
};
template <class T> struct Both {
  T loss;
  Params<T> gradient;
};

Tensor loss_of(Params<Tensor> params, Tensor x) {
  Tensor h = matmul(x, params.first.w) + params.first.b;
  for (const Layer<Tensor> &layer : params.blocks)
    h = matmul(params.activation == "relu" ? relu(h) : h, layer.w) + layer.b;
  return sum(h * h);
}

Both<Tensor> loss_and_gradient(Params<Tensor> params, Tensor x) {
  const auto both = value_and_grad(loss_of)(params, x);
  return {both.value, both.gradient};
}

Params<Array> some_params(const PartitionSpec &w, const PartitionSpec &b) {
  return {{put(whole_numbers({4, 8}, 1), w), put(whole_numbers({8}, 2), b)},
          {{put(whole_numbers({8, 8}, 3), w), put(whole_numbers({8}, 4), b)}},
          "relu"};
}

TEST(Jit, TakesAndGivesStructsOfArrays) {
  const auto x = whole_numbers({6, 4}, 0);
  const NamedSharding columns = lying(P(nullptr, "model")), part = lying(P("model"));
  const Params<NamedSharding> shardings{{columns, part}, {{columns, part}}, ""};
  const auto f = jit(loss_and_gradient, {.in_shardings = {shardings, lying(P("data"))},
                                         .out_shardings = {{}, shardings}});
  const Both<Array> got = f(some_params(P(nullptr, "model"), P("model")), put(x, P("data")));
  const Params<Array> whole_params = some_params(P(), P());
  std::vector<Literal> arguments;
  Params<TensorType> types;
  map_leaves<TensorType, Array>(types, whole_params, "", [&](const Array &array, const auto &) {
    arguments.push_back(whole(array));
    return TensorType{array.dtype(), array.shape()};
  });
  arguments.push_back(literal_of(x));
  const std::vector<Literal> expected =
      interpret(trace(loss_and_gradient, types, TensorType{DType::f32, {6, 4}}), arguments);
  EXPECT_EQ(whole(got.loss), expected[0]);
  const std::vector<Array> gradients = leaves<Array>(got.gradient);
  ASSERT_EQ(gradients.size(), 4u);
  for (std::size_t i = 0; i < gradients.size(); ++i)
    EXPECT_EQ(whole(gradients[i]), expected[i + 1]) << i;
  EXPECT_TRUE(got.gradient.blocks[0].w.sharding().is_equivalent_to(columns, 2));
  EXPECT_EQ(got.gradient.activation, "relu"); // static values come through
}

TEST(Jit, GivesTuplesWithAShardingForEachElement) {
  const auto f = jit([](Tensor x) { return std::tuple(x + 1, sum(x, {0}), sum(x)); },
                     {.out_shardings = {lying(P("data")), lying(P("model")), {}}});
  const auto host = whole_numbers({8, 4}, 0);
  const auto [more, columns, total] = f(put(host));
  EXPECT_EQ(whole(more), literal_of(host + 1));
  EXPECT_TRUE(more.sharding().is_equivalent_to(lying(P("data")), 2));
  EXPECT_EQ(whole(columns), literal_of(xt::sum(host, {0})));
  EXPECT_TRUE(columns.sharding().is_equivalent_to(lying(P("model")), 1));
  EXPECT_EQ(gather<float>(total)(), xt::sum(host)());
}

TEST(Jit, TakesOneShardingForAWholeStruct) {
  const NamedSharding rows = lying(P("data")); // a constant, and more than one array
  const auto f = jit([](Tensor x) { return std::vector{x + 1, x + 2}; }, {.out_shardings = {rows}});
  const auto host = whole_numbers({8, 4}, 0);
  const std::vector<Array> both = f(put(host));
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(whole(both[1]), literal_of(host + 2));
  for (const Array &array : both)
    EXPECT_TRUE(array.sharding().is_equivalent_to(rows, 2));
}

TEST(Jit, WithoutArgumentsNeedsAMesh) {
  const auto ones = [] { return full({4, 4}, 1); };
  const auto f = jit(ones, {.out_shardings = {lying(P("data", "model"))}});
  EXPECT_EQ(whole(f()), literal_of(xt::ones<float>({4, 4})));
  EXPECT_EQ(whole(jit(ones, {.mesh = job_mesh()})()), literal_of(xt::ones<float>({4, 4})));
  EXPECT_THAT([&] { (void)jit(ones)(); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("jit_test.cpp:"),
                                              HasSubstr("jit: there is no mesh: no sharding names "
                                                        "one, nor has an argument one; jit with "
                                                        "{.mesh = mesh}"))));
}

TEST(Jit, SaysOfMovesThatItsResultsAskForWhereItStands) {
  const Mesh mesh(DeviceGrid({testing::runtime().device_count()}), {"d"});
  const ArgumentSharding rows = NamedSharding(mesh, P("d", nullptr)),
                         columns = NamedSharding(mesh, P(nullptr, "d"));
  const int line = __LINE__ + 2; // of jit(
  const auto f =
      jit([](Tensor x) { return x; }, {.in_shardings = {rows}, .out_shardings = {columns}});
  const Plan plan = f.plan(TensorType{DType::f32, {8, 8}});
  const std::vector<CollectiveUse> moves = collectives_of(*plan.partitioned, plan.profile);
  EXPECT_EQ(moves.empty(), testing::runtime().device_count() == 1);
  for (const CollectiveUse &move : moves) {
    EXPECT_EQ(move.operation, "return");
    EXPECT_THAT(move.source, HasSubstr(fmt::format("jit_test.cpp:{}", line)));
  }
}

TEST(Jit, LeavesAnAutoArgumentToThePlanner) {
  // The columns that the result wants are those that the weights can be cut into for nothing.
  const auto f = jit([](Tensor x, Tensor w) { return matmul(x, w); },
                     {.in_shardings = {ArgumentSharding(), Auto{}},
                      .out_shardings = {lying(P(nullptr, "model"))}});
  const TensorType x{DType::f32, {6, 4}}, w{DType::f32, {4, 8}};
  const Plan plan = f.plan(x, w);
  const Block &main = plan.partitioned->main();
  EXPECT_EQ(to_string(*main.value(main.parameters[1]).sharding), "[-, model]");
  const auto host_x = whole_numbers({6, 4}, 0), host_w = whole_numbers({4, 8}, 1);
  const Array got = f(put(host_x), put(host_w, P(nullptr, "model")));
  EXPECT_EQ(got.shape(), (Shape{6, 8}));
  if (testing::runtime().device_count() > 1) {
    EXPECT_THAT([&] { (void)f(put(host_x), put(host_w)); },
                ThrowsMessage<InputError>(HasSubstr("arg1 is f32[4, 8] @ [] on ")));
  }
}

TEST(Jit, InsideOfAnotherIsACall) {
  const auto layer =
      jit([](Tensor x, Tensor w) { return relu(matmul(x, w)); },
          {.in_shardings = {Unspecified{}, lying(P(nullptr, "model"))}, .name = "layer"});
  int traces = 0;
  const auto two = jit([&](Tensor x, Tensor w) {
    ++traces;
    return layer(layer(x, w), w);
  });
  const auto x = whole_numbers({6, 4}, 0), w = whole_numbers({4, 4}, 1);
  const Array got = two(put(x), put(w));
  EXPECT_EQ(traces, 1);
  const auto plain = [](Tensor a, Tensor b) { return relu(matmul(relu(matmul(a, b)), b)); };
  const TensorType x_type{DType::f32, {6, 4}}, w_type{DType::f32, {4, 4}};
  EXPECT_EQ(whole(got),
            interpret(trace(plain, x_type, w_type), std::vector{literal_of(x), literal_of(w)})[0]);
  const Program program = two.plan(put(x), put(w)).annotated;
  EXPECT_EQ(
      std::ranges::count(program.main().instructions, Operation::call, &Instruction::operation), 2);
  EXPECT_EQ(program.blocks.size(), 2u) << "equal calls are of one block";
  // What it declares of its arguments holds there as a constraint.
  EXPECT_EQ(std::ranges::count(program.main().instructions, Operation::constraint,
                               &Instruction::operation),
            2);
}

TEST(Jit, CanBeDifferentiatedAndJittedAgain) {
  const auto square = jit([](Tensor x) { return sum(x * x); });
  const auto slope = jit(grad(square));
  const auto x = whole_numbers({5}, 0);
  EXPECT_EQ(whole(slope(put(x))), literal_of(x * 2));
  EXPECT_EQ(whole(jit(square)(put(x))), whole(square(put(x))));
}

TEST(Jit, MovesArgumentsThatLieElsewhereWhereItIsAskedTo) {
  const auto host = whole_numbers({8, 4}, 0);
  const auto f = jit([](Tensor x) { return x + x; },
                     {.in_shardings = {lying(P("data", "model"))}, .move_arguments = true});
  for (const PartitionSpec &spec : {P(), P("model", "data"), P("data", "model")})
    EXPECT_EQ(whole(f(put(host, spec))), literal_of(host * 2));
}

TEST(Jit, PlansWithoutTheOtherRanks) {
  const auto f = jit(two_layer_net);
  if (testing::runtime().rank() != 0)
    return; // would hang if it communicated
  // A mesh of more devices than the job has.
  const Mesh many(DeviceGrid({65536}), {"data"});
  const auto type = [](Shape shape) { return TensorType{DType::f32, std::move(shape)}; };
  const auto large =
      jit(two_layer_net, {.in_shardings = {NamedSharding(many, P("data")), {}, {}, {}, {}}});
  const Plan plan = large.plan(type({65536, 8}), type({8, 8}), type({8}), type({8, 8}), type({8}));
  EXPECT_EQ(plan.partitioned->mesh, many);
}

TEST(Jit, RefusesAProgramThatDiffersBetweenRanks) {
  if (testing::runtime().device_count() == 1)
    GTEST_SKIP() << "one rank agrees with itself";
  const int rank = testing::runtime().rank();
  const int line = __LINE__ + 1;
  const auto f = jit([rank](Tensor x) { return x * static_cast<float>(rank); });
  const std::string at = fmt::format("jit_test.cpp:{}", line);
  EXPECT_THAT(
      [&] { (void)f(put(whole_numbers({4}, 0))); },
      ThrowsMessage<InputError>(AllOf(
          StartsWith(at + ": jit: rank 1 has another program @main than rank 0: line"),
          HasSubstr("`%1 = const(f32[4], 1)` (" + at + "), and on rank 0 `%1 = const(f32[4], 0)`"),
          HasSubstr("does the same on every rank"))));
}

} // namespace
} // namespace brigade
