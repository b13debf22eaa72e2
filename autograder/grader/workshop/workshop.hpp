#pragma once

#include "grader/manifest/exercise.hpp"
#include "grader/sandbox/sandbox_level.hpp"
#include "grader/workshop/compile_failure.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace brigade::grader {

/// A program that was linked.
struct Program {
  std::filesystem::path file;
  std::vector<std::filesystem::path>
      sources; ///< the student's (or the solution's) files, for stacks and lines
  std::vector<std::string> suspicious; ///< names and instructions in the object file that reach
                                       ///< around the tracer (PMPI_*, dlsym, fork, syscall, …)
  bool was_looked_through = true;      ///< false: not to its end, so that there may be more
  std::vector<std::string> warnings;   ///< the compiler's, in those files: "ring.cpp:31: …"
  std::string digest;                  ///< changes with anything that it was made from
  std::vector<std::string> mpiexec;    ///< starts it on ranks; "-n N" is still to come
  bool is_sanitized = false;           ///< of the preset asan
};

enum class Preset { release, asan };
struct CompileLimits; ///< workshop/compile_limits.hpp

/// build/<preset>/exercises of a tree, where trials and programs are kept. A grader that lies in
/// another build of that tree (build/portable/bin) uses that in place of release.
std::filesystem::path exercises_folder(const std::filesystem::path &root, Preset preset);

/// Compiles and links trials. What has not changed is not compiled again: trial objects and
/// solutions are kept, in a folder for each exercise (kept_folder.hpp).
class Workshop {
public:
  /// `root` holds build/. Reads build/<preset>/exercises/toolchain.json, which CMake writes. Throws
  /// MachineError if it is not there.
  Workshop(std::filesystem::path root, Preset preset);
  ~Workshop();
  Workshop(const Workshop &) = delete;
  Workshop &operator=(const Workshop &) = delete;

  /// Holds the compiler too, at each file of a student's from now on: the headers of the exercise
  /// and the system's files are all that it finds, where the level has bubblewrap.
  void compile_in(SandboxLevel level);
  /// Other limits than the usual ones.
  void hold_compiler(const CompileLimits &limits);
  /// `tell` gets each line of a layer's build from now on: that it waits for another ./kitchen,
  /// then its steps.
  void tell_builds(std::function<void(std::string_view)> tell);

  /// Layers that the exercise uses and that this build of the library does not have. Nothing of
  /// such an exercise can be compiled.
  std::vector<std::string> missing_layers(const Exercise &exercise) const;

  /// The trial with the files of `folder` (a student's work, a museum's). `out`: where the object
  /// and the program go. The solution is compiled meanwhile, if that is due. Throws Error (a grader
  /// fault) if the trial does not compile or a layer cannot be built.
  std::variant<Program, CompileFailure> build(const Exercise &exercise,
                                              const std::filesystem::path &folder,
                                              const std::filesystem::path &out);
  /// The trial with the solution: solution.cpp, or in a handout solution.o. Throws Error (a grader
  /// fault) if it does not compile.
  Program solution(const Exercise &exercise);
  /// The trial alone, of an exercise where it calls nothing of the student's (answers that are
  /// compared with a measurement). Throws as solution() does.
  Program trial_alone(const Exercise &exercise);
  /// A main of the student's own, play.cpp in `folder`, with the exercise's other files there.
  std::variant<Program, CompileFailure> build_play(const Exercise &exercise,
                                                   const std::filesystem::path &folder,
                                                   const std::filesystem::path &out);
  /// As build(), for a debugger: the student's files not optimised and with all that is known of
  /// their variables. `functions` are theirs, as "kitchen::roll_call". What the exercise forbids is
  /// not looked for.
  std::variant<Program, CompileFailure> build_for_debugger(const Exercise &exercise,
                                                           const std::filesystem::path &folder,
                                                           const std::filesystem::path &out,
                                                           std::vector<std::string> &functions);
  /// The solution as an object file, for a handout. Throws as solution() does.
  std::filesystem::path solution_object(const Exercise &exercise);

  /// How a student's file of this exercise is compiled, for editors (compile_commands.json).
  std::vector<std::string> compile_command(const Exercise &exercise,
                                           const std::filesystem::path &source) const;
  /// Solutions' records and the like are kept here.
  std::filesystem::path folder_of(const Exercise &exercise) const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace brigade::grader
