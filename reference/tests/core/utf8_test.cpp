#include "brigade/core/utf8.hpp"

#include <gtest/gtest.h>

namespace brigade {
namespace {

TEST(Utf8, CountsCharactersNotBytes) {
  EXPECT_EQ(count_characters("größer 😀"), 8u);
  EXPECT_EQ(count_characters(""), 0u);
}

TEST(Utf8, CutsBetweenCharacters) {
  EXPECT_EQ(bytes_of_characters("größer", 3), 4u);
  EXPECT_EQ(bytes_of_characters("größer", 0), 0u);
  EXPECT_EQ(bytes_of_characters("größer", 9), 8u);
}

TEST(Utf8, KnowsWhatIsACharacter) {
  EXPECT_EQ(character_length("a"), 1u);
  EXPECT_EQ(character_length("ß and more"), 2u);
  EXPECT_EQ(character_length("😀"), 4u);
  for (const char *none : {"", "\xc3", "\x80", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80"})
    EXPECT_EQ(character_length(none), 0u) << none;
}

} // namespace
} // namespace brigade
