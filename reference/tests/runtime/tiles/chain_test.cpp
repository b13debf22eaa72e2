// A chain of operations in one pass has the bits of the operations one after the other.
#include "brigade/runtime/tiles/chain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace brigade {
namespace {

using Kind = ChainOperand::Kind;

constexpr std::size_t kTiles = 8, kLongest = 300;
constexpr std::int64_t kSizes[] = {0, 1, 7, 16, 33, 127, 128, 129, 300};
constexpr Operation kOfTwo[] = {Operation::add, Operation::sub, Operation::mul,
                                Operation::div, Operation::max, Operation::min};
constexpr Operation kOfOne[] = {Operation::neg, Operation::relu, Operation::abs, Operation::sqrt,
                                Operation::rsqrt};
constexpr Operation kComparisons[] = {Operation::eq, Operation::lt, Operation::gt};

ChainOperand tile(std::size_t place) { return {Kind::tile, place}; }
ChainOperand number(std::size_t place) { return {Kind::number, place}; }

template <class T> using Tiles = std::vector<std::vector<T>>;

/// Numbers with some that are equal, and zeros of both signs.
template <class T> Tiles<T> random_tiles(unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_int_distribution<int> draw(-8, 8);
  Tiles<T> tiles(kTiles, std::vector<T>(kLongest));
  for (std::vector<T> &one : tiles)
    for (T &x : one)
      x = static_cast<T>(draw(engine)) * (engine() % 4 == 0 ? T(0.1) : T(-0.25));
  return tiles;
}

template <class T> std::vector<std::byte *> places(Tiles<T> &tiles) {
  std::vector<std::byte *> places;
  for (std::vector<T> &one : tiles)
    places.push_back(reinterpret_cast<std::byte *>(one.data()));
  return places;
}

/// One operation after the other, by their tile functions.
template <class T>
void run_in_turn(DType type, const std::vector<ChainLink> &links, Tiles<T> &tiles, std::int64_t n) {
  std::vector<T> running(kLongest), inner(kLongest);
  std::vector<std::uint8_t> truth(kLongest);
  const auto memory = [&](const ChainOperand &operand) -> const void * {
    if (operand.kind == Kind::inner)
      return inner.data();
    return operand.kind == Kind::running ? running.data() : tiles[operand.tile].data();
  };
  const auto form = [&](Operation operation, const ChainOperand *operands) {
    TileForm made{operation, type, type, false, false};
    if (takes_numbers(operation)) {
      made.first_is_number = operands[0].kind == Kind::number;
      made.second_is_number = operands[1].kind == Kind::number;
    }
    return made;
  };
  for (const ChainLink &link : links) {
    if (link.inner)
      tile_function(form(link.inner->operation, link.inner->operands))(
          inner.data(), memory(link.inner->operands[0]), memory(link.inner->operands[1]), nullptr,
          n);
    if (is_comparison(link.operation)) {
      TileForm compared = form(link.operation, link.operands);
      compared.result = DType::boolean;
      tile_function(compared)(truth.data(), memory(link.operands[0]), memory(link.operands[1]),
                              nullptr, n);
      continue;
    }
    if (link.operation == Operation::select) {
      std::vector<T> filled[2] = {std::vector<T>(kLongest), std::vector<T>(kLongest)};
      for (std::size_t i = 0; i < 2; ++i)
        tile_copy(type, link.operands[i + 1].kind == Kind::number)(
            filled[i].data(), memory(link.operands[i + 1]), nullptr, nullptr, n);
      tile_function(form(link.operation, link.operands))(running.data(), truth.data(),
                                                         filled[0].data(), filled[1].data(), n);
    } else {
      tile_function(form(link.operation, link.operands))(running.data(), memory(link.operands[0]),
                                                         memory(link.operands[1]), nullptr, n);
    }
    if (link.stored)
      tile_copy(type, false)(tiles[*link.stored].data(), running.data(), nullptr, nullptr, n);
  }
}

template <class T> void expect_same_bits(const std::vector<ChainLink> &links, unsigned seed) {
  const DType type = sizeof(T) == 4 ? DType::f32 : DType::f64;
  const std::unique_ptr<TileChain> chain = tile_chain(type, links);
  for (const std::int64_t n : kSizes) {
    Tiles<T> expected = random_tiles<T>(seed), got = expected;
    run_in_turn(type, links, expected, n);
    chain->run(places(got).data(), n);
    for (std::size_t place = 0; place < kTiles; ++place)
      for (std::size_t i = 0; i < kLongest; ++i)
        if (std::isnan(expected[place][i]))
          ASSERT_TRUE(std::isnan(got[place][i])) << i << " of " << n << ", tile " << place;
        else
          ASSERT_EQ(got[place][i], expected[place][i]) << i << " of " << n << ", tile " << place;
  }
}

/// Operations at random, each of which takes what runs; every third is stored, often over an
/// operand. No operation reads what an earlier one has stored over.
std::vector<ChainLink> random_chain(std::mt19937 &engine, std::size_t length) {
  const auto pick = [&](const auto &from) { return from[engine() % std::size(from)]; };
  const auto leaf = [&] { return engine() % 3 == 0 ? number(6 + engine() % 2) : tile(engine() % 4); };
  std::vector<ChainLink> links{
      {pick(kOfTwo), {tile(engine() % 4), tile(engine() % 4)}, {}, std::nullopt}};
  while (links.size() < length) {
    ChainLink link;
    switch (engine() % 4) {
    case 0:
      link.operation = pick(kOfOne);
      break;
    case 1:
      links.push_back({pick(kComparisons), {{}, leaf()}, {}, std::nullopt});
      link = {Operation::select, {{}, leaf(), leaf()}, {}, std::nullopt};
      break;
    case 2: {
      const bool is_first = engine() % 2 == 0;
      link = {kOfTwo[engine() % 4], {{}, {}}, {}, std::nullopt};
      link.operands[is_first ? 0 : 1].kind = Kind::inner;
      link.inner = {kOfTwo[engine() % 3], {tile(engine() % 4), leaf()}};
      if (engine() % 2 == 0)
        std::swap(link.inner->operands[0], link.inner->operands[1]);
      break;
    }
    default:
      link = {pick(kOfTwo), {{}, leaf()}, {}, std::nullopt};
      if (engine() % 2 == 0)
        std::swap(link.operands[0], link.operands[1]);
    }
    if (engine() % 3 == 0)
      link.stored = 4 + engine() % 2;
    links.push_back(link);
  }
  links.back().stored = engine() % 6; // over an operand, for instance
  return links;
}

TEST(ChainsOfTileOperations, HaveTheBitsOfOneAfterTheOther) {
  std::mt19937 engine(5);
  for (unsigned trial = 0; trial < 150; ++trial) {
    SCOPED_TRACE("chain " + std::to_string(trial));
    const std::vector<ChainLink> links = random_chain(engine, 2 + trial % 11);
    expect_same_bits<float>(links, trial);
    expect_same_bits<double>(links, trial);
  }
}

TEST(ChainsOfTileOperations, ReadWhatTheyHaveStored) {
  const std::vector<ChainLink> links{{Operation::mul, {tile(0), number(6)}, {}, 4},
                                     {Operation::sqrt, {}, {}, std::nullopt},
                                     {Operation::div, {tile(4), {}}, {}, 0}};
  expect_same_bits<float>(links, 1);
  expect_same_bits<double>(links, 1);
}

TEST(ChainsOfTileOperations, AreNotMadeOfIntegersOrOtherOperations) {
  EXPECT_TRUE(can_be_linked(Operation::mul, DType::f64));
  EXPECT_FALSE(can_be_linked(Operation::mul, DType::i32));
  EXPECT_FALSE(can_be_linked(Operation::exp, DType::f32));
  EXPECT_FALSE(can_be_inner(Operation::div, Operation::add));
  EXPECT_FALSE(can_be_inner(Operation::mul, Operation::max));
}

} // namespace
} // namespace brigade
