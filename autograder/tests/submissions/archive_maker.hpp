#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <string>

namespace brigade::grader::testing {

/// Writes archives, those that nobody should make included.
class ArchiveMaker {
public:
  enum class Format { zip, locked_zip, tar_gz };
  ArchiveMaker(const std::filesystem::path &file, Format format) : writer_(archive_write_new()) {
    if (format != Format::tar_gz) {
      archive_write_set_format_zip(writer_);
      if (format == Format::locked_zip) {
        archive_write_set_options(writer_, "zip:encryption=traditional");
        archive_write_set_passphrase(writer_, "secret");
      }
    } else {
      archive_write_set_format_pax_restricted(writer_);
      archive_write_add_filter_gzip(writer_);
    }
    archive_write_open_filename(writer_, file.c_str());
  }
  ArchiveMaker(const ArchiveMaker &) = delete;
  ArchiveMaker &operator=(const ArchiveMaker &) = delete;
  ~ArchiveMaker() { archive_write_free(writer_); }

  ArchiveMaker &file(const std::string &name, const std::string &bytes) {
    add(name, AE_IFREG, bytes, "");
    return *this;
  }
  ArchiveMaker &link(const std::string &name, const std::string &target) {
    add(name, AE_IFLNK, "", target);
    return *this;
  }

private:
  void add(const std::string &name, unsigned type, const std::string &bytes,
           const std::string &target) {
    archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
    if (!target.empty())
      archive_entry_set_symlink(entry, target.c_str());
    archive_write_header(writer_, entry);
    archive_write_data(writer_, bytes.data(), bytes.size());
    archive_entry_free(entry);
  }

  struct archive *writer_;
};

} // namespace brigade::grader::testing
