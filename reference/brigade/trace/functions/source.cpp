#include "brigade/trace/functions/source.hpp"

#include "brigade/trace/recording.hpp"

namespace brigade {

namespace {

Tensor random(const Shape &shape, const RandomKey &key, bool normal, DType type,
              const std::source_location &where) {
  std::vector<Tensor> operands;
  if (key.fold_in)
    operands.push_back(*key.fold_in);
  return record(Operation::random, operands,
                RandomAttributes{shape, key.seed, key.stream, normal, type}, source_line(where));
}

} // namespace

Tensor full(const Shape &shape, double number, DType type, std::source_location where) {
  return record(Operation::constant, {}, ConstantAttributes{{type, shape}, {number}},
                source_line(where));
}

Tensor zeros(const Shape &shape, DType type, std::source_location where) {
  return full(shape, 0, type, where);
}

Tensor ones(const Shape &shape, DType type, std::source_location where) {
  return full(shape, 1, type, where);
}

Tensor iota(const Shape &shape, std::int64_t dim, DType type, std::source_location where) {
  return record(Operation::iota, {}, IotaAttributes{shape, dim, type}, source_line(where));
}

Tensor random_uniform(const Shape &shape, const RandomKey &key, DType type,
                      std::source_location where) {
  return random(shape, key, false, type, where);
}

Tensor random_normal(const Shape &shape, const RandomKey &key, DType type,
                     std::source_location where) {
  return random(shape, key, true, type, where);
}

} // namespace brigade
