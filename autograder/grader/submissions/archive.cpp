#include "grader/submissions/archive.hpp"

#include "grader/submissions/admission.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <regex>

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

} // namespace

bool is_archive(const std::filesystem::path &file) {
  static const std::regex ending(R"(.*\.(zip|tar|tgz|tar\.gz)$)", std::regex::icase);
  return std::regex_match(file.filename().string(), ending);
}

void read_archive(const std::filesystem::path &file, const IntakeLimits &limits,
                  Submission &submission) {
  const std::string label = file.filename().string();
  Reader reader(archive_read_new());
  archive_read_support_format_zip(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_filter_gzip(reader.get());
  if (archive_read_open_filename(reader.get(), file.c_str(), 1 << 16) != ARCHIVE_OK) {
    submission.notes.push_back(fmt::format("{} is no archive that can be read ({})", label,
                                           archive_error_string(reader.get())));
    return;
  }
  Admission admission(limits, submission, label);
  struct archive_entry *entry = nullptr;
  for (;;) {
    const int code = archive_read_next_header(reader.get(), &entry);
    if (code == ARCHIVE_EOF)
      return;
    if (code < ARCHIVE_WARN) {
      submission.notes.push_back(
          fmt::format("{} is damaged: what follows its first {} files was not read ({})", label,
                      admission.admitted(), archive_error_string(reader.get())));
      return;
    }
    if (archive_entry_filetype(entry) == AE_IFDIR)
      continue;
    const std::string name = name_of(entry);
    if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry)) {
      submission.notes.push_back(fmt::format("left out {}: a link or no regular file", name));
      continue;
    }
    if (!admission.may_come(name))
      continue;
    if (std::optional<std::string> bytes = contents(reader.get(), limits.file_bytes))
      admission.take(name, std::move(*bytes));
    else if (!admission.refuse_size(name))
      return;
    if (admission.is_full())
      return;
  }
}

} // namespace brigade::grader
