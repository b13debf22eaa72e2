#pragma once

#include "brigade/runtime/jit/compiled_function.hpp"
#include "brigade/trace/block.hpp"
#include "brigade/trace/trace.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <source_location>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace brigade {

namespace detail {

/// Calls visit(part, number) for each element of a tuple or field of a struct; else for the whole.
template <class T, class Visit> void for_each_part(const T &structure, Visit &&visit) {
  std::size_t number = 0;
  if constexpr (is_tuple<T>)
    std::apply([&](const auto &...parts) { (visit(parts, number++), ...); }, structure);
  else if constexpr (std::is_aggregate_v<T>)
    boost::pfr::for_each_field(structure, [&](const auto &part) { visit(part, number++); });
  else
    visit(structure, number);
}

template <class Leaf, class T> std::vector<std::string> leaf_paths(const T &structure) {
  std::vector<std::string> paths;
  for_each_leaf<Leaf>(structure, "",
                      [&](const Leaf &, const std::string &path) { paths.push_back(path); });
  return paths;
}

/// What is declared for a Tensor inside of another trace holds there as a constraint.
Tensor constrained(const Tensor &tensor, const ArraySharding &sharding,
                   const std::source_location &where);

} // namespace detail

/// A function of Tensors that can be called with Arrays: the first call with arguments of some
/// types, static values and (where they are Unspecified) shardings traces and plans it, later ones
/// run what was made. Called with Tensors, inside of another trace, it records a call of itself.
/// Copies share what they have made. Must not outlive the Runtime.
template <class F, class R, class... A> class Jitted {
  static_assert((!has_leaf<Rebind<A, Tensor, Array>, Tensor> && ...) &&
                    !has_leaf<Rebind<R, Tensor, Array>, Tensor>,
                "a struct of Tensors is a template on its leaf: template <class T> struct Params");

public:
  using TracedSignature = Signature<R, A...>;
  using Result = Rebind<R, Tensor, Array>;

  Jitted(F f, JitOptions options, SourceLine where)
      : state_(std::make_shared<State>(std::move(f), std::move(options), std::move(where))) {
    at_its_line([&] { check_options(state_->options, {has_leaf<A, Tensor>...}); });
  }

  /// All ranks together. Throws InputError as trace and planning do, and as CompiledFunction's
  /// call.
  Result operator()(const Rebind<A, Tensor, Array> &...arguments,
                    std::source_location where = std::source_location::current()) const {
    CallArguments<Array> call;
    call.leaves.reserve(state_->leaves);
    (call.add(arguments), ...);
    state_->leaves = call.leaves.size();
    Entry &entry = entry_for(call, arguments...);
    Result result = entry.result;
    assign_leaves(result, entry.compiled(call.leaves, where, ++state_->calls));
    return result;
  }

  /// A call in the program that is being traced.
  R operator()(const A &...arguments,
               std::source_location where = std::source_location::current()) const
      requires(has_leaf<A, Tensor> || ...) {
    const std::vector<std::vector<std::string>> paths = paths_of<Tensor>(arguments...);
    std::tuple<A...> inside(arguments...);
    std::vector<ArraySharding> declared =
        declared_shardings({.in_shardings = state_->options.in_shardings}, {paths, {}, {}})
            .arguments;
    constrain(inside, declared, where);
    R result = std::apply(block(name_or("jit"), state_->f, where), std::move(inside));
    constrain(
        result,
        declared_shardings({.out_shardings = state_->options.out_shardings}, leaves_of({}, result))
            .results,
        where);
    return result;
  }

  /// Makes the program for arguments like these, so that the first call need not. All ranks
  /// together.
  void compile(const Rebind<A, Tensor, Array> &...arguments) const {
    CallArguments<Array> call;
    (call.add(arguments), ...);
    (void)entry_for(call, arguments...);
  }

  /// The plan for arguments like these, or of these types (which lie as declared, or else as the
  /// planner likes). A pure function of them: no communication, any rank may ask alone, and for
  /// types the mesh may be of any size.
  Plan plan(const Rebind<A, Tensor, Array> &...arguments) const {
    return plan_of(annotated<Array>(arguments...));
  }
  Plan plan(const Rebind<A, Tensor, TensorType> &...types) const
      requires(has_leaf<A, Tensor> || ...) {
    return plan_of(annotated<TensorType>(types...));
  }

  /// Memory that the programs made so far work in, beside arguments and results; of this rank.
  std::size_t arena_bytes() const {
    std::size_t bytes = 0;
    for (const std::unique_ptr<Entry> &entry : state_->entries)
      bytes += entry->compiled.arena_bytes();
    return bytes;
  }

private:
  struct Entry {
    CompiledFunction compiled;
    Result result; // its structure and static values; its arrays are yet to come
  };
  struct State {
    State(F function, JitOptions asked, SourceLine line)
        : f(std::move(function)), options(std::move(asked)), where(std::move(line)) {}
    F f;
    JitOptions options;
    SourceLine where;
    std::int64_t calls = 0;
    std::size_t leaves = 0; // of the last call's arguments
    // Few in practice, so that it is quicker to try one after the other than to make a key.
    std::vector<std::unique_ptr<Entry>> entries;
  };
  struct Annotated {
    Program program;
    R result;
    DeclaredShardings declared;
  };

  std::string name_or(const char *ordinary) const {
    return state_->options.name.empty() ? ordinary : state_->options.name;
  }

  template <class Leaf>
  static std::vector<std::vector<std::string>>
  paths_of(const Rebind<A, Tensor, Leaf> &...arguments) {
    std::vector<std::vector<std::string>> paths;
    [[maybe_unused]] const auto add = [&](const auto &argument) {
      if constexpr (has_leaf<std::remove_cvref_t<decltype(argument)>, Leaf>)
        paths.push_back(detail::leaf_paths<Leaf>(argument));
    };
    (add(arguments), ...);
    return paths;
  }

  static FunctionLeaves leaves_of(std::vector<std::vector<std::string>> arguments,
                                  const R &result) {
    FunctionLeaves leaves{std::move(arguments), detail::leaf_paths<Tensor>(result), {}};
    detail::for_each_part(result, [&](const auto &part, std::size_t) {
      leaves.result_parts.push_back(detail::leaf_paths<Tensor>(part));
    });
    return leaves;
  }

  template <class Structure>
  static void constrain(Structure &structure, const std::vector<ArraySharding> &declared,
                        const std::source_location &where) {
    std::size_t next = 0;
    for_each_leaf<Tensor>(structure, "", [&](Tensor &leaf, const std::string &) {
      leaf = detail::constrained(leaf, declared[next++], where);
    });
  }

  template <class Leaf> Annotated annotated(const Rebind<A, Tensor, Leaf> &...arguments) const {
    const JitOptions &options = state_->options;
    CallArguments<Leaf> call;
    (call.add(arguments), ...);
    std::vector<const NamedSharding *> own;
    for ([[maybe_unused]] const Leaf *leaf : call.leaves) {
      if constexpr (std::same_as<Leaf, Array>)
        own.push_back(&leaf->sharding());
      else
        own.push_back(nullptr);
    }
    const auto type_of = [](const Leaf &leaf) -> TensorType {
      if constexpr (std::same_as<Leaf, Array>)
        return {leaf.dtype(), leaf.shape()};
      else
        return leaf;
    };
    TraceOptions tracing{.name = name_or("main"), .argument_names = options.argument_names};
    at_its_line([&] { tracing.mesh = mesh_of(options, own); });
    detail::Traced<R> traced =
        detail::trace<Leaf>(tracing, state_->f, TracedSignature(), type_of, arguments...);
    const FunctionLeaves leaves = leaves_of(paths_of<Leaf>(arguments...), traced.result);
    Annotated made{std::move(traced.program), std::move(traced.result), {}};
    at_its_line([&] {
      made.declared = declared_shardings(options, leaves);
      made.program =
          with_declared(std::move(made.program), made.declared, own, leaves, state_->where);
    });
    return made;
  }

  Plan plan_of(const Annotated &annotated) const {
    return make_plan(annotated.program, state_->options.profile, state_->options.passes);
  }

  Entry &entry_for(const CallArguments<Array> &call,
                   const Rebind<A, Tensor, Array> &...arguments) const {
    for (const std::unique_ptr<Entry> &entry : state_->entries)
      if (entry->compiled.is_for(call))
        return *entry;
    Annotated made = annotated<Array>(arguments...);
    Result result;
    map_leaves<Array, Tensor>(result, made.result, "",
                              [](const Tensor &, const std::string &) { return Array(); });
    Runtime &runtime = call.leaves.empty() ? Runtime::current() : call.leaves.front()->runtime();
    at_its_line([&] {
      state_->entries.push_back(std::make_unique<Entry>(
          Entry{CompiledFunction(runtime, made.program, state_->options, std::move(made.declared),
                                 call.statics, donated(arguments...),
                                 detail::leaf_paths<Tensor>(made.result)),
                std::move(result)}));
    });
    return *state_->entries.back();
  }

  // Of each leaf: is it of an argument that is given away?
  std::vector<bool> donated(const Rebind<A, Tensor, Array> &...arguments) const {
    std::vector<bool> donated;
    int number = 0;
    [[maybe_unused]] const auto add = [&](const auto &argument) {
      CallArguments<Array> arrays;
      arrays.add(argument);
      const std::vector<int> &numbers = state_->options.donate;
      const bool is_donated = std::ranges::find(numbers, number++) != numbers.end();
      donated.insert(donated.end(), arrays.leaves.size(), is_donated);
    };
    (add(arguments), ...);
    return donated;
  }

  // Errors in what jit was told name the line of jit.
  template <class Step> void at_its_line(Step &&step) const {
    try {
      step();
    } catch (const InputError &error) {
      throw InputError(to_string(state_->where) + ": jit: " + error.what());
    }
  }

  std::shared_ptr<State> state_;
};

} // namespace brigade
