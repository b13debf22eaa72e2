#include "random_plans/shrink.hpp"

#include "brigade/core/error.hpp"
#include "brigade/gspmd/literal_blocks.hpp"
#include "brigade/ir/block_builder.hpp"
#include "brigade/ir/inline_calls.hpp"
#include "brigade/ir/interpret.hpp"
#include "brigade/sharding/block.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

namespace brigade::testing {

namespace {

/// Sizes of dimensions, wherever the program names them: each that is `from` becomes `to`.
struct Resize {
  std::int64_t from = -1, to = -1;

  void apply(std::vector<std::int64_t> &sizes) const { std::ranges::replace(sizes, from, to); }
  Attributes apply(Attributes attributes) const {
    std::visit(
        [&]<class Kind>(Kind &kind) {
          Kind::fields(kind, [&](std::string_view name, auto &field, auto &&...) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, Shape>) {
              if (name.empty() || name == "shape" || name == "limit")
                apply(field);
            } else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, TensorType>) {
              apply(field.shape);
            }
          });
        },
        attributes);
    return attributes;
  }
  Literal apply(const Literal &argument) const {
    Shape shape = argument.shape();
    apply(shape);
    return part_of(argument, whole(shape));
  }
};

/// Writes a one-block program anew, without what its results do not need.
class Rewriter {
public:
  explicit Rewriter(const PlanTrial &trial) : trial_(trial), block_(trial.program.main()) {}

  /// Values that become parameters, with what they were computed to.
  std::map<ValueId, Literal> cut;
  Resize resize;

  PlanTrial write() && {
    std::set<ValueId> needed;
    for (const Result &result : block_.results)
      needed.insert(result.value);
    std::vector<bool> stays(block_.instructions.size());
    for (std::size_t i = block_.instructions.size(); i-- > 0;) {
      const Instruction &instruction = block_.instructions[i];
      stays[i] = std::ranges::any_of(instruction.results, [&](ValueId result) {
        return needed.contains(result) && !cut.contains(result);
      });
      if (stays[i])
        needed.insert(instruction.operands.begin(), instruction.operands.end());
    }
    BlockBuilder builder("main");
    std::map<ValueId, ValueId> written;
    PlanTrial small = {{}, {}, trial_.profile};
    const auto parameter = [&](ValueId id, const Literal &argument) {
      const Literal resized = resize.apply(argument);
      written[id] = builder.parameter(resized.type(), "", block_.value(id).sharding);
      small.arguments.push_back(resized);
    };
    for (std::size_t i = 0; i < block_.parameters.size(); ++i)
      if (needed.contains(block_.parameters[i]))
        parameter(block_.parameters[i], trial_.arguments[i]);
    for (const auto &[id, argument] : cut)
      if (needed.contains(id))
        parameter(id, argument);
    for (std::size_t i = 0; i < block_.instructions.size(); ++i) {
      if (!stays[i])
        continue;
      const Instruction &instruction = block_.instructions[i];
      std::vector<ValueId> operands;
      for (const ValueId operand : instruction.operands)
        operands.push_back(written.at(operand));
      const std::vector<ValueId> results =
          builder.append_all(instruction.operation, operands, resize.apply(instruction.attributes));
      for (std::size_t r = 0; r < results.size(); ++r) {
        if (const auto &sharding = block_.value(instruction.results[r]).sharding)
          builder.annotate(results[r], *sharding);
        written.try_emplace(instruction.results[r], results[r]);
      }
    }
    std::vector<Result> results;
    for (const Result &result : block_.results)
      results.push_back({written.at(result.value), result.sharding});
    small.program = {trial_.program.mesh, {std::move(builder).finish(std::move(results))}};
    return small;
  }

private:
  const PlanTrial &trial_;
  const Block &block_;
};

std::int64_t sum_of_sizes(const Block &block) {
  std::int64_t sum = 0;
  for (const Value &value : block.values)
    sum = std::accumulate(value.type.shape.begin(), value.type.shape.end(), sum);
  return sum;
}

class Shrinker {
public:
  Shrinker(PlanTrial trial, const std::function<bool(const PlanTrial &)> &fails)
      : trial_(std::move(trial)), fails_(fails) {}

  PlanTrial run() && {
    adopt([&] {
      return PlanTrial{inline_calls(trial_.program), trial_.arguments, trial_.profile};
    });
    if (trial_.program.blocks.size() > 1)
      return std::move(trial_);
    bool smaller = true;
    while (smaller)
      smaller = fewer_results() || fewer_instructions() || fewer_annotations() || smaller_sizes();
    return std::move(trial_);
  }

private:
  const Block &block() const { return trial_.program.main(); }

  /// Takes what `make` gives in place of the trial if it fails too.
  template <class Make> bool adopt(Make make) {
    try {
      PlanTrial candidate = make();
      if (!fails_(candidate))
        return false;
      trial_ = std::move(candidate);
      return true;
    } catch (const Error &) {
      return false;
    }
  }

  PlanTrial with_results(std::vector<Result> results) const {
    PlanTrial candidate = trial_;
    candidate.program.main().results = std::move(results);
    return Rewriter(candidate).write();
  }

  bool fewer_results() {
    const std::vector<Result> results = block().results;
    if (results.size() == 1)
      return false;
    for (const Result &only : results)
      if (adopt([&] { return with_results({only}); }))
        return true;
    for (std::size_t i = 0; i < results.size(); ++i) {
      std::vector<Result> fewer = results;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (adopt([&] { return with_results(fewer); }))
        return true;
    }
    return false;
  }

  // The result is what comes before it; or what an instruction computes becomes a parameter.
  bool fewer_instructions() {
    const std::vector<Instruction> instructions = block().instructions;
    for (const Instruction &instruction : instructions)
      for (const ValueId result : instruction.results)
        if (adopt([&] { return of_fewer_instructions(with_results({{result, {}}})); }))
          return true;
    for (std::size_t i = instructions.size(); i-- > 0;)
      if (adopt([&] { return of_fewer_instructions(with_cut(instructions[i])); }))
        return true;
    return false;
  }

  PlanTrial of_fewer_instructions(PlanTrial candidate) const {
    if (candidate.program.main().instructions.size() >= block().instructions.size())
      throw Error("not smaller");
    return candidate;
  }

  PlanTrial with_cut(const Instruction &instruction) const {
    Program computing = trial_.program;
    computing.main().results.clear();
    for (const ValueId result : instruction.results)
      computing.main().results.push_back({result, {}});
    const std::vector<Literal> values = interpret(computing, trial_.arguments);
    Rewriter rewriter(trial_);
    for (std::size_t i = 0; i < values.size(); ++i)
      rewriter.cut.emplace(instruction.results[i], values[i]);
    return std::move(rewriter).write();
  }

  // Every sharding of the program, one after the other.
  std::vector<std::optional<TensorSharding> *> shardings(PlanTrial &trial) const {
    std::vector<std::optional<TensorSharding> *> all;
    for (Value &value : trial.program.main().values)
      all.push_back(&value.sharding);
    for (Result &result : trial.program.main().results)
      all.push_back(&result.sharding);
    return all;
  }

  bool fewer_annotations() {
    const std::size_t count = block().values.size() + block().results.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::optional<TensorSharding> sharding = *shardings(trial_)[i];
      if (!sharding)
        continue;
      const auto with = [&](std::optional<TensorSharding> other) {
        return adopt([&] {
          PlanTrial candidate = trial_;
          *shardings(candidate)[i] = std::move(other);
          return candidate;
        });
      };
      if (with({}))
        return true;
      for (std::size_t d = 0; d < sharding->dimensions.size(); ++d)
        for (std::size_t axis = 0; axis < sharding->dimensions[d].axes.size(); ++axis) {
          TensorSharding fewer = *sharding;
          auto &axes = fewer.dimensions[d].axes;
          axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(axis));
          if (with(fewer))
            return true;
        }
    }
    return false;
  }

  // A size that concat or pad adds up stays as it is where none of what it is made of is resized.
  PlanTrial of_smaller_sizes(PlanTrial candidate) const {
    if (sum_of_sizes(candidate.program.main()) >= sum_of_sizes(block()))
      throw Error("not smaller");
    return candidate;
  }

  bool smaller_sizes() {
    std::set<std::int64_t, std::greater<>> sizes;
    for (const Value &value : block().values)
      sizes.insert(value.type.shape.begin(), value.type.shape.end());
    for (const std::int64_t from : sizes)
      for (const std::int64_t to : {std::int64_t{1}, from / 2, from - 1}) {
        if (to < 1 || to >= from)
          continue;
        if (adopt([&] {
              Rewriter rewriter(trial_);
              rewriter.resize = {from, to};
              return of_smaller_sizes(std::move(rewriter).write());
            }))
          return true;
      }
    return false;
  }

  PlanTrial trial_;
  const std::function<bool(const PlanTrial &)> &fails_;
};

} // namespace

PlanTrial shrink(PlanTrial trial, const std::function<bool(const PlanTrial &)> &fails) {
  return Shrinker(std::move(trial), fails).run();
}

} // namespace brigade::testing
