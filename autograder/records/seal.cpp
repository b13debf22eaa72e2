#include "records/seal.hpp"

#include <bit>
#include <cstring>

namespace brigade::records {
namespace {

/// SipHash-2-4 (Aumasson, Bernstein, "SipHash: a fast short-input PRF", 2012), fed piece by piece.
class SipHash {
public:
  SipHash(std::uint64_t key0, std::uint64_t key1)
      : v0_(key0 ^ 0x736f6d6570736575), v1_(key1 ^ 0x646f72616e646f6d),
        v2_(key0 ^ 0x6c7967656e657261), v3_(key1 ^ 0x7465646279746573) {}

  void add(std::uint64_t word) {
    v3_ ^= word;
    round();
    round();
    v0_ ^= word;
  }
  /// The length first, so that where one text ends and the next begins counts too.
  void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    for (; text.size() >= 8; text.remove_prefix(8))
      add(word_of(text));
    if (!text.empty())
      add(word_of(text));
  }
  std::uint64_t finish() {
    v2_ ^= 0xff;
    for (int i = 0; i < 4; ++i)
      round();
    return v0_ ^ v1_ ^ v2_ ^ v3_;
  }

private:
  static std::uint64_t word_of(std::string_view text) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), text.size() < 8 ? text.size() : 8);
    return word;
  }
  void round() {
    v0_ += v1_;
    v2_ += v3_;
    v1_ = std::rotl(v1_, 13) ^ v0_;
    v3_ = std::rotl(v3_, 16) ^ v2_;
    v0_ = std::rotl(v0_, 32);
    v2_ += v1_;
    v0_ += v3_;
    v1_ = std::rotl(v1_, 17) ^ v2_;
    v3_ = std::rotl(v3_, 21) ^ v0_;
    v2_ = std::rotl(v2_, 32);
  }
  std::uint64_t v0_, v1_, v2_, v3_;
};

std::uint64_t hash_of(std::uint64_t key, std::string_view text) {
  SipHash hash(key, 0);
  hash.add(text);
  return hash.finish();
}

} // namespace

Seal::Seal(std::string_view token) : key0_(hash_of(1, token)), key1_(hash_of(2, token)) {}

std::uint64_t Seal::of(std::uint64_t number, std::string_view head,
                       std::string_view payload) const {
  SipHash hash(key0_, key1_);
  hash.add(number);
  hash.add(head);
  hash.add(payload);
  return hash.finish();
}

} // namespace brigade::records
