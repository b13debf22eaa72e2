#include "brigade/comm/group.hpp"

#include "brigade/comm/job/group_state.hpp"
#include "brigade/comm/messages/tag.hpp"
#include "brigade/comm/point_to_point.hpp"
#include "brigade/core/error.hpp"
#include "comm/cases.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <mpi.h>
#include <set>

namespace brigade::testing {
namespace {

Mesh whole_mesh() { return Mesh(DeviceGrid({job().device_count()}), {"data"}); }

TEST(Group, OfAllRanksIsTheWorld) {
  const Group world = job().world();
  EXPECT_EQ(world.name(), "world");
  EXPECT_EQ(world.rank(), job().rank());
  EXPECT_EQ(world.size(), job().device_count());
}

TEST(Group, AlongAnAxisHoldsTheDevicesThatDifferInThatCoordinateOnly) {
  if (job().device_count() != 8)
    return;
  const Mesh mesh(DeviceGrid({2, 4}), {"data", "model"});
  const Group data = job().group(mesh, {"data"}), model = job().group(mesh, {"model"});
  const int row = job().rank() / 4, column = job().rank() % 4;
  EXPECT_THAT(data.members(), ::testing::ElementsAre(column, 4 + column));
  EXPECT_THAT(model.members(),
              ::testing::ElementsAre(4 * row, 4 * row + 1, 4 * row + 2, 4 * row + 3));
  EXPECT_EQ(data.rank(), row);
  EXPECT_EQ(model.rank(), column);
  EXPECT_EQ(job().group(mesh, {"model", "data"}).name(), "model,data");
  EXPECT_EQ(job().group(mesh, {"model", "data"}).rank(), 2 * column + row);
}

TEST(Group, FollowsTheDeviceIdsOfTheMesh) {
  std::vector<DeviceId> ids;
  for (int i = job().device_count(); i-- > 0;)
    ids.push_back(i);
  const Group group = job().group(Mesh(DeviceGrid({job().device_count()}, ids), {"x"}), {"x"});
  EXPECT_EQ(group.rank(), job().device_count() - 1 - job().rank());
  EXPECT_EQ(group.members()[static_cast<std::size_t>(group.rank())], job().rank());
}

TEST(Group, LookedUpTwiceIsTheSame) {
  EXPECT_EQ(&job().group(whole_mesh(), {"data"}).state(),
            &job().group(whole_mesh(), {"data"}).state());
}

TEST(Group, OfNoAxesHoldsThisRankAlone) {
  EXPECT_THAT(job().group(whole_mesh(), {}).members(), ::testing::ElementsAre(job().rank()));
}

TEST(Group, RefusesAMeshThatIsNotTheJobsAndAnUnknownAxis) {
  const int n = job().device_count();
  const auto refused = [](const Mesh &mesh, const std::string &words) {
    EXPECT_THAT([&] { job().group(mesh, {"data"}); },
                ::testing::ThrowsMessage<InputError>(::testing::HasSubstr(words)));
  };
  refused(Mesh(DeviceGrid({n + 1}), {"data"}),
          fmt::format("{0} devices and the job has {1} (one a rank): use a mesh whose sizes "
                      "multiply to {1}, or start {0} ranks",
                      n + 1, n));
  if (n > 1)
    refused(Mesh(DeviceGrid({1}), {"data"}), "has 1 device and");
  std::vector<DeviceId> ids;
  for (DeviceId id = 1; id <= n; ++id)
    ids.push_back(id);
  refused(Mesh(DeviceGrid({n}, ids), {"data"}), "lacks device 0");
  EXPECT_THROW(job().group(whole_mesh(), {"stage"}), InputError);
}

TEST(Group, GivesEachCollectiveATagOfItsOwn) {
  const Group world = job().world(), mesh = job().group(whole_mesh(), {"data"});
  std::set<int> tags;
  for (int i = 0; i < 1000; ++i) {
    tags.insert(next_collective_tag(world.state()));
    tags.insert(next_collective_tag(mesh.state()));
  }
  EXPECT_EQ(tags.size(), 2000u);
  for (const int tag : {0, 1, kMaximumTag})
    EXPECT_FALSE(tags.contains(point_to_point_tag(world.state(), tag)));
}

TEST(Communicator, HasTheGroupsMembersAndTheAxesForAName) {
  const Communicator &communicator = job().communicator(whole_mesh(), {"data"});
  int rank = -1, size = 0, length = 0;
  char name[MPI_MAX_OBJECT_NAME];
  PMPI_Comm_rank(communicator.get(), &rank);
  PMPI_Comm_size(communicator.get(), &size);
  PMPI_Comm_get_name(communicator.get(), name, &length);
  EXPECT_EQ(rank, job().rank());
  EXPECT_EQ(size, job().device_count());
  EXPECT_STREQ(name, "data");
  EXPECT_EQ(&job().communicator(whole_mesh(), {"data"}), &communicator);
}

TEST(Runtime, KnowsTheNodeOfEachRank) {
  ASSERT_EQ(job().nodes().size(), static_cast<std::size_t>(job().device_count()));
  EXPECT_EQ(job().nodes()[0], 0);
  EXPECT_EQ(
      job().ranks_on_this_node(),
      std::ranges::count(job().nodes(), job().nodes()[static_cast<std::size_t>(job().rank())]));
  EXPECT_GE(job().cores(), 1);
}

TEST(Runtime, AllocatesZeroedAlignedMemory) {
  auto *memory = static_cast<unsigned char *>(job().allocate_shared(1000));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0u);
  EXPECT_EQ(std::count(memory, memory + 1000, 0), 1000);
}

} // namespace
} // namespace brigade::testing
