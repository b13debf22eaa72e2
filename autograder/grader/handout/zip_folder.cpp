#include "grader/handout/zip_folder.hpp"

#include "brigade/core/error.hpp"
#include "brigade/core/read_file.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace brigade::grader {
namespace fs = std::filesystem;
namespace {

class ZipWriter {
public:
  explicit ZipWriter(const fs::path &file)
      : file_(file), writer_(archive_write_new(), archive_write_free) {
    archive_write_set_format_zip(writer_.get());
    check(archive_write_open_filename(writer_.get(), file.c_str()));
  }

  void add(const fs::path &path, const std::string &name) {
    const std::string bytes = read_file(path);
    const std::unique_ptr<archive_entry, void (*)(archive_entry *)> entry(archive_entry_new(),
                                                                          archive_entry_free);
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), static_cast<mode_t>(fs::status(path).permissions()));
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
    check(archive_write_header(writer_.get(), entry.get()));
    if (archive_write_data(writer_.get(), bytes.data(), bytes.size()) < 0)
      check(ARCHIVE_FATAL);
  }

  void finish() { check(archive_write_close(writer_.get())); }

private:
  void check(int code) {
    if (code < ARCHIVE_WARN)
      throw Error(fmt::format("{} cannot be written: {}", file_.string(),
                              archive_error_string(writer_.get())));
  }

  fs::path file_;
  std::unique_ptr<struct archive, int (*)(struct archive *)> writer_;
};

} // namespace

void zip_folder(const fs::path &folder, const fs::path &zip) {
  std::vector<fs::path> files;
  for (const fs::directory_entry &entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files.push_back(entry.path());
  std::ranges::sort(files);
  const fs::path beside = zip.string() + ".being-written";
  try {
    ZipWriter writer(beside);
    for (const fs::path &file : files)
      writer.add(file, file.lexically_relative(folder).generic_string());
    writer.finish();
    fs::rename(beside, zip);
  } catch (...) {
    std::error_code gone;
    fs::remove(beside, gone);
    throw;
  }
}

} // namespace brigade::grader
