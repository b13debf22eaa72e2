#include "brigade/runtime/steps/loop_step.hpp"

#include "brigade/ir/literal.hpp"
#include "brigade/runtime/executor/literal_bytes.hpp"
#include "brigade/runtime/steps/loop_chains.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <utility>

namespace brigade {

namespace {

// Of a tile; where totals are taken of it, fewer are added up in f32 at a time.
constexpr std::int64_t kMostElements = 4096, kMostElementsOfTotals = 1024, kLeastElements = 16;
// Tiles stay in the first cache, beside what they are computed from.
constexpr std::int64_t kTileBytes = std::int64_t{16} << 10;
constexpr std::int64_t kRowsToFlush = 128; // sums of so many f32 lose few bits
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

bool is_number(const StridedView &view) {
  return std::ranges::all_of(view.strides, [](std::int64_t stride) { return stride == 0; });
}

// Reads what a view shows.
LoopSlot slot_of(const StepSource &source, const StridedView &view, DType type) {
  LoopSlot slot;
  slot.kind = SlotKind::loaded;
  slot.type = type;
  slot.offset = view.offset;
  slot.strides = view.strides;
  if (!source.units.views.is_made_from_nothing(view.root)) {
    slot.address = source.address(view.root);
    return slot;
  }
  const Instruction &maker = source.maker(view.root);
  if (maker.operation == Operation::iota) {
    slot.kind = SlotKind::counted;
    return slot;
  }
  const Literal literal =
      Literal::from_numbers({type, {}}, std::get<ConstantAttributes>(maker.attributes).numbers);
  std::memcpy(slot.literal.data(), bytes_of(literal), size_of(type));
  slot.is_literal = true;
  slot.offset = 0;
  return slot;
}

class LoopMaker {
public:
  LoopMaker(const StepSource &source, std::size_t unit)
      : source_(source), block_(source.program.block), unit_(source.units.units[unit]),
        shape_(loop_shape(block_, source.instruction(unit_.instructions[0]))),
        scratch_(source.scratch(unit)),
        scratch_parts_(scratch_of(source.program, source.units, unit_)) {
    for (std::size_t i = 0; i < unit_.instructions.size(); ++i)
      if (const Instruction &instruction = instruction_at(i);
          !is_loop_reduction(instruction.operation))
        of_this_loop_.insert(instruction.results[0]);
    for (LoopChain &chain :
         find_loop_chains(source, unit_,
                          {[this](std::size_t place) { return is_computed(place); },
                           [this](ValueId id) { return can_be_number(id); }})) {
      std::size_t first = chain.front().place;
      for (const LinkedPlace &link : chain) {
        is_in_chain_.insert(link.place);
        if (link.inner) {
          is_in_chain_.insert(*link.inner);
          first = std::min(first, *link.inner);
        }
      }
      chains_.emplace(first, std::move(chain));
    }
  }

  LoopStep::Plan make() && {
    find_last_uses();
    for (std::size_t place = 0; place < unit_.instructions.size(); ++place) {
      at_ = place;
      if (const auto chain = chains_.find(place); chain != chains_.end())
        add_chain(chain->second);
      else if (!is_in_chain_.contains(place))
        add(unit_.instructions[place]);
    }
    LoopStep::Plan plan{walk(), 0, {}, std::move(calls_), std::move(totals_), std::move(sources_)};
    choose_kinds(plan.walk);
    plan.tile = place_tiles(plan.walk, plan.calls.size() == 1 && plan.totals.empty());
    for (LoopStep::Total &total : plan.totals) {
      total.keeps_columns = total.strides.back() != 0;
      total.row_step = plan.walk.row_step(total.strides);
      const std::int64_t result_rows =
          total.keeps_columns && plan.walk.columns() > 0
              ? std::max<std::int64_t>(1, total.count / plan.walk.columns())
              : 1;
      total.rows_to_flush = kRowsToFlush * result_rows;
    }
    plan.slots = std::move(slots_);
    return plan;
  }

private:
  const Instruction &instruction_at(std::size_t place) const {
    return source_.instruction(unit_.instructions[place]);
  }
  // By a tile function of its operands.
  bool is_computed(std::size_t place) const {
    const Instruction &instruction = instruction_at(place);
    return of_this_loop_.contains(instruction.results[0]) &&
           !source_.units.views.is_view(instruction.results[0]);
  }

  // Values of the loop need a tile until their last use; totals take theirs at the end of a tile,
  // and an inner operation when its outer one is done.
  void find_last_uses() {
    for (std::size_t i = 0; i < unit_.instructions.size(); ++i) {
      const Instruction &instruction = instruction_at(i);
      for (const ValueId operand : instruction.operands)
        last_use_[operand] =
            is_loop_reduction(instruction.operation) ? kNone : std::max(last_use_[operand], i);
    }
    for (const auto &[first, chain] : chains_)
      for (const auto &[place, inner] : chain)
        if (inner)
          for (const ValueId operand : instruction_at(*inner).operands)
            last_use_[operand] = std::max(last_use_[operand], place);
  }

  void add(std::size_t index) {
    const Instruction &instruction = source_.instruction(index);
    const ValueId result = instruction.results[0];
    const DType type = block_.type(result).dtype;
    if (is_loop_reduction(instruction.operation))
      return add_total(instruction);
    if (block_.type(result).size() == 0)
      return; // nothing to be computed, and no view leads there
    LoopStep::Call call{};
    call.instruction = index;
    if (source_.units.views.is_view(result)) {
      const StridedView &view = source_.units.views.of(result);
      const bool number = is_number(view);
      call.a = call.b = call.c = slot_of_view(view, type, number);
      call.function = tile_copy(type, number);
    } else {
      const std::vector<ValueId> &operands = instruction.operands;
      const TileForm form = form_of(instruction);
      call.a = slot_of(operands[0], form.first_is_number);
      call.b = operands.size() > 1 ? slot_of(operands[1], form.second_is_number) : call.a;
      call.c = operands.size() > 2 ? slot_of(operands[2], false) : call.b;
      call.function = tile_function(form);
      for (const ValueId operand : operands)
        give_back(operand);
    }
    call.out = slot_for_result(result);
    calls_.push_back(std::move(call));
    sources_.push_back(to_string(instruction.source));
  }

  TileForm form_of(const Instruction &instruction) const {
    const std::vector<ValueId> &operands = instruction.operands;
    TileForm form{instruction.operation, block_.type(operands.back()).dtype,
                  block_.type(instruction.results[0]).dtype, false, false};
    if (takes_numbers(instruction.operation)) {
      form.first_is_number = can_be_number(operands[0]);
      form.second_is_number = can_be_number(operands[1]);
    }
    return form;
  }

  // Of each operation's operands, what the one before gave is still in registers.
  void add_chain(const LoopChain &chain) {
    std::vector<ChainLink> links;
    for (std::size_t k = 0; k < chain.size(); ++k) {
      at_ = chain[k].place;
      const Instruction &instruction = instruction_at(at_);
      ChainLink link{instruction.operation, {}};
      std::vector<ValueId> taken = instruction.operands;
      for (std::size_t i = 0; i < taken.size(); ++i)
        if (chain[k].inner && taken[i] == instruction_at(*chain[k].inner).results[0])
          link.operands[i].kind = ChainOperand::Kind::inner;
        else if (k == 0 || taken[i] != instruction_at(chain[k - 1].place).results[0])
          link.operands[i] = chain_operand(taken[i]);
      if (chain[k].inner) {
        const Instruction &inner = instruction_at(*chain[k].inner);
        link.inner = {inner.operation,
                      {chain_operand(inner.operands[0]), chain_operand(inner.operands[1])}};
        taken.insert(taken.end(), inner.operands.begin(), inner.operands.end());
      }
      for (const ValueId operand : taken)
        give_back(operand);
      if (is_stored(chain, k))
        link.stored = slot_for_result(instruction.results[0]);
      links.push_back(link);
    }
    const Instruction &last = instruction_at(chain.back().place);
    LoopStep::Call call{};
    call.chain = tile_chain(block_.type(last.results[0]).dtype, links);
    call.instruction = unit_.instructions[chain.back().place];
    calls_.push_back(std::move(call));
    sources_.push_back(to_string(last.source));
  }

  ChainOperand chain_operand(ValueId id) {
    const bool number = can_be_number(id);
    return {number ? ChainOperand::Kind::number : ChainOperand::Kind::tile, slot_of(id, number)};
  }

  // Whether somebody else than the next operation of the chain reads what one gives.
  bool is_stored(const LoopChain &chain, std::size_t k) const {
    const ValueId result = instruction_at(chain[k].place).results[0];
    if (std::ranges::find(unit_.writes, result) != unit_.writes.end())
      return true;
    for (std::size_t i = 0; i < unit_.instructions.size(); ++i)
      if (const auto &operands = instruction_at(i).operands;
          (k + 1 == chain.size() || i != chain[k + 1].place) &&
          std::ranges::find(operands, result) != operands.end())
        return true;
    return false;
  }

  void add_total(const Instruction &instruction) {
    const ValueId result = instruction.results[0], operand = instruction.operands[0];
    const auto &dims = std::get<DimensionsAttributes>(instruction.attributes).dims;
    const Shape kept = row_major_strides(block_.type(result).shape);
    LoopStep::Total total{};
    total.functions = totals_functions(instruction.operation, block_.type(result).dtype);
    total.slot = slot_of(operand, false);
    total.totals = scratch_;
    total.totals.offset += scratch_parts_[totals_.size()].offset;
    total.result = source_.address(result);
    total.count = block_.type(result).size();
    std::size_t next = 0;
    for (std::size_t d = 0; d < shape_.size(); ++d)
      total.strides.push_back(
          std::ranges::find(dims, static_cast<std::int64_t>(d)) == dims.end() ? kept[next++] : 0);
    totals_.push_back(std::move(total));
  }

  bool can_be_number(ValueId id) const {
    return !of_this_loop_.contains(id) && is_number(source_.units.views.of(id)) &&
           !is_iota(source_.units.views.of(id).root);
  }
  bool is_iota(ValueId root) const {
    return source_.units.views.is_made_from_nothing(root) &&
           source_.maker(root).operation == Operation::iota;
  }

  std::size_t slot_of(ValueId id, bool number) {
    if (const auto own = own_.find(id); own != own_.end())
      return own->second;
    return slot_of_view(source_.units.views.of(id), block_.type(id).dtype, number);
  }

  std::size_t slot_of_view(const StridedView &view, DType type, bool number) {
    for (const auto &[known, is_a_number, slot] : views_)
      if (known == view && is_a_number == number)
        return slot;
    LoopSlot slot = brigade::slot_of(source_, view, type);
    if (number && slot.kind == SlotKind::loaded)
      slot.kind = SlotKind::number;
    slots_.push_back(std::move(slot));
    views_.push_back({view, number, slots_.size() - 1});
    return slots_.size() - 1;
  }

  // What is stored is computed where it lies; other results take a tile that is free again.
  std::size_t slot_for_result(ValueId id) {
    LoopSlot slot;
    slot.type = block_.type(id).dtype;
    if (std::ranges::find(unit_.writes, id) != unit_.writes.end()) {
      slot.kind = SlotKind::direct;
      slot.address = source_.address(id);
      slot.strides = row_major_strides(shape_);
    } else {
      for (std::size_t i = 0; i < free_.size(); ++i)
        if (slots_[free_[i]].type == slot.type) {
          own_[id] = free_[i];
          free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(i));
          return own_[id];
        }
      slot.strides = row_major_strides(shape_);
    }
    slots_.push_back(std::move(slot));
    own_[id] = slots_.size() - 1;
    return own_[id];
  }

  void give_back(ValueId id) {
    const auto own = own_.find(id);
    if (own == own_.end() || last_use_[id] != at_ ||
        slots_[own->second].kind != SlotKind::computed ||
        std::ranges::find(free_, own->second) != free_.end())
      return;
    free_.push_back(own->second);
  }

  LoopWalk walk() {
    std::vector<std::vector<std::int64_t> *> strides;
    for (LoopSlot &slot : slots_)
      strides.push_back(&slot.strides);
    for (LoopStep::Total &total : totals_)
      strides.push_back(&total.strides);
    return LoopWalk(shape_, strides);
  }

  void choose_kinds(const LoopWalk &walk) {
    for (LoopSlot &slot : slots_) {
      slot.repeats_rows = walk.repeats_rows(slot.strides);
      if (slot.kind == SlotKind::loaded && !slot.is_literal && walk.is_contiguous(slot.strides))
        slot.kind = SlotKind::direct;
    }
  }

  // Tiles are as long as all of them fit into their memory; rows are read in place where a tile
  // lies inside of one. One call that needs no such memory goes through all elements at once.
  std::int64_t place_tiles(const LoopWalk &walk, bool is_one_call) {
    std::int64_t element_bytes = 1;
    for (const LoopSlot &slot : slots_)
      if (is_in_tile_memory(slot))
        element_bytes += static_cast<std::int64_t>(slot.element());
    if (element_bytes == 1 && is_one_call)
      return std::max(walk.rows() * walk.columns(), kLeastElements);
    // Each begins a cache line further than it would have to, so that they do not share their sets.
    std::int64_t tile = std::clamp(kTileBytes / element_bytes, kLeastElements,
                                   totals_.empty() ? kMostElements : kMostElementsOfTotals);
    if (walk.columns() > tile) {
      const std::int64_t pieces = (walk.columns() + tile - 1) / tile;
      tile = std::min(tile, ((walk.columns() + pieces - 1) / pieces + 15) / 16 * 16);
      for (LoopSlot &slot : slots_)
        if (slot.kind == SlotKind::loaded && !slot.is_literal && slot.strides.back() == 1)
          slot.kind = SlotKind::row;
    }
    std::size_t offset = 0;
    for (LoopSlot &slot : slots_)
      if (is_in_tile_memory(slot)) {
        slot.tile_offset = offset;
        const std::size_t bytes = static_cast<std::size_t>(tile) * slot.element();
        offset += (bytes + kCacheLine - 1) / kCacheLine * kCacheLine + kCacheLine;
      }
    return tile;
  }

  static bool is_in_tile_memory(const LoopSlot &slot) {
    return slot.kind == SlotKind::computed || slot.kind == SlotKind::loaded ||
           slot.kind == SlotKind::counted;
  }

  struct KnownView {
    StridedView view;
    bool is_number;
    std::size_t slot;
  };

  const StepSource &source_;
  const Block &block_;
  const Unit &unit_;
  const Shape &shape_;
  Address scratch_;
  std::vector<ScratchPart> scratch_parts_;
  std::set<ValueId> of_this_loop_;          // values that it computes element by element
  std::map<std::size_t, LoopChain> chains_; // by their first places
  std::set<std::size_t> is_in_chain_;       // places
  std::size_t at_ = 0;
  std::map<ValueId, std::size_t> last_use_;
  std::map<ValueId, std::size_t> own_; // slots of what is computed so far
  std::vector<KnownView> views_;
  std::vector<std::size_t> free_;
  std::vector<LoopSlot> slots_;
  std::vector<LoopStep::Call> calls_;
  std::vector<LoopStep::Total> totals_;
  std::vector<std::string> sources_;
};

} // namespace

std::unique_ptr<Step> loop_step(const StepSource &source, std::size_t unit,
                                std::byte *tile_memory) {
  return std::make_unique<LoopStep>(LoopMaker(source, unit).make(), tile_memory);
}

std::unique_ptr<Step> copy_step(const StepSource &source, const StridedView &view,
                                const Shape &shape, Address to, std::byte *tile_memory) {
  const DType type = source.type(view.root).dtype;
  LoopSlot written;
  written.kind = SlotKind::direct;
  written.type = type;
  written.address = to;
  written.strides = row_major_strides(shape);
  std::vector<LoopSlot> slots{slot_of(source, view, type), std::move(written)};
  std::vector<std::int64_t> *strides[] = {&slots[0].strides, &slots[1].strides};
  LoopWalk walk(shape, strides);
  slots[0].repeats_rows = walk.repeats_rows(slots[0].strides);
  if (slots[0].kind == SlotKind::loaded && !slots[0].is_literal &&
      walk.is_contiguous(slots[0].strides))
    slots[0].kind = SlotKind::direct;
  LoopStep::Plan plan{std::move(walk), kMostElements, std::move(slots), {}, {}, {""}};
  plan.calls.push_back({tile_copy(type, false), 1, 0, 0, 0, nullptr, 0});
  return std::make_unique<LoopStep>(std::move(plan), tile_memory);
}

} // namespace brigade
