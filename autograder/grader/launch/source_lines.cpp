#include "grader/launch/source_lines.hpp"

#include <fmt/format.h>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <string>
#include <string_view>

extern char **environ;

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

/// What the command prints; empty where it cannot be started.
std::string output_of(const std::vector<std::string> &command) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0)
    return "";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1, 0);
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t process = 0;
  const bool started =
      posix_spawnp(&process, arguments.front(), &actions, nullptr, arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  std::array<char, 16384> buffer{};
  for (ssize_t got = 0; (got = read(ends[0], buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(got));
  close(ends[0]);
  if (started)
    waitpid(process, nullptr, 0);
  return text;
}

/// "kitchen::roll_call" of "kitchen::roll_call(int, std::vector<int>) [clone .cold]".
std::string without_parameters(std::string_view function) {
  int depth = 0;
  for (std::size_t at = 0; at < function.size(); ++at) {
    constexpr std::array<std::string_view, 2> parts_of_names = {"(anonymous namespace)",
                                                                "operator()"};
    const auto *const part =
        std::find_if(parts_of_names.begin(), parts_of_names.end(),
                     [&](std::string_view name) { return function.substr(at).starts_with(name); });
    if (part != parts_of_names.end())
      at += part->size() - 1;
    else if (function[at] == '<')
      ++depth;
    else if (function[at] == '>')
      --depth;
    else if (function[at] == '(' && depth == 0)
      return std::string(function.substr(0, at));
  }
  return std::string(function);
}

/// File and line of "/path/to/ring.cpp:31 (discriminator 2)"; line 0 where it says "??:0".
struct Place {
  fs::path file;
  int line = 0;
};
Place read_place(std::string_view text) {
  text = text.substr(0, text.find(" (discriminator"));
  const auto colon = text.rfind(':');
  Place place;
  if (colon == text.npos)
    return place;
  std::from_chars(text.data() + colon + 1, text.data() + text.size(), place.line);
  place.file = text.substr(0, colon);
  return place;
}

fs::path resolved(const fs::path &path) {
  std::error_code unknown;
  fs::path real = fs::weakly_canonical(path, unknown);
  return unknown ? path : real;
}

} // namespace

SourceLines::SourceLines(fs::path program, std::vector<fs::path> sources)
    : program_(std::move(program)) {
  for (const fs::path &source : sources)
    sources_.push_back(resolved(source));
}

bool SourceLines::is_student(const fs::path &file) const {
  const fs::path real = resolved(file);
  return std::any_of(sources_.begin(), sources_.end(), [&](const fs::path &source) {
    // A compiler that was given a relative path leaves one.
    return file.is_absolute() ? real == source : file.filename() == source.filename();
  });
}

std::vector<std::vector<SourceLine>> SourceLines::find(std::span<const std::uint64_t> addresses) {
  std::vector<std::uint64_t> unknown;
  for (const std::uint64_t address : addresses)
    if (!known_.contains(address) &&
        std::find(unknown.begin(), unknown.end(), address) == unknown.end())
      unknown.push_back(address);
  if (!unknown.empty())
    look_up(unknown);
  std::vector<std::vector<SourceLine>> found;
  for (const std::uint64_t address : addresses)
    found.push_back(known_[address]);
  return found;
}

void SourceLines::look_up(const std::vector<std::uint64_t> &addresses) {
  std::vector<std::string> command = {"addr2line",   "--functions", "--demangle",     "--inlines",
                                      "--addresses", "--exe",       program_.string()};
  for (const std::uint64_t address : addresses) {
    command.push_back(fmt::format("{:#x}", address));
    known_[address] = {};
  }
  // For each address a line 0x…, then two lines, function and place, for each function inlined
  // there.
  std::istringstream lines(output_of(command));
  std::string line, place_text;
  std::vector<SourceLine> *current = nullptr;
  while (std::getline(lines, line)) {
    if (line.starts_with("0x")) {
      std::uint64_t address = 0; // a symbol may look like one, and be too long for one
      std::from_chars(line.data() + 2, line.data() + line.size(), address, 16);
      current = &known_[address];
      continue;
    }
    if (current == nullptr || !std::getline(lines, place_text))
      break;
    const Place place = read_place(place_text);
    if (place.line > 0 && is_student(place.file))
      current->push_back({place.file.filename().string(), place.line, without_parameters(line)});
  }
}

} // namespace brigade::grader
