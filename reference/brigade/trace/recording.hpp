#pragma once

#include "brigade/ir/block_builder.hpp"
#include "brigade/trace/recorded_blocks.hpp"
#include "brigade/trace/tensor.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brigade {

/// A block under construction, to which Tensors belong. There may be several at once, where one
/// calls the other; the innermost one is current.
class Recording : public std::enable_shared_from_this<Recording> {
public:
  Recording(std::string name, std::shared_ptr<RecordedBlocks> blocks)
      : name_(name), builder_(std::move(name)), blocks_(std::move(blocks)) {}

  BlockBuilder &builder() { return builder_; }
  const BlockBuilder &builder() const { return builder_; }
  const std::string &name() const { return name_; } ///< of the block, also when it is finished
  /// The blocks that it may call.
  RecordedBlocks &blocks() { return *blocks_; }
  const std::shared_ptr<RecordedBlocks> &shared_blocks() const { return blocks_; }

  Tensor parameter(TensorType type, std::string name);
  Tensor tensor(ValueId id) { return {shared_from_this(), id}; }
  std::vector<Tensor> tensors(const std::vector<ValueId> &ids);
  /// Parameters as a block has them, names and annotations included.
  std::vector<Tensor> parameters_of(const Block &block);
  /// Any operation; block operations name one of blocks().
  std::vector<Tensor> append(Operation operation, const std::vector<Tensor> &operands,
                             Attributes attributes, SourceLine source);
  Block finish(std::vector<Result> results) && {
    return std::move(builder_).finish(std::move(results));
  }

private:
  friend class RecordingScope;
  friend class SourceScope;
  friend void require_usable(const Tensor &, const std::string &, const SourceLine &);

  const std::string name_;
  BlockBuilder builder_;
  std::shared_ptr<RecordedBlocks> blocks_;
  std::optional<SourceLine> source_; // in place of what instructions are given
  bool ended_ = false;
  int depth_ = 1; // recordings that are current or wait for it, with itself
};

/// A recording is current from here to the end of the scope, where it ends. `source` calls it.
/// Throws InputError that names it where so many wait for it that a function seems to call itself
/// without end.
class RecordingScope {
public:
  explicit RecordingScope(std::shared_ptr<Recording> recording, const SourceLine &source = {});
  ~RecordingScope();
  RecordingScope(const RecordingScope &) = delete;
  RecordingScope &operator=(const RecordingScope &) = delete;

private:
  std::shared_ptr<Recording> recording_;
  Recording *outer_;
};

/// What is recorded in this scope is said to come from one line: that of the operation of which it
/// is the derivative.
class SourceScope {
public:
  SourceScope(Recording &recording, SourceLine source);
  ~SourceScope();
  SourceScope(const SourceScope &) = delete;
  SourceScope &operator=(const SourceScope &) = delete;

private:
  Recording &recording_;
  std::optional<SourceLine> outer_;
};

/// The innermost recording. Throws InputError saying what asked for it, where there is none.
Recording &current_recording(const std::string &what, const SourceLine &source);

/// Throws InputError saying what wanted to use it, if the Tensor has no value, or its recording has
/// ended or is not the current one.
void require_usable(const Tensor &tensor, const std::string &what, const SourceLine &source);

/// An operation with one result, in the current recording.
Tensor record(Operation operation, const std::vector<Tensor> &operands, Attributes attributes = {},
              SourceLine source = {});

} // namespace brigade
