#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace brigade {

/// A text as one number: 64-bit FNV-1a, the same on every machine, which std::hash does not
/// promise. It tells texts apart that nobody chose to confuse it.
/// @param hash of what stands before, to go on from there.
constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325) {
  for (const char letter : text)
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

/// Several texts as one number. Each counts with its length: "ab" and "c" are not "a" and "bc".
class Fingerprint {
public:
  void add(std::string_view text) {
    hash_ = fnv1a(text, hash_);
    for (std::size_t size = text.size(), i = 0; i < sizeof size; ++i)
      hash_ = (hash_ ^ (size >> 8 * i & 0xff)) * 0x100000001b3;
  }
  /// 16 hexadecimal digits.
  std::string text() const { return fmt::format("{:016x}", hash_); }

private:
  std::uint64_t hash_ = fnv1a("");
};

} // namespace brigade
