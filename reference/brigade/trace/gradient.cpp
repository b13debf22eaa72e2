#include "brigade/trace/gradient.hpp"

#include "brigade/core/error.hpp"
#include "brigade/trace/backpropagate.hpp"
#include "brigade/trace/functions/source.hpp"

#include <fmt/format.h>

namespace brigade {

std::vector<Tensor> gradient(const Tensor &loss, const std::vector<Tensor> &inputs,
                             const SourceLine &source) {
  require_usable(loss, "grad", source);
  if (!loss.shape().empty())
    throw InputError(
        fmt::format("{}: grad: the loss must be a scalar, and is {}; take its sum or its "
                    "mean",
                    to_string(source), to_string(loss.type())));
  if (!is_floating(loss.dtype()))
    throw InputError(fmt::format("{}: grad: the loss must be f32 or f64, and is {}; convert it",
                                 to_string(source), to_string(loss.type())));
  Recording &recording = *loss.recording();
  const SourceScope scope(recording, source);
  return backpropagate(recording, {loss}, {ones({}, loss.dtype())}, inputs);
}

Tensor gradient_input(const Tensor &argument, const std::string &name, const SourceLine &source) {
  require_usable(argument, "grad", source);
  if (!is_floating(argument.dtype()))
    throw InputError(
        fmt::format("{}: grad: there is no derivative by {}, a {}; name the arguments of "
                    "f32 or f64 by argnums<…>",
                    to_string(source), name, to_string(argument.type())));
  Recording &recording = *argument.recording();
  return recording.tensor(recording.builder().alias(argument.id()));
}

} // namespace brigade
