#include "brigade/runtime/tiles/tile_function.hpp"

#include "brigade/runtime/tiles/element_type.hpp"

#include <algorithm>
#include <cstring>

namespace brigade {

namespace {

template <class T>
void copy(void *out, const void *a, const void * /*b*/, const void * /*c*/, std::int64_t n) {
  std::memmove(out, a, static_cast<std::size_t>(n) * sizeof(T));
}

template <class T>
void fill(void *out, const void *a, const void * /*b*/, const void * /*c*/, std::int64_t n) {
  std::fill_n(static_cast<T *>(out), n, *static_cast<const T *>(a));
}

} // namespace

bool takes_numbers(Operation operation) {
  switch (operation) {
  case Operation::add:
  case Operation::sub:
  case Operation::mul:
  case Operation::div:
  case Operation::max:
  case Operation::min:
  case Operation::pow:
  case Operation::eq:
  case Operation::lt:
  case Operation::gt:
    return true;
  default:
    return false;
  }
}

TileFunction tile_copy(DType type, bool is_number) {
  return with_element_type(
      type, [&]<class T>() -> TileFunction { return is_number ? fill<T> : copy<T>; });
}

TileFunction tile_function(const TileForm &form) {
  switch (form.operation) {
  case Operation::eq:
  case Operation::lt:
  case Operation::gt:
    return comparison_function(form);
  case Operation::select:
    return selection_function(form.result);
  case Operation::convert:
    return conversion_function(form.operand, form.result);
  default:
    return takes_numbers(form.operation) ? arithmetic_function(form)
                                         : one_operand_function(form.operation, form.operand);
  }
}

} // namespace brigade
