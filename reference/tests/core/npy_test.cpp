#include "brigade/core/npy.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace brigade {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::span<const std::byte> bytes_of(const std::string &text) {
  return std::as_bytes(std::span(text));
}

// A version 1 file with this dictionary and these bytes after it.
std::string file_with(const std::string &dictionary, const std::string &data = "") {
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(dictionary.size() & 0xff) +
         static_cast<char>(dictionary.size() >> 8) + dictionary + data;
}

TEST(Npy, HeaderIsByteForByteWhatNumPyWrites) {
  // numpy.save of numpy.arange(6, dtype="<f4").reshape(2, 3), its header.
  const std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  std::string expected = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + text;
  expected.resize(127, ' ');
  EXPECT_EQ(make_npy_header(DType::f32, {2, 3}), expected + "\n");
  EXPECT_THAT(make_npy_header(DType::i64, {3}),
              HasSubstr("'<i8', 'fortran_order': False, 'shape': (3,), }"));
  EXPECT_THAT(make_npy_header(DType::f64, {}), HasSubstr("'shape': (), }"));
  EXPECT_THAT(make_npy_header(DType::boolean, {1}), HasSubstr("'|b1'"));
}

TEST(Npy, HeaderOfManyDimensionsStaysAligned) {
  for (std::size_t rank = 0; rank < 60; ++rank) {
    const Shape shape(rank, 1000);
    const std::string header = make_npy_header(DType::f32, shape);
    EXPECT_EQ(header.size() % 64, 0U);
    EXPECT_EQ(header.back(), '\n');
    const NpyHeader parsed = parse_npy_header(bytes_of(header), "x.npy");
    EXPECT_EQ(parsed.shape, shape);
    EXPECT_EQ(parsed.data_offset, header.size());
  }
}

template <class T> class NpyOf : public testing::Test {};
using Elements = testing::Types<float, double, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(NpyOf, Elements);

TYPED_TEST(NpyOf, ReadsBackWhatWasWritten) {
  const TemporaryFolder folder;
  for (const Shape &shape : {Shape{}, Shape{7}, Shape{3, 4}, Shape{2, 0, 5}, Shape{2, 3, 4, 5}}) {
    std::vector<TypeParam> values(static_cast<std::size_t>(element_count(shape)));
    std::iota(values.begin(), values.end(), TypeParam{-3});
    write_npy<TypeParam>(folder / "a.npy", shape, values);
    const NpyArray<TypeParam> read = read_npy<TypeParam>(folder / "a.npy");
    EXPECT_EQ(read.shape, shape);
    EXPECT_EQ(read.values, values);
    const NpyHeader header = read_npy_header(folder / "a.npy");
    EXPECT_EQ(dtype_of_npy(header, "a.npy"), dtype_of<TypeParam>());
    EXPECT_EQ(header.data_offset % 64, 0U);
  }
  EXPECT_EQ(folder.file_count(), 1U);
}

TEST(Npy, ReadsTheBytesThatNumPyWrote) {
  const TemporaryFolder folder;
  std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }";
  header.resize(117, ' ');
  write_file(folder / "a.npy",
             file_with(header + "\n", std::string("\1\0\0\0\xff\xff\xff\xff", 8)));
  EXPECT_THAT(read_npy<std::int32_t>(folder / "a.npy").values, ElementsAre(1, -1));
}

TEST(Npy, HeadersOfOtherWritersAreUnderstood) {
  const NpyHeader swapped = parse_npy_header(
      bytes_of(file_with("{\"shape\":(60000L,28 , 28,),'fortran_order' : True,'descr':'>u2'}")),
      "x");
  EXPECT_EQ(swapped.shape, (Shape{60000, 28, 28}));
  EXPECT_TRUE(swapped.fortran_order);
  EXPECT_EQ(swapped.descr, ">u2");
  for (const char version : {'\2', '\3'}) {
    const std::string text = "{'descr': '<f8', 'fortran_order': False, 'shape': (), }\n";
    const std::string file = std::string("\x93NUMPY") + version + '\0' +
                             static_cast<char>(text.size()) + std::string(3, '\0') + text;
    EXPECT_EQ(parse_npy_header(bytes_of(file), "x").data_offset, file.size());
  }
}

TEST(NpyErrors, NameTheFileWhatWasExpectedAndWhatWasFound) {
  const TemporaryFolder folder;
  const std::string path = folder / "x_train.npy";
  const auto refuses = [&](const std::string &contents, const std::vector<std::string> &words) {
    write_file(path, contents);
    try {
      read_npy<float>(path);
      ADD_FAILURE() << "accepted: " << contents.substr(0, 100);
    } catch (const InputError &error) {
      EXPECT_THAT(error.what(), HasSubstr(path));
      for (const std::string &word : words)
        EXPECT_THAT(error.what(), HasSubstr(word));
    }
  };
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  const std::string data(24, '\0');
  refuses("", {"93 4e 55", "0 bytes"});
  refuses("PK\3\4 this is a zip", {"found 50 4b 03 04"});
  refuses("\x93NUMPY", {"found 93 4e 55 4d 50 59 in 6 bytes"});
  refuses(std::string("\x93NUMPY\7\0", 8), {"version is 7"});
  refuses(file_with(good).substr(0, 30), {"header should have 59 bytes", "found 20"});
  refuses(file_with(good).substr(0, 9), {"found 0"});
  refuses(file_with(good, data.substr(1)), {"[2, 3]", "6 x 4 bytes", "has 23"});
  refuses(file_with(good, data + "x"), {"6 x 4 bytes", "has 25"});
  refuses(file_with("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", data),
          {"Fortran order"});
  refuses(file_with("{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }", data),
          {">f4", "astype"});
  refuses(file_with("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", data),
          {"holds f64", "f32 was expected"});
  refuses(file_with("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }"),
          {"records"});
  refuses(file_with("{'descr': '<f4', 'fortran_order': False, }"),
          {"descr, fortran_order and shape"});
  refuses(file_with("{'descr': '<f4', 'fortran_order': 0, 'shape': (2,), }"), {"True or False"});
  refuses(file_with("{'descr': '<f4', 'fortran_order': False, 'shape': (-2,), }"),
          {"sizes from 0"});
  refuses(file_with("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }"),
          {"sizes from 0"});
  refuses(file_with("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3"),
          {", or ) in the shape"});
  refuses(file_with("{'descr': '<f4"), {"closing quote"});
  refuses(file_with("['descr']"), {"{ at column 1"});
  refuses(file_with(good + "}", data), {"nothing after }"});
  refuses(file_with("{'dtype': '<f4'}"), {"not dtype"});
}

TEST(NpyErrors, AHugeShapeIsRefusedBeforeMemoryIsAskedFor) {
  const TemporaryFolder folder;
  for (const char *shape : {"(9223372036854775807,)", "(4611686018427387904,)", "(1000000000000,)",
                            "(4294967296, 4294967296)"}) {
    write_file(folder / "a.npy",
               file_with(std::string("{'descr': '<f4', 'fortran_order': False, 'shape': ") + shape +
                         ", }"));
    EXPECT_THROW(read_npy<float>(folder / "a.npy"), InputError) << shape;
  }
}

TEST(NpyErrors, FilesThatCannotBeReadOrWrittenAreNamed) {
  const TemporaryFolder folder;
  EXPECT_THAT(
      [&] { read_npy<float>(folder / "missing.npy"); },
      ThrowsMessage<InputError>(AllOf(HasSubstr("missing.npy"), HasSubstr("No such file"))));
  EXPECT_THAT([&] { read_npy<float>(folder / ""); },
              ThrowsMessage<InputError>(HasSubstr("folder")));
  const std::vector<float> two(2);
  EXPECT_THAT([&] { write_npy<float>(folder / "a.npy", {3}, two); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("[3] has 3"), HasSubstr("2 were given"))));
  EXPECT_THROW(write_npy<float>(folder / "none/a.npy", {2}, two), InputError);
}

} // namespace
} // namespace brigade
