#include "grader/workshop/objects.hpp"

#include "brigade/core/atomic_file.hpp"
#include "brigade/core/error.hpp"
#include "brigade/core/fingerprint.hpp"
#include "brigade/core/read_file.hpp"
#include "brigade/supervisor/capture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <ctime>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

fs::path beside(const fs::path &out, const char *ending) { return out.string() + ending; }

std::int64_t nanoseconds(const timespec &time) {
  return time.tv_sec * 1'000'000'000L + time.tv_nsec;
}

std::string file_stamp(const fs::path &file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0)
    return "gone";
  return fmt::format("{} {}", nanoseconds(status.st_mtim), status.st_size);
}

/// The files of a Makefile rule "out: a b \ c".
std::vector<fs::path> dependencies(const fs::path &file) {
  const std::string text = read_file_if_any(file).value_or("");
  std::vector<fs::path> files;
  std::string name;
  const auto end_name = [&] {
    if (!name.empty())
      files.emplace_back(name);
    name.clear();
  };
  std::size_t i = text.find(": ");
  for (i = i == text.npos ? text.size() : i + 2; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && text[i + 1] == '\n')
      ++i;
    else if (c == '\\' && i + 1 < text.size() && (text[i + 1] == ' ' || text[i + 1] == '#'))
      name += text[++i];
    else if (c == '$' && i + 1 < text.size() && text[i + 1] == '$')
      name += text[++i];
    else if (c == ' ' || c == '\n')
      end_name();
    else
      name += c;
  }
  end_name();
  return files;
}

/// The first line is the command, each further one a file with its time and size.
std::string stamp(const Compilation &compilation, const std::vector<fs::path> &files) {
  std::string text =
      fmt::format("{} {}\n", fmt::join(compilation.command, " "), compilation.source.string());
  for (const fs::path &file : files)
    text += fmt::format("{} {}\n", file_stamp(file), file.string());
  return text;
}

std::vector<fs::path> files_of_stamp(const std::string &text) {
  std::vector<fs::path> files;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const auto second = line.find(' ', line.find(' ') + 1);
    if (second == line.npos)
      return {};
    files.emplace_back(line.substr(second + 1));
  }
  return files;
}

/// Held while a shared file is made, so that two graders do not make it at once: unlike
/// launch/file_lock.hpp, this one waits.
class MakingLock {
public:
  explicit MakingLock(const fs::path &file)
      : descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    // Where it cannot be had, both make the file, and the last one's rename stands.
    struct flock whole {};
    whole.l_type = F_WRLCK;
    if (descriptor_ >= 0)
      while (fcntl(descriptor_, F_SETLKW, &whole) != 0 && errno == EINTR) {
      }
  }
  ~MakingLock() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }
  MakingLock(MakingLock &&other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  MakingLock &operator=(MakingLock &&) = delete;

private:
  int descriptor_;
};

Command full_command(const Compilation &compilation, const fs::path &out, const fs::path &rule) {
  Command command = compilation.held;
  command.insert(command.end(), compilation.command.begin(), compilation.command.end());
  command.insert(command.end(), {"-MMD", "-MF", rule.string(), "-MT", "out", "-o", out.string()});
  command.push_back(compilation.source.string());
  return command;
}

/// Puts what was compiled into its place, with what it was made from.
CompileOutcome keep(const Compilation &compilation, const Captured &captured, const fs::path &made,
                    const fs::path &rule, std::int64_t began) {
  CompileOutcome outcome{captured.status == 0, captured.err + captured.out, captured.timed_out,
                         captured.said_too_much};
  if (outcome.succeeded) {
    std::vector<fs::path> files = dependencies(rule);
    files.insert(files.end(), compilation.also.begin(), compilation.also.end());
    bool changed_meanwhile = false;
    for (const fs::path &file : files) {
      struct stat status {};
      changed_meanwhile = changed_meanwhile || stat(file.c_str(), &status) != 0 ||
                          nanoseconds(status.st_mtim) > began;
    }
    fs::rename(made, compilation.out);
    write_file(beside(compilation.out, ".words"), outcome.words);
    // With another first line it will not be taken for up to date.
    write_file(beside(compilation.out, ".stamp"),
               (changed_meanwhile ? "again: " : "") + stamp(compilation, files));
  }
  std::error_code none;
  fs::remove(made, none);
  fs::remove(rule, none);
  return outcome;
}

} // namespace

bool up_to_date(const Compilation &compilation) {
  if (!fs::exists(compilation.out))
    return false;
  const std::string before = read_file_if_any(beside(compilation.out, ".stamp")).value_or("");
  return !before.empty() && before == stamp(compilation, files_of_stamp(before));
}

std::vector<CompileOutcome> compile(const std::vector<Compilation> &compilations,
                                    const CaptureLimits &limits) {
  std::vector<CompileOutcome> outcomes(compilations.size());
  std::vector<MakingLock> locks;
  std::vector<std::size_t> stale;
  std::vector<Command> commands;
  std::vector<fs::path> made;
  for (std::size_t i = 0; i < compilations.size(); ++i) {
    const Compilation &compilation = compilations[i];
    if (!up_to_date(compilation)) {
      fs::create_directories(compilation.out.parent_path());
      locks.emplace_back(beside(compilation.out, ".lock"));
    }
    if (up_to_date(compilation)) { // perhaps by now
      outcomes[i] = {true, read_file_if_any(beside(compilation.out, ".words")).value_or(""), false,
                     false};
      continue;
    }
    const std::string ending = fmt::format(".{}", getpid());
    stale.push_back(i);
    made.push_back(beside(compilation.out, ending.c_str()));
    commands.push_back(full_command(compilation, made.back(), beside(made.back(), ".d")));
  }
  timespec now{};
  clock_gettime(CLOCK_REALTIME_COARSE, &now); // the clock that files are stamped with
  const auto processors = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const std::vector<Captured> captured = capture_all(commands, processors, limits);
  for (std::size_t j = 0; j < stale.size(); ++j)
    outcomes[stale[j]] =
        keep(compilations[stale[j]], captured[j], made[j], beside(made[j], ".d"), nanoseconds(now));
  return outcomes;
}

std::vector<fs::path> files_read_by(const Compilation &compilation) {
  return files_of_stamp(read_file_if_any(beside(compilation.out, ".stamp")).value_or(""));
}

std::string digest_of(const std::vector<fs::path> &read, const std::vector<fs::path> &stamped) {
  Fingerprint fingerprint;
  for (const fs::path &file : read)
    fingerprint.add(read_file(file));
  for (const fs::path &file : stamped)
    fingerprint.add(file.string() + " " + file_stamp(file));
  return fingerprint.text();
}

} // namespace brigade::grader
