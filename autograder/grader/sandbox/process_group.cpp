#include "grader/sandbox/process_group.hpp"

#include "grader/sandbox/confine_program.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"
#include "brigade/supervisor/capture.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = "brigade-";

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, separator);)
    if (!part.empty())
      parts.push_back(part);
  return parts;
}

bool has_word(std::string_view words, char separator, std::string_view word) {
  return std::ranges::count(split(words, separator), word) > 0;
}

/// A line of mountinfo: what of a file system is seen where.
struct Mount {
  std::string root, place, type, options;
};
std::optional<Mount> mount_of(const std::string &line) {
  const std::vector<std::string> words = split(line, ' ');
  const auto dash = std::ranges::find(words, "-");
  if (words.size() < 5 || words.end() - dash < 4)
    return std::nullopt;
  return Mount{words[3], words[4], dash[1], dash[3]};
}

/// The folder of the group `path`, where a mount shows it.
std::optional<fs::path> folder_of(const Mount &mount, const std::string &path) {
  if (mount.root == "/")
    return fs::path(mount.place) / fs::path(path).relative_path();
  if (path != mount.root && !path.starts_with(mount.root + "/"))
    return std::nullopt;
  return fs::path(mount.place) / fs::path(path.substr(mount.root.size())).relative_path();
}

bool is_on_below(const fs::path &group) {
  std::string controllers = read_file_if_any(group / "cgroup.subtree_control").value_or("");
  std::ranges::replace(controllers, '\n', ' ');
  return has_word(controllers, ' ', "pids");
}

/// @return why not, or empty.
std::string write_number(const fs::path &file, int number) {
  errno = 0;
  std::ofstream stream(file);
  stream << number << std::flush;
  return stream ? "" : fmt::format("{}: {}", file.string(), std::strerror(errno));
}

/// Those that a grader left which was killed.
void sweep(const fs::path &folder) {
  std::error_code none;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    pid_t maker = 0;
    if (name.starts_with(kName))
      std::from_chars(name.data() + kName.size(), name.data() + name.size(), maker);
    if (maker > 0 && kill(maker, 0) != 0 && errno == ESRCH)
      rmdir(entry.path().c_str());
  }
}

/// A new group below `folder`. @return why not, or empty.
std::string make(const fs::path &folder, int most, fs::path &made) {
  static std::atomic<int> number = 0;
  made = folder / fmt::format("{}{}-{}", kName, getpid(), ++number);
  if (mkdir(made.c_str(), 0755) != 0)
    return fmt::format("{}: {}", folder.string(), std::strerror(errno));
  const std::string reason = write_number(made / "pids.max", most);
  if (!reason.empty())
    rmdir(made.c_str());
  return reason;
}

/// The last process may have ended a moment ago.
void remove_group(const fs::path &made) {
  using Clock = std::chrono::steady_clock;
  const auto enough = Clock::now() + std::chrono::seconds(1);
  while (rmdir(made.c_str()) != 0 && errno == EBUSY && Clock::now() < enough)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

std::vector<std::string> joining(const fs::path &group, const std::vector<std::string> &command) {
  std::vector<std::string> words = {confine_program().string(), "--process-group", group.string(),
                                    "--"};
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

/// Where groups can be made and joined, or why not.
struct Place {
  fs::path folder;
  std::string why_not;
};

Place try_folder(const fs::path &folder) {
  constexpr int kEnough = 16;
  fs::path made;
  sweep(folder);
  if (std::string reason = make(folder, kEnough, made); !reason.empty())
    return {"", reason};
  Place place{folder, ""};
  try {
    if (const Captured tried = capture(joining(made, {"/bin/true"})); tried.status != 0)
      place = {"", tried.err.substr(0, tried.err.find('\n'))};
  } catch (const Error &error) {
    place = {"", error.what()};
  }
  remove_group(made);
  return place;
}

Place find_place() {
  Place place{"", "the system has no pids controller of cgroups"};
  for (const fs::path &folder :
       group_folders(read_file_if_any("/proc/self/cgroup").value_or(""),
                     read_file_if_any("/proc/self/mountinfo").value_or(""))) {
    place = try_folder(folder);
    if (place.why_not.empty())
      break;
  }
  return place;
}

const Place &place() {
  static const Place place = find_place();
  return place;
}

} // namespace

std::vector<fs::path> group_folders(std::string_view groups, std::string_view mounts) {
  std::vector<fs::path> folders;
  for (const std::string &group : split(groups, '\n')) {
    const auto first = group.find(':'), second = group.find(':', first + 1);
    if (first == group.npos || second == group.npos)
      continue;
    const std::string controllers = group.substr(first + 1, second - first - 1),
                      path = group.substr(second + 1);
    const bool is_unified = controllers.empty();
    if (!is_unified && !has_word(controllers, ',', "pids"))
      continue;
    for (const std::string &line : split(mounts, '\n')) {
      const std::optional<Mount> mount = mount_of(line);
      if (!mount || mount->type != (is_unified ? "cgroup2" : "cgroup") ||
          (!is_unified && !has_word(mount->options, ',', "pids")))
        continue;
      const std::optional<fs::path> own = folder_of(*mount, path);
      if (!own)
        continue;
      if (!is_unified) {
        folders.push_back(*own);
        continue;
      }
      // A unified group that holds processes has none below it with a controller, so most often it
      // is the one above that can.
      for (fs::path at = *own; at.string().size() >= mount->place.size(); at = at.parent_path()) {
        if (is_on_below(at))
          folders.push_back(at);
        if (at == mount->place)
          break;
      }
    }
  }
  return folders;
}

const std::string &why_no_process_group() { return place().why_not; }

ProcessGroup::ProcessGroup(int most) {
  if (place().folder.empty())
    return;
  if (const std::string reason = make(place().folder, most, folder_); !reason.empty())
    throw MachineError("no group for the processes of a launch: " + reason);
}

ProcessGroup::~ProcessGroup() {
  if (!folder_.empty())
    remove_group(folder_);
}

std::vector<std::string> ProcessGroup::holding(const std::vector<std::string> &command) const {
  return folder_.empty() ? command : joining(folder_, command);
}

} // namespace brigade::grader
