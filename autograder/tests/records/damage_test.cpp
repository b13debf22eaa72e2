#include "file.hpp"

#include "records/frame.hpp"
#include "records/reader.hpp"
#include "records/writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace brigade::records {
namespace {

using ::testing::HasSubstr;

std::string contents_of(const File &file) {
  std::ifstream stream(file.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The file of a rank with two TESTs of an array each.
std::string whole_file() {
  const File file;
  Writer writer(file.descriptor(), "token");
  writer.opened(1, 3);
  for (const std::string name : {"Suite.First", "Suite.Second"}) {
    writer.begin(name, 1, 3);
    ArrayRecord array;
    array.name = "block";
    array.type = DType::i32;
    array.shape = {5};
    writer.array(array, std::vector<std::byte>(20, std::byte{'\n'}));
    writer.text("words", "ready\n{\"frame\":\"complete\"}");
    writer.finished(true);
  }
  writer.complete();
  return contents_of(file);
}

/// Frames as the writer would make them, with what no writer would say.
class Forger {
public:
  Forger &add(std::string_view kind, const nlohmann::json &head, std::string_view payload = {}) {
    file_ += sealed_head(kind, head, payload, Seal("token"), number_++);
    file_ += payload;
    return *this;
  }
  const std::string &file() const { return file_; }

private:
  std::string file_;
  std::uint64_t number_ = 0;
};

Forger opened() { return Forger().add("opened", {{"world_rank", 0}, {"world_size", 1}}); }
Forger in_a_test() { return opened().add("begin", {{"test", "S.T"}, {"rank", 0}, {"size", 1}}); }

std::string damage_of(const Forger &forger) {
  const RankRecords read = parse_records(forger.file(), "token");
  EXPECT_FALSE(read.complete);
  return read.damage;
}

nlohmann::json array_head(const std::vector<std::int64_t> &shape) {
  return {{"name", "a"},
          {"type", "f32"},
          {"shape", shape},
          {"allowance", {{"terms", 0}}},
          {"input", false}};
}

TEST(DamagedFile, IsNoneWithAnExceptionBehindItsEnd) {
  const RankRecords read =
      parse_records(Forger()
                        .add("opened", {{"world_rank", 0}, {"world_size", 1}})
                        .add("complete", nlohmann::json::object())
                        .add("exception", {{"type", "int"}, {"what", ""}, {"not_implemented", ""}})
                        .file(),
                    "token");
  EXPECT_EQ(read.damage, "");
  EXPECT_TRUE(read.complete);
  ASSERT_TRUE(read.exception);
  EXPECT_EQ(read.exception->words(), "int");
}

TEST(DamagedFile, CutAnywhereKeepsWhatStandsBefore) {
  const std::string file = whole_file();
  EXPECT_EQ(parse_records(file, "token").damage, "");
  for (std::size_t size = 0; size < file.size(); ++size) {
    const RankRecords read = parse_records(std::string_view(file).substr(0, size), "token");
    EXPECT_FALSE(read.complete) << size;
    EXPECT_LE(read.tests.size(), 2u);
    for (const TestRecords &test : read.tests)
      if (test.finished) {
        EXPECT_EQ(test.arrays.size(), 1u) << size;
        EXPECT_EQ(test.texts.size(), 1u) << size;
      }
  }
}

TEST(DamagedFile, ChangedAnywhereIsToldAndNeverBelieved) {
  const std::string file = whole_file();
  std::mt19937 random(2026);
  for (int round = 0; round < 5000; ++round) {
    std::string changed = file;
    const int changes = 1 + static_cast<int>(random() % 3);
    for (int i = 0; i < changes; ++i) {
      const std::size_t at = random() % changed.size();
      switch (random() % 4) {
      case 0:
        changed[at] = static_cast<char>(random());
        break;
      case 1:
        changed.erase(at, 1 + random() % 40);
        break;
      case 2:
        changed.insert(at, 1 + random() % 40, static_cast<char>(random()));
        break;
      default: // a part of the file once more
        changed.insert(at, file.substr(random() % file.size(), random() % 300));
      }
    }
    if (changed == file)
      continue;
    const RankRecords read = parse_records(changed, "token");
    EXPECT_TRUE(!read.damage.empty() || !read.complete) << "seed 2026, round " << round;
  }
}

TEST(DamagedFile, OfRandomBytesIsTold) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(1 + random() % 400, '\0');
    for (char &byte : bytes)
      byte = static_cast<char>(random() % 8 == 0 ? '\n' : random());
    const RankRecords read = parse_records(bytes, "token");
    EXPECT_FALSE(read.opened);
    EXPECT_NE(read.damage, "");
  }
}

TEST(DamagedFile, FramesOutOfPlaceAreTold) {
  const auto empty = nlohmann::json::object();
  const nlohmann::json end{{"by_itself", true}};
  EXPECT_THAT(damage_of(Forger().add("complete", empty)), HasSubstr("does not begin"));
  EXPECT_THAT(damage_of(opened().add("opened", {{"world_rank", 0}, {"world_size", 1}})),
              HasSubstr("opened twice"));
  EXPECT_THAT(damage_of(opened().add("text", {{"name", "a"}})), HasSubstr("outside of a TEST"));
  EXPECT_THAT(damage_of(in_a_test().add("complete", empty)), HasSubstr("inside a TEST"));
  EXPECT_THAT(damage_of(in_a_test().add("begin", {{"test", "S.U"}, {"rank", 0}, {"size", 1}})),
              HasSubstr("inside another"));
  EXPECT_THAT(damage_of(in_a_test().add("surprise", empty)), HasSubstr("no frame surprise"));
  const RankRecords behind = parse_records(
      opened().add("complete", empty).add("begin", {{"test", "S.T"}}).file(), "token");
  EXPECT_THAT(behind.damage, HasSubstr("behind the completion record"));
}

TEST(DamagedFile, FramesThatDoNotHoldWhatTheySayAreTold) {
  EXPECT_THAT(damage_of(in_a_test().add("array", array_head({2, 3}), "four")),
              HasSubstr("f32 of shape [2, 3] has 4 bytes"));
  EXPECT_NE(damage_of(in_a_test().add("array", array_head({-1}), "four")), "");
  EXPECT_NE(damage_of(in_a_test().add("array", array_head({1LL << 62, 1LL << 62}), "four")), "");
  EXPECT_NE(damage_of(in_a_test().add("array", array_head({1LL << 62}), "")), "");
  nlohmann::json placed = array_head({1});
  placed["placement"] = {{"global_shape", {4, 4}}, {"start", {0, 0}}};
  EXPECT_THAT(damage_of(in_a_test().add("array", placed, "four")), HasSubstr("dimensions"));
  EXPECT_NE(damage_of(in_a_test().add("scalar", {{"name", 5}})), "");
  EXPECT_NE(damage_of(in_a_test().add("rule", {{"rule", "none"}, {"kind", ""}, {"limit", 1}})), "");
  EXPECT_NE(damage_of(in_a_test().add("call", {{"kind", "MPI_Send"}})), "");
}

TEST(DamagedFile, IsNotReadBeyondItsBounds) {
  const Seal seal("token");
  const std::string announces =
      R"({"bytes":99999999999999,"frame":"text","seal":"0123456789abcdef"})"
      "\n";
  EXPECT_THAT(parse_records(announces, "token").damage, HasSubstr("announces 99999999999999"));
  EXPECT_THAT(parse_records(std::string(kMaxHeadBytes + 1, 'x'), "token").damage,
              HasSubstr("too long"));
  const std::string deep =
      R"({"frame":)" + std::string(60'000, '[') + R"(,"seal":"0123456789abcdef"})";
  EXPECT_THAT(parse_records(deep + "\n", "token").damage, HasSubstr("not a JSON object"));
  const File file;
  ASSERT_EQ(::ftruncate(file.descriptor(), static_cast<off_t>(kMaxFileBytes) + 1), 0);
  EXPECT_THAT(read_records(file.descriptor(), "token").damage, HasSubstr("more than"));
}

TEST(DamagedFile, ThatIsNoFileIsNotFollowed) {
  const File file;
  std::filesystem::remove(file.path());
  ASSERT_EQ(::mkfifo(file.path().c_str(), 0600), 0);
  EXPECT_THAT(read_records(file.path(), "token").damage, HasSubstr("not a regular file"));
  std::filesystem::remove(file.path());
  std::filesystem::create_symlink("/etc/passwd", file.path());
  EXPECT_NE(read_records(file.path(), "token").damage, "");
}

TEST(Writer, ShortensWhatIsTooLong) {
  const File file;
  Writer writer(file.descriptor(), "token");
  writer.opened(0, 1);
  writer.begin("S.T", 0, 1);
  writer.text("long", std::string(Writer::kMaxTextBytes + 5, 'a'));
  writer.failure({std::string(1'000'000, '"'), "trial.cpp", 1});
  writer.exception({"type", std::string(1'000'000, '\xff'), ""});
  writer.finished(false);
  const RankRecords read = read_records(file.descriptor(), "token");
  EXPECT_EQ(read.damage, "");
  EXPECT_EQ(read.tests.at(0).texts.at(0).text.size(), Writer::kMaxTextBytes);
  EXPECT_LT(read.tests.at(0).failures.at(0).message.size(), 10'000u);
  EXPECT_FALSE(read.tests.at(0).finished);
}

TEST(Writer, GoesOnWhereNothingCanBeWritten) {
  Writer writer(-1, "token");
  writer.opened(0, 1);
  writer.complete();
}

} // namespace
} // namespace brigade::records
