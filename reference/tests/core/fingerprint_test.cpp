#include "brigade/core/fingerprint.hpp"

#include <gtest/gtest.h>

namespace brigade {
namespace {

// The published values of 64-bit FNV-1a.
TEST(Fnv1a, IsTheOneThatIsPublished) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8c);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8);
  EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar"));
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
