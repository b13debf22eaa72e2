#include "grader/workshop/compile_limits.hpp"

#include "grader/sandbox/sandbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

/// Is it among what bubblewrap shows of the system?
bool is_system(const fs::path &path) {
  constexpr std::array<std::string_view, 7> folders = {
      "/usr/", "/bin/", "/lib/", "/lib64/", "/opt/", "/nix/store/", "/gnu/store/"};
  return std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) {
    return (path.string() + "/").starts_with(folder);
  });
}

/// What the links in a folder, and in the folders below it, point to.
void add_targets(const fs::path &folder, std::vector<fs::path> &paths) {
  std::error_code gone;
  for (fs::recursive_directory_iterator entry(folder, gone), end; !gone && entry != end;
       entry.increment(gone))
    if (entry->is_symlink())
      paths.push_back(fs::weakly_canonical(entry->path()));
}

/// The folders and headers of the command, what they lead to, and where the source lies.
std::vector<fs::path> read_by(const Compilation &compilation) {
  std::vector<fs::path> paths = {compilation.source.parent_path()};
  const Command &words = compilation.command;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const fs::path path = words[i + 1];
    if (words[i] == "-include") // with what was compiled of it
      paths.push_back(path.parent_path());
    else if ((words[i] == "-I" || words[i] == "-isystem") && !is_system(path)) {
      paths.push_back(path);
      add_targets(path, paths);
    }
  }
  return paths;
}

/// The first line of a compiler's words that tells an error; where none does, the first one.
std::string first_error(const std::string &words) {
  std::istringstream lines(words);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error: ") != line.npos)
      return line;
    if (first.empty() && line.find_first_not_of(" \r") != line.npos)
      first = line;
  }
  return first;
}

} // namespace

Command compiler_held(const Compilation &compilation, SandboxLevel level,
                      const CompileLimits &limits) {
  // A compiler that lies in somebody's home is not seen from inside.
  if (!is_system(compilation.command.front()))
    level = SandboxLevel::none;
  return held_compiler(level, limits.processor_seconds, limits.memory_megabytes,
                       limits.file_megabytes, read_by(compilation),
                       {compilation.out.parent_path()});
}

std::optional<PassedCompileLimit> passed_compile_limit(const CompileOutcome &outcome,
                                                       const CompileLimits &limits) {
  constexpr const char *kWorkedOut =
      "Look for a template that makes more and more of itself, a constexpr function or array that "
      "is worked out while it is compiled, or an #include of a file that never ends.";
  const auto said = [&outcome](std::string_view words) {
    return outcome.words.find(words) != outcome.words.npos;
  };
  if (outcome.succeeded)
    return std::nullopt;
  if (outcome.said_too_much)
    return PassedCompileLimit{
        fmt::format("the compiler printed more than {} kB and was ended", limits.output_kilobytes),
        "Its first error leads to all the others: look for a template or a macro that repeats it."};
  if (outcome.timed_out)
    return PassedCompileLimit{fmt::format("compiling it was not done after {} s", limits.seconds),
                              kWorkedOut};
  if (said("CPU time limit exceeded"))
    return PassedCompileLimit{
        fmt::format("compiling it took more than {} s of processor time", limits.processor_seconds),
        kWorkedOut};
  if (said("out of memory allocating") || said("virtual memory exhausted") ||
      said("Cannot allocate memory"))
    return PassedCompileLimit{
        fmt::format("compiling it took more than {} MB of memory", limits.memory_megabytes),
        kWorkedOut};
  if (said("File size limit exceeded") || said("File too large"))
    return PassedCompileLimit{
        fmt::format("what it compiles to is larger than {} MB", limits.file_megabytes),
        "A global array that has values is part of the program: fill a std::vector when it runs."};
  return std::nullopt;
}

std::string course_failure(const std::string &what, const CompileOutcome &outcome,
                           const CompileLimits &limits) {
  if (const auto limit = passed_compile_limit(outcome, limits))
    return fmt::format("{} does not compile: {}{}\n{}", what, limit->sentence,
                       outcome.timed_out ? "; the machine is busy, try again" : "", outcome.words);
  const std::string reason = first_error(outcome.words);
  if (reason.empty())
    return fmt::format("{} does not compile: the compiler ended without a word; the machine may be "
                       "short of memory, try again",
                       what);
  return fmt::format("{} does not compile: {}\n{}", what, reason, outcome.words);
}

} // namespace brigade::grader
