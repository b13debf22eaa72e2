#include "grader/workshop/workshop.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"
#include "brigade/supervisor/capture.hpp"
#include "brigade/supervisor/process_tree.hpp"
#include "grader/workshop/compile_limits.hpp"
#include "grader/workshop/compiler_words.hpp"
#include "grader/workshop/include_farm.hpp"
#include "grader/workshop/kept_folder.hpp"
#include "grader/workshop/known_calls.hpp"
#include "grader/workshop/object_names.hpp"
#include "grader/workshop/objects.hpp"
#include "grader/workshop/precompiled.hpp"
#include "grader/workshop/student_rules.hpp"
#include "grader/workshop/system_instructions.hpp"
#include "grader/workshop/told_build.hpp"
#include "grader/workshop/toolchain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

bool is_source(const std::string &name) {
  return name.ends_with(".cpp") || name.ends_with(".cc") || name.ends_with(".cxx");
}

void append(Command &command, const std::vector<std::string> &words) {
  command.insert(command.end(), words.begin(), words.end());
}

std::vector<fs::path> objects_of(const std::vector<Compilation> &compilations) {
  std::vector<fs::path> objects;
  for (const Compilation &compilation : compilations)
    objects.push_back(compilation.out);
  return objects;
}

} // namespace

struct Workshop::State {
  State(fs::path tree, fs::path exercises, Toolchain toolchain, Preset preset)
      : root(std::move(tree)), folder(std::move(exercises)), tools(std::move(toolchain)),
        is_sanitized(preset == Preset::asan) {}

  fs::path root;
  fs::path folder; ///< build/<preset>/exercises
  Toolchain tools;
  bool is_sanitized;
  std::optional<Precompiled> headers;
  StudentRules rules{tools};
  std::set<std::string> built_layers;
  SandboxLevel level = SandboxLevel::none;
  CompileLimits limits;
  std::function<void(std::string_view)> tell;

  fs::path folder_of(const Exercise &exercise) const { return kept_folder(folder, root, exercise); }

  void prepare(const Exercise &exercise) {
    for (const std::string &layer : tools.closure(exercise.uses))
      need_archive(layer);
    for (const std::vector<fs::path> *parts : {&tools.harness, &tools.interposed})
      for (const fs::path &part : *parts)
        if (!fs::exists(part)) // no fault of the student's
          throw MachineError(fmt::format("{}, with which all programs are linked, is not there; "
                                         "{} trial_parts builds it, as ./kitchen grade does",
                                         part.string(), fmt::join(tools.build_command, " ")));
    if (!headers)
      headers = precompile(folder / "headers", tools);
  }

  /// Builds the archive of a layer that no exercise has used yet.
  void need_archive(const std::string &layer) {
    const fs::path &archive = tools.layers.at(layer).archive;
    if (archive.empty() || fs::exists(archive) || !built_layers.insert(layer).second)
      return;
    Command command = tools.build_command;
    command.push_back("brigade_" + layer);
    if (const ToldBuild build = build_and_tell(command, tell); build.status != 0)
      throw Error(fmt::format("the layer {} cannot be built:\n{}", layer, build.output));
  }

  /// A student's file, or the solution.
  Command student_command(const Exercise &exercise) const {
    Command command = {tools.compiler};
    append(command, tools.flags);
    const fs::path farm = include_farm(folder / "layers", tools, tools.closure(exercise.uses));
    const fs::path headers_of_exercise =
        exercise_headers(folder_of(exercise) / "include", exercise.folder);
    append(command, {"-I", headers_of_exercise.string(), "-I", farm.string()});
    return command;
  }

  Compilation student_compilation(const Exercise &exercise, const fs::path &source,
                                  const fs::path &out) const {
    Compilation compilation{
        student_command(exercise), source, out / (source.filename().string() + ".o"), {}};
    add_headers(compilation, headers->student);
    return compilation;
  }

  /// A file of a student's, which may keep a compiler busy for ever, or look for other files.
  Compilation held_compilation(const Exercise &exercise, const fs::path &source,
                               const fs::path &out) const {
    Compilation compilation = student_compilation(exercise, source, out);
    append(compilation.command, {"-pipe"}); // one that is ended leaves no files in /tmp
    fs::create_directories(out);
    compilation.held = compiler_held(compilation, level, limits);
    return compilation;
  }

  std::vector<CompileOutcome> compile_held(const std::vector<Compilation> &compilations) const {
    const std::vector<CompileOutcome> outcomes =
        compile(compilations, {static_cast<double>(limits.seconds),
                               static_cast<std::size_t>(limits.output_kilobytes) << 10});
    // The sandbox's own first process closes its output, and may end a moment after the compiler.
    end_descendants();
    return outcomes;
  }

  /// Of what did not compile.
  CompileFailure failure_of(const Exercise &exercise, const Compilation &compilation,
                            const CompileOutcome &outcome,
                            const std::vector<fs::path> &sources) const {
    if (const auto limit = passed_compile_limit(outcome, limits)) {
      CompileFailure failure;
      failure.sentence = limit->sentence;
      failure.cause = limit->cause;
      failure.file = compilation.source.string();
      return failure;
    }
    if (auto foreign = foreign_file_in_words(exercise, compilation, outcome.words, tools, folder))
      return *foreign;
    return fold_compiler_words(outcome.words, sources, tools.closure(exercise.uses));
  }

  /// The text of exercise.hpp.
  static std::string contract_of(const Exercise &exercise) {
    return read_file_if_any(exercise.folder / "exercise.hpp").value_or("");
  }

  Compilation trial_compilation(const Exercise &exercise) const {
    Compilation compilation{
        {tools.compiler}, exercise.folder / "trial.cpp", folder_of(exercise) / "trial.o", {}};
    append(compilation.command, tools.flags);
    append(compilation.command, {"-I", exercise.folder.string(), "-I", tools.autograder.string(),
                                 "-I", tools.reference.string()});
    add_headers(compilation, headers->trial);
    return compilation;
  }

  Compilation solution_compilation(const Exercise &exercise) const {
    return student_compilation(exercise, exercise.folder / "solution.cpp",
                               folder_of(exercise) / "solution");
  }

  static void add_headers(Compilation &compilation, const fs::path &headers) {
    append(compilation.command, {"-include", headers.string(), "-c"});
    compilation.also.push_back(headers.string() + ".gch");
  }

  /// In the order of the command line.
  std::vector<fs::path> archives(const Exercise &exercise) const {
    std::vector<fs::path> all = tools.harness;
    for (const std::string &layer : tools.closure(exercise.uses))
      if (const fs::path &archive = tools.layers.at(layer).archive;
          !archive.empty() && std::find(all.begin(), all.end(), archive) == all.end())
        all.push_back(archive);
    return all;
  }

  /// Links unless the program stands there already. @return what the linker said of a failure.
  std::optional<std::string> link(const Exercise &exercise, const std::vector<fs::path> &objects,
                                  const fs::path &program, std::string &digest) {
    std::vector<fs::path> stamped = archives(exercise);
    stamped.insert(stamped.end(), tools.interposed.begin(), tools.interposed.end());
    digest = digest_of(objects, stamped);
    const fs::path kept = program.string() + ".digest";
    if (fs::exists(program) && read_file_if_any(kept) == digest)
      return std::nullopt;
    const fs::path made = fmt::format("{}.{}", program.string(), getpid());
    Command command = {tools.compiler};
    append(command, tools.link_flags);
    append(command, {"-o", made.string()});
    for (const fs::path &object : objects)
      command.push_back(object.string());
    for (const fs::path &object : tools.interposed)
      command.push_back(object.string());
    command.push_back("-Wl,--start-group");
    for (const fs::path &archive : archives(exercise))
      command.push_back(archive.string());
    append(command, {"-Wl,--end-group", "-Wl,--as-needed"});
    append(command, tools.system_libraries);
    const Captured linker = capture(command);
    if (linker.status != 0) {
      std::error_code none;
      fs::remove(made, none);
      return linker.err + linker.out;
    }
    fs::rename(made, program);
    write_file(kept.string(), digest);
    return std::nullopt;
  }

  Program program_of(const std::vector<Compilation> &compilations,
                     const std::vector<CompileOutcome> &outcomes) const {
    Program program;
    program.mpiexec = tools.mpiexec;
    program.is_sanitized = is_sanitized;
    for (std::size_t i = 0; i < compilations.size(); ++i) {
      program.sources.push_back(compilations[i].source);
      const auto warnings = warnings_of(outcomes[i].words, {compilations[i].source});
      program.warnings.insert(program.warnings.end(), warnings.begin(), warnings.end());
    }
    return program;
  }

  Program solution_of_handout(const Exercise &exercise, const fs::path &object);
};

Program Workshop::State::solution_of_handout(const Exercise &exercise, const fs::path &object) {
  const Compilation trial = trial_compilation(exercise);
  const std::vector<CompileOutcome> outcomes = compile({trial});
  if (!outcomes[0].succeeded)
    throw Error(course_failure("the trial of " + exercise.id, outcomes[0]));
  Program program = program_of({trial}, outcomes);
  program.file = folder_of(exercise) / "solution" / "program";
  fs::create_directories(program.file.parent_path());
  if (const auto words = link(exercise, {object, trial.out}, program.file, program.digest))
    throw Error(fmt::format("the solution of {} cannot be linked:\n{}", exercise.id, *words));
  return program;
}

fs::path exercises_folder(const fs::path &root, Preset preset) {
  std::error_code unknown;
  const fs::path build = fs::read_symlink("/proc/self/exe", unknown).parent_path().parent_path();
  const bool is_of_tree = build.parent_path() == root / "build";
  const std::string name = preset == Preset::asan ? "asan"
                           : is_of_tree           ? build.filename().string()
                                                  : "release";
  return root / "build" / name / "exercises";
}

Workshop::Workshop(fs::path root, Preset preset) {
  const fs::path folder = exercises_folder(root, preset);
  state_ = std::make_unique<State>(std::move(root), folder,
                                   load_toolchain(folder / "toolchain.json"), preset);
}
Workshop::~Workshop() = default;

void Workshop::compile_in(SandboxLevel level) { state_->level = level; }

void Workshop::hold_compiler(const CompileLimits &limits) { state_->limits = limits; }

void Workshop::tell_builds(std::function<void(std::string_view)> tell) {
  state_->tell = std::move(tell);
}

fs::path Workshop::folder_of(const Exercise &exercise) const { return state_->folder_of(exercise); }

std::vector<std::string> Workshop::missing_layers(const Exercise &exercise) const {
  std::vector<std::string> missing;
  std::ranges::copy_if(exercise.uses, std::back_inserter(missing),
                       [this](const auto &layer) { return !state_->tools.layers.contains(layer); });
  return missing;
}

std::vector<std::string> Workshop::compile_command(const Exercise &exercise,
                                                   const fs::path &source) const {
  Command command = state_->student_command(exercise);
  append(command, {"-c", source.string()});
  return command;
}

std::variant<Program, CompileFailure> Workshop::build(const Exercise &exercise,
                                                      const fs::path &folder, const fs::path &out) {
  State &state = *state_;
  state.prepare(exercise);
  std::vector<Compilation> own;
  std::vector<fs::path> sources;
  for (const std::string &name : exercise.files)
    if (is_source(name)) {
      sources.push_back(folder / name);
      own.push_back(state.held_compilation(exercise, sources.back(), out));
    }
  // The solution comes last, so that it never holds up what the student waits for.
  std::vector<Compilation> all = own;
  all.push_back(state.trial_compilation(exercise));
  if (fs::exists(exercise.folder / "solution.cpp"))
    all.push_back(state.solution_compilation(exercise));
  const std::vector<CompileOutcome> outcomes = state.compile_held(all);
  for (std::size_t i = 0; i < own.size(); ++i)
    if (!outcomes[i].succeeded)
      return state.failure_of(exercise, own[i], outcomes[i], sources);
    else if (const auto failure = foreign_file(exercise, own[i], state.tools, state.folder))
      return *failure;
  if (!outcomes[own.size()].succeeded)
    throw Error(course_failure("the trial of " + exercise.id, outcomes[own.size()], state.limits));
  const ObjectNames names = names_of(objects_of(own));
  if (auto failure = state.rules.broken(exercise, names))
    return *failure;
  Program program = state.program_of(own, outcomes);
  program.file = out / "program";
  program.suspicious = suspicious_names(names);
  for (const std::string &call : unknown_mpi_calls(
           names.used, state.tools.reference / "brigade/tracer/interpose/calls.table"))
    program.suspicious.push_back(call);
  const SystemInstructions instructions = system_instructions(objects_of(own));
  program.was_looked_through = instructions.is_all;
  for (const std::string &instruction : instructions.found)
    program.suspicious.push_back("the instruction " + instruction);
  std::vector<fs::path> objects = objects_of(own);
  objects.push_back(all[own.size()].out);
  if (const auto words = state.link(exercise, objects, program.file, program.digest))
    return fold_linker_words(*words, sources, state.contract_of(exercise));
  return program;
}

Program Workshop::solution(const Exercise &exercise) {
  State &state = *state_;
  state.prepare(exercise);
  if (const fs::path object = exercise.folder / "solution.o";
      !fs::exists(exercise.folder / "solution.cpp") && fs::exists(object))
    return state.solution_of_handout(exercise, object);
  const std::vector<Compilation> both = {state.solution_compilation(exercise),
                                         state.trial_compilation(exercise)};
  const std::vector<CompileOutcome> outcomes = compile(both);
  for (std::size_t i = 0; i < both.size(); ++i)
    if (!outcomes[i].succeeded)
      throw Error(
          course_failure(both[i].source.filename().string() + " of " + exercise.id, outcomes[i]));
  Program program = state.program_of({both[0]}, {outcomes[0]});
  program.file = state.folder_of(exercise) / "solution" / "program";
  if (const auto words = state.link(exercise, objects_of(both), program.file, program.digest))
    throw Error(fmt::format("the solution of {} cannot be linked:\n{}", exercise.id, *words));
  return program;
}

fs::path Workshop::solution_object(const Exercise &exercise) {
  State &state = *state_;
  state.prepare(exercise);
  const Compilation solution = state.solution_compilation(exercise);
  const CompileOutcome outcome = compile({solution}).front();
  if (!outcome.succeeded)
    throw Error(course_failure("the solution of " + exercise.id, outcome));
  return solution.out;
}

std::variant<Program, CompileFailure>
Workshop::build_play(const Exercise &exercise, const fs::path &folder, const fs::path &out) {
  State &state = *state_;
  state.prepare(exercise);
  std::vector<Compilation> own = {state.held_compilation(exercise, folder / "play.cpp", out)};
  std::vector<fs::path> sources = {folder / "play.cpp"};
  for (const std::string &name : exercise.files)
    if (is_source(name)) {
      sources.push_back(folder / name);
      own.push_back(state.held_compilation(exercise, sources.back(), out));
    }
  const std::vector<CompileOutcome> outcomes = state.compile_held(own);
  for (std::size_t i = 0; i < own.size(); ++i)
    if (!outcomes[i].succeeded)
      return state.failure_of(exercise, own[i], outcomes[i], sources);
  Program program = state.program_of(own, outcomes);
  program.file = out / "program";
  if (const auto words = state.link(exercise, objects_of(own), program.file, program.digest))
    return fold_linker_words(*words, sources, state.contract_of(exercise));
  return program;
}

std::variant<Program, CompileFailure>
Workshop::build_for_debugger(const Exercise &exercise, const fs::path &folder, const fs::path &out,
                             std::vector<std::string> &functions) {
  State &state = *state_;
  state.prepare(exercise);
  std::vector<Compilation> all;
  std::vector<fs::path> sources;
  for (const std::string &name : exercise.files)
    if (is_source(name)) {
      sources.push_back(folder / name);
      all.push_back(state.held_compilation(exercise, sources.back(), out));
      // Behind the others, so that they hold; the precompiled header was made with those, and is
      // passed over by the compiler.
      append(all.back().command, {"-O0", "-g"});
    }
  const std::size_t own = all.size();
  all.push_back(state.trial_compilation(exercise));
  const std::vector<CompileOutcome> outcomes = state.compile_held(all);
  for (std::size_t i = 0; i < own; ++i)
    if (!outcomes[i].succeeded)
      return state.failure_of(exercise, all[i], outcomes[i], sources);
  if (!outcomes[own].succeeded)
    throw Error(course_failure("the trial of " + exercise.id, outcomes[own], state.limits));
  const std::vector<fs::path> objects = objects_of(all);
  functions.clear();
  for (const ObjectName &defined : names_of({objects.begin(), objects.end() - 1}).defined)
    functions.push_back(plain_name(defined.name));
  Program program = state.program_of({all.begin(), all.end() - 1}, outcomes);
  program.file = out / "program";
  if (const auto words = state.link(exercise, objects, program.file, program.digest))
    return fold_linker_words(*words, sources, state.contract_of(exercise));
  return program;
}

Program Workshop::trial_alone(const Exercise &exercise) {
  State &state = *state_;
  state.prepare(exercise);
  const Compilation trial = state.trial_compilation(exercise);
  const std::vector<CompileOutcome> outcomes = compile({trial});
  if (!outcomes[0].succeeded)
    throw Error(course_failure("the trial of " + exercise.id, outcomes[0]));
  Program program = state.program_of({trial}, outcomes);
  program.file = state.folder_of(exercise) / "program";
  if (const auto words = state.link(exercise, {trial.out}, program.file, program.digest))
    throw Error(fmt::format("the trial of {} cannot be linked:\n{}", exercise.id, *words));
  return program;
}

} // namespace brigade::grader
