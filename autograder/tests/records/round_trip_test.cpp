#include "file.hpp"

#include "records/reader.hpp"
#include "records/writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace brigade::records {
namespace {

std::vector<std::byte> bytes_of(const std::vector<float> &values) {
  std::vector<std::byte> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST(RecordFile, HoldsEveryKindOfRecord) {
  const File file;
  Writer writer(file.descriptor(), "token");
  writer.opened(2, 5);
  writer.begin("Suite.Name", 2, 5);
  writer.place(1, 4);
  writer.mesh({{"data", 2}, {"model", 2}});
  writer.virtual_clock(1e-6, 1e-9, 0.5);
  ArrayRecord array;
  array.name = "block";
  array.shape = {2, 2};
  array.allowance = {.terms = 3, .magnitude = 0.1, .relative = std::nullopt};
  array.placement = Placement{{4, 2}, {2, 0}};
  const std::vector<std::byte> data = bytes_of({1, -2, std::nanf(""), 4});
  writer.array(array, data);
  writer.scalar({"length", std::int64_t{-7}, {}, DType::i64});
  writer.scalar({"loss", std::numeric_limits<double>::infinity(), {}, DType::f32});
  writer.scalar({"accuracy", 0.1, {.terms = 0, .magnitude = {}, .relative = 0.5}, DType::f64});
  writer.scalar({"is first", true, {}, DType::boolean});
  const std::string text("a\nb\0c\xff", 6);
  writer.text("words", text);
  writer.cause("loss", "not divided");
  writer.same_at_every_size("loss");
  const CallRecord call{.kind = "MPI_Send",
                        .communicator = "comm",
                        .operation = "sum",
                        .type = "MPI_INT",
                        .count = 3,
                        .bytes = 12,
                        .root = 1,
                        .peer = 2,
                        .tag = 3,
                        .start = 0.25,
                        .end = 0.1};
  writer.call(call);
  writer.work({1, 1000});
  writer.rule({TrafficRule::virtual_time_at_most, "MPI_", 1.5});
  writer.peak(4096);
  writer.unreceived("message from rank 1, tag 7, 400 bytes");
  writer.open_request("MPI_Isend to rank 2");
  writer.failure({"Expected equality", "trial.cpp", 12});
  writer.exception({"std::logic_error", "what it says", "07.1"});
  writer.finished(true);
  writer.complete();

  for (const RankRecords &read :
       {read_records(file.descriptor(), "token"), read_records(file.path(), "token")}) {
    EXPECT_EQ(read.damage, "");
    EXPECT_EQ(read.world_rank, 2);
    EXPECT_EQ(read.world_size, 5);
    EXPECT_TRUE(read.opened);
    EXPECT_TRUE(read.complete);
    ASSERT_EQ(read.tests.size(), 1u);
    const TestRecords &test = read.tests.front();
    EXPECT_EQ(test.test, "Suite.Name");
    EXPECT_EQ(test.rank, 1);
    EXPECT_EQ(test.size, 4);
    EXPECT_EQ(test.mesh, (std::vector<MeshAxis>{{"data", 2}, {"model", 2}}));
    EXPECT_EQ(test.alpha, 1e-6);
    EXPECT_EQ(test.beta, 1e-9);
    EXPECT_EQ(test.seconds_per_operation, 0.5);
    ASSERT_EQ(test.arrays.size(), 1u);
    EXPECT_EQ(test.arrays[0].name, "block");
    EXPECT_EQ(test.arrays[0].type, DType::f32);
    EXPECT_EQ(test.arrays[0].shape, (Shape{2, 2}));
    EXPECT_EQ(test.arrays[0].data, data);
    EXPECT_EQ(test.arrays[0].allowance, array.allowance);
    EXPECT_EQ(test.arrays[0].placement, array.placement);
    EXPECT_FALSE(test.arrays[0].is_input);
    ASSERT_EQ(test.scalars.size(), 4u);
    EXPECT_EQ(std::get<std::int64_t>(test.scalars[0].value), -7);
    EXPECT_EQ(std::get<double>(test.scalars[1].value), std::numeric_limits<double>::infinity());
    EXPECT_EQ(test.scalars[1].type, DType::f32);
    EXPECT_EQ(std::get<double>(test.scalars[2].value), 0.1);
    EXPECT_EQ(test.scalars[2].allowance.relative, 0.5);
    EXPECT_TRUE(std::get<bool>(test.scalars[3].value));
    ASSERT_EQ(test.texts.size(), 1u);
    EXPECT_EQ(test.texts[0].text, text);
    ASSERT_EQ(test.causes.size(), 1u);
    EXPECT_EQ(test.causes[0].name, "loss");
    EXPECT_EQ(test.causes[0].cause, "not divided");
    EXPECT_EQ(test.same_at_every_size, std::vector<std::string>{"loss"});
    ASSERT_EQ(test.calls.size(), 1u);
    EXPECT_EQ(test.calls[0], call);
    ASSERT_EQ(test.work.size(), 1u);
    EXPECT_EQ(test.work[0].before_call, 1u);
    EXPECT_EQ(test.work[0].operations, 1000);
    ASSERT_EQ(test.rules.size(), 1u);
    EXPECT_EQ(test.rules[0].rule, TrafficRule::virtual_time_at_most);
    EXPECT_EQ(test.rules[0].kind, "MPI_");
    EXPECT_EQ(test.rules[0].limit, 1.5);
    EXPECT_EQ(test.peak_bytes, 4096);
    EXPECT_EQ(test.unreceived, std::vector<std::string>{"message from rank 1, tag 7, 400 bytes"});
    EXPECT_EQ(test.open_requests, std::vector<std::string>{"MPI_Isend to rank 2"});
    ASSERT_EQ(test.failures.size(), 1u);
    EXPECT_EQ(test.failures[0].message, "Expected equality");
    EXPECT_EQ(test.failures[0].file, "trial.cpp");
    EXPECT_EQ(test.failures[0].line, 12);
    ASSERT_TRUE(test.exception);
    EXPECT_EQ(test.exception->type, "std::logic_error");
    EXPECT_EQ(test.exception->what, "what it says");
    EXPECT_EQ(test.exception->not_implemented, "07.1");
    EXPECT_TRUE(test.finished);
  }
}

TEST(RecordFile, OfAnotherLaunchIsNotBelieved) {
  const File file;
  Writer writer(file.descriptor(), "token");
  writer.opened(0, 1);
  writer.complete();
  const RankRecords read = read_records(file.descriptor(), "another token");
  EXPECT_FALSE(read.opened);
  EXPECT_FALSE(read.complete);
  EXPECT_NE(read.damage.find("seal is wrong"), std::string::npos) << read.damage;
}

TEST(RecordFile, ThatIsMissingIsTold) {
  const RankRecords read = read_records("/nowhere/0.records", "token");
  EXPECT_FALSE(read.opened);
  EXPECT_NE(read.damage.find("No such file"), std::string::npos) << read.damage;
}

} // namespace
} // namespace brigade::records
