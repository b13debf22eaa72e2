// Compiled with -ffp-contract=off: a multiplication and an addition stay two roundings.
#include "brigade/runtime/tiles/chain.hpp"

#include "brigade/core/error.hpp"
#include "brigade/ir/tensor_type.hpp"

#include <xsimd/xsimd.hpp>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <span>

namespace brigade {

namespace {

using Kind = ChainOperand::Kind;

// A chain is a list of functions each of which does its operation on a block of eight vectors and
// calls the next one at its end. The vectors are arguments, which all fit into registers; the
// compiler makes a jump of such a call, so nothing goes through memory in between.
template <class T> using Vector = xsimd::batch<T>;
constexpr std::int64_t kVectors = 8;
template <class T> constexpr std::int64_t kWidth = static_cast<std::int64_t>(Vector<T>::size);
template <class T> constexpr std::int64_t kBlock = kVectors *kWidth<T>;

template <class T> struct Code;
template <class T>
using CodeFunction = void (*)(const Code<T> *code, std::int64_t at, Vector<T> v0, Vector<T> v1,
                              Vector<T> v2, Vector<T> v3, Vector<T> v4, Vector<T> v5, Vector<T> v6,
                              Vector<T> v7);
template <class T> struct Code {
  CodeFunction<T> function;
  T *memory[4]; ///< of the operands, then of the result where it is stored
};
constexpr std::size_t kResult = 3;

/// Does(code, at)(v, k) for the k-th vector v; then what comes behind.
template <class T, class Does>
void run_code(const Code<T> *code, std::int64_t at, Vector<T> v0, Vector<T> v1, Vector<T> v2,
              Vector<T> v3, Vector<T> v4, Vector<T> v5, Vector<T> v6, Vector<T> v7) {
  const Does does(*code, at);
  v0 = does(v0, 0);
  v1 = does(v1, 1);
  v2 = does(v2, 2);
  v3 = does(v3, 3);
  v4 = does(v4, 4);
  v5 = does(v5, 5);
  v6 = does(v6, 6);
  v7 = does(v7, 7);
  ++code;
  return code->function(code, at, v0, v1, v2, v3, v4, v5, v6, v7);
}

template <class T>
void end_code(const Code<T> *, std::int64_t, Vector<T>, Vector<T>, Vector<T>, Vector<T>, Vector<T>,
              Vector<T>, Vector<T>, Vector<T>) {}

/// The k-th vector of an operand.
template <class T, Kind kKind> class Operand {
public:
  Operand(const T *memory, std::int64_t at) : from_(kKind == Kind::tile ? memory + at : nullptr) {
    if constexpr (kKind == Kind::number)
      number_ = Vector<T>(*memory);
  }
  Vector<T> operator()(Vector<T> running, std::int64_t k) const {
    if constexpr (kKind == Kind::running)
      return running;
    else if constexpr (kKind == Kind::number)
      return number_;
    else
      return Vector<T>::load_unaligned(from_ + k * kWidth<T>);
  }

private:
  const T *from_;
  Vector<T> number_;
};

template <class T, class Function, Kind kFirst> struct OfOne {
  OfOne(const Code<T> &code, std::int64_t at) : first(code.memory[0], at) {}
  Vector<T> operator()(Vector<T> running, std::int64_t k) const {
    return Function::of(first(running, k));
  }
  Operand<T, kFirst> first;
};

template <class T, class Function, Kind kFirst, Kind kSecond> struct OfTwo {
  OfTwo(const Code<T> &code, std::int64_t at)
      : first(code.memory[0], at), second(code.memory[1], at) {}
  Vector<T> operator()(Vector<T> running, std::int64_t k) const {
    return Function::of(first(running, k), second(running, k));
  }
  Operand<T, kFirst> first;
  Operand<T, kSecond> second;
};

/// Of a tile and itself, which is read once.
template <class T, class Function> struct OfItself {
  OfItself(const Code<T> &code, std::int64_t at) : tile(code.memory[0], at) {}
  Vector<T> operator()(Vector<T> running, std::int64_t k) const {
    const Vector<T> both = tile(running, k);
    return Function::of(both, both);
  }
  Operand<T, Kind::tile> tile;
};

/// Function of what runs and of an inner operation's result.
template <class T, class Function, class Inner, bool kInnerIsFirst> struct WithInner {
  WithInner(const Code<T> &code, std::int64_t at) : inner(code, at) {}
  Vector<T> operator()(Vector<T> running, std::int64_t k) const {
    const Vector<T> other = inner(running, k);
    return kInnerIsFirst ? Function::of(other, running) : Function::of(running, other);
  }
  Inner inner;
};

template <class T, Kind kSecond, Kind kThird> struct Selection {
  Selection(const Code<T> &code, std::int64_t at)
      : second(code.memory[1], at), third(code.memory[2], at) {}
  Vector<T> operator()(Vector<T> running, std::int64_t k) const {
    return xsimd::select(running == Vector<T>(T{1}), second(running, k), third(running, k));
  }
  Operand<T, kSecond> second;
  Operand<T, kThird> third;
};

/// An operation whose result also goes to memory. A function of its own for that would be one more
/// jump.
template <class T, class Does> struct Stored {
  Stored(const Code<T> &code, std::int64_t at) : does(code, at), to(code.memory[kResult] + at) {}
  Vector<T> operator()(Vector<T> running, std::int64_t k) const {
    const Vector<T> result = does(running, k);
    result.store_unaligned(to + k * kWidth<T>);
    return result;
  }
  Does does;
  T *to;
};

// The operations. A truth is 1 or 0 here; a number that is none stays so, as in tile functions
// (xsimd's != does not hold for those on all machines).
template <class V> V number(double x) { return V(static_cast<typename V::value_type>(x)); }

struct Add {
  template <class V> static V of(V a, V b) { return a + b; }
};
struct Subtract {
  template <class V> static V of(V a, V b) { return a - b; }
};
struct Multiply {
  template <class V> static V of(V a, V b) { return a * b; }
};
struct Divide {
  template <class V> static V of(V a, V b) { return a / b; }
};
struct Greater {
  template <class V> static V of(V a, V b) { return xsimd::select(~(a == a) | (a > b), a, b); }
};
struct Lesser {
  template <class V> static V of(V a, V b) { return xsimd::select(~(a == a) | (a < b), a, b); }
};
struct IsEqual {
  template <class V> static V of(V a, V b) {
    return xsimd::select(a == b, number<V>(1), number<V>(0));
  }
};
struct IsLess {
  template <class V> static V of(V a, V b) {
    return xsimd::select(a < b, number<V>(1), number<V>(0));
  }
};
struct IsMore {
  template <class V> static V of(V a, V b) {
    return xsimd::select(a > b, number<V>(1), number<V>(0));
  }
};
struct Negate {
  template <class V> static V of(V a) { return a * number<V>(-1); }
};
struct Relu {
  template <class V> static V of(V a) { return xsimd::select(a <= number<V>(0), number<V>(0), a); }
};
struct Absolute {
  template <class V> static V of(V a) { return xsimd::abs(a); }
};
struct SquareRoot {
  template <class V> static V of(V a) { return xsimd::sqrt(a); }
};
struct ReciprocalRoot {
  template <class V> static V of(V a) { return number<V>(1) / xsimd::sqrt(a); }
};

template <class T, class Does> CodeFunction<T> code_function(const ChainLink &link) {
  return link.stored ? run_code<T, Stored<T, Does>> : run_code<T, Does>;
}

/// Calls use.template operator()<kKind>().
template <class Use> auto with_kind(Kind kind, Use &&use) {
  switch (kind) {
  case Kind::running:
    return use.template operator()<Kind::running>();
  case Kind::tile:
    return use.template operator()<Kind::tile>();
  default:
    return use.template operator()<Kind::number>();
  }
}

template <class T, class Function> CodeFunction<T> of_one(const ChainLink &link) {
  return with_kind(link.operands[0].kind, [&]<Kind kFirst>() {
    return code_function<T, OfOne<T, Function, kFirst>>(link);
  });
}
template <class T, class Function> CodeFunction<T> of_two(const ChainLink &link) {
  if (link.operands[0].kind == Kind::tile && link.operands[1].kind == Kind::tile &&
      link.operands[0].tile == link.operands[1].tile)
    return code_function<T, OfItself<T, Function>>(link);
  return with_kind(link.operands[0].kind, [&]<Kind kFirst>() {
    return with_kind(link.operands[1].kind, [&]<Kind kSecond>() {
      return code_function<T, OfTwo<T, Function, kFirst, kSecond>>(link);
    });
  });
}
template <class T, class Function, class Inner>
CodeFunction<T> with_inner_of_kinds(const ChainLink &link) {
  const auto by_place = [&]<Kind kFirst, Kind kSecond>() {
    using Both = OfTwo<T, Inner, kFirst, kSecond>;
    return link.operands[0].kind == Kind::inner
               ? code_function<T, WithInner<T, Function, Both, true>>(link)
               : code_function<T, WithInner<T, Function, Both, false>>(link);
  };
  if (link.inner->operands[0].kind == Kind::number)
    return by_place.template operator()<Kind::number, Kind::tile>();
  if (link.inner->operands[1].kind == Kind::number)
    return by_place.template operator()<Kind::tile, Kind::number>();
  return by_place.template operator()<Kind::tile, Kind::tile>();
}
template <class T, class Function> CodeFunction<T> with_inner(const ChainLink &link) {
  switch (link.inner->operation) {
  case Operation::add:
    return with_inner_of_kinds<T, Function, Add>(link);
  case Operation::sub:
    return with_inner_of_kinds<T, Function, Subtract>(link);
  default:
    return with_inner_of_kinds<T, Function, Multiply>(link);
  }
}
template <class T> CodeFunction<T> with_inner(const ChainLink &link) {
  switch (link.operation) {
  case Operation::add:
    return with_inner<T, Add>(link);
  case Operation::sub:
    return with_inner<T, Subtract>(link);
  case Operation::mul:
    return with_inner<T, Multiply>(link);
  default:
    return with_inner<T, Divide>(link);
  }
}

template <class T> CodeFunction<T> selection(const ChainLink &link) {
  return with_kind(link.operands[1].kind, [&]<Kind kSecond>() {
    return with_kind(link.operands[2].kind, [&]<Kind kThird>() {
      return code_function<T, Selection<T, kSecond, kThird>>(link);
    });
  });
}

template <class T> CodeFunction<T> function_of(const ChainLink &link) {
  if (link.inner)
    return with_inner<T>(link);
  switch (link.operation) {
  case Operation::add:
    return of_two<T, Add>(link);
  case Operation::sub:
    return of_two<T, Subtract>(link);
  case Operation::mul:
    return of_two<T, Multiply>(link);
  case Operation::div:
    return of_two<T, Divide>(link);
  case Operation::max:
    return of_two<T, Greater>(link);
  case Operation::min:
    return of_two<T, Lesser>(link);
  case Operation::eq:
    return of_two<T, IsEqual>(link);
  case Operation::lt:
    return of_two<T, IsLess>(link);
  case Operation::gt:
    return of_two<T, IsMore>(link);
  case Operation::select:
    return selection<T>(link);
  case Operation::neg:
    return of_one<T, Negate>(link);
  case Operation::relu:
    return of_one<T, Relu>(link);
  case Operation::abs:
    return of_one<T, Absolute>(link);
  case Operation::sqrt:
    return of_one<T, SquareRoot>(link);
  case Operation::rsqrt:
    return of_one<T, ReciprocalRoot>(link);
  default:
    throw Error("an operation that cannot be linked stands in a chain");
  }
}

template <class T> class ChainOf final : public TileChain {
public:
  explicit ChainOf(const std::vector<ChainLink> &links) {
    for (const ChainLink &link : links) {
      const std::span<const ChainOperand> operands =
          link.inner ? std::span<const ChainOperand>(link.inner->operands)
                     : std::span(link.operands).first(operand_count(link.operation));
      for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands[i].kind != Kind::running)
          add_place(operands[i], i, false);
      if (link.stored)
        add_place({Kind::tile, *link.stored}, kResult, true);
      code_.push_back({function_of<T>(link), {}});
    }
    code_.push_back({end_code<T>, {}});
    tail_memory_.resize(tails_.size() * static_cast<std::size_t>(kBlock<T>));
  }

  void run(std::byte *const *tiles, std::int64_t n) override {
    const std::int64_t blocks = n / kBlock<T> * kBlock<T>;
    if (blocks > 0) {
      for (const Place &place : places_)
        code_[place.code].memory[place.operand] = reinterpret_cast<T *>(tiles[place.tile]);
      run_blocks(blocks);
    }
    if (blocks < n)
      run_tail(tiles, blocks, static_cast<std::size_t>(n - blocks) * sizeof(T));
  }

private:
  /// A tile, and how the rest of it that is no whole block comes into memory where it is one.
  struct Tail {
    std::uint32_t tile;
    bool is_number, is_read_first, is_stored;
  };
  /// Which memory of which code is which tile.
  struct Place {
    std::uint32_t tile;
    std::uint16_t code, tail;
    std::uint8_t operand;
    bool is_number;
  };

  void add_place(const ChainOperand &operand, std::size_t number, bool stores) {
    places_.push_back({static_cast<std::uint32_t>(operand.tile),
                       static_cast<std::uint16_t>(code_.size()),
                       static_cast<std::uint16_t>(tail_of(operand, stores)),
                       static_cast<std::uint8_t>(number), operand.kind == Kind::number});
  }

  static std::size_t operand_count(Operation operation) {
    return static_cast<std::size_t>(info(operation).least_operands);
  }
  static T *memory_of_tail(std::vector<T> &memory, std::size_t tail) {
    return memory.data() + tail * static_cast<std::size_t>(kBlock<T>);
  }
  T *memory_of(std::byte *const *tiles, std::size_t tail) const {
    return reinterpret_cast<T *>(tiles[tails_[tail].tile]);
  }

  std::size_t tail_of(const ChainOperand &operand, bool stores) {
    const bool is_number = operand.kind == Kind::number;
    for (std::size_t i = 0; i < tails_.size(); ++i)
      if (tails_[i].tile == operand.tile && tails_[i].is_number == is_number) {
        tails_[i].is_stored = tails_[i].is_stored || stores;
        return i;
      }
    tails_.push_back({static_cast<std::uint32_t>(operand.tile), is_number, !stores, stores});
    return tails_.size() - 1;
  }

  void run_blocks(std::int64_t n) {
    const Vector<T> nothing(T{0});
    for (std::int64_t at = 0; at < n; at += kBlock<T>)
      code_[0].function(code_.data(), at, nothing, nothing, nothing, nothing, nothing, nothing,
                        nothing, nothing);
  }

  void run_tail(std::byte *const *tiles, std::int64_t begin, std::size_t bytes) {
    for (std::size_t i = 0; i < tails_.size(); ++i)
      if (tails_[i].is_read_first && !tails_[i].is_number)
        std::memcpy(memory_of_tail(tail_memory_, i), memory_of(tiles, i) + begin, bytes);
    for (const Place &place : places_)
      code_[place.code].memory[place.operand] =
          place.is_number ? memory_of(tiles, place.tail) : memory_of_tail(tail_memory_, place.tail);
    run_blocks(kBlock<T>);
    for (std::size_t i = 0; i < tails_.size(); ++i)
      if (tails_[i].is_stored)
        std::memcpy(memory_of(tiles, i) + begin, memory_of_tail(tail_memory_, i), bytes);
  }

  std::vector<Code<T>> code_;
  std::vector<Place> places_;
  std::vector<Tail> tails_;
  std::vector<T> tail_memory_; // a block for each
};

} // namespace

bool is_comparison(Operation operation) {
  return operation == Operation::eq || operation == Operation::lt || operation == Operation::gt;
}

bool can_be_linked(Operation operation, DType type) {
  if (!is_floating(type))
    return false;
  switch (operation) {
  case Operation::add:
  case Operation::sub:
  case Operation::mul:
  case Operation::div:
  case Operation::max:
  case Operation::min:
  case Operation::neg:
  case Operation::relu:
  case Operation::abs:
  case Operation::sqrt:
  case Operation::rsqrt:
    return true;
  default:
    return is_comparison(operation) || operation == Operation::select;
  }
}

bool can_be_inner(Operation inner, Operation outer) {
  const auto is_one_of = [](Operation operation, std::initializer_list<Operation> operations) {
    return std::ranges::find(operations, operation) != operations.end();
  };
  return is_one_of(inner, {Operation::add, Operation::sub, Operation::mul}) &&
         is_one_of(outer, {Operation::add, Operation::sub, Operation::mul, Operation::div});
}

std::unique_ptr<TileChain> tile_chain(DType type, const std::vector<ChainLink> &links) {
  if (type == DType::f32)
    return std::make_unique<ChainOf<float>>(links);
  return std::make_unique<ChainOf<double>>(links);
}

} // namespace brigade
