#pragma once

#include "brigade/ir/program.hpp"

#include <concepts>
#include <memory>
#include <source_location>
#include <type_traits>
#include <utility>

namespace brigade {

class Recording;

/// An array of which only the type is known: a value of the program that is being traced. Functions
/// of Tensors record what they do and give the Tensor of the result. It can be used while its trace
/// runs, and in that one only.
class Tensor {
public:
  /// No value yet; what uses it throws InputError.
  Tensor() = default;
  Tensor(std::shared_ptr<Recording> recording, ValueId id);

  bool has_value() const { return recording_ != nullptr; }
  /// Throws InputError if it has no value.
  const TensorType &type() const;
  const Shape &shape() const { return type().shape; }
  DType dtype() const { return type().dtype; }
  std::size_t rank() const { return type().rank(); }
  /// Of a dimension; from the last one backwards where it is negative.
  std::int64_t size(std::int64_t dim) const;

  ValueId id() const { return id_; }
  /// Null if it has no value.
  const std::shared_ptr<Recording> &recording() const { return recording_; }

private:
  std::shared_ptr<Recording> recording_;
  ValueId id_;
  TensorType type_; // its own, since the recording's values move when others come
};

/// What a function of Tensors takes: a Tensor, or a number that stands for as many equal ones as
/// are needed. It knows the line in which it was written.
class Operand {
public:
  Operand(Tensor tensor, std::source_location where = std::source_location::current())
      : tensor_(std::move(tensor)), where_(where) {}
  template <class Number>
  requires std::is_arithmetic_v<Number>
  Operand(Number number, std::source_location where = std::source_location::current())
      : number_(static_cast<double>(number)), is_number_(true), where_(where) {}

  bool is_number() const { return is_number_; }
  double number() const { return number_; }
  const Tensor &tensor() const { return tensor_; }
  const std::source_location &where() const { return where_; }
  SourceLine source() const;

private:
  Tensor tensor_;
  double number_ = 0;
  bool is_number_ = false;
  std::source_location where_;
};

/// The file without its folders, and the line.
SourceLine source_line(const std::source_location &where);

} // namespace brigade
