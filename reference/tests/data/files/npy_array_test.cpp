#include "brigade/data/files/npy_array.hpp"

#include "brigade/core/error.hpp"
#include "brigade/data/load_dataset.hpp"
#include "data/sample_files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brigade {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using ::testing::ElementsAre;
using testing::fetch_all;
using ::testing::HasSubstr;
using testing::npy_file;
using testing::TemporaryFolder;
using ::testing::ThrowsMessage;

StoredArray parse(const Bytes &bytes) {
  return parse_npy_array(std::as_bytes(std::span(bytes)), "x_train.npy");
}

TEST(NpyArray, EveryTypeAndByteOrderIsKnown) {
  const std::vector<std::pair<std::string, StoredType>> types = {
      {"u1", StoredType::u8},  {"i1", StoredType::i8},  {"u2", StoredType::u16},
      {"i2", StoredType::i16}, {"u4", StoredType::u32}, {"i4", StoredType::i32},
      {"u8", StoredType::u64}, {"i8", StoredType::i64}, {"f4", StoredType::f32},
      {"f8", StoredType::f64}};
  for (const auto &[name, type] : types) {
    EXPECT_EQ(parse(npy_file("<" + name, "(3, 4)", {})).format.type, type);
    EXPECT_EQ(parse(npy_file("<" + name, "(3, 4)", {})).format.order, std::endian::little);
    EXPECT_EQ(parse(npy_file(">" + name, "(3, 4)", {})).format.order, std::endian::big);
  }
  const StoredArray bytes = parse(npy_file("|u1", "(3, 4)", {}));
  EXPECT_EQ(bytes.shape, (Shape{3, 4}));
  EXPECT_EQ(bytes.offset, 128u);
}

TEST(NpyArray, OtherTypesAndFortranOrderAreRefusedWithAWayOut) {
  for (const char *descr : {"<c8", "|b1", "<f2", "<U5", "f4", ""})
    EXPECT_THAT([&] { parse(npy_file(descr, "(3, 4)", {})); },
                ThrowsMessage<InputError>(AllOf(HasSubstr("x_train.npy"),
                                                HasSubstr(fmt::format("\"{}\"", descr)),
                                                HasSubstr("astype"))));
  EXPECT_THAT(
      [&] { parse(npy_file("<f4", "(3, 4)", {}, true)); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("x_train.npy"), HasSubstr("ascontiguousarray"))));
}

TEST(NpyPairs, AreRowsAsTheyStandAndLabels) {
  const TemporaryFolder folder;
  folder.write("x_train.npy", npy_file("<f4", "(2, 1, 2)",
                                       {0, 0, 0xC0, 0x3F, 0, 0, 0, 0xC0, //
                                        0, 0, 0, 0, 0, 0, 0x80, 0x3F})); // 1.5 -2, 0 1
  folder.write("y_train.npy", npy_file("<i8", "(2,)",
                                       {2, 0, 0, 0, 0, 0, 0, 0, //
                                        0, 0, 0, 0, 0, 0, 0, 0}));
  folder.write("x_test.npy", npy_file("|u1", "(1, 2)", {51, 255}));
  folder.write("y_test.npy", npy_file(">i2", "(1, 1)", {0, 1}));
  const Dataset data = load_dataset(folder.path());
  EXPECT_EQ(data.features(), 2);
  EXPECT_EQ(data.classes(), 3);
  EXPECT_THAT(fetch_all(data, Split::train).features, ElementsAre(1.5, -2, 0, 1));
  EXPECT_THAT(fetch_all(data, Split::train).labels, ElementsAre(2, 0));
  EXPECT_THAT(fetch_all(data, Split::test).features, ElementsAre(0.2, 1)); // bytes are pixels
  EXPECT_THAT(fetch_all(data, Split::test).labels, ElementsAre(1));
}

TEST(NpyPairs, AnotherSizeThanTheHeaderSaysIsRefused) {
  const TemporaryFolder folder;
  folder.write("x_train.npy", npy_file("|u1", "(2, 3)", Bytes(5)));
  for (const char *name : {"y_train.npy", "y_test.npy"})
    folder.write(name, npy_file("|u1", "(2,)", {0, 1}));
  folder.write("x_test.npy", npy_file("|u1", "(2, 3)", Bytes(6)));
  EXPECT_THAT([&] { load_dataset(folder.path()); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr(folder.file("x_train.npy")), HasSubstr("cut short"))));
  folder.write("x_train.npy", npy_file("|u1", "(9223372036854775807, 4611686018427387904)", {}));
  EXPECT_THAT([&] { load_dataset(folder.path()); },
              ThrowsMessage<InputError>(HasSubstr("more than any file can hold")));
}

} // namespace
} // namespace brigade
