#include "brigade/trace/recording.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <utility>

namespace brigade {

namespace {

thread_local Recording *innermost = nullptr;

// Of calls in calls: more than a program may have (ir/verify.hpp), and less than the stack can
// hold.
constexpr int kDeepest = 500;

std::string prefix(const SourceLine &source) {
  const std::string line = to_string(source);
  return line.empty() ? line : line + ": ";
}

} // namespace

Tensor Recording::parameter(TensorType type, std::string name) {
  return tensor(builder_.parameter(std::move(type), std::move(name)));
}

std::vector<Tensor> Recording::tensors(const std::vector<ValueId> &ids) {
  std::vector<Tensor> result;
  for (const ValueId id : ids)
    result.push_back(tensor(id));
  return result;
}

std::vector<Tensor> Recording::parameters_of(const Block &block) {
  std::vector<Tensor> parameters;
  for (const ValueId id : block.parameters) {
    const Value &value = block.value(id);
    parameters.push_back(parameter(value.type, value.name));
    if (value.sharding)
      builder_.annotate(parameters.back().id(), *value.sharding);
  }
  return parameters;
}

std::vector<Tensor> Recording::append(Operation operation, const std::vector<Tensor> &operands,
                                      Attributes attributes, SourceLine source) {
  std::vector<ValueId> ids;
  for (const Tensor &operand : operands) {
    require_usable(operand, std::string(to_string(operation)), source);
    ids.push_back(operand.id());
  }
  const std::string *name = named_block(attributes);
  const Block *callee = name ? &blocks_->find(*name) : nullptr;
  return tensors(builder_.append_all(operation, std::move(ids), std::move(attributes),
                                     source_.value_or(std::move(source)), callee));
}

RecordingScope::RecordingScope(std::shared_ptr<Recording> recording, const SourceLine &source)
    : recording_(std::move(recording)), outer_(innermost) {
  recording_->depth_ = outer_ ? outer_->depth_ + 1 : 1;
  if (recording_->depth_ > kDeepest)
    throw InputError(fmt::format(
        "{}@{} is called within {} other calls: it seems to call itself without end; a trace "
        "follows every call, and no value of a Tensor can end it: use a loop, or count the calls "
        "down in a number that is no Tensor",
        prefix(source), recording_->name(), kDeepest));
  innermost = recording_.get();
}

RecordingScope::~RecordingScope() {
  recording_->ended_ = true;
  innermost = outer_;
}

SourceScope::SourceScope(Recording &recording, SourceLine source)
    : recording_(recording), outer_(std::exchange(recording.source_, std::move(source))) {}

SourceScope::~SourceScope() { recording_.source_ = std::move(outer_); }

Recording &current_recording(const std::string &what, const SourceLine &source) {
  if (!innermost)
    throw InputError(
        fmt::format("{}{}: nothing is being traced; call it in a function that trace(f, …) runs",
                    prefix(source), what));
  return *innermost;
}

void require_usable(const Tensor &tensor, const std::string &what, const SourceLine &source) {
  const auto fail = [&](const std::string &why) {
    throw InputError(fmt::format("{}{}: {}", prefix(source), what, why));
  };
  if (!tensor.has_value())
    fail(
        "an operand is a Tensor without a value; a default one must be assigned to before its use");
  const Recording &recording = *tensor.recording();
  if (recording.ended_)
    fail(fmt::format(
        "an operand is a Tensor of the trace @{}, which has ended; a Tensor can be used "
        "only while its trace runs: return what is wanted of it",
        recording.name()));
  if (&recording != innermost)
    fail(fmt::format("an operand is a Tensor of the trace @{}, used in @{}; pass it as an argument",
                     recording.name(), innermost ? innermost->name() : "none"));
}

Tensor record(Operation operation, const std::vector<Tensor> &operands, Attributes attributes,
              SourceLine source) {
  for (const Tensor &operand : operands)
    require_usable(operand, std::string(to_string(operation)), source);
  return current_recording(std::string(to_string(operation)), source)
      .append(operation, operands, std::move(attributes), std::move(source))
      .at(0);
}

} // namespace brigade
