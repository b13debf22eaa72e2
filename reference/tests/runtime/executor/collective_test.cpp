#include "brigade/runtime/executor/collective.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/literal_blocks.hpp"
#include "brigade/gspmd/local_program.hpp"
#include "brigade/gspmd/reshard.hpp"
#include "brigade/ir/block_builder.hpp"
#include "brigade/runtime/executor/execute_blocks.hpp"
#include "brigade/runtime/executor/join_blocks.hpp"
#include "brigade/sharding/block.hpp"
#include "ranks/runtime.hpp"
#include "runtime/shardings.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace brigade {
namespace {

std::vector<Mesh> meshes() {
  const std::int64_t devices = testing::runtime().device_count();
  std::vector<Mesh> meshes = testing::meshes_of_two_axes(devices);
  if (devices == 8)
    meshes.push_back(testing::mesh_of_three_axes());
  return meshes;
}

/// A value whose first dimension is cut by `summed` axes, summed over it, and brought to `to`.
Program sum_and_reshard(const Mesh &mesh, const TensorType &type,
                        const std::vector<std::string> &summed, const PartitionSpec &from,
                        const PartitionSpec &to) {
  BlockBuilder builder("main");
  TensorSharding sharding = tensor_sharding(from, type.rank() - 1);
  const TensorSharding wanted = tensor_sharding(to, type.rank() - 1);
  sharding.dimensions.insert(sharding.dimensions.begin(), {.axes = summed});
  ValueId value = builder.parameter(type, "a", sharding);
  sharding.dimensions.erase(sharding.dimensions.begin());
  sharding.unreduced = summed;
  value = builder.append(Operation::sum, {value}, DimensionsAttributes{{0}});
  builder.annotate(value, sharding);
  for (const ReshardStep &step : plan_reshard(builder.type(value), layout_of(sharding, mesh),
                                              layout_of(wanted, mesh), mesh, uniform_profile())
                                     .steps) {
    value = builder.append(step.operation, {value}, step.attributes);
    builder.annotate(value, sharding_of(step.layout, mesh));
  }
  return {mesh, {std::move(builder).finish({{value, wanted}})}};
}

Literal counted(const TensorType &type) {
  std::vector<double> numbers(static_cast<std::size_t>(type.size()));
  std::iota(numbers.begin(), numbers.end(), 1.0);
  return numbers.empty() ? Literal(type) : Literal::from_numbers(type, numbers);
}

Literal summed_over_rows(const Literal &array) {
  Shape shape(array.shape().begin() + 1, array.shape().end());
  std::vector<double> sums(static_cast<std::size_t>(element_count(shape)));
  for (std::int64_t i = 0; i < array.size(); ++i)
    sums[static_cast<std::size_t>(i) % sums.size()] += array.number(i);
  const TensorType type{array.type().dtype, shape};
  return sums.empty() ? Literal(type) : Literal::from_numbers(type, sums);
}

struct Case {
  Mesh mesh;
  TensorType type;
  std::vector<std::string> summed;
  PartitionSpec from, to;
};

bool is_used(const PartitionSpec &spec, const std::string &axis) {
  for (const DimensionSpec &dimension : spec.dimensions())
    for (const std::string &used : dimension.axes)
      if (used == axis)
        return true;
  return false;
}

/// Every spec to every other on every mesh, without and with axes that the value is unreduced over.
std::vector<Case> all_cases() {
  const std::vector<Shape> shapes{{3, 5, 6}, {3, 8, 4}, {2, 1, 7}, {1, 0, 3}};
  const std::vector<DType> types{DType::f32, DType::f64, DType::i32, DType::i64};
  std::vector<Case> cases;
  for (const Mesh &mesh : meshes())
    for (const Shape &shape : shapes)
      for (const PartitionSpec &from : testing::all_specs(mesh, 2))
        for (const PartitionSpec &to : testing::all_specs(mesh, 2)) {
          std::vector<std::string> free;
          for (const std::string &axis : mesh.axis_names())
            if (!is_used(from, axis))
              free.push_back(axis);
          const TensorType type{types[cases.size() % types.size()], shape};
          cases.push_back({mesh, type, {}, from, to});
          if (!free.empty())
            cases.push_back({mesh, type, free, from, to});
        }
  return cases;
}

std::string describe(const Case &each, const Program &program) {
  std::string text = fmt::format("{} {} -> {} on {}:", to_string(each.type), to_string(each.from),
                                 to_string(each.to), to_string(each.mesh));
  for (const Instruction &instruction : program.main().instructions)
    text += fmt::format(" {}{}", to_string(instruction.operation),
                        to_string(*program.main().value(instruction.results[0]).sharding));
  return text;
}

Literal my_block(const Program &program, const Literal &whole) {
  const Value &parameter = program.main().value(program.main().parameters[0]);
  return part_of(whole, local_slices(parameter.type, *parameter.sharding, *program.mesh,
                                     testing::runtime().rank()));
}

TEST(Collectives, BringEveryShardingToEveryOther) {
  constexpr std::size_t kMost = 1500; // a start of a collective costs 0.1 ms and more
  const std::vector<Case> cases = all_cases();
  const std::size_t step = cases.size() / kMost + 1; // with 3 types in a row, all combinations come
  std::set<Operation> used;
  for (std::size_t i = 0; i < cases.size(); i += step) {
    const Case &each = cases[i];
    const Program program = sum_and_reshard(each.mesh, each.type, each.summed, each.from, each.to);
    const Literal array = counted(each.type);
    const std::vector<Literal> results =
        execute_blocks(testing::runtime(), program, std::vector{my_block(program, array)});
    const Value &result = program.main().value(program.main().results[0].value);
    ASSERT_EQ(join_blocks(testing::runtime(), each.mesh, result.type, *result.sharding, results[0],
                          "the result"),
              summed_over_rows(array))
        << describe(each, program);
    for (const Instruction &instruction : program.main().instructions)
      used.insert(instruction.operation);
  }
  if (testing::runtime().device_count() != 8)
    return;
  for (const Operation operation :
       {Operation::all_reduce, Operation::all_gather, Operation::reduce_scatter,
        Operation::all_to_all, Operation::permute, Operation::shard_slice})
    EXPECT_TRUE(used.contains(operation)) << to_string(operation);
}

TEST(Collectives, CarryBooleans) {
  for (const Mesh &mesh : meshes()) {
    const TensorType type{DType::boolean, {5, 7}};
    std::vector<double> numbers(35);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = static_cast<double>(i % 3 == 0);
    const Literal array = Literal::from_numbers(type, numbers);
    for (const PartitionSpec &from : testing::all_specs(mesh, 2)) {
      const PartitionSpec to = P(nullptr, axes("y", "x"));
      if (mesh.axis_names().size() > 2)
        continue;
      BlockBuilder builder("main");
      const TensorSharding before = tensor_sharding(from, 2), after = tensor_sharding(to, 2);
      ValueId value = builder.parameter(type, "a", before);
      for (const ReshardStep &step : plan_reshard(type, layout_of(before, mesh),
                                                  layout_of(after, mesh), mesh, uniform_profile())
                                         .steps) {
        value = builder.append(step.operation, {value}, step.attributes);
        builder.annotate(value, sharding_of(step.layout, mesh));
      }
      const Program program{mesh, {std::move(builder).finish({{value, {}}})}};
      const std::vector<Literal> results =
          execute_blocks(testing::runtime(), program, std::vector{my_block(program, array)});
      ASSERT_EQ(join_blocks(testing::runtime(), mesh, type, after, results[0], "the result"), array)
          << to_string(from) << " on " << to_string(mesh);
    }
  }
}

TEST(JoinBlocks, TellsWhereCopiesDiffer) {
  Runtime &runtime = testing::runtime();
  if (runtime.device_count() == 1)
    GTEST_SKIP() << "one device has no copy";
  const Mesh mesh(DeviceGrid({runtime.device_count()}), {"x"});
  const TensorType type{DType::f32, {2}};
  Literal block = counted(type);
  if (runtime.rank() == runtime.device_count() - 1)
    block.as<float>()[1] += 1;
  EXPECT_THAT(
      [&] { (void)join_blocks(runtime, mesh, type, replicated_sharding(1), block, "loss"); },
      ::testing::ThrowsMessage<Error>(::testing::HasSubstr("loss (f32[2] @ [-]): device")));
}

} // namespace
} // namespace brigade
