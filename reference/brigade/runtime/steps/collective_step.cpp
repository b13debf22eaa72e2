#include "brigade/runtime/steps/collective_step.hpp"

#include "brigade/comm/collectives.hpp"
#include "brigade/core/error.hpp"
#include "brigade/runtime/executor/collective_move.hpp"
#include "brigade/runtime/steps/packed_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace brigade {

namespace {

struct Copy {
  Address from, to;
  std::size_t bytes = 0;
  void run(Bases bases) const {
    if (bytes > 0)
      std::memcpy(to.in(bases), from.in(bases), bytes);
  }
};

/// The results lie next to each other, and are reduced in place.
class AllReduceStep final : public CollectiveStep {
public:
  AllReduceStep(Group group, std::vector<Copy> copies, Address data, std::size_t count, DType type,
                ReduceOp op)
      : group_(std::move(group)), copies_(std::move(copies)), data_(data), count_(count),
        type_(type), op_(op) {}
  void run(Bases bases) override {
    copy_operands(bases);
    all_reduce(group_, data_.in(bases), count_, type_, op_);
  }
  void start(Bases bases) override {
    copy_operands(bases);
    pending_ = start_all_reduce(group_, data_.in(bases), count_, type_, op_);
  }
  void finish(Bases) override { pending_.wait(); }

private:
  void copy_operands(Bases bases) const {
    for (const Copy &copy : copies_)
      copy.run(bases);
  }

  Group group_;
  std::vector<Copy> copies_; // of operands that lie elsewhere
  Address data_;
  std::size_t count_;
  DType type_;
  ReduceOp op_;
};

/// The members' parts of some values in one buffer, and how the values' blocks are cut into them.
struct Message {
  Address buffer;
  std::vector<std::size_t> counts; ///< elements of each member
  std::vector<PackedRuns> runs;    ///< of each value; none where the buffer is the value's own
  std::vector<Address> blocks;     ///< of each value

  std::size_t count() const { return std::reduce(counts.begin(), counts.end()); }
  ConstBuffer given(Bases bases) const {
    for (std::size_t i = 0; i < runs.size(); ++i)
      runs[i].pack(blocks[i].in(bases), buffer.in(bases));
    return {buffer.in(bases), count()};
  }
  Buffer room(Bases bases) const { return {buffer.in(bases), count()}; }
  void take(Bases bases) const {
    for (std::size_t i = 0; i < runs.size(); ++i)
      runs[i].unpack(buffer.in(bases), blocks[i].in(bases));
  }
};

/// What of its block this rank keeps goes straight from the operand to the result.
struct KeptPart {
  PackedRuns runs;
  Address from, to;
  void copy(Bases bases) const { runs.pack(from.in(bases), to.in(bases)); }
};

class MessageStep final : public CollectiveStep {
public:
  MessageStep(Group group, Operation operation, Message given, Message taken, KeptPart kept,
              DType type, ReduceOp op)
      : group_(std::move(group)), operation_(operation), given_(std::move(given)),
        taken_(std::move(taken)), kept_(std::move(kept)), type_(type), op_(op) {}
  void run(Bases bases) override {
    kept_.copy(bases);
    const ConstBuffer in = given_.given(bases);
    const Buffer out = taken_.room(bases);
    if (operation_ == Operation::all_gather)
      all_gather(group_, in, out, taken_.counts, type_);
    else if (operation_ == Operation::reduce_scatter)
      reduce_scatter(group_, in, out, given_.counts, type_, op_);
    else
      all_to_all(group_, in, out, given_.counts, taken_.counts, type_);
    taken_.take(bases);
  }
  void start(Bases bases) override {
    kept_.copy(bases);
    const ConstBuffer in = given_.given(bases);
    const Buffer out = taken_.room(bases);
    if (operation_ == Operation::all_gather)
      pending_ = start_all_gather(group_, in, out, taken_.counts, type_);
    else if (operation_ == Operation::reduce_scatter)
      pending_ = start_reduce_scatter(group_, in, out, given_.counts, type_, op_);
    else
      pending_ = start_all_to_all(group_, in, out, given_.counts, taken_.counts, type_);
  }
  void finish(Bases bases) override {
    pending_.wait();
    taken_.take(bases);
  }

private:
  Group group_;
  Operation operation_;
  Message given_, taken_;
  KeptPart kept_;
  DType type_;
  ReduceOp op_;
};

class PermuteStepOfBlocks final : public CollectiveStep {
public:
  PermuteStepOfBlocks(Group group, std::vector<PermuteStep> steps, Copy given, Copy taken,
                      std::size_t count, DType type)
      : group_(std::move(group)), steps_(std::move(steps)), given_(given), taken_(taken),
        count_(count), type_(type) {}
  void run(Bases bases) override {
    given_.run(bases);
    permute(group_, ConstBuffer{given_.to.in(bases), count_}, Buffer{taken_.from.in(bases), count_},
            steps_, type_);
    taken_.run(bases);
  }
  void start(Bases bases) override {
    given_.run(bases);
    pending_ = start_permute(group_, ConstBuffer{given_.to.in(bases), count_},
                             Buffer{taken_.from.in(bases), count_}, steps_, type_);
  }
  void finish(Bases bases) override {
    pending_.wait();
    taken_.run(bases);
  }

private:
  Group group_;
  std::vector<PermuteStep> steps_;
  Copy given_, taken_;
  std::size_t count_;
  DType type_;
};

class CutStep final : public Step {
public:
  CutStep(PackedRuns runs, Address from, Address to)
      : runs_(std::move(runs)), from_(from), to_(to) {}
  void run(Bases bases) override { runs_.pack(from_.in(bases), to_.in(bases)); }

private:
  PackedRuns runs_;
  Address from_, to_;
};

class CollectiveMaker {
public:
  CollectiveMaker(const Runtime &runtime, const Program &partitioned, const StepSource &source,
                  std::size_t unit)
      : source_(source), unit_(source.units.units[unit]),
        instruction_(source.instruction(unit_.instructions[0])),
        group_(runtime.group(*partitioned.mesh, collective_axes(instruction_))),
        scratch_(source.scratch(unit)), parts_(scratch_of(source.program, source.units, unit_)),
        type_(source.type(instruction_.operands[0]).dtype) {
    const Instruction &global =
        partitioned.main().instructions.at(source.program.origin[unit_.instructions[0]]);
    for (std::size_t i = 0; i < global.operands.size(); ++i)
      moves_.emplace_back(group_, partitioned, global.operands[i], global.results[i]);
  }

  std::unique_ptr<CollectiveStep> make() const {
    switch (instruction_.operation) {
    case Operation::all_reduce:
      return all_reduce_step();
    case Operation::all_gather: {
      const bool in_place = moves_in_place(source_.program.block, instruction_);
      return message_step(own_blocks(false, 0), in_place ? undivided(true) : divided(true, 1));
    }
    case Operation::reduce_scatter: {
      const bool in_place = moves_in_place(source_.program.block, instruction_);
      return message_step(in_place ? undivided(false) : divided(false, 0), own_blocks(true, 1),
                          std::get<ReduceScatterAttributes>(instruction_.attributes).op);
    }
    case Operation::all_to_all:
      return exchange_step();
    case Operation::permute:
      return permute_step();
    default:
      throw Error(fmt::format("{} sends nothing", to_string(instruction_.operation)));
    }
  }

  std::unique_ptr<Step> cut() const {
    PackedRuns runs(type_);
    const Slices after = here(moves_[0], true);
    runs.add(after, here(moves_[0], false), 0);
    return std::make_unique<CutStep>(std::move(runs), source_.address(instruction_.operands[0]),
                                     source_.address(instruction_.results[0]));
  }

private:
  Address part(std::size_t index) const {
    return {scratch_.base, scratch_.offset + parts_[index].offset};
  }
  const std::vector<ValueId> &ids(bool results) const {
    return results ? instruction_.results : instruction_.operands;
  }
  Slices here(const CollectiveMove &move, bool after) const {
    return after ? move.after(move.here()) : move.before(move.here());
  }
  std::size_t bytes(ValueId id) const { return static_cast<std::size_t>(source_.type(id).bytes()); }

  std::unique_ptr<CollectiveStep> all_reduce_step() const {
    std::vector<Copy> copies;
    Address data = source_.address(instruction_.results[0]);
    std::size_t total = 0;
    for (std::size_t i = 0; i < instruction_.results.size(); ++i) {
      const Address from = source_.address(instruction_.operands[i]),
                    to = source_.address(instruction_.results[i]);
      if (from.base != to.base || from.offset != to.offset)
        copies.push_back({from, to, bytes(instruction_.results[i])});
      data.offset = std::min(data.offset, to.offset);
      total += bytes(instruction_.results[i]);
    }
    return std::make_unique<AllReduceStep>(
        group_, std::move(copies), data, total / size_of(type_), type_,
        std::get<AllReduceAttributes>(instruction_.attributes).op);
  }

  /// What this rank has of all values, in one piece.
  Message own_blocks(bool results, std::size_t scratch) const {
    const bool single = moves_.size() == 1;
    Message message{single ? source_.address(ids(results)[0]) : part(scratch), {0}, {}, {}};
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      const Slices block = here(moves_[i], results);
      if (!single) {
        message.runs.emplace_back(type_).add(block, block,
                                             static_cast<std::int64_t>(message.counts[0]));
        message.blocks.push_back(source_.address(ids(results)[i]));
      }
      message.counts[0] += static_cast<std::size_t>(element_count(block));
    }
    return message;
  }

  Slices of_member(const CollectiveMove &move, std::size_t place, bool gathered) const {
    return gathered ? move.before(place) : move.after(place);
  }

  /// The members' parts of the one value follow each other in its block.
  Message undivided(bool gathered) const {
    Message message{source_.address(ids(gathered)[0]), {}, {}, {}};
    for (std::size_t place = 0; place < moves_[0].size(); ++place)
      message.counts.push_back(
          static_cast<std::size_t>(element_count(of_member(moves_[0], place, gathered))));
    return message;
  }

  Message divided(bool gathered, std::size_t scratch) const {
    Message message{part(scratch), {}, {}, {}};
    for (const ValueId id : ids(gathered)) {
      message.runs.emplace_back(type_);
      message.blocks.push_back(source_.address(id));
    }
    std::int64_t offset = 0;
    for (std::size_t place = 0; place < moves_[0].size(); ++place) {
      const std::int64_t begin = offset;
      for (std::size_t i = 0; i < moves_.size(); ++i) {
        const Slices slices = of_member(moves_[i], place, gathered);
        message.runs[i].add(slices, here(moves_[i], gathered), offset);
        offset += element_count(slices);
      }
      message.counts.push_back(static_cast<std::size_t>(offset - begin));
    }
    return message;
  }

  std::unique_ptr<CollectiveStep> message_step(Message given, Message taken,
                                               ReduceOp op = ReduceOp::sum) const {
    return message_step(std::move(given), std::move(taken), {PackedRuns(type_), {}, {}}, op);
  }
  std::unique_ptr<CollectiveStep> message_step(Message given, Message taken, KeptPart kept,
                                               ReduceOp op) const {
    return std::make_unique<MessageStep>(group_, instruction_.operation, std::move(given),
                                         std::move(taken), std::move(kept), type_, op);
  }

  std::unique_ptr<CollectiveStep> exchange_step() const {
    const CollectiveMove &move = moves_[0];
    const Slices before = here(move, false), after = here(move, true);
    Message given{part(0), {}, {PackedRuns(type_)}, {source_.address(instruction_.operands[0])}},
        taken{part(1), {}, {PackedRuns(type_)}, {source_.address(instruction_.results[0])}};
    KeptPart kept{PackedRuns(type_), given.blocks[0], taken.blocks[0]};
    kept.runs.add_between(intersection(before, after), before, after);
    std::int64_t to_give = 0, to_take = 0;
    for (std::size_t place = 0; place < move.size(); ++place) {
      if (place == move.here()) {
        given.counts.push_back(0);
        taken.counts.push_back(0);
        continue;
      }
      const Slices theirs = intersection(before, move.after(place)),
                   ours = intersection(move.before(place), after);
      given.runs[0].add(theirs, before, to_give);
      taken.runs[0].add(ours, after, to_take);
      given.counts.push_back(static_cast<std::size_t>(element_count(theirs)));
      taken.counts.push_back(static_cast<std::size_t>(element_count(ours)));
      to_give += element_count(theirs);
      to_take += element_count(ours);
    }
    return message_step(std::move(given), std::move(taken), std::move(kept), ReduceOp::sum);
  }

  /// Blocks travel as large as the largest; one that is no smaller needs no copy of it.
  std::unique_ptr<CollectiveStep> permute_step() const {
    const auto count = static_cast<std::size_t>(source_.program.permuted[unit_.instructions[0]]);
    const auto is_largest = [&](ValueId id) { return bytes(id) == count * size_of(type_); };
    const ValueId operand = instruction_.operands[0], result = instruction_.results[0];
    const Address from = source_.address(operand), to = source_.address(result);
    return std::make_unique<PermuteStepOfBlocks>(
        group_, permute_steps(moves_[0]),
        is_largest(operand) ? Copy{from, from, 0} : Copy{from, part(0), bytes(operand)},
        is_largest(result) ? Copy{to, to, 0} : Copy{part(1), to, bytes(result)}, count, type_);
  }

  const StepSource &source_;
  const Unit &unit_;
  const Instruction &instruction_;
  Group group_;
  Address scratch_;
  std::vector<ScratchPart> parts_;
  DType type_;
  std::vector<CollectiveMove> moves_;
};

} // namespace

std::unique_ptr<CollectiveStep> collective_step(const Runtime &runtime, const Program &partitioned,
                                                const StepSource &source, std::size_t unit) {
  return CollectiveMaker(runtime, partitioned, source, unit).make();
}

std::unique_ptr<Step> cut_step(const Runtime &runtime, const Program &partitioned,
                               const StepSource &source, std::size_t unit) {
  return CollectiveMaker(runtime, partitioned, source, unit).cut();
}

} // namespace brigade
