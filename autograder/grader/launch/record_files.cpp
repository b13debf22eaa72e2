#include "grader/launch/record_files.hpp"

#include "brigade/core/error.hpp"
#include "records/reader.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <random>

namespace brigade::grader {
namespace {

namespace fs = std::filesystem;

// As the frames' heads have them. A student's data may hold the same letters; so they are only a
// reason to look closer.
constexpr std::string_view kOpened = R"("frame":"opened")";
constexpr std::string_view kException = R"("frame":"exception")";
constexpr std::string_view kComplete = R"("frame":"complete")";
constexpr std::size_t kLongest = std::max({kOpened.size(), kException.size(), kComplete.size()});

std::string random_word() {
  std::random_device random; // the system's
  std::string word;
  for (int i = 0; i < 4; ++i)
    word += fmt::format("{:08x}", random());
  return word;
}

timespec last_written(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 ? status.st_mtim : timespec{};
}

std::string read_from(int descriptor, std::size_t begin) {
  std::string text;
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t got =
        pread(descriptor, buffer.data(), buffer.size(), static_cast<off_t>(begin + text.size()));
    if (got > 0)
      text.append(buffer.data(), static_cast<std::size_t>(got));
    else if (got == 0 || errno != EINTR)
      return text;
  }
}

} // namespace

RecordFiles::RecordFiles(const fs::path &folder, int ranks)
    : folder_(folder), token_(random_word()), seen_(static_cast<std::size_t>(std::max(1, ranks))) {
  for (const fs::path &path : paths()) {
    const int opened = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (opened < 0)
      throw Error(fmt::format("{} cannot be made: {}", path.string(), std::strerror(errno)));
    seen_[descriptors_.size()].made = last_written(opened);
    descriptors_.push_back(opened);
  }
}

RecordFiles::~RecordFiles() {
  unlink();
  for (const int descriptor : descriptors_)
    close(descriptor);
}

std::vector<fs::path> RecordFiles::paths() const {
  std::vector<fs::path> paths;
  for (std::size_t rank = 0; rank < seen_.size(); ++rank)
    paths.push_back(folder_ / fmt::format("{}.records", rank));
  return paths;
}

void RecordFiles::look() {
  for (std::size_t rank = 0; rank < seen_.size(); ++rank) {
    Seen &seen = seen_[rank];
    struct stat status {};
    if (fstat(descriptors_[rank], &status) != 0)
      continue;
    const auto bytes = static_cast<std::size_t>(status.st_size);
    seen.shrunk = seen.shrunk || bytes < seen.bytes;
    if (bytes <= seen.bytes)
      continue;
    const std::string fresh = read_from(descriptors_[rank], seen.bytes);
    seen.bytes += fresh.size();
    const std::string text = seen.tail + fresh;
    seen.opened = seen.opened || text.find(kOpened) != text.npos;
    if (!seen.thrown && text.find(kException) != text.npos) {
      const records::RankRecords records = records::read_records(descriptors_[rank], token_);
      seen.thrown = std::any_of(records.tests.begin(), records.tests.end(),
                                [](const auto &test) { return test.exception.has_value(); });
    }
    if (!seen.completed && text.find(kComplete) != text.npos)
      seen.completed = records::read_records(descriptors_[rank], token_).complete;
    seen.tail = text.substr(text.size() - std::min(text.size(), kLongest));
  }
}

bool RecordFiles::all_opened() {
  return std::all_of(seen_.begin(), seen_.end(), [](const Seen &seen) { return seen.opened; });
}

bool RecordFiles::all_completed() {
  return std::all_of(seen_.begin(), seen_.end(), [](const Seen &seen) { return seen.completed; });
}

int RecordFiles::throwing_ranks() {
  return static_cast<int>(
      std::count_if(seen_.begin(), seen_.end(), [](const Seen &seen) { return seen.thrown; }));
}

void RecordFiles::unlink() {
  if (has_names_)
    for (const fs::path &path : paths())
      ::unlink(path.c_str());
  has_names_ = false;
}

std::vector<records::RankRecords> RecordFiles::read() const {
  std::vector<records::RankRecords> all;
  for (const int descriptor : descriptors_)
    all.push_back(records::read_records(descriptor, token_));
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    // What a rank that wrote nothing could not say itself.
    all[rank].world_rank = static_cast<int>(rank);
    all[rank].world_size = static_cast<int>(all.size());
  }
  return all;
}

std::vector<int> RecordFiles::spoilt(const std::vector<records::RankRecords> &all) const {
  std::vector<int> ranks;
  for (std::size_t rank = 0; rank < seen_.size(); ++rank) {
    const timespec now = last_written(descriptors_[rank]), &made = seen_[rank].made;
    const bool is_untouched = now.tv_sec == made.tv_sec && now.tv_nsec == made.tv_nsec;
    if (seen_[rank].shrunk || (!is_untouched && !all[rank].opened))
      ranks.push_back(static_cast<int>(rank));
  }
  return ranks;
}

std::vector<std::string> RecordFiles::contents() const {
  std::vector<std::string> files;
  for (const int descriptor : descriptors_)
    files.push_back(read_from(descriptor, 0));
  return files;
}

} // namespace brigade::grader
