#include "brigade/core/fingerprint.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>

namespace brigade {
namespace {

// The published values of 64-bit FNV-1a.
TEST(Fnv1a, IsTheOneThatIsPublished) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8c);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8);
  EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar"));
}

TEST(HashByWords, IsTheSameOnEveryMachineWithTheSameOrderOfBytes) {
  if (std::endian::native != std::endian::little)
    GTEST_SKIP() << "the values are those of the other order";
  EXPECT_EQ(hash_by_words(""), fnv1a(""));
  EXPECT_EQ(hash_by_words("foobar"), fnv1a("foobar")) << "less than a word";
  EXPECT_EQ(hash_by_words("eight by"), 0x1a3b3e72321d2932);
  EXPECT_EQ(hash_by_words("sixteen bytes, 2"), 0xb1768ed8e220d8e0);
  EXPECT_EQ(hash_by_words("nineteen bytes, 2+3"), 0xf54a2ecdca0061d6);
}

TEST(HashByWords, SeesThatTwoSignsDiffer) {
  const auto hash_of = [](std::array<double, 4> numbers) {
    return hash_by_words({reinterpret_cast<const char *>(numbers.data()), sizeof numbers});
  };
  EXPECT_NE(hash_of({1, 2, 3, 4}), hash_of({-1, -2, 3, 4}));
  EXPECT_NE(hash_of({1, 2, 3, 4}), hash_of({-1, -2, -3, -4}));
  EXPECT_NE(hash_of({1, 2, 3, 4}), hash_of({1, 2, -3, -4}));
}

TEST(Fingerprint, KnowsWhereOneTextEnds) {
  Fingerprint one, other;
  one.add("ab");
  one.add("c");
  other.add("a");
  other.add("bc");
  EXPECT_NE(one.text(), other.text());
  EXPECT_EQ(one.text().size(), 16U);
}

} // namespace
} // namespace brigade
