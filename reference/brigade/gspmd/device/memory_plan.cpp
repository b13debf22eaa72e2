#include "brigade/gspmd/device/memory_plan.hpp"

#include "brigade/gspmd/device/buffers.hpp"
#include "brigade/gspmd/device/order.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace brigade {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

std::size_t index_of(ValueId id) { return static_cast<std::size_t>(id.index); }

class Planning {
public:
  Planning(const DeviceProgram &program, const Units &units, const std::vector<bool> &started,
           const std::vector<bool> &donated)
      : program_(program), block_(program.block), units_(units), started_(started),
        donated_(donated), order_(program, units, started), roots_(memory_roots(program, units)),
        maker_(block_.values.size(), kNone), argument_of_(block_.values.size(), kNone),
        result_of_(block_.values.size(), kNone), buffer_of_(block_.values.size(), kNone),
        last_use_(block_.values.size(), 0), in_flight_(block_.values.size(), 0) {
    for (std::size_t unit = 0; unit < units.units.size(); ++unit)
      for (const ValueId write : units.units[unit].writes)
        maker_[index_of(write)] = unit;
    for (std::size_t i = 0; i < block_.parameters.size(); ++i)
      argument_of_[index_of(block_.parameters[i])] = i;
    plan_.places.resize(block_.values.size());
    plan_.scratch.resize(units.units.size());
    plan_.awaited.resize(units.units.size());
    plan_.results.resize(block_.results.size());
  }

  MemoryPlan run() && {
    find_results();
    take_donated_arguments();
    std::vector<bool> is_counted; // the memory of results is there from the beginning
    for (const std::size_t result : result_of_)
      is_counted.push_back(result == kNone);
    plan_.order = order_.listed(is_counted);
    find_last_uses();
    find_awaits();
    for (time_ = 0; time_ < plan_.order.size(); ++time_)
      make_buffers(plan_.order[time_]);
    place();
    return std::move(plan_);
  }

private:
  ValueId root(ValueId id) const { return roots_[index_of(id)]; }
  std::size_t bytes(ValueId id) const { return static_cast<std::size_t>(block_.type(id).bytes()); }
  const Instruction &first_of(std::size_t unit) const {
    return block_.instructions[units_.units[unit].instructions[0]];
  }
  bool is_reduced(ValueId id) const {
    return maker_[index_of(id)] != kNone &&
           first_of(maker_[index_of(id)]).operation == Operation::all_reduce;
  }
  bool is_literal(ValueId id) const {
    return maker_[index_of(id)] != kNone &&
           units_.units[maker_[index_of(id)]].kind == UnitKind::other &&
           first_of(maker_[index_of(id)]).operation == Operation::constant;
  }

  // Each value is one result's own memory; whoever returns it too gets a copy.
  void find_results() {
    for (std::size_t i = 0; i < block_.results.size(); ++i) {
      const ValueId value = block_.results[i].value, memory = root(value);
      if (const std::size_t argument = argument_of_[index_of(memory)]; argument != kNone) {
        returned_.push_back(argument);
        if (memory == value)
          plan_.results[i].is_argument = argument;
        else
          copied_.push_back(i);
      } else if (result_of_[index_of(memory)] != kNone || is_reduced(memory) ||
                 is_literal(memory)) {
        copied_.push_back(i);
      } else {
        result_of_[index_of(memory)] = i;
      }
    }
  }

  void take_donated_arguments() {
    std::vector<bool> is_taken(block_.parameters.size(), true);
    for (std::size_t i = 0; i < donated_.size(); ++i)
      is_taken[i] = !donated_[i] || std::ranges::find(returned_, i) != returned_.end();
    for (const bool in_place : {true, false}) // first those that are read where they are written
      for (std::size_t value = 0; value < block_.values.size(); ++value) {
        const std::size_t result = result_of_[value];
        if (result == kNone || plan_.results[result].takes_argument)
          continue;
        for (std::size_t i = 0; i < block_.parameters.size(); ++i)
          if (!is_taken[i] && can_take({static_cast<std::int32_t>(value)}, i, in_place)) {
            plan_.results[result].takes_argument = i;
            is_taken[i] = true;
            break;
          }
      }
  }

  // All other readers of the argument have to run before; they are told to.
  bool can_take(ValueId value, std::size_t argument, bool in_place) {
    const ValueId parameter = block_.parameters[argument];
    const std::size_t unit = maker_[index_of(value)];
    if (block_.type(parameter) != block_.type(value))
      return false;
    std::vector<std::size_t> readers;
    bool reads_it = false;
    for (std::size_t other = 0; other < units_.units.size(); ++other)
      if (reads(other, parameter)) {
        reads_it = reads_it || other == unit;
        if (other != unit)
          readers.push_back(other);
      }
    if (reads_it != in_place || (reads_it && !can_write_over(unit, parameter, value)))
      return false;
    for (const std::size_t reader : readers)
      if (!order_.can_precede(reader, unit))
        return false;
    for (const std::size_t reader : readers)
      order_.let_precede(reader, unit);
    return true;
  }

  bool reads(std::size_t unit, ValueId memory) const {
    return units_.units[unit].kind != UnitKind::alias &&
           std::ranges::any_of(units_.units[unit].reads,
                               [&](ValueId read) { return root(read) == memory; });
  }

  // Whether a unit may write a value where it reads another: element by element, and not before its
  // last use of what was there.
  bool can_write_over(std::size_t index, ValueId memory, ValueId written) const {
    const Unit &unit = units_.units[index];
    if (unit.kind == UnitKind::other)
      return first_of(index).operation == Operation::update_row &&
             root(first_of(index).operands[0]) == memory &&
             root(first_of(index).operands[1]) != memory &&
             root(first_of(index).operands[2]) != memory;
    if (unit.kind != UnitKind::loop ||
        size_of(block_.type(memory).dtype) != size_of(block_.type(written).dtype))
      return false;
    bool is_written = false;
    for (const std::size_t member : unit.instructions) {
      const Instruction &instruction = block_.instructions[member];
      const std::vector<ValueId> operands =
          units_.views.is_view(instruction.results[0]) ? instruction.results : instruction.operands;
      for (const ValueId operand : operands) {
        const StridedView &view = units_.views.of(operand);
        if (units_.views.is_made_from_nothing(view.root) || root(view.root) != memory)
          continue;
        if (is_written || !is_whole(view, block_.type(operand).shape, block_.type(view.root).shape))
          return false;
      }
      if (instruction.results[0] == written) {
        if (is_loop_reduction(instruction.operation))
          return false;
        is_written = true;
      }
    }
    return is_written;
  }

  void find_last_uses() {
    for (std::size_t time = 0; time < plan_.order.size(); ++time) {
      const Unit &unit = units_.units[plan_.order[time]];
      for (const ValueId write : unit.writes)
        last_use_[index_of(root(write))] = std::max(last_use_[index_of(root(write))], time);
      if (unit.kind != UnitKind::alias)
        for (const ValueId read : unit.reads)
          last_use_[index_of(root(read))] = std::max(last_use_[index_of(root(read))], time);
    }
    for (const std::size_t result : copied_)
      last_use_[index_of(root(block_.results[result].value))] = plan_.order.size();
  }

  bool is_started(std::size_t unit) const { return started_[units_.units[unit].instructions[0]]; }

  // A collective is awaited before somebody reads what it makes, or writes over what it reads.
  void find_awaits() {
    for (std::size_t time = 0; time < plan_.order.size(); ++time) {
      const std::size_t unit = plan_.order[time];
      if (!is_started(unit))
        continue;
      std::size_t until = time + 1;
      while (until < plan_.order.size() && !ends(plan_.order[until], unit))
        ++until;
      plan_.awaited[unit] = until;
      for (const auto *values : {&units_.units[unit].reads, &units_.units[unit].writes})
        for (const ValueId value : *values)
          in_flight_[index_of(root(value))] = std::max(in_flight_[index_of(root(value))], until);
    }
  }

  bool ends(std::size_t unit, std::size_t collective) const {
    const Unit &flying = units_.units[collective];
    return std::ranges::any_of(flying.writes,
                               [&](ValueId made) { return reads(unit, root(made)); }) ||
           std::ranges::any_of(units_.units[unit].writes, [&](ValueId written) {
             const std::size_t result = result_of_[index_of(written)];
             return result != kNone && plan_.results[result].takes_argument &&
                    reads(collective, block_.parameters[*plan_.results[result].takes_argument]);
           });
  }

  bool is_in_flight_elsewhere(ValueId root, std::size_t collective) const {
    for (std::size_t time = 0; time < time_; ++time)
      if (const auto &awaited = plan_.awaited[plan_.order[time]]; awaited && *awaited > time_ &&
                                                                  plan_.order[time] != collective &&
                                                                  reads(plan_.order[time], root))
        return true;
    return false;
  }

  // The last time at which a value's memory is needed.
  std::size_t end_of(ValueId root) const {
    const std::size_t awaited = in_flight_[index_of(root)];
    return std::max(last_use_[index_of(root)], awaited == 0 ? 0 : awaited - 1);
  }

  std::size_t new_buffer(std::size_t size, std::size_t last, bool shared = false) {
    buffers_.push_back({size, time_, last, shared, {}, 0});
    return buffers_.size() - 1;
  }

  void make_buffers(std::size_t index) {
    const Unit &unit = units_.units[index];
    if (unit.kind == UnitKind::alias)
      return;
    std::size_t scratch = 0;
    for (const ScratchPart &part : scratch_of(program_, units_, unit))
      scratch = part.offset + part.bytes;
    if (scratch > 0)
      scratch_[index] =
          new_buffer(scratch, plan_.awaited[index] ? *plan_.awaited[index] - 1 : time_);
    if (first_of(index).operation == Operation::all_reduce)
      return reduce_in_place(index);
    std::vector<std::size_t> taken;
    for (const ValueId write : unit.writes) {
      if (result_of_[index_of(write)] != kNone || is_literal(write))
        continue;
      std::size_t &buffer = buffer_of_[index_of(write)];
      for (const ValueId read : unit.reads) {
        const std::size_t before = buffer_of_[index_of(root(read))];
        if (before == kNone || last_use_[index_of(root(read))] != time_ ||
            in_flight_[index_of(root(read))] > time_ || buffers_[before].bytes != bytes(write) ||
            std::ranges::find(taken, before) != taken.end() ||
            !can_write_over(index, root(read), write))
          continue;
        buffer = before;
        taken.push_back(before);
        buffers_[before].last = std::max(buffers_[before].last, end_of(write));
        break;
      }
      if (buffer == kNone)
        buffer = new_buffer(bytes(write), end_of(write));
    }
  }

  // The results lie next to each other, and each operand where its result will be, if this is its
  // last use.
  void reduce_in_place(std::size_t index) {
    const Instruction &instruction = first_of(index);
    std::vector<std::size_t> by_size(instruction.results.size());
    for (std::size_t i = 0; i < by_size.size(); ++i)
      by_size[i] = i;
    std::ranges::stable_sort(by_size, std::ranges::greater{},
                             [&](std::size_t i) { return bytes(instruction.results[i]); });
    std::size_t whole_bytes = 0;
    for (const ValueId result : instruction.results)
      whole_bytes += bytes(result);
    const bool is_single = instruction.results.size() == 1;
    const std::size_t whole = is_single ? kNone : new_buffer(whole_bytes, time_, true);
    std::size_t offset = 0;
    for (const std::size_t i : by_size) {
      const ValueId operand = root(instruction.operands[i]), result = instruction.results[i];
      std::size_t slot = buffer_of_[index_of(operand)];
      if (slot == kNone || last_use_[index_of(operand)] != time_ ||
          is_in_flight_elsewhere(operand, index) || buffers_[slot].whole ||
          buffers_[slot].bytes != bytes(result) ||
          std::ranges::count(instruction.operands, operand, [&](ValueId id) { return root(id); }) >
              1)
        slot = new_buffer(bytes(result), time_, true);
      PlannedBuffer &buffer = buffers_[slot];
      buffer.shared = true;
      buffer.last = std::max(buffer.last, end_of(result));
      if (!is_single) {
        buffer.whole = whole;
        buffer.offset = offset;
        offset += buffer.bytes;
      }
      buffer_of_[index_of(result)] = slot;
    }
  }

  void place() {
    for (const PlannedBuffer &part : buffers_)
      if (part.whole) {
        PlannedBuffer &whole = buffers_[*part.whole];
        whole.first = std::min(whole.first, part.first);
        whole.last = std::max(whole.last, part.last);
      }
    plan_.arena_bytes = place_buffers(buffers_, false);
    plan_.shared_bytes = shared_memory_bytes(place_buffers(buffers_, true));
    for (std::size_t unit = 0; unit < units_.units.size(); ++unit)
      if (has_loop(unit))
        plan_.tile_bytes = kTileMemory;
    for (std::size_t value = 0; value < block_.values.size(); ++value)
      plan_.places[value] = place_of_root({static_cast<std::int32_t>(value)});
    for (std::size_t value = 0; value < block_.values.size(); ++value)
      plan_.places[value] = plan_.places[index_of(roots_[value])];
    for (const auto &[unit, buffer] : scratch_)
      plan_.scratch[unit] = place_of(buffer);
    for (const std::size_t result : copied_)
      plan_.results[result].copied_from =
          plan_.places[index_of(root(block_.results[result].value))];
    for (const ValueId parameter : block_.parameters)
      plan_.argument_bytes += bytes(parameter);
    for (std::size_t i = 0; i < plan_.results.size(); ++i)
      if (!plan_.results[i].takes_argument && !plan_.results[i].is_argument)
        plan_.result_bytes += bytes(block_.results[i].value);
  }

  // Operands of a product are packed by one.
  bool has_loop(std::size_t unit) const {
    const UnitKind kind = units_.units[unit].kind;
    return kind == UnitKind::loop || (kind == UnitKind::product && scratch_.contains(unit));
  }

  MemoryPlace place_of_root(ValueId id) {
    if (const std::size_t argument = argument_of_[index_of(id)]; argument != kNone)
      return {MemoryKind::argument, argument, 0};
    if (const std::size_t result = result_of_[index_of(id)]; result != kNone)
      return {MemoryKind::result, result, 0};
    if (is_literal(id)) {
      const std::size_t offset = plan_.constant_bytes;
      plan_.constant_bytes += (bytes(id) + 63) / 64 * 64;
      return {MemoryKind::constant, 0, offset};
    }
    const std::size_t buffer = buffer_of_[index_of(id)];
    return buffer == kNone ? MemoryPlace{} : place_of(buffer);
  }

  MemoryPlace place_of(std::size_t buffer) const {
    const PlannedBuffer &planned = buffers_[buffer];
    const std::size_t before = planned.whole ? buffers_[*planned.whole].offset : 0;
    return {planned.shared ? MemoryKind::shared : MemoryKind::arena, 0, before + planned.offset};
  }

  const DeviceProgram &program_;
  const Block &block_;
  const Units &units_;
  const std::vector<bool> &started_, &donated_;
  UnitOrder order_;
  std::vector<ValueId> roots_;
  std::vector<std::size_t> maker_;       // unit of each value
  std::vector<std::size_t> argument_of_; // of each value, if it is one
  std::vector<std::size_t> result_of_;   // of each value, whose own memory it lies in
  std::vector<std::size_t> buffer_of_;   // of each root
  std::vector<std::size_t> last_use_;    // of each root: a time
  std::vector<std::size_t> in_flight_;   // of each root: when what was started with it is awaited
  std::vector<std::size_t> returned_;    // arguments
  std::vector<std::size_t> copied_;      // results
  std::vector<PlannedBuffer> buffers_;
  std::map<std::size_t, std::size_t> scratch_; // buffer of each unit
  std::size_t time_ = 0;
  MemoryPlan plan_;
};

} // namespace

MemoryPlan plan_memory(const DeviceProgram &program, const Units &units,
                       const std::vector<bool> &started, const std::vector<bool> &donated) {
  return Planning(program, units, started, donated).run();
}

} // namespace brigade
