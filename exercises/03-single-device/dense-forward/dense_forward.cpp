#include "exercise.hpp"

namespace kitchen {

Matrix dense_forward(const Matrix &x, const Matrix &w, const Vector &b) {
  // TODO(03.1): y = x·w + b, as exercise.hpp says.
  (void)x, (void)w, (void)b;
  throw brigade::NotImplemented("03.1");
}

} // namespace kitchen
