#pragma once

#include "brigade/comm/runtime.hpp"
#include "brigade/core/dtype.hpp"
#include "brigade/core/error.hpp"
#include "brigade/runtime/xtensor.hpp"
#include "brigade/sharding/block.hpp"
#include "brigade/sharding/named_sharding.hpp"

#include <concepts>
#include <cstddef>
#include <memory>
#include <source_location>
#include <string>
#include <utility>

namespace brigade {

/// A C++ type that an Array may hold.
template <class T>
concept ArrayElement = Element<T> || std::same_as<T, bool>;

/// The DType of a C++ type.
template <ArrayElement T> constexpr DType array_dtype_of() {
  if constexpr (std::same_as<T, bool>)
    return DType::boolean;
  else
    return dtype_of<T>();
}

/// Sizes in the type that xtensor uses for them.
xt::dynamic_shape<std::size_t> extents(const Shape &shape);

/// A view with the type of an xtensor over `count` elements that something else owns. T may be
/// const.
template <class T> auto view_of(T *data, const Shape &shape) {
  return xt::adapt(std::move(data), static_cast<std::size_t>(element_count(shape)),
                   xt::no_ownership(), extents(shape));
}
template <class T>
using ArrayView = decltype(view_of(std::declval<T *>(), std::declval<const Shape &>()));

/// A global array: its shape, type and sharding, which all ranks know, and this rank's shard of it,
/// the block that the sharding gives to this rank's device, row-major and aligned to 64 bytes.
///
/// An Array is a value. Copies share their memory until one of them is written to through
/// `mutable_shard`, which first gives that copy memory of its own; so a copy costs two pointers,
/// and no Array ever changes under the hand of another. It must not outlive the Runtime.
class Array {
public:
  /// No array yet; what asks it for anything throws Error.
  Array() = default;
  bool has_value() const { return layout_ != nullptr; }
  /// An array whose elements have no value yet: write this rank's through `mutable_shard`. No
  /// communication. Throws InputError on a negative size, a spec that is longer than `shape`, and a
  /// mesh that is not made of all devices of the job; Error where memory cannot hold the shard.
  static Array empty(Runtime &runtime, Shape shape, DType dtype, NamedSharding sharding);

  /// The global shape.
  const Shape &shape() const { return layout().shape; }
  DType dtype() const { return layout().dtype; }
  const NamedSharding &sharding() const { return layout().sharding; }
  Runtime &runtime() const { return *layout().runtime; }
  /// The part of the global array that this rank holds.
  const Slices &slices() const { return layout().slices; }
  Shape shard_shape() const { return shape_of(slices()); }
  std::size_t shard_bytes() const;

  /// This rank's shard, to read, with the shape `shard_shape()`. Valid while this Array or a copy
  /// lives unwritten. Throws Error if T is not the array's type.
  template <ArrayElement T> ArrayView<const T> shard() const {
    check_dtype(array_dtype_of<T>());
    return view_of(reinterpret_cast<const T *>(data()), shard_shape());
  }
  /// This rank's shard, to write. A rank that writes to a block that other ranks hold too must
  /// write what they write (see check_replicas).
  template <ArrayElement T> ArrayView<T> mutable_shard() {
    check_dtype(array_dtype_of<T>());
    return view_of(reinterpret_cast<T *>(mutable_data()), shard_shape());
  }
  /// The shard's bytes. Throw Error, saying where, if they were given away.
  const std::byte *data() const { return storage().memory.get(); }
  std::byte *mutable_data();

  /// An Array with this one's memory, for whoever will write over it. This Array and its copies
  /// have given it away: what asks them for elements throws Error with `where`, the line that this
  /// is for; shape and sharding stay.
  Array donate(const std::source_location &where) const;
  /// Where it was given away ("train.cpp:12"); empty if it was not.
  std::string donated_at() const;
  bool is_donated() const { return storage_ != nullptr && storage_->donated_at.line() != 0; }

  /// Throws Error, naming both types, if the elements are not of type `asked`.
  void check_dtype(DType asked) const;

  /// The same memory seen through a sharding that gives every device the block that it has now.
  /// Throws Error if it does not.
  Array with_sharding(NamedSharding sharding) const;

  /// An array that lies as this one, in memory of shard_bytes() bytes, aligned to 64.
  Array in_memory(std::shared_ptr<std::byte> memory) const;
  /// This one's memory, lying as the other does, which gives every device the same block.
  Array with_layout_of(const Array &other) const & { return {other.layout_, storage_}; }
  Array with_layout_of(const Array &other) && {
    if (has_layout_of(other))
      return std::move(*this);
    return {other.layout_, std::move(storage_)};
  }
  /// Whether no other Array shares the memory.
  bool has_memory_alone() const { return storage_.use_count() == 1; }
  /// The memory, if no other Array shares it; nothing else may be asked of this one then but how it
  /// lies. Null, and nothing changed, where one does.
  std::shared_ptr<std::byte> release_memory();
  /// Whether two were made with one layout. They may lie alike also where this is false.
  bool has_layout_of(const Array &other) const { return layout_ == other.layout_; }

private:
  struct Layout {
    Runtime *runtime;
    Shape shape;
    DType dtype;
    NamedSharding sharding;
    Slices slices;
  };
  struct Storage {
    std::shared_ptr<std::byte> memory; // none where it was given away
    std::source_location donated_at;   // line 0 where it was not
  };
  Array(std::shared_ptr<const Layout> layout, std::shared_ptr<Storage> storage)
      : layout_(std::move(layout)), storage_(std::move(storage)) {}
  const Layout &layout() const;
  Storage &storage() const;

  std::shared_ptr<const Layout> layout_;
  std::shared_ptr<Storage> storage_; // shared by copies
};

/// "f32[8, 32] @ [data, -] on {data: 2, model: 4}"
std::string to_string(const Array &array);

} // namespace brigade
