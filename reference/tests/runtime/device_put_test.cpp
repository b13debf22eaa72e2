#include "brigade/runtime/device_put.hpp"

#include "brigade/comm/all_reduce.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/runtime/executor/executable.hpp"
#include "brigade/runtime/gather.hpp"
#include "brigade/runtime/make_array.hpp"
#include "brigade/runtime/reshard/lowered_reshard.hpp"
#include "brigade/runtime/reshard/reshardings.hpp"
#include "brigade/tracer/ledger.hpp"
#include "ranks/runtime.hpp"
#include "shardings.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace brigade {
namespace {

template <Element T> Array array_of_positions(const Shape &shape, const NamedSharding &sharding) {
  return make_array<T>(testing::runtime(), shape, sharding, [&](const Slices &slices) {
    const std::vector<std::int64_t> values = testing::values_in(shape, slices);
    return xt::xarray<std::int64_t>(xt::adapt(values, extents(shape_of(slices))));
  });
}

template <Element T> bool holds_its_positions(const Array &array) {
  const std::vector<std::int64_t> expected = testing::values_in(array.shape(), array.slices());
  const auto shard = array.shard<T>();
  return std::ranges::equal(shard, expected,
                            [](T got, std::int64_t value) { return got == static_cast<T>(value); });
}

/// Reshards an array between each two of `shardings`, and holds every shard against the positions
/// that it should contain. Leaves out all but every `step`-th pair.
template <Element T>
void reshard_pairs(const std::vector<NamedSharding> &shardings, const Shape &shape,
                   std::size_t step = 1) {
  std::size_t pair = 0;
  for (const NamedSharding &from : shardings) {
    const Array before = array_of_positions<T>(shape, from);
    for (const NamedSharding &to : shardings) {
      if (pair++ % step != 0)
        continue;
      const Array after = device_put(before, to);
      EXPECT_EQ(after.slices(), to.slices_of(shape, testing::runtime().rank()));
      EXPECT_TRUE(holds_its_positions<T>(after))
          << to_string(shape) << " from " << to_string(from) << " to " << to_string(to);
      EXPECT_TRUE(holds_its_positions<T>(before)) << "the source has changed";
    }
  }
}

std::vector<NamedSharding> one_and_two_axes(std::size_t rank) {
  const std::int64_t devices = testing::runtime().device_count();
  std::vector<Mesh> meshes = testing::meshes_of_one_axis(devices);
  std::ranges::copy(testing::meshes_of_two_axes(devices), std::back_inserter(meshes));
  return testing::all_shardings(meshes, rank);
}

TEST(Reshard, AllPairsWhereSizesDivide) { reshard_pairs<float>(one_and_two_axes(2), {8, 16}); }

TEST(Reshard, AllPairsWhereSizesDoNotDivideAndBlocksAreEmpty) {
  reshard_pairs<double>(one_and_two_axes(2), {3, 7});
}

TEST(Reshard, AllPairsOfOneDimension) { reshard_pairs<std::int64_t>(one_and_two_axes(1), {13}); }

TEST(Reshard, ThreeDimensions) { reshard_pairs<std::int32_t>(one_and_two_axes(3), {3, 5, 4}, 5); }

TEST(Reshard, Scalars) { reshard_pairs<float>(one_and_two_axes(0), {}); }

TEST(Reshard, ArraysWithoutElementsAndOfOneRow) {
  reshard_pairs<float>(one_and_two_axes(2), {0, 4}, 3);
  reshard_pairs<float>(one_and_two_axes(2), {5, 1}, 3);
}

TEST(Reshard, ThreeAxes) {
  if (testing::runtime().device_count() != 8)
    return; // {2, 2, 2} is a mesh of 8 devices
  // 106² pairs. 23 and 106 share no factor, so each sharding comes up as source and as target.
  reshard_pairs<float>(testing::all_shardings({testing::mesh_of_three_axes()}, 3), {4, 5, 2}, 23);
}

TEST(Reshard, GivesWhatGatheringAndCuttingGives) {
  Runtime &runtime = testing::runtime();
  const std::vector<NamedSharding> shardings = one_and_two_axes(2);
  const Shape shape{5, 6};
  for (std::size_t i = 0; i < shardings.size(); ++i) {
    const Array before = array_of_positions<float>(shape, shardings[i]);
    const NamedSharding &to = shardings[(i * 7 + 3) % shardings.size()];
    const Array plain = device_put(runtime, gather<float>(before), to);
    EXPECT_EQ(xt::xarray<float>(device_put(before, to).shard<float>()),
              xt::xarray<float>(plain.shard<float>()))
        << to_string(shardings[i]) << " to " << to_string(to);
  }
}

/// What this rank records while it moves an array for the second time, when nothing is planned.
std::vector<CommRecord> records_of(const Array &before, const NamedSharding &to) {
  (void)device_put(before, to);
  Ledger &ledger = Ledger::instance();
  ledger.clear();
  ledger.set_on(true);
  const Array after = device_put(before, to);
  ledger.set_on(false);
  std::vector<CommRecord> records = ledger.records();
  ledger.clear();
  return records;
}

TEST(Reshard, SendsWhatDevicesLackAndNothingElse) {
  Runtime &runtime = testing::runtime();
  const std::vector<NamedSharding> shardings = one_and_two_axes(2);
  // Of the second shape no size divides, so that what collectives fill up would be seen.
  for (const Shape &shape : {Shape{6, 10}, Shape{7, 11}})
    for (std::size_t i = 0; i < shardings.size(); ++i) {
      const NamedSharding &from = shardings[i], &to = shardings[(i * 5 + 1) % shardings.size()];
      std::int64_t sent = 0;
      for (const CommRecord &record : records_of(array_of_positions<float>(shape, from), to))
        sent += record.kind == "receive" ? 0 : record.bytes;
      all_reduce(runtime.world(), std::span(&sent, 1));
      std::int64_t lacking = 0;
      for (const auto &[device, block] : to.index_map(shape))
        lacking += element_count(block) -
                   element_count(intersection(block, from.slices_of(shape, device)));
      EXPECT_EQ(sent, lacking * 4) << to_string(from) << " to " << to_string(to);
    }
}

/// Bytes that the rank which sends most sends in a run of a program on one array.
std::int64_t most_sent(const Program &program, const Array &array) {
  Executable run(testing::runtime(), program);
  Ledger &ledger = Ledger::instance();
  ledger.clear();
  ledger.set_on(true);
  (void)run({array});
  ledger.set_on(false);
  std::int64_t sent = 0;
  for (const CommRecord &record : ledger.records())
    sent += record.kind == "receive" ? 0 : record.bytes;
  ledger.clear();
  all_reduce(testing::runtime().world(), std::span(&sent, 1), ReduceOp::max);
  return sent;
}

// Of sizes that divide. Where blocks are cut anew, every device may keep some of its block.
TEST(Reshard, SendsAsManyBytesAsItsPriceCounts) {
  const std::int64_t devices = testing::runtime().device_count();
  std::vector<Mesh> meshes;
  if (devices == 4)
    meshes.emplace_back(DeviceGrid({2, 2}), std::vector<std::string>{"x", "y"});
  if (devices == 8) {
    meshes.emplace_back(DeviceGrid({4, 2}), std::vector<std::string>{"x", "y"});
    meshes.push_back(testing::mesh_of_three_axes());
  }
  const TensorType type{DType::f32, {8, 32}};
  for (const Mesh &mesh : meshes) {
    const std::vector<NamedSharding> shardings = testing::all_shardings({mesh}, 2);
    for (std::size_t i = 0; i < shardings.size(); ++i)
      for (std::size_t j = i % 3; j < shardings.size(); j += 3) {
        const NamedSharding &from = shardings[i], &to = shardings[j];
        const Program program = lowered_reshard(type, from, to).value();
        double planned = 0;
        bool cuts_anew = false;
        for (const CollectiveUse &use : collectives_of(program, uniform_profile())) {
          planned += use.bytes;
          cuts_anew |= use.kind == Operation::all_to_all && use.axes.size() > 1;
        }
        const auto sent =
            static_cast<double>(most_sent(program, array_of_positions<float>(type.shape, from)));
        EXPECT_LE(sent, planned) << to_string(from) << " to " << to_string(to);
        if (!cuts_anew) {
          EXPECT_EQ(sent, planned) << to_string(from) << " to " << to_string(to);
        }
      }
  }
}

std::vector<std::string> kinds_of(const std::vector<CommRecord> &records) {
  std::vector<std::string> kinds;
  for (const CommRecord &record : records)
    kinds.emplace_back(record.kind);
  return kinds;
}

TEST(Reshard, GoesByThePartitionersCollectivesOverOneMesh) {
  const std::int64_t devices = testing::runtime().device_count();
  if (devices == 1)
    return; // nothing to move
  const Mesh mesh(DeviceGrid({devices}), {"x"});
  const NamedSharding rows(mesh, P("x")), columns(mesh, P(nullptr, "x")), all(mesh, P());
  const Array array = array_of_positions<float>({7, 9}, rows);
  EXPECT_THAT(kinds_of(records_of(array, columns)), ::testing::ElementsAre("all_to_all"));
  EXPECT_THAT(kinds_of(records_of(array, all)), ::testing::ElementsAre("all_gather"));
  EXPECT_THAT(kinds_of(records_of(device_put(array, all), columns)), ::testing::IsEmpty());
}

TEST(Reshard, GoesByOneCollectiveBetweenShardingsByTheSameAxes) {
  if (testing::runtime().device_count() != 8)
    return;
  const Mesh mesh(DeviceGrid({2, 4}), {"x", "y"});
  const Array array = array_of_positions<float>({8, 8}, NamedSharding(mesh, P("x", "y")));
  for (const PartitionSpec &to : {P("y", "x"), P(axes("y", "x")), P(nullptr, axes("x", "y"))})
    EXPECT_THAT(kinds_of(records_of(array, NamedSharding(mesh, to))),
                ::testing::ElementsAre("all_to_all"));
}

TEST(Reshard, GoesInOneStepWhereCollectivesWouldSendMoreOrTheMeshesDiffer) {
  const std::int64_t devices = testing::runtime().device_count();
  if (devices != 8)
    return;
  const Mesh mesh(DeviceGrid({2, 4}), {"x", "y"}), flat(DeviceGrid({8}), {"x"});
  const Array array = array_of_positions<float>({8, 8}, NamedSharding(mesh, P("x")));
  // Cut by y too, permuted and gathered, half of the devices would get what they have.
  for (const NamedSharding &to : {NamedSharding(mesh, P("y")), NamedSharding(flat, P("x"))})
    EXPECT_THAT(kinds_of(records_of(array, to)),
                ::testing::Each(::testing::AnyOf("send", "receive")));
}

TEST(Reshard, OfOneKindIsPlannedOnce) {
  const std::int64_t devices = testing::runtime().device_count();
  if (devices == 1)
    return;
  const Mesh mesh(DeviceGrid({devices}), {"x"});
  const Array array = array_of_positions<float>({7, 9}, NamedSharding(mesh, P("x")));
  const NamedSharding columns(mesh, P(nullptr, "x"));
  Ledger &ledger = Ledger::instance();
  const auto calls = [&](Reshardings &reshardings) {
    ledger.clear();
    ledger.set_on(true);
    const Array after = reshardings(array, columns);
    ledger.set_on(false);
    EXPECT_TRUE(holds_its_positions<float>(after));
    return ledger.records().size();
  };
  Reshardings keeps(7 * 9 * sizeof(float)), keeps_none(7 * 9 * sizeof(float) - 1);
  // Ranks compare their plans, and look whether all have the memory.
  EXPECT_GT(calls(keeps), 1U);
  EXPECT_EQ(calls(keeps), 1U);
  EXPECT_GT(calls(keeps_none), 1U);
  EXPECT_GT(calls(keeps_none), 1U);
  ledger.clear();
}

TEST(Reshard, ToTheSameBlocksSharesMemory) {
  const std::int64_t devices = testing::runtime().device_count();
  const Mesh flat(DeviceGrid({devices}), {"x"}),
      with_ones(DeviceGrid({1, devices, 1}), {"a", "b", "c"});
  const Array before = array_of_positions<float>({9, 2}, NamedSharding(flat, P("x")));
  const Array after = device_put(before, NamedSharding(with_ones, P(axes("a", "b"), "c")));
  EXPECT_EQ(after.data(), before.data());
  EXPECT_EQ(after.sharding().mesh(), with_ones);
}

TEST(Reshard, ASpecLongerThanTheShapeIsRefused) {
  const Mesh mesh(DeviceGrid({testing::runtime().device_count()}), {"x"});
  const Array array = array_of_positions<float>({4}, NamedSharding(mesh, P("x")));
  EXPECT_THROW((void)device_put(array, NamedSharding(mesh, P(nullptr, "x"))), InputError);
}

TEST(DevicePut, EachRankKeepsItsBlockOfAHostArray) {
  Runtime &runtime = testing::runtime();
  const Shape shape{5, 3};
  const std::vector<std::int64_t> values = testing::values_in(shape, whole(shape));
  const xt::xarray<float> host = xt::cast<float>(xt::adapt(values, {5, 3}));
  for (const NamedSharding &sharding : one_and_two_axes(2)) {
    EXPECT_TRUE(holds_its_positions<float>(device_put(runtime, host, sharding)))
        << to_string(sharding);
  }
}

TEST(DevicePut, TakesExpressionsAndColumnMajorArrays) {
  Runtime &runtime = testing::runtime();
  const NamedSharding rows(Mesh(DeviceGrid({runtime.device_count()}), {"x"}), P("x"));
  const Shape shape{4, 3};
  const std::vector<std::int64_t> values = testing::values_in(shape, whole(shape));
  const xt::xtensor<double, 2, xt::layout_type::column_major> columns =
      xt::cast<double>(xt::adapt(values, {4, 3}));
  EXPECT_TRUE(holds_its_positions<double>(device_put(runtime, columns, rows)));
  const xt::xarray<double> lower = columns - 1;
  EXPECT_TRUE(holds_its_positions<double>(device_put(runtime, lower + 1, rows)));
}

} // namespace
} // namespace brigade
