#pragma once

#include "brigade/runtime/tiles/tile_function.hpp"

namespace brigade {

/// Two elementwise operations in one pass over a tile, the second of which takes what the first
/// gives: out[i] = outer(inner(a[i], b[i]), c[i]), or outer(c[i], inner(a[i], b[i])). The inner
/// result never comes to memory.
struct PairForm {
  TileForm inner; ///< of `a` alone, or of `a` and `b`
  TileForm outer; ///< of the inner result alone, or of it and `c`
  bool inner_is_second = false;
};

/// What `form` computes, each of the two operations rounded on its own: the bits are those of their
/// tile_functions, one after the other. Nothing for pairs that have no such function; those that
/// have are of f32 or f64: add, sub, mul, div or sqrt into add, sub, mul, div or relu.
TileFunction pair_function(const PairForm &form);

} // namespace brigade
