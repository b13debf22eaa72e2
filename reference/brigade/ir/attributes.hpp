#pragma once

#include "brigade/core/reduce_op.hpp"
#include "brigade/ir/operation.hpp"
#include "brigade/ir/tensor_type.hpp"
#include "brigade/sharding/tensor_sharding.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace brigade {

/// What an instruction is told beside its operands. Each kind lists its fields once, for printer,
/// parser and whoever else walks over them:
///   visit(name, field)            a field that the text form always has
///   visit(name, field, ordinary)  one that it leaves out where it has this value
/// A field named "" is written without a name, behind the operands. `self` is const or not. The text
/// form writes fields before the operands where `before_operands` says so.

struct NoAttributes {
  static void fields(auto &, auto &&) {}
  bool operator==(const NoAttributes &) const = default;
};

/// const(f32[2, 2], 0.5), const(i32[3], [1, 2, 3]): one number for all elements, or one for each.
struct ConstantAttributes {
  TensorType type;
  std::vector<double> numbers; ///< row-major; each an element of the type (ir/element_number.hpp)
  static void fields(auto &self, auto &&visit) {
    visit("", self.type);
    visit("", self.numbers);
  }
  bool operator==(const ConstantAttributes &) const;
};

/// iota([4, 8], dim=1): each element is its index along `dim`.
struct IotaAttributes {
  Shape shape;
  std::int64_t dim = 0;
  DType type = DType::i32;
  static void fields(auto &self, auto &&visit) {
    visit("", self.shape);
    visit("dim", self.dim);
    visit("type", self.type, DType::i32);
  }
  bool operator==(const IotaAttributes &) const = default;
};

/// random([4, 8], seed=1): element i (row-major) is number i of RandomStream(seed, stream), folded
/// with the operand where there is one, whatever device makes it. random([2, 8], seed=1, start=[2, 0],
/// whole=[4, 8]) is the part of a whole array that begins there; i counts the whole one's elements.
struct RandomAttributes {
  Shape shape;
  std::int64_t seed = 0;
  std::int64_t stream = 0;
  bool normal = false; ///< else uniform in [0, 1)
  DType type = DType::f32;
  std::vector<std::int64_t> start = {};
  Shape whole = {}; ///< empty, as `start`, where `shape` is all
  static void fields(auto &self, auto &&visit) {
    visit("", self.shape);
    visit("seed", self.seed);
    visit("stream", self.stream, std::int64_t{0});
    visit("normal", self.normal, false);
    visit("type", self.type, DType::f32);
    visit("start", self.start, std::vector<std::int64_t>{});
    visit("whole", self.whole, Shape{});
  }
  bool operator==(const RandomAttributes &) const = default;
};

/// convert(a, f64)
struct ConvertAttributes {
  DType type = DType::f32;
  static void fields(auto &self, auto &&visit) { visit("", self.type); }
  bool operator==(const ConvertAttributes &) const = default;
};

/// broadcast(a, [8, 16], dims=[1]): dimension i of the operand is dimension dims[i] of the result.
/// Its size is the result's, or 1.
struct BroadcastAttributes {
  Shape shape;
  std::vector<std::int64_t> dims;
  static void fields(auto &self, auto &&visit) {
    visit("", self.shape);
    visit("dims", self.dims, std::vector<std::int64_t>{});
  }
  bool operator==(const BroadcastAttributes &) const = default;
};

/// reshape(a, [4, 8])
struct ReshapeAttributes {
  Shape shape;
  static void fields(auto &self, auto &&visit) { visit("", self.shape); }
  bool operator==(const ReshapeAttributes &) const = default;
};

/// transpose(a, perm=[1, 0]): dimension i of the result is dimension perm[i] of the operand.
struct TransposeAttributes {
  std::vector<std::int64_t> perm;
  static void fields(auto &self, auto &&visit) { visit("perm", self.perm); }
  bool operator==(const TransposeAttributes &) const = default;
};

/// slice(a, start=[0, 2], limit=[4, 8], step=[1, 2]); step is 1 throughout where it is left out.
struct SliceAttributes {
  std::vector<std::int64_t> start, limit, step;
  static void fields(auto &self, auto &&visit) {
    visit("start", self.start);
    visit("limit", self.limit);
    visit("step", self.step, std::vector<std::int64_t>{});
  }
  bool operator==(const SliceAttributes &) const = default;
};

/// pad(a, low=[0, 1], high=[0, 2], value=0): so many elements before and behind each dimension.
struct PadAttributes {
  std::vector<std::int64_t> low = {}, high = {};
  double value = 0;
  static void fields(auto &self, auto &&visit) {
    visit("low", self.low);
    visit("high", self.high);
    visit("value", self.value, 0.0);
  }
  bool operator==(const PadAttributes &) const;
};

/// concat(a, b, dim=0)
struct ConcatAttributes {
  std::int64_t dim = 0;
  static void fields(auto &self, auto &&visit) { visit("dim", self.dim); }
  bool operator==(const ConcatAttributes &) const = default;
};

/// Dimensions of the left and of the right operand that belong together, pair by pair: [0],[1].
struct DimensionPairs {
  std::vector<std::int64_t> left, right;
  bool operator==(const DimensionPairs &) const = default;
};

/// dot(a, b), dot(a, b, batch=[0],[0], contract=[2],[1]). The result's dimensions are the batch
/// ones, the rest of the left operand's, the rest of the right one's.
struct DotAttributes {
  DimensionPairs batch;
  DimensionPairs contract{{1}, {0}};
  static void fields(auto &self, auto &&visit) {
    visit("batch", self.batch, DimensionPairs{});
    visit("contract", self.contract, DimensionPairs{{1}, {0}});
  }
  bool operator==(const DotAttributes &) const = default;
};

/// sum(a, dims=[0, 1]), reverse(a, dims=[1]), argmax(a, dims=[1]); ascending. The dimensions that
/// are reduced are gone from the result. argmax has one.
struct DimensionsAttributes {
  std::vector<std::int64_t> dims;
  static void fields(auto &self, auto &&visit) { visit("dims", self.dims); }
  bool operator==(const DimensionsAttributes &) const = default;
};

/// scatter_add(shape=[8, 4], ids, rows): a sum, for each row of zeros, of the rows that ids send
/// there.
struct ScatterAddAttributes {
  Shape shape;
  static constexpr bool before_operands = true;
  static void fields(auto &self, auto &&visit) { visit("shape", self.shape); }
  bool operator==(const ScatterAddAttributes &) const = default;
};

/// constraint(a) @ [x, -]; the text form writes it behind the operation.
struct ConstraintAttributes {
  TensorSharding sharding;
  static void fields(auto &, auto &&) {}
  bool operator==(const ConstraintAttributes &) const = default;
};

/// `call @layer(a, b)`. Where `checkpoint` is set, the derivative computes the block anew in place of
/// keeping its values.
struct CallAttributes {
  std::string block;
  bool checkpoint = false;
  static void fields(auto &self, auto &&visit) { visit("checkpoint", self.checkpoint, false); }
  bool operator==(const CallAttributes &) const = default;
};

/// `manual @body(a, b, axes=[x])`: the block runs on what each device holds along `axes`; its
/// parameters' and results' annotations say how they are cut along these.
struct ManualAttributes {
  std::string block;
  std::vector<std::string> axes;
  static void fields(auto &self, auto &&visit) { visit("axes", self.axes); }
  bool operator==(const ManualAttributes &) const = default;
};

/// `grad(@loss, a, b, wrt=[0, 1])`: the derivatives of a block's first result, a scalar, by some of
/// its operands. Stands in a text until expand_grads has put the instructions in its place.
struct GradAttributes {
  std::string block;
  std::vector<std::int64_t> wrt;
  static void fields(auto &self, auto &&visit) { visit("wrt", self.wrt); }
  bool operator==(const GradAttributes &) const = default;
};

/// all_reduce(a, axes=[y], op=sum), all_reduce(a, b, axes=[y], op=sum)
struct AllReduceAttributes {
  std::vector<std::string> axes;
  ReduceOp op = ReduceOp::sum;
  static void fields(auto &self, auto &&visit) {
    visit("axes", self.axes);
    visit("op", self.op);
  }
  bool operator==(const AllReduceAttributes &) const = default;
};

/// all_gather(a, axes=[x], dim=0), shard_slice(a, axes=[x], dim=0): the minor axes of `dim` go, or
/// come.
struct AxesOfDimensionAttributes {
  std::vector<std::string> axes;
  std::int64_t dim = 0;
  static void fields(auto &self, auto &&visit) {
    visit("axes", self.axes);
    visit("dim", self.dim);
  }
  bool operator==(const AxesOfDimensionAttributes &) const = default;
};

/// reduce_scatter(a, axes=[y], dim=0, op=sum)
struct ReduceScatterAttributes {
  std::vector<std::string> axes;
  std::int64_t dim = 0;
  ReduceOp op = ReduceOp::sum;
  static void fields(auto &self, auto &&visit) {
    visit("axes", self.axes);
    visit("dim", self.dim);
    visit("op", self.op);
  }
  bool operator==(const ReduceScatterAttributes &) const = default;
};

/// all_to_all(a, axes=[x], from=0, to=1): the minor axes of dimension `from` become the minor ones
/// of `to`.
struct AllToAllAttributes {
  std::vector<std::string> axes;
  std::int64_t from = 0, to = 0;
  static void fields(auto &self, auto &&visit) {
    visit("axes", self.axes);
    visit("from", self.from);
    visit("to", self.to);
  }
  bool operator==(const AllToAllAttributes &) const = default;
};

/// permute(a, axes=[x, y]) @ [y, x]: whole blocks change devices, so that the value lies as its
/// annotation says. In a manual region, map=[1, 2, 0] names for each position along `axes` (first
/// is major) the one that gets its block; -1 for none.
struct PermuteAttributes {
  std::vector<std::string> axes;
  std::vector<std::int64_t> map;
  static void fields(auto &self, auto &&visit) {
    visit("axes", self.axes);
    visit("map", self.map, std::vector<std::int64_t>{});
  }
  bool operator==(const PermuteAttributes &) const = default;
};

/// Those of one kind. What copies and destroys them is compiled once, and not again in each file
/// that handles instructions.
struct Attributes
    : std::variant<NoAttributes, ConstantAttributes, IotaAttributes, RandomAttributes,
                   ConvertAttributes, BroadcastAttributes, ReshapeAttributes, TransposeAttributes,
                   SliceAttributes, PadAttributes, ConcatAttributes, DotAttributes,
                   DimensionsAttributes, ScatterAddAttributes, ConstraintAttributes, CallAttributes,
                   ManualAttributes, GradAttributes, AllReduceAttributes, AxesOfDimensionAttributes,
                   ReduceScatterAttributes, AllToAllAttributes, PermuteAttributes> {
  using variant::variant;
  Attributes();
  Attributes(const Attributes &other);
  Attributes(Attributes &&other) noexcept;
  Attributes &operator=(const Attributes &other);
  Attributes &operator=(Attributes &&other) noexcept;
  ~Attributes();
};

/// The block that call, manual and grad name; null for others.
const std::string *named_block(const Attributes &attributes);

/// Attributes of the kind that an operation has, with every field as it is where it is left out.
Attributes empty_attributes(Operation operation);

} // namespace brigade
