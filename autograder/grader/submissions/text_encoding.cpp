#include "grader/submissions/text_encoding.hpp"

#include <array>
#include <utility>

namespace brigade::grader {
namespace {

bool is_utf8(const std::string &bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const std::size_t more = first < 0x80       ? 0
                             : first >> 5 == 6  ? 1
                             : first >> 4 == 14 ? 2
                             : first >> 3 == 30 ? 3
                                                : 9;
    if (more == 9 || first == 0 || i + more >= bytes.size())
      return false;
    for (std::size_t k = 1; k <= more; ++k)
      if (static_cast<unsigned char>(bytes[i + k]) >> 6 != 2)
        return false;
    i += more + 1;
  }
  return true;
}

void append(char32_t character, std::string &text) {
  const auto put = [&text](char32_t bits) { text += static_cast<char>(bits); };
  const auto put_rest = [&](int shift) { put(0x80 | (character >> shift & 0x3F)); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xC0 | character >> 6), put_rest(0);
  } else if (character < 0x10000) {
    put(0xE0 | character >> 12), put_rest(6), put_rest(0);
  } else {
    put(0xF0 | character >> 18), put_rest(12), put_rest(6), put_rest(0);
  }
}

/// Behind its byte order mark. Nothing where half of a pair is missing, or there is a NUL.
std::optional<std::string> from_utf16(const std::string &bytes, bool is_little) {
  if (bytes.size() % 2 != 0)
    return std::nullopt;
  const auto unit = [&](std::size_t i) {
    const auto first = static_cast<unsigned char>(bytes[i]),
               second = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<char32_t>(is_little ? second << 8 | first : first << 8 | second);
  };
  std::string text;
  for (std::size_t i = 2; i < bytes.size(); i += 2) {
    char32_t character = unit(i);
    if (character >= 0xD800 && character < 0xE000) {
      const char32_t low = i + 2 < bytes.size() ? unit(i + 2) : 0;
      if (character >= 0xDC00 || low < 0xDC00 || low >= 0xE000)
        return std::nullopt;
      character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
      i += 2;
    }
    if (character == 0)
      return std::nullopt;
    append(character, text);
  }
  return text;
}

/// Nothing where there is a control character other than blanks and line ends.
std::optional<std::string> from_windows_1252(const std::string &bytes) {
  // 0x80 to 0x9F; five of them stand for nothing and are kept as they are.
  static constexpr std::array<char16_t, 32> kMarks = {
      0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == 0x7F || (byte < 0x20 && (byte < '\t' || byte > '\r')))
      return std::nullopt;
    append(byte >= 0x80 && byte < 0xA0 ? kMarks[byte - 0x80] : byte, text);
  }
  return text;
}

} // namespace

std::optional<Utf8Text> as_utf8(const std::string &bytes) {
  const bool is_little = bytes.starts_with("\xFF\xFE"), is_big = bytes.starts_with("\xFE\xFF");
  if (is_little || is_big) {
    if (auto text = from_utf16(bytes, is_little))
      return Utf8Text{std::move(*text), "UTF-16"};
    return std::nullopt;
  }
  if (is_utf8(bytes))
    return Utf8Text{bytes, ""};
  if (auto text = from_windows_1252(bytes))
    return Utf8Text{std::move(*text), "Latin-1 (Windows-1252)"};
  return std::nullopt;
}

} // namespace brigade::grader
