#pragma once

#include "brigade/trace/recording.hpp"
#include "brigade/trace/signature.hpp"
#include "brigade/trace/structure.hpp"

#include <memory>
#include <source_location>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace brigade {

namespace detail {

/// Takes the block in that the recording has become, and calls it in the one around it.
std::vector<Tensor> call_recorded(Recording &recorded, Recording &caller,
                                  const std::vector<Tensor> &arguments,
                                  const std::vector<Tensor> &results, bool is_checkpoint,
                                  const SourceLine &source);

template <class F, class R, class... A>
auto block(std::string name, F f, Signature<R, A...>, bool is_checkpoint,
           std::source_location where) {
  return [name = std::move(name), f = std::move(f), is_checkpoint, where](A... given) {
    const SourceLine source = source_line(where);
    Recording &caller = current_recording("block @" + name, source);
    const auto recording = std::make_shared<Recording>(name, caller.shared_blocks());
    std::tuple<A...> arguments(std::move(given)...);
    std::vector<Tensor> outside;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      const std::vector<std::string> names = unique_names({argument_name<A>(I)...});
      const auto become_parameter = [&](Tensor &leaf, const std::string &path) {
        require_usable(leaf, "block @" + name, source);
        outside.push_back(leaf);
        leaf = recording->parameter(leaf.type(), path);
      };
      (for_each_leaf<Tensor>(std::get<I>(arguments), names[I], become_parameter), ...);
    }
    (std::index_sequence_for<A...>());
    R result = [&] {
      const RecordingScope scope(recording, source);
      R inside = std::apply(f, std::move(arguments));
      for (const Tensor &leaf : leaves<Tensor>(inside))
        require_usable(leaf, "block @" + name + ": a result", source);
      return inside;
    }();
    assign_leaves(result, call_recorded(*recording, caller, outside, leaves<Tensor>(result),
                                        is_checkpoint, source));
    return result;
  };
}

} // namespace detail

/// f as a block of the program: what it does is recorded and planned once, however often it is
/// called with arguments of the same types. So its values lie the same in all of its calls, and
/// program and planning time do not grow with the number of layers. It sees only its arguments: a
/// Tensor from outside is an error. Errors name the line in which block is called.
template <Traceable F>
auto block(std::string name, F f, std::source_location where = std::source_location::current()) {
  return detail::block(std::move(name), std::move(f), SignatureOf<F>(), false, where);
}

/// A block of which the derivative keeps the arguments only, and computes the rest anew: less
/// memory for more work.
template <Traceable F>
auto checkpoint(std::string name, F f,
                std::source_location where = std::source_location::current()) {
  return detail::block(std::move(name), std::move(f), SignatureOf<F>(), true, where);
}
template <Traceable F>
auto checkpoint(F f, std::source_location where = std::source_location::current()) {
  return checkpoint("checkpoint", std::move(f), where);
}

} // namespace brigade
