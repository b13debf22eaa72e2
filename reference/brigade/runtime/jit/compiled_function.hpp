#pragma once

#include "brigade/ir/program.hpp"
#include "brigade/runtime/array.hpp"
#include "brigade/runtime/check_replicas.hpp"
#include "brigade/runtime/executor/executable.hpp"
#include "brigade/runtime/jit/call_arguments.hpp"
#include "brigade/runtime/jit/declare_shardings.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <source_location>
#include <string>
#include <vector>

namespace brigade {

/// One program of a jitted function: planned, and ready to be called with arguments of the types,
/// static values and own shardings that it was made for.
class CompiledFunction {
public:
  /// All ranks together. Rank 0 plans the annotated program, and gives the plan to the others as
  /// text. `result_paths` name the results in messages. Throws InputError as planning does, if
  /// the mesh is not of the job's ranks, and if the ranks have traced different programs.
  CompiledFunction(Runtime &runtime, const Program &annotated, const JitOptions &options,
                   DeclaredShardings declared, std::string statics,
                   const std::vector<bool> &donated, std::vector<std::string> result_paths);

  /// Are these arguments such that this is their program?
  bool is_for(const CallArguments<Array> &arguments) const;

  /// All ranks together; `where` is the line of the call, the `number`-th of its function. Throws
  /// InputError where an argument does not lie as declared (unless they are moved), was donated
  /// before, or shares memory with one that is donated.
  std::vector<Array> operator()(const std::vector<const Array *> &arguments,
                                const std::source_location &where, std::int64_t number);

  std::size_t arena_bytes() const { return executable_.arena_bytes(); }

private:
  struct Argument {
    std::string name;
    TensorType type;
    ArraySharding declared;
    NamedSharding planned;
    bool donated = false;
  };
  static std::vector<Argument> arguments_of(const Program &partitioned,
                                            const DeclaredShardings &declared,
                                            const std::vector<bool> &donated);
  struct Planned {
    Program partitioned;
  };
  CompiledFunction(Runtime &runtime, const Planned &planned, const JitOptions &options,
                   const DeclaredShardings &declared, std::string statics,
                   const std::vector<bool> &donated, std::vector<std::string> result_paths);
  std::vector<Array> run_checked(std::vector<Array> arguments, const std::string &when);
  void check_lies(const Argument &argument, const Array &array,
                  const std::source_location &where) const;
  void check_memory(const std::vector<const Array *> &arrays, const std::source_location &where);

  std::vector<Argument> arguments_;
  std::vector<Array> known_; // how the last one lay that was right, of each; without memory
  std::vector<const std::byte *> memories_; // of the arguments of the last call, all right
  std::string statics_;
  bool move_arguments_, checks_replicas_;
  std::string name_;
  std::vector<std::string> result_paths_;
  std::optional<ReplicaCheck> replica_check_; ///< of arguments that are not donated, and results
  Executable executable_;
};

} // namespace brigade
