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

template <class F, class R, class... A, class... Types>
Program trace(const TraceOptions &options, F &f, Signature<R, A...>, const Types &...types) {
  static_assert(sizeof...(A) == sizeof...(Types), "give a type for each argument of the function");
  const auto blocks = std::make_shared<RecordedBlocks>();
  if (options.mesh)
    blocks->use_mesh(*options.mesh, "trace");
  const auto recording = std::make_shared<Recording>(options.name, blocks);
  const RecordingScope scope(recording);
  std::tuple<A...> arguments;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const std::vector<std::string> names = argument_names(options, {argument_name<A>(I)...});
    (map_leaves<Tensor, TensorType>(std::get<I>(arguments), types, names[I],
                                    [&](const TensorType &type, const std::string &path) {
                                      return recording->parameter(type, path);
                                    }),
     ...);
  }
  (std::index_sequence_for<A...>());
  return finish_trace(*recording, leaves<Tensor>(std::apply(f, std::move(arguments))));
}

} // namespace detail

/// Runs f once, on Tensors of these types, and gives the program of what it did to them. Where f
/// takes a structure of Tensors (Params<Tensor>), it is given one of types (Params<TensorType>).
/// Parameters are named by the way to them: params.blocks.1.w. Throws InputError, naming operation,
/// shapes and line, where something does not fit.
template <Traceable F, class... Types>
Program trace(TraceOptions options, F f, const Types &...types) {
  return detail::trace(options, f, SignatureOf<F>(), types...);
}
template <Traceable F, class... Types> Program trace(F f, const Types &...types) {
  return detail::trace(TraceOptions(), f, SignatureOf<F>(), types...);
}

} // namespace brigade
