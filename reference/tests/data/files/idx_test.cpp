#include "brigade/data/files/idx.hpp"

#include "brigade/core/error.hpp"
#include "brigade/data/files/array_file.hpp"
#include "data/sample_files.hpp"

#include <gmock/gmock.h>

namespace brigade {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using testing::concatenated;
using testing::gzipped;
using ::testing::HasSubstr;
using testing::idx_file;
using testing::TemporaryFolder;
using ::testing::ThrowsMessage;

StoredArray parse(const Bytes &bytes) {
  return parse_idx_header(std::as_bytes(std::span(bytes)), "images");
}

TEST(IdxHeader, TellsTypeSizesAndWhereTheNumbersBegin) {
  const StoredArray array = parse({0, 0, 0x08, 3, 0, 0, 0xEA, 0x60, 0, 0, 0, 28, 0, 0, 0, 27});
  EXPECT_EQ(array.shape, (Shape{60'000, 28, 27}));
  EXPECT_EQ(array.format.type, StoredType::u8);
  EXPECT_EQ(array.format.order, std::endian::big);
  EXPECT_EQ(array.offset, 16u);
}

TEST(IdxHeader, KnowsEveryTypeOfTheFormat) {
  const std::vector<std::pair<std::uint8_t, StoredType>> types = {
      {0x08, StoredType::u8},  {0x09, StoredType::i8},  {0x0B, StoredType::i16},
      {0x0C, StoredType::i32}, {0x0D, StoredType::f32}, {0x0E, StoredType::f64}};
  for (const auto &[code, type] : types)
    EXPECT_EQ(parse(idx_file(code, {1}, {})).format.type, type);
}

TEST(IdxHeader, SizesAreUnsigned) {
  EXPECT_EQ(parse(idx_file(0x08, {0xFFFF'FFFF}, {})).shape, (Shape{0xFFFF'FFFF}));
}

TEST(IdxHeader, AnotherMagicIsShown) {
  for (const Bytes &bytes : {Bytes{'P', 'K', 3, 4, 0, 0, 0, 0}, Bytes{0, 0, 0x0A, 1, 0, 0, 0, 0},
                             Bytes{0, 0, 0x08, 0, 0, 0, 0, 0}, Bytes{0, 1, 0x08, 1, 0, 0, 0, 0}})
    EXPECT_THAT([&] { parse(bytes); },
                ThrowsMessage<InputError>(
                    AllOf(HasSubstr("images: expected an IDX file"), HasSubstr("found"))));
  EXPECT_THAT(
      [&] {
        parse({'P', 'K', 3, 4});
      },
      ThrowsMessage<InputError>(HasSubstr("50 4B 03 04")));
}

TEST(IdxHeader, ACutIsFoundAtEveryByte) {
  const Bytes whole = idx_file(0x08, {2, 3}, {});
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THROW(parse(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))),
                 InputError)
        << size << " bytes";
  EXPECT_NO_THROW(parse(whole));
}

TEST(ArrayFile, SaysHowManyBytesItExpectedAndFound) {
  const TemporaryFolder folder;
  folder.write("short", idx_file(0x0C, {2, 3}, Bytes(23)));
  EXPECT_THAT([&] { ArrayFile(folder.file("short")); },
              ThrowsMessage<InputError>(AllOf(HasSubstr(folder.file("short")),
                                              HasSubstr("[2, 3] of i32, so 36 bytes were expected, "
                                                        "but the file has 35; it is cut short"))));
  folder.write("long", idx_file(0x08, {2, 3}, Bytes(7)));
  EXPECT_THAT([&] { ArrayFile(folder.file("long")); },
              ThrowsMessage<InputError>(HasSubstr("something follows the numbers")));
}

TEST(ArrayFile, SizesWhoseProductOverflowsAreRefused) {
  const TemporaryFolder folder;
  const std::uint32_t most = 0xFFFF'FFFF;
  // A product of 2^64 would be 0 if it wrapped around, and 0 bytes is what the file holds.
  folder.write("huge", idx_file(0x08, {0x8000'0000, 0x8000'0000, 4}, {}));
  folder.write("huge.gz", gzipped(idx_file(0x08, {most, most, most}, {})));
  for (const char *name : {"huge", "huge.gz"})
    EXPECT_THAT([&] { ArrayFile(folder.file(name)); },
                ThrowsMessage<InputError>(HasSubstr("more than any file can hold")));
}

TEST(ArrayFile, AHeaderThatItsCompressedBytesCannotFillIsRefusedBeforeMemoryIsTaken) {
  const TemporaryFolder folder;
  folder.write("claims.gz", gzipped(idx_file(0x08, {0xFFFF'FFFF, 1024}, Bytes(100))));
  EXPECT_THAT([&] { ArrayFile(folder.file("claims.gz")); },
              ThrowsMessage<InputError>(HasSubstr("compressed bytes cannot hold that")));
}

TEST(ArrayFile, InflatedDataOfAnotherLengthAreRefused) {
  const TemporaryFolder folder;
  folder.write("short.gz", gzipped(idx_file(0x08, {4, 3}, Bytes(11))));
  EXPECT_THAT([&] { ArrayFile(folder.file("short.gz")).read_rows(); },
              ThrowsMessage<InputError>(HasSubstr("the inflated data end after 23 bytes")));
  folder.write("long.gz", gzipped(idx_file(0x08, {4, 3}, Bytes(13))));
  EXPECT_THAT([&] { ArrayFile(folder.file("long.gz")).read_rows(); },
              ThrowsMessage<InputError>(HasSubstr("more follows in the inflated data")));
}

TEST(ArrayFile, KeepsTheSelectedRowsInOrderPlainAndInflated) {
  const TemporaryFolder folder;
  const std::uint32_t rows = 5'000, width = 784; // several chunks
  Bytes numbers;
  for (std::uint32_t row = 0; row < rows; ++row)
    numbers.insert(numbers.end(), width, static_cast<std::uint8_t>(row % 253));
  folder.write("plain", idx_file(0x08, {rows, 28, 28}, numbers));
  folder.write("small.gz", gzipped(idx_file(0x08, {rows, 28, 28}, numbers)));
  std::vector<bool> selected(rows);
  for (std::size_t row : {0u, 1u, 1'336u, 1'337u, 1'338u, 4'999u})
    selected[row] = true;
  for (const char *name : {"plain", "small.gz"}) {
    const std::vector<std::byte> kept = ArrayFile(folder.file(name)).read_rows(selected);
    ASSERT_EQ(kept.size(), 6u * width);
    std::size_t at = 0;
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (std::uint32_t i = 0; selected[row] && i < width; ++i)
        ASSERT_EQ(std::to_integer<unsigned>(kept[at++]), row % 253) << name << " row " << row;
    }
  }
}

} // namespace
} // namespace brigade
