#include "grader/workshop/object_names.hpp"

#include "brigade/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <sstream>
#include <utility>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

struct NmOutput {
  std::string lines;
  bool is_all = true;
};

NmOutput output_of_nm(std::vector<std::string> options, const std::vector<fs::path> &files,
                      const CaptureLimits &limits) {
  options.insert(options.begin(), "nm");
  for (const fs::path &file : files)
    options.push_back(file.string());
  Captured captured = std::move(capture_all({&options, 1}, 1, limits).front());
  const bool was_ended = captured.timed_out || captured.said_too_much;
  if (captured.status != 0 && !was_ended)
    throw Error("nm cannot read what was compiled: " + captured.err);
  if (was_ended) // in the middle of a line
    captured.out.resize(captured.out.rfind('\n') + 1);
  return {std::move(captured.out), !was_ended};
}

/// Of "0000 T name(int)\t/path/file.cpp:11": type and name.
struct NmLine {
  char type = 0;
  ObjectName name;
};

NmLine read_line(std::string_view line) {
  NmLine read;
  if (const auto tab = line.rfind('\t'); tab != line.npos) {
    const std::string_view place = line.substr(tab + 1);
    if (const auto colon = place.rfind(':'); colon != place.npos) {
      std::from_chars(place.data() + colon + 1, place.data() + place.size(), read.name.line);
      read.name.file = place.substr(0, colon);
    }
    line = line.substr(0, tab);
  }
  // The address has 16 digits, or blanks where there is none.
  constexpr std::size_t kType = 17;
  if (line.size() > kType + 2 && line[kType - 1] == ' ') {
    read.type = line[kType];
    read.name.name = line.substr(kType + 2);
  }
  return read;
}

/// Defined once for the whole program: code, data; not what many objects may hold (templates).
bool is_strong(char type) {
  return std::string_view("TDBRGSC").find(type) != std::string_view::npos;
}

template <class F> void for_each_line(const std::string &text, F &&take) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    take(read_line(line));
}

} // namespace

ObjectNames names_of(const std::vector<fs::path> &objects, const CaptureLimits &limits) {
  ObjectNames names;
  const NmOutput output = output_of_nm({"-C", "-l", "-g"}, objects, limits);
  names.is_all = output.is_all;
  for_each_line(output.lines, [&names](NmLine line) {
    if (line.type == 'U' || line.type == 'w')
      names.used.push_back(std::move(line.name));
    else if (is_strong(line.type))
      names.defined.push_back(std::move(line.name));
  });
  return names;
}

std::vector<std::string> names_defined_by(const fs::path &archive) {
  std::vector<std::string> names;
  const NmOutput output = output_of_nm({"-C", "-g", "--defined-only"}, {archive}, kObjectLimits);
  if (!output.is_all)
    throw Error(fmt::format("{} defines more names than nm lists in {} s and {} MB",
                            archive.string(), kObjectLimits.seconds, kObjectLimits.bytes >> 20));
  for_each_line(output.lines, [&names](NmLine line) {
    if (is_strong(line.type))
      names.push_back(std::move(line.name.name));
  });
  return names;
}

std::string plain_name(std::string_view name) {
  std::string plain;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (name.substr(i).starts_with("(anonymous namespace)")) {
      plain += "(anonymous namespace)";
      i += std::string_view("(anonymous namespace)").size() - 1;
      continue;
    }
    if (c == '<')
      ++depth;
    else if (c == '>')
      --depth;
    else if (c == '(' && depth == 0)
      break;
    else if (c == ' ' && depth == 0 && !plain.ends_with("operator"))
      plain.clear(); // what stood there was the type of the result
    else if (depth == 0)
      plain += c;
  }
  return plain;
}

bool fits(std::string_view name, std::string_view pattern) {
  if (pattern.ends_with('*'))
    return name.starts_with(pattern.substr(0, pattern.size() - 1));
  return name == pattern;
}

const ObjectName *first_forbidden(const std::vector<ObjectName> &names,
                                  std::span<const std::string> patterns) {
  const ObjectName *first = nullptr;
  for (const ObjectName &name : names) {
    const std::string plain = plain_name(name.name);
    const bool forbidden =
        std::any_of(patterns.begin(), patterns.end(),
                    [&](const std::string &pattern) { return fits(plain, pattern); });
    // nm sorts by name; a student reads by line.
    if (forbidden && (first == nullptr || name.line < first->line))
      first = &name;
  }
  return first;
}

std::vector<std::string> suspicious_names(const ObjectNames &names) {
  // A dynamic loader finds what the tracer stands before; a process of one's own has no ledger; the
  // raw system call passes by whatever is checked by name.
  static constexpr std::array<std::string_view, 32> kReachAround = {"PMPI_*",
                                                                    "dlsym",
                                                                    "dlvsym",
                                                                    "dlopen",
                                                                    "dlmopen",
                                                                    "dl_iterate_phdr",
                                                                    "fork",
                                                                    "vfork",
                                                                    "clone",
                                                                    "syscall",
                                                                    "ptrace",
                                                                    "posix_spawn*",
                                                                    "system",
                                                                    "popen",
                                                                    "execv",
                                                                    "execve",
                                                                    "execvp",
                                                                    "execl",
                                                                    "execlp",
                                                                    "execle",
                                                                    "fexecve",
                                                                    "process_vm_readv",
                                                                    "process_vm_writev",
                                                                    "mmap",
                                                                    "mprotect",
                                                                    "shm_open",
                                                                    "kill",
                                                                    "killpg",
                                                                    "prctl",
                                                                    "setsid",
                                                                    "daemon",
                                                                    "socket"};
  std::set<std::string> found;
  for (const ObjectName &name : names.used) {
    const std::string plain = plain_name(name.name);
    if (std::any_of(kReachAround.begin(), kReachAround.end(),
                    [&](std::string_view pattern) { return fits(plain, pattern); }))
      found.insert(plain);
  }
  return {found.begin(), found.end()};
}

} // namespace brigade::grader
