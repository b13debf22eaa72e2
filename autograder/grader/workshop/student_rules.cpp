#include "grader/workshop/student_rules.hpp"

#include "grader/workshop/compiler_words.hpp"

#include "brigade/core/read_file.hpp"
#include "brigade/supervisor/capture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

namespace brigade::grader {

namespace fs = std::filesystem;

const std::set<std::string> &StudentRules::names_of_archive(const fs::path &archive) {
  const auto [entry, is_new] = names_of_archives_.try_emplace(archive);
  if (is_new && fs::exists(archive))
    for (const std::string &name : names_defined_by(archive))
      entry->second.insert(name);
  return entry->second;
}

std::optional<ObjectName> StudentRules::name_of_another_layer(const Exercise &exercise,
                                                              const ObjectNames &names,
                                                              std::string &layer) {
  std::set<fs::path> allowed;
  for (const std::string &used : tools_.closure(exercise.uses))
    allowed.insert(tools_.layers.at(used).archive);
  const auto defined_in = [&](const fs::path &archive, const ObjectName &name) {
    return !archive.empty() && names_of_archive(archive).contains(name.name);
  };
  for (const ObjectName &name : names.used) {
    if (name.name.find("brigade::") == std::string::npos ||
        std::any_of(allowed.begin(), allowed.end(),
                    [&](const fs::path &archive) { return defined_in(archive, name); }))
      continue;
    for (const auto &[candidate, place] : tools_.layers)
      if (!allowed.contains(place.archive) && defined_in(place.archive, name)) {
        layer = "the layer " + candidate;
        return name;
      }
    for (const fs::path &archive : tools_.harness)
      if (!allowed.contains(archive) && defined_in(archive, name)) {
        layer = "the trial";
        return name;
      }
  }
  return std::nullopt;
}

std::optional<CompileFailure> StudentRules::broken(const Exercise &exercise,
                                                   const ObjectNames &names) {
  const auto failing = [](const ObjectName &name, std::string sentence, std::string cause) {
    CompileFailure failure;
    failure.sentence = std::move(sentence);
    failure.cause = std::move(cause);
    failure.file = name.file;
    failure.line = name.line;
    failure.source_line = name.line > 0 ? line_of(name.file, name.line) : "";
    failure.is_forbidden_call = true;
    return failure;
  };
  for (const ObjectName &name : names.defined) {
    const std::string plain = plain_name(name.name);
    if (plain == "main")
      return failing(name, "main is defined here, but an exercise's program has one already",
                     "Leave out main: the trial calls your function. ./kitchen play is for a main "
                     "of your own.");
    if (plain.starts_with("MPI_") || plain.starts_with("PMPI_") || plain.starts_with("brigade::"))
      return failing(name,
                     fmt::format("{} is defined here, but it is a function of {}", plain,
                                 plain.starts_with("brigade::") ? "the library" : "MPI"),
                     "Give your own functions another name, inside namespace kitchen.");
  }
  // Who asks MPI_Initialized first starts MPI only where nobody else has.
  static const std::vector<std::string> kAsks = {"MPI_Initialized"}, kEnds = {"MPI_Finalize"},
                                        kStartsAndEnds = {"MPI_Init", "MPI_Init_thread",
                                                          "MPI_Finalize"};
  const bool asks = first_forbidden(names.used, kAsks) != nullptr;
  if (const ObjectName *name = first_forbidden(names.used, asks ? kEnds : kStartsAndEnds))
    return failing(
        *name,
        fmt::format("{} is called, but the trial starts MPI and ends it", plain_name(name->name)),
        "MPI is started and ended once in a program, by the same code. It runs when your "
        "function is called, and goes on after it: leave the call out.");
  if (const ObjectName *name = first_forbidden(names.used, exercise.forbidden))
    return failing(
        *name,
        fmt::format("{} is called, which this exercise does not allow", plain_name(name->name)),
        fmt::format("To be done without: {}.", fmt::join(exercise.forbidden, ", ")));
  std::string layer;
  if (const auto name = name_of_another_layer(exercise, names, layer))
    return failing(*name,
                   fmt::format("{} is called, which belongs to {}; this exercise does not use it",
                               plain_name(name->name), layer),
                   exercise.uses.empty()
                       ? std::string("This exercise uses no layer of the library.")
                       : fmt::format("Of the library this exercise may use {} only.",
                                     fmt::join(exercise.uses, ", ")));
  if (!names.is_all) { // what is forbidden may be among the rest
    CompileFailure failure;
    failure.sentence = fmt::format("the compiled files have more names than are read of them: the "
                                   "list is longer than {} MB, or takes longer than {} s",
                                   kObjectLimits.bytes >> 20, kObjectLimits.seconds);
    failure.cause = "Templates that call themselves make names that grow with each step: stop them "
                    "early, or use a loop.";
    return failure;
  }
  return std::nullopt;
}

namespace {

bool lies_in(const fs::path &file, const fs::path &folder) {
  return (file.string()).starts_with(folder.string() + "/");
}

/// Where the compiler looks by itself; asked for once.
const std::vector<fs::path> &system_folders(const Toolchain &tools) {
  static const std::vector<fs::path> folders = [&tools] {
    std::vector<fs::path> found;
    std::istringstream lines(
        capture({tools.compiler, "-std=c++20", "-E", "-v", "-x", "c++", "/dev/null"}).err);
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("#include <"))
        inside = true;
      else if (!line.starts_with(' '))
        inside = false;
      else if (inside)
        found.push_back(fs::weakly_canonical(line.substr(line.find_first_not_of(' '))));
    }
    return found;
  }();
  return folders;
}

bool may_be_included(const fs::path &named, const Exercise &exercise,
                     const Compilation &compilation, const Toolchain &tools,
                     const fs::path &exercises) {
  const fs::path file = fs::weakly_canonical(named);
  if (const std::string name = file.filename().string();
      name == "solution.cpp" || name == "trial.cpp" || name == "judge.cpp")
    return false;
  if (lies_in(file, fs::weakly_canonical(compilation.source.parent_path())) ||
      (file.extension() == ".hpp" && lies_in(file, fs::weakly_canonical(exercise.folder))) ||
      lies_in(file, fs::weakly_canonical(exercises / "headers")) ||
      file == fs::weakly_canonical(tools.autograder / "trial" / "not_implemented.hpp"))
    return true;
  for (const std::string &layer : tools.closure(exercise.uses))
    if (lies_in(file, fs::weakly_canonical(tools.reference / "brigade" / layer)))
      return true;
  const std::vector<std::string> &words = compilation.command;
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "-isystem" && lies_in(file, fs::weakly_canonical(words[i + 1])))
      return true;
  const std::vector<fs::path> &system = system_folders(tools);
  return std::any_of(system.begin(), system.end(),
                     [&file](const fs::path &folder) { return lies_in(file, folder); });
}

CompileFailure takes_in(const Compilation &compilation, std::string_view word,
                        std::string sentence) {
  CompileFailure failure;
  failure.sentence = std::move(sentence);
  failure.cause = "What you hand in must be your own.";
  failure.file = compilation.source.string();
  failure.is_forbidden_call = true;
  std::ifstream stream(compilation.source);
  int number = 0;
  for (std::string line; std::getline(stream, line) && failure.line == 0;) {
    ++number;
    if (line.find(word) != line.npos)
      failure.line = number;
  }
  failure.source_line = failure.line > 0 ? line_of(failure.file, failure.line) : "";
  return failure;
}

CompileFailure includes(const Compilation &compilation, const fs::path &file) {
  const std::string name = file.filename().string();
  const bool is_of_exercise = name == "solution.cpp" || name == "trial.cpp" || name == "judge.cpp";
  return takes_in(compilation, name,
                  is_of_exercise
                      ? fmt::format("{} of an exercise is included", name)
                      : fmt::format("{} is included, which is no header of the exercise or the "
                                    "system",
                                    file.string()));
}

} // namespace

std::optional<CompileFailure> foreign_file(const Exercise &exercise, const Compilation &compilation,
                                           const Toolchain &tools, const fs::path &exercises) {
  for (const fs::path &file : files_read_by(compilation))
    if (!may_be_included(file, exercise, compilation, tools, exercises))
      return includes(compilation, file);
  // The assembler takes a file in without a word to the compiler.
  if (read_file(compilation.source).find("incbin") != std::string::npos)
    return takes_in(compilation, "incbin",
                    fmt::format("incbin takes a file into the program of {}, which is not allowed",
                                exercise.id));
  return std::nullopt;
}

std::optional<CompileFailure>
foreign_file_in_words(const Exercise &exercise, const Compilation &compilation,
                      const std::string &words, const Toolchain &tools, const fs::path &exercises) {
  // "/etc/passwd:1:1: error: …"; what is not there, or no file, is named in other ways.
  std::istringstream lines(words);
  for (std::string line; std::getline(lines, line);) {
    const fs::path file = line.substr(0, line.find(':'));
    std::error_code gone;
    if (line.find(": ") != line.npos && file.is_absolute() && fs::is_regular_file(file, gone) &&
        !may_be_included(file, exercise, compilation, tools, exercises) &&
        line.find(": error: ") != line.npos)
      return includes(compilation, file);
  }
  return std::nullopt;
}

} // namespace brigade::grader
