#pragma once

#include "brigade/trace/functions.hpp"
#include "brigade/trace/recording.hpp"
#include "brigade/trace/signature.hpp"
#include "brigade/trace/structure.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace brigade {

struct TraceOptions {
  std::string name = "main"; ///< of the program's last block
  std::optional<Mesh> mesh = {};
  /// Of the arguments; else a struct is called as its type, a Tensor arg0, arg1 and so on.
  std::vector<std::string> argument_names = {};
};

namespace detail {

std::vector<std::string> argument_names(const TraceOptions &options,
                                        std::vector<std::string> ordinary);

/// The program that the recording has become; throws InputError as verify does.
Program finish_trace(Recording &recording, const std::vector<Tensor> &results);

/// The program of a function, and what the function returned: a structure whose Tensors are used
/// up.
template <class R> struct Traced {
  Program program;
  R result;
};

/// `arguments` are structures with a Leaf where the function takes a Tensor, and type_of(leaf) is
/// the Tensor's type.
template <class Leaf, class F, class R, class... A, class TypeOf, class... Arguments>
Traced<R> trace(const TraceOptions &options, F &f, Signature<R, A...>, const TypeOf &type_of,
                const Arguments &...arguments) {
  static_assert(sizeof...(A) == sizeof...(Arguments),
                "give a type for each argument of the function");
  const auto blocks = std::make_shared<RecordedBlocks>();
  if (options.mesh)
    blocks->use_mesh(*options.mesh, "trace");
  const auto recording = std::make_shared<Recording>(options.name, blocks);
  const RecordingScope scope(recording);
  std::tuple<A...> tensors;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const std::vector<std::string> names = argument_names(options, {argument_name<A>(I)...});
    (map_leaves<Tensor, Leaf>(std::get<I>(tensors), arguments, names[I],
                              [&](const Leaf &leaf, const std::string &path) {
                                return recording->parameter(type_of(leaf), path);
                              }),
     ...);
  }
  (std::index_sequence_for<A...>());
  R result = std::apply(f, std::move(tensors));
  Program program = finish_trace(*recording, leaves<Tensor>(result));
  return {std::move(program), std::move(result)};
}

template <class F, class... Types>
Program trace_types(const TraceOptions &options, F &f, const Types &...types) {
  const auto itself = [](const TensorType &type) { return type; };
  return trace<TensorType>(options, f, brigade::SignatureOf<F>(), itself, types...).program;
}

} // namespace detail

/// Runs f once, on Tensors of these types, and gives the program of what it did to them. Where f
/// takes a structure of Tensors (Params<Tensor>), it is given one of types (Params<TensorType>).
/// Parameters are named by the way to them: params.blocks.1.w. Throws InputError, naming operation,
/// shapes and line, where something does not fit.
template <Traceable F, class... Types>
Program trace(TraceOptions options, F f, const Types &...types) {
  return detail::trace_types(options, f, types...);
}
template <Traceable F, class... Types> Program trace(F f, const Types &...types) {
  return detail::trace_types(TraceOptions(), f, types...);
}

} // namespace brigade
