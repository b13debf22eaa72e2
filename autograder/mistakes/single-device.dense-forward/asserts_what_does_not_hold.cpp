// expect: crashed; words: Assertion 'x.shape(0) == w.shape(1)' failed, that the code itself states
// An assertion that takes the wrong dimensions, so that it fails on right matrices.
#include "exercise.hpp"

#include <cassert>

namespace kitchen {

Matrix dense_forward(const Matrix &x, const Matrix &w, const Vector &) {
  assert(x.shape(0) == w.shape(1));
  return x;
}

} // namespace kitchen
