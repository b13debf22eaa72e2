#include "brigade/data/files/gzip_reader.hpp"

#include "brigade/core/error.hpp"
#include "data/sample_files.hpp"

#include <gmock/gmock.h>

namespace brigade {
namespace {

using ::testing::AllOf;
using testing::Bytes;
using testing::concatenated;
using testing::gzipped;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Inflates all, `piece` bytes at a time.
Bytes inflate(const Bytes &compressed, std::size_t piece = 1000) {
  GzipReader reader(std::as_bytes(std::span(compressed)), "numbers.gz");
  Bytes result, buffer(piece);
  while (const std::size_t got = reader.read(std::as_writable_bytes(std::span(buffer))))
    result.insert(result.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(got));
  return result;
}

Bytes some_numbers(std::size_t count) {
  Bytes numbers;
  for (std::size_t i = 0; i < count; ++i)
    numbers.push_back(static_cast<std::uint8_t>(i * i % 251));
  return numbers;
}

TEST(GzipReader, GivesTheSameBytesWhateverThePieces) {
  const Bytes numbers = some_numbers(100'000);
  for (std::size_t piece : {1u, 7u, 784u, 65'536u, 200'000u})
    EXPECT_EQ(inflate(gzipped(numbers), piece), numbers) << piece << " bytes at a time";
}

TEST(GzipReader, SeveralMembersAreOneStream) {
  const Bytes first = some_numbers(300), second = some_numbers(50);
  EXPECT_EQ(inflate(concatenated(gzipped(first), gzipped(second))), concatenated(first, second));
}

TEST(GzipReader, EveryCutIsFound) {
  const Bytes whole = gzipped(some_numbers(300));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THAT([&] { inflate(cut); },
                ThrowsMessage<InputError>(AllOf(HasSubstr("numbers.gz"), HasSubstr("cut short"))))
        << size << " of " << whole.size() << " bytes";
  }
}

TEST(GzipReader, AChangedByteOfTheDataIsFoundByTheChecksum) {
  Bytes damaged = gzipped(some_numbers(300));
  damaged[damaged.size() - 6] ^= 1; // in the CRC-32
  EXPECT_THAT([&] { inflate(damaged); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("numbers.gz"), HasSubstr("data check"))));
}

TEST(GzipReader, WhatFollowsTheDataIsFound) {
  EXPECT_THAT(
      [&] {
        inflate(concatenated(gzipped(some_numbers(300)), {'x', 'y', 'z'}));
      },
      ThrowsMessage<InputError>(HasSubstr("not gzip follows")));
}

TEST(GzipReader, PlainDataAreNotTakenForGzip) {
  EXPECT_THAT([&] { inflate(some_numbers(300)); },
              ThrowsMessage<InputError>(HasSubstr("expected gzip data")));
}

} // namespace
} // namespace brigade
