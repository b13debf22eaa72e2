#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
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

/// Bytes of an array as one number, eight in a step, which fnv1a takes many times as long for. The
/// same on all machines with the same order of bytes. A product carries upwards only, so that two
/// signs that differ would make up for each other: the upper half comes down again in each step.
inline std::uint64_t hash_by_words(std::string_view bytes) {
  std::uint64_t hash = fnv1a("");
  for (std::uint64_t word; bytes.size() >= sizeof word; bytes.remove_prefix(sizeof word)) {
    std::memcpy(&word, bytes.data(), sizeof word);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return fnv1a(bytes, hash);
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
