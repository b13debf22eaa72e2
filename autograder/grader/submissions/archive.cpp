#include "grader/submissions/archive.hpp"

#include "grader/submissions/admission.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <regex>
#include <utility>

namespace brigade::grader {
namespace {

struct EndReading {
  void operator()(struct archive *reader) const { archive_read_free(reader); }
};
using Reader = std::unique_ptr<struct archive, EndReading>;

std::string name_of(struct archive_entry *entry) {
  if (const char *name = archive_entry_pathname_utf8(entry))
    return name;
  const char *name = archive_entry_pathname(entry);
  return name ? name : "";
}

/// Reads at most `limit` bytes more than nothing; empty optional where there are more, since the
/// size that an archive states need not be true.
std::optional<std::string> contents(struct archive *reader, std::size_t limit) {
  std::string bytes;
  std::array<char, 1 << 16> piece;
  for (;;) {
    const la_ssize_t got = archive_read_data(reader, piece.data(), piece.size());
    if (got <= 0)
      return got == 0 ? std::optional(std::move(bytes)) : std::nullopt;
    bytes.append(piece.data(), static_cast<std::size_t>(got));
    if (bytes.size() > limit)
      return std::nullopt;
  }
}

/// Reads .zip, .tar and .tar.gz.
Reader new_reader() {
  Reader reader(archive_read_new());
  archive_read_support_format_zip(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_filter_gzip(reader.get());
  return reader;
}

/// One archive, and those that lie in it.
class ArchiveFiles {
public:
  ArchiveFiles(const IntakeLimits &limits, Submission &submission, std::string label)
      : limits_(limits), submission_(submission), label_(std::move(label)), is_inner_(false),
        admission_(limits, submission, label_) {}
  ArchiveFiles(const ArchiveFiles &outer, std::string label)
      : limits_(outer.limits_), submission_(outer.submission_), label_(std::move(label)),
        is_inner_(true), admission_(outer.admission_, label_) {}

  /// @return false where it was left as a bomb
  bool read(struct archive *reader, int opened) {
    if (opened != ARCHIVE_OK) {
      note("{} is no archive that can be read ({})", label_, archive_error_string(reader));
      return true;
    }
    struct archive_entry *entry = nullptr;
    for (;;) {
      const int code = archive_read_next_header(reader, &entry);
      if (code == ARCHIVE_EOF)
        return true;
      if (code < ARCHIVE_WARN) {
        note("{} is damaged: what follows its first {} files was not read ({})", label_,
             admission_.admitted(), archive_error_string(reader));
        return true;
      }
      if (archive_entry_filetype(entry) == AE_IFDIR)
        continue;
      const std::string name = name_of(entry);
      if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry))
        note("left out {}: a link or no regular file", name);
      else if (archive_entry_is_encrypted(entry))
        note_password();
      else if (admission_.may_come(name) && !take(name, contents(reader, limits_.file_bytes)))
        return false;
      if (admission_.is_full())
        return true;
    }
  }

private:
  template <class... Values> void note(fmt::format_string<Values...> text, Values &&...values) {
    submission_.notes.push_back(fmt::format(text, std::forward<Values>(values)...));
  }

  /// Once, as mostly all of its files have it.
  void note_password() {
    if (!std::exchange(has_password_, true))
      note("{} is locked with a password, and what it locks cannot be read: hand in one without",
           label_);
  }

  bool take(const std::string &name, std::optional<std::string> bytes) {
    if (!bytes)
      return admission_.refuse_size(name);
    admission_.count_unpacked(bytes->size());
    if (!is_archive(name)) {
      admission_.take(name, std::move(*bytes));
      return true;
    }
    const std::string label = fmt::format("{} in {}", name, label_);
    if (is_inner_) {
      note("left out {}: an archive in an archive in an archive", label);
      return true;
    }
    const Reader inner = new_reader();
    const int opened = archive_read_open_memory(inner.get(), bytes->data(), bytes->size());
    return ArchiveFiles(*this, label).read(inner.get(), opened) || admission_.refuse_bomb();
  }

  const IntakeLimits &limits_;
  Submission &submission_;
  const std::string label_;
  const bool is_inner_;
  bool has_password_ = false;
  Admission admission_;
};

} // namespace

bool is_archive(const std::filesystem::path &file) {
  static const std::regex ending(R"(.*\.(zip|tar|tgz|tar\.gz)$)", std::regex::icase);
  return std::regex_match(file.filename().string(), ending);
}

bool is_unread_archive(const std::filesystem::path &file) {
  static const std::regex ending(R"(.*\.(rar|7z|xz|txz|bz2|tbz2|zst|gz)$)", std::regex::icase);
  return !is_archive(file) && std::regex_match(file.filename().string(), ending);
}

void read_archive(const std::filesystem::path &file, const IntakeLimits &limits,
                  Submission &submission) {
  const Reader reader = new_reader();
  const int opened = archive_read_open_filename(reader.get(), file.c_str(), 1 << 16);
  ArchiveFiles(limits, submission, file.filename().string()).read(reader.get(), opened);
}

} // namespace brigade::grader
