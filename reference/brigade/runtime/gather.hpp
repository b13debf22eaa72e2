#pragma once

#include "brigade/runtime/array.hpp"

#include <optional>

namespace brigade {

/// Writes the whole global array, row-major, to `host` on every rank. All ranks call it.
void gather_bytes(const Array &array, void *host);

/// Writes the whole global array, row-major, to `host` on rank `root`; the others' `host` is not
/// used. All ranks call it. Throws InputError where there is no such rank.
void gather_bytes_to_rank(const Array &array, int root, void *host);

/// The whole global array on every rank. All ranks call it. Throws Error if T is not the array's
/// type.
template <ArrayElement T> xt::xarray<T> gather(const Array &array) {
  array.check_dtype(array_dtype_of<T>());
  xt::xarray<T> host = xt::xarray<T>::from_shape(extents(array.shape()));
  gather_bytes(array, host.data());
  return host;
}

/// The whole global array on rank `root`, nothing on the others. All ranks call it. Throws Error if
/// T is not the array's type and InputError where there is no such rank.
template <ArrayElement T>
std::optional<xt::xarray<T>> gather_to_rank(const Array &array, int root) {
  array.check_dtype(array_dtype_of<T>());
  std::optional<xt::xarray<T>> host;
  if (array.runtime().rank() == root)
    host = xt::xarray<T>::from_shape(extents(array.shape()));
  gather_bytes_to_rank(array, root, host ? host->data() : nullptr);
  return host;
}

} // namespace brigade
