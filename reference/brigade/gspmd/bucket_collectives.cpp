#include "brigade/gspmd/bucket_collectives.hpp"

#include "brigade/gspmd/instruction_cost.hpp"
#include "brigade/gspmd/listed_names.hpp"
#include "brigade/gspmd/live_bytes.hpp"
#include "brigade/gspmd/order_for_overlap.hpp"
#include "brigade/gspmd/partitioned_block.hpp"
#include "brigade/gspmd/plan_tables.hpp"
#include "brigade/gspmd/timeline.hpp"
#include "brigade/ir/renumber.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace brigade {

namespace {

using Timed = std::vector<TimedInstruction>;

constexpr std::size_t kLarge = 1000; ///< instructions

/// What instructions that can travel together have in common.
struct Kind {
  Operation operation;
  Attributes attributes;
  DType dtype;
  bool operator==(const Kind &) const = default;
};

Kind kind_of(const Block &block, const Instruction &instruction) {
  return {instruction.operation, instruction.attributes, block.type(instruction.operands[0]).dtype};
}

MachineProfile without_latency(MachineProfile profile) {
  profile.inside.latency = profile.between.latency = 0;
  return profile;
}

double latency_of(const Instruction &collective, const Mesh &mesh, const MachineProfile &profile) {
  AxisSet axes;
  for (const std::string &axis : axes_of(collective))
    axes |= AxisSet(static_cast<Axis>(mesh.axis_index(axis)));
  return collective_cost(collective.operation, axes, 0, mesh, profile).seconds;
}

/// Of one kind, the longest chain that ends in each value.
struct Chains {
  Kind kind;
  double latency = 0;
  std::vector<int> lengths = {};
  int longest = 0;
};

class Bucketing {
public:
  Bucketing(const Program &partitioned, const MachineProfile &profile, bool overlaps,
            double most_bytes)
      : program_(partitioned), block_(partitioned.main()), profile_(profile), overlaps_(overlaps),
        most_bytes_(most_bytes) {}

  Program run() && {
    Timed best = timed_instructions(program_, profile_);
    Score least = score(best);
    for (const Kind &kind : kinds(best)) {
      const Timed before = best;
      for (const double size : sizes(before, kind)) {
        Timed candidate = bucketed(before, kind, size);
        const Score next = score(candidate);
        if (!next.is_less_than(least))
          continue;
        if (live_bytes(program_, candidate) > most_bytes_)
          continue;
        least = next;
        best = std::move(candidate);
      }
    }
    Program program = with_instructions(program_, best);
    program.main() = renumber(std::move(program.main()));
    return program;
  }

private:
  /// Times that differ by less than rounding are equal.
  struct Score {
    double elapsed = 0, moving = 0;
    bool is_less_than(const Score &other) const {
      constexpr double kRounding = 1e-9;
      if (elapsed < other.elapsed * (1 - kRounding))
        return true;
      return elapsed <= other.elapsed * (1 + kRounding) && moving < other.moving * (1 - kRounding);
    }
  };

  Score score(const Timed &candidate) const {
    Score score;
    for (const TimedInstruction &timed : candidate)
      if (moves_data(timed.instruction()))
        score.moving += timed.seconds;
    const std::size_t values = block_.values.size();
    // The best order of a large program is looked for once, at the end.
    const bool reorders = overlaps_ && candidate.size() <= kLarge;
    score.elapsed = elapsed_seconds(
        reorders ? order_for_overlap(program_, candidate, most_bytes_) : candidate, values);
    return score;
  }

  Kind kind_of(const Instruction &instruction) const {
    return brigade::kind_of(block_, instruction);
  }

  static bool can_travel_together(const Instruction &instruction) {
    return moves_data(instruction) && info(instruction.operation).most_operands != 1;
  }

  std::vector<Kind> kinds(const Timed &program) const {
    std::vector<Kind> kinds;
    for (const TimedInstruction &timed : program)
      if (can_travel_together(timed.instruction()))
        if (const Kind kind = kind_of(timed.instruction());
            std::ranges::find(kinds, kind) == kinds.end())
          kinds.push_back(kind);
    return kinds;
  }

  bool is_of(const Kind &kind, const Instruction &instruction) const {
    return instruction.operation == kind.operation && kind_of(instruction) == kind;
  }

  double bytes(const Instruction &instruction) const {
    double bytes = 0;
    for (const ValueId operand : instruction.operands)
      bytes +=
          largest_block_bytes(block_.type(operand), sharding_in(block_, operand), *program_.mesh);
    return bytes;
  }

  /// At which a bucket is full: all bytes of the kind, and halves of them down to the smallest
  /// value; of a large program, where each size takes long to try, every third of these.
  std::vector<double> sizes(const Timed &program, const Kind &kind) const {
    double all = 0, smallest = 0;
    std::size_t count = 0;
    for (const TimedInstruction &timed : program)
      if (is_of(kind, timed.instruction())) {
        const double each = bytes(timed.instruction());
        smallest = count == 0 ? each : std::min(smallest, each);
        all += each;
        ++count;
      }
    std::vector<double> sizes;
    if (count < 2)
      return sizes;
    const double next = program.size() > kLarge ? 8 : 2;
    for (double size = all; size > std::max(smallest, all / (1 << 20)); size /= next)
      sizes.push_back(size);
    return sizes;
  }

  /// Members of each bucket, in their order: the next one joins unless it needs what is in the
  /// bucket, or that is full.
  std::vector<std::vector<std::size_t>> buckets(const Timed &program, const Kind &kind,
                                                double size) const {
    std::vector<std::vector<std::size_t>> buckets;
    std::vector<bool> follows(block_.values.size(), false); // from the last bucket
    double held = 0;
    for (std::size_t i = 0; i < program.size(); ++i) {
      const Instruction &instruction = program[i].instruction();
      const bool is_member = is_of(kind, instruction);
      if (is_member) {
        if (buckets.empty() || held >= size || uses_any(instruction, follows)) {
          buckets.emplace_back();
          held = 0;
          follows.assign(follows.size(), false);
        }
        buckets.back().push_back(i);
        held += bytes(instruction);
      }
      if (is_member || uses_any(instruction, follows))
        mark_results(instruction, follows);
    }
    return buckets;
  }

  static bool uses_any(const Instruction &instruction, const std::vector<bool> &values) {
    return std::ranges::any_of(instruction.operands, [&](ValueId operand) {
      return values[static_cast<std::size_t>(operand.index)];
    });
  }
  static void mark_results(const Instruction &instruction, std::vector<bool> &values) {
    for (const ValueId result : instruction.results)
      values[static_cast<std::size_t>(result.index)] = true;
  }

  Timed bucketed(const Timed &program, const Kind &kind, double size) const {
    Timed order;
    std::size_t next = 0; // instruction
    for (const std::vector<std::size_t> &members : buckets(program, kind, size)) {
      order.insert(order.end(), program.begin() + static_cast<std::ptrdiff_t>(next),
                   program.begin() + static_cast<std::ptrdiff_t>(members.front()));
      // What needs the first ones' results has to wait for the last one.
      std::vector<bool> follows(block_.values.size(), false);
      Timed behind;
      std::size_t member = 0;
      for (next = members.front(); next <= members.back(); ++next) {
        const TimedInstruction &timed = program[next];
        if (members[member] == next) {
          ++member;
          mark_results(timed.instruction(), follows);
        } else if (uses_any(timed.instruction(), follows)) {
          mark_results(timed.instruction(), follows);
          behind.push_back(timed);
        } else {
          order.push_back(timed);
        }
      }
      order.push_back(together(program, members));
      order.insert(order.end(), behind.begin(), behind.end());
    }
    order.insert(order.end(), program.begin() + static_cast<std::ptrdiff_t>(next), program.end());
    return order;
  }

  TimedInstruction together(const Timed &program, const std::vector<std::size_t> &members) const {
    if (members.size() == 1)
      return program[members[0]];
    Instruction bucket = program[members[0]].instruction();
    bucket.operands.clear();
    bucket.results.clear();
    std::vector<std::string> values, operations, reasons, sources;
    const auto add = [](std::vector<std::string> &texts, const std::string &text) {
      if (std::ranges::find(texts, text) == texts.end())
        texts.push_back(text);
    };
    for (const std::size_t i : members) {
      const Instruction &member = program[i].instruction();
      bucket.operands.insert(bucket.operands.end(), member.operands.begin(), member.operands.end());
      bucket.results.insert(bucket.results.end(), member.results.begin(), member.results.end());
      const Cause cause = cause_of(block_, member);
      values.push_back(cause.value);
      add(operations, cause.operation);
      add(reasons, cause.reason);
      if (const std::string source = sources_of(member); !source.empty())
        add(sources, source);
    }
    bucket.cause = Cause{
        listed(values), listed(operations),
        fmt::format("{} travel together: {}", bucket.operands.size(), fmt::join(reasons, "; ")),
        listed(sources)};
    const double seconds = instruction_seconds(block_, bucket, *program_.mesh, profile_);
    return {std::make_shared<const Instruction>(std::move(bucket)), seconds,
            program[members[0]].overlaps};
  }

  const Program &program_;
  const Block &block_;
  const MachineProfile &profile_;
  bool overlaps_;
  double most_bytes_; ///< that a device may hold at one time
};

} // namespace

double least_seconds_in_buckets(const Program &partitioned, const MachineProfile &profile) {
  const Block &block = partitioned.main();
  double seconds = cost_of(partitioned, without_latency(profile)).total_seconds();
  std::vector<Chains> kinds;
  for (const Instruction &instruction : block.instructions)
    if (moves_data(instruction))
      if (Kind kind = kind_of(block, instruction);
          std::ranges::find(kinds, kind, &Chains::kind) == kinds.end())
        kinds.push_back({std::move(kind), latency_of(instruction, *partitioned.mesh, profile),
                         std::vector<int>(block.values.size(), 0)});
  for (const Instruction &instruction : block.instructions)
    for (Chains &chains : kinds) {
      int length = 0;
      for (const ValueId operand : instruction.operands)
        length = std::max(length, chains.lengths[static_cast<std::size_t>(operand.index)]);
      if (moves_data(instruction) && instruction.operation == chains.kind.operation &&
          kind_of(block, instruction) == chains.kind)
        ++length;
      for (const ValueId result : instruction.results)
        chains.lengths[static_cast<std::size_t>(result.index)] = length;
      chains.longest = std::max(chains.longest, length);
    }
  for (const Chains &chains : kinds)
    seconds += chains.longest * chains.latency;
  return seconds;
}

Program bucket_collectives(const Program &partitioned, const MachineProfile &profile, bool overlaps,
                           double most_bytes) {
  return Bucketing(partitioned, profile, overlaps, most_bytes).run();
}

} // namespace brigade
